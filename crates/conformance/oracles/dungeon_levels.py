"""Random dungeons: in words, drawn, and as rules."""

import re

from drawings import beside
from oracle import DIRECTIONS, DOWN, LEFT, RIGHT, UP


def words(rng):
    """A map in words, its lines in any order."""
    rooms = rng.sample(["Hall", "Key_room", "Vault", "7", "C+E", "C-E", "Pit"], rng.randint(2, 6))
    kinds = rng.sample(["small", "Key_A", "lamp", "r-1"], rng.randint(1, 4))
    used_up = [kind for kind in kinds if rng.random() < 0.5]
    lines, placed = [], []
    for room in rooms:
        here = [kind for kind in kinds if rng.random() < 0.45]
        placed += here
        parts = [kind + (f"*{rng.randint(2, 3)}" if rng.random() < 0.2 else "") + decoration(rng) for kind in here]
        lines.append(f"room {room}" + (f" at {rng.randint(0, 9)},2" if rng.random() < 0.2 else "") + (": " + ", ".join(parts) if parts else ""))
    n_locks = rng.choice([0, 0, 1, 2])
    needs = [random_needs(rng, kinds, used_up) for _ in range(n_locks)]
    lines += [f"lock L{n}: {need}" for n, need in enumerate(needs)]
    for _ in range(rng.randint(len(rooms) - 1, 2 * len(rooms) + 1)):
        left, right = rng.choice(rooms), rng.choice(rooms)
        if left == right and rng.random() < 0.8:
            continue
        need = rng.choice(["", "", random_needs(rng, kinds, used_up)] + [f"lock L{n}" for n in range(n_locks)])
        lines.append(f"{left} {rng.choice(['-', '-', '>', '->'])} {right}" + (f": {need}" if need else "") + decoration(rng))
    goals = [rng.choice(rooms)] if rng.random() < 0.7 or not placed else []
    goals += [kind for kind in dict.fromkeys(placed) if rng.random() < 0.3 or not goals and kind == placed[0]]
    lines += [f"start: {rng.choice(rooms)}", f"goal: {', '.join(goals)}"]
    if used_up:
        lines.append(f"used-up: {', '.join(used_up)}")
    lines.append(f"item: {kinds[0]}   # a lamp")
    rng.shuffle(lines)
    return "\n".join(["dungeon: somewhere", *lines]) + "\n"


def drawn(rng):
    """A map that is drawn, with words about it."""
    things = rng.sample("abc", rng.randint(1, 3))
    doors = ["D", *[thing.upper() for thing in things]]
    cells = (in_squares if rng.random() < 0.5 else anyhow)(rng, doors)
    free = [place for place, letter in cells.items() if letter == "."]
    rng.shuffle(free)
    has_goal, has_cave = rng.random() < 0.8, rng.random() < 0.3
    for letter in ["@"] + ["G"] * has_goal + things + rng.choices(things, k=rng.randint(0, 3)):
        if free:
            cells[free.pop()] = letter
    for place in free:
        cells[place] = rng.choice(".. ")
    letters = set(cells.values())
    called = {thing: rng.choice([thing, f"key_{thing}"]) for thing in things if thing in letters}
    kinds = list(called.values()) or ["lamp"]
    used_up = [kind for kind in called.values() if rng.random() < 0.5]
    lines = [f"{thing}: {kind}{decoration(rng)}" for thing, kind in called.items() if kind != thing]
    # A door says what it needs unless that is its own letter's thing.
    for door in doors:
        if door in letters and (door.lower() not in called or rng.random() < 0.2):
            lines.append(f"{door}: {random_needs(rng, kinds, used_up)}{decoration(rng)}")
    goals = [kind for kind in called.values() if rng.random() < 0.2] + ["Cave"] * (has_cave and rng.random() < 0.5)
    if "G" not in letters and not goals:
        goals = [next(iter(called.values()), "Cave")]
        has_cave |= goals == ["Cave"]
    if has_cave:
        lines.append(f"room Cave: {rng.choice(kinds)}")
    # The room of one floor gets a name, and a passage to the cave.
    if free:
        cells[free[0]] = "1"
        gate = rng.choice(["1", "Gate"])
        lines += ["1: Gate"] * (gate == "Gate")
        if has_cave:
            lines.append(f"{gate} {rng.choice(['-', '>'])} Cave" + rng.choice(["", f": {random_needs(rng, kinds, used_up)}"]))
    lines += [f"goal: {', '.join(goals)}"] * bool(goals) + [f"used-up: {', '.join(used_up)}"] * bool(used_up) + ["item: lamp"] * (not called)
    rng.shuffle(lines)
    width, height = 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)
    rows = ["".join(cells[x, y] for x in range(width)) for y in range(height)]
    return "\n".join(["dungeon: drawn", *lines, "map:", *rows]) + "\n"


