"""Outlines given by pieces laid down: their union is the outline."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from heuristan.common.words import plural
from heuristan.common.plain_yaml import PlainYamlError
from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import Code, add, bounds, mirror, turn
from heuristan.tangram.outlines.compass import ExactPoint
from heuristan.tangram.outlines.exact_rings import denominator_of, frame_at, lattice_point
from heuristan.tangram.pieces.sets import PieceSet, scaled
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, make_puzzle

MAX_PIECES = 700
"""Maximum number of pieces of an outline."""


class LaidPiece(NamedTuple):
    """A piece of a set: mirrored in the x axis or not, then turned, then moved with its first vertex to a point."""

    piece: str
    at: ExactPoint
    eighths: int
    mirrored: bool
    line: int
    """Its line in the file."""


def union_of(name: str, laid: Sequence[LaidPiece], sets: int | None, pieces: PieceSet) -> Puzzle:
    """Return the puzzle whose outline is the union of pieces of a set.

    Raises:
        OutlineError: if they are not the pieces of a whole number of sets.
        PlainYamlError: if two pieces overlap; it has the line of the second.
    """
    _check_stock(laid, sets, pieces)
    denominator = denominator_of(piece.at for piece in laid)
    rings = [_ring(pieces.by_name[piece.piece].ring, piece, laid[0].at, denominator) for piece in laid]
    _check_overlaps(laid, rings)
    frame = frame_at(laid[0].at, denominator)
    return make_puzzle(name, rings, denominator=denominator, sets=sets, frame=frame, pieces=pieces)


def _check_stock(laid: Sequence[LaidPiece], sets: int | None, pieces: PieceSet) -> None:
    if len(laid) > MAX_PIECES:
        raise OutlineError(f"there are {len(laid)} pieces; more than {MAX_PIECES} are not read")
    stock = Counter(piece.piece for piece in laid)
    whole = sets or max(1, round(len(laid) / pieces.size))
    wanted = pieces.stock(whole)
    if stock != wanted:
        differences = [
            f"{stock[name]} {name} instead of {wanted[name]}" for name in pieces.names if stock[name] != wanted[name]
        ]
        raise OutlineError(f"these are not the pieces of {plural(whole, 'set')}: {', '.join(differences)}")


def _ring(ring: Ring, laid: LaidPiece, origin: ExactPoint, denominator: int) -> Ring:
    if laid.mirrored:
        ring = tuple(mirror(p) for p in reversed(ring))
    place = lattice_point(laid.at, origin, denominator)
    return tuple(add(turn(scaled(p, denominator), laid.eighths), place) for p in ring)


def _check_overlaps(laid: Sequence[LaidPiece], rings: Sequence[Ring]) -> None:
    boxes = [bounds(ring) for ring in rings]
    for (i, a), (j, b) in combinations(enumerate(boxes), 2):
        if _overlap(a, b):
            raise PlainYamlError(
                laid[j].line,
                f"piece {j + 1} ({laid[j].piece}) overlaps piece {i + 1} ({laid[i].piece}, line {laid[i].line}); "
                "move one of them",
            )


def _overlap(a: tuple[Code, ...], b: tuple[Code, ...]) -> bool:
    """Return whether two convex figures of the eight directions share inner points: on all four axes they do."""
    return all(
        low < other_high and other_low < high
        for low, high, other_low, other_high in zip(a[::2], a[1::2], b[::2], b[1::2], strict=True)
    )
