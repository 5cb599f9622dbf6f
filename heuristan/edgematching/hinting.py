"""Reasons and hints in words.

Reasons say why a piece lies where it does, for the player and ``--explain``. A hint says where one piece goes, and how
certain that is, or what to take back.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

import numpy as np

from heuristan.common.faults import InputError
from heuristan.common.results import Advice, Certainty, Status
from heuristan.common.words import listed, plural
from heuristan.edgematching.candidates import Contradiction, Options, candidates, options_of
from heuristan.edgematching.placing import written
from heuristan.edgematching.puzzle import Deadline, Faces, Laid, LimitReached, Puzzle, wanted_at
from heuristan.edgematching.readings import said, solve_readings
from heuristan.edgematching.searching.backtracking import search
from heuristan.edgematching.solving import solve


def reasons(puzzle: Puzzle, laid: Sequence[Laid]) -> Iterator[str]:
    """Yield for each piece of an arrangement why it lies there, when those before it lie.

    That is which edges it meets, and how many others would fit there.
    """
    options, before, used = options_of(puzzle), dict[int, Faces](), Counter[int]()
    class_of = dict(zip(options.faces, options.class_of, strict=True))
    given = dict(puzzle.given)
    for index, faces in enumerate(map(puzzle.faces_of, laid)):
        wanted = wanted_at(puzzle, before, index)
        met = [face for face, colour in wanted.items() if faces[face] == colour]
        left = {number for number, count in enumerate(options.counts) if used[number] < count}
        if index in given:
            yield "The puzzle gives its place."
        elif len(met) < len(wanted):
            yield f"{plural(len(met), 'of its edges matches', 'of its edges match')}, of {len(wanted)} that meet one."
        elif not wanted:
            yield "It meets no edge yet."
        else:
            kinds = len({number for number, _ in _fitting(options, left, wanted)})
            others = "no other piece of those left fits there" if kinds == 1 else f"{kinds} kinds of pieces fit there"
            yield f"It shows {edges_in_words(puzzle, index, wanted)}; {others}."
        before[index] = faces
        used[class_of[faces]] += 1


def _fitting(options: Options, left: Collection[int], wanted: Mapping[int, int]) -> Iterator[tuple[int, Faces]]:
    """Yield the options of the classes that are left that show some colours, each with its class."""
    for faces, number in zip(options.faces, options.class_of, strict=True):
        if number in left and all(faces[face] == colour for face, colour in wanted.items()):
            yield number, faces


def edges_in_words(puzzle: Puzzle, index: int, wanted: Mapping[int, int]) -> str:
    """Describe the colours of some faces at a place, like "colour 3 north and 5 west"."""
    place = puzzle.board.places[index]
    words = [f"{puzzle.name(colour)} {puzzle.board.face_name(place, face)}" for face, colour in wanted.items()]
    return f"colour {listed(words)}"


MOST_TRIED = 8
"""Maximum number of candidates of a place of which all but one are refuted by search."""
SHARE = 0.5
"""Share of the time for finding a solution; the rest is for the certainty, or for what to take back."""

WITHOUT_SOLUTION = "the puzzle has no solution, whatever is placed"

Placed: TypeAlias = Sequence[tuple[int, Laid]]


class _Step(NamedTuple):
    """A piece for a place."""

    place: int
    faces: Faces
    certainty: Certainty
    ways: int
    """The number of ways in which pieces fit the edges around the place."""


def advise(puzzle: Puzzle, placed: Placed = (), limit: float = 10.0) -> Advice:
    """Say where one more piece goes.

    Args:
        puzzle: the puzzle.
        placed: the pieces that a person has placed: the index of the place, and how the piece lies there.
        limit: seconds of searching.

    Raises:
        InputError: if a piece or a place is there twice.
    """
    there = _with(puzzle, placed)
    deadline = Deadline(limit)
    result = solve(there, "auto", limit=SHARE * limit)
    if result.status == "unsolvable":
        return _take_back(puzzle, placed, deadline, result.message)
    if len(there.given) == len(puzzle.pieces):
        return Advice(puzzle.id, "solved", "solved: every piece has its place.")
    solution = None if result.arrangement is None else [puzzle.faces_of(laid) for laid in result.arrangement]
    step = _chosen(there, solution, deadline)
    if step is None:
        head = "no piece is certain without a search, and none ended within the time limit."
        return Advice(puzzle.id, "unknown", head, "Try a longer --limit.")
    return _in_words(there, step, is_checked=solution is not None)


def advise_in_readings(puzzle: Puzzle, placed: Callable[[Puzzle], Placed], limit: float = 10.0) -> Advice:
    """Say where one more piece goes, in the likeliest reading that has a solution and the placed pieces.

    Args:
        puzzle: the puzzle in its likeliest reading.
        placed: returns the pieces that a person has placed, in a reading; raises InputError if it cannot have them.
        limit: seconds of searching.

    Raises:
        InputError: if no reading can have the placed pieces, or one is there twice.
    """
    fitting, faults = list[Puzzle](), list[InputError]()
    for reading in (puzzle, *puzzle.readings):
        try:
            placed(reading)
        except InputError as fault:
            faults.append(fault)
        else:
            fitting.append(reading)
    if not fitting:
        raise faults[0]
    chosen, seconds = fitting[0], limit
    if len(fitting) > 1:
        whole = replace(chosen, readings=tuple(fitting[1:]))
        found = solve_readings(whole, lambda each, left: solve(each, "auto", limit=left), SHARE * limit)
        chosen, seconds = found.puzzle or chosen, SHARE * limit
        if found.status == "unsolvable":
            return Advice(puzzle.id, "unsolvable", f"{WITHOUT_SOLUTION}: {found.message}.")
    advice, how = advise(chosen, placed(chosen), seconds), said(chosen)
    if not how:
        return advice
    more = " ".join(filter(None, (advice.more, f"Read with {how}.")))
    return replace(advice, more=more, facts={**advice.facts, "assumed": dict(chosen.assumed)})


def _with(puzzle: Puzzle, placed: Placed) -> Puzzle:
    """Return the puzzle with more pieces given."""
    known = dict(puzzle.given)
    used = {laid.piece for laid in known.values()}
    for place, laid in placed:
        if known.get(place) == laid:
            continue
        if place in known or laid.piece in used:
            what = f"the place {puzzle.board.describe(puzzle.board.places[place])}" if place in known else ""
            raise InputError(f"--placed: {what or f'piece {laid.piece + 1}'} is there twice; leave one out")
        known[place] = laid
        used.add(laid.piece)
    return replace(puzzle, given=tuple(sorted(known.items())))


def _chosen(puzzle: Puzzle, solution: Sequence[Faces] | None, deadline: Deadline) -> _Step | None:
    """Return the most certain piece; of equally certain ones that with the most edges around it."""
    given, shown = dict(puzzle.given), _shown(puzzle)
    fits = {place: _fits(puzzle, place) for place in range(len(puzzle.pieces)) if place not in given}
    by_edges = sorted(fits, key=lambda place: (len(fits[place]), -len(wanted_at(puzzle, shown, place))))
    if len(fits[by_edges[0]]) == 1:
        return _Step(by_edges[0], fits[by_edges[0]][0], "only-fit", 1)
    try:
        possible = candidates(puzzle, options_of(puzzle), deadline)
    except LimitReached:
        possible = None
    faces = options_of(puzzle).faces
    if possible is not None:
        left = {place: [faces[each] for each in np.flatnonzero(possible[:, place])] for place in fits}
        certain = [place for place in by_edges if len(left[place]) == 1]
        if certain:
            return _Step(certain[0], left[certain[0]][0], "others-fail", len(fits[certain[0]]))
        if solution is not None:
            nearest = sorted(by_edges, key=lambda place: len(left[place]))
            for place in nearest[:MOST_TRIED]:
                if _is_forced(puzzle, place, [each for each in left[place] if each != solution[place]], deadline):
                    return _Step(place, solution[place], "every-solution", len(fits[place]))
            return _Step(nearest[0], solution[nearest[0]], "a-solution", len(fits[nearest[0]]))
    return None if solution is None else _Step(by_edges[0], solution[by_edges[0]], "a-solution", len(fits[by_edges[0]]))


def _shown(puzzle: Puzzle) -> dict[int, Faces]:
    return {place: puzzle.faces_of(laid) for place, laid in puzzle.given}


def _fits(puzzle: Puzzle, place: int) -> list[Faces]:
    """Return the ways in which pieces that are left fit the edges around a place."""
    options = options_of(puzzle)
    used = {laid.piece for _, laid in puzzle.given}
    left = {faces for number, faces in enumerate(puzzle.pieces) if number not in used}
    classes = {number for faces, number in zip(options.faces, options.class_of, strict=True) if faces in left}
    return [faces for _, faces in _fitting(options, classes, wanted_at(puzzle, _shown(puzzle), place))]


def _is_forced(puzzle: Puzzle, place: int, others: Sequence[Faces], deadline: Deadline) -> bool:
    """Return whether a search shows that none of some other ways to fill a place leads to a solution."""
    if len(others) >= MOST_TRIED:
        return False
    try:
        return all(_fails(puzzle, place, faces, deadline) for faces in others)
    except LimitReached:
        return False


def _fails(puzzle: Puzzle, place: int, faces: Faces, deadline: Deadline) -> bool:
    given = (*puzzle.given, (place, _piece_that_shows(puzzle, faces)))
    try:
        return search(replace(puzzle, given=given), deadline).faces is None
    except Contradiction:
        return True


def _piece_that_shows(puzzle: Puzzle, faces: Faces) -> Laid:
    """Return a piece that is left, in the turn in which it shows some colours."""
    used = {laid.piece for _, laid in puzzle.given}
    return next(
        laid
        for number in range(len(puzzle.pieces))
        if number not in used
        for laid in (Laid(number, turn) for turn in puzzle.ways)
        if puzzle.faces_of(laid) == faces
    )


def _in_words(puzzle: Puzzle, step: _Step, *, is_checked: bool) -> Advice:
    laid = _piece_that_shows(puzzle, step.faces)
    board = puzzle.board
    at = dict(zip(board.words, (each + 1 for each in board.places[step.place]), strict=True))
    facts = {"piece": laid.piece + 1, **at, **({"turn": laid.turn} if puzzle.turns else {})}
    unless = "" if is_checked else "; whether it leads to a solution was not found within the time limit"
    return Advice(
        puzzle.id,
        "hint",
        f"piece {laid.piece + 1} goes to {board.describe(board.places[step.place])}.",
        f"Why: {_why(puzzle, step)}{unless}.",
        written(puzzle, step.place, laid),
        step.certainty,
        is_checked,
        facts,
    )


def _why(puzzle: Puzzle, step: _Step) -> str:
    wanted = wanted_at(puzzle, _shown(puzzle), step.place)
    where = f"the edges around want {edges_in_words(puzzle, step.place, wanted)}, and there" if wanted else "there"
    others = "the other one" if step.ways == 2 else f"the other {step.ways - 1}"
    s = "s" if step.ways == 2 else ""
    match step.certainty:
        case "only-fit":
            return f"{where} only one piece of those left fits, and in one way"
        case "others-fail":
            return f"{where} pieces fit in {step.ways} ways, and {others} leave{s} a place that nothing fills"
        case "every-solution":
            return f"{where} pieces fit in {step.ways} ways; {others} lead{s} to no solution, as a search shows"
        case _:
            return f"no place decides it; {where} pieces fit in {step.ways} ways, and some solution has this one"


def _take_back(puzzle: Puzzle, placed: Placed, deadline: Deadline, reason: str) -> Advice:
    """Say which of the placed pieces to take back: as few as possible, the last ones first."""
    because = f"{reason or 'every arrangement was tried'}."
    mine = [number for number, (place, _) in enumerate(placed) if place not in dict(puzzle.given)]
    if not mine or _solved_soon(puzzle, deadline) == "unsolvable":
        return Advice(puzzle.id, "unsolvable", f"{WITHOUT_SOLUTION}: {because}")
    head = f"what is placed cannot be completed: {because}"
    are_all_refuted = True
    for numbers in (*([each] for each in reversed(mine)), *(mine[-count:] for count in range(2, len(mine) + 1))):
        kept = [each for number, each in enumerate(placed) if number not in numbers]
        there = _with(puzzle, kept)
        status = _solved_soon(there, deadline)
        if status == "solved":
            which = listed(f"piece {placed[each][1].piece + 1}" for each in numbers)
            facts = {
                "take_back": [each + 1 for each in numbers],
                "fewest": len(numbers) == 1 or (len(numbers) == 2 and are_all_refuted),
            }
            fewer = "" if facts["fewest"] else " Fewer may be enough."
            return Advice(
                puzzle.id, "take-back", head, f"Take back {which}; then it can be solved.{fewer}", facts=facts
            )
        are_all_refuted &= status == "unsolvable"
    more = (
        f"Which of {plural(len(mine), 'piece')} to take back was not found within the time limit; try a longer --limit."
    )
    return Advice(puzzle.id, "take-back", head, more, facts={"take_back": [], "fewest": False})


def _solved_soon(puzzle: Puzzle, deadline: Deadline) -> Status:
    """Solve a puzzle in a share of the time left."""
    return solve(puzzle, "auto", limit=max(0.01, SHARE * (deadline.left or 0.0))).status
