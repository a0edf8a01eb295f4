"""An oracle and a statement side by side, state by state."""

from collections import Counter, deque


class Differ(Exception):
    """The oracle and the statement say different things; the way there is part of the message."""


def compare(oracle, question, system, rng, most_states, walks=20, length=40):
    """Breadth first through pairs of states that the same steps lead to, then along random runs. What was compared."""
    seen, done = {}, Counter()

    def fail(pair, what):
        way = []
        while pair is not None:
            action, pair = seen[pair]
            way.append(action)
        raise Differ(f"after {' '.join(reversed(way[:-1])) or 'no step'}: {what}")

    def reached(pair, action, before):
        """Compares what is true in a state that was not there yet."""
        if pair in seen:
            return False
        seen[pair] = (action, before)
        state, counts, other = pair
        done["states"] += 1
        said, true = system.true(other), [int(truth(state, dict(counts))) for _, truth in question.items]
        if len(said) != len(true):
            fail(pair, f"{len(said)} propositions, and not {len(true)}")
        for (text, _), theirs, ours in zip(question.items, said, true):
            if theirs != ours:
                fail(pair, f"`{text}` is {theirs} in the statement, {ours} for the oracle; state {state}, counts {dict(counts)}")
        for name, value in oracle.variables(state).items():
            if name in system.places and other[system.places[name][0]] != value:
                fail(pair, f"{name} is {other[system.places[name][0]]} in the statement, {value} for the oracle; state {state}")
        done["propositions"] += len(true)
        return True

    def after(pair):
        """The pairs that a step leads to. Steps of one action are in the same order on both sides."""
        state, counts, other = pair
        steps = oracle.steps(state)
        if steps is None:
            return []
        ours = [(action, (following, counted(action, state, following, counts))) for action, following in steps]
        if question.bumps:
            ours += [(action, (state, tuple(oracle.bumped(dict(counts)).items()))) for action in oracle.bumps(state)]
        theirs = system.steps(other)
        if theirs is None:
            # A graph ends somewhere.
            return []
        if ("?", other) in theirs:
            # Where the interpreter cannot tell, it claims nothing.
            theirs = [step for step in theirs if step[0] != "?"]
            ours = [step for step in ours if step[0] in dict(theirs)]
            done["in doubt"] += 1
        if sorted(action for action, _ in ours) != sorted(action for action, _ in theirs):
            fail(pair, f"the statement can do {[a for a, _ in theirs]}, the oracle {[a for a, _ in ours]}; state {state}")
        done["successors"] += len(ours)
        # Both sorts are stable.
        sides = sorted(ours, key=lambda step: step[0]), sorted(theirs, key=lambda step: step[0])
        return [(action, (*mine, yours)) for (action, mine), (_, yours) in zip(*sides)]

    def counted(action, state, following, counts):
        return tuple(oracle.count(dict(counts), action, state, following).items()) if question.counted else ()

    if len(system.starts) != 1:
        raise Differ(f"{len(system.starts)} first states")
    first = (oracle.start, tuple(oracle.first_counts.items()) if question.counted else (), system.starts[0])
    reached(first, "", None)
    todo = deque([first])
    while todo and len(seen) < most_states:
        pair = todo.popleft()
        for action, following in after(pair):
            if reached(following, action, pair):
                todo.append(following)
    done["exhausted"] += not todo
    for _ in range(walks if todo else 0):
        if len(seen) > 2 * most_states:
            break
        pair, action = first, ""
        for _ in range(length):
            steps = after(pair)
            for action, following in steps:
                reached(following, action, pair)
            if not steps:
                break
            action, pair = oracle.choice(rng, steps, action)
    done["statements"] += 1
    return done
