"""Drawings of letters, and what several games on drawings share."""

from oracle import DIRECTIONS, DOWN, LEFT, RIGHT, STEP, UP, Directed, count_of

OPPOSITE = {LEFT: RIGHT, RIGHT: LEFT, UP: DOWN, DOWN: UP}
ARROWS = {"<": LEFT, ">": RIGHT, "^": UP, "v": DOWN}


def rows_of(text):
    """The rows of the only level in a file of drawings, filled up with spaces."""
    rows = [line for line in text.split("\n") if line.strip() and not line.startswith(";")]
    width = max(len(row.rstrip()) for row in rows)
    return [row.rstrip().ljust(width) for row in rows]


def beside(place, direction):
    (x, y), (dx, dy) = place, STEP[direction]
    return (x + dx, y + dy)


class Walked(Directed):
    """Floor that is walked on, in the letters of a maze. Beyond the drawing there is wall. Places are columns and rows from 0."""

    first_counts = {**Directed.first_counts, "penalty": 0}

    def __init__(self, text):
        rows = rows_of(text)
        self.letters = {(x, y): letter for y, row in enumerate(rows) for x, letter in enumerate(row)}
        self.floor = [place for place in sorted(self.letters, key=lambda p: (p[1], p[0])) if self.letters[place] not in "#1w"]
        self.goals = [place for place in self.floor if self.letters[place] == "G"]

    def only(self, letter):
        (place,) = [place for place in self.floor if self.letters[place] == letter]
        return place

    def walk(self, place, direction):
        """Where a step leads to, if it is possible: an arrow is left in its direction, and not entered against it."""
        to = beside(place, direction)
        if self.letters.get(to, "#") in "#1w":
            return None
        if ARROWS.get(self.letters[place], direction) != direction:
            return None
        if ARROWS.get(self.letters[to]) == OPPOSITE[direction]:
            return None
        return to

    # What follows is about a player, who is the first thing of a state.
    def won(self, state):
        raise NotImplementedError

    def lost(self, state):
        return False

    def places(self):
        number = {place: n for n, place in enumerate(self.floor)}
        for x, y in self.letters:
            yield f"at({x + 1}, {y + 1})", lambda state, place=(x, y): state[0] == place
        for place, n in number.items():
            yield f"player == {n}", lambda state, place=place: state[0] == place

    def propositions(self):
        return [("win", self.won), ("lose", self.lost), *self.places()]

    def bumps(self, state):
        if self.won(state) or self.lost(state):
            return []
        return [d for d in DIRECTIONS if self.walk(state[0], d) is None]

    def count(self, counts, action, before, after):
        return {**super().count(counts, action, before, after), "penalty": counts["penalty"] + 1}

    def bumped(self, counts):
        return {**counts, "penalty": counts["penalty"] + 100}

    def score(self, state, counts):
        return 1000 * self.won(state) - 1000 * self.lost(state) - counts["penalty"]

    def counters(self, rng):
        near = [base - bumps * 100 - moves for base in (0, 1000, -1000) for bumps in (0, 1, 2) for moves in range(6)]
        few = [100 * bumps + moves for bumps in range(3) for moves in range(6)]
        return [*super().counters(rng), ("penalty", count_of("penalty"), few, True), ("score", self.score, near, True)]

    def requirements(self, rng):
        n, least, some = rng.choice([-101, 600, 890, 896, 990, 997, -99, 0]), rng.random() < 0.5, rng.random() < 0.5

        def true(state, counts):
            score = self.score(state, counts)
            return self.won(state) and (score >= n if least else score <= n) == some

        return [*super().requirements(rng), (f"{'some' if some else 'every'} score {'>=' if least else '<='} {n}", true)]


def strewn(rng, width, height, marks, others, wall, floor, share):
    """A random drawing with all of these marks on it, and others where there is room."""
    width = max(width, -(-len(marks) // height))
    cells = [[rng.choice(wall) if rng.random() < share else rng.choice(floor) for _ in range(width)] for _ in range(height)]
    free = [(x, y) for x in range(width) for y in range(height)]
    rng.shuffle(free)
    for letter in [*marks, *others]:
        if free:
            x, y = free.pop()
            cells[y][x] = letter
    return ["".join(row) for row in cells]
