"""What an oracle is: the meaning of one game, written from the pages in docs/ alone, without the game's Rust code.

An oracle reads a level's text by itself. It knows the first state, the steps from any state, and what is true there; it
counts beside the game what properties can ask about. Oracles count without limit, while statements count as far as their
question can tell the difference, so only what is asked is compared.
"""

from collections import namedtuple

# A property, what the statement's propositions should be in their order (pairs of a text and a function of a state and its
# counts), whether something is counted, and whether bumping into walls is something to do.
Question = namedtuple("Question", "property items counted bumps")

# Statements have at most 64 conditions, and as many parts.
MOST_AT_ONCE = 55
LEFT, RIGHT, UP, DOWN = DIRECTIONS = ("left", "right", "up", "down")
STEP = {LEFT: (-1, 0), RIGHT: (1, 0), UP: (0, -1), DOWN: (0, 1)}
COMPARE = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


class Oracle:
    # The program's name of the game; what tells variants of it apart.
    game, variant = "", ""
    # Whether the program has an interpreter for it, and so no commands in its statements.
    interpreted = False
    # What the program says of levels that it need not have a statement for.
    refusals = None

    def __init__(self, text):
        raise NotImplementedError

    @classmethod
    def random_level(cls, rng):
        """A level's text."""
        raise NotImplementedError

    def steps(self, state):
        """Actions with the states that they lead to; none where play is over."""
        raise NotImplementedError

    def propositions(self):
        """What can be asked of a state, and when it is true."""
        raise NotImplementedError

    def variables(self, state):
        """Variables of the statement that the pages speak of, and their values."""
        return {}

    def choice(self, rng, steps, last):
        """How a random run goes on, after the action `last`."""
        return rng.choice(steps)

    # ------------------------------------------------------------- counters
    first_counts = {"moves": 0}

    def count(self, counts, action, before, after):
        return {**counts, "moves": counts["moves"] + 1}

    def bumped(self, counts):
        raise NotImplementedError

    def bumps(self, state):
        """The actions that end at a wall."""
        return []

    def counters(self, rng):
        """What can be compared with a number: its values, the numbers worth comparing with, and whether bumps are
        something to do where it is read."""
        return [("moves", lambda state, counts: counts["moves"], range(1, 8), False)]

    def counted_propositions(self):
        """Propositions that something counted says."""
        return []

    def requirements(self, rng):
        """Requirements about counters, with the formula that they stand for."""
        return []

    # ------------------------------------------------------------ questions
    def questions(self, rng):
        asked = [(text, plain(truth)) for text, truth in self.propositions()]
        for first in range(0, len(asked), MOST_AT_ONCE):
            yield together(asked[first : first + MOST_AT_ONCE], False, False)
        counters = self.counters(rng)
        for bumps in sorted({bumps for *_, bumps in counters}):
            items = [("win", dict(asked)["win"]), *self.counted_propositions()]
            for name, value, numbers, needs_bumps in counters:
                if needs_bumps and not bumps:
                    continue
                for number in sorted(rng.sample(list(numbers), min(4, len(numbers)))):
                    sign = rng.choice(list(COMPARE))
                    items.append((f"{name} {sign} {number}", compared(value, COMPARE[sign], number)))
            yield together(items, True, bumps)
        for text, truth in self.requirements(rng):
            yield Question(text, [(text, truth)], True, "score" in text)


def plain(truth):
    return lambda state, counts: truth(state)


def compared(value, compare, number):
    return lambda state, counts: compare(value(state, counts), number)


def together(items, counted, bumps):
    """One property in which each of these is a proposition."""
    return Question(" && ".join(f"F ({text})" for text, _ in items), items, counted, bumps)


class Directed(Oracle):
    """A game whose actions are directions: it counts turns."""

    first_counts = {"moves": 0, "heading": 0, "turns": 0, "straights": 0}

    def count(self, counts, action, before, after):
        heading, before_it = 1 + DIRECTIONS.index(action), counts["heading"]
        return {
            **counts,
            "moves": counts["moves"] + 1,
            "heading": heading,
            "turns": counts["turns"] + (before_it not in (0, heading)),
            "straights": counts["straights"] + (before_it == heading),
        }

    def counters(self, rng):
        return [(name, count_of(name), range(5) if name == "heading" else range(1, 8), False) for name in ("moves", "heading", "turns", "straights")]

    def requirements(self, rng):
        """`some` asks for a winning run that is so, `every` for one that is not."""
        won = dict(self.propositions())["win"]
        name, of = rng.choice([("twistiness", "moves"), ("turn-ratio", "straights"), ("turns", ""), ("straights", "")])
        least, n, k, m, some = rng.random() < 0.5, rng.randint(0, 3), rng.randint(1, 4), rng.randint(2, 8), rng.random() < 0.5

        def true(state, counts):
            if of:
                left, right = k * counts["turns"], n * counts[of]
            else:
                left, right = counts[name], n
            return won(state) and counts["moves"] <= m and (left >= right if least else left <= right) == some

        bound = f"{n}/{k}" if of else n
        return [(f"{'some' if some else 'every'} {name} {'>=' if least else '<='} {bound} within {m}", true)]


def count_of(name):
    return lambda state, counts: counts[name]
