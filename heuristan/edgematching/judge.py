"""The judge: checks a result against its puzzle alone, and imports nothing that solves."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from heuristan.common.quoting import shown
from heuristan.common.results import STATUSES, Fault, Verdict, status_of
from heuristan.edgematching.puzzle import Arrangement, Board, Faces, Laid, Puzzle, imbalance
from heuristan.edgematching.readings import agrees, said
from heuristan.edgematching.results import without_solution


def edges(puzzle: Puzzle) -> int:
    """Return the number of edges that touch another edge, of a piece or of the frame."""
    return sum(1 for _ in _meetings(puzzle))


def matching(puzzle: Puzzle, faces: Sequence[Faces]) -> int:
    """Return how many of them match.

    Args:
        puzzle: the puzzle.
        faces: the colours at each place.
    """
    opposite = puzzle.board.cell.opposite
    return sum(
        faces[place][face]
        == (puzzle.asked[place, face] if beyond is None else puzzle.mate(faces[beyond][opposite[face]]))
        for place, face, beyond in _meetings(puzzle)
    )


def _meetings(puzzle: Puzzle) -> Iterator[tuple[int, int, int | None]]:
    """Yield each edge once: place, face, and the place beyond, None for the frame."""
    for place, row in enumerate(puzzle.board.neighbours):
        for face, beyond in enumerate(row):
            if (place < beyond) if beyond is not None else (place, face) in puzzle.walls:
                yield place, face, beyond


def verdict_on(puzzle: Puzzle, result: Mapping[str, Any]) -> Verdict:
    """Judge a result in the reading of the puzzle that it says, and find all that is wrong with it.

    Where it says none, it is right if it is right in one of them.

    Args:
        puzzle: the puzzle.
        result: the JSON object of the result; nothing in it is believed.
    """
    assumed = result.get("assumed")
    all_readings = (puzzle, *puzzle.readings)
    claimed = [each for each in all_readings if isinstance(assumed, Mapping) and agrees(each, assumed)]
    verdicts = ((each, _verdict_in(each, result)) for each in claimed or all_readings)
    reading, found = first = next(verdicts)
    if found.verdict == "wrong":
        reading, found = next((each for each in verdicts if each[1].verdict == "right"), first)
    how = said(reading)
    return replace(found, notes=(*found.notes, f"read with {how}")) if how else found


def _verdict_in(puzzle: Puzzle, result: Mapping[str, Any]) -> Verdict:
    """Judge a result in one reading."""
    status = status_of(result.get("status"))
    if status is None:
        words = f"'status' is {shown(result.get('status'))}; it must be one of {', '.join(STATUSES)}"
        return Verdict(puzzle.id, "unreadable", None, notes=(words,))
    if status != "solved":
        return _with_best(puzzle, result.get("best"), without_solution(puzzle.id, status, imbalance(puzzle)))
    arrangement, faults = _arrangement_of(puzzle, result)
    faults = faults or [
        *_misplaced(puzzle, arrangement),
        *(Fault("mismatch", words) for words in mismatches(puzzle, arrangement)),
    ]
    return Verdict(puzzle.id, "wrong" if faults else "right", status, tuple(faults))


def _with_best(puzzle: Puzzle, best: object, verdict: Verdict) -> Verdict:
    """Return the verdict with the score of the best board, counted again; a wrong one is a fault."""
    if best is None:
        return verdict
    if not isinstance(best, Mapping):
        words = f"'best' is {shown(best)}; it must be an object with 'places', 'matching' and 'edges'"
        return replace(verdict, verdict="wrong", faults=(Fault("notation", words),))
    arrangement, faults = _arrangement_of(puzzle, best)
    faults = faults or list(_misplaced(puzzle, arrangement))
    if not faults:
        full = [puzzle.faces_of(laid) for laid in arrangement]
        counted, claimed = (matching(puzzle, full), edges(puzzle)), (best.get("matching"), best.get("edges"))
        note = f"best board: {counted[0]} of {counted[1]} edges match"
        if counted == claimed:
            return replace(verdict, notes=(*verdict.notes, note))
        claim = " of ".join(map(shown, claimed))
        faults = [Fault("score", f"{note}, and the result claims {claim}")]
    return replace(verdict, verdict="wrong", faults=tuple(faults))


def mismatches(puzzle: Puzzle, arrangement: Arrangement) -> Iterator[str]:
    """Yield each edge that does not match the edge that it meets, in words."""
    board = puzzle.board
    for index, place in enumerate(board.places):
        faces, number = puzzle.faces_of(arrangement[index]), arrangement[index].piece + 1
        for face in board.faces:
            edge = f"{board.describe(place)}: the {board.face_name(place, face)} edge of piece {number}"
            beyond = board.neighbours[index][face]
            if beyond is None:
                met = puzzle.walls.get((index, face))
                if met is not None and puzzle.mate(met) != faces[face]:
                    has = puzzle.name(faces[face])
                    yield f"{edge} has colour {has}, but the frame there has colour {puzzle.name(met)}"
            elif index < beyond:
                other = puzzle.faces_of(arrangement[beyond])[board.cell.opposite[face]]
                if puzzle.mate(other) != faces[face]:
                    piece, has = arrangement[beyond].piece + 1, puzzle.name(faces[face])
                    yield f"{edge} has colour {has}, but piece {piece} beside it has colour {puzzle.name(other)}"


def _arrangement_of(puzzle: Puzzle, result: Mapping[str, Any]) -> tuple[Arrangement, list[Fault]]:
    """Return the arrangement that a result claims, and the faults in its notation."""
    faults: list[str] = []
    sizes = puzzle.board.sizes
    pieces = _on_board(puzzle.board, _flat(result.get("places"), sizes, "places", faults), faults)
    turns = [0] * len(pieces)
    if "turned" in result:
        turns = _on_board(puzzle.board, _flat(result["turned"], sizes, "turned", faults), faults)
    if not faults:
        for place, piece, turn in zip(puzzle.board.places, pieces, turns, strict=True):
            faults += _faults_of_entry(puzzle, place, piece, turn)
    if faults:
        return (), [Fault("notation", message) for message in faults]
    return tuple(Laid(piece - 1, turn) for piece, turn in zip(pieces, turns, strict=True)), []


def _on_board(board: Board, values: list[Any], faults: list[str]) -> list[Any]:
    """Return the values at the places of a board, without those of the box that it does not have."""
    places = list(product(*map(range, board.sizes)))
    if len(values) < len(places):
        return []
    for place, value in zip(places, values, strict=True):
        if place not in board.index_of and value is not None:
            faults.append(f"{board.describe(place)}: the board has no place there, and {shown(value)} is; write null")
    return [value for place, value in zip(places, values, strict=True) if place in board.index_of]


def _faults_of_entry(puzzle: Puzzle, place: tuple[int, ...], piece: object, turn: object) -> Iterator[str]:
    where, count = puzzle.board.describe(place), len(puzzle.pieces)
    if type(piece) is not int or not 1 <= piece <= count:
        yield f"{where}: {shown(piece)} is not a piece; they are numbered from 1 to {count}"
    if type(turn) is not int or turn not in puzzle.ways:
        allowed = f"0 to {puzzle.ways[-1]}" if puzzle.turns else "0, as pieces may not be turned"
        yield f"{where}: the turn is {shown(turn)}; it must be {allowed}"


def _flat(value: object, sizes: tuple[int, ...], key: str, faults: list[str]) -> list[Any]:
    """Return the values of a nested list that should have the shape of the box."""
    if not isinstance(value, list) or len(value) != sizes[0]:
        found = f"it has {len(value)}" if isinstance(value, list) else f"it is {shown(value)}"
        faults.append(f"'{key}' must have {sizes[0]} entries here, row by row; {found}")
        return []
    if len(sizes) == 1:
        return value
    return [each for row in value for each in _flat(row, sizes[1:], key, faults)]


def _misplaced(puzzle: Puzzle, arrangement: Arrangement) -> Iterator[Fault]:
    """Yield the pieces that lie twice, and those that do not lie where they are given."""
    yield from _pieces_twice(puzzle, arrangement)
    for index, laid in puzzle.given:
        if arrangement[index] != laid:
            words = f"{puzzle.board.describe(puzzle.board.places[index])}: piece {laid.piece + 1} is given there"
            yield Fault("given", f"{words}{f', turned {laid.turn} times' * bool(laid.turn)}")


def _pieces_twice(puzzle: Puzzle, arrangement: Arrangement) -> Iterator[Fault]:
    first: dict[int, tuple[int, ...]] = {}
    for place, laid in zip(puzzle.board.places, arrangement, strict=True):
        if laid.piece in first:
            where = puzzle.board.describe(first[laid.piece])
            words = f"{puzzle.board.describe(place)}: piece {laid.piece + 1} already lies in {where}"
            yield Fault("piece-twice", words)
        first.setdefault(laid.piece, place)
