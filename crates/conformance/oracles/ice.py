"""Sliding on ice. From docs/ice.md."""

from drawings import beside, rows_of, strewn
from oracle import DIRECTIONS, Directed


class Ice(Directed):
    game = "ice"

    @classmethod
    def random_level(cls, rng):
        marks, others = "AG", rng.choices("G:", k=rng.choice([0, 1, 3, 5]))
        rows = strewn(rng, rng.randint(2, 9), rng.randint(1, 7), marks, others, "#", "~", rng.choice([0, 0.1, 0.2, 0.3]))
        return "\n".join(rows if "~" in "".join(rows) or ":" in "".join(rows) else [row + "~" for row in rows]) + "\n"

    def __init__(self, text):
        self.letters = {(x, y): letter for y, row in enumerate(rows_of(text)) for x, letter in enumerate(row)}
        (self.start,) = [place for place, letter in self.letters.items() if letter == "A"]

    def won(self, place):
        return self.letters[place] == "G"

    def slide(self, place, direction):
        while self.letters.get(beside(place, direction), "#") != "#":
            place = beside(place, direction)
            if self.letters[place] in ":G":
                break
        return place

    def steps(self, place):
        ways = [] if self.won(place) else [(d, self.slide(place, d)) for d in DIRECTIONS]
        return [(d, to) for d, to in ways if to != place]

    def propositions(self):
        yield "win", self.won
        yield "lose", lambda state: False
        # Every place of the drawing is counted.
        for n, (x, y) in enumerate(self.letters):
            yield f"at({x + 1}, {y + 1})", lambda state, place=(x, y): state == place
            yield f"player == {n}", lambda state, place=(x, y): state == place
