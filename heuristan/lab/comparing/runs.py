"""The runs of a comparison: every solver on every outline."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from heuristan.lab.comparing.alone import Job, Measured, measured
from heuristan.lab.comparing.rows import Row
from heuristan.lab.comparing.solvers import BY_RULES
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking


@dataclass(frozen=True)
class Run:
    """One solver on one outline, not run yet."""

    outline: int
    """The outline's place, from 1."""
    of: Puzzle | Refusal
    solver: str
    ranking: "Ranking | None"
    limit: float
    repeat: int

    def row(self) -> Row:
        """Run it as often as asked for, each time in a fresh process, and return the row with the median seconds.

        Of an even number it is the quicker of the middle two. A run that fails or reaches the limit is not repeated.
        """
        if isinstance(self.of, Refusal):
            return Row(self.outline, self.of.id, self.solver, "refused", message=self.of.message)
        job = Job(self.solver, self.of, self.ranking, self.limit)
        found: list[Measured] = []
        while len(found) < self.repeat and not (found and found[-1].status in ("limit", "failed")):
            found.append(measured(job))
        timed = sorted((each.seconds, i) for i, each in enumerate(found) if each.seconds is not None)
        is_timed = found[-1].seconds is not None
        chosen = found[timed[(len(timed) - 1) // 2][1]] if is_timed else found[-1]
        times = tuple(seconds for seconds, _ in timed)
        return Row(self.outline, self.of.id, self.solver, all_seconds=times, **asdict(chosen))


def runs(
    outlines: Iterable[Puzzle | Refusal],
    solvers: Sequence[str],
    ranking: "Ranking | None" = None,
    *,
    limit: float = 10.0,
    repeat: int = 1,
) -> list[Run]:
    """Return all runs of a comparison, outline by outline. Nothing is run yet.

    Args:
        outlines: outlines as `read_outlines` returns them; a refused one has a refused row for each solver.
        solvers: names from `heuristan.lab.comparing.solvers.TITLES`.
        ranking: the ranking for solvers of BY_RULES, which need one.
        limit: time limit per run in seconds.
        repeat: number of runs of each.
    """
    return [
        Run(number, outline, solver, ranking if solver in BY_RULES else None, limit, repeat)
        for number, outline in enumerate(outlines, 1)
        for solver in solvers
    ]
