"""What baselines solve of the outlines of a report: rows below those of the rankings."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from heuristan.lab.baselines import BASELINES
from heuristan.lab.reporting import queries
from heuristan.lab.reporting.rows import Rate
from heuristan.lab.reporting.selection import Selection
from heuristan.lab.reporting.statistics import proportion
from heuristan.lab.reporting.stored import drawn_outlines

SEED = 0
"""Seed of the baseline that draws, so that a report of the same results is the same."""


class Baselines(NamedTuple):
    """Which outlines of a sample the baselines solved."""

    solved: Mapping[str, Sequence[bool]]
    """For each outline, by its digest, whether each baseline of `BASELINES` solved it."""

    @property
    def in_words(self) -> str:
        return f"they were run on {len(self.solved):,} outlines drawn by their digests"

    def rates(self, of: Selection, by: str | None) -> list[Rate]:
        """Return how many outlines each baseline solved in each part.

        Args:
            of: the runs of the report.
            by: what the outlines are grouped by, as in `queries.rates`.
        """
        parts: dict[str, list[str]] = defaultdict(list)
        for digest, part in of.ask(f"\nSELECT outline, {queries.part_of(by)} FROM chosen"):
            if digest in self.solved:
                parts[str(part)].append(digest)
        return [
            Rate(name, "baseline", part, len(digests), share, share)
            for part, digests in parts.items()
            for i, name in enumerate(BASELINES)
            for share in [proportion(sum(self.solved[digest][i] for digest in digests), len(digests))]
        ]


def run_baselines(of: Selection, count: int, seen: Callable[[int, int], None]) -> Baselines | None:
    """Run all baselines on outlines of a report; return None if there are no exact ones.

    Args:
        of: the runs of the report.
        count: the maximum number of outlines, drawn by their digests.
        seen: is told how many of them are done.
    """
    outlines = drawn_outlines(of, count)
    solved: dict[str, Sequence[bool]] = {}
    for number, (digest, puzzle) in enumerate(outlines, 1):
        solved[digest] = [solves(puzzle, SEED) for solves in BASELINES.values()]
        seen(number, len(outlines))
    return Baselines(solved) if solved else None


def beside_baselines(rows: Iterable[Rate], baselines: Iterable[Rate]) -> list[Rate]:
    """Return rows with those of the baselines at the end of each part."""
    of_part: dict[str, list[Rate]] = defaultdict(list)
    for row in baselines:
        of_part[row.part].append(row)
    return [row for part, group in groupby(rows, key=lambda row: row.part) for row in (*group, *of_part[part])]
