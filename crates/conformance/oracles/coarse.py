"""Platform levels in steps of a tile. From docs/platform-coarse.md."""

from oracle import Oracle, count_of
from tiles import Tiles, random_tiles

# Short jumps: how far up, and how far to the side, first what comes first; and what an action takes.
ACTIONS = {
    "R": ([("drift", 1, 1)], 1),
    "L": ([("drift", -1, 1)], 1),
    "J": ([("rise", 0, 2)], 3),
    "RJ": ([("rise", 0, 1), ("drift", 1, 4)], 3),
    "LJ": ([("rise", 0, 1), ("drift", -1, 4)], 3),
    "JR": ([("rise", 0, 2), ("drift", 1, 1)], 3),
    "JL": ([("rise", 0, 2), ("drift", -1, 1)], 3),
    "N": ([], 1),
}
LETTERS = ["letter ^: deadly from the side, deadly from above", "letter t: deadly from above", "letter s: deadly from the side", "letter B: solid, breaks from below",
           "letter d: solid, deadly from above", "letter p: stompable", "letter e: walks, stompable", "letter w: walks", "letter k: walks, deadly from above"]  # fmt: skip


class Over(Exception):
    """The action ends here, with a win or a death."""


class Coarse(Oracle):
    """A state is where the player is, alive or dead, the time that is left, the dead mushrooms, the broken blocks and the coins taken."""

    game = "platform-coarse"
    first_counts = {"moves": 0, "time_used": 0}

    @classmethod
    def random_level(cls, rng):
        settings = list(LETTERS)
        if rng.random() < 0.4:
            settings.append(f"time: {rng.randint(1, 20)}")
        if rng.random() < 0.4:
            settings.append(f"style: {rng.choice(['expert', 'novice', 'peaceful', 'walking', 'novice, peaceful'])}")
        return random_tiles(rng, "coarse", rng.choice(["XX#%oooggBB^tsd", "XX#%oogBt^peewk"]), settings)

    def __init__(self, text):
        self.tiles = Tiles(text)
        self.mushrooms, self.coins = self.tiles.having("stompable"), self.tiles.having("collectable")
        self.blocks = self.tiles.having("breaks from below")
        self.start = (self.tiles.start, True, self.tiles.time, frozenset(), frozenset(), frozenset())

    # ----------------------------------------------------------------- places
    def block(self, place, broken):
        """Beside the drawing there is wall, above it air, below it nothing."""
        x, _ = place
        return not 0 <= x < self.tiles.width or "solid" in self.tiles.at.get(place, set()) and place not in broken

    def stands(self, place, broken):
        x, y = place
        return self.block((x, y + 1), broken) or "one-way" in self.tiles.at.get((x, y + 1), set())

    def is_exit(self, place):
        return place in self.tiles.exits if self.tiles.touch else place[0] == self.tiles.exit_column

    def won(self, state):
        return state[1] and self.is_exit(state[0])

    def lost(self, state):
        return not self.won(state) and (not state[1] or state[2] == 0)

    # ---------------------------------------------------------------- actions
    def steps(self, state):
        place, _, time, *_ = state
        if self.won(state) or self.lost(state):
            return
        for action, (components, takes) in ACTIONS.items():
            if "novice" in self.tiles.styles and any(n > 1 for what, _, n in components if what == "drift"):
                continue
            after = self.act(state, components)
            if after is None:
                continue
            if time is not None and takes > time:
                # Time before all, styles too: it does not take place, and would kill nobody.
                yield action, (place, True, 0, *state[3:])
            elif "peaceful" not in self.tiles.styles or after[3] == state[3]:
                yield action, (*after[:2], time and time - takes, *after[3:])

    def act(self, state, components):
        """The state after an action, but for its time, or nothing where it is not possible."""
        place, _, time, dead, broken, coins = state
        here = Way(self, place, dead, broken, coins)
        standing = self.stands(place, broken)
        try:
            if not components and standing or components and components[0][0] == "rise" and not standing:
                return None
            for n, (what, side, most) in enumerate(components):
                moved = here.rise(most) if what == "rise" else here.drift(side, most)
                if moved == 0 and n == 0:
                    if not here.broke:
                        return None
                    # A block right above the head: the jump breaks it and does nothing else.
                    return (place, True, time, dead, broken | here.broke, coins)
            here.fall()
        except Over:
            pass
        return (here.place, here.alive, time, here.dead, broken | here.broke, here.coins)

    # ----------------------------------------------------------- propositions
    def number(self, place):
        """Row by row, from the row above the drawing on, where all that is higher counts; the dead lie below it."""
        return place[0] + (max(place[1], -1) + 1) * self.tiles.width

    def propositions(self):
        yield "win", self.won
        yield "lose", self.lost
        for y in range(self.tiles.height):
            for x in range(self.tiles.width):
                if not self.block((x, y), frozenset(self.blocks)):
                    yield f"at({x + 1}, {y + 1})", lambda state, place=(x, y): state[0] == place
        for n in range(self.tiles.width * (self.tiles.height + 2)):
            yield f"player == {n}", lambda state, n=n: self.number(state[0]) == n
        for n, place in enumerate(self.mushrooms):
            yield f"enemy[{n}] == 1", lambda state, place=place: place not in state[3]
        for n, place in enumerate(self.blocks):
            yield f"block[{n}] == 1", lambda state, place=place: place not in state[4]
        if self.tiles.time is not None:
            for n in {0, 1, 2, 3, self.tiles.time} & set(range(self.tiles.time + 1)):
                yield f"time == {n}", lambda state, n=n: state[2] == n

    def counted_propositions(self):
        return [(f"coin_{n} == 1", lambda state, counts, place=place: place in state[5]) for n, place in enumerate(self.coins, 1)][:20]

    def counters(self, rng):
        return [
            *super().counters(rng),
            ("time_used", count_of("time_used"), range(1, 12), False),
            ("kills", lambda state, counts: len(state[3]), range(len(self.mushrooms) + 1), False),
            ("coins", lambda state, counts: len(state[5]), range(len(self.coins) + 1), False),
        ]

    def count(self, counts, action, before, after):
        counted = super().count(counts, action, before, after)
        # What there is no time for takes all that is left.
        takes = ACTIONS[action][1]
        return {**counted, "time_used": counts["time_used"] + (takes if before[2] is None else min(takes, before[2]))}


