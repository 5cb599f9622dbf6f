"""Solve a puzzle of squares, cubes, hexagons or triangles by one solver, or by one after the other."""

from collections.abc import Callable, Sequence
from time import perf_counter, process_time
from typing import Literal, TypeAlias

from heuristan.common.faults import MissingExtraError
from heuristan.common.results import Status
from heuristan.edgematching.candidates import Contradiction
from heuristan.edgematching.cells import Faces
from heuristan.edgematching.completing import completed
from heuristan.edgematching.deadline import Deadline, LimitReached
from heuristan.edgematching.judge import mismatches
from heuristan.edgematching.options import arranged
from heuristan.edgematching.puzzle import Arrangement, Puzzle, imbalance
from heuristan.edgematching.relaxing.bases import MAX_PLACES
from heuristan.edgematching.relaxing.iterating import Iterate, Settings, relax
from heuristan.edgematching.results import Answer, Best, GridResult
from heuristan.edgematching.scoring import edges, matching
from heuristan.edgematching.searching.backtracking import search
from heuristan.edgematching.searching.cp_sat import solve_by_cp_sat

SolverName: TypeAlias = Literal["auto", "lp", "backtracking", "cp-sat"]
SOLVERS: tuple[SolverName, ...] = ("auto", "lp", "backtracking", "cp-sat")

AUTO_LIMIT = 60.0
"""Seconds of `auto` without a time limit."""
SHARE_OF_BACKTRACKING, SHARE_OF_LP = 0.3, 0.2
"""Shares of the time left that `auto` gives to them."""

NO_CANDIDATES = "the colours leave a place without a piece that could lie there"

OnIterate: TypeAlias = Callable[[Iterate], None] | None


def solve(
    puzzle: Puzzle,
    solver: SolverName = "auto",
    settings: Settings | None = None,
    limit: float | None = None,
    on_iterate: OnIterate = None,
) -> GridResult:
    """Solve a puzzle.

    Args:
        puzzle: the puzzle.
        solver: `auto` takes one after the other.
        settings: the parameters of the linear programs; CP-SAT uses their seed too.
        limit: the time limit in seconds; without one, `auto` has 60.
        on_iterate: called with each P of the linear programs.

    Raises:
        MissingExtraError: if the solver needs a library that is not installed.
    """
    if solver == "auto" and limit is None:
        limit = AUTO_LIMIT
    begun, processor_begun = perf_counter(), process_time()
    deadline = Deadline(limit)
    try:
        if reason := imbalance(puzzle):
            answer = Answer(solver, None, {}, proven=True, message=reason)
        else:
            answer = _SOLVERS[solver](puzzle, settings or Settings(), deadline, on_iterate)
        status, arrangement, message = _checked(puzzle, answer)
    except Contradiction:
        answer = Answer(solver, None, {}, proven=True)
        status, arrangement, message = "unsolvable", None, NO_CANDIDATES
    except LimitReached as over:
        answer = Answer(solver, None, over.effort, over.elsewhere, best=over.best)
        status, arrangement, message = "limit", None, f"{limit:g} seconds are over"
    return GridResult(
        puzzle.id,
        puzzle.kind,
        status,
        answer.solver,
        perf_counter() - begun,
        message,
        process_time() - processor_begun + answer.elsewhere,
        puzzle.board.sizes,
        arrangement,
        puzzle.turns,
        answer.effort,
        _best_of(puzzle, answer.best) if status in ("limit", "stuck") else None,
        puzzle.board.missing,
    )


def _best_of(puzzle: Puzzle, faces: Sequence[Faces | None] | None) -> Best:
    full = completed(puzzle, faces or [None] * len(puzzle.pieces))
    return Best(arranged(puzzle, full), matching(puzzle, full), edges(puzzle))


def _checked(puzzle: Puzzle, answer: Answer) -> tuple[Status, Arrangement | None, str]:
    """Check an answer: whatever the solver, it is a solution only if all edges match."""
    if answer.faces is None:
        return "unsolvable" if answer.proven else "stuck", None, answer.message
    try:
        arrangement = arranged(puzzle, answer.faces)
    except (KeyError, IndexError):
        return "stuck", None, "P is a permutation only by rounding: a piece lies twice"
    mismatch = next(mismatches(puzzle, arrangement), None)
    if mismatch is not None:
        return "stuck", None, f"P is a permutation, but not a solution: {mismatch}"
    return "solved", arrangement, ""


def _lp(puzzle: Puzzle, settings: Settings, deadline: Deadline, on_iterate: OnIterate) -> Answer:
    cell = puzzle.board.cell
    if not cell.has_two_sides:
        return Answer("lp", None, {}, message=f"linear programs are not for {cell.kind}; take backtracking or cp-sat")
    if settings.basis == "exponentials" and not cell.is_rectangular:
        return Answer("lp", None, {}, message=f"exponentials are for squares and cubes, not for {cell.kind}")
    if settings.basis == "exponentials" and len(puzzle.board.places) > MAX_PLACES:
        words = f"exponentials fill every row, which is too much for more than {MAX_PLACES} places; take indicators"
        return Answer("lp", None, {}, message=words)
    if settings.basis == "exponentials" and not puzzle.frame:
        return Answer("lp", None, {}, message="exponentials sum over the frame too, and there is none; take indicators")
    return relax(puzzle, settings, deadline, on_iterate)


def _auto(puzzle: Puzzle, settings: Settings, deadline: Deadline, on_iterate: OnIterate) -> Answer:
    """Run backtracking for a while, then Algorithm 1 for a while, then CP-SAT for the rest of the time.

    Backtracking begins, because it is the quickest on most puzzles that it solves (docs/edge-matching.md has the
    figures). CP-SAT, which is slow to start, has the largest share, because it also solves some that the others do not.
    """
    solvers: tuple[tuple[SolverName, float], ...] = (("backtracking", SHARE_OF_BACKTRACKING), ("lp", SHARE_OF_LP))
    best, effort = None, dict[str, int]()
    for solver, share in solvers:
        part = deadline.sooner(share * (deadline.left or 0.0))
        try:
            answer = _SOLVERS[solver](puzzle, settings, part, on_iterate)
        except LimitReached as over:
            effort |= over.effort
            best = best or over.best
            continue
        except MissingExtraError:
            return search(puzzle, deadline)
        if answer.faces is not None or answer.proven:
            return answer
        effort |= answer.effort
        best = best or answer.best
    try:
        return solve_by_cp_sat(puzzle, deadline, settings.seed)
    except LimitReached as over:
        raise LimitReached(over.elsewhere, effort | over.effort, best) from None


_SOLVERS: dict[SolverName, Callable[[Puzzle, Settings, Deadline, OnIterate], Answer]] = {
    "lp": _lp,
    "backtracking": lambda puzzle, _, deadline, __: search(puzzle, deadline),
    "cp-sat": lambda puzzle, settings, deadline, _: solve_by_cp_sat(puzzle, deadline, settings.seed),
    "auto": _auto,
}
