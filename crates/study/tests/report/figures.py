"""The figures of a report, computed from the exported file with pandas, numpy and SciPy.

    figures.py plays.csv CONFIDENCE MARGIN

prints what `playproof study report --format json` has to print, but for words. What is
drawn by lot uses the same random numbers (ChaCha with eight rounds), so that intervals,
chances and folds can be compared too.
"""

import functools
import itertools
import json
import math
import sys

import numpy as np
import pandas as pd
from scipy import stats

COLUMNS = ["seconds", "quickest", "moves", "pushes", "resets", "interesting", "difficult"]
LOGGED = COLUMNS[:5]
QUESTIONS = ["interesting", "difficult"]
PENALTIES = [10_000.0, 1_000.0, 100.0, 10.0, 1.0, 0.1]
N_FOLDS = 5


# Random numbers


@functools.cache
def words(seed, n):
    """The first n 32-bit words of ChaCha8 with the seed as its key."""
    n_blocks = -(-n // 16)
    state = [np.full(n_blocks, word, dtype=np.uint32) for word in
             [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, seed & 0xFFFFFFFF, seed >> 32] + [0] * 10]
    state[12] = np.arange(n_blocks, dtype=np.uint32)
    x = [word.copy() for word in state]

    def quarter(a, b, c, d):
        for left, right, turned, by in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)]:
            x[left] = x[left] + x[right]
            mixed = x[turned] ^ x[left]
            x[turned] = (mixed << np.uint32(by)) | (mixed >> np.uint32(32 - by))

    for _ in range(4):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return np.stack([a + b for a, b in zip(x, state)], axis=1).reshape(-1)[:n].astype(np.uint64)


@functools.cache
def shuffles(seed, times, n):
    """Orders of n things, one per row."""
    orders = np.tile(np.arange(n), (times, 1))
    if n < 2:
        return orders
    drawn = words(seed, times * (n - 1)).reshape(times, n - 1)
    rows = np.arange(times)
    for step, last in enumerate(range(n - 1, 0, -1)):
        other = ((drawn[:, step] * np.uint64(last + 1)) >> np.uint64(32)).astype(int)
        kept = orders[rows, last].copy()
        orders[rows, last] = orders[rows, other]
        orders[rows, other] = kept
    return orders


def interval(participants, figure):
    """The 95 % interval of figure(rows), over 2,000 samples of participants."""
    everyone = sorted(set(participants))
    n = len(everyone)
    if n < 5:
        return None, None
    rows_of = {who: np.flatnonzero(np.asarray(participants) == who) for who in everyone}
    drawn = ((words(1, 2_000 * n) * np.uint64(n)) >> np.uint64(32)).astype(int).reshape(2_000, n)
    found = [figure(np.concatenate([rows_of[everyone[i]] for i in sample])) for sample in drawn]
    found = [value for value in found if value is not None]
    if len(found) < 1_000:
        return None, None
    return tuple(np.quantile(found, [0.025, 0.975]))


# Figures


def ranks(column):
    """Ranks from their mean, as stats.rankdata has them, but much faster for few values."""
    known = np.sort(column)
    return (known.searchsorted(column, "left") + known.searchsorted(column, "right") - len(column)) / 2


def spearman(a, b):
    a, b = ranks(a), ranks(b)
    spread = (a @ a) * (b @ b)
    return a @ b / math.sqrt(spread) if spread > 0 else None


def within(a, b, groups):
    """Spearman's correlation, with ranks among the rows of one group only. The columns hold small whole numbers."""
    def ranks_within(column):
        among_all = ranks(groups * 100_000 + column)
        counts = np.bincount(groups)
        return among_all - (np.bincount(groups, among_all) / np.maximum(counts, 1))[groups]

    a, b = ranks_within(a), ranks_within(b)
    spread = (a @ a) * (b @ b)
    return a @ b / math.sqrt(spread) if spread > 1e-12 else None


def holm(chances):
    known = sorted((p, i) for i, p in enumerate(chances) if p is not None)
    corrected = [None] * len(chances)
    for place, (_, i) in enumerate(known):
        corrected[i] = min(1.0, max(p * (len(known) - j) for j, (p, _) in enumerate(known[: place + 1])))
    return corrected


def share(count, of, confidence):
    count, of = int(count), int(of)
    if of == 0:
        return dict(count=count, of=of, share=None, low=None, high=None)
    found = stats.binomtest(count, of).proportion_ci(confidence, method="wilson")
    return dict(count=count, of=of, share=count / of, low=found.low, high=found.high)


def spread(values):
    values = values.dropna()
    if values.empty:
        return None
    return dict(n=len(values), min=values.min(), mean=values.mean(), max=values.max())


