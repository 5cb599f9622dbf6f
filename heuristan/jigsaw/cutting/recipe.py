"""The recipe of a puzzle: everything that it is made from besides its picture."""

from dataclasses import dataclass

from heuristan.common.words import plural
from heuristan.jigsaw.faults import PuzzleError

MOST_PIECES = 2000
SMALLEST, LARGEST = 40, 400
"""Limits of the distance from corner to corner in pixels: on smaller pieces a neck has two or three pixels, too few to
show colours."""
LONGEST_RATIO = 3.0
"""Maximum ratio between the sides of a piece in a grid chosen for a number of pieces: nobody cuts longer strips."""
MOST_TILT = 45.0
"""Maximum tilt in degrees."""


@dataclass(frozen=True)
class Recipe:
    """A puzzle to be cut.

    Raises:
        PuzzleError: if a number is out of its range.
    """

    rows: int
    columns: int
    size: int = 80
    """Distance from corner to corner of a piece in pixels, without tabs; the picture is scaled to it."""
    seed: int = 1
    """Seed of all random numbers."""
    is_upright: bool = False
    """Whether the pieces keep the orientation that they have in the picture; otherwise each is turned at random."""
    tilt: float = 0.0
    """Maximum angle in degrees, either way, by which each piece is turned besides, as if laid on a scanner by hand."""
    background: tuple[int, int, int] | None = None
    """Plain colour (red, green, blue) on which the pieces lie; without it they are cut out with alpha."""

    def __post_init__(self) -> None:
        if self.rows < 2 or self.columns < 2:
            raise PuzzleError(f"a grid of {self.rows} x {self.columns} is too small; use at least 2 x 2")
        if self.rows * self.columns > MOST_PIECES:
            raise PuzzleError(f"{self.rows} x {self.columns} are more than {MOST_PIECES} pieces; use fewer")
        if not SMALLEST <= self.size <= LARGEST:
            raise PuzzleError(f"a size of {self.size} pixels is out of range; use {SMALLEST} to {LARGEST}")
        if not 0 <= self.tilt <= MOST_TILT:
            raise PuzzleError(f"a tilt of {self.tilt} degrees is out of range; use 0 to {MOST_TILT:g}")


def grid_for(pieces: int, width: int, height: int) -> tuple[int, int]:
    """Return rows and columns of exactly this number of pieces, the pieces as square as the picture allows.

    Raises:
        PuzzleError: if no grid has that number, or only strips have; the message names the nearest possible number.
    """
    if not 4 <= pieces <= MOST_PIECES:
        raise PuzzleError(f"{plural(pieces, 'piece')} cannot be cut; use 4 to {MOST_PIECES}")
    found = _squarest(pieces, width / height)
    if found is None:
        near = (pieces + step * way for step in range(1, pieces) for way in (1, -1))
        grids = ((count, _squarest(count, width / height)) for count in near if 4 <= count <= MOST_PIECES)
        advice = next((f"{count} ({grid[0]} x {grid[1]})" for count, grid in grids if grid), "another picture")
        raise PuzzleError(f"no grid of {pieces} pieces is near the picture's shape; use {advice}")
    return found


def _squarest(pieces: int, aspect: float) -> tuple[int, int] | None:
    """Return the factors that make the pieces most nearly square, None if all make strips."""
    pairs = [(rows, pieces // rows) for rows in range(2, pieces // 2 + 1) if pieces % rows == 0]
    ratio, grid = min(
        ((max(columns / rows / aspect, aspect * rows / columns), (rows, columns)) for rows, columns in pairs),
        default=(LONGEST_RATIO + 1, (0, 0)),
    )
    return grid if ratio <= LONGEST_RATIO else None
