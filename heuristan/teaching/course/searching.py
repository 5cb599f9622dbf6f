"""Tests of lesson 1: states, breadth-first search, A* and estimates on the 8-puzzle.

Distances are what the judge of sliding tiles finds. States are texts of nine digits, the blank as 0, as in the
notebook.
"""

from functools import partial
from itertools import accumulate
from numbers import Integral
from random import Random
from typing import Any

from heuristan.sliding.boards import BLANK, Board, BoardError
from heuristan.sliding.files import Puzzle, read_board
from heuristan.sliding.judge import fewest_moves
from heuristan.teaching.course.exercises import Exercise, Variant, Varied, Wrong, asked, shown, wrong

GOAL = Board.goal(3, 3)
LAYERS = (
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110),
    *(23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
)
"""Number of states at each distance from the goal."""
HIDDEN = ("123456780", "123456708", "867254301", "358102674", "102453786", "421753086", "013425786", "687254301")
"""States on which functions are tried: the goal, its neighbour, one of the two farthest, and others."""


WAYS = (
    ("123456780", "", "nothing need be done"),
    ("123456708", "R", "it leads home"),
    ("123456708", "L", "it leads elsewhere"),
    ("123456780", "LR", "it leads home in the end"),
    ("123456780", "RL", "the first move leads over the rim"),
    ("123456708", "DR", "the first move leads over the rim"),
    ("123456708", "RLRLR", "it leads home in the end"),
    ("123456708", "RX", "X is no move"),
    ("123456708", "RU", "it goes past the goal"),
)
"""Ways with the reason why they lead home or do not."""


def leads_home(answer: Any) -> str:
    """Test a judge: whether moves lead from a state to the goal."""
    for state, moves, reason in WAYS:
        right = reason.startswith(("nothing", "it leads home"))
        if bool(asked(answer, state, moves)) != right:
            wrong(f"for {state} and {shown(moves)} the answer should be {right}, because {reason}")
    return f"tried on {len(WAYS)} ways"


def distances(answer: Any) -> str:
    """Test the estimate that adds up how many rows and columns each tile is from home."""
    for state in HIDDEN:
        found, right = asked(answer, state), _distances(state)
        if found != right:
            hint = ", but the blank is no tile and must not be counted" if found == right + _from_home(state, 0) else ""
            wrong(f"for {state} it gives {shown(found)} instead of {right}{hint}")
    return f"tried on {len(HIDDEN)} states; it is never more than the real distance"


def too_large(answer: Any, blank: int | None = None) -> str:
    """Test a state at which twice the number of misplaced tiles is more than the distance; with the blank in a cell."""
    distance = _distance(answer)
    if blank is not None and answer.index("0") != blank:
        wrong(f"in {answer} the blank is in cell {answer.index('0') + 1}, and it should be in cell {blank + 1}")
    estimate = 2 * sum(tile not in {"0", home} for tile, home in zip(answer, "123456780", strict=True))
    if estimate <= distance:
        wrong(
            f"{answer} is at distance {distance} from the goal, and the estimate says {estimate}: that is not too much"
        )
    return f"the estimate says {estimate}, and the distance is {distance}; so it is not admissible"


def share_within(answer: Any, percent: int = 50) -> str:
    """Test the smallest number of moves within which at least a share of all states can be solved."""
    states, within = sum(LAYERS), list(accumulate(LAYERS))
    share = "half" if percent == 50 else f"{percent} %"
    right = next(level for level, count in enumerate(within) if 100 * count >= percent * states)
    if not isinstance(answer, Integral) or not 0 <= int(answer) < len(LAYERS):
        wrong(f"{shown(answer)} is not a number of moves from 0 to {len(LAYERS) - 1}")
    moves = int(answer)
    if moves < right:
        wrong(f"within {moves} moves of the goal there are {within[moves]:,} states, less than {share} of {states:,}")
    if moves > right:
        wrong(f"{moves} moves are more than needed: fewer also reach {share} of the {states:,} states")
    return f"{within[right]:,} of {states:,} states are at most {right} moves from the goal"


EXERCISES: dict[str, Exercise] = {"1.1": leads_home, "1.2": share_within, "1.3": distances, "1.4": too_large}


def _varied_share(dice: Random) -> Variant:
    percent = dice.choice([each for each in range(5, 96) if each != 50])
    words = f"within which at least {percent} % of all these states can be solved, in the place of half of them."
    return Variant(words, partial(share_within, percent=percent))


def _varied_blank(dice: Random) -> Variant:
    cell = dice.randrange(9)
    words = f"the blank of your state is in cell {cell + 1}, counted row by row from 1."
    return Variant(words, partial(too_large, blank=cell))


VARIED: dict[str, Varied] = {"1.2": _varied_share, "1.4": _varied_blank}


def _distance(state: Any) -> int:
    if not isinstance(state, str):
        wrong(f"{shown(state)} is not a state; write nine digits as a text, as the goal is '123456780'")
    try:
        distance = fewest_moves(Puzzle("answer", read_board(state), GOAL)) if len(state) == 9 else None
    except BoardError as fault:
        raise Wrong(f"{shown(state)} is not a state: {fault}") from fault
    if distance is None:
        wrong(f"no moves lead from {shown(state)} to the goal")
    return distance


def _distances(state: str) -> int:
    return sum(_from_home(state, tile) for tile in range(9) if tile != BLANK)


def _from_home(state: str, tile: int) -> int:
    (row, column), (home_row, home_column) = divmod(state.index(str(tile)), 3), divmod(GOAL.tiles.index(tile), 3)
    return abs(row - home_row) + abs(column - home_column)
