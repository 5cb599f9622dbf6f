"""A hint for a board: the next move, and why."""

from heuristan.common.results import Advice
from heuristan.sliding.files import Puzzle
from heuristan.sliding.solving import Options, solve
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
    why = f"Why: {told.why}{of_plan}"
    return Advice(puzzle.id, "hint", f"{told.action}.", why, certainty="a-solution", facts=facts)
