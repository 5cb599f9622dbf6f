"""The sentences of the paper that outlines can test (`sentences.toml`), and how each is weighed.

A sentence is weighed by code alone, from the runs of a results file and from states looked at again: a verdict is never
written by hand. What "rarely" and "not often" mean is said where it is used.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from heuristan.lab.reporting import queries
from heuristan.lab.reporting.rule_tables import Reliability, reliabilities, share_of
from heuristan.lab.scoring.outcomes import (
    Verdict,
    different,
    falling,
    found_among,
    judged,
    more,
    mostly,
    never,
    paired,
    share,
)
from heuristan.lab.scoring.stored_runs import Accepted, Direct, Results
from heuristan.tangram.expert.control import UNDEALT

FINAL, FIGURE_17, FIGURE_18 = "deutsch-hayes-1972", "deutsch-hayes-figure-17", "deutsch-hayes-figure-18"
COMPOSITES_FIRST, PIECES_FIRST = "composites-first", "pieces-first"

RARELY = 0.1
"""An error is taken to be rare if fewer than one in ten are wrong."""

FOUR_SIDED = ("parallelogram", "square")

ASKED: Mapping[str, tuple[str, ...]] = {
    "all edges": ("pieces-direct", "composites-direct"),
    "half an edge less": ("pieces-2.5-3.5-edges", "composites-2.5-3.5-edges"),
    "one less": ("pieces-2-3-edges", "composites-2-3-edges", "pieces-3-edges-only", "pieces-2-edges-only"),
    "two less": ("pieces-1.5-2.5-edges", "pieces-2-edges-1-extension-line"),
}
"""The rules of the paper by the edges that they ask of a figure, the strictest first."""


@dataclass(frozen=True)
class Grounds:
    """The evidence for the verdicts on sentences."""

    runs: Results
    """Runs on outlines of the paper's class (section 3): one set, no holes, eleven vertices or more."""
    wider: Results
    """Runs on outlines of fewer vertices as well."""
    accepted: Accepted
    """The matches that rules accept, on a sample of outlines that are run again."""
    direct: Direct


Weighing: TypeAlias = Callable[[Grounds, str], Verdict]


class Sentence(NamedTuple):
    """A sentence of the paper."""

    section: str
    said: str
    """The claim, in words of the paper or of ours."""
    rankings: tuple[str, ...]
    """The rankings whose runs decide."""
    weigh: Weighing
    """Makes a verdict from the grounds and the claim."""


def _corners(grounds: Grounds, said: str) -> Verdict:
    rows = grounds.wider.ask(queries.query("by_corners"), FINAL)
    sides = {is_many: share(solved, of) for is_many, solved, of in rows}
    return different(said, "solved", sides.get(True), sides.get(False))


def _subpuzzles(grounds: Grounds, said: str) -> Verdict:
    outlines, last, one_of_several, others = grounds.direct
    which = f"direct matches beside which something is left, on {outlines:,} outlines; {last:,} took the last piece"
    return mostly(said, "one of several", share(one_of_several, one_of_several + others), which)


def _seldom_wrong(grounds: Grounds, said: str) -> Verdict:
    found = _reliability(grounds, "rule").get("pieces-2.5-3.5-edges")
    which = "extractions by the rule; rarely wrong is taken as fewer than one in ten"
    return mostly(said, "right", found and found.reliability, which, 1 - RARELY)


def _never_fails(grounds: Grounds, said: str) -> Verdict:
    found = _reliability(grounds, OF_TWO_EDGES)
    each = {figure: found.get(figure) for figure in FOUR_SIDED}
    wrong, of = (sum(map(count, filter(None, each.values()))) for count in (_wrong, _judged))
    counts = (f"{figure} {_wrong(row)} of {_judged(row):,}" for figure, row in each.items() if row)
    verdict = never(said, "wrong", share(wrong, of), "such extractions are wrong")
    return verdict._replace(because=f"{verdict.because.removesuffix('.')}; {', '.join(counts)}.")


