#!/usr/bin/env python3
"""A second checker of certificates, to disagree with the first. It shares no line with the program: it was written
from docs/certificates.md alone, so that a mistake in the kernel or in that page shows as a difference. It asks only
whether the evidence shows the answer to the statement in the file, and prefers plain definitions to speed.
Exit status, the most severe of all files (4, 2, 3, 0): 0 accepted, 2 no certificate or a mistake in the arguments,
3 not decided (an axiom, an interpreter, a limit), 4 rejected.
"""
import argparse, hashlib, math, re, sys
from collections import Counter, namedtuple
from functools import cache
from types import SimpleNamespace
BIT, WORD, NOTHING = (0, 1), 64, frozenset()
# The limits, as docs/certificates.md lists them. What exceeds one of them is rejected.
MAX_LINE, MAX_ROWS_ALIKE, MAX_FORMULA, MAX_WAYS, MAX_EVALUATED = 1 << 20, 1 << 14, 4096, 1024, 1 << 30
MAX_PARTS, MAX_PARTS_OF_PATTERN, MAX_PARTS_OF_POTENTIAL, MAX_COMBINATIONS = 4096, 1 << 16, 1 << 18, 1 << 20
MAX_PATTERNS, MAX_POTENTIALS, MAX_WEIGHED, MAX_WEIGHT, MAX_LITERALS = 1 << 16, 256, 1 << 16, 1 << 24, 1 << 27
I32, MAX_WALKED = (-(1 << 31), (1 << 31) - 1), 1 << 23
class Unreadable(Exception): status, word = 2, "unreadable"  # No certificate, or a statement that is not one.
class Undecided(Exception): status, word = 3, "cannot check"  # An axiom, an interpreter or a limit.
class Rejected(Exception): status, word = 4, "rejected"  # The evidence does not show the answer.
def require(condition, reason, error=Rejected):
    if not condition: raise error(reason)
def readable(condition, reason): require(condition, reason, Unreadable)
# ---------------------------------------------------------------- statements
NUMBER, INDEX, QUANTIFIER = "(?:0|-?[1-9][0-9]{0,9})", "(?:0|[1-9][0-9]{0,9})", "(?:all-|some-)?"
# Only what has to be escaped is, so that there is one way to write a name.
NAME = r"(?:%|(?:[^\x00-\x20\x7f%,\[\]=:]|%(?:[01][0-9A-F]|20|7F|25|2C|5B|5D|3D|3A))+)"
TEXT = r"(?:[^\x00-\x1f\x7f%]|%(?:[01][0-9A-F]|7F|25))+"
OPERANDS, WRITE = f"((?: e{INDEX})*)", rf"({NAME})(?:\[e({INDEX})\])? = e({INDEX})"
# The section that a line belongs to, the method that reads it, and its form.
GRAMMAR = [
    (0, "read_variable", f"var ({NAME}) ({NUMBER}) ({NUMBER})(?: ({NUMBER}))?"),
    (1, "read_table", f"table ({NAME}) ({NUMBER}(?:x{NUMBER}){{0,2}}) :((?: {NUMBER})+)"),
    (2, "read_expression", f"e({INDEX}) (const|times|over) ({NUMBER}){OPERANDS}"),
    (2, "read_expression", f"e({INDEX}) (var|item|look) ({NAME}){OPERANDS}"),
    (2, "read_expression", f"e({INDEX}) (add|sub|min|max|eq|ne|lt|le|if)(){OPERANDS}"),
    (3, "read_action", f"action ({NAME})"),
    (4, "read_command", f"command {NAME} ({NAME}) when e({INDEX}) :(?: (.+))?"),
    (5, "read_start", f"start((?: {NUMBER})*)"),
    (6, "read_proposition", f"prop p({INDEX}) e({INDEX})(?: {TEXT})?"),
    (7, "read_group", f"group ({NAME})"),
    (7, "read_question", f"ask (reach) p({INDEX}) (holds|violated)"),
    (7, "read_question", "ask (linear)() (holds|violated)"),
    (7, "read_question", "ask (branching)"),
    (7, "read_question", f"ask (paths) p({INDEX}) (alternatives|routes) ({INDEX})"),
    (7, "read_question", f"ask (paths) p({INDEX}) (unique)"),
    (7, "read_part", f"f({INDEX}) (true|false)"),
    (7, "read_part", f"f({INDEX}) (is|not) p({INDEX})"),
    (7, "read_part", f"f({INDEX}) ({QUANTIFIER}next) f({INDEX})"),
    (7, "read_part", f"f({INDEX}) (and|or|{QUANTIFIER}until|{QUANTIFIER}release) f({INDEX}) f({INDEX})"),
]
# `own` is what is no expression: a number, a variable's place and number of elements, a table.
Expression = namedtuple("Expression", "op own operands")
Write = namedtuple("Write", "place count at value")
def number(word):
    if not I32[0] <= int(word) <= I32[1]: raise Unreadable(f"`{word}` does not fit 32 bits")
    return int(word)
def index(word, items):
    readable(int(word) < len(items), "a number of nothing that comes before")
    return int(word)
