#!/usr/bin/env python3
"""A second checker of certificates, to disagree with the first.

It shares no line with the program: it was written from docs/certificates.md
alone, so that a mistake in the kernel or in that page shows as a difference.
It asks only whether the evidence shows the answer to the statement in the
file, and prefers plain definitions to speed.

usage: check.py [--memory MB] [--statement FILE] FILE...

Exit status, the most severe of all files (4, 2, 3, 0): 0 accepted, 2 no
certificate or a mistake in the arguments, 3 not decided (an axiom, an
interpreter, a limit), 4 rejected.
"""

import hashlib
import re
import sys
from itertools import product

WORD = 64
MAX_PARTS = 4096
MAX_CUTS_OF_POTENTIAL = 1 << 18
I32 = (-(1 << 31), (1 << 31) - 1)
STEPS_LIMIT = 50_000_000


class Unreadable(Exception):
    """No certificate, or a statement that is not one: status 2."""


class Undecided(Exception):
    """An axiom, an interpreter or a limit: status 3."""


class Rejected(Exception):
    """The evidence does not show the answer: status 4."""


def require(condition, reason):
    if not condition:
        raise Rejected(reason)


# ---------------------------------------------------------------- statements

NUMBER = re.compile(r"0|-?[1-9][0-9]*")
BINARY = {"add", "sub", "min", "max", "eq", "ne", "lt", "le"}
FORMULA = re.compile(
    r"(true|false)|(is|not) p(0|[1-9]\d*)|(and|or) f(0|[1-9]\d*) f(0|[1-9]\d*)"
    r"|((?:all-|some-)?next) f(0|[1-9]\d*)|((?:all-|some-)?(?:until|release)) f(0|[1-9]\d*) f(0|[1-9]\d*)"
)
# Only what has to be escaped is, so that there is one way to write a name.
NAME = re.compile(r"%|(?:[^\x00-\x20\x7f%,\[\]=:]|%(?:[01][0-9A-F]|20|7F|25|2C|5B|5D|3D|3A))+")
TEXT = re.compile(r"(?:[^\x00-\x1f\x7f%]|%(?:[01][0-9A-F]|7F|25))+")


def number(word):
    if not NUMBER.fullmatch(word) or not I32[0] <= int(word) <= I32[1]:
        raise Unreadable(f"`{word}` is not a number of the right size")
    return int(word)


def name_of(word):
    if not NAME.fullmatch(word):
        raise Unreadable(f"`{word}` is no name")
    return word


class Statement:
    """Variables are flat: an array is that many variables in a row."""

    def __init__(self, text):
        self.domains, self.places, self.variables = [], {}, []
        self.tables, self.expressions = {}, []
        self.actions, self.commands, self.starts = [], [], []
        self.propositions, self.groups = [], []
        if not text.endswith("\n"):
            raise Unreadable("the statement does not end with a line feed")
        lines = text[:-1].split("\n")
        if not lines or lines[0] != "playproof statement 1" or lines[-1] != "end":
            raise Unreadable("the statement has no head or no end")
        if lines[1].startswith("system "):
            raise Undecided("an interpreter of its own: that needs the game")
        self.read(lines[1:-1])
        self.well_formed()

    def read(self, lines):
        order = ["var", "table", "e", "action", "command", "start", "prop", "ask"]
        at = 0
        for n, line in enumerate(lines, 2):
            words = line.split(" ")
            kind = words[0]
            if re.fullmatch(r"e(0|[1-9]\d*)", kind):
                kind = "e"
            elif kind == "group" or re.fullmatch(r"f(0|[1-9]\d*)", kind):
                kind = "ask"
            try:
                place = order.index(kind)
                if place < at:
                    raise Unreadable("a line in the wrong place")
                at = place
                getattr(self, "read_" + kind)(words, line)
            except Unreadable as why:
                raise Unreadable(f"line {n} of the statement: {why}")
            except (ValueError, IndexError, KeyError):
                raise Unreadable(f"line {n} of the statement does not belong there")

    def read_var(self, words, _):
        if len(words) not in (4, 5):
            raise ValueError
        name, least, greatest = name_of(words[1]), number(words[2]), number(words[3])
        count = number(words[4]) if len(words) == 5 else None
        if name in self.places or not 0 <= greatest - least <= I32[1] or count is not None and count < 1:
            raise Unreadable(f"the variable `{name}` is declared twice or empty")
        if count is not None and count > 10_000_000:
            raise Undecided("an array with too many elements")
        self.places[name] = (len(self.domains), count)
        self.variables.append((least, greatest, count))
        self.domains += [(least, greatest)] * (count or 1)

    def read_table(self, words, _):
        sizes = [number(size) for size in words[2].split("x")]
        cells = [number(cell) for cell in words[4:]]
        if name_of(words[1]) in self.tables or words[3] != ":" or not 1 <= len(sizes) <= 3:
            raise ValueError
        total = 1
        for size in sizes:
            total *= size
        if min(sizes) < 1 or total != len(cells):
            raise Unreadable("a table with another number of cells")
        self.tables[words[1]] = (sizes, cells)

    def operand(self, word, end=None):
        index = int(word[1:])
        if not re.fullmatch(r"e(0|[1-9]\d*)", word) or index >= len(self.expressions):
            raise Unreadable(f"`{word}` is no expression before this one")
        return index

    def read_e(self, words, _):
        if words[0] != f"e{len(self.expressions)}":
            raise ValueError
        op, rest = words[1], words[2:]
        if op == "const":
            (value,) = rest
            item = ("const", number(value))
        elif op == "var":
            (name,) = rest
            place, count = self.places[name]
            if count is not None:
                raise ValueError
            item = ("var", place)
        elif op == "item":
            name, index = rest
            place, count = self.places[name]
            if count is None:
                raise ValueError
            item = ("item", place, count, self.operand(index))
        elif op == "look":
            sizes, _cells = self.tables[rest[0]]
            if len(sizes) != len(rest) - 1:
                raise ValueError
            item = ("look", rest[0]) + tuple(self.operand(word) for word in rest[1:])
        elif op in ("times", "over"):
            factor, operand = rest
            item = (op, number(factor), self.operand(operand))
            if op == "over" and item[1] < 1:
                raise Unreadable("a division by less than 1")
        elif op in BINARY:
            left, right = rest
            item = (op, self.operand(left), self.operand(right))
        elif op == "if":
            condition, yes, no = rest
            item = (op, self.operand(condition), self.operand(yes), self.operand(no))
        else:
            raise ValueError
        self.expressions.append(item)

    def read_action(self, words, _):
        (_, name) = words
        if name_of(name) in self.actions:
            raise Unreadable(f"action `{name}` is declared twice")
        self.actions.append(name)

    def read_command(self, words, line):
        head, colon, tail = line.partition(" :")
        _, name, action, when, guard = head.split(" ")
        if not colon or when != "when":
            raise ValueError
        name_of(name)
        writes = []
        for write in tail[1:].split(", ") if tail else []:
            target, equals, value = write.split(" ")
            if equals != "=":
                raise ValueError
            item = re.fullmatch(r"([^\[\]]+)\[(e\d+)\]", target)
            place, count = self.places[item[1] if item else target]
            if (count is None) == bool(item):
                raise ValueError
            writes.append((place, count, self.operand(item[2]) if item else None, self.operand(value)))
        if tail and tail[0] != " ":
            raise ValueError
        self.commands.append((self.actions.index(action), self.operand(guard), writes))

    def read_start(self, words, _):
        values = tuple(number(word) for word in words[1:])
        if len(values) != len(self.domains) or not self.inside(values):
            raise Unreadable("an initial state outside the domains")
        self.starts.append(values)

    def read_prop(self, words, line):
        if words[1] != f"p{len(self.propositions)}":
            raise ValueError
        if len(words) > 3 and not TEXT.fullmatch(line.split(" ", 3)[3]):
            raise Unreadable("not in canonical form")
        self.propositions.append(self.operand(words[2]))

    def read_ask(self, words, line):
        if words[0] == "group":
            if self.groups and self.groups[-1][0] is None or len(words) != 2:
                raise ValueError
            if self.groups and not self.groups[-1][1]:
                raise Unreadable("an empty group")
            self.groups.append((name_of(words[1]), []))
            return
        if words[0] == "ask":
            if not self.groups:
                self.groups.append((None, []))
            self.groups[-1][1].append(self.question(words[1:]))
            return
        question = self.groups[-1][1][-1] if self.groups and self.groups[-1][1] else None
        if question is None or question["kind"] not in ("linear", "branching"):
            raise ValueError
        parts = question["parts"]
        if words[0] != f"f{len(parts)}":
            raise ValueError
        match = FORMULA.fullmatch(line.split(" ", 1)[1])
        if not match:
            raise ValueError
        found = [word for word in match.groups() if word is not None]
        op, operands = found[0], [int(word) for word in found[1:]]
        bound = len(self.propositions) if op in ("is", "not") else len(parts)
        if any(operand >= bound for operand in operands):
            raise Unreadable("an operand that does not come before")
        quantified = op.startswith(("all-", "some-"))
        temporal = quantified or op in ("next", "until", "release")
        if temporal and quantified != (question["kind"] == "branching"):
            raise ValueError
        parts.append((op, *operands))

    def question(self, words):
        def proposition(word):
            index = int(word[1:])
            if word != f"p{index}" or index >= len(self.propositions):
                raise ValueError
            return index

        answers = {"holds": True, "violated": False}
        if words[0] == "reach":
            _, target, answer = words
            return {"kind": "reach", "target": proposition(target), "answer": answers[answer]}
        if words[0] == "linear":
            _, answer = words
            return {"kind": "linear", "answer": answers[answer], "parts": []}
        if words == ["branching"]:
            return {"kind": "branching", "parts": []}
        if words[0] == "paths" and words[2:] == ["unique"]:
            return {"kind": "paths", "target": proposition(words[1]), "want": "unique", "n": 2}
        _, target, want, n = words
        if words[0] != "paths" or want not in ("alternatives", "routes") or number(n) < 0:
            raise ValueError
        return {"kind": "paths", "target": proposition(target), "want": want, "n": number(n)}

    def inside(self, values):
        return all(low <= value <= high for value, (low, high) in zip(values, self.domains))

    def well_formed(self):
        """Intervals over whole domains: then no index, no value and no write
        can go wrong in any state, and evaluation need not ask again."""
        if not self.starts or not self.groups or not self.groups[-1][1]:
            raise Unreadable("there is no initial state, or nothing is asked")
        for _, questions in self.groups:
            for question in questions:
                parts = question.get("parts")
                n = len(askable(parts) if question["kind"] == "linear" else parts) if parts else 0
                if parts is not None and not 0 < n <= WORD:
                    raise Unreadable("a question without its formula, or with too many parts")
        values = []
        for n, item in enumerate(self.expressions):
            indices = [values[e] for e in item[2:]] if item[0] == "look" else []
            sizes = self.tables[item[1]][0] if item[0] == "look" else []
            if item[0] == "item":
                indices, sizes = [values[item[3]]], [item[2]]
            if any(low < 0 or high >= size for (low, high), size in zip(indices, sizes)):
                raise Unreadable(f"expression e{n}: an index can leave its bounds")
            if item[0] == "if" and not is_bit(values[item[1]]):
                raise Unreadable(f"expression e{n}: its condition is not 0 or 1")
            values.append(interval(self, item, values, self.domains))
            if values[n][0] < I32[0] or values[n][1] > I32[1]:
                raise Unreadable(f"expression e{n}: a value that does not fit 32 bits")
        for _, guard, writes in self.commands:
            if not is_bit(values[guard]):
                raise Unreadable("a guard that is not 0 or 1")
            for place, count, index, value in writes:
                low, high = self.domains[place]
                if not (low <= values[value][0] and values[value][1] <= high):
                    raise Unreadable("a written value can leave its domain")
                if index is not None and not (0 <= values[index][0] and values[index][1] < count):
                    raise Unreadable("a written index can leave its bounds")
        if not all(is_bit(values[e]) for e in self.propositions):
            raise Unreadable("a proposition that is not 0 or 1")


