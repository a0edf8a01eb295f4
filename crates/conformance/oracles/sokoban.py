"""Sokoban, with and without holes. From docs/formats.md (letters and rules) and properties.md (propositions and counters)."""

from drawings import OPPOSITE, beside, rows_of, strewn
from oracle import DIRECTIONS, DOWN, LEFT, RIGHT, UP, Directed, count_of

WALLS, PLAYERS, BOXES, GOALS = "#w1", "@+A", "$*B", ".*+"


def drawing(rng, marks, walls, floor, outside):
    """Walled in. Outside of the walls there may be blanks, with things in them that nobody gets to."""
    width, height = rng.randint(2, 6), rng.randint(1, 5)
    rows = strewn(rng, width, height, marks, [], walls, floor, rng.choice([0, 0.1, 0.2, 0.3]))
    rows = [walls[0] + row + walls[0] for row in rows]
    rows = [walls[0] * len(rows[0]), *rows, walls[0] * len(rows[0])]
    if outside:
        beyond = [rng.choice(["", "", "", "", outside]) for _ in rows]
        rows = [row + "".join(rng.choice(" " + text) if text else " " for _ in range(2)) + (walls[0] if text else "") for row, text in zip(rows, beyond)]
    return "\n".join(row.rstrip() for row in rows) + "\n"


