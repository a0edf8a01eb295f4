"""Platform levels as they are drawn: tiles with properties, and settings above them. From docs/platform.md."""

import re

# The legend `mario`, as far as random levels use it, and its kinds.
WALKER = {"walks", "stompable", "deadly from the side"}
MARIO = {"-": set(), "X": {"solid"}, "#": {"solid"}, "%": {"one-way"}, "o": {"collectable"}, "g": WALKER, "M": {"start"}, "F": {"exit"}}
KINDS = {"coin": {"collectable"}, "walker": WALKER, "air": set()}


class Tiles:
    def __init__(self, text):
        head, drawing = text.split("map:\n")
        self.settings, legend = {}, dict(MARIO)
        for line in head.strip().split("\n"):
            name, _, value = (part.strip() for part in line.partition(":"))
            if name.startswith("letter "):
                words = [word.strip() for word in value.split(",")]
                legend[name[7:]] = set().union(*(KINDS.get(word, {word}) for word in words))
            else:
                self.settings[name] = value
        self.rows = drawing.rstrip("\n").split("\n")
        self.width, self.height = len(self.rows[0]), len(self.rows)
        self.at = {(x, y): legend[letter] for y, row in enumerate(self.rows) for x, letter in enumerate(row)}
        self.styles = set(re.split(r"\s*,\s*", self.settings["style"])) if "style" in self.settings else set()
        self.time = int(self.settings["time"]) if "time" in self.settings else None
        exits = self.having("exit")
        self.touch, self.exits = self.settings.get("exit") == "touch", set(exits)
        self.exit_column = exits[0][0] if exits else self.width - 1
        if "exit-column" in self.settings:
            self.exit_column = int(self.settings["exit-column"]) - 1
        self.start = self.first_place()

    def having(self, *properties):
        """Places row by row."""
        return [(x, y) for y in range(self.height) for x in range(self.width) if self.at[x, y].issuperset(properties)]

    def ground(self, place):
        return bool(self.at.get(place, set()) & {"solid", "one-way"})

    def first_place(self):
        if "start" in self.settings:
            column, row = map(int, self.settings["start"].split())
            return (column - 1, row - 1)
        if marked := self.having("start"):
            return marked[0]
        # The lowest ground of the three leftmost columns, or of the next column that has some; play begins on it.
        first = [(x, y) for y in reversed(range(self.height)) for x in range(min(3, self.width)) if self.to_begin_in((x, y))]
        later = [(x, y) for x in range(self.width) for y in reversed(range(self.height)) if self.to_begin_in((x, y))]
        return (first or later)[0]

    def to_begin_in(self, place):
        x, y = place
        return self.ground((x, y + 1)) and not self.at[place] & {"solid", "deadly from above", "deadly from the side"}


def random_tiles(rng, game, others, settings):
    """A drawing with ground below, a start, mostly an exit, and some of these other letters in the air."""
    width, height = rng.randint(4, 12), rng.randint(3, 7)
    cells = {(x, y): "-" for x in range(width) for y in range(height)}
    level = height - 1
    for x in range(width):
        if rng.random() < 0.35:
            level = max(1, min(height, level + rng.choice([-2, -1, -1, 1, 1, 2])))
        for y in range(level, height) if rng.random() < 0.85 else ():
            cells[x, y] = rng.choice("XXX#")
    # There has to be some ground.
    cells[rng.randrange(width), height - 1] = "X"
    free = [place for place in cells if cells[place] == "-"]
    rng.shuffle(free)
    for _ in range(rng.randint(0, width * height // 4)):
        if len(free) > 4:
            cells[free.pop()] = rng.choice(others)
    lines = [f"platform: {game}", "legend: mario", *settings]
    starts = sorted(free, key=lambda p: p[0] + rng.random() * 2)
    to_begin_on = [(x, y) for x, y in free if y > 0 and cells.get((x, y + 1)) in ("X", "#", "%")]
    if starts and (rng.random() < 0.85 or not to_begin_on):
        standing = [(x, y) for x, y in starts if cells.get((x, y + 1)) in ("X", "#", "%")]
        place = rng.choice((standing if standing and rng.random() < 0.8 else starts)[:4])
        cells[place] = "M"
        free.remove(place)
    if rng.random() < 0.7 and free:
        place = sorted(free)[-1] if rng.random() < 0.7 or free[0] in to_begin_on else free[0]
        cells[place] = "F"
        lines += ["exit: touch"] * (rng.random() < 0.5)
    rows = ["".join(cells[x, y] for x in range(width)) for y in range(height)]
    return "\n".join([*lines, "map:", *rows]) + "\n"
