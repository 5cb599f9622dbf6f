"""SVG files for tests: written, read, and compared as regions."""

from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import pytest
import shapely
from hypothesis import HealthCheck, settings

from heuristan.common.faults import InputError
from heuristan.common.overlay import odd_region, symmetric_difference, union
from heuristan.pictures.svg import read as read_svg
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.pieces.sets import UNITS_A_LEG
from heuristan.tangram.puzzle.drawing import Drawing, Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

Spot: TypeAlias = tuple[float, float]
RingOfSpots: TypeAlias = Sequence[Spot]

on_files = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

SQUARE: Sequence[tuple[str, str]] = (
    ("large-triangle", "0,0 20,20 0,40"),
    ("large-triangle", "0,0 20,20 40,0"),
    ("medium-triangle", "40,40 40,20 20,40"),
    ("small-triangle", "40,0 40,20 30,10"),
    ("small-triangle", "20,20 10,30 30,30"),
    ("square", "20,20 30,10 40,20 30,30"),
    ("parallelogram", "0,40 10,30 30,30 20,40"),
)
"""The square of seven pieces: name and points of each."""

CELL = '<g {}><path transform="translate({} 0)" d="M0 0h40l-40 40z"/></g>'
"""A group with a figure, for its attributes and its place."""


def svg(content: str, attributes: str = 'viewBox="-400 -400 800 800"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>\n{content}\n</svg>\n'


def read(file: Path, text: str | bytes) -> list[Drawing | Refusal]:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_svg(file))


def one(file: Path, text: str | bytes) -> Drawing:
    (drawing,) = read(file, text)
    assert isinstance(drawing, Drawing)
    return drawing


def drawings(file: Path, text: str) -> list[Drawing]:
    found = read(file, text)
    assert all(isinstance(each, Drawing) for each in found)
    return [each for each in found if isinstance(each, Drawing)]


def refusal(file: Path, text: str | bytes) -> str:
    with pytest.raises(InputError) as fault:
        read(file, text)
    message = str(fault.value)
    assert message.startswith(f"{file}:")
    return message.removeprefix(f"{file}:")


def rings_of(puzzle: Puzzle, scale: float = 20.0) -> list[RingOfSpots]:
    """Return the rings of a puzzle in a picture with y down."""
    return [[(scale * x / UNITS_A_LEG, -scale * y / UNITS_A_LEG) for x, y in map(xy, ring)] for ring in puzzle.rings]


def region_of(rings: Sequence[RingOfSpots]) -> shapely.Geometry:
    """Return the region that rings enclose by the even-odd rule."""
    return odd_region(rings)


def shown(drawing: Drawing) -> shapely.Geometry:
    """Return the region that a drawing covers."""
    if drawing.laid:
        return union([shapely.Polygon(piece.vertices) for piece in drawing.laid])
    return union([shapely.Polygon(part[0], part[1:]) for part in drawing.polygons])


def is_same(region: shapely.Geometry, other: shapely.Geometry) -> bool:
    return bool(symmetric_difference(region, other).area < 1e-4 * region.area)
