#!/usr/bin/env python3
"""A program that learns Tetris from what it sees and earns, with nothing but the standard library.

    python3 examples/learn.py --ludex target/release/ludex --save weights.json
    python3 examples/learn.py --http http://127.0.0.1:7777 --seconds 120
    ludex arena tetris --rules rlcomp --size 10x20 --metric steps --games 20 \\
        --agents 'random;exec:python3 examples/learn.py --play weights.json'

The environment is that of the RL-Competition: six actions (`left`, `right`, `rotate`, `rotate-back`, `none`, `drop`), one row down
with each of them. It is asked through `ludex engine`, a line in and a line out, or through `POST /api/v1/steps` of `ludex serve`:

    {"id": 1, "ask": "step", "rules": "rlcomp", "size": "10x20", "seed": 7}
    {"id": 1, "answer": "step", "position": "...", "observation": {"width": 10, "height": 20, "cells": [0, ...],
     "numbers": {"piece": 2, "rotation": 0, "x": 3, "y": -1}}, "reward": 0.0, "over": false, ...}
    {"id": 2, "ask": "step", "position": "...", "actions": ["rotate", "left", "drop"], "seed": 8}

What is learned are weights of six features of the board after a placement, by the cross-entropy method: candidates are drawn
around a mean, play with the same pieces, and those that earned most are the next mean. The game itself is only known by its answers
and by the shapes of its pieces.
"""

import argparse
import http.client
import json
import math
import random
import subprocess
import sys
import time
import urllib.parse

# The cells (x, y) of every turn of I, O, T, S, Z, L, J in its 5x5 box, y downwards.
SHAPES = [
    [[(0, 2), (1, 2), (2, 2), (3, 2)], [(2, 1), (2, 2), (2, 3), (2, 4)]],
    [[(1, 2), (1, 3), (2, 2), (2, 3)]],
    [
        [(1, 2), (2, 1), (2, 2), (2, 3)],
        [(1, 2), (2, 2), (2, 3), (3, 2)],
        [(2, 1), (2, 2), (2, 3), (3, 2)],
        [(1, 2), (2, 1), (2, 2), (3, 2)],
    ],
    [[(1, 1), (2, 1), (2, 2), (3, 2)], [(1, 2), (1, 3), (2, 1), (2, 2)]],
    [[(1, 2), (2, 1), (2, 2), (3, 1)], [(1, 1), (1, 2), (2, 2), (2, 3)]],
    [
        [(1, 2), (2, 2), (3, 2), (3, 3)],
        [(2, 1), (2, 2), (2, 3), (3, 1)],
        [(1, 1), (1, 2), (2, 2), (3, 2)],
        [(1, 3), (2, 1), (2, 2), (2, 3)],
    ],
    [
        [(1, 2), (2, 2), (3, 1), (3, 2)],
        [(1, 1), (2, 1), (2, 2), (2, 3)],
        [(1, 2), (1, 3), (2, 2), (3, 2)],
        [(2, 1), (2, 2), (2, 3), (3, 3)],
    ],
]
ACTIONS = ["left", "right", "rotate", "rotate-back", "none", "drop"]
FEATURES = ["rows", "height", "holes", "steps", "highest", "landing"]


def columns_of(cells):
    """A shape as columns from the left: x of the first, and for each the bits of its cells from the lowest row up."""
    lowest = max(y for _, y in cells)
    left = min(x for x, _ in cells)
    bits = [0] * (max(x for x, _ in cells) - left + 1)
    for x, y in cells:
        bits[x - left] |= 1 << (lowest - y)
    bottoms = [(b & -b).bit_length() - 1 for b in bits]
    return left, bits, bottoms, min(y for _, y in cells)


FORMS = [[columns_of(cells) for cells in turns] for turns in SHAPES]


