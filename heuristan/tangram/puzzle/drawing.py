"""A drawing as a reader found it in a file: polygons of floats, and pieces if there are any."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from heuristan.tangram.pieces.sets import PieceSet

Vector: TypeAlias = tuple[float, float]
Polygon: TypeAlias = Sequence[Sequence[Vector]]
"""The exterior, then the holes, of one part; no ring repeats its first vertex."""


class LaidPiece(NamedTuple):
    """A piece as somebody laid it, in the outline's own coordinates: an author, a result, or a solver."""

    name: str | None
    """The piece that it is, where that is said."""
    vertices: tuple[Vector, ...]
    """In order, in either direction, the first not repeated."""


class PageSpot(NamedTuple):
    """Place of a figure on a picture, or on a page of several."""

    page: int
    """Number of the page in its file, from 1."""
    to_pixels: tuple[float, ...]
    """The projective map from the drawing's coordinates to the pixels of the page as it was loaded: nine numbers, row
    after row."""
    size: tuple[int, int] | None = None
    """Width and height of that page in pixels, where the reader knows them."""


SKETCH = "a sketch"
"""The kind of a drawing by hand."""

AUTHORS = "the author's pieces"
"""The kind of a drawing that the author's own pieces show."""


class Origin(NamedTuple):
    """Source of a drawing, and suspicions about it."""

    kind: str = "coordinates"
    """In words, like "coordinates", "an SVG drawing", "a picture" or "a sketch"."""
    suspicions: tuple[str, ...] = ()
    """What may have been misread, a clause each, like "the figure touches the border of the picture"."""
    spot: PageSpot | None = None
    """Where it lies on its picture, if it was read from one."""
    left_out: tuple[str, ...] = ()
    """What the file has and no outline of it shows, a clause each, like "a frame (line 3)": captions, specks, grids.

    What may be a figure is not among these: it is an outline of its own, or a `Refusal`.
    """

    @property
    def remarks(self) -> tuple[str, ...]:
        """Remarks for the user, a clause each."""
        doubts = (f"perhaps misread: {', '.join(self.suspicions)}",) if self.suspicions else ()
        return (*doubts, *((f"left out: {', '.join(self.left_out)}",) if self.left_out else ()))

    @property
    def is_by_hand(self) -> bool:
        """Whether it was sketched by hand, so that edges are off by more than pieces are slid."""
        return self.kind == SKETCH


COORDINATES = Origin()


@dataclass(frozen=True)
class Drawing:
    """An outline as somebody drew it, in the file's own coordinates."""

    id: str
    polygons: tuple[Polygon, ...]
    """The parts of the outline; none where the file has pieces alone: the outline is then what they cover."""
    laid: tuple[LaidPiece, ...] = ()
    """The author's own solution, where the file has it."""
    y_down: bool = False
    sets: int | None = None
    """Number of sets of pieces that cover it, if the file says so."""
    pieces: PieceSet | None = None
    """The set that it is laid with, where the file says so."""
    leg: float | None = None
    """The length of a small leg in the file's coordinates, where the file says so."""
    origin: Origin = COORDINATES
    """Source of the drawing."""
    properties: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """Other properties in the file, if it is a feature of GeoJSON."""

    @property
    def rings(self) -> Sequence[Sequence[Vector]]:
        """The rings of its polygons; those of the pieces where it has pieces alone."""
        return [ring for polygon in self.polygons for ring in polygon] or [piece.vertices for piece in self.laid]


@dataclass(frozen=True)
class Refusal:
    """One bad outline among many."""

    id: str
    """Its name in the file."""
    message: str
    """File, line, fault and fix."""
    drawing: Drawing | None = field(default=None, compare=False, repr=False)
    """The drawing, if it could be read: its author's pieces can be judged without the outline."""
