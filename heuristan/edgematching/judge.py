"""The judge: a result against its puzzle, computed from the two files alone. It imports nothing that solves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from heuristan.common.plain_yaml import shown
from heuristan.edgematching.board import FACES, NAMES, OPPOSITE
from heuristan.edgematching.puzzle import Arrangement, Laid, Puzzle, imbalance
from heuristan.edgematching.statuses import STATUSES

Finding: TypeAlias = Literal["right", "wrong", "open"]
"""`open`: nothing was claimed that could be checked."""

MOST_FAULTS = 20
"""Told of one result; a result that is wrong everywhere has thousands."""


@dataclass(frozen=True)
class Verdict:
    """What the judge found.

    Attributes:
        finding: whether the result is right.
        faults: what is wrong and where, or why nothing could be checked.
    """

    finding: Finding
    faults: tuple[str, ...] = ()


def judged(puzzle: Puzzle, result: Mapping[str, Any]) -> Verdict:
    """What is wrong with a result, every spot of it."""
    status = result.get("status")
    if status not in STATUSES:
        return Verdict("wrong", (f"'status' is {shown(status)}; it must be one of {', '.join(STATUSES)}",))
    if status == "unsolvable":
        return _of_unsolvable(puzzle)
    if status != "solved":
        return Verdict("open", (f"{status}: nothing is claimed",))
    found, faults = _arrangement(puzzle, result)
    if not faults:
        faults = list(_faults(puzzle, found))
    if len(faults) > MOST_FAULTS:
        faults = [*faults[:MOST_FAULTS], f"and {len(faults) - MOST_FAULTS} more"]
    return Verdict("wrong" if faults else "right", tuple(faults))


def mismatches(puzzle: Puzzle, arrangement: Arrangement) -> Iterator[str]:
    """Each edge that does not match the one that it meets, in words."""
    board = puzzle.board
    for index, place in enumerate(board.places):
        faces = puzzle.faces_of(arrangement[index])
        for face in board.faces:
            edge = f"{board.named(place)}: the {NAMES[FACES[face]]} edge of piece {arrangement[index].piece + 1}"
            beyond = board.neighbours[index][face]
            if beyond is None:
                wanted = puzzle.walls[index, face]
                if wanted != faces[face]:
                    yield f"{edge} has colour {faces[face]}, but the frame there has colour {wanted}"
            elif index < beyond:
                other = puzzle.faces_of(arrangement[beyond])[OPPOSITE[face]]
                if other != faces[face]:
                    piece = arrangement[beyond].piece + 1
                    yield f"{edge} has colour {faces[face]}, but piece {piece} beside it has colour {other}"


def _of_unsolvable(puzzle: Puzzle) -> Verdict:
    reason = imbalance(puzzle)
    if reason is None:
        return Verdict("open", ("unsolvable: a proof by search is not checked here",))
    return Verdict("right")


def _arrangement(puzzle: Puzzle, result: Mapping[str, Any]) -> tuple[Arrangement, list[str]]:
    """The arrangement that a result claims, and what is wrong with how it is written."""
    faults: list[str] = []
    sizes = puzzle.board.sizes
    pieces = _flat(result.get("places"), sizes, "places", faults)
    turns = _flat(result["turned"], sizes, "turned", faults) if "turned" in result else [0] * len(pieces)
    if faults:
        return (), faults
    for place, piece, turn in zip(puzzle.board.places, pieces, turns, strict=True):
        where = puzzle.board.named(place)
        if type(piece) is not int or not 1 <= piece <= len(puzzle.pieces):
            faults.append(f"{where}: {shown(piece)} is no piece; they are numbered from 1 to {len(puzzle.pieces)}")
        if type(turn) is not int or not 0 <= turn <= (3 if puzzle.turns else 0):
            most = "0 to 3 quarter turns" if puzzle.turns else "0, as pieces may not be turned"
            faults.append(f"{where}: the turn is {shown(turn)}; it must be {most}")
    if faults:
        return (), faults
    return tuple(Laid(piece - 1, turn) for piece, turn in zip(pieces, turns, strict=True)), faults


def _flat(value: object, sizes: tuple[int, ...], what: str, faults: list[str]) -> list[Any]:
    """The values of a nested list of the box's shape."""
    if not isinstance(value, list) or len(value) != sizes[0]:
        found = f"{len(value)} of them" if isinstance(value, list) else shown(value)
        faults.append(f"'{what}' must have {sizes[0]} entries here, row by row; there is {found}")
        return []
    if len(sizes) == 1:
        return value
    return [each for row in value for each in _flat(row, sizes[1:], what, faults)]


def _faults(puzzle: Puzzle, arrangement: Arrangement) -> Iterator[str]:
    """What is wrong with an arrangement: pieces laid twice, edges that do not match."""
    first: dict[int, tuple[int, ...]] = {}
    for place, laid in zip(puzzle.board.places, arrangement, strict=True):
        if laid.piece in first:
            where = puzzle.board.named(first[laid.piece])
            yield f"{puzzle.board.named(place)}: piece {laid.piece + 1} lies in {where} already"
        first.setdefault(laid.piece, place)
    yield from mismatches(puzzle, arrangement)
