"""The sentences of the paper that outlines can test (`sentences.toml`), and the verdicts on them.

A sentence is weighed by code alone, from the runs of a results file and from states looked at again: a verdict is never
written by hand, and may be that there are too few outlines for one. What "rarely" and "not often" mean is said where it
is used.
"""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.common.proportions import Interval, Proportion, mcnemar, proportion
from heuristan.lab.reporting import Comparison, queries
from heuristan.lab.reporting.findings import chance, percent, span
from heuristan.lab.reporting.rule_tables import Reliability, reliabilities, share_of
from heuristan.lab.scoring.stored_runs import Accepted, Direct, Results
from heuristan.lab.statistics import CENSORED, Mean, SignedRanks, bootstrap_mean, signed_ranks
from heuristan.tangram.expert.control import UNDEALT

Outcome: TypeAlias = Literal["holds", "does not hold", "too few to say", "occurs", "not seen", "not refuted"]
"""A claim that there are such cases cannot fail, since more outlines only add some: it occurs, or was not seen. Nor can
outlines prove a claim that there are none: it does not hold, or it was not refuted."""

SURE = 0.05
"""A p value below this decides."""


class Verdict(NamedTuple):
    """The verdict on a claim of the paper."""

    claim: str
    """The claim in a sentence."""
    short: str
    """The claim in a few words."""
    outcome: Outcome
    figures: str
    """The deciding numbers."""
    because: str
    """All numbers, in a sentence or two."""

    @property
    def in_words(self) -> str:
        return f"{self.outcome.capitalize()}:"


def share(count: int, of: int) -> Proportion | None:
    """Return a proportion; None if there are no cases."""
    return proportion(count, of) if of else None


def outcome_of(interval: Interval) -> Outcome:
    """Return whether a value is above 0, by its 95 % interval."""
    if interval.low > 0:
        return "holds"
    return "does not hold" if interval.high < 0 else "too few to say"


def judged(claim: str, short: str, compared: Comparison, *, second_is_better: bool = True) -> Verdict:
    """Return the verdict on a claim that one of two rankings solves more.

    Args:
        claim: the claim in a sentence.
        short: the claim in a few words.
        compared: the comparison of the two.
        second_is_better: whether the claim is that the second solves more.
    """
    if not compared.outlines:
        return Verdict(claim, short, "too few to say", "none", "There are no such outlines.")
    low, high = compared.interval
    outcome = outcome_of(Interval(low, high) if second_is_better else Interval(-high, -low))
    figures = f"{points(compared.difference, compared.interval)} points"
    because = (
        f"{compared.first} {percent(compared.share_of_first)}, {compared.second} {percent(compared.share_of_second)} "
        f"of {compared.outlines:,}: {figures}, p {chance(compared.p)}; by one alone "
        f"{compared.only_first:,} and {compared.only_second:,}."
    )
    return Verdict(claim, short, outcome, figures, because)


def different(claim: str, short: str, first: Proportion | None, second: Proportion | None) -> Verdict:
    """Return the verdict on a claim that a share is greater in some cases than in others."""
    if first is None or second is None:
        return Verdict(claim, short, "too few to say", "none", "There are no such outlines on one side.")
    interval = unpaired_difference(first, second)
    figures = f"{points(first.share - second.share, interval)} points"
    because = f"{_in_words(first)} against {_in_words(second)}: {figures}."
    return Verdict(claim, short, outcome_of(interval), figures, because)


def mostly(claim: str, short: str, found: Proportion | None, which: str, bound: float = 0.5) -> Verdict:
    """Return the verdict on a claim that something is true of more than half of some cases, or of another share."""
    if found is None:
        return Verdict(claim, short, "too few to say", "none", f"There are no {which}.")
    outcome = outcome_of(Interval(found.low - bound, found.high - bound))
    because = f"True of {_in_words(found)} {which}."
    return Verdict(claim, short, outcome, f"{found.count:,} of {found.of:,}", because)


def found_among(claim: str, short: str, found: Proportion | None, which: str) -> Verdict:
    """Return whether there are such cases, which no number of outlines refutes."""
    if found is None:
        return Verdict(claim, short, "too few to say", "none", f"There are no {which}.")
    outcome: Outcome = "occurs" if found.count else "not seen"
    return Verdict(
        claim, short, outcome, f"{percent(found.share)} of {found.of:,}", f"True of {_in_words(found)} {which}."
    )


def never(claim: str, short: str, found: Proportion | None, which: str) -> Verdict:
    """Return the verdict on a claim that something is true of none of some cases."""
    if found is None:
        return Verdict(claim, short, "too few to say", "none", f"There are no {which}.")
    outcome: Outcome = "does not hold" if found.count else "not refuted"
    figures = f"{found.count:,} of {found.of:,}"
    return Verdict(
        claim, short, outcome, figures, f"{figures} {which}: {percent(found.share)} ({span(found.low, found.high)})."
    )


