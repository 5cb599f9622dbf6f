"""What is to be cut, and how: all that a puzzle is made from beside its picture."""

from dataclasses import dataclass

from heuristan.jigsaw.faults import PuzzleError

MOST_PIECES = 2000
SMALLEST, LARGEST = 40, 400
"""Pixels of a piece from corner to corner: below, a neck is two or three pixels wide and its colours say nothing."""
LONGEST_RATIO = 3.0
"""Of rows to columns, beside the picture's own: longer strips of pieces are no puzzle that anybody cuts."""
MOST_TILT = 45.0


@dataclass(frozen=True)
class Recipe:
    """A puzzle to be cut.

    Raises:
        PuzzleError: a number is out of its range.
    """

    rows: int
    columns: int
    size: int = 80
    """Pixels of a piece from corner to corner, tabs not counted; the picture is scaled to it."""
    seed: int = 1
    is_upright: bool = False
    """Whether the pieces keep the orientation that they have in the picture; otherwise each is turned at random."""
    tilt: float = 0.0
    """Degrees: each piece is turned besides by any angle up to so much, either way, as if laid on a scanner by hand."""
    variety: float = 1.0
    """How much the tabs differ, 0 to 1: at 0 they are all the same, and shape says nothing."""
    shadow: float = 0.0
    """How much darker the rim is that turns away from the light, 0 to 1."""
    noise: float = 0.0
    """Standard deviation of the noise on each channel of each pixel, as a share of that of the picture's channels."""
    scan: float = 0.0
    """How strong the marks of a scanner are, 0 to 1: blur, uneven light, unequal scale, highlights."""
    background: tuple[int, int, int] | None = None
    """A plain colour (red, green, blue) that the pieces lie on; without it they are cut out with alpha."""

    def __post_init__(self) -> None:
        if self.rows < 2 or self.columns < 2:
            raise PuzzleError(f"{self.rows} x {self.columns} pieces are no grid; take two rows and two columns or more")
        if self.rows * self.columns > MOST_PIECES:
            raise PuzzleError(f"{self.rows} x {self.columns} are more than {MOST_PIECES} pieces; take fewer")
        if not SMALLEST <= self.size <= LARGEST:
            raise PuzzleError(f"a piece of {self.size} pixels is not cut; take {SMALLEST} to {LARGEST}")
        if not 0 <= self.tilt <= MOST_TILT:
            raise PuzzleError(f"a tilt of {self.tilt} degrees is not used; take 0 to {MOST_TILT:g}")
        for name in ("variety", "shadow", "noise", "scan"):
            if not 0 <= getattr(self, name) <= 1:
                raise PuzzleError(f"{name} {getattr(self, name)} is not used; take 0 to 1, as 0.3 for 30 per cent")


def grid_for(pieces: int, width: int, height: int) -> tuple[int, int]:
    """Rows and columns of exactly so many pieces, as square as the picture lets them be.

    Raises:
        PuzzleError: no rows and columns make so many, or only strips do; the nearest number that can be cut is named.
    """
    if not 4 <= pieces <= MOST_PIECES:
        raise PuzzleError(f"{pieces} pieces are not cut; take 4 to {MOST_PIECES}")
    found = _squarest(pieces, width / height)
    if found is None:
        near = (pieces + step * way for step in range(1, pieces) for way in (1, -1))
        grids = ((count, _squarest(count, width / height)) for count in near if 4 <= count <= MOST_PIECES)
        advice = next((f"{count} ({grid[0]} x {grid[1]})" for count, grid in grids if grid), "another picture")
        raise PuzzleError(f"{pieces} pieces make no grid that is near the picture's shape; take {advice}")
    return found


def _squarest(pieces: int, aspect: float) -> tuple[int, int] | None:
    """The factors that make the pieces most nearly square; None where all make strips."""
    pairs = [(rows, pieces // rows) for rows in range(2, pieces // 2 + 1) if pieces % rows == 0]
    ratio, grid = min(
        ((max(columns / rows / aspect, aspect * rows / columns), (rows, columns)) for rows, columns in pairs),
        default=(LONGEST_RATIO + 1, (0, 0)),
    )
    return grid if ratio <= LONGEST_RATIO else None