def _errs_with_small_triangles(grounds: Grounds, said: str) -> Verdict:
    row = _reliability(grounds, OF_TWO_EDGES).get("small-triangle")
    return found_among(said, "wrong", row and share(_wrong(row), _judged(row)), "such extractions")


def _laxest(grounds: Grounds, said: str) -> Verdict:
    lax = "pieces-1.5-2.5-edges"
    of_lax = [(each[lax].right, each[lax].accepted) for each in grounds.accepted]
    others = [
        (sum(of.right for of in rest), sum(of.accepted for of in rest))
        for each in grounds.accepted
        for rest in [[of for rule, of in each.items() if rule != lax]]
    ]
    verdict = different(said, "right of those accepted", share_of(others), share_of(of_lax))
    words = f"Right of all matches that the other rules accept, and of its own, on {len(grounds.accepted):,} outlines: "
    return verdict._replace(because=words + verdict.because)


def _more_attempts(grounds: Grounds, said: str) -> Verdict:
    return more(said, "attempts", paired(grounds.runs.differences(FINAL, COMPOSITES_FIRST, "attempts")))


def _fewer_edges(grounds: Grounds, said: str) -> Verdict:
    cases = " ".join(f"WHEN rule IN {rules} THEN '{asked}'" for asked, rules in ASKED.items())
    found = _reliability(grounds, f"CASE {cases} END", first_attempts=True)
    return falling(said, "falls", {asked: row and row.reliability for asked in ASKED for row in [found.get(asked)]})


OF_TWO_EDGES = "CASE WHEN rule = 'pieces-2-3-edges' THEN figure ELSE '' END"
"""The figures that the rule of section 4.7 extracts."""


def _reliability(grounds: Grounds, by: str, *, first_attempts: bool = False) -> dict[str, Reliability]:
    """Return how often extractions of the final order were right, by an expression over the table `extractions`."""
    with grounds.runs.selection(FINAL) as chosen:
        rows = reliabilities(chosen, queries.reliability(by, first_attempts=first_attempts))
    return {row.part: row for row in rows}


def _wrong(row: Reliability) -> int:
    return row.wrong


def _judged(row: Reliability) -> int:
    return row.right + row.wrong


WEIGHED: Mapping[str, Weighing] = {
    "corners": _corners,
    "subpuzzles": _subpuzzles,
    "seldom_wrong": _seldom_wrong,
    "never_fails": _never_fails,
    "errs_with_small_triangles": _errs_with_small_triangles,
    "laxest": _laxest,
    "more_attempts": _more_attempts,
    "fewer_edges": _fewer_edges,
}
"""Evidence for the sentences that neither a comparison nor a count decides."""

COUNTED = {"found_among": found_among, "mostly": mostly, "never": never}


def _weighing(about: Mapping[str, Any]) -> Weighing:
    """Return what weighs a sentence."""
    if "compared" in about:
        return partial(_compared, *about["compared"], second_is_better=about.get("better") != "first")
    if "counted" in about:
        asked = about["counted"], tuple(about["rankings"]), COUNTED[about["outcome"]]
        return partial(_counted, *asked, about["short"], about["which"])
    return WEIGHED[about["weighed"]]


def _compared(first: str, second: str, measure: str, grounds: Grounds, said: str, *, second_is_better: bool) -> Verdict:
    """Weigh a claim that one of two rankings solves more."""
    found = grounds.runs.comparison(first, second, measure)
    return judged(said, measure, found, second_is_better=second_is_better)


def _counted(
    query: str,
    rankings: Sequence[str],
    outcome: Callable[..., Verdict],
    short: str,
    which: str,
    grounds: Grounds,
    said: str,
) -> Verdict:
    """Weigh a claim about a number of cases."""
    (row,) = grounds.runs.ask(queries.query(query, undealt=UNDEALT), *rankings)
    return outcome(said, short, share(*row), which)


SENTENCES: Sequence[Sentence] = tuple(
    Sentence(about["section"], about["said"], tuple(about["rankings"]), _weighing(about))
    for about in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["sentence"]
)
"""Every sentence, in the order of the paper."""
