#!/usr/bin/env python3
"""A player for `ludex arena`, with nothing but the standard library.

    ludex arena tris --agents 'random;minimax;exec:python3 examples/bot.py' --games 20
    ludex arena snake --agents 'random;exec:python3 examples/bot.py' --games 20

One question a line comes in, one answer a line goes out:

    {"id": 1, "ask": "move", "game": "tris", "position": "tris standard 3x3\\n...\\n.X.\\n...\\n",
     "seat": 1, "moves": ["a1", "b1", ...], "seconds": 60.0, "seed": 1234}
    {"id": 1, "move": "a1"}

In Tris on 3x3 it searches the whole game and never loses. In every other game it draws lots among the legal moves.
What it prints on standard error is shown if it crashes.
"""

import json
import random
import sys
from functools import cache

CELLS = [column + row for row in "123" for column in "abc"]
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def read_board(position):
    """The nine cells, a1 first: the first line of a position names the game, and the top row comes first."""
    rows = position.split("\n")[1:4]
    return "".join(reversed(rows)) if all(len(row) == 3 for row in rows) else None


@cache
def value(board, mover, other):
    """1 if the mover wins, 0 for a draw, -1 if the other one does."""
    if any(all(board[cell] == other for cell in row) for row in ROWS):
        return -1
    free = [cell for cell in range(9) if board[cell] == "."]
    return max((-value(put(board, cell, mover), other, mover) for cell in free), default=0)


def put(board, cell, mark):
    return board[:cell] + mark + board[cell + 1 :]


def choose(question):
    dice = random.Random(question["seed"])
    moves = question["moves"]
    if question["position"].startswith("tris standard 3x3\n"):
        board = read_board(question["position"])
        mover, other = ("X", "O") if question["seat"] == 0 else ("O", "X")
        worth = {move: -value(put(board, CELLS.index(move), mover), other, mover) for move in moves}
        moves = [move for move in moves if worth[move] == max(worth.values())]
    return dice.choice(moves)


for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "move": choose(question)}), flush=True)
