"""A puzzle's outline and pieces as floats for a file: y up or down, in the unit asked for."""

from dataclasses import dataclass
from math import ceil, log10

from heuristan.common.plane import signed_area
from heuristan.tangram.puzzle.drawing import DrawnPiece, Vector
from heuristan.tangram.puzzle.puzzle import DIGITS, Puzzle


@dataclass(frozen=True)
class Coordinates:
    """A puzzle in the coordinates of a file."""

    puzzle: Puzzle
    leg: float | None = None
    """Length of a small leg in the file; as the puzzle came if None."""
    y_down: bool = False

    @property
    def polygons(self) -> list[list[list[Vector]]]:
        """The parts, each an outer ring and its holes; outer rings run counter-clockwise as seen in the file."""
        found: list[list[list[Vector]]] = []
        for ring in self.puzzle.rings:
            written = [self._written(self.puzzle.own(p)) for p in ring]
            is_outer = (signed_area(written) > 0) != self.y_down
            if is_outer or not found:
                found.append([])
            found[-1].append(written)
        return found

    @property
    def laid(self) -> list[DrawnPiece]:
        """The pieces of the author's solution; none where it is not known."""
        drawing = self.puzzle.drawing
        pieces = drawing.laid if drawing is not None else ()
        return [DrawnPiece(piece.name, tuple(map(self._written, piece.vertices))) for piece in pieces]

    def _written(self, place: Vector) -> Vector:
        x, y = place
        if self.y_down != self.puzzle.frame.y_down:
            y = -y
        if self.leg is not None:
            own_leg = self.puzzle.frame.scale / self.puzzle.unit
            digits = DIGITS - ceil(log10(self.leg))
            x, y = round(x * self.leg / own_leg, digits), round(y * self.leg / own_leg, digits)
        return x + 0.0, y + 0.0  # never -0.0


def decimal(number: float) -> str:
    """Return a float as text, a whole number without its ``.0``; it reads back to the same float."""
    return str(number).removesuffix(".0")


def plain_name(id: str) -> str:
    """Return a puzzle's id as any file can hold it: on one line, without characters that cannot be printed."""
    return "".join(c if c.isprintable() else "?" for c in id)