def in_squares(rng, letters):
    """Square rooms side by side, with doors, arrows and gaps between them."""
    columns, rows, size = rng.randint(2, 3), rng.randint(1, 3), rng.randint(1, 2)
    width, height = columns * (size + 1) + 1, rows * (size + 1) + 1
    inside = [(c, r) for c in range(columns) for r in range(rows)]
    cells = {(x, y): "#" if x % (size + 1) == 0 or y % (size + 1) == 0 else "." for x in range(width) for y in range(height)}
    for c, r in inside:
        for arrows, dc, dr in ("<>", 1, 0), ("^v", 0, 1):
            if (c + dc, r + dr) in inside and rng.random() < 0.8:
                x, y = (c + dc) * (size + 1) + (1 - dc) * rng.randint(1, size), (r + dr) * (size + 1) + (1 - dr) * rng.randint(1, size)
                cells[x, y] = rng.choice([".", rng.choice(arrows), *letters])
    return cells


def anyhow(rng, letters):
    """Floor at random, with doors and arrows where they can be."""
    width, height, share = rng.randint(4, 9), rng.randint(4, 8), rng.choice([0.3, 0.45, 0.6])
    cells = {(x, y): "#" for x in range(width) for y in range(height)}
    inside = [(x, y) for x, y in cells if 0 < x < width - 1 and 0 < y < height - 1]
    for place in inside:
        cells[place] = "#" if rng.random() < share else "."
    cells[rng.choice(inside)] = "."
    rng.shuffle(inside)
    for place in inside:
        around = {d: cells[beside(place, d)] for d in DIRECTIONS}
        pairs = [(a, b) for a, b in ((LEFT, RIGHT), (UP, DOWN)) if around[a] == around[b] == "."]
        if not pairs or not all(letter in "#." for letter in around.values()) or rng.random() < 0.3:
            continue
        if list(around.values()).count(".") == 2 and rng.random() < 0.7:
            cells[place] = rng.choice(letters)
        elif rng.random() < 0.4:
            cells[place] = rng.choice("<>" if pairs[0][0] == LEFT else "^v")
    return cells


def rules(rng):
    """Rules, `init` and `goal` in any order."""
    facts = rng.sample(["a", "Key_B", "Door_C+E", "d4", "5", "Map", "g", "h"], rng.randint(2, 8))
    lines = []
    for _ in range(rng.randint(1, 10)):
        body = rng.sample(facts, min(len(facts), rng.choice([0, 1, 1, 1, 2, 2, 3])))
        heads = rng.sample(facts, min(len(facts), rng.choice([1, 1, 1, 2])))
        left = rng.choice([" & ", ", ", " ∧ ", " /\\ "]).join(body)
        lines.append(f"{left} {rng.choice(['=>', '⇒'])} {', '.join(head + decoration(rng) for head in heads)}".strip())
    known = [fact for fact in facts if any(fact in re.split(r"[\s,]+", line) for line in lines)]
    init = [fact for fact in known if rng.random() < 0.3]
    goals = rng.sample(known, min(len(known), rng.choice([1, 1, 2])))
    if init:
        lines.append(f"init: {', '.join(init)}")
    lines.append(f"goal: {', '.join(goals)}")
    rng.shuffle(lines)
    return "title: somewhere\n" + "\n".join(lines) + "\n"


def random_needs(rng, kinds, used_up):
    needs = rng.sample(kinds, min(len(kinds), rng.choice([1, 1, 1, 2])))
    return rng.choice([" & ", ", "]).join(kind + ("*2" if kind in used_up and rng.random() < 0.3 else "") for kind in needs)


def decoration(rng):
    """Costs and experience, which make no difference to play."""
    return rng.choice(["", "", "", " [1,2]", " [0,3]+2", " level 2", " [1,2]+3 level 4"])
