"""New puzzles: a rectangle cut up by straight cuts, each in a colour.

The pieces are shuffled and lie in rows below the frame, so that order and places reveal nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from typing import NamedTuple, TypeAlias

from heuristan.common.plane import Ring, Spot, signed_area
from heuristan.common.words import plural
from heuristan.edgematching.faults import PuzzleError
from heuristan.edgematching.polygons.model import (
    MAX_PIECES,
    PLAIN,
    Piece,
    PolygonPuzzle,
    Side,
    extent,
    length,
    tidied,
)

GAPS = 20
"""Number of gaps between pieces that make up the width of the frame."""


def scattered(
    id: str, frame: Sequence[Ring], pieces: Sequence[tuple[str, Ring]], seed: int, set: str | None = None
) -> PolygonPuzzle:
    """Return the puzzle of a solution without colours.

    Args:
        id: the name of the puzzle.
        frame: the rings around the region, outer ones counter-clockwise, holes clockwise.
        pieces: the name of each piece, and its ring in the solution, in either direction.
        seed: the seed of the order of the pieces.
        set: the name of the set that the pieces make.
    """
    shuffled = list(pieces)
    Random(seed).shuffle(shuffled)
    found = [
        Piece(name, ring if signed_area(ring) > 0 else ring[::-1], (PLAIN,) * len(ring)) for name, ring in shuffled
    ]
    colours = tuple((PLAIN,) * len(ring) for ring in frame)
    return PolygonPuzzle(id, tuple(frame), colours, laid_out(found, frame), set)


def laid_out(pieces: Sequence[Piece], frame: Sequence[Ring]) -> tuple[Piece, ...]:
    """Return the pieces in their order, in rows below the frame."""
    spots = [spot for ring in frame for spot in ring]
    left, low, wide_frame = min(x for x, _ in spots), min(y for _, y in spots), extent(spots)[0]
    found: list[Piece] = []
    gap = wide_frame / GAPS
    x, y, deepest = left, low - gap, 0.0
    for piece in pieces:
        wide, tall = extent(piece.ring)
        if x > left and x + wide > left + 2 * wide_frame:
            x, y, deepest = left, y - deepest - gap, 0.0
        corner = min(u for u, _ in piece.ring), max(v for _, v in piece.ring)
        ring = tuple((tidied(u + x - corner[0]), tidied(v + y - corner[1])) for u, v in piece.ring)
        found.append(Piece(piece.name, ring, piece.colours))
        x, deepest = x + wide + gap, max(deepest, tall)
    return tuple(found)


WIDE, HIGH = 4.0, 3.0
"""Sides of the rectangle."""

SHORTEST = 0.3
"""Minimum length of a side; cuts that would make a shorter one are left out."""

TRIES = 2000
"""Number of cuts left out in a row after which there is no room for more pieces."""


class Corner(NamedTuple):
    """A corner, and the colour of the side that begins there."""

    spot: Spot
    colour: str


Polygon: TypeAlias = list[Corner]


@dataclass(frozen=True)
class CutRecipe:
    """The properties of a cut rectangle."""

    pieces: int = 7
    colours: int = 1
    """Number of colours; 1 for sides without colours."""
    directions: int = 4
    """Number of directions of cuts, evenly spaced: with few directions many sides could match."""


def cut_puzzle(recipe: CutRecipe, seed: int, number: int) -> PolygonPuzzle:
    """Cut a rectangle; the same recipe, seed and number give the same puzzle.

    Raises:
        PuzzleError: if there is no room for the number of pieces.
    """
    if not 2 <= recipe.pieces <= MAX_PIECES:
        raise PuzzleError(f"a puzzle has from 2 to {MAX_PIECES} pieces, not {recipe.pieces}")
    random = Random(f"{seed} {number}")
    names = [f"colour-{i}" for i in range(1, recipe.colours + 1)] if recipe.colours > 1 else [PLAIN]
    corners: list[Spot] = [(0.0, 0.0), (WIDE, 0.0), (WIDE, HIGH), (0.0, HIGH)]
    frame = [Corner(spot, random.choice(names)) for spot in corners]
    polygons = [frame]
    tries = 0
    while len(polygons) < recipe.pieces:
        polygons.sort(key=lambda polygon: signed_area([corner.spot for corner in polygon]))
        halves = _cut(polygons[-1], recipe, random.choice(names), random)
        tries = 0 if halves else tries + 1
        if tries > TRIES:
            raise PuzzleError(
                f"a rectangle cannot be cut into {plural(recipe.pieces, 'piece')} with sides of {SHORTEST} or more; "
                "ask for fewer"
            )
        polygons[-1:] = halves or polygons[-1:]
    random.shuffle(polygons)
    pieces = [
        Piece(_letters(i), tuple(corner.spot for corner in polygon), tuple(corner.colour for corner in polygon))
        for i, polygon in enumerate(polygons)
    ]
    ring = tuple(corner.spot for corner in frame)
    colours = tuple(corner.colour for corner in frame)
    return PolygonPuzzle(f"cut-{seed}-{number}", (ring,), (colours,), laid_out(pieces, (ring,)))


def _letters(number: int) -> str:
    """Return a, b, ... z, then aa, ab and so on."""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


def _cut(polygon: Polygon, recipe: CutRecipe, colour: str, random: Random) -> list[Polygon]:
    """Return the two parts on both sides of a random cut; nothing if a side would be too short."""
    angle = pi * random.randrange(recipe.directions) / recipe.directions
    shares = [random.random() for _ in polygon]
    total = sum(shares)
    x = sum(share * corner.spot[0] for share, corner in zip(shares, polygon, strict=True)) / total
    y = sum(share * corner.spot[1] for share, corner in zip(shares, polygon, strict=True)) / total
    offs = [cos(angle) * (corner.spot[1] - y) - sin(angle) * (corner.spot[0] - x) for corner in polygon]
    halves = [_half(polygon, offs, colour), _half(polygon, [-off for off in offs], colour)]
    return halves if all(map(_has_long_sides, halves)) else []


def _half(polygon: Polygon, offs: list[float], colour: str) -> Polygon:
    """Return the part of a convex polygon where the distances from the cut are positive."""
    found: Polygon = []
    for i, corner in enumerate(polygon):
        after = (i + 1) % len(polygon)
        if offs[i] > 0:
            found.append(corner)
        if (offs[i] > 0) != (offs[after] > 0):
            share = offs[i] / (offs[i] - offs[after])
            (x, y), (u, v) = corner.spot, polygon[after].spot
            spot = x + share * (u - x), y + share * (v - y)
            # where the ring leaves the part, the cut is its next side; where it returns, the rest of the cut side
            found.append(Corner(spot, colour if offs[i] > 0 else corner.colour))
    return found


def _has_long_sides(polygon: Polygon) -> bool:
    ends = [*polygon[1:], *polygon[:1]]
    return len(polygon) > 2 and all(
        length(Side(corner.spot, end.spot, PLAIN)) >= SHORTEST for corner, end in zip(polygon, ends, strict=True)
    )
