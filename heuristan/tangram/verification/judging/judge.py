"""The judge: it decides whether a result is right, and what is wrong with it, whoever found it.

Drawings need shapely and numpy, so what judges them is imported where there is one.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TypeAlias

from heuristan.common.words import plural
from heuristan.tangram.outlines.exact_ways import sets_said, snapped
from heuristan.tangram.puzzle.puzzle import MOST_SETS, OutlineError, Puzzle
from heuristan.tangram.verification.as_drawn import is_as_drawn
from heuristan.tangram.verification.claims.claims import Claim, LaidPiece
from heuristan.tangram.verification.judging.case import Case
from heuristan.tangram.verification.judging.exact import ExactCase
from heuristan.tangram.verification.judging.verdict import Fault, Verdict

CaseOf: TypeAlias = Callable[[Claim], Case]
"""Makes the case of a claim."""


def judge(puzzle: Puzzle, claim: Claim) -> Verdict:
    """Judge a result of an outline: exactly on the lattice, and to within a stated distance on a drawing.

    Args:
        puzzle: the outline.
        claim: the result, its vertices in the outline's own coordinates.
    """
    exact = _exactly(puzzle, claim)
    if exact is not None:
        verdict = _judged(exact, claim, lambda claim: ExactCase(exact, claim))
        if exact.sets == puzzle.sets:
            return verdict
        taken = f"it was taken for {plural(exact.sets, 'set')}, as many as the result has: the file says no number"
        return replace(verdict, notes=(*verdict.notes, taken))
    from heuristan.tangram.verification.judging.approximate import DrawnCase, allowance_of

    allowance = allowance_of(puzzle)
    return _judged(puzzle, claim, lambda claim: DrawnCase(puzzle, claim, allowance))


def _exactly(puzzle: Puzzle, claim: Claim) -> Puzzle | None:
    """Return an outline exactly, with as many sets as a result has if the file says no number; None of a drawing."""
    drawing, (claimed, rest) = puzzle.drawing, divmod(len(claim.pieces), puzzle.pieces.size)
    found = puzzle if puzzle.reading is None or puzzle.reading.is_exact else None
    is_other = not rest and 0 < claimed <= MOST_SETS and claimed != puzzle.sets
    if is_other and drawing is not None and drawing.polygons and sets_said(drawing, puzzle.pieces) is None:
        with suppress(OutlineError):  # an outline of as many sets would not be one
            found = snapped(drawing, claimed, puzzle.pieces) or found
    return found if found is not None and is_as_drawn(found) else None


def judge_author(puzzle: Puzzle) -> Verdict:
    """Judge the author's own pieces, which some files have; "unchecked" if there are none.

    They are compared with what was drawn. The outline does not matter: it may be one that could not be read.
    """
    laid = puzzle.drawing.laid if puzzle.drawing is not None else ()
    if not laid:
        return Verdict(
            puzzle.id, "unchecked", None, notes=("the file has no pieces of its author; give a RESULT to check",)
        )
    from heuristan.tangram.verification.judging.approximate import AuthorsCase

    claim = Claim(None, "solved", tuple(LaidPiece(*piece) for piece in laid), 1)
    return _judged(puzzle, claim, lambda claim: AuthorsCase(puzzle, claim))


def _judged(puzzle: Puzzle, claim: Claim, case_of: CaseOf) -> Verdict:
    if claim.status != "solved" and not claim.pieces:
        return Verdict(puzzle.id, "unchecked", claim.status, notes=(_nothing_to_check(claim.status),))
    case = case_of(claim)
    faults = tuple(case.faults())
    if claim.status != "solved":
        if faults:
            note = f"{_nothing_to_check(claim.status)}; the pieces that it has are not a solution"
            return Verdict(puzzle.id, "unchecked", claim.status, notes=(note,))
        faults = (Fault("status", f"it says {claim.status}, and its pieces are a solution"),)
    faults += tuple(_faults_of_all(claim, case_of))
    notes = tuple(case.notes(faults))
    verdict = Verdict(puzzle.id, "wrong" if faults else "right", claim.status, faults, notes, case.merit)
    return replace(verdict, board=case.board, within=case.within)


def _faults_of_all(claim: Claim, case_of: CaseOf) -> Iterator[Fault]:
    """Yield what is wrong with a list of every solution: one that is not a solution, or one listed twice."""
    seen: dict[frozenset[tuple[object, ...]], int] = {}
    for number, pieces in enumerate(claim.all, 1):
        case = case_of(replace(claim, pieces=pieces))
        faults = list(case.faults())
        yield from (replace(fault, message=f"solution {number}: {fault.message}", region=()) for fault in faults)
        first = number if faults else seen.setdefault(case.tiling, number)
        if first < number:
            yield Fault("other", f"solution {number} is solution {first} again")


def _nothing_to_check(status: str) -> str:
    if status == "unsolvable":
        return "no result shows by itself that there is no solution; search again with 'heuristan solve --solver exact'"
    return f"a result that is {status} claims nothing that could be checked"
