"""The pictures of `sliding.md`."""

from collections.abc import Callable, Mapping

from heuristan.sliding.boards import Board
from heuristan.sliding.files import Puzzle, read_puzzles
from heuristan.sliding.notation import read_board
from heuristan.sliding.paper.strategies import Reading, bubbled
from heuristan.sliding.render.strips import moves_svg, stages_svg
from heuristan.sliding.render.trees import distribution_svg, tree_svg
from heuristan.sliding.results import Result
from heuristan.sliding.solvers import Solver
from heuristan.sliding.solving import Options, solve
from heuristan.sliding.tree import tree_of

GOAL = Board.goal(3, 3)
FARTHEST = Puzzle("867254301", read_board("867254301"), GOAL)
ENDLESS = Puzzle("458706123", read_board("458706123"), GOAL)
LAYERS = 4


def distribution() -> str:
    """The paper's Figure 2, of 3 x 3."""
    return distribution_svg(tree_of(3, 3, GOAL.blank), "States of 3 x 3 by their distance from the goal")


def first_layers() -> str:
    return tree_svg(tree_of(3, 3, GOAL.blank), GOAL, LAYERS)


def stages(puzzle: Puzzle, solver: Solver, reading: Reading = Reading.PRINTED) -> str:
    """A film strip of the stages of a solution."""
    return stages_svg(solve(puzzle, solver, Options(reading=reading)))


def endless() -> str:
    """Strategy 3 until a state comes back."""
    return moves_svg(Result(ENDLESS, "stuck", "strategy 3", 0.0, bubbled(ENDLESS.start.tiles).moves))


PICTURES: Mapping[str, Callable[[], str]] = {
    "sliding-distribution.svg": distribution,
    "sliding-tree.svg": first_layers,
    "sliding-plan.svg": lambda: stages(FARTHEST, "plan"),
    "sliding-paper.svg": lambda: stages(FARTHEST, "paper", Reading.REPAIRED),
    "sliding-endless.svg": endless,
    "sliding-korf.svg": lambda: stages(read_puzzles("korf-1")[0], "plan"),
}
