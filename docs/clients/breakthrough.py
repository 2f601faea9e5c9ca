#!/usr/bin/env python3
"""A client of Breakthrough's message protocol that plays at random: python3 breakthrough.py HOST PORT [COLUMNS]"""
import random
import socket
import sys


def moves(board, columns, seat):
    """All legal moves: row and column of the origin, row and column of the destination."""
    rows, forward = len(board) // columns, 1 if seat == 1 else -1
    for cell in (cell for cell, piece in enumerate(board) if piece == seat):
        row, column = divmod(cell, columns)
        for side in (-1, 0, 1):
            if 0 <= row + forward < rows and 0 <= column + side < columns:
                there = board[(row + forward) * columns + column + side]
                if there == 0 or there != seat and side != 0:  # a piece never captures straight ahead
                    yield row, column, row + forward, column + side


def main(host, port, columns=None):
    with socket.create_connection((host, int(port))) as connection, connection.makefile("rw", newline="\n") as lines:
        seat = 0
        for line in lines:  # ends when the server hangs up: the game is over
            numbers = [int(word) for word in line.split()]
            if len(numbers) == 1:
                seat = numbers[0]
            else:
                width = int(columns or len(numbers) ** 0.5)
                print(seat, *random.choice(list(moves(numbers, width, seat))), file=lines, flush=True)


main(*sys.argv[1:])
