"""Puzzles made of whatever a user holds: names, files, pictures, vertices, polygons of shapely."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from numbers import Integral
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from heuristan.common.faults import InputError, nearest
from heuristan.common.quoting import shown
from heuristan.common.rooms import provided
from heuristan.tangram.outlines.piece_sets import read_piece_set
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines, shape_files
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import Drawing, Polygon, Refusal, Vector
from heuristan.tangram.puzzle.puzzle import MOST_SETS, OutlineError
from heuristan.tangram.puzzle.puzzle import Puzzle as Core

if TYPE_CHECKING:
    import shapely
    from numpy.typing import NDArray

Source: TypeAlias = "str | os.PathLike[str]"
"""The path of a file."""

Vertices: TypeAlias = Iterable[Sequence[float]]
"""Pairs of numbers, in any unit; the first need not be repeated at the end."""

Picture: TypeAlias = "Source | bytes | NDArray[Any]"
"""A picture or a PDF: the path or the bytes of a file, or pixels."""


def path_of(given: object, example: str) -> str:
    """Return the path of a file.

    Args:
        given: the path that a user gives.
        example: a path that could be given.

    Raises:
        TypeError: if it is not a path.
        InputError: if it is empty.
    """
    if not isinstance(given, str | os.PathLike):
        raise TypeError(f"{shown(given)} is not the path of a file; give one like {example!r}")
    path = os.fspath(given)
    if not path:
        raise InputError(f"the path of the file is empty; give one like {example!r}")
    return str(path)


def drawing_of(id: str, polygons: Iterable[Polygon], sets: int | None, y_down: bool) -> Drawing:
    if sets is not None and not (isinstance(sets, Integral) and 1 <= sets <= MOST_SETS):
        raise OutlineError(f"sets is {sets!r}; give a whole number from 1 to {MOST_SETS}, or leave it out")
    return Drawing(id, tuple(polygons), y_down=y_down, sets=sets)


def polygons_of(geometry: "shapely.Geometry") -> Iterator[Polygon]:
    import shapely

    if not isinstance(geometry, shapely.Polygon | shapely.MultiPolygon):
        kind = getattr(geometry, "geom_type", type(geometry).__name__)
        raise OutlineError(f"a {kind} is not an outline; give a Polygon or MultiPolygon of shapely")
    if geometry.is_empty:
        raise OutlineError("the outline is empty; give it at least three vertices")
    for polygon in shapely.get_parts(geometry):
        yield polygon_of([ring.coords for ring in (polygon.exterior, *polygon.interiors)])


def polygon_of(rings: Iterable[Vertices]) -> Polygon:
    """Return rings as floats, without the first vertex repeated at the end."""
    return [_ring(vertices) for vertices in rings]


def _ring(vertices: Vertices) -> list[Vector]:
    if not isinstance(vertices, Iterable):
        raise OutlineError(f"{shown(vertices)} is no list of vertices; give pairs of numbers, like [(0, 0), (2, 1.5)]")
    ring = [_vertex(vertex, number) for number, vertex in enumerate(vertices, 1)]
    return ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring


def _vertex(vertex: Sequence[float], number: int) -> Vector:
    try:
        return float(vertex[0]), float(vertex[1])
    except (TypeError, ValueError, LookupError, OverflowError):
        raise OutlineError(f"vertex {number} is {shown(vertex)}; give two numbers, like (2, 1.5)") from None


Pieces: TypeAlias = PieceSet | str | None
"""A set of pieces, or the name or file of one; None for the one that a source names, else the seven tans."""


@dataclass(frozen=True, repr=False)
class Maker(Core):
    """The methods of `heuristan.Puzzle` that make one."""

    def __init__(self, *given: Any, **values: Any) -> None:
        """Take the values of all fields; refuse what looks like the name of a shape: a puzzle is made by methods."""
        if given or not values:
            raise TypeError(
                "a Puzzle is made by a method: Puzzle.from_name('cat'), Puzzle.from_file('page.svg'), "
                "Puzzle.from_image('page.jpg'), Puzzle.from_vertices([(0, 0), (4, 0), ...]), Puzzle.from_shapely(...)"
            )
        super().__init__(**values)

    @classmethod
    def of(cls, puzzle: Core) -> Self:
        """Return a puzzle of any part of heuristan as one with the methods of this class."""
        return cls(**{field.name: getattr(puzzle, field.name) for field in fields(Core)})

    @classmethod
    def from_name(cls, name: str) -> Self:
        """Return a shape that ships with heuristan, like "cat".

        Raises:
            InputError: if there is no such shape.
        """
        if not isinstance(name, str) or name not in shape_files():
            raise InputError(f"there is no shape {shown(name)}; {nearest(str(name), shape_files())}")
        return cls.from_file(name)

    @classmethod
    def from_file(cls, path: Source, *, pieces: Pieces = None) -> Self:
        """Read the outline of a file, whatever its format (docs/formats/README.md).

        Args:
            path: a file of one outline; `all_from_file` reads files of many.
            pieces: the set of pieces; the one that the source names if not given.

        Raises:
            InputError: if the file cannot be read, or holds several outlines.
            PieceSetError: if there is no such set of pieces.
        """
        found = list(islice(cls.all_from_file(path, pieces=pieces), 2))
        if len(found) != 1:
            holds = "several outlines; read them with Puzzle.all_from_file" if found else "no outline"
            raise InputError(f"{os.fspath(path)}: the file holds {holds}")
        (only,) = found
        if isinstance(only, Refusal):
            raise InputError(only.message)
        return only

    @classmethod
    def all_from_file(cls, path: Source, *, pieces: Pieces = None) -> "Iterator[Self | Refusal]":
        """Read the outlines of a file or folder, one after the other as they are asked for.

        Args:
            path: a file of one outline or many, or a folder.
            pieces: the set of pieces; the one that the source names if not given.

        Yields:
            A puzzle, or for a bad outline among many a `Refusal` whose `message` says what is wrong.

        Raises:
            InputError: if the file cannot be used as a whole.
            PieceSetError: if there is no such set of pieces.
        """
        found = read_outlines(path_of(path, "page.svg"), set_of(pieces))
        return (cls.of(one) if isinstance(one, Core) else one for one in found)

    @classmethod
    def from_image(cls, image: Picture, figure: int = 1, *, pieces: Pieces = None) -> Self:
        """Read a figure on a picture. This needs the extra ``image``.

        Args:
            image: the path or the bytes of a picture or PDF file; or the pixels, rows of grey levels or of
                colours, whole numbers up to 255 or floats up to 1.
            figure: the number of the figure in reading order, from 1.
            pieces: the set of pieces; the one that the source names if not given.

        Raises:
            InputError: if the picture cannot be read, or has fewer figures.
            OutlineError: if the figure is not the outline of a puzzle.
            PieceSetError: if there is no such set of pieces.
        """
        figure_on = provided("figure_on", "a picture")
        return cls.of(puzzle_of(figure_on(image, figure), set_of(pieces)))

    @classmethod
    def from_vertices(
        cls,
        vertices: Vertices,
        holes: Iterable[Vertices] = (),
        *,
        id: str = "outline",
        sets: int | None = None,
        pieces: Pieces = None,
        y_down: bool = False,
    ) -> Self:
        """Make a puzzle from the vertices of an outline of one part. For several parts use `from_shapely`.

        Args:
            vertices: the vertices around the outline, in either direction.
            holes: the vertices of each hole.
            id: the name of the puzzle in results and pictures.
            sets: the number of sets of pieces; found from the outline if not given.
            pieces: the set of pieces; the one that the source names if not given.
            y_down: whether y grows downwards, as on a screen.

        Raises:
            OutlineError: if this is not the outline of a puzzle.
            PieceSetError: if there is no such set of pieces.
        """
        drawing = drawing_of(id, [polygon_of([vertices, *holes])], sets, y_down)
        return cls.of(puzzle_of(drawing, set_of(pieces)))

    @classmethod
    def from_shapely(
        cls,
        geometry: "shapely.Geometry",
        *,
        id: str = "outline",
        sets: int | None = None,
        pieces: Pieces = None,
        y_down: bool = False,
    ) -> Self:
        """Make a puzzle from a Polygon or MultiPolygon of shapely; other arguments as for `from_vertices`.

        Raises:
            OutlineError: if this is not the outline of a puzzle.
            PieceSetError: if there is no such set of pieces.
        """
        drawing = drawing_of(id, polygons_of(geometry), sets, y_down)
        return cls.of(puzzle_of(drawing, set_of(pieces)))


def set_of(pieces: Pieces) -> PieceSet | None:
    """Return a set of pieces, read if it is given by its name or file."""
    if pieces is not None and not isinstance(pieces, str | PieceSet):
        raise TypeError(f"pieces is {pieces!r}; give the name or the file of a set of pieces, or a PieceSet")
    return read_piece_set(pieces) if isinstance(pieces, str) else pieces
