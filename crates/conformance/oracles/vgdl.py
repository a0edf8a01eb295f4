"""Games in VGDL. From docs/vgdl.md.

A state is what goes on from one tick to the next: sprites in the order of their making, timers, and how play ended.
"""

from dataclasses import dataclass, field, replace

from oracle import DIRECTIONS, DOWN, LEFT, RIGHT, STEP, UP, Oracle, plain, together
from vgdl_games import random_game, random_rules_game

STAYS = {"Immovable", "Door", "Portal", "Resource", "Flicker", "OrientedFlicker"}
AVATARS = {"MovingAvatar", "OrientedAvatar", "ShootAvatar", "MissileAvatar"}
FACING = {"UP": UP, "DOWN": DOWN, "LEFT": LEFT, "RIGHT": RIGHT}
# States of more sprites are not gone on from.
MOST = 40
OPPOSITE = {LEFT: RIGHT, RIGHT: LEFT, UP: DOWN, DOWN: UP, None: None}


@dataclass(frozen=True)
class Sprite:
    """What is not told apart from one tick to the next is the same for all: `last` is only there during a tick."""

    kind: str
    x: int
    y: int
    faces: str = None
    waited: int = 0
    fresh: bool = True
    age: int = 0
    health: int = 0
    pocket: tuple = ()
    speed: float = 0
    disabled: bool = False
    last: tuple = None


@dataclass
class Kind:
    name: str
    above: list
    options: dict
    kind_class: str = None
    parts: list = field(default_factory=list)

    def number(self, option, otherwise):
        return float(self.options.get(option, otherwise))

    def true(self, option, otherwise="False"):
        return self.options.get(option, otherwise).lower() == "true"


@dataclass
class Rule:
    effect: str
    options: dict

    def number(self, option, otherwise):
        return int(self.options.get(option, otherwise))

    def true(self, option, otherwise="False"):
        return self.options.get(option, otherwise).lower() == "true"


def options_of(words):
    return dict(word.split("=") for word in words if "=" in word)


