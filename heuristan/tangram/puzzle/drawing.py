"""A drawing as a reader found it in a file: polygons of floats, and pieces if there are any."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from heuristan.tangram.pieces.sets import PieceSet

Vector: TypeAlias = tuple[float, float]
Polygon: TypeAlias = Sequence[Sequence[Vector]]
"""The exterior, then the holes, of one part; no ring repeats its first vertex."""


class DrawnPiece(NamedTuple):
    """A piece as an author laid it, in the file's own coordinates."""

    name: str | None
    """The piece of the set that it is, where the file says so."""
    vertices: tuple[Vector, ...]


@dataclass(frozen=True)
class Drawing:
    """An outline as somebody drew it, in the file's own coordinates."""

    id: str
    polygons: tuple[Polygon, ...]
    """The parts of the outline; none where the file has pieces alone: the outline is then what they cover."""
    laid: tuple[DrawnPiece, ...] = ()
    """The author's own solution, where the file has it."""
    y_down: bool = False
    sets: int | None = None
    """Number of sets of pieces that cover it, if the file says so."""
    pieces: PieceSet | None = None
    """The set that it is laid with, where the file says so."""
    leg: float | None = None
    """The length of a small leg in the file's coordinates, where the file says so."""
    properties: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """Other properties in the file, if it is a feature of GeoJSON."""


@dataclass(frozen=True)
class Refusal:
    """One bad outline among many."""

    id: str
    message: str
    """File, line, fault and fix."""
    drawing: Drawing | None = field(default=None, compare=False, repr=False)
    """The drawing, if it could be read: its author's pieces can be judged without the outline."""