class Engine:
    """`ludex engine tetris`, a process: a question a line, an answer a line."""

    def __init__(self, program):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, "engine", "tetris"], stdin=pipe, stdout=pipe, text=True)
        self.asked = 0

    def ask(self, question):
        self.asked += 1
        self.process.stdin.write(json.dumps({"id": self.asked, "ask": "step", **question}) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Server:
    """`ludex serve`, over HTTP."""

    def __init__(self, address):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc)

    def ask(self, question):
        body = json.dumps({"game": "tetris", **question})
        self.connection.request("POST", "/api/v1/steps", body, {"Content-Type": "application/json"})
        return json.loads(self.connection.getresponse().read())

    def close(self):
        self.connection.close()


class Game:
    """One episode. Chance draws from the dice, so the same dice give the same pieces."""

    def __init__(self, world, options, dice):
        self.world, self.dice, self.earned = world, dice, 0.0
        self.take({"rules": options.rules, "size": options.size})

    def act(self, actions):
        self.take({"position": self.now["position"], "actions": actions})

    def take(self, question):
        self.now = self.world.ask({**question, "seed": self.dice.getrandbits(48)})
        if self.now["answer"] != "step":
            sys.exit(f"ludex says: {self.now['message']}")
        self.earned += self.now["reward"]


def read_pile(seen):
    """The board as columns: the bits of each from the floor up."""
    width, height, cells = seen["width"], seen["height"], seen["cells"]
    columns = [0] * width
    for i, full in enumerate(cells):
        if full:
            columns[i % width] |= 1 << (height - 1 - i // width)
    return columns


def place(columns, form, x):
    """The pile with a piece dropped straight at column x, and how high it lies; rows are not removed yet."""
    _, bits, bottoms, _ = form
    low = max(columns[x + i].bit_length() - bottom for i, bottom in enumerate(bottoms))
    low = max(low, 0)
    after = columns.copy()
    for i, b in enumerate(bits):
        after[x + i] |= b << low
    return after, low


def measure(columns, low):
    """The features of a pile: rows that are full (they go), heights added up, holes, steps between neighbours, the highest."""
    full = columns[0]
    for column in columns:
        full &= column
    rows = full.bit_count()
    while full:
        bit = full & -full
        below = bit - 1
        columns = [(column & below) | (column >> 1 & ~below) for column in columns]
        full = (full ^ bit) >> 1
    heights = [column.bit_length() for column in columns]
    height = sum(heights)
    holes = height - sum(column.bit_count() for column in columns)
    steps = sum(abs(a - b) for a, b in zip(heights, heights[1:]))
    return rows, height, holes, steps, max(heights), low


def plan(seen, weights):
    """The actions that bring the falling piece to the place that the weights like best."""
    columns, numbers = read_pile(seen), seen["numbers"]
    forms = FORMS[numbers["piece"]]
    best = None
    for turn, form in enumerate(forms):
        left, bits, _, _ = form
        for x in range(len(columns) - len(bits) + 1):
            features = measure(*place(columns, form, x))
            worth = sum(weight * feature for weight, feature in zip(weights, features))
            if best is None or worth > best[0]:
                best = worth, turn, x - left
    _, turn, x = best
    turns = (turn - numbers["rotation"]) % len(forms)
    # A turn that would stick out at the top waits until the piece has come down a row.
    wait = turns > 0 and numbers["y"] + min(form[3] for form in forms) < 0
    shift = x - numbers["x"]
    turning = ["rotate-back"] if turns == 3 else ["rotate"] * turns
    return ["none"] * wait + turning + ["left" if shift < 0 else "right"] * abs(shift) + ["drop"]


def play(world, options, dice, choose):
    """Plays an episode, of `--pieces` pieces at most: what it earned, and its steps."""
    game, lots = Game(world, options, dice), random.Random(dice.getrandbits(48))
    while not game.now["over"] and game.now["metrics"]["pieces"] < options.pieces:
        game.act(choose(game.now["observation"], lots))
    return game.earned, game.now["metrics"]["steps"]


def any_action(_, lots):
    return [lots.choice(ACTIONS)]


def learn(world, options):
    """The cross-entropy method, until the time is over: the mean of the last generation."""
    dice = random.Random(options.seed)
    mean, spread = [0.0] * len(FEATURES), [1.0] * len(FEATURES)
    end, generation = time.monotonic() + options.seconds, 0
    while generation < options.generations and time.monotonic() < end:
        lots = dice.getrandbits(48)
        tried = []
        for _ in range(options.candidates):
            weights = [dice.gauss(m, s) for m, s in zip(mean, spread)]
            earned, steps = play(world, options, random.Random(lots), lambda seen, _: plan(seen, weights))
            tried.append((earned + steps / 1000, weights))
            if time.monotonic() > end:
                break
        tried.sort(reverse=True)
        best = [weights for _, weights in tried[: max(2, len(tried) // 4)]]
        if len(tried) == options.candidates:
            mean = [sum(column) / len(best) for column in zip(*best)]
            # A little noise keeps the search from stopping too early.
            spread = [math.dist(column, [m] * len(column)) / math.sqrt(len(column)) + 0.05 for column, m in zip(zip(*best), mean)]
            generation += 1
            print(f"generation {generation}: the best quarter earned {tried[len(best) - 1][0]:.2f} or more", file=sys.stderr)
    return mean, generation


def mean_and_error(values):
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, math.sqrt(variance / len(values))


def report(name, world, options, choose):
    """Plays `--games` games with pieces that nobody learned from, and prints the means with their standard errors."""
    played = [play(world, options, random.Random(f"test {options.seed} {i}"), choose) for i in range(options.games)]
    (earned, error), (steps, steps_error) = map(mean_and_error, zip(*played))
    print(f"{name}: reward {earned:.2f} +-{error:.2f}, steps {steps:.1f} +-{steps_error:.1f} ({len(played)} games)", flush=True)


def train(options):
    world = Server(options.http) if options.http else Engine(options.ludex)
    report("random", world, options, any_action)
    weights, generations = learn(world, options)
    print(f"weights after {generations} generations: " + ", ".join(f"{n} {w:.2f}" for n, w in zip(FEATURES, weights)))
    report("learned", world, options, lambda seen, _: plan(seen, weights))
    world.close()
    if options.save:
        with open(options.save, "w") as file:
            json.dump(dict(zip(FEATURES, weights)), file)


def take_part(path):
    """A player of `ludex arena`: one question a line, one answer a line."""
    with open(path) as file:
        learned = json.load(file)
    weights = [learned[name] for name in FEATURES]
    for line in sys.stdin:
        question = json.loads(line)
        action = plan(question["observation"], weights)[0]
        print(json.dumps({"id": question["id"], "move": action}), flush=True)


def main():
    parser = argparse.ArgumentParser(description="Learns Tetris from what it sees and earns.")
    parser.add_argument("--ludex", default="ludex", help="the program; it is started as an engine")
    parser.add_argument("--http", help="the address of a server, instead")
    parser.add_argument("--rules", default="rlcomp", help="the rules, rlcomp with its options")
    parser.add_argument("--size", default="10x20", help="width x height of the board")
    parser.add_argument("--seconds", type=float, default=60, help="time to learn")
    parser.add_argument("--generations", type=int, default=10**9, help="learn no longer than so many generations")
    parser.add_argument("--candidates", type=int, default=24, help="candidates of a generation")
    parser.add_argument("--pieces", type=int, default=300, help="the longest game")
    parser.add_argument("--games", type=int, default=100, help="games to compare with random play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="a file for the weights")
    parser.add_argument("--play", metavar="WEIGHTS", help="take part in `ludex arena` with these weights")
    options = parser.parse_args()
    if options.play:
        take_part(options.play)
    else:
        train(options)


if __name__ == "__main__":
    main()
