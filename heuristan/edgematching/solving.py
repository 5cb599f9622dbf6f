"""Solve a puzzle of squares, cubes, hexagons or triangles by one solver, or by one after the other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import perf_counter, process_time
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.common.faults import MissingExtraError
from heuristan.common.results import Status
from heuristan.edgematching.candidates import Contradiction, Options, arranged, options_of
from heuristan.edgematching.judge import edges, matching, mismatches
from heuristan.edgematching.puzzle import Arrangement, Deadline, Faces, LimitReached, Puzzle, imbalance, wanted_at
from heuristan.edgematching.relaxing import Iterate, Settings, relax
from heuristan.edgematching.results import AUTO_LIMIT, Answer, Best, Result, SolverName
from heuristan.edgematching.searching.backtracking import search


def completed(puzzle: Puzzle, faces: Sequence[Faces | None]) -> tuple[Faces, ...]:
    """Lay the pieces that are left in the empty places, each where most of its edges match.

    Args:
        puzzle: the puzzle.
        faces: the colours at each place, None where nothing lies. A piece that lies where another one is given, or
            that is given elsewhere, is taken away.
    """
    options = options_of(puzzle)
    left, table, classes = np.array(options.counts), np.array(options.faces), np.array(options.class_of)
    board = _laid(puzzle, faces, options, left)
    for place in _empty(puzzle, board):
        matches = np.zeros(len(table), dtype=np.int64)
        for face, colour in wanted_at(puzzle, board, place).items():
            matches += table[:, face] == colour
        matches[left[classes] == 0] = -1
        best = int(matches.argmax())
        board[place] = options.faces[best]
        left[classes[best]] -= 1
    return tuple(board[place] for place in range(len(faces)))


def _laid(puzzle: Puzzle, faces: Sequence[Faces | None], options: Options, left: NDArray[np.int64]) -> dict[int, Faces]:
    """Return the given pieces, and the others for which a piece is left, by their places; count those down."""
    class_of = dict(zip(options.faces, options.class_of, strict=True))
    board = dict[int, Faces]()
    given = {place: puzzle.faces_of(laid) for place, laid in puzzle.given}
    for place, shown in (given | {place: shown for place, shown in enumerate(faces) if place not in given}).items():
        if shown is not None and left[class_of[shown]]:
            board[place] = shown
            left[class_of[shown]] -= 1
    return board


def _empty(puzzle: Puzzle, board: Mapping[int, Faces]) -> Iterator[int]:
    """Yield the empty places, while they are filled: first those with the most pieces and frame around them."""
    neighbours = puzzle.board.neighbours
    left = {place for place in range(len(neighbours)) if place not in board}
    gaps = {place: sum(each in left for each in neighbours[place]) for place in sorted(left)}
    while gaps:
        chosen = min(gaps, key=gaps.__getitem__)
        del gaps[chosen]
        for each in neighbours[chosen]:
            if each in gaps:
                gaps[each] -= 1
        yield chosen


SHARE_OF_BACKTRACKING = 0.3
"""Share of the time for backtracking, with which `auto` begins."""

NO_CANDIDATES = "the colours leave a place without a piece that could lie there"

OnIterate: TypeAlias = Callable[[Iterate], None] | None


def solve(
    puzzle: Puzzle,
    solver: SolverName = "auto",
    settings: Settings | None = None,
    limit: float | None = None,
    on_iterate: OnIterate = None,
) -> Result:
    """Solve a puzzle.

    Args:
        puzzle: the puzzle.
        solver: `auto` takes one after the other.
        settings: the parameters of the linear programs.
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
        answer = Answer(solver, None, over.effort, best=over.best)
        status, arrangement, message = "limit", None, f"{limit:g} seconds are over"
    return Result(
        puzzle.id,
        puzzle,
        status=status,
        solver=answer.solver,
        seconds=perf_counter() - begun,
        message=message,
        processor_seconds=process_time() - processor_begun,
        arrangement=arrangement,
        effort=answer.effort,
        best=_best_of(puzzle, answer.best) if status in ("limit", "stuck") else None,
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
        return Answer("lp", None, {}, message=f"linear programs are not for {cell.kind}; take backtracking")
    return relax(puzzle, settings, deadline, on_iterate)


def _auto(puzzle: Puzzle, settings: Settings, deadline: Deadline, on_iterate: OnIterate) -> Answer:
    """Run backtracking for a while, then Algorithm 1 once; and backtracking again where that stands still.

    Backtracking begins, because it is the quickest on most puzzles that it solves (docs/edge-matching.md has the
    figures).
    """
    try:
        return search(puzzle, deadline.sooner(SHARE_OF_BACKTRACKING * (deadline.left or 0.0)))
    except LimitReached as over:
        best, effort = over.best, over.effort
    try:
        answer = _lp(puzzle, settings._replace(restarts=0), deadline, on_iterate)
        if answer.faces is not None or answer.proven:
            return answer
        best, effort = best or answer.best, effort | answer.effort
    except MissingExtraError:
        pass
    except LimitReached as over:
        raise LimitReached(effort | over.effort, best or over.best) from None
    return search(puzzle, deadline)


_SOLVERS: dict[SolverName, Callable[[Puzzle, Settings, Deadline, OnIterate], Answer]] = {
    "lp": _lp,
    "backtracking": lambda puzzle, _, deadline, __: search(puzzle, deadline),
    "auto": _auto,
}