class Vgdl(Oracle):
    """Written from the page; the games are drawn in vgdl_games.py."""

    game, variant, interpreted = "vgdl", "", True

    @classmethod
    def random_level(cls, rng):
        """One in which sprites do not grow without end."""
        while True:
            text = random_game(rng)
            oracle = cls(text)
            seen, todo = {oracle.start}, [oracle.start]
            for state in todo:
                following = oracle.steps(state)
                if following is None:
                    break
                todo += {after for _, after in following} - seen if len(seen) < 30 else ()
                seen.update(todo)
            else:
                return text

    # --------------------------------------------------------------- the text
    def __init__(self, text):
        self.kinds, self.pairs, self.edge, self.endings, self.letters, rows = {}, {}, [], [], {}, []
        section, stack = "", []
        for line in text.split("\n"):
            words = line.split("#")[0].split()
            depth = len(line) - len(line.lstrip())
            if not words:
                continue
            if words[0] in ("BasicGame", "SpriteSet", "InteractionSet", "TerminationSet", "LevelMapping", "LevelSet"):
                section = words[0]
                if section == "BasicGame":
                    self.square = int(options_of(words).get("square_size", 0))
            elif section == "SpriteSet":
                stack = [(at, name) for at, name in stack if at < depth]
                self.kind(words, [name for _, name in stack])
                stack.append((depth, words[0]))
            elif section == "InteractionSet":
                at = words.index(">")
                rule = Rule(words[at + 1], options_of(words))
                for other in words[1:at]:
                    if other == "EOS":
                        self.edge.append((words[0], rule))
                    else:
                        self.pairs.setdefault((words[0], other), []).append(rule)
            elif section == "TerminationSet":
                self.endings.append(Rule(words[0], options_of(words)))
            elif section == "LevelMapping":
                self.letters[words[0]] = words[2:]
            elif line.startswith("|"):
                rows.append(line[1:-1])
        for name in ("wall", "avatar"):
            if name not in self.kinds:
                self.kinds[name] = Kind(name, [], {}, {"wall": "Immovable", "avatar": "MovingAvatar"}[name])
        # Drawn are kinds without parts: `wall` first unless it is named, `avatar` last.
        named = [line for line in self.kinds if not self.kinds[line].parts]
        self.drawn = [n for n in named if n == "wall" and self.is_added("wall", text)]
        self.drawn += [n for n in named if n not in self.drawn and n != "avatar"] + [n for n in named if n == "avatar"]
        self.width, self.height = len(rows[0]), len(rows)
        if not self.square:
            self.square = 800 // max(self.width, self.height)
        self.fill(rows)

    def is_added(self, name, text):
        return not any(line.split()[:2] == [name, ">"] for line in text.split("InteractionSet")[0].split("\n"))

    def kind(self, words, above):
        inherited = {}
        for name in above:
            inherited.update(self.kinds[name].options)
        own = options_of(words)
        inherited.pop("singleton", None)
        named = [word for word in words[2:] if "=" not in word]
        kind_class = named[0] if named else next((self.kinds[n].kind_class for n in reversed(above) if self.kinds[n].kind_class), None)
        self.kinds[words[0]] = Kind(words[0], above, {**inherited, **own}, kind_class)
        for name in above:
            self.kinds[name].parts.append(words[0])

    def fill(self, rows):
        sprites, player = [], False
        for y, row in enumerate(rows):
            for x, letter in enumerate(row):
                names = self.letters.get(letter, {"w": ["wall"], "A": ["avatar"]}.get(letter, []))
                for name in names:
                    if self.kinds[name].kind_class in AVATARS:
                        if player:
                            continue
                        player = True
                    if not (self.kinds[name].true("singleton") and any(s.kind == name for s in sprites)):
                        sprites.append(self.made(name, x * self.square, y * self.square))
        self.shoots = any(kind.kind_class == "ShootAvatar" for kind in self.kinds.values())
        self.clocked = any(e.effect == "Timeout" and e.true("win") for e in self.endings)
        self.scored = any(rule.effect == "killIfScoreNegative" for rules in self.pairs.values() for rule in rules)
        self.start = self.rest(State(sprites, (), 0, 0))

    def made(self, name, x, y):
        kind = self.kinds[name]
        moves = kind.kind_class in AVATARS | {"Missile", "LookupChaser"}
        faces = FACING.get(kind.options.get("orientation", "RIGHT" if moves else ""))
        speed = kind.number("speed", 1 if moves else 0)
        health = int(kind.number("healthPoints", 0))
        return Sprite(name, x, y, faces, 0, True, 0, health, (), speed, False, (x, y))

    # -------------------------------------------------------------- families
    def family(self, name):
        kind = self.kinds[name]
        return [*kind.above, name, *kind.parts]

    def own(self, name):
        return {name, *self.kinds[name].parts}

    # ---------------------------------------------------------------- states
    def rest(self, play):
        """What is left of a tick: a state that can be compared."""
        def settled(s):
            kind = self.kinds[s.kind]
            acts = not kind.parts
            drifts = kind.kind_class in ("Passive", "Missile", "MissileAvatar")
            flickers = kind.kind_class in ("Flicker", "OrientedFlicker")
            return replace(
                s, last=None if acts else s.last, age=s.age if flickers else 0, fresh=s.fresh and drifts,
                waited=min(s.waited, max(1, int(kind.number("cooldown", 0)))),
            )  # fmt: skip
        order = {name: n for n, name in enumerate(self.kinds)}
        sprites = tuple(sorted(map(settled, play.sprites), key=lambda s: order[s.kind]))
        timers = tuple((left, rule) for left, rule in play.timers)
        return (play.ended, play.ticks if self.clocked else 0, play.score if self.scored else 0, sprites, timers)

    def steps(self, state):
        ended, ticks, score, sprites, timers = state
        if ended:
            return []
        if len(sprites) > MOST:
            return None
        found = []
        for action in [*DIRECTIONS, "wait", *(["use"] if self.shoots else [])]:
            play = State(list(sprites), timers, ticks + 1, score)
            Tick(self, play).run(action)
            if play.unknown:
                found.append(("?", None))
            else:
                found.append((action, self.rest(play)))
        known = [step for step in found if step[0] != "?"]
        return known + ([("?", state)] if len(known) < len(found) else [])

    def cells(self, s):
        """The columns and rows that a sprite is in."""
        first, last = (s.x // self.square, s.y // self.square), (-(-s.x // self.square), -(-s.y // self.square))
        return {(x, y) for x in (first[0], last[0]) for y in (first[1], last[1])}

    def propositions(self):
        yield "win", lambda state: state[0] == 1
        yield "lose", lambda state: state[0] == 2
        places = [(x, y) for y in range(self.height) for x in range(self.width)]

        def living(state, name):
            return [s for s in state[3] if s.kind in self.own(name) and not s.disabled]

        def there(name, place):
            return lambda state: any(place in self.cells(s) for s in living(state, name))

        def on(name, other):
            return lambda state: any(self.cells(a) & self.cells(b) for a in living(state, name) for b in living(state, other) if a is not b)

        avatars = [name for name, kind in self.kinds.items() if kind.kind_class in AVATARS and not kind.parts]

        def player(place):
            return lambda state: any(place in self.cells(s) for name in avatars for s in living(state, name))

        for x, y in places:
            yield f"at({x + 1}, {y + 1})", player((x, y))
        names = [name for name in self.kinds if name not in ("wall", "avatar")]
        for name in names:
            for n in (1, 2, 3):
                yield f"count({name}) >= {n}", lambda state, name=name, n=n: len(living(state, name)) >= n
            for x, y in places:
                yield f"{name}_at({x + 1}, {y + 1})", there(name, (x, y))
        for name in names[:3]:
            for other in names:
                if name != other:
                    yield f"on({name}, {other})", on(name, other)

    def questions(self, rng):
        """All propositions, and nothing counted: ticks are not told apart."""
        asked = [(text, truth) for text, truth in self.propositions()]
        rng.shuffle(asked)
        first = [pair for pair in asked if pair[0] in ("win", "lose")]
        asked = first + [pair for pair in asked if pair not in first][:50]
        yield together([(text, plain(truth)) for text, truth in asked], False, False)


class Said(Vgdl):
    """The same of games that are said as Rules. Some of them cannot be."""

    variant, interpreted, refusals = "as=rules", False, "cannot be said as Rules"

    @classmethod
    def random_level(cls, rng):
        return random_rules_game(rng)


class State:
    """Play during a tick. Sprites are in the order of their making."""

    def __init__(self, sprites, timers, ticks, score):
        self.sprites, self.timers, self.ticks, self.score = list(sprites), list(timers), ticks, score
        self.ended, self.unknown = 0, False


class Tick:
    """One tick. A sprite is a place in `all`, and is replaced there when something about it changes."""

    def __init__(self, game, play):
        self.game, self.play, self.all, self.dead = game, play, dict(enumerate(play.sprites)), set()
        self.next = len(self.all)

    def run(self, action):
        player = self.player()
        if player is not None and not self.all[player].disabled:
            self.begin(player)
            self.avatar(player, action)
        for name in reversed(self.game.drawn):
            for s in [s for s in self.all if self.all[s].kind == name]:
                if self.game.kinds[name].kind_class not in AVATARS:
                    self.begin(s)
                    self.other(s)
        self.timers()
        self.edge()
        for pair in self.game.pairs:
            for rule in self.game.pairs[pair]:
                self.meet(*pair, rule)
        for s in self.dead:
            del self.all[s]
        self.play.sprites = list(self.all.values())
        self.finish()

    def set(self, s, **changes):
        self.all[s] = replace(self.all[s], **changes)

    def kind(self, s):
        return self.game.kinds[self.all[s].kind]

    def is_avatar(self, s):
        return self.kind(s).kind_class in AVATARS

    def player(self):
        return next((s for s in self.all if self.is_avatar(s)), None)

    # --------------------------------------------------------------- motion
    def begin(self, s):
        self.set(s, last=(self.all[s].x, self.all[s].y), waited=self.all[s].waited + 1)

    def move(self, s, direction, speed):
        """By so much of a cell, if it has waited long enough. Whether it did."""
        cooldown = max(1, self.kind(s).number("cooldown", 0))
        if direction is None or self.all[s].waited < cooldown:
            return False
        pixels, (dx, dy) = int(speed * self.game.square), STEP[direction]
        self.set(s, x=self.all[s].x + dx * pixels, y=self.all[s].y + dy * pixels, waited=0)
        return True

    def drift(self, s):
        if self.all[s].fresh:
            return self.set(s, fresh=False)
        if self.all[s].speed:
            self.move(s, self.all[s].faces, self.all[s].speed)

    def went(self, s):
        """The direction in which a sprite went in this tick."""
        (x, y), (before_x, before_y) = (self.all[s].x, self.all[s].y), self.all[s].last
        for direction, (dx, dy) in STEP.items():
            if (x > before_x) - (x < before_x) == dx and (y > before_y) - (y < before_y) == dy:
                return direction
        return None

    def avatar(self, s, action):
        kind, sprite = self.kind(s), self.all[s]
        if kind.kind_class == "MissileAvatar":
            return self.drift(s)
        direction = action if action in STEP else None
        if kind.kind_class != "MovingAvatar" and direction:
            if kind.true("rotateInPlace") and sprite.faces != direction:
                return self.set(s, faces=direction)
            if self.move(s, direction, sprite.speed) or True:
                return self.set(s, faces=direction)
        self.move(s, direction, sprite.speed)
        if action == "use" and kind.kind_class == "ShootAvatar":
            self.shoot(s)

    def shoot(self, s):
        kind, sprite = self.kind(s), self.all[s]
        ammo = kind.options.get("ammo")
        if ammo and self.has(s, ammo) < 1:
            return
        dx, dy = STEP[sprite.faces]
        made = self.make(kind.options["stype"], sprite.x + dx * self.game.square, sprite.y + dy * self.game.square)
        if made is not None:
            if self.kind(made).kind_class in ("Missile", "OrientedFlicker"):
                self.set(made, faces=sprite.faces)
            if ammo:
                self.get(s, ammo, -1)

    def other(self, s):
        kind = self.kind(s)
        if kind.kind_class in ("Passive", "Missile"):
            self.drift(s)
        if kind.kind_class in ("Flicker", "OrientedFlicker"):
            if self.all[s].age > kind.number("limit", 1):
                self.kill(s)
            self.set(s, age=self.all[s].age + 1)
        if kind.kind_class == "LookupChaser":
            self.move(s, self.first_step(s), self.all[s].speed)

    def first_step(self, s):
        game, square = self.game, self.game.square
        sprite = self.all[s]
        here = (sprite.x // square, sprite.y // square)
        goals = [game.cells(self.all[o]) for o in self.of(game.family(self.kind(s).options["stype"]))]
        blocks = set()
        for (first, second), rules in game.pairs.items():
            if sprite.kind in game.family(first) and any(rule.effect in ("stepBack", "undoAll") for rule in rules):
                blocks |= set().union(*(game.cells(self.all[o]) for o in self.of(game.family(second)) if o != s))
        # A target in a closed cell, between cells or off the level is none.
        level = {(x, y) for x in range(game.width) for y in range(game.height)}
        far = {cell: 0 for cells in goals if len(cells) == 1 for cell in cells & level - blocks}
        todo = list(far)
        for x, y in todo:
            for dx, dy in STEP.values():
                place = (x + dx, y + dy)
                inside = 0 <= place[0] < game.width and 0 <= place[1] < game.height
                if inside and place not in far and (place not in blocks or place == here):
                    far[place] = far[x, y] + 1
                    todo.append(place)
        if far.get(here, 0) == 0:
            return None
        for direction in (LEFT, RIGHT, UP, DOWN):
            place = (here[0] + STEP[direction][0], here[1] + STEP[direction][1])
            if far.get(place) == far[here] - 1:
                return direction
        return None

    # -------------------------------------------------------------- meeting
    def of(self, names):
        return [s for name in names for s in self.all if self.all[s].kind == name]

    def touches(self, a, b):
        a, b, size = self.all[a], self.all[b], self.game.square
        return abs(a.x - b.x) < size and abs(a.y - b.y) < size

    def meet(self, first, second, rule):
        firsts, seconds = self.of(self.game.family(first)), self.of(self.game.family(second))
        for a in firsts:
            met = [b for b in seconds if a != b and a not in self.dead and self.touches(a, b)]
            for b in met:
                if a not in self.dead and self.touches(a, b):
                    self.happen(rule, a, b)

    def edge(self):
        size = self.game.square
        for name, _ in self.game.edge:
            for rule in [rule for other, rule in self.game.edge if other == name]:
                for s in self.of(self.game.family(name)):
                    sprite = self.all[s]
                    inside = 0 <= sprite.x <= (self.game.width - 1) * size and 0 <= sprite.y <= (self.game.height - 1) * size
                    if s not in self.dead and not inside:
                        self.happen(rule, s, None)

    def timers(self):
        due = [(n, rule) for n, (left, rule) in enumerate(self.play.timers) if left <= 1]
        self.play.timers = [(left - 1, rule) for left, rule in self.play.timers if left > 1]
        for _, rule in reversed(due):
            self.happen(Rule(rule[0], dict(rule[1])), None, None)

    # ------------------------------------------------------------ what there is
    def kill(self, s, is_changed=False):
        """A killed avatar is disabled at once, and goes on meeting others."""
        if self.is_avatar(s) and not is_changed:
            self.set(s, disabled=True)
        else:
            self.dead.add(s)

    def make(self, name, x, y):
        if self.game.kinds[name].true("singleton") and self.of([name]):
            return None
        self.all[self.next] = self.game.made(name, x, y)
        self.next += 1
        return self.next - 1

    def has(self, s, resource):
        return dict(self.all[s].pocket).get(resource, 0)

    def get(self, s, resource, n):
        limit = int(self.game.kinds[resource].number("limit", 2))
        pocket = {**dict(self.all[s].pocket), resource: max(0, min(limit, self.has(s, resource) + n))}
        self.set(s, pocket=tuple(sorted((name, n) for name, n in pocket.items() if n)))

    def become(self, s, name, forced):
        sprite = self.all[s]
        new = self.make(name, sprite.x, sprite.y)
        if new is None:
            return
        oriented = {"Missile", "OrientedAvatar", "ShootAvatar", "MissileAvatar", "OrientedFlicker", "Passive"}
        both = self.kind(new).kind_class in oriented and self.kind(s).kind_class in oriented
        faces = sprite.faces if forced or both else self.all[new].faces
        self.set(new, faces=faces, last=sprite.last, pocket=sprite.pocket, health=sprite.health)
        self.gone(s)

    def gone(self, s):
        """It counts as killed; an avatar that has become another one is not there disabled afterwards."""
        self.kill(s, is_changed=True)

    def happen(self, rule, a, b):
        if a is not None and a not in self.all or b is not None and b not in self.all:
            return
        self.play.score += rule.number("scoreChange", 0) if "," not in rule.options.get("scoreChange", "0") else 0
        getattr(self, "do_" + rule.effect)(rule, a, b)

    # -------------------------------------------------------------- effects
    def do_nullEffect(self, rule, a, b):
        pass

    def do_stepBack(self, rule, a, b):
        self.set(a, x=self.all[a].last[0], y=self.all[a].last[1])

    def do_undoAll(self, rule, a, b):
        spared = self.game.family(rule.options["notStype"]) if "notStype" in rule.options else []
        for s in list(self.all):
            if self.all[s].kind not in spared and self.all[s].last:
                self.do_stepBack(rule, s, None)

    def do_bounceForward(self, rule, a, b):
        direction = self.went(b)
        self.move(a, direction, self.all[b].speed)
        self.set(a, faces=direction)

    def do_killSprite(self, rule, a, b):
        self.kill(a)

    def do_killBoth(self, rule, a, b):
        self.kill(a)
        self.kill(b)

    def do_killAll(self, rule, a, b):
        for s in self.of(self.game.family(rule.options["stype"])):
            self.kill(s)

    def do_killIfHasLess(self, rule, a, b):
        if self.has(a, rule.options["resource"]) <= rule.number("limit", 0):
            self.kill(a)

    def do_killIfHasMore(self, rule, a, b):
        if self.has(a, rule.options["resource"]) >= rule.number("limit", 0):
            self.kill(a)

    def do_killIfOtherHasMore(self, rule, a, b):
        if self.has(b, rule.options["resource"]) >= rule.number("limit", 0):
            self.kill(a)
            if rule.true("subtract"):
                self.get(b, rule.options["resource"], -rule.number("limit", 0))

    def do_killIfScoreNegative(self, rule, a, b):
        if self.play.score < 0:
            self.kill(a)

    def do_transformTo(self, rule, a, b):
        if self.all[a].disabled:
            return
        self.become(a, rule.options["stype"], rule.true("forceOrientation"))
        if rule.true("killSecond"):
            self.kill(b)

    def do_transformToAll(self, rule, a, b):
        for s in self.of(self.game.family(rule.options["stype"])):
            self.become(s, rule.options["stypeTo"], rule.true("forceOrientation"))

    def do_collectResource(self, rule, a, b):
        kind = self.kind(a)
        value, limit = int(kind.number("value", 1)), int(kind.number("limit", 2))
        if self.has(b, kind.name) < limit:
            self.get(b, kind.name, value)
            if rule.true("killResource", "True"):
                self.kill(a)

    def do_changeResource(self, rule, a, b):
        resource, value = rule.options["resource"], rule.number("value", 1)
        if self.has(a, resource) + value <= int(self.game.kinds[resource].number("limit", 2)):
            self.get(a, resource, value)
            if rule.true("killResource"):
                self.kill(b)

    def do_spawn(self, rule, a, b):
        self.make(rule.options["stype"], self.all[a].x, self.all[a].y)

    def do_spawnIfHasMore(self, rule, a, b):
        if self.has(a, rule.options["resource"]) >= rule.number("limit", 0):
            self.do_spawn(rule, a, b)
            self.get(a, rule.options["resource"], -rule.number("spend", 0))

    def beside(self, rule, b, direction):
        (dx, dy), size = STEP[direction], self.game.square
        self.make(rule.options["stype"], self.all[b].x + dx * size, self.all[b].y + dy * size)

    def do_spawnAbove(self, rule, a, b):
        self.beside(rule, b, UP)

    def do_spawnBelow(self, rule, a, b):
        self.beside(rule, b, DOWN)

    def do_spawnLeft(self, rule, a, b):
        self.beside(rule, b, LEFT)

    def do_spawnRight(self, rule, a, b):
        self.beside(rule, b, RIGHT)

    def do_attractGaze(self, rule, a, b):
        self.set(a, faces=self.all[b].faces)

    def do_reverseDirection(self, rule, a, b):
        self.set(a, faces=OPPOSITE[self.all[a].faces])

    def do_wrapAround(self, rule, a, b):
        size, sprite = self.game.square, self.all[a]
        far = {LEFT: ("x", (self.game.width - 1) * size), UP: ("y", (self.game.height - 1) * size), RIGHT: ("x", 0), DOWN: ("y", 0)}
        if sprite.faces:
            name, to = far[sprite.faces]
            self.set(a, **{name: to})

    def do_setSpeedForAll(self, rule, a, b):
        for s in self.of(self.game.family(rule.options["stype"])):
            self.set(s, speed=float(rule.options["value"]))

    def do_addHealthPoints(self, rule, a, b):
        most = int(self.kind(a).number("limitHealthPoints", 1000))
        self.set(a, health=min(most, self.all[a].health + rule.number("value", 1)))
        if rule.true("killSecond"):
            self.kill(b)

    def do_subtractHealthPoints(self, rule, a, b):
        left = self.all[a].health - rule.number("value", 1)
        self.set(a, health=max(0, left))
        if left <= 0:
            self.kill(a)

    def do_addTimer(self, rule, a, b):
        options = tuple((name, value) for name, value in rule.options.items() if name not in ("timer", "ftype", "repeating"))
        self.play.timers.append((rule.number("timer", 1), (rule.options["ftype"], options)))

    def do_pullWithIt(self, rule, a, b):
        last = self.all[a].last
        self.move(a, self.went(b), self.all[b].speed)
        self.set(a, last=last)

    def do_teleportToExit(self, rule, a, b):
        exits = self.of(self.game.family(self.kind(b).options["stype"]))
        if len(exits) != 1:
            self.play.unknown = len(exits) > 1
            return self.kill(a)
        self.set(a, x=self.all[exits[0]].x, y=self.all[exits[0]].y)

    # --------------------------------------------------------------- the end
    def count(self, name):
        return sum(not self.all[s].disabled for s in self.of(self.game.family(name)))

    def finish(self):
        for ending in self.game.endings:
            limit = ending.number("limit", 0)
            if ending.effect == "SpriteCounter":
                is_over = self.count(ending.options["stype"]) <= limit
            elif ending.effect == "SpriteCounterMore":
                is_over = self.count(ending.options["stype"]) >= limit
            elif ending.effect == "MultiSpriteCounter":
                n = sum(self.count(ending.options[stype]) for stype in ("stype1", "stype2", "stype3") if stype in ending.options)
                is_over = n == limit or "min" in ending.options and n > limit
            else:
                is_over = ending.true("win") and self.play.ticks > limit
            if is_over:
                self.play.ended = 1 if ending.true("win") else 2
                return
