"""The judge: it decides whether a result is right, and what is wrong with it, whoever found it.

Drawings need shapely and numpy, so what judges them is imported where there is one.

Results are paired with outlines by id, or without one if there is no choice.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import Literal, TypeAlias

from heuristan.common.faults import nearest, or_refused
from heuristan.common.quoting import shown
from heuristan.common.words import plural
from heuristan.tangram.outlines.exact_rings import sets_said, snapped
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import MOST_SETS, OutlineError, Puzzle
from heuristan.tangram.verification.as_in_file import is_as_in_file
from heuristan.tangram.verification.claims import Claim, Read, ResultFileError, Unreadable
from heuristan.tangram.verification.judging.case import Case, ExactCase
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
    from heuristan.tangram.verification.judging.drawn_case import DrawnCase, allowance_of

    allowance = allowance_of(puzzle)
    return _judged(puzzle, claim, lambda claim: DrawnCase(puzzle, claim, allowance))


def _exactly(puzzle: Puzzle, claim: Claim) -> Puzzle | None:
    """Return an exact outline, with the result's number of sets if the file says none; None for a drawing."""
    drawing, (claimed, rest) = puzzle.drawing, divmod(len(claim.pieces), puzzle.pieces.size)
    found = puzzle if puzzle.reading is None or puzzle.reading.is_exact else None
    is_other = not rest and 0 < claimed <= MOST_SETS and claimed != puzzle.sets
    if is_other and drawing is not None and drawing.polygons and sets_said(drawing, puzzle.pieces) is None:
        with suppress(OutlineError):  # it may be no outline of so many sets
            found = snapped(drawing, claimed, puzzle.pieces) or found
    return found if found is not None and is_as_in_file(found) else None


def judge_author(puzzle: Puzzle) -> Verdict:
    """Judge the author's own pieces, which some files have; "unchecked" if there are none.

    They are compared with what was drawn. The outline does not matter: it may be one that could not be read.
    """
    laid = puzzle.drawing.laid if puzzle.drawing is not None else ()
    if not laid:
        return Verdict(
            puzzle.id, "unchecked", None, notes=("the file has no pieces of its author; give a RESULT to check",)
        )
    from heuristan.tangram.verification.judging.drawn_case import AuthorsCase

    claim = Claim(None, "solved", laid, 1)
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
        case = case_of(claim._replace(pieces=pieces))
        faults = list(case.faults())
        yield from (replace(fault, message=f"solution {number}: {fault.message}", region=()) for fault in faults)
        first = number if faults else seen.setdefault(case.tiling, number)
        if first < number:
            yield Fault("other", f"solution {number} is solution {first} again")


def _nothing_to_check(status: str) -> str:
    if status == "unsolvable":
        return "no result shows by itself that there is no solution; search again with 'heuristan solve --solver exact'"
    return f"a result that is {status} claims nothing that could be checked"


def verdicts(outlines: Iterable[Puzzle | Refusal], results: Read) -> Iterator[Verdict]:
    """Yield the verdict on every result in the order of the outlines, then those on results that belong to no outline.

    Outlines are read as they are needed. Where there is one alone, a result need not say which it is of.

    Raises:
        ResultFileError: there is one outline, and several results are all of others.
    """
    found = iter(outlines)
    first = list(islice(found, 2))
    if len(first) == 1:
        return _of_one(first[0], results)
    return _of_many(chain(first, found), results)


def authors_verdicts(outlines: Iterable[Puzzle | Refusal]) -> Iterator[Verdict]:
    """Yield the verdict on the author's own pieces of every outline."""
    judged = or_refused(judge_author, lambda puzzle, message: _unreadable(puzzle.id, message))
    for outline in outlines:
        if isinstance(outline, Puzzle):
            yield judged(outline)
        elif outline.drawing is not None and outline.drawing.laid:
            drawing = outline.drawing
            yield judged(Puzzle(outline.id, (), pieces=drawing.pieces or TANGRAM, drawing=drawing))
        else:
            yield _unreadable(outline.id, _refused(outline))


def _refused(outline: Refusal) -> str:
    return f"the outline is refused: {outline.message}"


def _of_one(outline: Puzzle | Refusal, results: Read) -> Iterator[Verdict]:
    """Yield the verdict on a single result whatever its id; of several, on those of this outline or without an id."""
    own = results if len(results) == 1 else [result for result in results if result.id in (None, outline.id)]
    if not own:
        ids = dict.fromkeys(result.id for result in results if result.id is not None)
        fault = f"none of the {len(results)} results is of the outline {shown(outline.id)}"
        raise ResultFileError(f"{fault}; {nearest(outline.id, ids)}")
    return (_verdict(outline, result) for result in own)


def _of_many(outlines: Iterable[Puzzle | Refusal], results: Read) -> Iterator[Verdict]:
    waiting: dict[str | None, list[Claim | Unreadable]] = defaultdict(list)
    for result in results:
        waiting[result.id].append(result)
    seen: set[str] = set()
    for outline in outlines:
        if outline.id in seen:
            if outline.id in waiting:
                message = f"two outlines are called {shown(outline.id)}; results are matched by id, so rename one"
                yield _unreadable(outline.id, message)
            continue
        seen.add(outline.id)
        yield from (_verdict(outline, result) for result in waiting.get(outline.id, ()))
    for id, left in waiting.items():
        if id not in seen:
            yield from (_of_none(result, seen) for result in left)


def _of_none(result: Claim | Unreadable, ids: set[str]) -> Verdict:
    if isinstance(result, Unreadable):
        return _unreadable(_name_of(result), result.message)
    if result.id is None:
        message = f'line {result.line}: the result has no id, and there are {len(ids)} outlines; add "id"'
    else:
        there = f"{shown(result.id)} among {len(ids)}; {nearest(result.id, ids)}"
        message = f"line {result.line}: there is no outline {there}"
    return _unreadable(_name_of(result), message, result)


def _verdict(outline: Puzzle | Refusal, result: Claim | Unreadable) -> Verdict:
    if isinstance(result, Unreadable):
        return _unreadable(_name_of(result), result.message)
    if isinstance(outline, Puzzle):
        return or_refused(partial(judge, outline), lambda claim, message: _unreadable(outline.id, message, claim))(
            result
        )
    word: Literal["unchecked", "unreadable"] = "unchecked" if result.status == "refused" else "unreadable"
    return Verdict(outline.id, word, result.status, notes=(_refused(outline),))


def _unreadable(id: str, message: str, claim: Claim | None = None) -> Verdict:
    return Verdict(id, "unreadable", claim.status if claim else None, notes=(message,))


def _name_of(result: Claim | Unreadable) -> str:
    """Return the id of a result in a form that a terminal can show, else its line."""
    id = result.id
    if id is None:
        return f"line {result.line}"
    return id if id.isprintable() and id.strip() and len(id) <= 200 else shown(id)