class Way:
    """The player on the way of one action."""

    def __init__(self, game, place, dead, broken, coins):
        self.game, self.place, self.dead, self.broken, self.coins = game, place, dead, broken, coins
        self.alive, self.broke = True, frozenset()

    def rise(self, most):
        for n in range(most):
            above = (self.place[0], self.place[1] - 1)
            if self.game.block(above, self.broken):
                if above in self.game.blocks:
                    self.broke = frozenset([above])
                return n
            self.go(above, False)
        return most

    def drift(self, side, most):
        for n in range(most):
            to = (self.place[0] + side, self.place[1])
            if self.game.block(to, self.broken):
                return n
            self.go(to, False)
        return most

    def fall(self):
        # A block that this action broke is there until it ends.
        while not self.game.stands(self.place, self.broken):
            self.go((self.place[0], self.place[1] + 1), True)
        x, y = self.place
        if "deadly from above" in self.game.tiles.at.get((x, y + 1), set()) and self.game.block((x, y + 1), self.broken):
            self.die()

    def go(self, place, falling):
        self.place, what = place, self.game.tiles.at.get(place, set())
        if "collectable" in what:
            self.coins |= {place}
        if self.game.is_exit(place):
            raise Over
        if place in self.game.mushrooms:
            if falling:
                self.dead |= {place}
            elif "deadly from the side" in what and place not in self.dead:
                self.die()
        elif "solid" not in what and ("deadly from above" if falling else "deadly from the side") in what or place[1] >= self.game.tiles.height:
            self.die()

    def die(self):
        self.place, self.alive = (self.place[0], self.game.tiles.height), False
        raise Over
