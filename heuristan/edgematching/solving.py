"""One puzzle, one method, one result."""

from collections.abc import Callable
from time import process_time
from typing import Literal, NamedTuple, TypeAlias

from heuristan.edgematching.candidates import Contradiction
from heuristan.edgematching.deadline import Deadline, LimitReached
from heuristan.edgematching.faults import MissingExtraError
from heuristan.edgematching.judge import mismatches
from heuristan.edgematching.options import arranged
from heuristan.edgematching.puzzle import Arrangement, Faces, Puzzle, imbalance
from heuristan.edgematching.relaxing.bases import MOST_PLACES
from heuristan.edgematching.relaxing.iterating import Iterate, Settings, relax
from heuristan.edgematching.results import Result
from heuristan.edgematching.searching.backtracking import search
from heuristan.edgematching.searching.cp_sat import ask
from heuristan.edgematching.statuses import Status

Method: TypeAlias = Literal["auto", "lp", "backtracking", "cp-sat"]
METHODS: tuple[Method, ...] = ("auto", "lp", "backtracking", "cp-sat")

SHARE_OF_BACKTRACKING, SHARE_OF_LP = 0.3, 0.2
"""Of the time that is left, in `auto`."""
LONGEST_SLICE = 20.0
"""Seconds of a method in `auto` where there is no limit."""

NO_CANDIDATES = "the colours leave a place without a piece that could lie there"


class Found(NamedTuple):
    """What a method found: the colours at each place, or why it has none."""

    method: Method
    faces: tuple[Faces, ...] | None
    effort: dict[str, int]
    elsewhere: float = 0.0
    """Seconds of another process."""
    proven: bool = False
    """That there is no solution."""
    message: str = ""


def solve(
    puzzle: Puzzle,
    method: Method = "auto",
    settings: Settings | None = None,
    limit: float | None = None,
    seen: Callable[[Iterate], None] | None = None,
) -> Result:
    """Solve a puzzle.

    Args:
        puzzle: the puzzle.
        method: `auto` looks for itself which.
        settings: of the linear programs; its seed is CP-SAT's too.
        limit: seconds that it may take.
        seen: is told each P of the linear programs.

    Raises:
        MissingExtraError: the method needs what is not installed.
    """
    begun = process_time()
    deadline = Deadline.after(limit)
    settings = settings or Settings()
    try:
        if reason := imbalance(puzzle):
            found = Found(method, None, {}, proven=True, message=reason)
        else:
            found = _WAYS[method](puzzle, settings, deadline, seen)
    except Contradiction:
        found = Found(method, None, {}, proven=True, message=NO_CANDIDATES)
    except LimitReached as over:
        seconds = process_time() - begun + over.elsewhere
        return Result(puzzle.id, puzzle.kind, "limit", method, seconds, None, f"{limit:g} seconds are over")
    status, arrangement, message = _judged(puzzle, found)
    seconds = process_time() - begun + found.elsewhere
    return Result(puzzle.id, puzzle.kind, status, found.method, seconds, arrangement, message, found.effort)


def _judged(puzzle: Puzzle, found: Found) -> tuple[Status, Arrangement | None, str]:
    """Whatever a method found, it is a solution only if all edges match."""
    if found.faces is None:
        return "unsolvable" if found.proven else "not-solved", None, found.message
    try:
        arrangement = arranged(puzzle, found.faces)
    except (KeyError, IndexError):
        return "not-solved", None, "P is a permutation by rounding alone: a piece lies twice"
    fault = next(mismatches(puzzle, arrangement), None)
    if fault is not None:
        return "not-solved", None, f"P is a permutation, but no solution: {fault}"
    return "solved", arrangement, ""


def _lp(puzzle: Puzzle, settings: Settings, deadline: Deadline, seen: Callable[[Iterate], None] | None = None) -> Found:
    if settings.basis == "exponentials" and len(puzzle.board.places) > MOST_PLACES:
        words = f"exponentials fill every row, which is too much for more than {MOST_PLACES} places; take indicators"
        return Found("lp", None, {}, message=words)
    relaxed = relax(puzzle, settings, deadline, seen)
    effort = {"programs": relaxed.programs, "restarts": relaxed.restarts}
    return Found("lp", relaxed.faces, effort, message=relaxed.message)


def _backtracking(puzzle: Puzzle, settings: Settings, deadline: Deadline, seen: object = None) -> Found:  # noqa: ARG001
    searched = search(puzzle, deadline)
    message = "" if searched.faces else "every arrangement was tried"
    return Found(
        "backtracking", searched.faces, {"nodes": searched.nodes}, proven=searched.faces is None, message=message
    )


def _cp_sat(puzzle: Puzzle, settings: Settings, deadline: Deadline, seen: object = None) -> Found:  # noqa: ARG001
    answered = ask(puzzle, deadline, settings.seed)
    message = "" if answered.faces else "CP-SAT proved it"
    effort = {"branches": answered.branches}
    return Found("cp-sat", answered.faces, effort, answered.seconds, answered.faces is None, message)


def _auto(
    puzzle: Puzzle, settings: Settings, deadline: Deadline, seen: Callable[[Iterate], None] | None = None
) -> Found:
    """Backtracking for a while, then Algorithm 1 for a while, then CP-SAT for what is left.

    Wherever the linear programs come to a permutation, backtracking was quicker (docs/edge-matching.md has the
    figures), so it begins. CP-SAT, which is slow to start, has most of the time, as it too can prove.
    """
    for way, share in ((_backtracking, SHARE_OF_BACKTRACKING), (_lp, SHARE_OF_LP)):
        seconds = LONGEST_SLICE if deadline.left is None else share * deadline.left
        try:
            found = way(puzzle, settings, deadline.sooner(seconds), seen)
        except LimitReached:
            continue
        except MissingExtraError:
            return _backtracking(puzzle, settings, deadline)
        if found.faces is not None or found.proven:
            return found
    return _cp_sat(puzzle, settings, deadline)


_WAYS = {"lp": _lp, "backtracking": _backtracking, "cp-sat": _cp_sat, "auto": _auto}
