"""Random small games in VGDL, with a level each: kinds and rules from what docs/vgdl.md says is played."""

DIRECTIONS = ["UP", "DOWN", "LEFT", "RIGHT"]


def random_game(rng):
    kinds, lines = kinds_of(rng)
    rules = rules_of(rng, kinds)
    endings = endings_of(rng, kinds)
    letters, mapping = {}, []
    for letter, name in zip("abcdefghijk", [name for name in kinds if kinds[name] != "part" and name != "hero"]):
        letters[letter] = name
        mapping.append(f"{letter} > {'floor ' if rng.random() < 0.3 else ''}{name}")
    mapping += [". > floor", "A > floor hero"]
    head = "BasicGame" + rng.choice([" square_size=10", " square_size=10", " square_size=4", ""])
    text = [head, "    SpriteSet", *("        " + line for line in lines), "    InteractionSet", *("        " + line for line in rules)]
    text += ["    TerminationSet", *("        " + line for line in endings), "    LevelMapping", *("        " + line for line in mapping)]
    return "\n".join([*text, "", "LevelSet", "Level", *drawing(rng, list(letters))]) + "\n"


def random_rules_game(rng):
    """One in which only the player moves, so that it may be said as Rules."""
    lines = ["floor > Immovable", "box > Passive", "thing >", "    red > Immovable", "    blue > Immovable"]
    lines += [f"coin > Resource limit={rng.choice([1, 2, 3])} value={rng.choice([1, 1, 2])}", "hero > MovingAvatar"]
    rules = ["hero wall EOS > stepBack", "box hero > bounceForward", f"box wall EOS{rng.choice([' box', ' box red', ' thing box'])} > undoAll"]
    rules += rng.sample([
        "coin hero > collectResource", "red hero > killIfOtherHasMore resource=coin limit=1 subtract=True",
        "red hero > killIfOtherHasMore resource=coin limit=2", "hero red > stepBack", "hero thing > stepBack", "blue hero > killSprite",
        "box blue > killBoth", "box blue > killSprite", "hero blue > killSprite", "blue box > killSprite", "hero blue > undoAll",
        "red hero > transformTo stype=blue", "blue hero > transformTo stype=red", "box red > transformTo stype=blue",
        "hero blue > killIfHasLess resource=coin limit=0", "hero red > changeResource resource=coin value=1", "coin box > killSprite",
    ], rng.randint(2, 6))  # fmt: skip
    if rng.random() < 0.3:
        rng.shuffle(rules)
    stype = rng.choice(["box", "coin", "red", "blue", "thing"])
    endings = [f"SpriteCounter stype={stype} limit={rng.choice([0, 0, 1])} win=True", "SpriteCounter stype=hero win=False"]
    mapping = ["a > floor red", "b > floor box", "c > floor coin", "d > blue", ". > floor", "A > floor hero"]
    text = ["BasicGame square_size=10", "    SpriteSet", *("        " + line for line in lines), "    InteractionSet"]
    text += [*("        " + line for line in rules), "    TerminationSet", *("        " + line for line in endings)]
    text += ["    LevelMapping", *("        " + line for line in mapping), "", "LevelSet as=rules", "Level"]
    rows = [f"|w{row[1:-1]}w|" for row in drawing(rng, list("abcd"))]
    edge = "|" + "w" * (len(rows[0]) - 2) + "|"
    return "\n".join([*text, edge, *rows, edge]) + "\n"


def drawing(rng, letters):
    width, height = rng.randint(2, 5), rng.randint(1, 4)
    cells = {(x, y): rng.choice("...w") if rng.random() < 0.5 else "." for x in range(width) for y in range(height)}
    places = list(cells)
    rng.shuffle(places)
    cells[places.pop()] = "A"
    for letter in letters * 2:
        if places and rng.random() < 0.6:
            cells[places.pop()] = letter
    return ["|" + "".join(cells[x, y] for x in range(width)) + "|" for y in range(height)]


