"""The runs in a results file, asked about pairs of rankings and outline by outline."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from heuristan.lab.corpora import Split
from heuristan.lab.reporting import Comparison, Selection, comparison, rates, selected
from heuristan.lab.scoring.signed_ranks import CENSORED
from heuristan.lab.store import Row
from heuristan.tangram.expert.ways import Way


@dataclass(frozen=True)
class Results:
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
        return replace(self, where=(*self.where, *where))

    def each_way(self) -> "Results":
        """Return the same results, of runs in every way."""
        return replace(self, way=None)

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
            "count(*) FROM run AS one JOIN run AS other USING (outline) "
            f"WHERE one.place = 1 AND other.place = 2 AND {where} GROUP BY ALL"
        )
        return dict(self.ask(question, first, second))

    @contextmanager
    def selection(self, *rankings: str) -> Iterator[Selection]:
        """Open the runs of some rankings."""
        with selected(self.path, rankings, **self.choice) as chosen:
            yield chosen
