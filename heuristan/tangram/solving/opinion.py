"""A second opinion: what the exact search says of a reading of a drawing on which the expert system undid much.

The nearest reading often has no solution, and rules take long to show it. The exact search looks at far more states in
the same time, so it is asked, after a number of undone steps, whether the reading has a solution at all. It is never
asked of an exact outline: there each solver proves what it says by itself.
"""

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from heuristan.common.clock import Clock
from heuristan.common.words import places, plural
from heuristan.tangram.expert.backtracking import PATIENCE_ALONE
from heuristan.tangram.expert.running import Opinion, no_opinion
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.approximate import Contacts
from heuristan.tangram.solving.result import Result

if TYPE_CHECKING:
    from heuristan.tangram.verification.judging.drawn_case import Gate

MOST = 100_000
"""Maximum number of states that the exact search looks at. It is a number, not a time, so that runs can be repeated."""


@dataclass
class SecondOpinions:
    """Asks the exact search about readings of one drawing, and keeps what it decided."""

    refuted: list[int] = field(default_factory=list)
    """The numbers, from 1, of the readings without a solution."""

    def on(self, puzzle: Puzzle, gate: "Gate | None", clock: Clock) -> Opinion:
        """Return what a run on a reading of a drawing is to ask."""
        return partial(self._ask, puzzle, gate, clock) if puzzle.reading else no_opinion

    def _ask(self, puzzle: Puzzle, gate: "Gate | None", clock: Clock) -> str | None:
        from heuristan.tangram.exact.search import search
        from heuristan.tangram.exact.widths import RIGID

        accepts = Contacts(puzzle, gate).accepts
        # fitted pieces find a little more, but come to no end in a reading that has no solution, and rules neither
        outcome = search(puzzle, accepts=accepts, limit=clock.left, most=MOST, widths=(RIGID,))
        if puzzle.reading is None or outcome.status != "unsolvable":
            return None
        self.refuted.append(puzzle.reading.number + 1)
        return f"the exhaustive search was asked, and found no solution in {plural(outcome.nodes, 'state')}"

    def told_in(self, result: Result) -> Result:
        """Return a result whose message says which readings were decided by the exact search."""
        if not self.refuted:
            return result
        one = len(self.refuted) == 1
        which = f"{'reading' if one else 'readings'} {places(self.refuted)}"
        after = f"after {PATIENCE_ALONE} undone steps{'' if one else ' each'}"
        said = f"that {which} {'has' if one else 'have'} no solution was said by the exhaustive search alone, {after}"
        return replace(result, message=f"{result.message}; {said}")