def kinds_of(rng):
    """Names with what they are, and the lines of SpriteSet."""
    kinds, lines = {"floor": "Immovable"}, ["floor > Immovable"]

    def line(name, words, what, depth=0):
        kinds[name] = what
        lines.append("    " * depth + f"{name} > {words}".rstrip())

    if rng.random() < 0.3:
        line("wall", "Immovable", "Immovable")
    drift = f"orientation={rng.choice(DIRECTIONS)} speed={rng.choice(['1', '1', '0.5', '0.7'])} cooldown={rng.choice([1, 1, 2, 3])}"
    if rng.random() < 0.7:
        line("box", "Passive" + rng.choice(["", "", " cooldown=2"]), "Passive")
    if rng.random() < 0.5:
        line("shot", f"Missile {drift}{rng.choice(['', '', ' singleton=True'])}", "Missile")
    if rng.random() < 0.5:
        line("coin", f"Resource value={rng.choice([1, 1, 2])} limit={rng.choice([1, 2, 3])}", "Resource")
    if rng.random() < 0.3:
        line("spark", f"{rng.choice(['Flicker', 'OrientedFlicker'])} limit={rng.choice([0, 1, 2, 3])}", "Flicker")
    if rng.random() < 0.3:
        line("gate", "Portal stype=exit", "Portal")
        line("exit", rng.choice(["Immovable", "Door"]), "Immovable")
    if rng.random() < 0.3:
        line("tough", f"Immovable healthPoints={rng.choice([1, 2, 3])} limitHealthPoints={rng.choice([2, 3])}", "Immovable")
    if rng.random() < 0.5:
        line("thing", rng.choice(["", "Immovable"]), "part")
        line("red", rng.choice(["Immovable", "Door", "Passive"]), "Immovable", 1)
        line("blue", "Immovable", "Immovable", 1)
    if rng.random() < 0.25:
        line("hunter", f"LookupChaser stype={rng.choice(['hero', 'floor'])} cooldown={rng.choice([1, 2])} speed=1", "LookupChaser")
    avatar = rng.choice(["MovingAvatar", "MovingAvatar", "OrientedAvatar", "OrientedAvatar", "ShootAvatar", "MissileAvatar"])
    facing = f" orientation={rng.choice(DIRECTIONS)}"
    if avatar == "OrientedAvatar":
        avatar += facing + f" rotateInPlace={rng.choice(['True', 'False'])}"
    elif avatar == "ShootAvatar":
        targets = [name for name in ("shot", "spark", "box", "red") if name in kinds] or ["floor"]
        ammo = " ammo=coin" if "coin" in kinds and rng.random() < 0.5 else ""
        avatar += f"{facing} rotateInPlace={rng.choice(['True', 'False'])} stype={rng.choice(targets)}{ammo}"
    elif avatar == "MissileAvatar":
        avatar += facing + " speed=1"
    line("hero", avatar, "avatar")
    return kinds, lines


def rules_of(rng, kinds):
    names = [name for name in kinds if name not in ("floor",)]
    made = [name for name in kinds if kinds[name] not in ("part", "avatar")]
    things = [name for name in made if name != "floor"] or ["floor"]
    lines = []
    if rng.random() < 0.95:
        lines.append(f"hero wall EOS{rng.choice(['', ' box' if 'box' in kinds else ''])} > stepBack")
    if "box" in kinds:
        lines.append("box hero > bounceForward")
        blocked = " ".join(["wall", "EOS", "box"][: rng.randint(2, 3)])
        lines.append(f"box {blocked} > {rng.choice(['undoAll', 'undoAll', 'stepBack'])}")
    if "shot" in kinds:
        lines.append(f"shot EOS > {rng.choice(['killSprite', 'stepBack', 'wrapAround', 'reverseDirection'])}")
        lines.append(f"shot wall > {rng.choice(['reverseDirection', 'stepBack', 'killSprite'])}")
    if "coin" in kinds and rng.random() < 0.8:
        lines.append("coin hero > collectResource" + rng.choice(["", "", " killResource=False"]))
    if "gate" in kinds:
        lines.append("hero gate > teleportToExit")
    if "hunter" in kinds:
        lines.append(f"hunter wall > stepBack")
        lines.append(f"hero hunter > {rng.choice(['killSprite', 'nullEffect'])}")
    if "spark" in kinds and rng.random() < 0.5:
        lines.append(f"{rng.choice(things)} spark > killSprite")
    for _ in range(rng.randint(1, 4)):
        lines.append(any_rule(rng, names, made, things, kinds))
    if "EOS" not in " ".join(lines):
        lines.append("hero EOS > stepBack")
    if rng.random() < 0.3:
        rng.shuffle(lines)
    return lines