class Statement:  # Variables are flat: an array is that many variables in a row.
    def __init__(self, text):
        self.variables, self.domains, self.places, self.tables, self.expressions = [], [], {}, {}, []
        self.actions, self.commands, self.starts, self.propositions, self.groups = [], [], [], [], []
        lines, section = text.split("\n"), 0
        readable([lines[0], *lines[-2:]] == ["playproof statement 1", "end", ""], "a statement without its head or end")
        require(not lines[1].startswith("system "), "an interpreter of its own: that needs the game", Undecided)
        for n, line in enumerate(lines[1:-2], 2):
            forms = ((place, read, re.fullmatch(form, line)) for place, read, form in GRAMMAR)
            try:
                place, read, match = next((form for form in forms if form[2]), (-1, "", None))
                readable(place >= section, "it is no line of a statement, or in the wrong place")
                section = place
                getattr(self, read)(*match.groups())
            except (Unreadable, LookupError, ValueError) as why:
                raise Unreadable(f"line {n} of the statement: {why}")
        self.well_formed()
    def read_variable(self, name, least, greatest, elements):
        least, greatest, count = number(least), number(greatest), number(elements) if elements else None
        fits = 0 <= greatest - least <= I32[1] and (count is None or count > 0)
        readable(fits and name not in self.places, "a variable that is declared twice, empty or too wide")
        self.places[name] = (len(self.domains), count)
        self.variables.append((least, greatest, count))
        self.domains += [(least, greatest)] * (count or 1)
    def read_table(self, name, sizes, cells):
        sizes, cells = [number(size) for size in sizes.split("x")], [number(cell) for cell in cells.split()]
        fits = name not in self.tables and min(sizes) > 0 and math.prod(sizes) == len(cells)
        readable(fits, "a table that is declared twice, or with another number of cells")
        self.tables[name] = (sizes, cells)
    def read_expression(self, n, op, own, operands):
        operands = tuple(index(word[1:], self.expressions) for word in operands.split())
        arity = {"const": 0, "var": 0, "item": 1, "times": 1, "over": 1, "if": 3}.get(op, 2)
        if op == "look": own, arity = self.tables[own], len(self.tables[own][0])
        elif op in ("var", "item"): own = self.places[own]
        elif own: own = number(own)
        fits = op not in ("var", "item") or (own[1] is None) == (op == "var")
        readable(fits, "an array without an index, or an index of no array")
        fits = int(n) == len(self.expressions) and len(operands) == arity and (op != "over" or own > 0)
        readable(fits, "another number, or other operands, or a division by less than 1")
        self.expressions.append(Expression(op, own, operands))
    def read_action(self, name):
        readable(name not in self.actions, "an action that is declared twice")
        self.actions.append(name)
    def read_command(self, action, guard, writes):
        found = []
        for match in [re.fullmatch(WRITE, text) for text in writes.split(", ")] if writes else []:
            readable(match, "a write was expected")
            (place, count), at = self.places[match[1]], (index(match[2], self.expressions),) if match[2] else ()
            readable((count is None) == (not at), "an array without an index, or an index of no array")
            found.append(Write(place, count, at, index(match[3], self.expressions)))
        self.commands.append((self.actions.index(action), index(guard, self.expressions), found))
    def read_start(self, values):
        values = tuple(number(word) for word in values.split())
        inside = all(covers(domain, (value, value)) for value, domain in zip(values, self.domains))
        readable(inside and len(values) == len(self.domains), "an initial state outside the domains")
        self.starts.append(values)
    def read_proposition(self, n, expression):
        readable(int(n) == len(self.propositions), "another number was expected")
        self.propositions.append(index(expression, self.expressions))
    def read_group(self, name):
        after_group = not self.groups or self.groups[-1][0] is not None and self.groups[-1][1]
        readable(after_group, "a group after questions without one, or after an empty one")
        self.groups.append((name, []))
    def read_question(self, kind, target="", want=None, n="2"):
        target, n = index(target, self.propositions) if target else None, index(n, range(1 << 32))
        if not self.groups: self.groups.append((None, []))
        self.groups[-1][1].append(SimpleNamespace(kind=kind, target=target, want=want, n=n, parts=[]))
    def read_part(self, n, op, *operands):
        question = self.groups[-1][1][-1]
        of_trees, of_lines = op.startswith(("all-", "some-")), op in ("next", "until", "release")
        wrong = {"linear": of_trees, "branching": of_lines}.get(question.kind, True)
        readable(not wrong and int(n) == len(question.parts), "a part of no such formula, or another number")
        items = self.propositions if op in ("is", "not") else question.parts
        question.parts.append((op, *(index(operand, items) for operand in operands)))
    def well_formed(self):
        """Intervals over whole domains: no index, value or write can go wrong in any state; nobody asks again."""
        readable(self.starts and self.groups and self.groups[-1][1], "there is no initial state, or nothing is asked")
        for question in (question for _, questions in self.groups for question in questions):
            n = len(askable(question.parts) if question.kind == "linear" else question.parts)
            fits = 0 < n <= WORD and len(question.parts) <= MAX_FORMULA
            readable(question.kind in ("reach", "paths") or fits, "no formula, or one of too many parts")
        values = []
        for n, item in enumerate(self.expressions):
            sides = [values[e] for e in item.operands]
            sizes = item.own[1:] if item.op == "item" else item.own[0] if item.op == "look" else []
            met = all(0 <= low and high < size for (low, high), size in zip(sides, sizes))
            readable(met, f"expression e{n}: an index can leave its bounds")
            readable(item.op != "if" or covers(BIT, sides[0]), f"expression e{n}: its condition is not 0 or 1")
            values.append(interval(item, values, self.domains))
            readable(covers(I32, values[n]), f"expression e{n}: a value that does not fit 32 bits")
        for _, guard, writes in self.commands:
            readable(covers(BIT, values[guard]), "a guard that is not 0 or 1")
            for place, count, at, value in writes:
                readable(covers(self.domains[place], values[value]), "a written value can leave its domain")
                readable(all(covers((0, count - 1), values[e]) for e in at), "a written index can leave its bounds")
        readable(all(covers(BIT, values[e]) for e in self.propositions), "a proposition that is not 0 or 1")
# --------------------------------------------------------------- expressions
def covers(outer, inner): return outer[0] <= inner[0] and inner[1] <= outer[1]
def extent(values): return (min(values), max(values))
def hull(sides): return (min(low for low, _ in sides), max(high for _, high in sides))
def cells_met(table, *ranges):  # The cells of a table, the last index fastest, that indices in these ranges meet.
    (sizes, cells), rows = table, [0]
    for size, (low, high) in zip(sizes, ranges): rows = [row * size + i for row in rows for i in range(low, high + 1)]
    return [cells[row] for row in rows]
