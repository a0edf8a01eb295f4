"""Statements as the program prints them, evaluated by tools/check.py, which was written from docs/certificates.md alone."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))
import check  # noqa: E402


class Refused(Exception):
    """The program has no statement for this level and property."""


class System:
    """A statement as a transition system: its first state, what is true in a state, and the steps from it."""

    def __init__(self, text):
        self.statement = check.Statement(text)
        self.play = check.Play(self.statement)
        self.actions = [unescaped(self.statement.actions[action]) for action, _, _ in self.statement.commands]
        self.starts, self.places = self.statement.starts, self.statement.places
        self.true = self.play.labels

    def steps(self, state):
        return [(self.actions[n], after) for n, after in self.play.enabled(state)]


class Graph:
    """The same of a game with an interpreter of its own, as crates/conformance/src/graph.rs writes it: states are numbers."""

    def __init__(self, text):
        rows = [line.split(" ") for line in text.split("\n")[1:-1]]
        self.truth = [[int(digit) for digit in row[0]] for row in rows]
        self.ways = [None if row[1:] == ["-"] else [self.way(n, word) for word in row[1:]] for n, row in enumerate(rows)]
        self.starts, self.places = [0], {}

    def way(self, n, word):
        """Where it is not known where some action leads, `?` leads to the state itself."""
        action, _, to = word.rpartition(":")
        return (action, int(to)) if action else (word, n)

    def true(self, state):
        return self.truth[state]

    def steps(self, state):
        return self.ways[state]


def system(text):
    return Graph(text) if text.startswith("graph\n") else System(text)


def unescaped(name):
    return re.sub("%([0-9A-F]{2})", lambda match: chr(int(match[1], 16)), name) if name != "%" else ""


def printed(program, game, level, property):
    """What `playproof statement` prints of a level that stands in a file."""
    return said([program, "statement", level, "--game", game, "-p", property])


def played(program, game, level, property, states):
    """The states and steps of a game with an interpreter of its own."""
    return said([program, level, game, property, str(states)])


def said(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Refused(done.stderr.strip() or f"status {done.returncode}")
    return done.stdout
