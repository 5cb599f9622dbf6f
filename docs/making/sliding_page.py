"""The pictures of `sliding.md`."""

import sys
from collections.abc import Callable, Mapping

from marked import DOCS

from heuristan.sliding.board_films import strip_svg
from heuristan.sliding.boards import Board
from heuristan.sliding.files import Puzzle, read_board, read_puzzles
from heuristan.sliding.results import Result, Solver
from heuristan.sliding.solving import solve

GOAL = Board.goal(3, 3)
FARTHEST = Puzzle("867254301", read_board("867254301"), GOAL)
ENDLESS = Puzzle("458706123", read_board("458706123"), GOAL)


def stages(puzzle: Puzzle, solver: Solver) -> str:
    """A film strip of the stages of a solution."""
    return strip_svg(solve(puzzle, solver))


def endless() -> str:
    """Strategy 3 until a state comes back."""
    sys.path.append(str(DOCS.parent / "benchmarks"))
    from printed_strategies import bubbled

    return strip_svg(Result(ENDLESS, "stuck", "strategy 3", 0.0, bubbled(ENDLESS.start.tiles).moves))


PICTURES: Mapping[str, Callable[[], str]] = {
    "sliding-plan.svg": lambda: stages(FARTHEST, "plan"),
    "sliding-endless.svg": endless,
    "sliding-korf.svg": lambda: stages(read_puzzles("korf-1")[0], "plan"),
}
