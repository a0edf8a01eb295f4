"""Platform levels with exact physics. From docs/platform.md.

All lengths are parts of a pixel, and `y` is where the feet are, downwards. Fractions are exact until they are rounded.
"""

from fractions import Fraction
from functools import cache

from oracle import Oracle
from tiles import Tiles, random_tiles

DEFAULT = {
    "fineness": "16", "walk": "0.6", "run": "1.2", "friction": "0.890625", "still": "0.5", "rise": "1.9", "ticks": "7",
    "drag": "0.85", "gravity": "3", "width": "9", "height": "13", "walker": "1.75",
}  # fmt: skip
GAITS = {"run-left": ("run", -1), "left": ("walk", -1), "stay": ("walk", 0), "right": ("walk", 1), "run-right": ("run", 1)}
LETTERS = ["letter ^: deadly from the side, deadly from above", "letter B: solid, breaks from below", "letter t: deadly from above",
           "letter s: deadly from the side", "letter p: stompable", "letter q: stompable, deadly from the side", "letter w: walks",
           "letter k: walks, deadly from above", "letter e: walks, stompable"]  # fmt: skip
OWN = ["profile run: 1.4", "profile gravity: 2.5", "profile ticks: 5", "profile walker: 3", "profile width: 11.5", "profile height: 15",
       "profile still: 0.3", "profile still: 0.28", "profile drag: 0.8", "profile rise: 1.6", "profile friction: 0.85", "profile walk: 0.75", "profile fineness: 7", "profile walk: 0.65625", "profile gravity: 2.03125", "profile walker: 1.46875"]  # fmt: skip


def rounded(number):
    """To the nearest whole number, halves away from zero."""
    return int(abs(number) + Fraction(1, 2)) * (1 if number >= 0 else -1)


