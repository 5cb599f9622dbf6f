"""What a photograph of pieces is made of: a table, shadows on it, bright rims, labels, the camera and its JPEG."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from heuristan.jigsaw.faults import PuzzleError

Table: TypeAlias = Literal["plain", "coloured", "textured"]
"""A table of one grey, of one colour, or of wood or cloth; the one that the picture has least of is taken."""

MOST_ZOOM, MOST_PERSPECTIVE = 0.1, 0.05
"""Maximum change of scale, and of the length of opposite rims by perspective."""


@dataclass(frozen=True)
class Photo:
    """A photograph of pieces on a table.

    Raises:
        PuzzleError: if a number is out of its range.
    """

    table: Table = "plain"
    cast: float = 0.0
    """How much darker the table is in the shadow of a piece, 0 to 1."""
    gleam: float = 0.0
    """How white the rim of a piece towards the light is, 0 to 1, as on a scanner."""
    labels: bool = False
    """Whether a number lies beside each piece."""
    zoom: float = 0.0
    """Maximum change of the scale from picture to picture, either way."""
    perspective: float = 0.0
    """Maximum difference of opposite rims of the picture, as a share of their length."""
    jpeg: int | None = None
    """Quality of the JPEG that it is saved as, 1 to 100; without it nothing is lost."""

    def __post_init__(self) -> None:
        for name, value, most in (
            ("cast", self.cast, 1),
            ("gleam", self.gleam, 1),
            ("zoom", self.zoom, MOST_ZOOM),
            ("perspective", self.perspective, MOST_PERSPECTIVE),
        ):
            if not 0 <= value <= most:
                raise PuzzleError(f"{name} {value} is out of range; use 0 to {most:g}")
        if self.jpeg is not None and not 1 <= self.jpeg <= 100:
            raise PuzzleError(f"a JPEG quality of {self.jpeg} is out of range; use 1 to 100")
