"""The scoreboard: every sentence of the paper that outlines can test, with its verdict, and readings of its order.

The figures are lost to us, but the paper says by which rules each was solved: its *signature*. A reading under which
such solutions are common explains the figures better than one under which they are rare.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import chain, count
from math import exp
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from heuristan.common.files import folder
from heuristan.common.proportions import Interval, Proportion, proportion
from heuristan.common.words import listed, plural
from heuristan.lab.identity import version
from heuristan.lab.reporting import Report, queries
from heuristan.lab.reporting.findings import Column, Finding, finding, number
from heuristan.lab.reporting.picking import as_stored
from heuristan.lab.reporting.selection import kept_open
from heuristan.lab.scoring.sentences import (
    COMPOSITES_FIRST,
    FIGURE_17,
    FIGURE_18,
    FINAL,
    PIECES_FIRST,
    SENTENCES,
    Grounds,
    Outcome,
)
from heuristan.lab.scoring.stored_runs import Accepted, Direct, Results, accepted_on, direct_on
from heuristan.lab.statistics import RESAMPLES, SEED
from heuristan.lab.store import Row
from heuristan.tangram.expert.ranking_file import read_ranking

if TYPE_CHECKING:
    import numpy as np

    Counts: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
    Logs: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

READINGS = (FIGURE_17, FINAL, PIECES_FIRST, COMPOSITES_FIRST, FIGURE_18)
"""The orders that are weighed; the others are compared with the first."""

DIRECT, NEARLY, TWO_THREE = "pieces-direct", "pieces-2.5-3.5-edges", "pieces-2-3-edges"

Steps = Sequence[tuple[str, str]]
"""The rule and the figure of each match of a solution, in order."""


class Signature(NamedTuple):
    """The rules by which the paper says a figure was solved."""

    figures: tuple[str, ...]
    words: str
    is_in: Callable[[Steps], bool]
    """Returns whether a solution is of that kind."""


def _only(*rules: str) -> Callable[[Steps], bool]:
    return lambda steps: {rule for rule, _ in steps} <= {*rules}


def _uses(rule: str) -> Callable[[Steps], bool]:
    return lambda steps: any(used == rule for used, _ in steps)


def _both(one: Callable[[Steps], bool], other: Callable[[Steps], bool]) -> Callable[[Steps], bool]:
    return lambda steps: one(steps) and other(steps)


def _begins(rule: str) -> Callable[[Steps], bool]:
    return lambda steps: bool(steps) and steps[0][0] == rule


def _triangles_then_composite(steps: Steps) -> bool:
    first = next((i for i, (rule, _) in enumerate(steps) if rule.startswith("composites")), None)
    if first is None or steps[first][0] != "composites-direct":
        return False
    triangles = sum(rule == NEARLY and figure.endswith("triangle") for rule, figure in steps[:first])
    return triangles >= 2 and _only(DIRECT, NEARLY)(steps[:first])


def _then_composite(steps: Steps) -> bool:
    return len(steps) > 1 and steps[1][0].startswith("composites")


SIGNATURES = (
    Signature(("8",), "direct match and 2½\N{EN DASH}3½ edges of pieces alone", _only(DIRECT, NEARLY)),
    Signature(
        ("9(b)",),
        "two triangles by 2½\N{EN DASH}3½ edges, then a composite by direct match",
        _triangles_then_composite,
    ),
    Signature(
        ("12", "13"),
        "2½\N{EN DASH}3½ and 2\N{EN DASH}3 edges of pieces alone",
        _both(_only(DIRECT, NEARLY, TWO_THREE), _both(_uses(NEARLY), _uses(TWO_THREE))),
    ),
    Signature(
        ("14",),
        "begins by 1½\N{EN DASH}2½ edges, later 3 edges only",
        _both(_begins("pieces-1.5-2.5-edges"), _uses("pieces-3-edges-only")),
    ),
    Signature(("15",), "uses 2 edges and 1 extension line", _uses("pieces-2-edges-1-extension-line")),
    Signature(
        ("16",), "begins by 2 edges only, then a composite", _both(_begins("pieces-2-edges-only"), _then_composite)
    ),
)
"""Signatures in the order of the figures. Each allows the direct match, because the last piece has edges all around."""


class Weight(NamedTuple):
    """The likelihood of the figures under one reading of the paper."""

    reading: str
    solved: int
    shares: tuple[Proportion, ...]
    """The share of solved outlines that have each signature."""
    log_likelihood: float
    against: float
    """Less that of the first reading."""
    interval: Interval
    """95 % interval of the difference, by the bootstrap over outlines."""


def weights(results: Results) -> Finding[Weight]:
    """Return the likelihood of each reading, given the signatures of the figures."""
    question = queries.query("solutions")
    with results.selection(*READINGS) as chosen:
        counts, sql = _counts(chosen.ask(question)), chosen.query(question)
    return finding("readings", _weights(counts) if len(counts) else (), sql, behind=_columns())


def _weights(counts: "Counts") -> Iterator[Weight]:
    whole = _log_likelihoods(counts.sum(axis=0))
    drawn = _resampled(counts)
    for i, reading in enumerate(READINGS):
        solved, *having = (int(count) for count in counts[:, i].sum(axis=0))
        if solved:
            shares = tuple(proportion(count, solved) for count in having)
            interval = Interval(*_percentiles(drawn[:, i] - drawn[:, 0]))
            yield Weight(reading, solved, shares, float(whole[i]), float(whole[i] - whole[0]), interval)


def _columns() -> tuple[Column[Weight], ...]:
    return (
        *(
            Column[Weight](f"Fig. {' and '.join(each.figures)}", f"figure_{each.figures[0]}", _count_of(i))
            for i, each in enumerate(SIGNATURES)
        ),
        Column("Log-likelihood", "log_likelihood", lambda row: row.log_likelihood, lambda value: f"{value:.1f}"),
        Column("Likelihood against figure 17", "ratio", _ratio),
    )


def _count_of(i: int) -> Callable[[Weight], int]:
    return lambda row: row.shares[i].count


def _ratio(row: Weight) -> str:
    if row.reading == READINGS[0]:
        return "1"
    return f"{number(exp(row.against))} ({number(exp(row.interval.low))} to {number(exp(row.interval.high))})"


def signature_words() -> str:
    """Return the signatures in a sentence."""
    called = (f"figure{'s' * (len(each.figures) > 1)} {' and '.join(each.figures)}" for each in SIGNATURES)
    return "; ".join(f"{name}: {each.words}" for name, each in zip(called, SIGNATURES, strict=True)) + "."


def _counts(solutions: Iterable[Row]) -> "Counts":
    """Return for each outline and reading whether it was solved, and whether the solution has each signature."""
    import numpy as np

    found: dict[str, dict[int, list[int]]] = {}
    for place, outline, steps in solutions:
        has = [each.is_in([tuple(step) for step in steps]) for each in SIGNATURES]
        found.setdefault(outline, {})[place - 1] = [1, *map(int, has)]
    nothing = [0] * (1 + len(SIGNATURES))
    rows = [[of.get(place, nothing) for place in range(len(READINGS))] for of in found.values()]
    return np.array(rows, dtype=np.int64).reshape(len(rows), len(READINGS), 1 + len(SIGNATURES))


def _log_likelihoods(counts: "Counts") -> "Logs":
    """Return the log-likelihood of each reading, from counts of solved outlines and of signatures."""
    import numpy as np

    often = np.array([len(each.figures) for each in SIGNATURES])
    shares = (counts[..., 1:] + 1) / (counts[..., :1] + 2)
    logs: Logs = (often * np.log(shares)).sum(axis=-1)
    return logs


def _resampled(counts: "Counts") -> "Logs":
    """Return the log-likelihoods of outlines drawn again and again, with replacement."""
    import numpy as np

    of = len(counts)
    often = np.random.default_rng(SEED).multinomial(of, np.full(of, 1 / of), size=RESAMPLES)
    drawn: Counts = np.tensordot(often, counts, axes=1)
    return _log_likelihoods(drawn)


def _percentiles(differences: "Logs") -> tuple[float, float]:
    import numpy as np

    low, high = np.percentile(differences, [2.5, 97.5])
    return float(low), float(high)


def source_of(ranking: str) -> str:
    """Return the file of a variant, or the name of a ranking that ships for everybody."""
    own = folder("rules") / "variants" / f"{ranking}.yaml"
    return str(own) if own.is_file() else ranking


ONE_SET = "sets = 1"
SIMPLE = "kind IN ('convex', 'simple-10-', 'simple-11+')"
PAPERS_CLASS = "kind = 'simple-11+'"
"""One set, no holes, eleven vertices or more (section 3)."""

KINDS = ("convex", "simple-10-", "simple-11+")
"""The kinds of outlines that the scoreboard needs."""

NEEDED = tuple(dict.fromkeys(chain(READINGS, *(each.rankings for each in SENTENCES))))
"""The names of all rankings that must be run."""


class Weighed(NamedTuple):
    """A sentence with its verdict."""

    section: str
    said: str
    outcome: Outcome
    because: str
    runs: str
    """The rankings whose runs decide."""


class Provenance(NamedTuple):
    """The command and the outlines from which a scoreboard was made, to be printed on it."""

    command: str
    day: date
    again: int
    """Number of outlines that are looked at again."""
    seen: Callable[[int, int], None] = lambda *_: None
    """Is told how many of them are done."""


def scoreboard(stored: Results, asked: Provenance) -> Report:
    """Return the scoreboard of some runs, all of which must be there.

    Raises:
        ReportError: if a run is missing, or if a condition cannot be used.
    """
    with kept_open(stored.path):
        return _scoreboard(stored, asked)


def _scoreboard(stored: Results, asked: Provenance) -> Report:
    wider = stored.on(ONE_SET, SIMPLE)
    runs = stored.on(ONE_SET, PAPERS_CLASS)
    grounds = Grounds(runs, wider, *_again(runs, asked))
    rows = tuple(_weighed(grounds))
    readings = weights(runs)
    outcomes = Counter(row.outcome for row in rows)
    words = listed([f"{outcome} {count}" for outcome, count in outcomes.most_common()])
    return Report(
        "Scoreboard of the paper",
        (f"Of {plural(len(rows), 'sentence')} of the paper that outlines can test: {words}.",),
        tuple((ranking.name, ranking.title) for ranking in map(read_ranking, map(source_of, NEEDED))),
        tuple(_remarks(grounds, asked)),
        (finding("sentences", rows), readings),
    )


def _weighed(grounds: Grounds) -> Iterator[Weighed]:
    for sentence in SENTENCES:
        verdict = sentence.weigh(grounds, sentence.said)
        yield Weighed(sentence.section, sentence.said, verdict.outcome, verdict.because, ", ".join(sentence.rankings))


def _again(runs: Results, asked: Provenance) -> tuple[Accepted, Direct]:
    """Look at some outlines again, drawn by their digests."""
    with runs.selection(FINAL) as chosen:
        accepted = accepted_on(chosen, asked.again)
        taken = [as_stored(row).puzzle for row in chosen.ask(queries.query("taken_by", count=asked.again))]
    ranking, done = read_ranking(FINAL), count(1)

    def seen() -> None:
        asked.seen(next(done), len(taken))

    return accepted, direct_on(taken, ranking, DIRECT, seen)


def _remarks(grounds: Grounds, asked: Provenance) -> Iterator[str]:
    with grounds.runs.selection(FINAL) as chosen:
        yield (
            f"{chosen.corpus_in_words}. They are of the paper's class: one set, one region without holes, eleven "
            "vertices or more; the sentence on corners also takes those of fewer. All runs as published."
        )
    yield f"Made on {asked.day.isoformat()} by: {asked.command} (results {version()})."
    yield (
        "Holds: the whole interval of 95 % is on the side of the sentence. Does not hold: it is on the other side, or, "
        "of what is never, there is a case. Occurs: of what is said to exist, which no outline refutes. Each figure "
        "stands for one corpus; no interval is corrected for being one of twenty."
    )
    yield f"Signatures: {signature_words()}"