def set_figures(name, plays, confidence):
    compared = plays[plays.is_compared]
    logged = plays[~plays.suspect]
    stars = {f"{question}_stars": [int((plays[question] == n).sum()) for n in range(1, 6)] for question in QUESTIONS}
    return dict(
        set=name,
        plays=len(plays),
        more_interesting=share(compared.more_interesting.sum(), len(compared), confidence),
        more_difficult=share(compared.more_difficult.sum(), len(compared), confidence),
        logged=len(logged),
        solved=int((logged.solves > 0).sum()),
        **{column: spread(plays[column]) for column in COLUMNS},
        **stars,
    )


def pair_figures(first, second, plays, sample):
    table = plays[plays.is_compared].pivot(index="participant", columns="set")
    tests = {}
    n = 0
    for question in QUESTIONS:
        of = table[f"more_{question}"]
        if first not in of or second not in of:
            return None
        of = of[[first, second]].dropna()
        n, won = len(of), int(of[first].astype(bool).sum())
        if n == 0:
            return None
        tests[question] = dict(first=won, second=n - won, p=stats.binomtest(won, n, 0.5).pvalue, p_holm=None)
    return dict(first=first, second=second, comparisons=n, margin=sample["z"] * math.sqrt(0.25 / n), **tests)


def rounds(plays, sample):
    all_rounds = []
    for name, of_round in plays.groupby("round", sort=False):
        names = sorted(of_round.set.unique())
        pairs = [pair_figures(a, b, of_round, sample) for a, b in itertools.combinations(names, 2)]
        all_rounds.append(dict(
            round=name,
            comparisons=int(of_round.is_compared.sum() // 2),
            sets=[set_figures(one, of_round[of_round.set == one], sample["confidence"]) for one in names],
            pairs=[pair for pair in pairs if pair],
        ))
    tests = [pair[question] for each in all_rounds for pair in each["pairs"] for question in QUESTIONS]
    for test, p in zip(tests, holm([test["p"] for test in tests])):
        test["p_holm"] = p
    return all_rounds


def correlations(name, set_name, plays):
    found = plays[COLUMNS].corr(min_periods=2).to_numpy()
    cell = lambda r: None if math.isnan(r) else r
    return dict(
        round=name,
        set=set_name,
        plays=len(plays),
        unsolved=int((~plays.suspect & plays.quickest.isna()).sum()),
        suspect=int(plays.suspect.sum()),
        columns=COLUMNS,
        rows=[[cell(found[i, j]) for j in range(i + 1)] for i in range(len(COLUMNS))],
    )


def measure_figures(measure, question, plays):
    known = plays.dropna(subset=[f"measure_{measure}"])
    values, stars = known[f"measure_{measure}"].to_numpy(), known[question].to_numpy()
    rho = spearman(values, stars)
    sets = known.groupby(["round", "set"]).ngroup().to_numpy()
    low = high = p = inner = inner_low = inner_high = None
    if rho is not None:
        assert abs(rho - stats.spearmanr(values, stars).statistic) < 1e-12
        low, high = interval(known.participant, lambda rows: spearman(values[rows], stars[rows]))
        places = np.unique(values, return_inverse=True)[1]
        inner = within(places, stars, sets)
        if inner is not None:
            of_sample = lambda rows: within(places[rows], stars[rows], sets[rows])
            inner_low, inner_high = interval(known.participant, of_sample)
        a, b = ((2 * stats.rankdata(column)).astype(int) - len(column) - 1 for column in (values, stars))
        shuffled = np.abs((a * b[shuffles(2, 9_999, len(a))]).sum(axis=1))
        p = (1 + int((shuffled >= abs((a * b).sum())).sum())) / 10_000
        # The approximation by Student's distribution is near.
        assert len(a) < 20 or abs(p - stats.spearmanr(values, stars).pvalue) < 0.03
    return dict(measure=measure, plays=len(known), rho=rho, low=low, high=high, within=inner, within_low=inner_low,
                within_high=inner_high, p=p, p_holm=None)


def ridge(x, y, penalty):
    """A function from rows to predicted stars."""
    mean, deviation = x.mean(axis=0), x.std(axis=0)
    deviation[np.ptp(x, axis=0) == 0] = np.inf
    standard = (x - mean) / deviation
    # The penalty as further rows, whose stars are 0.
    rows = np.vstack([standard, math.sqrt(penalty) * np.eye(x.shape[1])])
    stars = np.concatenate([y - y.mean(), np.zeros(x.shape[1])])
    weights = np.linalg.lstsq(rows, stars, rcond=None)[0]
    return lambda new: y.mean() + (new - mean) / deviation @ weights


def fit(question, plays, names):
    kept = [name for name in names if plays[f"measure_{name}"].notna().mean() >= 0.9]
    plays = plays.dropna(subset=[f"measure_{name}" for name in kept])
    kept = [name for name in kept if plays[f"measure_{name}"].nunique() > 1]
    everyone = sorted(plays.participant.unique())
    if not kept or len(everyone) < 10:
        return None
    folds = [sorted(int(everyone[i]) for i in shuffles(3, 1, len(everyone))[0][k::N_FOLDS]) for k in range(N_FOLDS)]
    fold = np.array([next(k for k in range(N_FOLDS) if who in folds[k]) for who in plays.participant])
    x = plays[[f"measure_{name}" for name in kept]].to_numpy(dtype=float)
    y = plays[question].to_numpy(dtype=float)
    predicted, guessed, penalties = np.zeros(len(y)), np.zeros(len(y)), []
    for held in range(N_FOLDS):
        errors = []
        for penalty in PENALTIES:
            error = 0.0
            for inner in set(range(N_FOLDS)) - {held}:
                train, test = (fold != held) & (fold != inner), fold == inner
                error += ((ridge(x[train], y[train], penalty)(x[test]) - y[test]) ** 2).sum()
            errors.append(error)
        penalties.append(PENALTIES[int(np.argmin(errors))])
        train, test = fold != held, fold == held
        predicted[test] = ridge(x[train], y[train], penalties[-1])(x[test])
        guessed[test] = y[train].mean()

    def r2(rows):
        mean = ((guessed[rows] - y[rows]) ** 2).sum()
        return 1 - ((predicted[rows] - y[rows]) ** 2).sum() / mean if mean > 0 else None

    above = predicted - guessed
    every = np.arange(len(y))
    r2_low, r2_high = interval(plays.participant, r2)
    rho_low, rho_high = interval(plays.participant, lambda rows: spearman(above[rows], y[rows]))
    return dict(
        measures=kept, plays=len(y), r2=r2(every), r2_low=r2_low, r2_high=r2_high, rho=spearman(above, y),
        rho_low=rho_low, rho_high=rho_high, penalties=penalties, folds=folds,
    )


def predictors(plays):
    columns = [column for column in plays if column.startswith("measure_")]
    known = plays.dropna(subset=columns, how="all")
    values = {column.removeprefix("measure_"): known[column].nunique() for column in columns}
    names = [name for name in sorted(values) if values[name] > 1]
    questions = [dict(question=question, measures=[measure_figures(name, question, known) for name in names])
                 for question in QUESTIONS]
    every = [measure for question in questions for measure in question["measures"]]
    for measure, p in zip(every, holm([measure["p"] for measure in every])):
        measure["p_holm"] = p
    for question in questions:
        question["measures"].sort(key=lambda m: -1 if m["rho"] is None else abs(m["rho"]), reverse=True)
        question["fit"] = fit(question["question"], known, names)
        question["has_reason"] = question["fit"] is None
    return dict(plays=len(known), constant=[name for name in sorted(values) if values[name] == 1], questions=questions)


def group(plays, sample):
    if plays.empty:
        return None
    columns = [column for column in plays if column.startswith("measure_")]
    sets = plays.groupby(["round", "set"], sort=False)
    of_sets = [correlations(name, one, sets.get_group((name, one)))
               for name in plays["round"].unique() for one in sorted(plays[plays["round"] == name].set.unique())]
    return dict(
        participants=plays.participant.nunique(),
        plays=len(plays),
        comparisons=int(plays.is_compared.sum() // 2),
        broken=plays[~plays.is_compared].groupby(["participant", "round"]).ngroups,
        suspect=int(plays.suspect.sum()),
        unmeasured=int(plays[columns].isna().all(axis=1).sum()),
        rounds=rounds(plays, sample),
        correlations=[correlations(None, None, plays)] + of_sets,
        predictors=predictors(plays),
    )


def main(file, confidence, margin):
    plays = pd.read_csv(file, dtype={"round": str, "set": str}, float_precision="round_trip")
    plays["quickest"] = plays.quickest.where(plays.quickest >= 0)
    plays[LOGGED] = plays[LOGGED].astype(float).where(~plays.suspect)
    one_round = plays.groupby(["participant", "round"])
    plays["is_compared"] = (
        (one_round.set.transform("count") == 2)
        & (one_round.set.transform("nunique") == 2)
        & (one_round.more_interesting.transform("sum") == 1)
        & (one_round.more_difficult.transform("sum") == 1)
    )
    z = stats.norm.ppf(0.5 + confidence / 2)
    unrounded = z * z * 0.25 / margin**2
    sample = dict(confidence=confidence, margin=margin, z=z, unrounded=unrounded, needed=math.ceil(unrounded))
    figures = dict(sample=sample, people=group(plays[~plays.is_bot], sample), bots=group(plays[plays.is_bot], sample))
    json.dump(figures, sys.stdout, default=lambda value: value.item(), allow_nan=False)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]))
