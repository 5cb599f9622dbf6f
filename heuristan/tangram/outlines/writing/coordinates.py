"""A puzzle as a file holds it: the drawing that it was read from, or its outline on the lattice, as floats."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, log10

from heuristan.common.plane import signed_area
from heuristan.tangram.outlines.piece_sets import piece_set_names
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Drawing, DrawnPiece, Origin, Polygon, Vector
from heuristan.tangram.puzzle.puzzle import DIGITS, Puzzle


@dataclass(frozen=True)
class Coordinates:
    """A puzzle in the coordinates of a file."""

    puzzle: Puzzle
    leg: float | None = None
    """Length of a small leg in the file; as the puzzle came if None."""
    y_down: bool | None = None
    """Whether y grows downwards in the file; as the puzzle came if None."""

    @property
    def polygons(self) -> tuple[Polygon, ...]:
        """The parts, each an outer ring and its holes."""
        return self.drawing.polygons or self._outline

    @property
    def laid(self) -> tuple[DrawnPiece, ...]:
        """The pieces of the author's solution; none where it is not known."""
        return self.drawing.laid

    @property
    def own_leg(self) -> float:
        """The length of a small leg in the file."""
        return self.leg or self.puzzle.frame.scale / self.puzzle.unit

    @cached_property
    def drawing(self) -> Drawing:
        """The drawing that the puzzle was read from, as the file holds it; of other puzzles, that of their outline."""
        read = self.puzzle.drawing
        if read is None:
            return Drawing(self.puzzle.id, self._outline, y_down=self._is_down, sets=self.puzzle.sets)
        return replace(
            read,
            polygons=tuple([[*map(self._written, ring)] for ring in polygon] for polygon in read.polygons),
            laid=tuple(DrawnPiece(piece.name, tuple(map(self._written, piece.vertices))) for piece in read.laid),
            y_down=self._is_down,
            # of a drawing in an unknown unit, another number may be the right one
            sets=read.sets if self.puzzle.reading is not None else self.puzzle.sets,
            leg=None if read.leg is None else read.leg * self._factor,
            origin=self._origin(read.origin),
        )

    @cached_property
    def _outline(self) -> tuple[Polygon, ...]:
        """The parts of the outline as it was read; outer rings run counter-clockwise as seen in the file."""
        found: list[list[list[Vector]]] = []
        for ring in self.puzzle.rings:
            written = [self._written(self.puzzle.own(p)) for p in ring]
            is_outer = (signed_area(written) > 0) != self._is_down
            if is_outer or not found:
                found.append([])
            found[-1].append(written)
        return tuple(found)

    @property
    def _is_down(self) -> bool:
        return self.puzzle.frame.y_down if self.y_down is None else self.y_down

    @property
    def _factor(self) -> float:
        """The file's units in one of the puzzle's own."""
        return 1.0 if self.leg is None else self.leg * self.puzzle.unit / self.puzzle.frame.scale

    def _written(self, place: Vector) -> Vector:
        x, y = place
        if self._is_down != self.puzzle.frame.y_down:
            y = -y
        if self.leg is not None:
            digits = DIGITS - ceil(log10(self.leg))
            x, y = round(x * self._factor, digits), round(y * self._factor, digits)
        return x + 0.0, y + 0.0  # never -0.0

    def _origin(self, origin: Origin) -> Origin:
        """Return an origin whose map to pixels takes the file's coordinates."""
        if origin.spot is None:
            return origin
        x = 1 / self._factor
        y = -x if self._is_down != self.puzzle.frame.y_down else x
        rows = (number * factor for number, factor in zip(origin.spot.to_pixels, (x, y, 1.0) * 3, strict=True))
        return origin._replace(spot=origin.spot._replace(to_pixels=tuple(rows)))


def decimal(number: float) -> str:
    """Return a float as text, a whole number without its ``.0``; it reads back to the same float."""
    return str(number).removesuffix(".0")


def plain_name(id: str) -> str:
    """Return a puzzle's id as any file can hold it: on one line, without characters that cannot be printed."""
    return "".join(c if c.isprintable() else "?" for c in id)


def named_set(puzzle: Puzzle) -> str | None:
    """Return the name of the set of a puzzle, where it is one that ships and not the seven tans."""
    pieces = puzzle.pieces
    return pieces.name if pieces != TANGRAM and pieces.name in piece_set_names() else None
