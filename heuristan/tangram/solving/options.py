"""The options of solving: the solver of outlines, and its settings."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result, refused

if TYPE_CHECKING:
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.expert.ways import Engine, Way

Want: TypeAlias = Literal["first", "count", "all"]
"""The first solution, the number of solutions, or all of them."""

By: TypeAlias = Literal["plain", "compiled", "either"]
"""The search in plain Python; the compiled one where numba is installed; or plain, and compiled if that takes long."""

NEEDS_RESTARTS = "several rankings take turns at restarts, and with backtracking there are none"


SolverName: TypeAlias = Literal["auto", "expert", "exact", "ford"]


@dataclass(frozen=True)
class Options:
    """The solver of outlines, and its settings.

    Raises:
        ValueError: if rules are to be run and there are none, or several rankings with backtracking.
    """

    solver: SolverName
    """Ranked rules (expert), exhaustive search (exact), or Ford's search of 2022; auto takes the rules, and the search
    where they find no solution."""
    rankings: "tuple[Ranking, ...]" = ()
    """The rules in order (auto, expert); several rankings take turns at restarts."""
    way: "Way" = "backtracking"
    """What rules do where none has a match; but for backtracking, auto is expert."""
    engine: "Engine" = "compiled"
    """The engine of the rules: a loop, or production rules, to the same result."""
    want: Want = "first"
    by: By = "either"
    pre_test: bool = True
    """Whether Ford's search tests first if all vertices of a piece lie in one part (his section 12)."""
    limit: float | None = None
    """The maximum number of seconds for an outline."""
    traced: bool = True
    """Whether results have traces, which take a fourth of the time of the rules."""

    def __post_init__(self) -> None:
        if self.has_rules and not self.rankings:
            raise ValueError("there is no ranking; give one at least")
        if len(self.rankings) > 1 and self.way == "backtracking":
            raise ValueError(f"{NEEDS_RESTARTS}; give way='published' or way='retry'")

    @property
    def has_rules(self) -> bool:
        return self.solver in ("auto", "expert")

    def refused(self, outline: Puzzle | Refusal, message: str) -> Result:
        """Return the result of an outline that is not solved."""
        drawing = outline.drawing if isinstance(outline, Refusal) else None
        ranking = self.rankings[0].name if self.rankings else None
        return refused(outline.id, message, "expert" if self.solver == "auto" else self.solver, ranking, drawing)
