"""The runs in a results file, asked about pairs of rankings and outline by outline; and others, made again."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.plane import Ring
from heuristan.lab.corpora import Split
from heuristan.lab.reporting import Comparison, Selection, comparison, queries, rates, selected
from heuristan.lab.reporting.rule_tables import Judged
from heuristan.lab.statistics import CENSORED
from heuristan.lab.store import Row
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ways import Way
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import Event, MatchTaken, SubpuzzlesSeparated


class Results(NamedTuple):
    """Some runs of a results file."""

    path: Path
    split: Split
    where: tuple[str, ...]
    """Conditions on outlines."""
    way: Way | None = "published"
    """The way of the runs; None for every way."""

    @property
    def choice(self) -> dict[str, Any]:
        """The arguments for findings of the laboratory."""
        return {"way": self.way, "split": self.split, "where": self.where}

    def on(self, *where: str) -> "Results":
        """Return the runs on outlines that meet more conditions."""
        return self._replace(where=(*self.where, *where))

    def comparison(self, first: str, second: str, measure: str, *where: str) -> Comparison:
        """Return the comparison of two rankings on the same outlines."""
        conditions = (*self.where, *where)
        return comparison(self.path, first, second, measure=measure, split=self.split, where=conditions)

    def outlines(self, ranking: str) -> int:
        """Return the number of outlines."""
        return rates(self.path, rankings=ranking, **self.choice)[0].outlines

    def ask(self, question: str, *rankings: str) -> list[Row]:
        """Return the rows of a query over the tables `trial`, `chosen` and `run` of the laboratory's reports."""
        with self.selection(*rankings) as chosen:
            return chosen.ask(question)

    def differences(self, first: str, second: str, column: str, where: str = "true") -> dict[int, int]:
        """Return how often the second ranking's number exceeds the first's on the same outline, by the difference.

        A number of a run that did not solve is only known to be larger: the difference is then CENSORED or its
        negative, and 0 where neither solved.

        Args:
            first: a ranking.
            second: another ranking.
            column: a column of the table `results`.
            where: condition on the outlines, in SQL about the runs `one` and `other`.
        """
        censored = f"{CENSORED} * (one.solved::INT - other.solved::INT)"
        question = (
            f"\nSELECT CASE WHEN one.solved AND other.solved THEN other.{column} - one.{column} ELSE {censored} END, "
            "count(*) FROM run AS one JOIN run AS other USING (outline, position) "
            f"WHERE one.place = 1 AND other.place = 2 AND {where} GROUP BY ALL"
        )
        return dict(self.ask(question, first, second))

    @contextmanager
    def selection(self, *rankings: str) -> Iterator[Selection]:
        """Open the runs of some rankings."""
        with selected(self.path, rankings, **self.choice) as chosen:
            yield chosen


class Direct(NamedTuple):
    """The direct matches of pieces on some outlines, in all attempts."""

    outlines: int
    last: int = 0
    """Number of those that were all that was left."""
    one_of_several: int = 0
    """Number of those that were one of several subpuzzles."""
    others: int = 0


Accepted = Sequence[Mapping[str, Judged]]
"""For each of some outlines what each rule accepted."""


def accepted_on(of: Selection, count: int) -> Accepted:
    """Return what rules accept in the states of first attempts, on the outlines that are drawn.

    Args:
        of: the runs of one ranking, whose decisions are in the file.
        count: the number of outlines.
    """
    drawn = f" AND attempt = 1 AND outline IN (SELECT outline FROM ({queries.query('drawn', count=count)}))"
    found: dict[str, dict[str, Judged]] = {}
    for _, _, rule, outline, *counts in of.ask(queries.query("judged", among=drawn)):
        found.setdefault(outline, {})[rule] = Judged(*counts)
    return list(found.values())


def direct_on(puzzles: Iterable[Puzzle], ranking: Ranking, rule: str, seen: Callable[[], None]) -> Direct:
    """Return where the direct matches of pieces lay.

    Args:
        puzzles: the outlines.
        ranking: the ranking.
        rule: the name of its rule for them.
        seen: is called when an outline is done.
    """
    outlines, lay = 0, Counter[str]()
    for outlines, puzzle in enumerate(puzzles, 1):  # noqa: B007
        lay.update(places_of(solve(puzzle, ranking, way="published").trace, rule))
        seen()
    return Direct(outlines, lay["last"], lay["one of several"], lay["other"])


def places_of(trace: Iterable[Event], rule: str) -> Iterator[str]:
    """Yield for each match of a rule, in a run without undoing: last, one of several (subpuzzles), or other."""
    subpuzzles: tuple[tuple[Ring, ...], ...] = ()
    for event in trace:
        if isinstance(event, SubpuzzlesSeparated):
            subpuzzles = event.subpuzzles
        elif isinstance(event, MatchTaken) and event.rule == rule:
            if not event.remaining:
                yield "last"
            else:
                whole = any(len(each) == 1 and {*_corners(each[0])} == {*event.vertices} for each in subpuzzles)
                yield "one of several" if whole else "other"


def _corners(ring: Ring) -> Iterator[tuple[float, float]]:
    """Yield the points of a ring at which it turns."""
    for (ax, ay), (bx, by), (cx, cy) in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True):
        if abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) > STRAIGHT:
            yield bx, by


STRAIGHT = 1e-9
"""Square small legs: corners turn by 45 degrees or more, and edges are longer than a thousandth of a leg."""
