"""Photographs of sheets on tables, scans with a figure cut by the border, and silhouettes with a number printed in.

The figures are shapes that come with heuristan.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from heuristan.common.files import folder
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.outlines.shape import read_shape
from photographs.samples import Array, Sample, Truth
from photographs.scenes import Sheet, grained, jpeg, light_on, parts_of, photograph, turned
from photographs.tabletops import Random, noise

DENSITY = 6
"""Number of pixels drawn for a millimetre of paper."""
HOLED = ("paradox-shed-window", "paradox-parallelogram-window", "paradox-bowl-nick")
PAPERS = ((250, 250, 248), (244, 240, 228), (236, 226, 200), (238, 240, 244))
INKS = ((30, 30, 32), (20, 30, 90), (120, 24, 30), (20, 80, 50), (90, 90, 96))
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


class Laid(NamedTuple):
    """A figure as it is printed on a sheet."""

    truth: Truth
    rings: tuple[Array, ...]
    """In millimetres, y down."""
    leg: float
    """Length of a small leg, in millimetres."""


def make(number: int, seed: int) -> Iterator[Sample]:
    """Yield pictures of the three kinds in turn."""
    random = np.random.default_rng([seed, 14])
    kinds = (_table, _border, _print)
    for place in range(number):
        yield kinds[place % 3](f"{kinds[place % 3].__name__[1:]}-{seed}-{place // 3}", random)


@cache
def shapes() -> tuple[tuple[str, tuple[Array, ...]], ...]:
    """Return the shapes of one set that come with heuristan: names, and rings in small legs, y up."""
    found = []
    for path in sorted(folder("shapes").iterdir(), key=lambda path: path.name):
        if path.name.endswith(".yaml"):
            puzzle = read_shape(folder("shapes") / path.name).puzzle
            rings = tuple(np.array([xy(point) for point in ring]) * puzzle.unit for ring in puzzle.rings)
            if puzzle.sets == 1:
                found.append((path.name.removesuffix(".yaml"), rings))
    return tuple(found)


def chosen(random: Random) -> tuple[Array, ...]:
    return shapes()[int(random.integers(len(shapes())))][1]


def laid(rings: Sequence[Array], middle: tuple[float, float], size: float, random: Random) -> Laid:
    """Lay a figure on a sheet, turned at random, so that it fits into a square of a size."""
    turn = random.uniform(0, 2 * math.pi) if random.random() < 0.5 else random.normal(0, 0.03)
    rings = [turned(ring, turn) for ring in rings]
    return placed(rings, size / float(np.ptp(np.vstack(rings), axis=0).max()), middle)


def placed(rings: Sequence[Array], leg: float, middle: tuple[float, float]) -> Laid:
    """Lay a figure on a sheet as it is turned, in a size, around a place."""
    points = np.vstack(rings)
    centre = (points.min(0) + points.max(0)) / 2
    return Laid(parts_of(rings), tuple((ring - centre) * leg * [1, -1] + middle for ring in rings), leg)


def sheet_of(size: tuple[float, float], figures: Sequence[Laid], random: Random, words: bool = True) -> Sheet:
    """Print figures on a sheet, some with a line of text under them."""
    width, height = (round(side * DENSITY) for side in size)
    red, green, blue = PAPERS[int(random.integers(len(PAPERS)))]
    pixels = np.full((height, width, 3), (blue, green, red), np.uint8)
    ink = INKS[int(random.integers(len(INKS)))][::-1]
    for number, figure in enumerate(figures, 1):
        print_figure(pixels, figure, ink)
        if words and random.random() < 0.6:
            points = np.vstack(figure.rings)
            x, y = points[:, 0].mean() - 12, points[:, 1].max() + 9
            write(pixels, f"{int(random.integers(1, 90))}. Figur {number}", (x, y), 4.0, ink, random)
    return Sheet(size, pixels, tuple(np.vstack(figure.rings) for figure in figures))


def fibrous(sheet: Sheet, random: Random) -> Sheet:
    """Return a sheet with the fibres of its paper."""
    fibres = 1 + 0.008 * noise(sheet.pixels.shape[:2], (2, 2), random)
    return sheet._replace(pixels=sheet.pixels * fibres[..., None].astype(np.float32))


def print_figure(pixels: Array, figure: Laid, ink: tuple[int, ...]) -> None:
    fixed = [np.round(ring * DENSITY * 256).astype(np.int32) for ring in figure.rings]
    cv2.fillPoly(pixels, fixed, ink, cv2.LINE_AA, 8)


def write(
    pixels: Array, text: str, at: tuple[float, float], height: float, colour: Sequence[float], random: Random
) -> None:
    """Write a text whose digits have a height in millimetres, with its lower left end at a place."""
    font = FONTS[int(random.integers(len(FONTS)))]
    scale = height * DENSITY / 22
    place = round(at[0] * DENSITY), round(at[1] * DENSITY)
    cv2.putText(pixels, text, place, font, scale, colour, max(1, round(1.8 * scale)), cv2.LINE_AA)


def _table(name: str, random: Random) -> Sample:
    """Return a sheet with a figure or several on a table."""
    size = ((148.0, 210.0), (210.0, 148.0), (210.0, 210.0), (120.0, 160.0))[int(random.integers(4))]
    columns, rows = ((1, 1), (1, 1), (1, 1), (2, 1), (2, 2))[int(random.integers(5))]
    cell = min(size[0] / columns, size[1] / rows)
    figures = [
        laid(
            chosen(random),
            ((column + 0.5) * size[0] / columns, (row + 0.5) * size[1] / rows),
            cell * random.uniform(0.5, 0.68),
            random,
        )
        for row in range(rows)
        for column in range(columns)
    ]
    sheet = sheet_of(size, figures, random)
    shape = (1200, 1600) if random.random() < 0.5 else (1600, 1200)
    picture = photograph(fibrous(sheet, random), shape, random, fingers=int(random.choice([0, 0, 1, 1, 2])))
    return Sample("table", name, ".jpg", jpeg(picture, random), tuple(figure.truth for figure in figures))


def _border(name: str, random: Random) -> Sample:
    """Return a scan whose border cuts the figure."""
    figure = laid(chosen(random), (75, 75), random.uniform(70, 110), random)
    picture = _scan(sheet_of((150, 150), [figure], random, words=False), random)
    points = np.vstack(figure.rings) * picture.shape[0] / 150
    (left, top), (right, bottom) = points.min(0), points.max(0)
    share, side = random.uniform(0.06, 0.35), int(random.integers(4))
    x, y = round(share * (right - left)), round(share * (bottom - top))
    cut = (
        picture[:, round(left) + x :],
        picture[:, : round(right) - x],
        picture[round(top) + y :],
        picture[: round(bottom) - y],
    )[side]
    return Sample("border", name, ".jpg", jpeg(cut, random), ())


def _print(name: str, random: Random) -> Sample:
    """Return a scan of a silhouette with a white number in it."""
    names = [rings for name, rings in shapes() if name in HOLED]
    rings = names[int(random.integers(len(names)))] if random.random() < 0.2 else chosen(random)
    figure = laid(rings, (75, 75), random.uniform(80, 110), random)
    sheet = sheet_of((150, 150), [figure], random, words=False)
    text = str(int(random.integers(1, 100)))
    place, height = place_for(figure, text, figure.leg * random.uniform(0.3, 0.6))
    write(sheet.pixels, text, place, height, sheet.pixels[0, 0].tolist(), random)
    return Sample("print", name, ".png", bytes(cv2.imencode(".png", _scan(sheet, random))[1]), (figure.truth,))


def place_for(figure: Laid, text: str, height: float) -> tuple[tuple[float, float], float]:
    """Return the lower left end of a text that is to stand farthest inside a figure, and its height there."""
    mask = np.zeros((150 * 4, 150 * 4), np.uint8)
    cv2.fillPoly(mask, [np.round(ring * 4).astype(np.int32) for ring in figure.rings], 255)
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    y, x = np.unravel_index(int(depth.argmax()), depth.shape)
    height = min(height, 1.8 * float(depth.max()) / 4 / len(text))
    return (float(x) / 4 - 0.42 * len(text) * height, float(y) / 4 + height / 2), height


def _scan(sheet: Sheet, random: Random) -> Array:
    side = int(random.integers(500, 1000))
    small = cv2.resize(fibrous(sheet, random).pixels, (side, side), interpolation=cv2.INTER_AREA)
    shade = 0.5 + 0.5 * light_on((side, side), random)
    return grained(small * shade[..., None], random)