def any_rule(rng, names, made, things, kinds):
    first = rng.choice(["hero", rng.choice(names)])
    second = rng.choice([rng.choice(names), "hero"]) if first != "hero" else rng.choice(names)
    if kinds.get(second) == "avatar" and first == second:
        second = "floor"
    effects = ["nullEffect", "killSprite", "killBoth", "stepBack", "undoAll", "bounceForward", "pullWithIt", "reverseDirection"]
    effects += ["transformTo", "transformTo", "transformToAll", "killAll", "spawn", "spawnAbove", "spawnBelow", "spawnLeft", "spawnRight"]
    effects += ["addHealthPoints", "subtractHealthPoints", "attractGaze", "setSpeedForAll", "addTimer"]
    resources = [name for name in kinds if kinds[name] == "Resource"]
    if resources:
        effects += ["killIfHasLess", "killIfHasMore", "killIfOtherHasMore", "changeResource", "spawnIfHasMore"] * 2
    effect = rng.choice(effects)
    options = ""
    stype = rng.choice(things)
    if effect in ("transformTo", "killAll", "spawn", "spawnAbove", "spawnBelow", "spawnLeft", "spawnRight"):
        options = f" stype={stype}"
        if effect == "transformTo" and first == "hero":
            first, second = rng.choice(things), "hero"
        if effect == "transformTo":
            options += rng.choice(["", "", " killSecond=True" if second != "hero" else "", " forceOrientation=True"])
    if effect == "transformToAll":
        options = f" stype={rng.choice(things)} stypeTo={stype}"
    if effect in ("killIfHasLess", "killIfHasMore", "killIfOtherHasMore"):
        options = f" resource={resources[0]} limit={rng.choice([0, 1, 2])}"
        if effect == "killIfOtherHasMore":
            options += rng.choice(["", " subtract=True"])
    if effect == "changeResource":
        options = f" resource={resources[0]} value={rng.choice([-1, 1, 2])}" + rng.choice(["", " killResource=True" if second != "hero" else ""])
    if effect == "spawnIfHasMore":
        options = f" resource={resources[0]} limit={rng.choice([1, 2])} stype={stype} spend={rng.choice([0, 1])}"
    if effect in ("addHealthPoints", "subtractHealthPoints"):
        options = f" value={rng.choice([1, 1, 2])}"
    if effect == "setSpeedForAll":
        options = f" stype={stype} value={rng.choice(['1', '0.5', '2'])}"
    if effect == "addTimer":
        what = rng.choice([f"ftype=killAll stype={stype}", f"ftype=transformToAll stype={stype} stypeTo={rng.choice(things)}"])
        options = f" timer={rng.choice([1, 2, 3])} {what}"
    return f"{first} {second} > {effect}{options}"


def endings_of(rng, kinds):
    lines = []
    some = [name for name in kinds if name not in ("floor", "hero", "wall")]
    if some:
        name = rng.choice(some)
        lines.append(rng.choice([
            f"SpriteCounter stype={name} limit=0 win=True",
            f"SpriteCounterMore stype={name} limit={rng.choice([2, 3])} win=True",
            f"MultiSpriteCounter stype1={name} stype2={rng.choice(some)} limit={rng.choice([0, 1, 2])} win=True",
        ]))  # fmt: skip
    lines.append("SpriteCounter stype=hero limit=0 win=False")
    if rng.random() < 0.3:
        lines.append(f"Timeout limit={rng.choice([5, 8, 12])} win={rng.choice(['True', 'False'])}")
    if rng.random() < 0.5:
        lines.reverse()
    return lines
