"""Dungeons: maps in words, maps that are drawn, and rules. From docs/formats.md and dungeons.md."""

import itertools
import re

import dungeon_levels
from drawings import ARROWS, beside
from oracle import DIRECTIONS, Oracle


def asked(prefix, names):
    """What rooms, kinds and facts are called in properties: other characters than letters, digits and `_` become `_`, and
    of several that are then alike the second has `_2` at its end, and so on."""
    taken = set()
    for name in names:
        plain = prefix + re.sub(r"[^A-Za-z0-9_]", "_", name)
        called = next(text for text in itertools.chain([plain], (f"{plain}_{n}" for n in itertools.count(2))) if text not in taken)
        taken.add(called)
        yield called, name


class Lock:
    """What it needs: numbers of things by kind. It is opened once for all passages that have it."""

    def __init__(self, needs):
        self.needs = needs


class Map(Oracle):
    """A state is the room, what is in hand, which rooms were entered, which kinds were ever had, and which locks are open."""

    game = "dungeon"

    def __init__(self, text):
        self.things, self.passages, self.locks, self.used_up, self.goals = {}, [], {}, set(), []
        self.read([line.split("#")[0].split("//")[0].strip() for line in text.split("\n") if not line.startswith(";")])
        self.kinds = sorted({kind for things in self.things.values() for kind in things} | {kind for _, _, lock, _ in self.passages for kind in lock.needs})
        self.start = self.entered((None, (), frozenset(), frozenset(), frozenset()), self.first)

    def read(self, lines):
        for line in lines:
            self.read_line(line)

    def read_line(self, line):
        line = re.sub(r"\[\d+,\d+\](\+\d+)?|\blevel \d+|\bat \d+,\d+", "", line).strip()
        head, _, rest = (part.strip() for part in line.partition(":"))
        if head in ("", "dungeon", "item", "key", "switch"):
            return
        if head == "start":
            self.first = rest
        elif head == "goal":
            self.goals = names(rest)
        elif head == "used-up":
            self.used_up = set(names(rest))
        elif head.startswith("room "):
            self.things[head[5:].strip()] = numbered(rest)
        elif head.startswith("lock "):
            self.locks[head[5:].strip()] = Lock(numbered(rest))
        else:
            left, sign, right = re.fullmatch(r"(\S+) (-|>|->) (\S+)", head).groups()
            # A named lock may stand below the passages that have it.
            self.passage(left, right, rest, sign == "-")

    def passage(self, left, right, needs, both_ways):
        lock = self.locks.setdefault(needs[5:].strip(), Lock({})) if needs.startswith("lock ") else Lock(numbered(needs))
        self.passages.append((left, right, lock, both_ways))

    def entered(self, state, room):
        """What lies in a room is taken by who enters it for the first time."""
        _, hand, rooms, ever, opened = state
        hand = dict(hand)
        for kind, n in self.things[room].items() if room not in rooms else ():
            hand[kind] = hand.get(kind, 0) + n
            ever |= {kind}
        return (room, tuple(sorted(hand.items())), rooms | {room}, ever, opened)

    def steps(self, state):
        for left, right, lock, both_ways in self.passages:
            for begin, end in [(left, right), (right, left)][: 1 + both_ways]:
                if begin == state[0]:
                    through = self.through(state, lock)
                    if through:
                        yield end, self.entered(through, end)

    def through(self, state, lock):
        room, hand, rooms, ever, opened = state
        if not lock.needs or id(lock) in opened:
            return state
        hand = dict(hand)
        for kind, n in lock.needs.items():
            if hand.get(kind, 0) < n:
                return None
            if kind in self.used_up:
                hand[kind] -= n
        return (room, tuple(sorted(hand.items())), rooms, ever, opened | {id(lock)})

    def won(self, state):
        return all(goal in state[2] or goal in state[3] for goal in self.goals)

    def propositions(self):
        yield "win", self.won
        yield "lose", lambda state: False
        for text, room in asked("in_", self.things):
            yield text, lambda state, room=room: state[0] == room
        for text, kind in asked("found_", self.kinds):
            yield text, lambda state, kind=kind: kind in state[3]


class Words(Map):
    variant = "words"

    def read(self, lines):
        # Named locks first, so that a passage finds its own.
        super().read(sorted(lines, key=lambda line: not line.startswith("lock ")))

    random_level = staticmethod(dungeon_levels.words)