class Platform(Oracle):
    """A state is (x, vx, y, vy, jump, ground), broken blocks, the time left, and for each who can be met (x, y, vy, ground, direction), or nothing if it is gone."""

    game = "platform"

    @classmethod
    def random_level(cls, rng):
        settings = list(LETTERS)
        settings += [f"time: {rng.randint(1, 60)}"] * (rng.random() < 0.3)
        settings += [f"style: {rng.choice(['expert', 'novice', 'peaceful', 'walking', 'novice, peaceful'])}"] * (rng.random() < 0.4)
        own = {line.split(":")[0]: line for line in rng.sample(OWN, 2)}
        settings += rng.choice([[], [], ["profile: quarter"], own.values()])
        return random_tiles(rng, "exact", rng.choice(["XX%oogg", "XX#%ooggBB^tspqwke", "ggewk", "BXX"]), settings)

    def __init__(self, text):
        self.tiles = Tiles(text)
        numbers = dict(DEFAULT)
        if self.tiles.settings.get("profile") == "quarter":
            numbers["fineness"] = "4"
        for name, value in self.tiles.settings.items():
            if name.startswith("profile "):
                numbers[name[8:]] = value
        number = {name: Fraction(value) for name, value in numbers.items()}
        parts = number["fineness"]
        self.number, self.parts, self.ticks, self.tile = number, parts, int(number["ticks"]), int(16 * parts)
        self.wide, self.high = rounded(number["width"] * parts), rounded(number["height"] * parts)
        self.walker_way = rounded(number["walker"] * parts)
        self.bottom = self.tiles.height * self.tile
        self.at_rest = self.fall_after(0)
        self.blocks, self.coins = self.tiles.having("breaks from below"), self.tiles.having("collectable")
        self.met = [place for place in sorted(self.tiles.at, key=lambda p: (p[1], p[0])) if self.can_be_met(place)]
        self.spikes = [place for place in self.tiles.at if not self.can_be_met(place) and "deadly from above" in self.tiles.at[place]]
        self.walk_fast = self.fastest_walk()
        x, y = self.begin(self.tiles.start)
        others = tuple((*self.begin(place), self.at_rest, "walks" not in self.tiles.at[place], -1) for place in self.met)
        self.start = ((x, 0, y, self.at_rest, 0, 0), frozenset(), self.tiles.time, others)

    def can_be_met(self, place):
        """Who walks, and who matters from one side only."""
        what = self.tiles.at[place]
        spike = what.issuperset({"deadly from the side", "deadly from above"})
        return "walks" in what or bool(what & {"stompable", "deadly from the side", "deadly from above"}) and not spike

    def begin(self, place):
        """In the middle of a place, the feet at its bottom."""
        return (place[0] * self.tile + (self.tile - self.wide) // 2, (place[1] + 1) * self.tile)

    # ---------------------------------------------------------------- numbers
    def fall_after(self, way):
        return rounded(self.number["drag"] * way) + rounded(self.number["gravity"] * self.parts)

    def rise(self, ticks):
        return -rounded(self.number["rise"] * ticks * self.parts)

    @cache
    def way(self, vx, gait):
        add, side = GAITS[gait]
        way = vx + side * rounded(self.number[add] * self.parts)
        return 0 if abs(way) < rounded(self.number["still"] * self.parts) else way

    def slowed(self, way):
        return rounded(self.number["friction"] * way)

    def fastest_walk(self):
        vx = 0
        while (faster := self.slowed(self.way(vx, "right"))) > vx:
            vx = faster
        return vx

    # ------------------------------------------------------------------ tiles
    def columns(self, x):
        """The columns under the left and the right edge of a body."""
        return (x // self.tile, (x + self.wide - 1) // self.tile)

    def rows(self, y):
        return range((y - self.high) // self.tile, (y - 1) // self.tile + 1)

    def solid(self, place, broken):
        return "solid" in self.tiles.at.get(place, set()) and place not in broken

    def stands_on(self, place, broken):
        return self.solid(place, broken) or "one-way" in self.tiles.at.get(place, set())

    def overlaps(self, body, place):
        x, _, y, *_ = body
        first, last = self.columns(x)
        return first <= place[0] <= last and place[1] in self.rows(y)

    def landing(self, x, y, way, broken):
        """The top of the ground that feet on this way down come to, if any; who comes exactly to it has not landed."""
        for row in range(-(-y // self.tile), (y + way - 1) // self.tile + 1):
            if any(self.stands_on((column, row), broken) for column in self.columns(x)):
                return row * self.tile
        return None

    def bump(self, x, y, to, broken):
        """The row in which something solid stops a head on the way up to feet at `to`, if any."""
        row = (to - self.high) // self.tile
        if row < (y - self.high) // self.tile and any(self.solid((column, row), broken) for column in self.columns(x)):
            return row
        return None

    def sideways(self, x, y, way, broken):
        """How far a body gets, and whether that was all of the way."""
        to, first, last = x + way, *self.columns(x)
        for row in self.rows(y):
            for column in range(last + 1, (to + self.wide - 1) // self.tile + 1):
                if self.solid((column, row), broken):
                    to = min(to, column * self.tile - self.wide)
            for column in range(first - 1, to // self.tile - 1, -1):
                if self.solid((column, row), broken):
                    to = max(to, (column + 1) * self.tile)
        to = max(0, min(to, self.tiles.width * self.tile - self.wide))
        return to, to == x + way

    # ---------------------------------------------------------------- walkers
    @cache
    def walked(self, place, other):
        if "walks" not in self.tiles.at[place]:
            return other
        x, y, vy, _, side = other
        # Blocks that break stay where they are for walkers.
        ground = self.landing(x, y, vy, frozenset())
        y, vy = (y + vy, self.fall_after(vy)) if ground is None else (ground, self.at_rest)
        if y > self.bottom:
            return None
        to, all_of_it = self.sideways(x, y, side * self.walker_way, frozenset())
        return (to, y, vy, ground is not None, side) if all_of_it else (x, y, vy, ground is not None, -side)

    def meetings(self, state):
        """Who is met from above, and who from the side."""
        (x, _, y, vy, _, stands), broken, _, others = state
        above, beside = [], []
        fall = self.landing(x, y, vy, broken)
        feet = y + vy if fall is None else fall
        for n, other in enumerate(others):
            if other is None or abs(x - other[0]) >= self.wide:
                continue
            _, feet_of, _, other_stands, _ = other
            head = feet_of - self.high
            if other_stands and not stands and vy > 0 and y <= feet_of and feet > head:
                above.append(n)
            elif y - self.high < feet_of and head < y:
                beside.append(n)
        return above, beside

    def what(self, n):
        return self.tiles.at[self.met[n]]

    def stomped(self, state):
        """Of those met from above that can die of it, the ones with the highest head."""
        above = [n for n in self.meetings(state)[0] if "stompable" in self.what(n)]
        highest = min((state[3][n][1] for n in above), default=None)
        return [n for n in above if state[3][n][1] == highest]

    # -------------------------------------------------------------------- end
    def won(self, state):
        body = state[0]
        if body[2] > self.bottom:
            return False
        if self.tiles.touch:
            return any(self.overlaps(body, place) for place in self.tiles.exits)
        first, last = self.columns(body[0])
        return first <= self.tiles.exit_column <= last

    def lost(self, state):
        if self.won(state):
            return False
        above, beside = self.meetings(state)
        return (
            state[0][2] > self.bottom
            or any(self.overlaps(state[0], place) for place in self.spikes)
            or any("deadly from above" in self.what(n) for n in above)
            or any("deadly from the side" in self.what(n) for n in beside)
            or "peaceful" in self.tiles.styles and bool(self.stomped(state))
            or state[2] == 0
        )

    # ------------------------------------------------------------------ a tick
    def steps(self, state):
        if self.won(state) or self.lost(state):
            return
        (x, vx, y, vy, jump, stands), broken, time, others = state
        killed = self.stomped(state)
        after = tuple(None if other is None or n in killed else self.walked(self.met[n], other) for n, other in enumerate(others))
        for button in (False, True):
            takes_off = button and stands and jump == 0 and not killed
            if takes_off and "novice" in self.tiles.styles and abs(vx) > self.walk_fast:
                continue
            vertical, gone = self.up_and_down(state, killed, button)
            for gait, (add, _) in GAITS.items():
                if "walking" in self.tiles.styles and add == "run":
                    continue
                way = self.way(vx, gait)
                to, all_of_it = self.sideways(x, vertical[0], way, broken)
                body = (to, self.slowed(way) if all_of_it else 0, *vertical)
                yield gait + "+jump" * button, (body, broken | gone, time and time - 1, after)

    def up_and_down(self, state, killed, button):
        """(y, vy, jump, ground) after a tick, and the blocks that break in it."""
        (x, _, y, vy, jump, stands), broken, _, others = state
        none_left = self.ticks + 1
        if killed:
            to, jump, vy = others[killed[0]][1] - self.high, self.ticks, self.fall_after(self.rise(self.ticks))
        else:
            if button and stands and jump == 0:
                way, jump = self.rise(self.ticks), self.ticks
            elif button and not stands and 0 < jump < none_left:
                way, jump = self.rise(jump), jump - 1 or none_left
            else:
                way, jump = vy, none_left
            if (ground := self.landing(x, y, way, broken)) is not None:
                return (ground, self.at_rest, jump if button else 0, 1), set()
            to, vy = y + way, self.fall_after(way)
        gone, row = set(), self.bump(x, y, to, broken)
        if row is not None:
            to, vy, jump = (row + 1) * self.tile + self.high, self.at_rest, none_left
            gone = {(column, row) for column in self.columns(x)} & set(self.blocks)
        elif to > self.bottom:
            to, vy = self.bottom + 1, self.at_rest
        return (to, vy, jump if button else 0, 0), gone

    # ----------------------------------------------------------- propositions
    def propositions(self):
        yield "win", self.won
        yield "lose", self.lost
        for n, place in enumerate(self.coins, 1):
            yield f"coin_{n}", lambda state, place=place: self.overlaps(state[0], place)
        for n, place in enumerate(self.blocks):
            yield f"block[{n}] == 1", lambda state, place=place: place not in state[1]

    def variables(self, state):
        return {**dict(zip(("x", "vx", "y", "vy", "jump", "ground"), state[0])), "time": state[2]}

    def choice(self, rng, steps, last):
        """Mostly on as before, and more often to the right."""
        steps = dict(steps)
        if last in steps and rng.random() < 0.8:
            return last, steps[last]
        return rng.choice([step for step in steps.items() for _ in range(3 if "right" in step[0] else 1)])
