"""The sentences of the paper that outlines can test, in its order, and how each is weighed.

A sentence is weighed by code alone, from the runs of a results file and from states looked at again: a verdict is never
written by hand. What "rarely" and "not often" mean is said where it is used.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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
WITHOUT_COMPOSITES, CONVEX_PATHS, STRICT = "without-composites", "convex-paths", "strict"
"""The second is the first at convex vertices alone."""

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


class Sentence(NamedTuple):
    """A sentence of the paper."""

    section: str
    said: str
    """The claim, in words of the paper or of ours."""
    rankings: tuple[str, ...]
    """The rankings whose runs decide."""
    weigh: Callable[[Grounds, str], Verdict]
    """Makes a verdict from the grounds and the claim."""


def _solves_more(first: str, second: str, measure: str) -> Callable[[Grounds, str], Verdict]:
    """Return what weighs a claim that the second ranking solves more."""
    return lambda grounds, said: judged(said, measure, grounds.runs.comparison(first, second, measure))


def _restarts(grounds: Grounds, said: str) -> Verdict:
    (row,) = grounds.runs.ask(
        "\nSELECT count(*) FILTER (solved AND attempts > 1), count(*) FILTER (NOT solved OR attempts > 1) FROM run",
        FINAL,
    )
    return found_among(said, "solved later", share(*row), "outlines that the first attempt does not solve")


def _second_entry_point(grounds: Grounds, said: str) -> Verdict:
    counts = "count(*) FILTER (solved AND entry_point = 2), count(*) FILTER (NOT solved OR attempts > 1)"
    (row,) = grounds.runs.ask(f"\nSELECT {counts} FROM run", FINAL)
    return found_among(said, "solved from E2", share(*row), "outlines that the first attempt does not solve")


def _corners(grounds: Grounds, said: str) -> Verdict:
    rows = grounds.wider.ask("\nSELECT vertices > 10, count(*) FILTER (solved), count(*) FROM run GROUP BY ALL", FINAL)
    sides = {is_many: share(solved, of) for is_many, solved, of in rows}
    return different(said, "solved", sides.get(True), sides.get(False))


def _convex_paths(grounds: Grounds, said: str) -> Verdict:
    (row,) = grounds.runs.ask(
        "\nSELECT count(*) FILTER (other.entry_point IS DISTINCT FROM 1), count(*) FROM run AS one JOIN run AS other "
        "USING (outline) WHERE one.place = 1 AND other.place = 2 AND one.entry_point = 1",
        WITHOUT_COMPOSITES,
        CONVEX_PATHS,
    )
    return never(said, "lost", share(*row), "outlines solved at once without composites are not by convex paths alone")


def _dealt_out(grounds: Grounds, said: str) -> Verdict:
    counts = f"count(*) FILTER (contains(message, '{UNDEALT}')), count(*) FILTER (composites > 0)"
    (row,) = grounds.runs.ask(f"\nSELECT {counts} FROM run", STRICT)
    return never(said, "undealt", share(*row), "runs that take composites have an attempt with pieces for none of them")


def _subpuzzles(grounds: Grounds, said: str) -> Verdict:
    outlines, last, one_of_several, others = grounds.direct
    which = f"direct matches beside which something is left, on {outlines:,} outlines; {last:,} took the last piece"
    return mostly(said, "one of several", share(one_of_several, one_of_several + others), which)


def _seldom_bounded(grounds: Grounds, said: str) -> Verdict:
    taken = "extractions JOIN run USING (outline, ranking, way, version, time_limit)"
    (row,) = grounds.runs.ask(
        "\nSELECT (SELECT count(*) FROM run) - count(*) FILTER (rule = 'pieces-direct'), (SELECT count(*) FROM run) "
        f"FROM {taken} WHERE attempt = 1 AND step = 1",
        FINAL,
    )
    return mostly(said, "none at the start", share(*row), "outlines at the start")


def _by_two_rules(grounds: Grounds, said: str) -> Verdict:
    taken = "extractions JOIN run USING (outline, ranking, way, version, time_limit)"
    (row,) = grounds.runs.ask(
        "\nSELECT count(*) FILTER (NOT others), (SELECT count(*) FROM run) FROM (SELECT outline, "
        f"bool_or(rule NOT IN ('pieces-direct', 'pieces-2.5-3.5-edges')) AS others FROM {taken} "
        "WHERE kept AND solved GROUP BY outline)",
        FINAL,
    )
    return found_among(said, "by these rules alone", share(*row), "outlines")


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


def _exchange(grounds: Grounds, said: str) -> Verdict:
    found = grounds.runs.comparison(FIGURE_17, FIGURE_18, "at once")
    return judged(said, "at once", found, second_is_better=False)


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


SENTENCES: Sequence[Sentence] = (
    Sentence(
        "2",
        "An immediate return to the first rule solves more than repeating one (section 5 repeats).",
        (FINAL, "immediate-return"),
        _solves_more(FINAL, "immediate-return", "solved"),
    ),
    Sentence("2, 5", "A fresh attempt from a weaker rule finds solutions.", (FINAL,), _restarts),
    Sentence("2", "A fresh attempt at the second rule, E2, finds solutions.", (FINAL,), _second_entry_point),
    Sentence("3", "Puzzles of eleven corners or more are the easier ones.", (FINAL,), _corners),
    Sentence(
        "4.1",
        "Extension lines reveal where pieces lie: with them more is solved.",
        (FINAL, "without-extension-lines"),
        _solves_more("without-extension-lines", FINAL, "solved"),
    ),
    Sentence(
        "4.1",
        "Lines too short or too near an edge are not useful or mislead: without them more is solved.",
        (FINAL, "lines-kept"),
        _solves_more("lines-kept", FINAL, "solved"),
    ),
    Sentence(
        "4.1",
        '"only convex paths need be considered": no outline that is solved at once needs more (composites aside).',
        (WITHOUT_COMPOSITES, CONVEX_PATHS),
        _convex_paths,
    ),
    Sentence("4.2", 'A piece matched directly "usually forms one of the subpuzzles".', (FINAL,), _subpuzzles),
    Sentence(
        "4.3",
        'In practice "it is not often that a puzzle piece fully bounded by edges is found": on most outlines none is.',
        (FINAL,),
        _seldom_bounded,
    ),
    Sentence(
        "4.3", "Some puzzles are solved by the direct match and 2½\N{EN DASH}3½ edges alone.", (FINAL,), _by_two_rules
    ),
    Sentence("4.3", 'By 2½\N{EN DASH}3½ edges "wrong extraction of pieces occurs rarely".', (FINAL,), _seldom_wrong),
    Sentence(
        "4.3",
        "A priority of more edge in the remaining side (figure 7(b)) solves more.",
        (FINAL, "most-edge"),
        _solves_more(FINAL, "most-edge", "solved"),
    ),
    Sentence(
        "4.4",
        "Composites are a powerful heuristic: with them more is solved.",
        (FINAL, WITHOUT_COMPOSITES),
        _solves_more(WITHOUT_COMPOSITES, FINAL, "solved"),
    ),
    Sentence(
        "4.4",
        "With each abeyance list shortened by itself, the pieces left over can be dealt out at the end.",
        (STRICT,),
        _dealt_out,
    ),
    Sentence(
        "4.5, 4.6",
        "Of several composites the smallest is the right one: more is solved at once than with the largest.",
        (FINAL, "largest-composites"),
        _solves_more("largest-composites", FINAL, "at once"),
    ),
    Sentence(
        "4.7",
        '2\N{EN DASH}3 edges "never fails to extract the four-sided puzzle pieces correctly".',
        (FINAL,),
        _never_fails,
    ),
    Sentence(
        "4.7", '2\N{EN DASH}3 edges "can introduce errors" with small triangles.', (FINAL,), _errs_with_small_triangles
    ),
    Sentence(
        "4.7",
        "Small triangles must be last in 2\N{EN DASH}3 edges: more is solved at once than in their turn.",
        (FINAL, "small-triangles-in-turn"),
        _solves_more("small-triangles-in-turn", FINAL, "at once"),
    ),
    Sentence(
        "4.8",
        '1½\N{EN DASH}2½ edges "is one of the most lax": what it accepts is right less often.',
        (FINAL,),
        _laxest,
    ),
    Sentence(
        "5",
        "2\N{EN DASH}3 edges before 1½\N{EN DASH}2½ edges (figure 17) solves more at once than after (figures 18, 19).",
        (FIGURE_17, FIGURE_18),
        _exchange,
    ),
    Sentence(
        "5",
        'With pieces before composites "the solution will occur earlier": more is solved at once.',
        (FINAL, COMPOSITES_FIRST),
        _solves_more(COMPOSITES_FIRST, FINAL, "at once"),
    ),
    Sentence(
        "5",
        'With composites earlier "the number of attempts at a solution will increase".',
        (FINAL, COMPOSITES_FIRST),
        _more_attempts,
    ),
    Sentence("6", "The fewer edges a rule asks for, the less reliable it is.", (FINAL,), _fewer_edges),
)
"""Every sentence, in the order of the paper."""