def equal(a, b): return (int(a[0] == a[1] == b[0] == b[1]), int(a[0] <= b[1] and b[0] <= a[1]))
# What an expression can be where the variables are in a box and its operands in the ranges a, b, c.
INTERVALS = {
    "const": lambda own, box: (own, own), "var": lambda own, box: box[own[0]],
    "item": lambda own, box, a: hull(box[own[0] + a[0] : own[0] + a[1] + 1]),
    "look": lambda own, box, *ranges: extent(cells_met(own, *ranges)),
    "times": lambda own, box, a: extent((a[0] * own, a[1] * own)),
    "over": lambda own, box, a: (a[0] // own, a[1] // own),
    "add": lambda own, box, a, b: (a[0] + b[0], a[1] + b[1]),
    "sub": lambda own, box, a, b: (a[0] - b[1], a[1] - b[0]),
    "min": lambda own, box, a, b: (min(a[0], b[0]), min(a[1], b[1])),
    "max": lambda own, box, a, b: (max(a[0], b[0]), max(a[1], b[1])),
    "eq": lambda own, box, a, b: equal(a, b),
    "ne": lambda own, box, a, b: (1 - equal(a, b)[1], 1 - equal(a, b)[0]),
    "lt": lambda own, box, a, b: (int(a[1] < b[0]), int(a[0] < b[1])),
    "le": lambda own, box, a, b: (int(a[1] <= b[0]), int(a[0] <= b[1])),
    "if": lambda own, box, a, b, c: c if a == (0, 0) else b if a == (1, 1) else hull((b, c)),
}
# The same in Python, where the variables are in `s`; `look` is not there.
CODE = {
    "const": "{own}", "var": "s[{own[0]}]", "item": "s[{own[0]}+{0}]", "times": "{own}*{0}", "over": "{0}//{own}",
    "add": "{0}+{1}", "sub": "{0}-{1}", "min": "{0} if {0}<{1} else {1}", "max": "{0} if {0}>{1} else {1}",
    "eq": "int({0}=={1})", "ne": "int({0}!={1})", "lt": "int({0}<{1})", "le": "int({0}<={1})",
    "if": "{1} if {0} else {2}",
}
def interval(item, values, box): return INTERVALS[item.op](item.own, box, *[values[e] for e in item.operands])
# --------------------------------------------------------------------- bytes
class Reader:
    def __init__(self, data): self.data, self.at = data, 0
    def bytes(self, n):
        require(n <= len(self.data) - self.at, "the evidence is cut off")
        self.at += n
        return self.data[self.at - n : self.at]
    def number(self, bound=1 << 32):  # Up to 32 bits; lengths of lists and hints have up to 64.
        byte, value, shift = 128, 0, 0
        while byte > 127:
            byte = self.bytes(1)[0]
            value, shift = value | (byte & 127) << shift, shift + 7
            require(shift <= 70, "a number that is too large")
        require(byte or shift == 7, "a number that is not in its shortest form")
        require(value < bound, "a number that is too large for what it says")
        return value
    def signed(self):
        value = self.number()
        return -(value + 1) // 2 if value & 1 else value // 2
    def list(self, item):
        n = self.number(1 << 64)
        require(n <= len(self.data) - self.at, "a list is longer than the file")
        return [item() for _ in range(n)]
    def step(self): return (action - 1, self.number()) if (action := self.number()) else None
    def flag(self): return self.number(2)
    def hint(self): return self.number(1 << 64)
    def blob(self): return self.bytes(self.hint())
    def words(self): return self.list(lambda: int.from_bytes(self.bytes(8), "little"))
    def range(self): return (self.signed(), self.signed())
    def trace(self): return (self.number(), self.list(self.step))
    def end(self): require(self.at == len(self.data), "the evidence should end earlier")
def join(words): return int.from_bytes(b"".join(word.to_bytes(8, "little") for word in words), "little")
# ---------------------------------------------------------------------- play
class Play:  # The transition system. Its expressions become Python functions, of numbers and numbered names alone.
    def __init__(self, statement):
        self.statement, self.fields, position = statement, [], 0
        for least, greatest, count in statement.variables:
            bits = max(1, (greatest - least).bit_length())
            if count is not None: bits = 1 << (bits - 1).bit_length()
            unit = bits if count is not None else WORD if position % WORD + bits > WORD else 1
            position = -(-position // unit) * unit
            for _ in range(count or 1):
                self.fields.append((position, bits, least, greatest))
                position += bits
        self.n_words = -(-position // WORD)
        shared, wanted = self.cone(guard for _, guard, _ in statement.commands), statement.propositions
        body = [*self.code(shared), " r = []"]
        for n, (_, guard, writes) in enumerate(statement.commands):
            own = sorted(set(self.cone(operands_of(writes))) - set(shared))
            body += [f" if e{guard}:", *(" " + line for line in self.code(own)), "  t = list(s)"]
            body += [f"  t[{place}{''.join(f'+e{e}' for e in at)}] = e{value}" for place, _, at, value in writes]
            body.append(f"  r.append(({n}, tuple(t)))")
        # The commands that can be done and where they lead, in their order; what each proposition is.
        self.enabled = self.function([*body, " return r"])
        self.labels = self.function([*self.code(self.cone(wanted)), f" return ({''.join(f'e{e},' for e in wanted)})"])
    def cone(self, roots):  # The expressions that these need, operands first.
        seen, todo = set(), list(roots)
        while todo:
            e = todo.pop()
            if e not in seen: todo += self.statement.expressions[e].operands
            seen.add(e)
        return sorted(seen)
    def code(self, wanted):
        for n in wanted:
            op, own, operands = self.statement.expressions[n]
            names = [f"e{e}" for e in operands]
            place = "0"
            for size, name in zip(own[0], names) if op == "look" else (): place = f"({place})*{size}+{name}"
            yield f" e{n} = t{n}[{place}]" if op == "look" else f" e{n} = {CODE[op].format(*names, own=own)}"
    def function(self, body):
        scope = {f"t{n}": item.own[1] for n, item in enumerate(self.statement.expressions) if item.op == "look"}
        exec("def f(s):\n" + "\n".join(body), scope)
        return cache(scope["f"])
    # Where a run can go on: nowhere but to the state itself, if nothing can be done.
    def successors(self, state): return [after for _, after in self.enabled(state)] or [state]
    def target(self, question): return self.statement.propositions[question.target]
    def unpack(self, words):
        packed, values = join(words), []
        for position, bits, least, greatest in self.fields:
            above = packed >> position & (1 << bits) - 1
            require(least + above <= greatest, "a packed state outside the domains")
            packed ^= above << position
            values.append(least + above)
        require(not packed, "bits between the fields of a packed state")
        return tuple(values)
    def rows(self, reader, extra=0):  # Packed states, each with the words that follow it.
        words, n, size = reader.words(), self.n_words, self.n_words + extra
        require(size and len(words) % size == 0 or not words, "rows that are cut off")
        rows = [(self.unpack(words[i : i + n]), *words[i + n : i + size]) for i in range(0, len(words), size or 1)]
        require(max(Counter(rows).values(), default=0) <= MAX_ROWS_ALIKE, "too many rows that are the same")
        return rows
    def states(self, reader): return [state for state, in self.rows(reader)]
    def run(self, trace, may_stutter=False):
        """The states of a run, given as the number of its initial state and its steps."""
        (start, steps), commands = trace, self.statement.commands
        require(start < len(self.statement.starts), "no such initial state")
        states = [self.statement.starts[start]]
        for step in steps:
            enabled, (action, choice) = self.enabled(states[-1]), step or (None, 0)
            require(step or may_stutter and not enabled, "a step that stutters where it must not")
            ways = [after for n, after in enabled if commands[n][0] == action] if step else states[-1:]
            require(choice < len(ways), "a step that cannot be done")
            states.append(ways[choice])
        return states
def operands_of(writes): return [e for write in writes for e in (*write.at, write.value)]
# --------------------------------------------------------------- closed sets
class Potential:
    def __init__(self, reader, statement):
        self.counter, self.limit = reader.flag() and (reader.number(), reader.signed()) or (None, None)
        self.constant, self.weights, self.domains = reader.signed(), {}, statement.domains
        for place, column in reader.list(lambda: (reader.number(), reader.list(reader.signed))):
            fits = place < len(self.domains) and place not in self.weights and place != self.counter
            require(fits, "no such variable, or weighed twice, or its own counter")
            fits = len(column) == self.domains[place][1] - self.domains[place][0] + 1
            require(fits and max(map(abs, column)) <= MAX_WEIGHT, "not as many weights as values, or too large ones")
            self.weights[place] = column
        fits = 0 < len(self.weights) <= MAX_WEIGHED and abs(self.constant) <= MAX_WEIGHT
        require(fits, "too few weighed variables or too many, or a constant that is too large")
        self.added = [0 for _ in statement.commands] if self.counter is None else counted(statement, self.counter)
        fits = self.counter is None or self.added is not None and 0 <= self.limit < self.domains[self.counter][1]
        require(fits, "no counter, or up to its cap")
    def weight(self, place, side):
        least = self.domains[place][0]
        return extent(self.weights[place][side[0] - least : side[1] - least + 1])
    def stands_for(self, box):
        bound = self.constant + sum(self.weight(place, box[place])[0] for place in self.weights)
        return bound > 0 if self.counter is None else box[self.counter][0] + max(bound, 0) > self.limit
    def check_target(self, may_hold):
        """That the target does not hold above the limit, nor where the bound is above 0, seen variable by variable."""
        counts = self.counter is not None
        above = counts and may_hold(self.counter, (self.limit + 1, self.domains[self.counter][1]))
        require(not above, "the target may hold above the limit of a potential")
        bound = self.constant
        for place, column in self.weights.items():
            held = [w for v, w in enumerate(column, self.domains[place][0]) if may_hold(place, (v, v))]
            if not held: return
            bound += max(held)
        require(bound <= 0, "a potential may exceed 0 at the target")
    def stays(self, added, part, box, values):  # That the count and the bound together do not fall.
        after, changed = part.after(box, values), part.written(values).intersection(self.weights)
        return added + sum(self.weight(p, after[p])[0] - self.weight(p, box[p])[1] for p in changed) >= 0
def counted(statement, place):
    """What each command adds to a counter: a variable from 0, which each sets to `min(itself + amount, greatest)`."""
    def shape(e, depth=3):
        op, own, operands = statement.expressions[e]
        return [op, own, *(shape(operand, depth - 1) for operand in operands if depth)]
    if (place, None) not in statement.places.values() or any(start[place] for start in statement.starts): return None
    (low, greatest), amounts = statement.domains[place], []
    for _, _, writes in statement.commands:
        values = [shape(write.value) for write in writes if write.place == place]
        amounts.append(next((v[2][3][1] for v in values if v[0] == "min" and v[2][0] == "add"), -1))
        counts = ["min", "", ["add", "", ["var", (place, None)], ["const", amounts[-1]]], ["const", greatest]]
        if low or values != [counts] or type(amounts[-1]) is not int or amounts[-1] < 0: return None
    return amounts
class ClosedSet:
    """Cubes, patterns and potentials. A box is a range for every variable; a cube is a point with sides, a pattern
    sides alone. A side is a range, or a set of values as a number, whose bits stand for the values of the domain."""
    def __init__(self, play, reader):
        self.play, self.domains = play, play.statement.domains
        self.cuts, self.kinds, self.cubes, self.by_point = {}, [], [], {}
        self.free = free = reader.list(reader.number)
        require(all(a < b for a, b in zip(free, [*free[1:], len(self.domains)])), "free variables out of order")
        points = play.states(reader)
        columns = [self.column(reader, place, len(points)) for place in free]
        self.fixed = sorted(set(range(len(self.domains))) - set(free))
        for point, *sides in zip(points, *columns):
            require(all(point[p] == self.domains[p][0] for p in free), "a point whose free variables are not least")
            self.cubes.append(([(value, value) for value in point], dict(zip(free, sides))))
            self.by_point.setdefault(tuple((point[p], point[p]) for p in self.fixed), []).append(self.cubes[-1][1])
        self.patterns = reader.list(lambda: self.pattern(reader))
        self.potentials = reader.list(lambda: Potential(reader, play.statement))
        # What has sets of values is looked at value by value in patterns too, if these are few.
        sets = [place for place, kind in zip(free, self.kinds) if kind == 1]
        sets += [place for sides in self.patterns for place, side in sides.items() if isinstance(side, int)]
        size = 16 + len(play.statement.expressions) + sum(4 + len(writes) for _, _, writes in play.statement.commands)
        self.walked = [p for p in sets[:1] if (self.domains[p][1] - self.domains[p][0] + 1) * size <= MAX_WALKED]
        few = len(self.patterns) <= MAX_PATTERNS and len(self.potentials) <= MAX_POTENTIALS
        require(few and all(self.patterns), "too many patterns or potentials, or a pattern that names nothing")
    def column(self, reader, place, n):  # A side for each of the n cubes.
        self.kinds.append(kind := reader.number())
        require(kind < 3 and self.kinds.count(1) < 2, "no such kind of column, or two with sets")
        if kind == 1:
            size, words = reader.number(), reader.words()
            require(size and len(words) == size * n, "sets that are cut off")
            return [self.set(words[i : i + size], place) for i in range(0, len(words), size)]
        if kind == 2: self.cuts[place] = reader.list(reader.signed)
        ranges = reader.list(lambda: self.range(reader, place))
        require(len(ranges) in (1, n), "a column with another number of ranges")
        return ranges if len(ranges) == n else ranges * n
    def range(self, reader, place):
        low, high = reader.range()
        require(low <= high and covers(self.domains[place], (low, high)), "an empty range, or one outside its domain")
        return (low, high)
    def set(self, words, place):
        values, n_values = join(words), self.domains[place][1] - self.domains[place][0] + 1
        require(len(words) == -(-n_values // WORD), "a set with another number of words")
        require(values and values >> n_values == 0, "an empty set, or one outside its domain")
        return values
    def pattern(self, reader):
        sides = {}
        for _ in range(reader.number()):
            place = reader.number()
            require(max(sides, default=-1) < place < len(self.domains), "a pattern's variables out of order")
            sides[place] = self.set(reader.words(), place) if reader.flag() else self.range(reader, place)
        return sides
    def side_holds(self, side, place, part):
        if isinstance(side, tuple): return covers(side, part)
        return self.common(side, place, part) == (1 << (part[1] - part[0] + 1)) - 1
    def common(self, side, place, part):  # The values that they have in common, as bits or as a truth.
        if isinstance(side, tuple): return side[0] <= part[1] and part[0] <= side[1]
        return side >> (part[0] - self.domains[place][0]) & (1 << (part[1] - part[0] + 1)) - 1
    def holds(self, box, cubes=True):
        alike = self.by_point.get(tuple(box[p] for p in self.fixed), []) if cubes else []
        for sides in (*alike, *self.patterns):
            if all(self.side_holds(side, p, box[p]) for p, side in sides.items()): return True
        return any(potential.stands_for(box) for potential in self.potentials)
    def holds_state(self, state): return self.holds([(value, value) for value in state])
    def boxes(self):
        """All that cubes and patterns hold, with a pattern's own sides. A cube's set goes value by value, since one
        value cannot be mixed with others; a pattern's is between the least and the greatest, and is cut when read."""
        for point, sides in self.cubes:
            (place, values), = [(p, v) for p, v in sides.items() if isinstance(v, int)] or [(None, 1)]
            box = [sides.get(p, value) for p, value in enumerate(point)]
            for i in (i for i in range(values.bit_length()) if values >> i & 1):
                if place is not None: box[place] = (self.domains[place][0] + i,) * 2
                yield box, {}
        for sides in self.patterns:
            box = [self.hull(p, sides.get(p, domain)) for p, domain in enumerate(self.domains)]
            values = [(value, value) for p in self.walked for value in range(box[p][0], box[p][1] + 1)] or [None]
            for value in values: yield [value if p in self.walked else side for p, side in enumerate(box)], sides
    def hull(self, place, side):
        low = self.domains[place][0]
        return side if isinstance(side, tuple) else (low + (side & -side).bit_length() - 1, low + side.bit_length() - 1)
    def check(self, bad, first=()):
        """That it holds the first states, that no step leaves it, and that `bad` is never 1 in it."""
        require(all(self.holds_state(state) for state in first), "an initial state is outside the set")
        target = Part(self, bad, [])
        parts = [Part(self, guard, writes) for _, guard, writes in self.play.statement.commands]
        beside = lambda place, side: [*self.domains[:place], side, *self.domains[place + 1 :]]
        may_hold = cache(lambda *side: target.values(beside(*side))[bad][1])
        for potential in self.potentials:
            potential.check_target(may_hold)
            for added, part in zip(potential.added, parts):
                stays = lambda *seen: potential.stays(added, *seen)
                part.cover(self.domains, stays, "a step lowers a potential", frozenset(potential.weights))
        for box, own in self.boxes():
            todo, most = [box], MAX_PARTS_OF_PATTERN
            while todo:
                box = todo.pop()
                target.cover(box, lambda *_: False, "the set contains the target", own=own)
                for part in parts:
                    if halved := self.cuts and part.cut_for_all(own, box):
                        todo, most = todo + halved, most - 1
                        require(most, "a box in too many parts")
                        break
                    part.cover(box, lambda *seen: part.stays_inside(own, *seen), "a step leaves the set", own=own)
class Part:  # A condition with writes, evaluated over boxes.
    def __init__(self, closed, guard, writes):
        self.closed, self.guard, self.writes = closed, guard, writes
        self.items, self.cone_of = closed.play.statement.expressions, cache(lambda e: closed.play.cone([e]))
        self.cone = closed.play.cone([guard, *operands_of(writes)])
        choices = {self.items[e].operands[0] for e in self.cone if self.items[e].op == "if"}
        self.conditions = [*sorted(choices), guard]
    def reads(self, e, values):  # The variables that an expression reads in this box.
        items = (self.items[n] for n in self.cone_of(e) if self.items[n].op in ("var", "item"))
        return set().union(*(places(item.own[0], item.operands, values) for item in items))
    def written(self, values): return set().union(*(places(write.place, write.at, values) for write in self.writes))
    def after(self, box, values):  # Later writes count; one whose place is not certain may be there or not.
        after = list(box)
        for write in self.writes:
            at, new = places(write.place, write.at, values), values[write.value]
            for place in at: after[place] = new if len(at) == 1 else hull((new, after[place]))
        return after
    def stays_inside(self, own, part, box, values):  # Of a pattern's own sides, all that is not written is as it was.
        after, written = self.after(box, values), self.written(values)
        kept = own and all(self.closed.side_holds(own[p], p, after[p]) for p in written.intersection(own))
        return kept or self.closed.holds(after, cubes=not own)
    def values(self, box):
        values = {}
        for e in self.cone: values[e] = interval(self.items[e], values, box)
        return values
    def cut_for_all(self, own, box):  # Halves, where not all is seen to stay and the undecided reads a cut.
        values = self.values(box)
        seen = values[self.guard] == (0, 0) or self.stays_inside(own, self, box, values)
        if seen or not all(self.closed.common(side, p, box[p]) for p, side in own.items()): return []
        read = next((self.reads(e, values) for e in self.conditions if values[e] == (0, 1)), ())
        within = {p for p in read for cut in self.closed.cuts.get(p, ()) if box[p][0] < cut <= box[p][1]}
        return halves(box, within, self.closed.cuts) if within else []
    def cover(self, box, fine, reason, watched=NOTHING, own={}):
        """Every part of the box is one where the condition is false, or is fine; any other is cut."""
        most = MAX_PARTS_OF_PATTERN if own else MAX_PARTS_OF_POTENTIAL if watched else MAX_PARTS
        todo, n_parts = [box], 1
        while todo:
            box = todo.pop()
            if not all(self.closed.common(side, p, box[p]) for p, side in own.items()): continue
            values = self.values(box)
            if values[self.guard] == (0, 0) or fine(self, box, values): continue
            groups = ({p for p in group if box[p][0] < box[p][1]} for group in self.open(own, watched, box, values))
            among, n_parts = next(filter(None, groups), None), n_parts + 1
            require(among and n_parts <= most, reason + ("" if n_parts <= most else ", as far as so many parts show"))
            todo += halves(box, among, self.closed.cuts)
    def open(self, own, watched, box, values):
        """Where to cut. For potentials: what says where is written, what is weighed. Then the first variable of which a
        pattern leaves values out; what undecided conditions read; where there are potentials, each free variable."""
        if watched: yield set().union(*(self.reads(e, values) for write in self.writes for e in write.at))
        yield watched & self.written(values)
        roots = [self.guard, *operands_of(self.writes)] if own or watched else []
        read = set().union(*(self.reads(e, values) for e in roots))
        yield sorted(p for p in read.intersection(own) if not self.closed.side_holds(own[p], p, box[p]))[:1]
        yield from (self.reads(e, values) for e in self.conditions if values[e] == (0, 1))
        yield from ([place] for place in self.closed.free if self.closed.potentials and not watched)
        yield read if watched else ()
def halves(box, among, cuts):
    """Along a variable that has a cut there, or else the widest; in the middle, or at the cut that is nearest to it."""
    cuts = {p: [cut for cut in cuts[p] if box[p][0] < cut <= box[p][1]] for p in cuts if p in among}
    place = next(filter(cuts.get, cuts), None)
    if place is None: place = min(among, key=lambda p: (box[p][0] - box[p][1], p))
    low, high = box[place]
    middle = (low + high) // 2 + 1
    middle = min(cuts.get(place, []), key=lambda cut: (abs(cut - middle), cut), default=middle)
    return [[*box[:place], side, *box[place + 1 :]] for side in ((middle, high), (low, middle - 1))]
def places(first, at, values):  # The variables that a variable, or an element of an array that begins there, can be.
    low, high = values[at[0]] if at else (0, 0)
    return range(first + low, first + high + 1)
# ------------------------------------------------- formulas of linear time
def askable(parts):  # What can be asked of the future, in the order of bits.
    asked = {part[1] for part in parts if part[0] == "next"} | {len(parts) - 1}
    return [n for n, part in enumerate(parts) if n in asked or part[0] in ("until", "release")]
def condition(part, labels):  # Whether a condition is true; None if the part is none.
    if part[0] in ("is", "not"): return bool(labels[part[1]]) == (part[0] == "is")
    return {"true": True, "false": False}.get(part[0])
def progression(parts):
    """The ways to go on, less those that ask more than another: what is asked next, which untils are postponed."""
    def part_ways(n, op, operands, ways):
        if op == "next": return [(frozenset(operands), NOTHING)]
        a, b = (ways[operand] for operand in operands)
        if op == "and": return both(a, b)
        if op == "or": return either(a, b)
        if op == "until": return either(b, both(a, [(frozenset([n]), frozenset([n]))]))
        return both(b, either(a, [(frozenset([n]), NOTHING)]))
    def ways_of(asked, labels):
        found, ways = [(NOTHING, NOTHING)], []
        for n, part in enumerate(parts):
            known = {None: None, True: [(NOTHING, NOTHING)], False: []}[condition(part, labels)]
            ways.append(part_ways(n, part[0], part[1:], ways) if known is None else known)
        for n in sorted(asked): found = both(found, ways[n])
        return least(found)
    return cache(ways_of)
def both(left, right):
    require(len(left) * len(right) <= MAX_WAYS, "a formula that goes on in too many ways")
    pairs = [(a | c, b | d) for a, b in left for c, d in right]
    return pairs if min(len(left), len(right)) < 2 else least(pairs)
def either(left, right):
    require(len(left) + len(right) <= MAX_WAYS, "a formula that goes on in too many ways")
    return least(left + right)
def least(ways):
    kept = []
    for way in sorted(ways, key=lambda way: len(way[0]) + len(way[1])):
        if not any(other[0] <= way[0] and other[1] <= way[1] for other in kept): kept.append(way)
    return kept
def check_prefix(play, question, reader):
    ways, asked = progression(question.parts), {frozenset([len(question.parts) - 1])}
    for state in play.run(reader.trace(), may_stutter=True):
        asked = {later for now in asked for later, _ in ways(now, play.labels(state))}
        require(len(asked) <= MAX_WAYS, "a run along which too many sets are asked")
    require(NOTHING in asked, "something is still asked after the run")
def check_lasso(play, question, reader):
    (start, before), again = reader.trace(), reader.list(reader.step)
    a_step = 24 + len(play.statement.propositions) + len(question.parts)
    require(again and (len(before) + len(again)) * a_step <= MAX_EVALUATED, "nothing repeats, or the run is too long")
    *states, last = play.run((start, before + again), may_stutter=True)
    require(last == states[len(before)], "the repeating steps do not lead back")
    labels, truth, after = [play.labels(state) for state in states], [], [*range(1, len(states)), len(before)]
    for part in question.parts: truth.append(on_lasso(part, truth, labels, after))
    require(truth[-1][0], "the run does not satisfy the formula")
def on_lasso(part, truth, labels, after):  # The truth of a part at each moment, by the definition of its operator.
    op, *operands = part
    if condition(part, labels[0]) is not None: return [condition(part, label) for label in labels]
    a, b = truth[operands[0]], truth[operands[-1]]
    if op == "next": return [a[later] for later in after]
    if op in ("and", "or"): return [x and y if op == "and" else x or y for x, y in zip(a, b)]
    # Going backwards twice reaches the least solution for *until*, the greatest for *release*.
    value = [op == "release"] * len(after)
    for i in [*reversed(range(len(after)))] * 2:
        later = value[after[i]]
        value[i] = b[i] or a[i] and later if op == "until" else b[i] and (a[i] or later)
    return value
def check_ranking(play, question, reader):
    ways, bit_of = progression(question.parts), askable(question.parts)
    rows, ranks, postponed = play.rows(reader, 1), reader.list(reader.number), reader.list(reader.number)
    require(len(rows) == len(ranks), "another number of ranks than of rows")
    # A pair may be there twice: the first one counts for others, and all are checked.
    entries, first = [], {}
    for (state, mask), rank in zip(rows, ranks):
        require(mask >> len(bit_of) == 0 and rank < len(postponed), "no such part or rank")
        entries.append(((state, frozenset(part for bit, part in enumerate(bit_of) if mask >> bit & 1)), rank))
        first.setdefault(*entries[-1])
    whole = frozenset([len(question.parts) - 1])
    require(all((start, whole) in first for start in play.statement.starts), "a first state without an entry")
    for (state, asked), rank in entries:
        until = bit_of[postponed[rank] - 1] if 0 < postponed[rank] <= len(bit_of) else None
        for wanted, put_off in ways(asked, play.labels(state)):
            for after in play.successors(state):
                found = first.get((after, wanted))
                require(found is not None and found <= rank, "a way to go on without an entry, or of a higher rank")
                require(found < rank or until in put_off, "a rank that stays although nothing is postponed")
# ---------------------------------------------- formulas of branching time
DUAL = ["true is and all-next all-until all-release", "false not or some-next some-release some-until"]
DUAL = dict(zip(" ".join(DUAL).split(), " ".join(reversed(DUAL)).split()))
def check_claims(play, question, reader):
    parts = question.parts if question.shown else [(DUAL[op], *operands) for op, *operands in question.parts]
    states, masks, ranks = play.states(reader), reader.words(), iter(reader.list(reader.number))
    require(len(masks) == len(states), "another number of claims than of states")
    # A state may be there twice: the first one counts for others, and all are checked.
    rows, first_row = [], {}
    for state, mask in zip(states, masks):
        require(mask >> len(parts) == 0, "no such part")
        claimed = [n for n in range(len(parts)) if mask >> n & 1]
        row = {n: next(ranks, None) if parts[n][0].endswith("until") else 0 for n in claimed}
        require(None not in row.values(), "a rank is missing")
        rows.append((state, row))
        first_row.setdefault(state, row)
    require(next(ranks, None) is None, "more ranks than untils")
    first = [len(parts) - 1 in first_row.get(start, {}) for start in play.statement.starts]
    require(all(first) if question.shown else any(first), "the formula is not claimed of the first states")
    def founded(state, row, n):
        op, *operands = parts[n]
        known = condition(parts[n], play.labels(state))
        if known is not None: return known
        here, quantify = [operand in row for operand in operands], all if op.startswith("all-") else any
        after = (first_row.get(later, {}) for later in play.successors(state))
        if op in ("and", "or"): return all(here) if op == "and" else any(here)
        if op.endswith("next"): return quantify(operands[0] in later for later in after)
        if op.endswith("release"): return here[1] and (here[0] or quantify(n in later for later in after))
        return here[1] or here[0] and quantify(n in later and later[n] < row[n] for later in after)
    require(all(founded(state, row, n) for state, row in rows for n in row), "a claim without a foundation")
def escapable(parts):
    """The propositions p and q of AG EF p, AG (q || EF p), AG (EF p || AF q) and A[p R EF p], and which it is."""
    def promised(part, op):
        found = part[0] == op and parts[part[1]][0] == "true" and parts[part[2]][0] == "is"
        return parts[part[2]] if found else None
    if parts[-1][0] != "all-release": return None
    before, body = (parts[operand] for operand in parts[-1][1:])
    always = before[0] == "false"
    sides = [parts[n] for n in body[1:]] if always and body[0] == "or" else [body]
    if len(sides) == 2 and not promised(sides[0], "some-until"): sides.reverse()
    p, other = promised(sides[0], "some-until"), sides[1] if len(sides) == 2 else None
    if not p or not always and before != p: return None
    if not other: return p[1], None, "always" if always else "until"
    q = promised(other, "all-until") or other
    return (p[1], q[1], "unless" if q is other else "or inevitably") if q[0] == "is" else None
def check_trap(play, question, reader):
    """A run, and a closed set that holds its last state and in which something never is."""
    states = play.run(reader.trace())
    closed, last, form = ClosedSet(play, reader), states[-1], escapable(question.parts)
    p, q, kind = form or require(form, "a trap says nothing about this formula")
    require(kind != "until" or not any(play.labels(state)[p] for state in states), "the run ends what is asked")
    closed.check(play.statement.propositions[p], [last])
    require(kind != "unless" or not play.labels(last)[q], "the end of the run may be no trap")
    if kind == "or inevitably" and (last not in play.successors(last) or play.labels(last)[q]):
        closed.check(play.statement.propositions[q])
class Ways:  # Boxes with a range for each variable, 0 or 1 more than the command that they name, and a rank.
    def __init__(self, play, reader):
        self.play, domains, self.alike = play, play.statement.domains, {}
        self.boxes = reader.list(lambda: (reader.list(reader.range), reader.number(), reader.number()))
        self.cuts = dict(reader.list(lambda: (reader.number(), reader.list(reader.signed))))
        fits = lambda box: len(box) == len(domains) and all(b[0] <= b[1] and covers(d, b) for d, b in zip(domains, box))
        require(all(fits(box) for box, _, _ in self.boxes), "a box that is empty or outside the domains")
        self.fixed = [p for p in range(len(domains)) if all(box[p][0] == box[p][1] for box, _, _ in self.boxes)]
        for way in self.boxes: self.alike.setdefault(tuple(way[0][p] for p in self.fixed), []).append(way)
    def cover(self, box, below=math.inf, named=False):
        """Whether boxes of lower rank, perhaps only such that name a command, hold all of a box together."""
        todo, meets = [box], lambda a, b: all(x[0] <= y[1] and y[0] <= x[1] for x, y in zip(a, b))
        for _ in range(MAX_PARTS):
            if not todo: return True
            box = todo.pop()
            alike = self.alike.get(tuple(box[p] for p in self.fixed), [])
            fit = (own for own, command, rank in alike if rank < below and (command or not named) and meets(own, box))
            if (own := next(fit, None)) is None: return False
            for p, (low, high) in enumerate(own):
                for side in (box[p][0], low - 1), (high + 1, box[p][1]):
                    if side[0] <= side[1]: todo.append([*box[:p], side, *box[p + 1 :]])
                box = [*box[:p], (max(box[p][0], low), min(box[p][1], high)), *box[p + 1 :]]
        return False
def check_ways(play, question, reader):
    ways, statement, form = Ways(play, reader), play.statement, escapable(question.parts)
    p, q, kind = form or require(form, "ways say nothing about this formula")
    require(all(ways.cover([(v, v) for v in start]) for start in statement.starts), "an initial state is in no box")
    parts = [Part(ways, guard, writes) for _, guard, writes in statement.commands]
    for box, command, rank in ways.boxes:
        todo, n_parts = [box], 1
        while todo:
            box, values = todo.pop(), []
            for item in statement.expressions: values.append(interval(item, values, box))
            surely = lambda proposition: values[statement.propositions[proposition]] == (1, 1)
            there = surely(p) or not command and q is not None and surely(q)
            every = {*range(len(parts))} if kind == "or inevitably" else set()
            down = set() if there else {command - 1} if command else every
            below = lambda n: (rank, command > 0) if n in down else ()
            leaves = lambda n, part: values[part.guard] != (0, 0) and not ways.cover(part.after(box, values), *below(n))
            goes_on = there or any(values[part.guard] == (1, 1) for n, part in enumerate(parts) if n in down)
            if goes_on and not any(leaves(n, part) for n, part in enumerate(parts)): continue
            among, n_parts = {p for p, (low, high) in enumerate(box) if low < high}, n_parts + 1
            require(among and n_parts <= MAX_PARTS, "a box does not lead to where it should")
            widest = max(box[p][1] - box[p][0] for p in among)
            todo += halves(box, {p for p in among if box[p][1] - box[p][0] == widest}, ways.cuts)
# ------------------------------------------------------------ counted runs
def winning_runs(play, question, reader):
    runs = [tuple(play.run(trace)) for trace in reader.list(reader.trace)]
    for run in runs:
        first_win = next((n for n, state in enumerate(run) if play.labels(state)[question.target]), None)
        require(first_win == len(run) - 1, "a run that does not end where it first wins")
        require(len(set(run)) == len(run), "a run that repeats a state")
    require(len(set(runs)) == len(runs), "two runs with the same states")
    return runs
def check_runs(play, question, reader):
    runs = winning_runs(play, question, reader)
    require(len(runs) >= question.n, "too few runs")
    if question.want == "routes":
        inner, ends = [state for run in runs for state in run[1:-1]], {run[i] for run in runs for i in (0, -1)}
        require(len(set(inner)) == len(inner) and not ends.intersection(inner), "two routes share a state")
def check_all_runs(play, question, reader):
    runs = winning_runs(play, question, reader)
    require(question.want != "routes", "this does not speak of routes")
    require(len(runs) == 1 if question.want == "unique" else len(runs) < question.n, "another number of runs")
    following = {(): set()}
    for run in runs:
        for n, state in enumerate(run): following.setdefault(run[:n], set()).add(state)
    for prefix, known in following.items():
        after = play.successors(prefix[-1]) if prefix else play.statement.starts
        todo = [state for state in after if state not in known and state not in prefix]
        seen = {*prefix, *todo}
        while todo:
            state = todo.pop()
            require(not play.labels(state)[question.target], "another run wins")
            later = set(play.successors(state)) - seen
            seen |= later
            todo += later
def check_cut(play, question, reader):
    require(question.want == "routes", "a cut speaks of routes only")
    cut, inside, starts = play.states(reader), set(play.states(reader)), set(play.statement.starts)
    passed, wins = starts.union(cut, inside), lambda state: play.labels(state)[question.target]
    by_one_step = {(state,) for state in starts if wins(state)}
    for state in starts | inside:
        require(state not in inside or not wins(state), "a state inside wins")
        for after in play.successors(state) if not wins(state) else ():
            require(wins(after) or after in passed, "a step leaves without passing the cut")
            require(not wins(after) or state not in inside, "a state inside is followed by a win")
            if wins(after): by_one_step.add((state, after))
    require(len(cut) + len(by_one_step) < question.n, "the cut is not small enough")
# ----------------------------------------------------------------- clauses
class Clauses:  # Literal 1 is true. A gate is named once: the same inputs are the same gate.
    def __init__(self): self.clauses, self.n_variables, self.gates, self.n_literals = [(1,)], 1, {}, 1
    def fresh(self):
        self.n_variables += 1
        return self.n_variables
    def add(self, *literals):
        if 1 in literals: return
        self.clauses.append(tuple(literal for literal in literals if literal != -1))
        self.n_literals += len(self.clauses[-1])
        require(self.n_literals + self.n_variables <= MAX_LITERALS, "too many clauses")
    def all_of(self, literals):
        inputs = set(literals) - {1}
        if -1 in inputs or any(-literal in inputs for literal in inputs): return -1
        if len(inputs) < 2: return inputs.pop() if inputs else 1
        key = tuple(sorted(inputs, key=abs))
        if key not in self.gates:
            self.gates[key] = gate = self.fresh()
            for literal in key: self.add(-gate, literal)
            self.add(*(-literal for literal in key), gate)
        return self.gates[key]
    def any_of(self, literals): return -self.all_of([-literal for literal in literals])
    def choice(self, bit, yes, no):
        if bit in (1, -1): return yes if bit == 1 else no  # Digits are known in the first states only.
        g = self.fresh()
        self.add(-bit, -yes, g), self.add(-bit, yes, -g), self.add(bit, -no, g), self.add(bit, no, -g)
        self.add(-yes, -no, g), self.add(yes, no, -g)
        return g
    def grouped(self, cases):
        """Cases are a value and literals. Each value once, the fewest cases first; the last of two is the rest."""
        groups, found = {}, {}
        for value, literals in cases: groups.setdefault(value, []).append(literals)
        if len(groups) == 1: return [(value, 1) for value in groups]
        for value in sorted(groups, key=lambda value: (len(groups[value]), value)):
            rest = -sum(found.values()) if len(groups) == 2 else 0
            found[value] = rest or self.any_of([self.all_of(literals) for literals in groups[value]])
        return sorted(found.items())
    def nested(self, outer, inner): return self.grouped((y, [a, b]) for x, a in outer for y, b in inner(x))
    def check_refuted(self, proof, what):
        """LRAT: every clause that is added follows from those that it names by looking at them once."""
        reader, known = Reader(proof), [None, *self.clauses]
        for _ in range(reader.hint()):
            literals, hints = reader.list(reader.signed), reader.list(reader.hint)
            require(all(0 < abs(x) <= self.n_variables for x in literals), f"{what}: no such literal")
            false, conflict = set(literals), any(-x in literals for x in literals)
            for hint in hints:
                require(0 < hint < len(known) and not conflict, f"{what}: a hint names no clause before it, or is late")
                left = {x for x in known[hint] if x not in false}
                require(len(left) < 2 and not any(-x in false for x in left), f"{what}: a hint is not unit")
                conflict = not left
                false.update(-x for x in left)
            require(conflict, f"{what}: the hints lead to no contradiction")
            known.append(tuple(literals))
        reader.end()
        require(() in known, f"{what}: the proof does not add the empty clause")
def digits(n, width): return [1 if n >> i & 1 else -1 for i in range(width)]
class Symbolic:
    """A state of named digits. What an expression can be is a list of values, each with the literal that says so."""
    def __init__(self, play, clauses):
        self.play, self.statement, self.clauses = play, play.statement, clauses
        self.domains, self.values, self.variable = play.statement.domains, {}, cache(self.variable_of)
        self.bits = [[clauses.fresh() for _ in range((high - low).bit_length())] for low, high in self.domains]
        self.flat = [bit for bits in self.bits for bit in bits]
        for (low, high), bits in zip(self.domains, self.bits):
            for i, bit in enumerate(bits):
                higher = (-b for j, b in enumerate(bits) if j > i and (high - low) >> j & 1)
                if not (high - low) >> i & 1: clauses.add(*higher, -bit)
    def variable_of(self, place):
        low, high = self.domains[place]
        return [(value, self.clauses.all_of(self.is_value(place, value))) for value in range(low, high + 1)]
    def is_value(self, place, value):  # The literals that say it, one for each digit.
        bits = self.bits[place]
        return [sign * bit for sign, bit in zip(digits(value - self.domains[place][0], len(bits)), bits)]
    def value(self, root):
        for e in self.play.cone([root]):
            if e not in self.values: self.values[e] = self.expression(*self.statement.expressions[e])
        return self.values[root]
    def true(self, e): return dict(self.value(e)).get(1, -1)
    def expression(self, op, own, operands):
        sides, grouped, nested = [self.values[e] for e in operands], self.clauses.grouped, self.clauses.nested
        (low, high), n = self.domains[own[0]] if op in ("var", "item") else BIT, math.prod(map(len, sides))
        n = {"if": sum(map(len, sides[1:])), "var": high - low, "item": n * (high - low + 1)}.get(op, n)
        require(n <= MAX_COMBINATIONS, "too many combinations of values")
        if op == "const": return [(own, 1)]
        if op == "var": return self.variable(own[0])
        if op == "item": return nested(sides[0], lambda i: self.variable(own[0] + i))
        if op == "if": return nested(sides[0], lambda x: sides[1] if x else sides[2])
        if op == "look":
            # All indices but the last one become one number first.
            (sizes, cells), row = own, [(0, 1)]
            for size, side in zip(sizes, sides[:-1]): row = nested(row, lambda x: [(x * size + i, b) for i, b in side])
            return nested(row, lambda x: grouped((cells[x * sizes[-1] + i], [b]) for i, b in sides[-1]))
        act = eval("lambda x, y=None: " + CODE[op].format("x", "y", own=own))
        if len(sides) == 1: return grouped((act(x), [a]) for x, a in sides[0])
        if operands[0] == operands[1]: return grouped((act(x, x), [a]) for x, a in sides[0])
        return nested(sides[0], lambda x: grouped((act(x, y), [b]) for y, b in sides[1]))
    def step(self, after):  # A literal for each command; where it is true, it is done and leads to `after`.
        chosen, add = [], self.clauses.add
        for _, guard, writes in self.statement.commands:
            allowed, command = self.true(guard), self.clauses.fresh()
            chosen.append(command)
            add(-command, allowed)
            written = [(place, dict(self.value(*at)) if at else {0: 1}, self.value(value))
                       for place, _, at, value in reversed(writes)]
            for p in range(len(self.domains)):
                before = [-command]
                for here, value in [(where[p - place], value) for place, where, value in written if p - place in where]:
                    for literal, a in [(literal, a) for x, a in value for literal in after.is_value(p, x)]:
                        add(*before, -here, -a, literal)
                    before.append(here)
                for old, new in zip(self.bits[p], after.bits[p]):
                    for literals in (-old, new), (old, -new): add(*before, *literals)
        return chosen
def inside(shape, bits, clauses):  # Whether a state, given by its digits' literals, is in the set of an invariant.
    def named(x, names):
        require(0 < abs(x) <= len(names), "the set names what there is not")
        return names[x - 1] if x > 0 else -names[-x - 1]
    items, output = shape
    if output is None: return clauses.all_of([clauses.any_of([named(x, bits) for x in clause]) for clause in items])
    gates = [1]
    for bit, yes, no in items: gates.append(clauses.choice(named(bit + 1, bits), named(yes, gates), named(no, gates)))
    return named(output, gates)
def check_invariant(play, question, reader):
    if reader.flag(): shape = (reader.list(lambda: (reader.number(), *reader.range())), reader.signed())
    else: shape = (reader.list(lambda: reader.list(reader.signed)), None)
    stays, misses, domains = reader.blob(), reader.blob(), play.statement.domains
    for start in play.statement.starts:
        known = [digits(value - low, (high - low).bit_length()) for value, (low, high) in zip(start, domains)]
        require(inside(shape, sum(known, []), Clauses()) == 1, "an initial state is not in the set")
    state = Symbolic(play, clauses := Clauses())
    for literal in inside(shape, state.flat, clauses), state.true(play.target(question)): clauses.add(literal)
    clauses.check_refuted(misses, "that the set misses the target")
    before, after = Symbolic(play, clauses := Clauses()), Symbolic(play, clauses)
    now, still = inside(shape, before.flat, clauses), inside(shape, after.flat, clauses)
    clauses.add(now)
    for clause in before.step(after), [-still]: clauses.add(*clause)
    clauses.check_refuted(stays, "that no step leaves the set")
def check_induction(play, question, reader):
    length, different, short, long = reader.number(), reader.flag(), reader.blob(), reader.blob()
    require(length, "an induction needs a length of at least 1")
    target, starts = play.target(question), play.statement.starts
    state = Symbolic(play, clauses := Clauses())
    clauses.add(*[clauses.all_of([x for p, v in enumerate(start) for x in state.is_value(p, v)]) for start in starts])
    reached = state.true(target)
    for _ in range(length - 1):
        after = Symbolic(play, clauses)
        clauses.add(reached, *state.step(after))
        state, reached = after, clauses.any_of([reached, after.true(target)])
    clauses.add(reached)
    clauses.check_refuted(short, "that no short run hits the target")
    states = [Symbolic(play, clauses := Clauses())]
    for _ in range(length):
        *earlier, state = states
        clauses.add(-state.true(target))
        for other in earlier if different else ():
            digits_of = [(a, b, clauses.fresh()) for a, b in zip(other.flat, state.flat)]
            for a, b, differ in digits_of: clauses.add(a, b, -differ), clauses.add(-a, -b, -differ)
            clauses.add(*(differ for _, _, differ in digits_of))
        states.append(Symbolic(play, clauses))
        clauses.add(*state.step(states[-1]))
    clauses.add(states[-1].true(target))
    clauses.check_refuted(long, "that no long run hits the target")
# ------------------------------------------------------------ certificates
def check_trace(play, question, reader):
    require(play.labels(play.run(reader.trace())[-1])[question.target], "the last state does not have the target")
def check_closed_set(play, question, reader):
    require(question.n > 0, "no run at all is enough")
    ClosedSet(play, reader).check(play.target(question), play.statement.starts)
EVIDENCE = {
    "reach": {"trace": check_trace, "closed-set": check_closed_set, "invariant": check_invariant,
              "induction": check_induction},
    "linear": {"trace": check_prefix, "lasso": check_lasso, "ranking": check_ranking},
    "branching": {"claims": check_claims, "trap": check_trap, "ways": check_ways},
    "paths": {"runs": check_runs, "all-runs": check_all_runs, "cut": check_cut, "closed-set": check_closed_set}}
KINDS = {kind for kinds in EVIDENCE.values() for kind in kinds} | {"argument"}
SIZE = b"(0|[1-9][0-9]{0,18})"
HEAD = re.compile(
    b"game: .*\nproperty: .*\ncore: .*\nverdict: (holds|violated)\nevidence: (.*)\nrules: ([0-9a-f]{64})\n"
    b"level: " + SIZE + b"\nstatement: " + SIZE + b"\npayload: " + SIZE + b"\n\n")
def text_of(data, what, error=Rejected):
    try: return data.decode()
    except UnicodeDecodeError: raise error(f"{what} is not text")
def parts_of(data):  # Of a certificate: verdict, kind of evidence, hash of the statement; statement and evidence.
    first, _, rest = data.partition(b"\n")
    readable(first == b"playproof certificate 3", "this is no certificate, or one of another version")
    head = HEAD.match(rest)
    require(head and max(map(len, head[0].split(b"\n"))) < MAX_LINE, "a head that lacks a line, or with a wrong one")
    require(not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", text_of(head[0], "the head")), "control characters")
    verdict, kind, rules, *sizes = (text.decode() for text in head.groups())
    (level, statement, payload), rest = map(int, sizes), rest[head.end() :]
    require(level + statement + payload == len(rest), "another number of bytes than its head says")
    text_of(rest[:level], "the level")
    return verdict, kind, rules, rest[level : level + statement], rest[level + statement :]
def check_question(play, question, kind, holds, reader):
    require(kind in EVIDENCE[question.kind], f"evidence of this kind says nothing about such a question: {kind}")
    if question.kind in ("reach", "linear"): shown = (question.want == "holds") == (kind in ("trace", "lasso"))
    elif kind in ("runs", "all-runs"): shown = (question.want == "unique") == (kind == "all-runs")
    else: shown = kind == "ways" or kind == "claims" and holds
    require(shown == holds, "this evidence shows the opposite")
    question.shown = shown
    EVIDENCE[question.kind][kind](play, question, reader)
def read_argument(reader):
    reader.blob(), reader.list(reader.number)
    if reader.flag(): reader.trace()
def check_pieces(play, groups, holds, reader):
    found, arguments = [], []
    for _ in range(reader.number()):
        group, n, kind = reader.number(), reader.number(), reader.blob().decode("ascii", "replace")
        require(kind in KINDS, "a piece of no kind")
        if kind == "argument": arguments.append(read_argument(reader))
        else:
            require(group < len(groups) and n < len(groups[group][1]), "a piece of no question")
            found.append((group, n))
            check_question(play, groups[group][1][n], kind, holds, reader)
    require(not arguments, "an axiom: that needs the game", Undecided)
    first = found[0][0] if found else 0
    every, one = [*range(len(groups))], [(first, n) for n in range(len(groups[first][1]))]
    require(not holds or [group for group, _ in found] == every, "not one piece for each group, in order")
    require(holds or found == one, "not one piece for each question of a group")
def check_certificate(data, elsewhere):
    verdict, kind, rules, carried, payload = parts_of(data)
    text, holds = carried or elsewhere, verdict == "holds"
    readable(text is not None, "it does not carry its statement: give it with --statement")
    # In a certificate it is the certificate that is broken.
    statement = Statement(text_of(text, "the statement", Rejected if carried else Unreadable))
    require(hashlib.sha256(text).hexdigest() == rules, "`rules` is the hash of another statement")
    require(kind in KINDS | {"pieces"}, "no such kind of evidence")
    play, reader, groups = Play(statement), Reader(payload), statement.groups
    if kind == "argument": read_argument(reader)
    elif kind == "pieces": check_pieces(play, groups, holds, reader)
    else:
        require(len(groups) == len(groups[0][1]) == 1, "several questions want evidence in pieces")
        check_question(play, groups[0][1][0], kind, holds, reader)
    reader.end()
    require(kind != "argument", "an axiom: that needs the game", Undecided)
    return verdict, kind
def judge(path, elsewhere):
    try:
        with open(path, "rb") as file: verdict, kind = check_certificate(file.read(), elsewhere)
        return 0, f"accepted: {verdict} ({kind})"
    except (Rejected, Unreadable, Undecided) as why: return why.status, f"{why.word}: {why}"
    except OSError as why: return 2, f"unreadable: {why.strerror}"
    except (MemoryError, RecursionError): return 3, "cannot check: the memory is used up"
def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memory", metavar="MB", type=int, default=4096)
    parser.add_argument("--statement", type=argparse.FileType("rb"), help="of certificates that do not carry theirs")
    parser.add_argument("files", metavar="FILE", nargs="+")
    options, worst = parser.parse_args(), 0
    elsewhere = options.statement.read() if options.statement else None
    try:
        import resource
        resource.setrlimit(resource.RLIMIT_AS, (options.memory << 20, resource.getrlimit(resource.RLIMIT_AS)[1]))
    except (ImportError, ValueError, OSError): pass  # Without a limit the machine's own holds.
    for path in options.files:
        status, line = judge("/dev/stdin" if path == "-" else path, elsewhere)
        print(f"{path}: {line}", flush=True)
        worst = max(worst, status, key=[0, 3, 2, 4].index)
    return worst
if __name__ == "__main__": sys.exit(main())