class Drawn(Map):
    """Floor that hangs together is a room; doors and arrows are passages."""

    variant = "drawn"

    def read(self, lines):
        at = lines.index("map:")
        self.rows = self.whole.split("map:\n")[1].rstrip("\n").split("\n")
        legend, words = {}, []
        for line in lines[:at]:
            head, _, rest = (part.strip() for part in line.partition(":"))
            if len(head) == 1:
                legend[head] = rest
            else:
                words.append(line)
        self.draw(legend)
        for line in words:
            self.read_line(line)
        # What the drawing marks is a goal beside those that words name.
        self.goals = self.goals + [room for room in self.marked if room not in self.goals]

    def __init__(self, text):
        self.whole, self.marked = text, []
        super().__init__(text)

    def draw(self, legend):
        letters = {(x, y): letter for y, row in enumerate(self.rows) for x, letter in enumerate(row)}
        name = {letter: re.sub(r"\[.*|level .*", "", legend.get(letter, letter)).strip() for letter in letters.values()}
        floor = {place for place, letter in letters.items() if letter in ".@G " or letter.isdigit() or letter.islower() and letter != "v"}
        floor -= self.outside(letters)
        doors = [place for place, letter in letters.items() if letter.isupper() and letter != "G"]
        arrows = [place for place, letter in letters.items() if letter in ARROWS]
        self.room_of, areas = {}, []
        for place in sorted(floor, key=lambda p: (p[1], p[0])):
            if place not in self.room_of:
                area, called = [place], f"r{place[1] + 1}c{place[0] + 1}"
                for here in area:
                    area += [to for d in DIRECTIONS if (to := beside(here, d)) in floor and to not in area]
                called = next((name[letters[p]] for p in area if letters[p].isdigit()), called)
                self.room_of.update(dict.fromkeys(area, called))
                areas.append((called, area))
        near = {to for place in doors + arrows for d in DIRECTIONS if (to := beside(place, d)) in floor}
        for called, area in areas:
            if all(letters[p] in ". " for p in area) and not near & set(area):
                continue
            things = {}
            for letter in (letters[p] for p in area):
                if letter.islower():
                    things[name[letter]] = things.get(name[letter], 0) + 1
            self.things[called] = things
            if any(letters[p] == "@" for p in area):
                self.first = called
            if any(letters[p] == "G" for p in area):
                self.marked.append(called)
        for place in sorted(doors + arrows, key=lambda p: (p[1], p[0])):
            letter = letters[place]
            if letter in ARROWS:
                # It is left only where it points to, and entered from all rooms that are beside it elsewhere.
                front = ARROWS[letter]
                sides = [beside(place, d) for d in DIRECTIONS if d != front]
                for begin in dict.fromkeys(self.room_of[side] for side in sides if side in floor):
                    self.passages.append((begin, self.room_of[beside(place, front)], Lock({}), False))
            else:
                sides = [beside(place, d) for d in DIRECTIONS]
                begin, end = (self.room_of[side] for side in sides if side in floor)
                needs = legend.get(letter) or legend_name(legend, letter.lower())
                self.passages.append((begin, end, Lock(numbered(re.sub(r"\[.*|level .*", "", needs))), True))

    def outside(self, letters):
        """Blanks that hang together with the edge of the drawing."""
        blank = {place for place, letter in letters.items() if letter == " "}
        todo = [place for place in blank if any(beside(place, d) not in letters for d in DIRECTIONS)]
        seen = set(todo)
        for place in todo:
            for to in (beside(place, d) for d in DIRECTIONS):
                if to in blank and to not in seen:
                    seen.add(to)
                    todo.append(to)
        return seen

    random_level = staticmethod(dungeon_levels.drawn)


class Rules(Oracle):
    """A state is the set of what holds. A step applies one rule that gives something new."""

    game, variant = "dungeon", "rules"

    random_level = staticmethod(dungeon_levels.rules)

    def __init__(self, text):
        self.rules, self.goals, holds = [], [], []
        for line in text.split("\n"):
            line = re.sub(r"\[\d+,\d+\](\+\d+)?|\blevel \d+", "", line).strip()
            if line.startswith("init:"):
                holds = names(line[5:])
            elif line.startswith("goal:"):
                self.goals = names(line[5:])
            elif "=>" in line or "⇒" in line:
                left, right = re.split("=>|⇒", line)
                self.rules += [(set(names(re.sub(r"∧|/\\", "&", left))), head) for head in names(right)]
        self.facts = sorted({*holds, *self.goals, *(head for _, head in self.rules), *(fact for body, _ in self.rules for fact in body)})
        self.start = frozenset(holds)

    def steps(self, state):
        return [(head, state | {head}) for body, head in self.rules if body <= state and head not in state]

    def propositions(self):
        yield "win", lambda state: state.issuperset(self.goals)
        yield "lose", lambda state: False
        for text, fact in asked("found_", self.facts):
            yield text, lambda state, fact=fact: fact in state


def names(text):
    return [name for name in re.split(r"[\s,&]+", text) if name]


def numbered(text):
    """`small*2, lamp` as numbers by kind."""
    things = {}
    for part in names(text):
        kind, _, n = part.partition("*")
        things[kind] = things.get(kind, 0) + int(n or 1)
    return things


def legend_name(legend, letter):
    return re.sub(r"\[.*|level .*", "", legend.get(letter, letter)).strip()