def falling(claim: str, short: str, shares: Mapping[str, Proportion | None]) -> Verdict:
    """Return the verdict on a claim that shares fall from one group to the next: each interval lies below the last.

    Args:
        claim: the claim in a sentence.
        short: the claim in a few words.
        shares: the share of each group, the greatest claimed first.
    """
    known = {name: share for name, share in shares.items() if share is not None}
    because = "; ".join(f"{name}: {_in_words(share)}" for name, share in known.items()) + "."
    steps = [outcome_of(unpaired_difference(*pair)) for pair in pairwise(known.values())]
    outcome: Outcome = "too few to say"
    if "does not hold" in steps:
        outcome = "does not hold"
    elif steps and set(steps) == {"holds"}:
        outcome = "holds"
    return Verdict(claim, short, outcome, f"{steps.count('holds')} of {len(steps)} steps fall", because)


def _in_words(share: Proportion) -> str:
    return f"{percent(share.share)} ({span(share.low, share.high)}) of {share.of:,}"


def points(difference: float, interval: Interval) -> str:
    """Return a difference of shares with its interval, in percentage points."""
    return f"{100 * difference:+.1f} ({100 * interval.low:+.1f} to {100 * interval.high:+.1f})"


def unpaired_difference(first: Proportion, second: Proportion) -> Interval:
    """Return a 95 % interval for the first share minus the second, of different cases.

    Newcombe's tenth method for independent proportions (Statistics in Medicine 17, 1998, pages 873 to 890) combines the
    two Wilson intervals.
    """
    difference = first.share - second.share
    down = sqrt((first.share - first.low) ** 2 + (second.high - second.share) ** 2)
    up = sqrt((first.high - first.share) ** 2 + (second.share - second.low) ** 2)
    return Interval(difference - down, difference + up)


class Paired(NamedTuple):
    """Differences of whole numbers on the same cases: the second minus the first."""

    mean: Mean | None
    """Mean difference with its interval; None if some are censored: the mean of what is not known means nothing."""
    more: int
    """Number of pairs of which the second has more."""
    fewer: int
    pairs: int
    ranks: SignedRanks
    """Wilcoxon's test, which decides."""

    @property
    def outcome(self) -> Outcome:
        """Whether the second has more."""
        if self.ranks.p >= SURE:
            return "too few to say"
        return "holds" if self.ranks.above > self.ranks.below else "does not hold"

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells of a table; the p values are of the sign test and of Wilcoxon's."""
        mean = self.mean and f"{self.mean.value:+.2f} ({self.mean.low:+.2f} to {self.mean.high:+.2f})"
        signs = mcnemar(self.more, self.fewer)
        return (
            mean or "-", f"{self.more:,}", f"{self.fewer:,}", f"{self.pairs:,}", chance(signs), chance(self.ranks.p)
        )  # fmt: skip


def paired(differences: Mapping[int, int]) -> Paired | None:
    """Return pairs from the number of each difference; None if there are no pairs.

    Args:
        differences: how often each difference occurs. Where one of the two numbers is not known, because the run gave
            up before, it is censored: CENSORED if that is the second, and its negative if the first. Where neither is
            known it is 0.
    """
    if not differences:
        return None
    is_whole = not {CENSORED, -CENSORED}.intersection(differences)
    more = sum(count for difference, count in differences.items() if difference > 0)
    fewer = sum(count for difference, count in differences.items() if difference < 0)
    mean = bootstrap_mean(differences) if is_whole else None
    return Paired(mean, more, fewer, sum(differences.values()), signed_ranks(differences))


def more(claim: str, short: str, pairs: Paired | None) -> Verdict:
    """Return the verdict on a claim that the second has more."""
    if pairs is None:
        return Verdict(claim, short, "too few to say", "none", "There are no such outlines.")
    mean, second, first, count, signs, ranks = pairs.cells
    words = f"The mean difference is {mean} on {count} outlines; more" if pairs.mean else f"Of {count} outlines more"
    because = f"{words} on {second}, fewer on {first} (Wilcoxon's signed ranks: p {ranks}; sign test: p {signs})."
    figures = f"more on {second}, fewer on {first} of {count}"
    return Verdict(claim, short, pairs.outcome, figures, because)


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


class Grounds(NamedTuple):
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
    rows = [found[figure] for figure in FOUR_SIDED if figure in found]
    wrong, of = sum(row.wrong for row in rows), sum(map(_judged, rows))
    counts = (f"{row.part} {row.wrong} of {_judged(row):,}" for row in rows)
    verdict = never(said, "wrong", share(wrong, of), "such extractions are wrong")
    return verdict._replace(because=f"{verdict.because.removesuffix('.')}; {', '.join(counts)}.")


def _errs_with_small_triangles(grounds: Grounds, said: str) -> Verdict:
    row = _reliability(grounds, OF_TWO_EDGES).get("small-triangle")
    return found_among(said, "wrong", row and share(row.wrong, _judged(row)), "such extractions")


def _laxest(grounds: Grounds, said: str) -> Verdict:
    lax = "pieces-1.5-2.5-edges"
    of_lax = [(each[lax].right, each[lax].accepted) for each in grounds.accepted if lax in each]
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
