"""Whole runs: of a ranking in one of three ways, or of a search."""

from typing import Any, Literal

from heuristan.tangram.api import Puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve, solve_as_ford, solve_exactly, solve_in_turn
from heuristan.tangram.trace.events import PuzzleRead
from heuristan.teaching.player.film import film_of
from heuristan.teaching.web.models import RankingGiven, RunRequest
from heuristan.teaching.web.puzzles import puzzle_given, ring_in_legs
from heuristan.teaching.web.rankings import ranking_given


class Runs:
    """Runs rankings and searches."""

    def __init__(self, limit: float) -> None:
        self._limit = limit

    def run(self, request: RunRequest) -> dict[str, Any]:
        """Run once, and return how it ended, its film, and what it took."""
        puzzle = puzzle_given(request.puzzle)
        result = self.result(puzzle, request.ranking, request.solver, request.way, request.want)
        searched = result.searched.as_json() if result.searched else {}
        return {
            "status": result.status,
            "message": result.message,
            "solver": result.solver,
            "ranking": result.ranking,
            "seconds": round(result.seconds, 6),
            "nodes": result.searched.nodes if result.searched else result.extractions,
            "undone": result.backtracks,
            "solutions": searched.get("solutions"),
            "pieces": [{"piece": each.piece, "ring": ring_in_legs(puzzle, each.vertices)} for each in result.pieces],
            "film": film_of(result.trace, None if request.answers else {}) if _is_shown(result) else None,
        }

    def result(
        self,
        puzzle: Puzzle,
        ranking: RankingGiven,
        solver: Literal["auto", "expert", "exact", "ford"],
        way: Literal["published", "retry", "backtracking"],
        want: Literal["first", "count"] = "first",
    ) -> Result:
        """Return the result of a run."""
        if solver == "auto" and way == "backtracking":
            return solve_in_turn(puzzle, ranking_given(ranking), limit=self._limit)
        if solver in ("auto", "expert"):
            return solve(puzzle, ranking_given(ranking), way=way, limit=self._limit)
        return (solve_exactly if solver == "exact" else solve_as_ford)(puzzle, want=want, limit=self._limit)


def _is_shown(result: Result) -> bool:
    """Return whether the trace of a result begins with a puzzle, so that there is something to show."""
    return any(isinstance(event, PuzzleRead) for event in result.trace[:1])