class Sokoban(Directed):
    """A state is where the player is, where boxes are, and which holes are open."""

    game = "sokoban"
    first_counts = {**Directed.first_counts, "pushes": 0, "dropped": 0, "quiet_moves": 0, "setback": 0}

    @classmethod
    def random_level(cls, rng):
        player, boxes = rng.choice("@@@+"), rng.choices("$$$$*", k=rng.choice([0, 1, 1, 2, 2, 3]))
        goals = rng.choices(".", k=max(1, len(boxes) + rng.choice([-1, 0, 0, 0, 1])))
        return drawing(rng, [player, *boxes, *goals], "#", rng.choice(["-", "-_", "- "]), rng.choice(["", "", "$*."]))

    def __init__(self, text):
        letters = {(x, y): letter for y, row in enumerate(rows_of(text)) for x, letter in enumerate(row)}
        self.all = list(letters)
        self.floor = {place for place, letter in letters.items() if letter not in WALLS}
        self.goals = {place for place, letter in letters.items() if letter in GOALS}
        (player,) = [place for place, letter in letters.items() if letter in PLAYERS]
        reach, todo = {player}, [player]
        for place in todo:
            for to in (beside(place, d) for d in DIRECTIONS):
                if to in self.floor and to not in reach:
                    reach.add(to)
                    todo.append(to)
        boxes = {place for place, letter in letters.items() if letter in BOXES}
        # Out of reach, a box on a goal is left out, but stands beside others; one that is not makes the level impossible to win.
        self.left_out = {place for place in boxes if place not in reach and place in self.goals}
        boxes -= self.left_out
        self.counted = [place for place in self.all if place in reach or place in boxes]
        self.start = (player, frozenset(boxes), frozenset(place for place, letter in letters.items() if letter == "H"))

    def off_goals(self, state):
        return len(state[1] - self.goals)

    def won(self, state):
        return self.off_goals(state) == 0

    def steps(self, state):
        player, boxes, holes = state
        found = []
        for d in () if self.won(state) else DIRECTIONS:
            to = beside(player, d)
            if to not in self.floor or to in holes:
                continue
            if to not in boxes:
                found.append((d, (to, boxes, holes)))
                continue
            beyond = beside(to, d)
            if beyond not in self.floor or beyond in boxes:
                continue
            if beyond in holes:
                found.append((d, (to, boxes - {to}, holes - {beyond})))
            else:
                found.append((d, (to, boxes - {to} | {beyond}, holes)))
        return found

    # --------------------------------------------------------- propositions
    def wall(self, place, direction):
        """Whether a wall is on this side of a place; the edge of the drawing is as good as one."""
        return beside(place, direction) not in self.floor

    def in_corner(self, state):
        return any(
            (self.wall(box, LEFT) or self.wall(box, RIGHT)) and (self.wall(box, UP) or self.wall(box, DOWN)) for box in state[1] - self.goals
        )

    def on_edge(self, state):
        return any(self.edge(box, along, state[2]) for box in state[1] - self.goals for along in (RIGHT, DOWN))

    def edge(self, box, along, holes):
        row = [box]
        while not self.wall(row[-1], along):
            row.append(beside(row[-1], along))
        while not self.wall(row[0], OPPOSITE[along]):
            row.insert(0, beside(row[0], OPPOSITE[along]))
        sides = (UP, DOWN) if along == RIGHT else (LEFT, RIGHT)
        shut = any(all(self.wall(place, side) for place in row) for side in sides)
        return shut and not any(place in self.goals or place in holes for place in row)

    def two_blocked(self, state):
        return any(
            self.wall(box, side) and self.wall(beside(box, d), side)
            for box in state[1] - self.goals
            for d in DIRECTIONS
            if beside(box, d) in state[1] | self.left_out
            for side in DIRECTIONS
        )

    def propositions(self):
        yield "win", self.won
        yield "lose", lambda state: False
        yield "box_in_corner", self.in_corner
        yield "box_on_edge", self.on_edge
        yield "two_box_block", self.two_blocked
        yield "justice", lambda state: not (self.in_corner(state) or self.on_edge(state) or self.two_blocked(state))
        for x, y in self.all:
            yield f"at({x + 1}, {y + 1})", lambda state, place=(x, y): state[0] == place
            yield f"box_at({x + 1}, {y + 1})", lambda state, place=(x, y): place in state[1]
        for n, place in enumerate(self.counted):
            yield f"player == {n}", lambda state, place=place: state[0] == place
            yield f"box[{n}] != 0", lambda state, place=place: place in state[1]

    # ------------------------------------------------------------- counters
    def count(self, counts, action, before, after):
        counted = super().count(counts, action, before, after)
        counted["pushes"] += before[1] != after[1]
        counted["dropped"] += len(before[1]) - len(after[1])
        # The best moment so far is `setback` boxes better than this one.
        best = self.off_goals(before) - counts["setback"]
        progress = self.off_goals(after) < best
        counted["setback"] = 0 if progress else self.off_goals(after) - best
        counted["quiet_moves"] = 0 if progress else counts["quiet_moves"] + 1
        return counted

    def penalty(self, state, counts):
        return counts["moves"] + 100 * counts["dropped"]

    def counters(self, rng):
        own = [
            ("pushes", count_of("pushes"), range(1, 7), False),
            ("quiet_moves", count_of("quiet_moves"), range(1, 8), False),
            ("setback", count_of("setback"), range(len(self.start[1]) + 1), False),
            ("penalty", self.penalty, [1, 2, 3, 5, 9, 100, 105, 110, 115, 210, 215, 220], False),
        ]
        return [*super().counters(rng), *own]

    def counted_propositions(self):
        return [(f"moved_{d}", lambda state, counts, n=n: counts["heading"] == n) for n, d in enumerate(DIRECTIONS, 1)]

    def requirements(self, rng):
        n, least, some = rng.randint(0, 4), rng.random() < 0.5, rng.random() < 0.5

        def pushed(state, counts):
            return self.won(state) and counts["moves"] <= 9 and (counts["pushes"] >= n if least else counts["pushes"] <= n) == some

        quiet = ("progress-at-win <= 3", lambda state, counts: self.won(state) and counts["quiet_moves"] <= 3)
        return [*super().requirements(rng), (f"{'some' if some else 'every'} pushes {'>=' if least else '<='} {n} within 9", pushed), quiet]


class Holes(Sokoban):
    variant = "holes"

    @classmethod
    def random_level(cls, rng):
        n_boxes = rng.choice([0, 1, 1, 2, 2, 3])
        n_holes = max(1, n_boxes + rng.choice([-1, 0, 0, 1]))
        if rng.random() < 0.6:
            # Goals among the holes are rare in these letters.
            marks, walls, floor, few = "A" + "B" * n_boxes, "w1#", "0", ""
        else:
            # A digit would be a number of letters here.
            marks, walls, floor, few = rng.choice("A@") + "".join(rng.choices("B$*", k=n_boxes)), "#w", "-_", ".."
        others = ["H"] * n_holes + rng.choices(few, k=rng.randint(0, 2) if few else 0)
        return drawing(rng, [*marks, *others], walls, floor, "")
