#!/usr/bin/env python3
"""A Tic-Tac-Toe engine in plain UGI that plays at random. It meets all requirements: ludoteca check-engine -g ttt python3 tictactoe.py"""
import random
import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def say(*words):
    print(*words, flush=True)


def position(words):
    """The cells, row after row, `.` where empty, and who is to move: `startpos` or `fen 3/1x1/3 o`, then `moves 0,0 2,1`."""
    start, _, steps = " ".join(words).partition(" moves ")
    rows, turn = ("3/3/3", "x") if start == "startpos" else start.removeprefix("fen ").split()
    cells = [cell for letter in rows.replace("/", "") for cell in (letter if letter in "xo" else "." * int(letter))]
    for row, column in (map(int, step.split(",")) for step in steps.split()):
        if (row, column) not in legal(cells):
            raise ValueError(f"{row},{column} is not legal")
        cells[3 * row + column], turn = turn, "o" if turn == "x" else "x"
    if len(cells) != 9 or turn not in ("x", "o"):
        raise ValueError(start)
    return cells, turn


def winner(cells):
    return next((cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != "."), None)


def legal(cells):
    return [] if winner(cells) else [divmod(cell, 3) for cell, piece in enumerate(cells) if piece == "."]


def answer(query, cells, turn):
    moves = legal(cells)
    return {
        "p1turn": str(bool(moves) and turn == "x").lower(),
        "p2turn": str(bool(moves) and turn == "o").lower(),
        "gameover": str(not moves).lower(),
        "result": "none" if moves else {"x": "p1win", "o": "p2win", None: "draw"}[winner(cells)],
        "legal": " ".join(f"{row},{column}" for row, column in moves) or "none",
    }[query]


def main():
    (cells, turn), thinks = position(["startpos"]), False
    for line in sys.stdin:  # it ends with its input
        words = line.split() or [""]
        try:
            if words[0] == "ugi":
                say("id name Tic-Tac-Toe at random\nugiok")
            elif words[0] == "isready":
                say("readyok")
            elif words[0] == "uginewgame":
                cells, turn = position(["startpos"])
            elif words[0] == "position":
                cells, turn = position(words[1:])
            elif words[0] == "go" and "infinite" in words:
                thinks = True  # the answer waits for stop
            elif words[0] == "go" or words[0] == "stop" and thinks:
                thinks = False
                say("bestmove", *("{},{}".format(*move) for move in random.sample(legal(cells), 1)))
            elif words[0] == "query":
                say("response", answer(words[1], cells, turn))
            elif words[0] == "quit":
                break
            elif words[0] not in ("", "stop"):
                raise ValueError(words[0])
        except (ValueError, KeyError, IndexError) as error:
            say("info string not understood:", error)


main()
