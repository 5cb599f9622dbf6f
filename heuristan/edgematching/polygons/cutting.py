"""Random puzzles: a rectangle cut up by straight cuts, each in a colour."""

from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from typing import NamedTuple, TypeAlias

from heuristan.common.plane import Spot, signed_area
from heuristan.common.words import plural
from heuristan.edgematching.faults import PuzzleError
from heuristan.edgematching.polygons.puzzle import MAX_PIECES, PLAIN, Piece, PolygonPuzzle, Side, length
from heuristan.edgematching.polygons.scattering import laid_out

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
        polygons.sort(key=_area)
        halves = _cut(polygons[-1], recipe, random.choice(names), random)
        tries = 0 if halves else tries + 1
        if tries > TRIES:
            raise PuzzleError(
                f"a rectangle cannot be cut into {plural(recipe.pieces, 'piece')} with sides of {SHORTEST} or more; "
                "ask for fewer"
            )
        polygons[-1:] = halves or polygons[-1:]
    random.shuffle(polygons)
    pieces = [_piece(polygon, _letters(i)) for i, polygon in enumerate(polygons)]
    ring = tuple(corner.spot for corner in frame)
    colours = tuple(corner.colour for corner in frame)
    return PolygonPuzzle(f"cut-{seed}-{number}", (ring,), (colours,), laid_out(pieces, (ring,)))


def _letters(number: int) -> str:
    """Return a, b, ... z, then aa, ab and so on."""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


def _piece(polygon: Polygon, name: str) -> Piece:
    return Piece(name, tuple(corner.spot for corner in polygon), tuple(corner.colour for corner in polygon))


def _area(polygon: Polygon) -> float:
    return signed_area([corner.spot for corner in polygon])


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