def is_bit(value):
    return 0 <= value[0] and value[1] <= 1


def interval(statement, item, values, box):
    """What an expression can be where its operands are in `values` and the
    variables in `box`."""
    op = item[0]
    if op == "const":
        return (item[1], item[1])
    if op == "var":
        return box[item[1]]
    if op == "item":
        low, high = values[item[3]]
        elements = box[item[1] + low : item[1] + high + 1]
        return (min(e[0] for e in elements), max(e[1] for e in elements))
    if op == "look":
        sizes, cells = statement.tables[item[1]]
        bases = [0]
        for size, e in zip(sizes, item[2:]):
            low, high = values[e]
            bases = [base * size + i for base in bases for i in range(low, high + 1)]
        found = [cells[base] for base in bases]
        return (min(found), max(found))
    if op in ("times", "over"):
        low, high = values[item[2]]
        if op == "over":
            return (low // item[1], high // item[1])
        return tuple(sorted((low * item[1], high * item[1])))
    a, b = values[item[1]], values[item[2]]
    if op == "add":
        return (a[0] + b[0], a[1] + b[1])
    if op == "sub":
        return (a[0] - b[1], a[1] - b[0])
    if op == "min":
        return (min(a[0], b[0]), min(a[1], b[1]))
    if op == "max":
        return (max(a[0], b[0]), max(a[1], b[1]))
    if op in ("eq", "ne"):
        if a[0] == a[1] == b[0] == b[1]:
            same = (1, 1)
        else:
            same = (0, 0) if a[1] < b[0] or b[1] < a[0] else (0, 1)
        return same if op == "eq" else (1 - same[1], 1 - same[0])
    if op == "lt":
        return (int(a[1] < b[0]), int(a[0] < b[1]))
    if op == "le":
        return (int(a[1] <= b[0]), int(a[0] <= b[1]))
    c = values[item[3]]
    if a == (0, 0):
        return c
    return b if a == (1, 1) else (min(b[0], c[0]), max(b[1], c[1]))


# --------------------------------------------------------------------- bytes


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def number(self):
        value = shift = 0
        while True:
            require(self.at < len(self.data), "the evidence is cut off")
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                require(byte or not shift, "a number that is not in its shortest form")
                require(value < 1 << 64, "a number that is too large")
                return value
            shift += 7
            require(shift < 70, "a number that is too large")

    def signed(self):
        value = self.number()
        require(value < 1 << 32, "a value that does not fit 32 bits")
        return -(value + 1) // 2 if value & 1 else value // 2

    def bytes(self, n):
        require(n <= len(self.data) - self.at, "the evidence is cut off")
        self.at += n
        return self.data[self.at - n : self.at]

    def word(self):
        return int.from_bytes(self.bytes(8), "little")

    def list(self, item):
        n = self.number()
        require(n <= len(self.data) - self.at, "a list is longer than the file")
        return [item() for _ in range(n)]

    def words(self):
        return self.list(self.word)

    def flag(self):
        value = self.number()
        require(value < 2, "0 or 1 was expected")
        return value

    def blob(self):
        return self.bytes(self.number())

    def end(self):
        require(self.at == len(self.data), "the evidence should end earlier")

    def trace(self):
        return (self.number(), self.list(self.step))

    def step(self):
        action = self.number()
        return (action - 1, self.number()) if action else None

    def range(self):
        return (self.signed(), self.signed())


class Layout:
    """Where the flat variables are in a packed state."""

    def __init__(self, statement):
        self.fields, position = [], 0
        for least, greatest, count in statement.variables:
            bits = max(1, (greatest - least).bit_length())
            if count is not None:
                bits = 1 << (bits - 1).bit_length()
                position = -(-position // bits) * bits
            elif position % WORD + bits > WORD:
                position = -(-position // WORD) * WORD
            for _ in range(count or 1):
                self.fields.append((position, bits, least, greatest))
                position += bits
        self.n_words = -(-position // WORD)

    def pack(self, values):
        packed = 0
        for value, (position, _, least, _) in zip(values, self.fields):
            packed |= (value - least) << position
        return packed

    def unpack(self, words):
        packed = join(words)
        values = []
        for position, bits, least, greatest in self.fields:
            values.append((packed >> position & (1 << bits) - 1) + least)
            require(values[-1] <= greatest, "a packed state outside the domains")
        require(self.pack(values) == packed, "bits between the fields of a packed state")
        return tuple(values)

    def rows(self, words, extra=0):
        size = self.n_words + extra
        require(size and len(words) % size == 0 or not words, "rows that are cut off")
        return [words[i : i + size] for i in range(0, len(words), size)]


def join(words):
    return int.from_bytes(b"".join(word.to_bytes(8, "little") for word in words), "little")


# ---------------------------------------------------------------------- play


class Play:
    """The transition system, one state at a time. The expressions are written
    out as a Python function, of numbers and numbered names alone."""

    def __init__(self, statement):
        self.statement = statement
        self.layout = Layout(statement)
        guards = [guard for _, guard, _ in statement.commands]
        body = self.code(self.cone(guards))
        body.append(" r = []")
        for n, (_, guard, writes) in enumerate(statement.commands):
            values = self.cone([e for write in writes for e in write[2:] if e is not None])
            body.append(f" if e{guard}:")
            body += [" " + line for line in self.code([e for e in values if e not in self.cone(guards)])]
            body.append("  t = list(s)")
            for place, _, index, value in writes:
                body.append(f"  t[{place}{'' if index is None else f'+e{index}'}] = e{value}")
            body.append(f"  r.append(({n}, tuple(t)))")
        self.commands_of = self.function(body + [" return r"])
        wanted = statement.propositions
        body = self.code(self.cone(wanted))
        self.labels_of = self.function(body + [f" return ({''.join(f'e{e},' for e in wanted)})"])
        self.known, self.known_labels = {}, {}

    def cone(self, roots):
        """The expressions that these need, operands first."""
        seen, todo = set(), list(roots)
        while todo:
            e = todo.pop()
            if e not in seen:
                seen.add(e)
                todo += operands(self.statement.expressions[e])
        return sorted(seen)

    def code(self, wanted):
        lines = []
        for n in wanted:
            item = self.statement.expressions[n]
            op, a = item[0], f"e{item[1]}"
            b = f"e{item[2]}" if len(item) > 2 else ""
            if op == "look":
                sizes, _ = self.statement.tables[item[1]]
                index = ""
                for size, e in zip(sizes, item[2:]):
                    index = f"({index})*{size}+e{e}" if index else f"e{e}"
                text = f"T[{list(self.statement.tables).index(item[1])}][{index}]"
            else:
                text = {
                    "const": f"{item[1]}",
                    "var": f"s[{item[1]}]",
                    "item": f"s[{item[1]}+e{item[-1]}]",
                    "add": f"{a}+{b}",
                    "sub": f"{a}-{b}",
                    "min": f"{a} if {a}<{b} else {b}",
                    "max": f"{a} if {a}>{b} else {b}",
                    "times": f"({item[1]})*{b}",
                    "over": f"{b}//({item[1]})",
                    "eq": f"int({a}=={b})",
                    "ne": f"int({a}!={b})",
                    "lt": f"int({a}<{b})",
                    "le": f"int({a}<={b})",
                    "if": f"{b} if {a} else e{item[-1]}",
                }[op]
            lines.append(f" e{n} = {text}")
        return lines

    def function(self, body):
        scope = {"T": [cells for _, cells in self.statement.tables.values()]}
        exec("def f(s):\n" + "\n".join(body), scope)
        return scope["f"]

    def enabled(self, state):
        """The commands that can be done and where they lead, in their order."""
        if state not in self.known:
            self.known[state] = self.commands_of(state)
        return self.known[state]

    def successors(self, state):
        """Where a run can go on: nowhere but to the state itself, if nothing can be done."""
        return [after for _, after in self.enabled(state)] or [state]

    def labels(self, state):
        if state not in self.known_labels:
            self.known_labels[state] = self.labels_of(state)
        return self.known_labels[state]

    def start(self, index):
        require(index < len(self.statement.starts), "no such initial state")
        return self.statement.starts[index]

    def walk(self, state, steps, may_stutter):
        states = [state]
        for step in steps:
            enabled = self.enabled(states[-1])
            if step is None:
                require(may_stutter and not enabled, "a step that stutters where it must not")
                states.append(states[-1])
                continue
            action, choice = step
            ways = [after for n, after in enabled if self.statement.commands[n][0] == action]
            require(choice < len(ways), "a step that cannot be done")
            states.append(ways[choice])
        return states


def operands(item):
    op = item[0]
    if op in ("const", "var"):
        return ()
    if op == "item":
        return item[3:]
    return item[2:] if op in ("look", "times", "over") else item[1:]


# --------------------------------------------------------------- closed sets


class ClosedSet:
    """Cubes, patterns and potentials: a set of states that no step leaves."""

    def __init__(self, play, reader):
        self.play, self.statement, layout = play, play.statement, play.layout
        domains = self.statement.domains
        self.domains = domains
        self.free = reader.list(reader.number)
        require(all(a < b for a, b in zip(self.free, self.free[1:])), "free variables out of order")
        require(not self.free or self.free[-1] < len(domains), "no such variable")
        points = [layout.unpack(row) for row in layout.rows(reader.words())]
        self.cuts, self.set_column, columns = {}, None, []
        for place in self.free:
            columns.append(self.column(reader, place, len(points)))
        self.cubes, self.by_point, taken = [], {}, set(self.free)
        self.fixed = [place for place in range(len(domains)) if place not in taken]
        for n, point in enumerate(points):
            require(all(point[p] == domains[p][0] for p in self.free), "a point whose free variables are not least")
            sides = {place: column[n if len(column) > 1 else 0] for place, column in zip(self.free, columns)}
            self.cubes.append((point, sides))
            self.by_point.setdefault(tuple(point[p] for p in self.fixed), []).append(sides)
        self.patterns = reader.list(lambda: self.pattern(reader))
        self.potentials = reader.list(lambda: self.potential(reader))

    def column(self, reader, place, n):
        kind = reader.number()
        require(kind < 3, "no such kind of column")
        if kind == 1:
            require(self.set_column is None, "two columns with sets")
            self.set_column, size, words = place, reader.number(), reader.words()
            require(size and len(words) == size * n, "sets that are cut off")
            return [self.values(words[i : i + size], place) for i in range(0, len(words), size)]
        if kind == 2:
            self.cuts[place] = reader.list(reader.signed)
        ranges = reader.list(reader.range)
        require(len(ranges) == n or len(ranges) == 1, "a column with another number of ranges")
        for low, high in ranges:
            self.check_range(place, low, high)
        return ranges

    def check_range(self, place, low, high):
        least, greatest = self.domains[place]
        require(least <= low <= high <= greatest, "a range outside its domain")

    def values(self, words, place):
        """A set, as a number whose bits stand for the values above the least one."""
        least, greatest = self.domains[place]
        mask = join(words)
        require(len(words) == (greatest - least) // WORD + 1, "a set with another number of words")
        require(mask and mask >> (greatest - least + 1) == 0, "an empty set, or one outside its domain")
        return mask

    def pattern(self, reader):
        sides = {}
        for _ in range(reader.number()):
            place = reader.number()
            require(place < len(self.domains) and place > max(sides, default=-1), "a pattern's variables out of order")
            if reader.flag():
                sides[place] = self.values(reader.words(), place)
            else:
                sides[place] = reader.range()
                self.check_range(place, *sides[place])
        return sides

    def potential(self, reader):
        counter = (reader.number(), reader.signed()) if reader.flag() else None
        constant = reader.signed()
        weights = {}
        for place, column in reader.list(lambda: (reader.number(), reader.list(reader.signed))):
            require(place < len(self.domains) and place not in weights, "no such variable, or weighed twice")
            low, high = self.domains[place]
            require(len(column) == high - low + 1, "another number of weights than of values")
            weights[place] = column
        for total in (min, max):
            bound = constant + sum(total(column) for column in weights.values())
            require(I32[0] <= bound <= I32[1], "a bound that does not fit 32 bits")
        if counter:
            place, limit = counter
            require(place < len(self.domains) and limit < self.domains[place][1], "no counter, or up to its cap")
        return (counter, constant, weights)

    # Membership of a box, which is a range for every variable.

    def holds_side(self, side, place, low, high):
        if isinstance(side, tuple):
            return side[0] <= low and high <= side[1]
        least = self.domains[place][0]
        ones = (1 << (high - low + 1)) - 1
        return side >> (low - least) & ones == ones

    def holds(self, box):
        if all(box[p][0] == box[p][1] for p in self.fixed):
            for sides in self.by_point.get(tuple(box[p][0] for p in self.fixed), []):
                if all(self.holds_side(side, p, *box[p]) for p, side in sides.items()):
                    return True
        for sides in self.patterns:
            if all(self.holds_side(side, p, *box[p]) for p, side in sides.items()):
                return True
        return any(self.stands_for(potential, box) for potential in self.potentials)

    def weight(self, weights, place, side):
        least = self.domains[place][0]
        found = weights[place][side[0] - least : side[1] - least + 1]
        return (min(found), max(found))

    def stands_for(self, potential, box):
        counter, constant, weights = potential
        bound = constant + sum(self.weight(weights, p, box[p])[0] for p in weights)
        if counter is None:
            return bound > 0
        least = box[counter[0]][0]
        return least > counter[1] or least + bound > counter[1]

    def holds_state(self, state):
        return self.holds([(value, value) for value in state])

    # The boxes whose successors are to be looked at.

    def boxes(self):
        whole = list(self.domains)
        for point, sides in self.cubes:
            box = [(value, value) for value in point]
            yield from self.spread(box, sides)
        for sides in self.patterns:
            yield from self.spread(whole[:], sides)

    def spread(self, box, sides):
        """A set is gone through range by range, a cube's value by value: what is
        computed for one value alone cannot mix it with others."""
        choices = []
        for place, side in sides.items():
            if isinstance(side, tuple):
                choices.append([(place, side)])
                continue
            least = self.domains[place][0]
            values = [least + i for i in range(side.bit_length()) if side >> i & 1]
            choices.append([(place, (value, value)) for value in values])
        total = 1
        for choice in choices:
            total *= len(choice)
        if total > 1_000_000:
            raise Undecided("a pattern with too many combinations of values")
        for combination in product(*choices):
            part = box[:]
            for place, side in combination:
                part[place] = side
            yield part

    def check(self, bad, initial=True):
        """`bad` is the proposition that must be missed; with `initial`, the
        first states must be inside."""
        if initial:
            for start in self.statement.starts:
                require(self.holds_state(start), "an initial state is outside the set")
        target = Part(self, [bad], [])
        parts = [Part(self, [guard], writes) for _, guard, writes in self.statement.commands]
        for potential in self.potentials:
            self.check_potential(potential, target, parts)
        for box in self.boxes():
            target.cover(box, lambda *_: False, "the set contains the target")
            for part in parts:
                part.cover(box, part.stays, "a step leaves the set")

    def check_potential(self, potential, target, parts):
        counter, constant, weights = potential

        def harmless(part, box, values):
            bound = constant + sum(self.weight(weights, p, box[p])[1] for p in weights)
            return bound <= 0 and (counter is None or box[counter[0]][1] <= counter[1])

        def grows(part, box, values):
            after = part.after(box, values)
            change, rise = 0, 0
            if counter is not None:
                old, new = box[counter[0]], after[counter[0]]
                change = part.added(counter[0], old, new, counter[1])
                # Above the limit it is enough that the count stays there.
                if old[0] > counter[1] and new[0] > counter[1]:
                    return True
                if change < 0:
                    return False
            for place in weights:
                if place in part.written(box, values):
                    rise += self.weight(weights, place, after[place])[0] - self.weight(weights, place, box[place])[1]
            return rise + change >= 0

        limit = MAX_CUTS_OF_POTENTIAL
        whole, watched = list(self.domains), set(weights) | ({counter[0]} if counter else set())
        target.cover(whole, harmless, "the target holds where a potential says that it cannot", limit, watched)
        for part in parts:
            part.cover(whole, grows, "a step lowers a potential", limit, watched)


class Part:
    """A condition with writes, evaluated over boxes."""

    def __init__(self, closed, conditions, writes):
        self.closed, self.statement = closed, closed.statement
        self.guard, self.writes = conditions[0], writes
        play = closed.play
        self.cone = play.cone(conditions + [e for write in writes for e in write[2:] if e is not None])
        self.conditions = [self.guard]
        for e in self.cone:
            item = self.statement.expressions[e]
            if item[0] == "if" and item[1] not in self.conditions:
                self.conditions.append(item[1])
        self.first = {place for sides in closed.patterns for place, side in sides.items() if isinstance(side, int)}
        self.cones = {}

    def evaluate(self, box):
        values = {}
        for e in self.cone:
            values[e] = interval(self.statement, self.statement.expressions[e], values, box)
        return values

    def reads(self, e, values):
        """The variables that an expression reads in this box."""
        if e not in self.cones:
            self.cones[e] = self.closed.play.cone([e])
        places = set()
        for n in self.cones[e]:
            item = self.statement.expressions[n]
            if item[0] == "var":
                places.add(item[1])
            elif item[0] == "item":
                places.update(range(item[1] + values[item[3]][0], item[1] + values[item[3]][1] + 1))
        return places

    def after(self, box, values):
        """Later writes count; one whose place is not certain may be there or not."""
        after = box[:]
        for place, _, index, value in self.writes:
            if index is None:
                after[place] = values[value]
                continue
            low, high = values[index]
            for p in range(place + low, place + high + 1):
                new, old = values[value], after[p]
                after[p] = new if low == high else (min(new[0], old[0]), max(new[1], old[1]))
        return after

    def written(self, box, values):
        places = set()
        for place, _, index, _ in self.writes:
            low, high = values[index] if index is not None else (0, 0)
            places.update(range(place + low, place + high + 1))
        return places

    def sides(self, item):
        a, b = (self.statement.expressions[e] for e in item[1:])
        return (a, b), (b, a)

    def added(self, counter, old, new, limit):
        """The least that a command adds to a counter, seen from `x + d` where
        it is written so, and from the ranges otherwise. A cap above the limit
        does no harm: where it counts, the limit is exceeded."""
        writes = [write for write in self.writes if counter in self.span(write)]
        if not writes:
            return 0
        if writes[-1][2] is None:
            item = self.statement.expressions[writes[-1][3]]
            for inner, outer in self.sides(item) if item[0] == "min" else ():
                if outer[0] == "const" and outer[1] > limit:
                    item = inner
                    break
            for a, b in self.sides(item) if item[0] == "add" else ():
                if a == ("var", counter) and b[0] == "const":
                    return b[1]
        return new[0] - old[1]

    @staticmethod
    def span(write):
        return range(write[0], write[0] + (write[1] or 1))

    def stays(self, part, box, values):
        return self.closed.holds(self.after(box, values))

    def of_interest(self, box, values, watched):
        """Where to cut to see what a command does to the watched variables: first
        along what says where and what it writes there."""
        ours = [write for write in self.writes if watched.intersection(self.span(write))]
        yield set().union(*(self.reads(write[2], values) for write in ours if write[2] is not None))
        yield watched & self.written(box, values)
        yield set().union(*(self.reads(write[3], values) for write in ours))
        yield watched & self.reads(self.guard, values)
        yield self.reads(self.guard, values)

    def cover(self, box, fine, reason, limit=MAX_PARTS, watched=None):
        """Every part of the box is one where the condition is false, or is fine.
        A part that is neither is cut where a condition is undecided, or along
        what has to do with the watched variables."""
        todo, n_parts = [box], 1
        while todo:
            box = todo.pop()
            values = self.evaluate(box)
            if values[self.guard] == (0, 0) or fine(self, box, values):
                continue
            if watched is None:
                groups = (self.reads(e, values) for e in self.conditions if values[e] == (0, 1))
            else:
                groups = self.of_interest(box, values, watched)
            wide = ({p for p in group if box[p][0] < box[p][1]} for group in groups)
            places = next(filter(None, wide), None)
            require(places, reason)
            n_parts += 1
            if n_parts > limit:
                raise Rejected(reason + ", as far as can be seen in so many parts")
            todo += self.halves(box, places)

    def halves(self, box, places):
        among = places & self.first
        place = min(among) if among else min(places, key=lambda p: (box[p][0] - box[p][1], p))
        low, high = box[place]
        middle = low + (high - low + 1) // 2
        cuts = [cut for cut in self.closed.cuts.get(place, []) if low < cut <= high]
        if cuts:
            middle = min(cuts, key=lambda cut: (abs(cut - middle), cut))
        lower, upper = box[:], box[:]
        lower[place], upper[place] = (low, middle - 1), (middle, high)
        return [upper, lower]


# ------------------------------------------------------------- linear time


def askable(parts):
    """What can be asked of the future, in the order of bits."""
    under_next = {part[1] for part in parts if part[0] == "next"}
    last = len(parts) - 1
    return [n for n, part in enumerate(parts) if n in under_next or n == last or part[0] in ("until", "release")]


class Progression:
    """What a formula asks of the next state, given what is true in this one."""

    def __init__(self, parts):
        self.parts, self.known = parts, {}

    def ways(self, asked, labels):
        """All pairs of what is asked next and which untils are postponed, less
        those that ask and postpone more than another one."""
        key = (asked, labels)
        if key not in self.known:
            found = {(frozenset(), frozenset())}
            cache = []
            for n, part in enumerate(self.parts):
                cache.append(self.part(n, part, cache, labels))
            for n in asked:
                found = least(both(found, cache[n]))
            self.known[key] = found
        return self.known[key]

    def part(self, n, part, ways, labels):
        op = part[0]
        done = {(frozenset(), frozenset())}
        if op in ("true", "false"):
            return done if op == "true" else set()
        if op in ("is", "not"):
            return done if bool(labels[part[1]]) == (op == "is") else set()
        if op == "next":
            return {(frozenset([part[1]]), frozenset())}
        a, b = ways[part[1]], ways[part[2]]
        if op == "and":
            return least(both(a, b))
        if op == "or":
            return least(a | b)
        if op == "until":
            return least(b | both(a, {(frozenset([n]), frozenset([n]))}))
        return least(both(b, a | {(frozenset([n]), frozenset())}))


def both(left, right):
    if len(left) * len(right) > 1_000_000:
        raise Undecided("a formula that goes on in too many ways")
    return {(a | c, b | d) for a, b in left for c, d in right}


def least(ways):
    kept = []
    for way in sorted(ways, key=lambda way: (len(way[0]) + len(way[1]), sorted(way[0]), sorted(way[1]))):
        if not any(other[0] <= way[0] and other[1] <= way[1] for other in kept):
            kept.append(way)
    return set(kept)


def check_prefix(play, parts, reader):
    index, steps = reader.trace()
    states = play.walk(play.start(index), steps, True)
    progression = Progression(parts)
    asked = {frozenset([len(parts) - 1])}
    for state in states:
        labels = play.labels(state)
        asked = {next_ for now in asked for next_, _ in progression.ways(now, labels)}
    require(frozenset() in asked, "something is still asked after the run")


def check_lasso(play, parts, reader):
    index, before = reader.trace()
    again = reader.list(reader.step)
    require(again, "nothing repeats")
    states = play.walk(play.start(index), before + again, True)
    back = len(before)
    require(states[-1] == states[back], "the repeating steps do not lead back")
    states.pop()
    n = len(states)
    after = [i + 1 for i in range(n - 1)] + [back]
    truth = []
    for part in parts:
        truth.append(on_lasso(part, truth, [play.labels(state) for state in states], after, n))
    require(truth[-1][0], "the run does not satisfy the formula")


def on_lasso(part, truth, labels, after, n):
    """The truth of a part at each moment, by the definition of its operator."""
    op = part[0]
    if op in ("true", "false"):
        return [op == "true"] * n
    if op in ("is", "not"):
        return [bool(label[part[1]]) == (op == "is") for label in labels]
    a = truth[part[1]]
    if op == "next":
        return [a[after[i]] for i in range(n)]
    b = truth[part[2]]
    if op in ("and", "or"):
        return [(x and y) if op == "and" else (x or y) for x, y in zip(a, b)]
    # The least solution for *until*, the greatest for *release*; going through
    # the moments backwards twice reaches either, as there is one way back.
    value = [op == "release"] * n
    for i in list(range(n - 1, -1, -1)) * 2:
        later = value[after[i]]
        value[i] = b[i] or (a[i] and later) if op == "until" else b[i] and (a[i] or later)
    return value


def check_ranking(play, parts, reader):
    progression = Progression(parts)
    bit_of = askable(parts)
    rows = play.layout.rows(reader.words(), 1)
    ranks = reader.list(reader.number)
    postponed = reader.list(reader.number)
    require(len(rows) == len(ranks), "another number of ranks than of rows")
    # A pair may be there twice: the first one counts for others, and all are checked.
    entries, rows_ = {}, []
    for row, rank in zip(rows, ranks):
        require(row[-1] >> len(bit_of) == 0 and rank < len(postponed), "no such part or rank")
        key = (play.layout.unpack(row[:-1]), row[-1])
        rows_.append((key, rank))
        entries.setdefault(key, rank)
    bits = {part: 1 << bit for bit, part in enumerate(bit_of)}
    whole = bits[len(parts) - 1]
    for start in play.statement.starts:
        require((start, whole) in entries, "a first state without an entry")
    for (state, mask), rank in rows_:
        asked = frozenset(part for part in bit_of if bits[part] & mask)
        until = bit_of[postponed[rank] - 1] if 0 < postponed[rank] <= len(bit_of) else None
        for asked_next, put_off in progression.ways(asked, play.labels(state)):
            wanted = sum(bits[part] for part in asked_next)
            for after in play.successors(state):
                found = entries.get((after, wanted))
                require(found is not None, "a way to go on without an entry")
                require(found <= rank, "a rank that rises")
                require(found < rank or until in put_off, "a rank that stays although nothing is postponed")


# ---------------------------------------------------------- branching time

DUAL = {
    "true": "false", "false": "true", "is": "not", "not": "is", "and": "or", "or": "and",
    "all-next": "some-next", "some-next": "all-next", "all-until": "some-release",
    "some-release": "all-until", "some-until": "all-release", "all-release": "some-until",
}  # fmt: skip


def check_claims(play, parts, reader, holds):
    if not holds:
        parts = [(DUAL[part[0]], *part[1:]) for part in parts]
    states = [play.layout.unpack(row) for row in play.layout.rows(reader.words())]
    masks = reader.words()
    ranks = iter(reader.list(reader.number))
    require(len(masks) == len(states), "another number of claims than of states")
    untils = [n for n, part in enumerate(parts) if part[0].endswith("until")]
    # A state may be there twice: the first one counts for others, and all are checked.
    claims, rank_of, rows = {}, {}, []
    for state, mask in zip(states, masks):
        require(mask >> len(parts) == 0, "no such part")
        own = {n: next(ranks, None) for n in untils if mask >> n & 1}
        require(None not in own.values(), "a rank is missing")
        rows.append((state, mask, own))
        claims.setdefault(state, mask)
        rank_of.setdefault(state, own)
    require(next(ranks, None) is None, "more ranks than untils")
    top = len(parts) - 1
    first = [claims.get(start, 0) >> top & 1 for start in play.statement.starts]
    require(all(first) if holds else any(first), "the formula is not claimed of the first states")

    def founded(state, mask, own, n):
        op, *operands = parts[n]
        here = [mask >> operand & 1 for operand in operands]
        quantify = all if op.startswith("all-") else any
        if op in ("true", "false"):
            return op == "true"
        if op in ("is", "not"):
            return bool(play.labels(state)[operands[0]]) == (op == "is")
        if op in ("and", "or"):
            return all(here) if op == "and" else any(here)
        if op.endswith("next"):
            return quantify(claims.get(s, 0) >> operands[0] & 1 for s in play.successors(state))
        if op.endswith("release"):
            return here[1] and (here[0] or quantify(claims.get(s, 0) >> n & 1 for s in play.successors(state)))
        lower = own[n]
        return here[1] or here[0] and quantify(
            claims.get(s, 0) >> n & 1 and rank_of[s][n] < lower for s in play.successors(state)
        )

    for state, mask, own in rows:
        for n in range(len(parts)):
            require(not mask >> n & 1 or founded(state, mask, own, n), "a claim without a foundation")


def check_trap(play, parts, reader):
    """A run, and a closed set that holds its last state and in which something
    never is. Only these forms are looked for, in which p and q are propositions:
    AG EF p, AG (q || EF p), AG (EF p || AF q) and A[p R EF p]."""

    def is_true(n, state):
        return parts[n][0] == "is" and play.labels(state)[parts[n][1]]

    def promised(n, op):
        """p, if the part is `EF p` or `AF p`."""
        part = parts[n]
        if part[0] == op and parts[part[1]][0] == "true" and parts[part[2]][0] == "is":
            return part[2]
        return None

    index, steps = reader.trace()
    states = play.walk(play.start(index), steps, False)
    closed, last = ClosedSet(play, reader), states[-1]
    require(closed.holds_state(last), "the run's last state is outside the set")
    require(parts[-1][0] == "all-release", "a trap says nothing about this formula")
    a, b = parts[-1][1:]
    sides = parts[b][1:] if parts[b][0] == "or" and parts[a][0] == "false" else (b,)
    for never, other in zip(sides, [None] if len(sides) == 1 else sides[::-1]):
        p = promised(never, "some-until")
        if p is not None:
            break
    require(p is not None, "a trap says nothing about this formula")
    closed.check(play.statement.propositions[parts[p][1]], initial=False)
    if parts[a][0] != "false":
        require(parts[a] == parts[p], "a trap says nothing about this formula")
        require(not any(is_true(a, state) for state in states), "the run ends what is asked")
    if other is not None:
        q = promised(other, "all-until")
        require(q is not None or parts[other][0] == "is", "a trap says nothing about this formula")
        waits = q is not None and last in play.successors(last) and not is_true(q, last)
        if q is None:
            require(not is_true(other, last), "the end of the run may be no trap")
        elif not waits:
            closed.check(play.statement.propositions[parts[q][1]], initial=False)


# ------------------------------------------------------------ counted runs


def winning_runs(play, question, reader):
    runs = []
    for index, steps in reader.list(reader.trace):
        states = play.walk(play.start(index), steps, False)
        wins = [play.labels(state)[question["target"]] for state in states]
        require(wins[-1] and not any(wins[:-1]), "a run that does not end where it first wins")
        require(len(set(states)) == len(states), "a run that repeats a state")
        runs.append(states)
    require(len({tuple(run) for run in runs}) == len(runs), "two runs with the same states")
    return runs


def check_runs(play, question, reader):
    runs = winning_runs(play, question, reader)
    require(len(runs) >= question["n"], "too few runs")
    if question["want"] == "routes":
        seen, firsts, lasts = set(), {run[0] for run in runs}, {run[-1] for run in runs}
        for run in runs:
            inner = run[1:-1]
            require(not seen.intersection(inner), "two routes share a state")
            require(not (firsts | lasts).intersection(inner), "a route passes where another one begins or ends")
            seen.update(inner)


def check_all_runs(play, question, reader):
    runs = winning_runs(play, question, reader)
    require(question["want"] != "routes", "this does not speak of routes")
    if question["want"] == "unique":
        require(len(runs) == 1, "not one run")
    else:
        require(len(runs) < question["n"], "too many runs")
    following = {}
    for run in runs:
        for n in range(len(run)):
            following.setdefault(tuple(run[:n]), set()).add(run[n])
    following.setdefault((), set())
    for prefix, known in following.items():
        after = play.successors(prefix[-1]) if prefix else play.statement.starts
        todo = [state for state in after if state not in known and state not in prefix]
        seen = set(prefix) | set(todo)
        while todo:
            state = todo.pop()
            require(not play.labels(state)[question["target"]], "another run wins")
            for later in play.successors(state):
                if later not in seen:
                    seen.add(later)
                    todo.append(later)


def check_cut(play, question, reader):
    layout = play.layout
    require(question["want"] == "routes", "a cut speaks of routes only")
    cut = [layout.unpack(row) for row in layout.rows(reader.words())]
    inside = {layout.unpack(row) for row in layout.rows(reader.words())}
    starts, n_cut = set(play.statement.starts), len(cut)
    cut = set(cut)

    def wins(state):
        return play.labels(state)[question["target"]]

    single = set()
    for state in starts | inside:
        if wins(state):
            require(state in starts and state not in inside, "a state inside wins")
            single.add((state,))
            continue
        for after in play.successors(state):
            if wins(after):
                require(state not in inside, "a state inside is followed by a win")
                single.add((state, after))
            else:
                require(after in starts or after in cut or after in inside, "a step leaves without passing the cut")
    require(n_cut + len(single) < question["n"], "the cut is not small enough")


# ----------------------------------------------------------------- clauses

MAX_CLAUSES = 20_000_000


class Clauses:
    """Literal 1 is true. A gate is named once: the same inputs are the same gate."""

    def __init__(self):
        self.clauses, self.n_variables, self.gates = [(1,)], 1, {}

    def fresh(self):
        self.n_variables += 1
        return self.n_variables

    def add(self, *literals):
        if 1 not in literals:
            self.clauses.append(tuple(literal for literal in literals if literal != -1))
            if len(self.clauses) > MAX_CLAUSES:
                raise Undecided("too many clauses")

    def all_of(self, literals):
        inputs = set(literals) - {1}
        if any(-literal in inputs for literal in inputs) or -1 in inputs:
            return -1
        if len(inputs) < 2:
            return inputs.pop() if inputs else 1
        key = tuple(sorted(inputs, key=abs))
        if key not in self.gates:
            self.gates[key] = gate = self.fresh()
            for literal in key:
                self.add(-gate, literal)
            self.add(*(-literal for literal in key), gate)
        return self.gates[key]

    def any_of(self, literals):
        return -self.all_of([-literal for literal in literals])

    def choice(self, bit, yes, no):
        gate = self.fresh()
        for clause in (-bit, -yes, gate), (-bit, yes, -gate), (bit, -no, gate), (bit, no, -gate):
            self.add(*clause)
        self.add(-yes, -no, gate)
        self.add(yes, no, -gate)
        return gate

    def grouped(self, cases):
        """Cases are values, each with literals; what comes out has each value once. The
        value with the fewest cases comes first, and the last of two is the rest."""
        groups = {}
        for value, literals in cases:
            groups.setdefault(value, []).append(literals)
        if len(groups) == 1:
            return [(value, 1) for value in groups]
        order = sorted(groups, key=lambda value: (len(groups[value]), value))
        found = {}
        for value in order:
            if len(order) == 2 and found:
                found[value] = -found[order[0]]
            else:
                found[value] = self.any_of([self.all_of(literals) for literals in groups[value]])
        return sorted(found.items())

    def refuted(self, proof, what):
        """LRAT: every clause that is added follows from those that it names by
        looking at them once."""
        reader, known = Reader(proof), [None] + self.clauses
        done = () in self.clauses
        for _ in range(reader.number()):
            literals, hints = reader.list(reader.signed), reader.list(reader.number)
            require(all(0 < abs(x) <= self.n_variables for x in literals), f"{what}: no such literal")
            false, conflict = set(literals), any(-x in literals for x in literals)
            for hint in hints:
                require(0 < hint < len(known), f"{what}: a hint names no clause before it")
                if conflict:
                    continue
                left = {x for x in known[hint] if x not in false}
                require(len(left) < 2 and not any(-x in false for x in left), f"{what}: a hint is not unit")
                conflict = not left
                false.update(-x for x in left)
            require(conflict, f"{what}: the hints lead to no contradiction")
            known.append(tuple(literals))
            done = done or not literals
        reader.end()
        require(done, f"{what}: the proof does not add the empty clause")


class Symbolic:
    """A state of which only the binary digits are named. What an expression can
    be is a list of values, each with the literal that says so."""

    def __init__(self, play, clauses):
        self.play, self.statement, self.clauses = play, play.statement, clauses
        domains = self.statement.domains
        self.bits = [[clauses.fresh() for _ in range((high - low).bit_length())] for low, high in domains]
        for (low, high), bits in zip(domains, self.bits):
            for i, bit in enumerate(bits):
                if not (high - low) >> i & 1:
                    clauses.add(*(-b for j, b in enumerate(bits) if j > i and (high - low) >> j & 1), -bit)
        self.flat, self.values = [bit for bits in self.bits for bit in bits], {}

    def variable(self, place):
        key = ("variable", place)
        if key not in self.values:
            low, high = self.statement.domains[place]
            self.values[key] = [(low + n, self.is_number(place, n)) for n in range(high - low + 1)]
        return self.values[key]

    def is_number(self, place, n):
        return self.clauses.all_of([bit if n >> i & 1 else -bit for i, bit in enumerate(self.bits[place])])

    def is_state(self, state):
        digits = []
        for value, bits, (low, _) in zip(state, self.bits, self.statement.domains):
            digits += [bit if value - low >> i & 1 else -bit for i, bit in enumerate(bits)]
        return self.clauses.all_of(digits)

    def value(self, root):
        for e in self.play.cone([root]):
            if e not in self.values:
                self.values[e] = self.expression(self.statement.expressions[e])
        return self.values[root]

    def true(self, e):
        return dict(self.value(e)).get(1, -1)

    def expression(self, item):
        op, values, grouped = item[0], self.values, self.clauses.grouped
        if op == "const":
            return [(item[1], 1)]
        if op == "var":
            return self.variable(item[1])
        if op == "item":
            return self.nested(values[item[3]], lambda i: self.variable(item[1] + i))
        if op == "look":
            # All indices but the last one become one number first.
            sizes, cells = self.statement.tables[item[1]]
            base, n, last = [(0, 1)], sizes[-1], values[item[-1]]
            for size, e in zip(sizes, item[2:-1]):
                base = self.nested(base, lambda x: [(x * size + i, b) for i, b in values[e]])
            return self.nested(base, lambda x: grouped((cells[x * n + i], [b]) for i, b in last))
        if op in ("times", "over"):
            return grouped((x * item[1] if op == "times" else x // item[1], [a]) for x, a in values[item[2]])
        if op == "if":
            return self.nested(values[item[1]], lambda x: values[item[2] if x else item[3]])
        act = OPERATORS[op]
        if item[1] == item[2]:
            return grouped((act(x, x), [a]) for x, a in values[item[1]])
        return self.nested(values[item[1]], lambda x: grouped((act(x, y), [b]) for y, b in values[item[2]]))

    def nested(self, outer, inner):
        return self.clauses.grouped((y, [a, b]) for x, a in outer for y, b in inner(x))

    def begins(self):
        self.clauses.add(*[self.is_state(start) for start in self.statement.starts])

    def step(self, after):
        """A literal for each command; where it is true, it is done and leads to `after`."""
        chosen, add = [], self.clauses.add
        for _, guard, writes in self.statement.commands:
            allowed = self.true(guard)
            command = self.clauses.fresh()
            chosen.append(command)
            add(-command, allowed)
            written = []
            for place, count, index, value in reversed(writes):
                where = [(0, 1)] if index is None else self.value(index)
                written.append((place, dict(where), self.value(value)))
            for p, (low, _) in enumerate(self.statement.domains):
                before = [-command]
                for place, where, value in written:
                    if p - place in where:
                        here = where[p - place]
                        for x, a in value:
                            for i, bit in enumerate(after.bits[p]):
                                add(*before, -here, -a, bit if x - low >> i & 1 else -bit)
                        before.append(here)
                for old, new in zip(self.bits[p], after.bits[p]):
                    add(*before, -old, new)
                    add(*before, old, -new)
        return chosen

    def inside(self, shape):
        """Whether the state is in the set of an invariant."""
        add, kind = self.clauses, shape[0]
        if kind == 0:
            return add.all_of([add.any_of([self.literal(x, self.flat) for x in clause]) for clause in shape[1]])
        gates = [1]
        for bit, yes, no in shape[1]:
            gates.append(add.choice(self.flat[bit], self.literal(yes, gates), self.literal(no, gates)))
        return self.literal(shape[2], gates)

    @staticmethod
    def literal(x, names):
        require(0 < abs(x) <= len(names), "the set names what there is not")
        return names[abs(x) - 1] if x > 0 else -names[abs(x) - 1]


OPERATORS = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "min": min, "max": max,
    "eq": lambda a, b: int(a == b), "ne": lambda a, b: int(a != b),
    "lt": lambda a, b: int(a < b), "le": lambda a, b: int(a <= b),
}  # fmt: skip


def holds_of(shape, digits):
    """Whether a state, as its binary digits, is in the set of an invariant."""
    if shape[0] == 0:
        return all(any((x > 0) == Symbolic.literal(abs(x), digits) for x in clause) for clause in shape[1])
    gates = [True]
    for bit, yes, no in shape[1]:
        x = yes if digits[bit] else no
        gates.append(Symbolic.literal(abs(x), gates) == (x > 0))
    return Symbolic.literal(abs(shape[2]), gates) == (shape[2] > 0)


def check_invariant(play, target, reader):
    statement = play.statement
    if reader.flag():
        shape = (1, reader.list(lambda: (reader.number(), reader.signed(), reader.signed())), reader.signed())
    else:
        shape = (0, reader.list(lambda: reader.list(reader.signed)))
    stays, misses = reader.blob(), reader.blob()
    n_bits = sum((high - low).bit_length() for low, high in statement.domains)
    for gate in shape[1] if shape[0] else ():
        require(gate[0] < n_bits, "the set names what there is not")
    for start in statement.starts:
        digits = []
        for value, (low, high) in zip(start, statement.domains):
            digits += [bool(value - low >> i & 1) for i in range((high - low).bit_length())]
        require(holds_of(shape, digits), "an initial state is not in the set")
    clauses = Clauses()
    state = Symbolic(play, clauses)
    inside = state.inside(shape)
    bad = state.true(target)
    clauses.add(inside)
    clauses.add(bad)
    clauses.refuted(misses, "that the set misses the target")
    clauses = Clauses()
    before, after = Symbolic(play, clauses), Symbolic(play, clauses)
    inside, still = before.inside(shape), after.inside(shape)
    clauses.add(inside)
    clauses.add(*before.step(after))
    clauses.add(-still)
    clauses.refuted(stays, "that no step leaves the set")


def check_induction(play, target, reader):
    length, different = reader.number(), reader.flag()
    short, long = reader.blob(), reader.blob()
    require(length, "an induction needs a length of at least 1")
    clauses = Clauses()
    state = Symbolic(play, clauses)
    state.begins()
    reached = state.true(target)
    for _ in range(length - 1):
        after = Symbolic(play, clauses)
        clauses.add(reached, *state.step(after))
        state, reached = after, clauses.any_of([reached, after.true(target)])
    clauses.add(reached)
    clauses.refuted(short, "that no short run hits the target")
    clauses = Clauses()
    states = [Symbolic(play, clauses)]
    for _ in range(length):
        state = states[-1]
        clauses.add(-state.true(target))
        for other in states[:-1] if different else ():
            unlike = []
            for a, b in zip(other.flat, state.flat):
                unlike.append(clauses.fresh())
                clauses.add(a, b, -unlike[-1])
                clauses.add(-a, -b, -unlike[-1])
            clauses.add(*unlike)
        after = Symbolic(play, clauses)
        clauses.add(*state.step(after))
        states.append(after)
    clauses.add(states[-1].true(target))
    clauses.refuted(long, "that no long run hits the target")


# ------------------------------------------------------------ certificates

HEAD = ["game", "property", "core", "verdict", "evidence", "rules", "level", "statement", "payload"]
KINDS = {
    "reach": {"trace", "closed-set", "invariant", "induction"},
    "linear": {"trace", "lasso", "ranking"},
    "branching": {"claims", "trap"},
    "paths": {"runs", "all-runs", "cut", "closed-set"},
}
ALL_KINDS = set().union(*KINDS.values()) | {"argument", "pieces"}


class Certificate:
    def __init__(self, data):
        first, _, rest = data.partition(b"\n")
        if not first.startswith(b"playproof certificate "):
            raise Unreadable("this is no certificate")
        if first != b"playproof certificate 3":
            raise Unreadable("a certificate of another version")
        values = {}
        for key in HEAD:
            line, end, rest = rest.partition(b"\n")
            require(end and line.startswith(key.encode() + b": "), f"a head without its line `{key}`")
            try:
                values[key] = line[len(key) + 2 :].decode()
            except UnicodeDecodeError:
                raise Rejected("a head that is not text")
            control = any(ord(c) < 32 or 127 <= ord(c) < 160 for c in values[key])
            require(not control, "a head with control characters")
        blank, end, rest = rest.partition(b"\n")
        require(end and not blank, "a head that does not end with an empty line")
        require(values["verdict"] in ("holds", "violated"), "the verdict is not holds or violated")
        require(re.fullmatch("[0-9a-f]{64}", values["rules"]), "the rules are no hash")
        sizes = []
        for key in HEAD[-3:]:
            require(re.fullmatch("0|[1-9][0-9]{0,18}", values[key]), f"`{key}` is no number of bytes")
            sizes.append(int(values[key]))
        require(sum(sizes) == len(rest), "another number of bytes than its head says")
        try:
            rest[: sizes[0]].decode()
        except UnicodeDecodeError:
            raise Rejected("the level is not text")
        self.holds, self.kind, self.rules = values["verdict"] == "holds", values["evidence"], values["rules"]
        self.statement = rest[sizes[0] : sizes[0] + sizes[1]]
        self.payload = rest[sizes[0] + sizes[1] :]


def check_question(play, question, kind, holds, reader):
    """One piece of evidence for one question, read to its end."""
    of = question["kind"]
    require(kind in KINDS[of], f"evidence of this kind says nothing about such a question: {kind}")
    if of == "reach":
        require(holds == (question["answer"] == (kind == "trace")), "this evidence shows the opposite")
        target = play.statement.propositions[question["target"]]
        if kind == "trace":
            index, steps = reader.trace()
            states = play.walk(play.start(index), steps, False)
            require(play.labels(states[-1])[question["target"]], "the last state does not have the target")
        elif kind == "closed-set":
            ClosedSet(play, reader).check(target)
        elif kind == "invariant":
            check_invariant(play, target, reader)
        else:
            check_induction(play, target, reader)
    elif of == "linear":
        require(holds == (question["answer"] == (kind != "ranking")), "this evidence shows the opposite")
        {"trace": check_prefix, "lasso": check_lasso, "ranking": check_ranking}[kind](play, question["parts"], reader)
    elif kind == "claims":
        check_claims(play, question["parts"], reader, holds)
    elif kind == "trap":
        require(not holds, "a trap shows that a property is violated")
        check_trap(play, question["parts"], reader)
    else:
        shown = {"runs": question["want"] != "unique", "all-runs": question["want"] == "unique"}.get(kind, False)
        require(holds == shown, "this evidence shows the opposite")
        if kind == "closed-set":
            require(question["n"] > 0, "no run at all is enough")
            ClosedSet(play, reader).check(play.statement.propositions[question["target"]])
        else:
            {"runs": check_runs, "all-runs": check_all_runs, "cut": check_cut}[kind](play, question, reader)


def check_pieces(play, groups, holds, reader):
    places, arguments = [], 0
    for _ in range(reader.number()):
        group, number_ = reader.number(), reader.number()
        kind = reader.blob().decode("ascii", "replace")
        require(kind in ALL_KINDS - {"pieces"}, "a piece of no kind")
        if kind == "argument":
            arguments += 1
            read_argument(reader)
            continue
        require(group < len(groups) and number_ < len(groups[group][1]), "a piece of no question")
        places.append((group, number_))
        check_question(play, groups[group][1][number_], kind, holds, reader)
    if arguments:
        raise Undecided("an axiom: that needs the game")
    if holds:
        require([group for group, _ in places] == list(range(len(groups))), "not one piece for each group, in order")
    else:
        group = places[0][0] if places else 0
        wanted = [(group, n) for n in range(len(groups[group][1]))]
        require(places == wanted, "not one piece for each question of a group")


def read_argument(reader):
    reader.blob()
    reader.list(reader.number)
    if reader.flag():
        reader.trace()


def check_certificate(data, elsewhere):
    certificate = Certificate(data)
    text = certificate.statement
    if not text:
        if elsewhere is None:
            raise Unreadable("it does not carry its statement: give it with --statement")
        text = elsewhere
    try:
        statement = Statement(text.decode())
    except UnicodeDecodeError:
        # In a certificate it is the certificate that is broken.
        raise (Rejected if certificate.statement else Unreadable)("the statement is not text")
    require(hashlib.sha256(text).hexdigest() == certificate.rules, "`rules` is the hash of another statement")
    require(certificate.kind in ALL_KINDS, "no such kind of evidence")
    play, reader = Play(statement), Reader(certificate.payload)
    if certificate.kind == "argument":
        read_argument(reader)
        reader.end()
        raise Undecided("an axiom: that needs the game")
    if certificate.kind == "pieces":
        check_pieces(play, statement.groups, certificate.holds, reader)
    else:
        _, questions = statement.groups[0]
        require(len(statement.groups) == len(questions) == 1, "several questions want evidence in pieces")
        check_question(play, questions[0], certificate.kind, certificate.holds, reader)
    reader.end()
    return "holds" if certificate.holds else "violated", certificate.kind


def judge(path, elsewhere):
    try:
        with open(path, "rb") as file:
            data = file.read()
        answer, kind = check_certificate(data, elsewhere)
        return 0, f"accepted: {answer} ({kind})"
    except Rejected as why:
        return 4, f"rejected: {why}"
    except Unreadable as why:
        return 2, f"unreadable: {why}"
    except OSError as why:
        return 2, f"unreadable: {why.strerror}"
    except Undecided as why:
        return 3, f"cannot check: {why}"
    except MemoryError:
        return 3, "cannot check: the memory is used up"
    except RecursionError:
        return 3, "cannot check: it is nested too deeply"


def main(arguments):
    megabytes, elsewhere, files = 4096, None, []
    arguments = arguments[:]
    try:
        while arguments:
            word = arguments.pop(0)
            if word == "--memory":
                megabytes = int(arguments.pop(0))
            elif word == "--statement":
                with open(arguments.pop(0), "rb") as file:
                    elsewhere = file.read()
            elif word.startswith("-") and word != "-":
                raise ValueError
            else:
                files.append("/dev/stdin" if word == "-" else word)
        if not files or megabytes < 1:
            raise ValueError
    except (ValueError, IndexError, OSError) as why:
        print(f"check.py: {why or 'a mistake in the arguments'}\n{__doc__}", file=sys.stderr)
        return 2
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, resource.getrlimit(resource.RLIMIT_AS)[1]))
    except (ImportError, ValueError, OSError):
        pass  # Without a limit the machine's own holds.
    worst = 0
    for path in files:
        status, line = judge(path, elsewhere)
        print(f"{path}: {line}", flush=True)
        worst = max(worst, status, key=[0, 3, 2, 4].index)
    return worst


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:
        sys.exit(141)
