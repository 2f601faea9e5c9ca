#!/usr/bin/env python3
"""An engine for Tic-Tac-Toe that plays the first free cell, until it misbehaves in the way that it is told to."""
import os
import sys
import time

how = sys.argv[1] if len(sys.argv) > 1 else ""
cells = ["%d,%d" % (row, column) for row in range(3) for column in range(3)]
played = []
for line in sys.stdin:
    words = line.split()
    command = words[0] if words else ""
    if command == "ugi":
        print("a banner of no interest\nid name Misbehaving\nugiok", flush=True)
    elif command == "isready":
        print("readyok", flush=True)
    elif command == "position":
        played = words[words.index("moves") + 1 :] if "moves" in words else []
    elif command == "go":
        free = [cell for cell in cells if cell not in played]
        # It behaves for a while.
        if len(played) >= 3:
            if how == "crash":
                print("something went wrong", file=sys.stderr, flush=True)
                sys.exit(3)
            if how == "vanish":
                os.remove(__file__)
                sys.exit(3)
            if how == "hang":
                time.sleep(1000)
            if how == "late":
                time.sleep(4)
            if how == "illegal":
                free = played
            if how == "none":
                free = ["none"]
            if how == "nonsense":
                free = ["\x1b[2Jhello"]
            if how == "silent":
                sys.stdout.close()
        print("bestmove %s" % free[0], flush=True)
    elif command == "quit":
        break
