"""Puzzles at random: a rectangle cut up by straight cuts, each in a colour."""

from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from typing import NamedTuple, TypeAlias

from heuristan.edgematching.polygons.puzzle import (
    MOST_PIECES,
    PLAIN,
    Piece,
    PolygonPuzzle,
    PolygonPuzzleError,
    Side,
    Spot,
    length,
    signed_area,
)
from heuristan.edgematching.polygons.scattering import laid_out

WIDE, HIGH = 4.0, 3.0
"""Of the rectangle."""

SHORTEST = 0.3
"""A cut that makes a shorter side is not made."""

TRIES = 2000
"""Cuts in a row that are not made; then there is no room for more pieces."""


class Corner(NamedTuple):
    """A corner, and the colour of the side that leaves it."""

    spot: Spot
    colour: str


Polygon: TypeAlias = list[Corner]


@dataclass(frozen=True)
class Recipe:
    """What is to be made."""

    pieces: int = 7
    colours: int = 1
    """How many; 1 for sides without colours."""
    directions: int = 4
    """Cuts are turned by multiples of 180 degrees over this: few directions make many sides that could match."""


def cut_puzzle(recipe: Recipe, seed: int, number: int) -> PolygonPuzzle:
    """The puzzle of a seed and a number; the same make the same puzzle.

    Raises:
        PolygonPuzzleError: so many pieces have no room.
    """
    if not 2 <= recipe.pieces <= MOST_PIECES:
        raise PolygonPuzzleError(f"a puzzle has from 2 to {MOST_PIECES} pieces, not {recipe.pieces}")
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
            raise PolygonPuzzleError(
                f"a rectangle is not cut into {recipe.pieces} pieces with sides of {SHORTEST} or more; ask for fewer"
            )
        polygons[-1:] = halves or polygons[-1:]
    random.shuffle(polygons)
    pieces = [_piece(polygon, _letters(i)) for i, polygon in enumerate(polygons)]
    ring = tuple(corner.spot for corner in frame)
    colours = tuple(corner.colour for corner in frame)
    return PolygonPuzzle(f"cut-{seed}-{number}", (ring,), (colours,), laid_out(pieces, (ring,)))


def _letters(number: int) -> str:
    """a, b, ... z, then aa, ab and so on."""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


def _piece(polygon: Polygon, name: str) -> Piece:
    return Piece(name, tuple(corner.spot for corner in polygon), tuple(corner.colour for corner in polygon))


def _area(polygon: Polygon) -> float:
    return signed_area([corner.spot for corner in polygon])


def _cut(polygon: Polygon, recipe: Recipe, colour: str, random: Random) -> list[Polygon]:
    """The two parts on both sides of a cut at random; none if a side would be too short."""
    angle = pi * random.randrange(recipe.directions) / recipe.directions
    shares = [random.random() for _ in polygon]
    total = sum(shares)
    x = sum(share * corner.spot[0] for share, corner in zip(shares, polygon, strict=True)) / total
    y = sum(share * corner.spot[1] for share, corner in zip(shares, polygon, strict=True)) / total
    offs = [cos(angle) * (corner.spot[1] - y) - sin(angle) * (corner.spot[0] - x) for corner in polygon]
    halves = [_half(polygon, offs, colour), _half(polygon, [-off for off in offs], colour)]
    return halves if all(map(_is_sound, halves)) else []


def _half(polygon: Polygon, offs: list[float], colour: str) -> Polygon:
    """The part of a convex polygon where the distances from the cut are positive."""
    found: Polygon = []
    for i, corner in enumerate(polygon):
        after = (i + 1) % len(polygon)
        if offs[i] > 0:
            found.append(corner)
        if (offs[i] > 0) != (offs[after] > 0):
            share = offs[i] / (offs[i] - offs[after])
            (x, y), (u, v) = corner.spot, polygon[after].spot
            spot = x + share * (u - x), y + share * (v - y)
            # leaving, the cut is the next side; coming back, the rest of the side that was cut
            found.append(Corner(spot, colour if offs[i] > 0 else corner.colour))
    return found


def _is_sound(polygon: Polygon) -> bool:
    ends = [*polygon[1:], *polygon[:1]]
    return len(polygon) > 2 and all(
        length(Side(corner.spot, end.spot, PLAIN)) >= SHORTEST for corner, end in zip(polygon, ends, strict=True)
    )
