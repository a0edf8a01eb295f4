"""Mazes, and the games in which somebody else moves: races, runs and catches. From docs/games.md, formats.md and properties.md."""

from functools import cache, partial

from drawings import Walked, strewn
from oracle import DIRECTIONS


def level(rng, marks):
    others = rng.choices("G", k=rng.choice([0, 0, 1, 2])) + rng.choices("<>^v", k=rng.choice([0, 0, 1, 3, 6]))
    floor = rng.choice(["0", "-", "0-", "-"])
    rows = strewn(rng, rng.randint(1, 7), rng.randint(2, 6), marks, others, "#1w", floor, rng.choice([0, 0.2, 0.3, 0.4]))
    # A border is not needed, and spaces are floor: sometimes they are left away at the ends.
    if rng.random() < 0.5:
        rows = ["#" + row + "#" for row in rows]
        rows = ["#" * len(rows[0]), *rows, "#" * len(rows[0])]
        rows = [row[0] + row[1:-1].replace("0", " ") + row[-1] for row in rows]
    return "\n".join(rows) + "\n"


class Maze(Walked):
    game = "maze"

    @classmethod
    def random_level(cls, rng):
        return level(rng, "AG")

    def __init__(self, text):
        super().__init__(text)
        self.start = (self.only("A"),)

    def won(self, state):
        return state[0] in self.goals

    def steps(self, state):
        ways = [] if self.won(state) else [(d, self.walk(state[0], d)) for d in DIRECTIONS]
        return [(d, (to,)) for d, to in ways if to]


class Pursuit(Walked):
    """A state is where the player and the other one are."""

    letter = ""

    @classmethod
    def random_level(cls, rng):
        return level(rng, "AG" + cls.letter)

    def __init__(self, text):
        super().__init__(text)
        self.start = (self.only("A"), self.only(self.letter))
        self.into = {place: [before for before in self.floor if place in map(partial(self.walk, before), DIRECTIONS)] for place in self.floor}

    @cache
    def first_step(self, place, targets, shut):
        """The first step of a shortest way to the nearest target that is not through `shut`; to stay, if there is none."""
        far = {target: 0 for target in targets if target != shut}
        todo = list(far)
        for to in todo:
            for before in self.into[to]:
                if before not in far and before != shut:
                    far[before] = far[to] + 1
                    todo.append(before)
        for d in DIRECTIONS:
            to = self.walk(place, d)
            if place in far and far[place] > 0 and far.get(to) == far[place] - 1:
                return to
        return place

    def answer(self, player, other):
        raise NotImplementedError

    def walks_to(self, place, other):
        return place

    def steps(self, state):
        if self.won(state) or self.lost(state):
            return []
        player, other = state
        found = []
        for d in DIRECTIONS:
            to = self.walk(player, d)
            if to is None:
                continue
            player_after = player if self.stays_before(to, other) else to
            after = (player_after, other)
            if not self.won(after) and not self.lost(after):
                after = (player_after, self.answer(player_after, other))
            found.append((d, after))
        return found

    def stays_before(self, to, other):
        """Whether the other one is in the way like a wall."""
        return False

    def propositions(self):
        other_at = [(f"opponent_at({x + 1}, {y + 1})", lambda state, place=(x, y): state[1] == place) for x, y in self.letters]
        return [*super().propositions(), *other_at]


class Race(Pursuit):
    game, letter = "race", "E"

    def won(self, state):
        return state[0] in self.goals

    def lost(self, state):
        return state[1] in self.goals and not self.won(state)

    def stays_before(self, to, other):
        return to == other

    def answer(self, player, other):
        return self.first_step(other, tuple(self.goals), player)


class Run(Pursuit):
    game, letter = "run", "C"

    def won(self, state):
        return state[0] in self.goals and state[0] != state[1]

    def lost(self, state):
        return state[0] == state[1]

    def answer(self, player, other):
        return self.first_step(other, (player,), None)


class Catch(Pursuit):
    game, letter = "catch", "R"

    def won(self, state):
        return state[0] == state[1]

    def lost(self, state):
        return state[1] in self.goals and not self.won(state)

    def answer(self, player, other):
        return self.first_step(other, tuple(self.goals), player)
