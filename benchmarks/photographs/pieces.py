"""Tans that lie together: drawn, scanned, or photographed on a sheet or at a slant, in colours, with gaps or lines.

The figures are shapes that come with heuristan, laid with the pieces of a solution of each.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
import shapely

from heuristan.common.files import folder
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.solving.shortcuts import solve_exactly
from photographs.page import AROUND, at_slant
from photographs.samples import Array, Sample
from photographs.scenes import Sheet, grained, jpeg, parts_of, photograph, turned
from photographs.table import DENSITY, fibrous, shapes
from photographs.tabletops import Random

PAPERS = ((255, 255, 255), (252, 252, 250), (244, 240, 228), (225, 225, 225), (200, 220, 240), (45, 45, 50))
COLOURS = (
    *((220, 40, 40), (240, 140, 30), (250, 210, 40), (60, 160, 60), (30, 110, 200), (110, 60, 160), (230, 100, 160)),
    *((120, 200, 230), (130, 85, 45), (40, 50, 110), (170, 210, 90), (30, 30, 30), (250, 240, 140), (240, 190, 190)),
)
"""Colours of paper and of pieces, as red, green and blue."""
WOOD = ((222, 184, 135), (200, 150, 95), (150, 105, 60))
CONTRAST = 70.0
"""Minimum distance of the colour of a piece from those of the paper and of pieces that touch it."""
STYLES = ("touching", "gaps", "lines", "one-colour")
MANNERS = ("drawn", "scanned", "sheet", "slant")
SIZE = 150.0
"""Side of the sheet, in millimetres."""


def make(number: int, seed: int) -> Iterator[Sample]:
    random = np.random.default_rng([seed, 7])
    for place in range(number):
        yield _sample(f"pieces-{seed}-{place}", random)


class Figure(NamedTuple):
    """A figure laid with pieces, in small legs, y up."""

    rings: tuple[Array, ...]
    pieces: tuple[Array, ...]


@cache
def _names() -> tuple[str, ...]:
    """Return the names of the shapes of one set that come with heuristan."""
    return tuple(name for name, _ in shapes())


@cache
def figure_of(name: str) -> Figure:
    """Return a shape that comes with heuristan as a solution lays it."""
    puzzle = read_shape(folder("shapes") / f"{name}.yaml").puzzle
    pieces = [np.array(piece.vertices) for piece in solve_exactly(puzzle).pieces]
    leg = math.sqrt(sum(shapely.Polygon(piece).area for piece in pieces) / TANGRAM.legs_squared)
    rings = (np.array([puzzle.own(point) for point in ring]) for ring in puzzle.rings)
    return Figure(tuple(ring / leg for ring in rings), tuple(piece / leg for piece in pieces))


def _sample(name: str, random: Random) -> Sample:
    figure = figure_of(_names()[int(random.integers(len(_names())))])
    turn = random.uniform(0, 2 * math.pi) if random.random() < 0.6 else 0.0
    rings, pieces = ([turned(ring, turn) for ring in each] for each in figure)
    points = np.vstack(rings)
    leg = SIZE * random.uniform(0.55, 0.75) / float(np.ptp(points, axis=0).max())
    centre = (points.min(0) + points.max(0)) / 2
    laid = [(piece - centre) * leg * [1, -1] + SIZE / 2 for piece in pieces]
    style, manner = str(random.choice(STYLES)), str(random.choice(MANNERS))
    paper = PAPERS[int(random.integers(4 if manner == "sheet" else len(PAPERS)))]
    side = round(SIZE * DENSITY)
    pixels = np.full((side, side, 3), paper[::-1], np.uint8)
    _paint(pixels, laid, style, paper, leg, random)
    sheet = Sheet((SIZE, SIZE), pixels, (np.vstack(laid),))
    data, suffix = _taken(sheet, manner, random)
    return Sample("pieces", f"{name}-{style}-{manner}", suffix, data, (parts_of(rings),), tuple(pieces))


def _paint(pixels: Array, laid: Sequence[Array], style: str, paper: Sequence[int], leg: float, random: Random) -> None:
    """Paint pieces: in colours or in one, touching, with gaps between them, or with dark lines around each."""
    colours = _coloured(laid, paper, random)
    gap = 0.0
    if style in ("gaps", "one-colour"):
        gap = leg * random.uniform(0.02, 0.06)
    if style == "one-colour":
        wood = [one for one in (*WOOD, *COLOURS) if math.dist(one, paper) > CONTRAST]
        colours = [wood[int(random.integers(len(wood)))]] * len(laid)
    if style == "lines" and random.random() < 0.3:
        colours = [paper] * len(laid)
    for ring, colour in zip(laid, colours, strict=True):
        own = shapely.Polygon(ring).buffer(-gap / 2, join_style="mitre").exterior.coords[:-1]
        fixed = [np.round(np.array(own) * DENSITY * 256).astype(np.int32)]
        cv2.fillPoly(pixels, fixed, tuple(colour[::-1]), cv2.LINE_AA, 8)
    if style == "lines":
        width = max(2, round(leg * DENSITY * random.uniform(0.03, 0.08)))
        fixed = [np.round(ring * DENSITY * 256).astype(np.int32) for ring in laid]
        ink = (25, 20, 20) if sum(paper) > 380 else (245, 245, 245)
        cv2.polylines(pixels, fixed, True, ink, width, cv2.LINE_AA, 8)


def _coloured(laid: Sequence[Array], paper: Sequence[int], random: Random) -> list[tuple[int, ...]]:
    """Return a colour for each piece, which neither the paper nor a piece that it touches has."""
    widened = [shapely.Polygon(ring).buffer(0.1) for ring in laid]
    found: list[tuple[int, ...]] = []
    for one in widened:
        near = [colour for other, colour in zip(widened, found, strict=False) if other.intersects(one)]
        free = [colour for colour in COLOURS if all(math.dist(colour, other) > CONTRAST for other in (paper, *near))]
        found.append(free[int(random.integers(len(free)))])
    return found


def _taken(sheet: Sheet, manner: str, random: Random) -> tuple[bytes, str]:
    """Return a picture of a sheet, and the ending of its file."""
    if manner == "drawn":
        return bytes(cv2.imencode(".png", _reduced(sheet, random))[1]), ".png"
    if manner == "scanned":
        return jpeg(grained(_reduced(fibrous(sheet, random), random), random), random), ".jpg"
    if manner == "sheet":
        return jpeg(photograph(fibrous(sheet, random), (1200, 1600), random, fingers=0), random), ".jpg"
    border = round(AROUND * DENSITY)
    wide = cv2.copyMakeBorder(sheet.pixels, *[border] * 4, cv2.BORDER_REPLICATE)
    around = Sheet((SIZE + 2 * AROUND, SIZE + 2 * AROUND), wide, ())
    return jpeg(at_slant(fibrous(around, random), AROUND, (1080, 1440), random), random), ".jpg"


def _reduced(sheet: Sheet, random: Random) -> Array:
    side = int(random.integers(350, 900))
    return np.asarray(cv2.resize(sheet.pixels, (side, side), interpolation=cv2.INTER_AREA))
