"""A hint for a board: the next move, and why."""

from heuristan.common.results import Advice
from heuristan.common.words import listed, plural
from heuristan.sliding.boards import MOVES, Board, moved, neighbours
from heuristan.sliding.files import Puzzle
from heuristan.sliding.results import Result
from heuristan.sliding.solving import TREE_CELLS, Options, solve
from heuristan.sliding.state_space import tree_of
from heuristan.sliding.telling import WAYS, each_move


def advise(puzzle: Puzzle, options: Options = Options()) -> Advice:  # noqa: B008
    """Say which move comes next: the first of a shortest solution if one is found in time, else of the plan."""
    result = solve(puzzle, "auto", options)
    if result.status == "unsolvable":
        head = f"no solution: {result.message}."
        return Advice(puzzle.id, "unsolvable", head)
    told = next(each_move(result), None)
    if told is None:
        return Advice(puzzle.id, "solved", "solved: every tile has its place.")
    length = len(result.moves or "")
    of_plan = "" if result.is_optimal else " This is the plan; a shorter solution may be there."
    facts = {
        "move": told.move,
        "tile": told.tile,
        "way": WAYS[told.move],
        "length": length,
        "optimal": result.is_optimal,
    }
    why = f"Why: {told.why}{of_plan}{_others(puzzle, result)}"
    return Advice(puzzle.id, "hint", f"{told.action}.", why, certainty="a-solution", facts=facts)


def _others(puzzle: Puzzle, result: Result) -> str:
    """Describe how many moves are needed after each other move, where the whole tree knows it."""
    board, goal = puzzle.start, puzzle.goal
    if not result.is_optimal or board.cells > TREE_CELLS:
        return ""
    tree = tree_of(board.rows, board.columns, goal.blank)
    first = (result.moves or "")[0]
    cells = neighbours(board.rows, board.columns)[board.blank]
    found: dict[int, list[Board]] = {}
    for move, cell in zip(MOVES, cells, strict=True):
        if cell >= 0 and move != first:
            after = moved(board, move)
            found.setdefault(len(tree.path(tree.node_of(after, goal))), []).append(after)
    if not found:
        return ""
    words = (
        f"{listed((f'tile {board.tiles[after.blank]}' for after in boards), 'or')} would leave {plural(moves, 'move')}"
        for moves, boards in sorted(found.items())
    )
    return f" Instead, {listed(words)}."
