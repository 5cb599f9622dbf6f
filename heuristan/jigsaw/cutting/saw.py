"""The saw: lines are drawn across a picture, and it is cut along them into the pieces of a puzzle.

Coordinates are pixels of the picture, x to the right and y downwards; the centre of the first pixel is (0, 0), so the
picture reaches from -0.5 to its width less 0.5.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np

from heuristan.common.faults import InputError
from heuristan.common.words import plural
from heuristan.jigsaw.piece import Bytes, Floats, Kind, Singles

POINTS = 40
"""Number of points of each Bezier curve: on a side of 100 pixels about half a pixel apart."""

# Minimum and maximum, as shares of the length of the side if nothing else is said.
MIDDLE = (0.42, 0.58)
"""Position of the head along the side."""
NECK = (0.065, 0.105)
"""Half of the width of the neck."""
HEIGHT = (0.2, 0.28)
"""Height of the head above the side line."""
NECK_HEIGHT = (0.26, 0.42)
"""Height of the neck above the side line, as a share of the height of the head."""
FLARE = (0.45, 0.9)
"""Outward lean of a side of the head, as a share of its rise."""
SHOULDER = (0.6, 1.1)
"""Length of the rise to the neck as a share of the neck's height: a short one makes a sharp shoulder."""
SAG = (-0.05, 0.05)
"""Distance of the side line from the straight line on its way to the neck."""
LEAN = (-0.03, 0.03)
"""Lean of the head to one side."""
FIRST = 0.22
"""Position of the first control point along the side."""


def tab(random: np.random.Generator) -> Floats:
    """Draw a side line with a tab from (0, 0) to (1, 0), the tab at y > 0. Shape (points, 2), both ends included."""
    middle, height, lean = (within(random, limits) for limits in (MIDDLE, HEIGHT, LEAN))
    left = _half(random, (middle, height, lean))
    right = _half(random, (1 - middle, height, -lean)) * [-1, 1] + [1, 0]
    points = np.concatenate([left, right[::-1]])
    return np.concatenate([bezier(points[:4]), bezier(points[3:7])[1:], bezier(points[6:])[1:]])


def within(random: np.random.Generator, limits: tuple[float, float]) -> float:
    """Draw a number between limits."""
    low, high = limits
    return (low + high) / 2 + (high - low) * float(random.uniform(-0.5, 0.5))


def _half(random: np.random.Generator, whole: tuple[float, float, float]) -> Floats:
    """Return the control points of a tab's left half: corner, on the side line, before the neck, neck, on the head."""
    middle, height, lean = whole
    half_neck, share, flare, shoulder, sag = (
        within(random, limits) for limits in (NECK, NECK_HEIGHT, FLARE, SHOULDER, SAG)
    )
    neck = np.array([middle - half_neck, share * height])
    # a cubic curve reaches three quarters of the height of its two middle points
    up = (1 - share) * height / 0.75
    step = np.array([lean - flare * up, up])
    before = neck - step * (shoulder * share * height / up)
    return np.array([[0.0, 0.0], [FIRST, sag], before, neck, neck + step])


def bezier(control: Floats) -> Floats:
    """Return the points of a cubic Bezier curve: four control points in, shape (POINTS, 2) out."""
    t = np.linspace(0, 1, POINTS)[:, None]
    s = 1 - t
    weights = np.hstack([s**3, 3 * s * s * t, 3 * s * t * t, t**3])
    return np.asarray(weights @ control)


JITTER = 0.03
"""Maximum distance by which an inner vertex of the grid is moved, as a share of a piece's size; a vertex on the rim
moves along the rim."""

Vertex: TypeAlias = tuple[int, int]
"""The row and column of a vertex of the grid."""
Side: TypeAlias = tuple[Floats, int]
"""A side line from (0, 0) to (1, 0), and 1 if its head is to be on the left, else -1."""
Draw: TypeAlias = Callable[[np.random.Generator, Vertex, Vertex], Side]
"""A function that draws the line between two vertices."""


def by_chance(random: np.random.Generator, start: Vertex, end: Vertex) -> Side:  # noqa: ARG001
    """Draw a line with a tab, whose side chance decides."""
    bulge = int(random.choice((-1, 1)))
    return tab(random), bulge


@dataclass(frozen=True, eq=False)
class CutOutline:
    """The outline of a piece in the picture."""

    row: int
    column: int
    sides: tuple[Floats, Floats, Floats, Floats]
    """Top, right, bottom, left, clockwise as the picture shows them; each begins where the one before it ends."""
    kinds: tuple[Kind, Kind, Kind, Kind]

    @property
    def ring(self) -> Floats:
        """The whole outline, without double points."""
        return np.concatenate([side[:-1] for side in self.sides])

    @property
    def corners(self) -> Floats:
        """Top left, top right, bottom right and bottom left corner, shape (4, 2)."""
        return np.array([side[0] for side in self.sides])


@dataclass(frozen=True, eq=False)
class _Line:
    """A line of the grid from vertex to vertex; `bulge` is 1 where its tab lies to the left of its direction."""

    points: Floats
    bulge: int


def outlines(
    rows: int, columns: int, size: int, random: np.random.Generator, draw: Draw = by_chance, jitter: float = JITTER
) -> list[CutOutline]:
    """Draw the outlines of all pieces, row by row. Pieces that share a side share its points exactly.

    Args:
        rows: number of rows of pieces.
        columns: number of columns of pieces.
        size: side of a piece in pixels.
        random: source of all shapes.
        draw: draws the lines within the picture.
        jitter: how far the lines' crossings are moved, as a share of a piece's size.
    """
    vertices = _vertices(rows, columns, size, random, jitter)

    def line(start: Vertex, end: Vertex, *, is_rim: bool) -> _Line:
        ends = np.array([vertices[start], vertices[end]])
        if is_rim:
            return _Line(ends, 0)
        shape, bulge = draw(random, start, end)
        return _Line(_laid(shape, bulge, ends), bulge)

    across = [[line((r, c), (r, c + 1), is_rim=r in (0, rows)) for c in range(columns)] for r in range(rows + 1)]
    down = [[line((r, c), (r + 1, c), is_rim=c in (0, columns)) for c in range(columns + 1)] for r in range(rows)]
    return [_outline(r, c, across, down) for r in range(rows) for c in range(columns)]


def _vertices(rows: int, columns: int, size: int, random: np.random.Generator, jitter: float) -> Floats:
    """Return where the lines cross, shape (rows + 1, columns + 1, 2)."""
    y, x = np.mgrid[: rows + 1, : columns + 1]
    moved = random.uniform(-jitter, jitter, (rows + 1, columns + 1, 2))
    moved[:, [0, -1], 0] = 0
    moved[[0, -1], :, 1] = 0
    return np.asarray((np.dstack([x, y]) + moved) * size - 0.5)


def _laid(shape: Floats, bulge: int, ends: Floats) -> Floats:
    """Lay a side's shape between two points; its head is on the left if the bulge is 1, else on the right."""
    along = ends[1] - ends[0]
    # to the left of a direction, where y goes down
    outward = np.array([along[1], -along[0]])
    return np.asarray(ends[0] + shape[:, :1] * along + bulge * shape[:, 1:] * outward)


def _outline(r: int, c: int, across: Sequence[Sequence[_Line]], down: Sequence[Sequence[_Line]]) -> CutOutline:
    """Put the outline of a piece together, its lines turned so that they run clockwise."""
    top, right, bottom, left = across[r][c], down[r][c + 1], across[r + 1][c], down[r][c]
    return CutOutline(
        r,
        c,
        (top.points, right.points, bottom.points[::-1], left.points[::-1]),
        (_kind(top.bulge), _kind(right.bulge), _kind(-bottom.bulge), _kind(-left.bulge)),
    )


def _kind(bulge: int) -> Kind:
    return "tab" if bulge > 0 else "blank" if bulge < 0 else "flat"


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
        InputError: if a number is out of its range.
    """

    rows: int
    columns: int
    size: int = 80
    """Distance from corner to corner of a piece in pixels, without tabs; the picture is scaled to it."""
    seed: int = 1
    """Seed of all random numbers."""
    is_upright: bool = False
    """True if the pieces keep their orientation in the picture; False if each is turned at random."""
    tilt: float = 0.0
    """Maximum angle in degrees, either way, by which each piece is turned besides, as if laid on a scanner by hand."""

    def __post_init__(self) -> None:
        if self.rows < 2 or self.columns < 2:
            raise InputError(f"a grid of {self.rows} x {self.columns} is too small; use at least 2 x 2")
        if self.rows * self.columns > MOST_PIECES:
            raise InputError(f"{self.rows} x {self.columns} are more than {MOST_PIECES} pieces; use fewer")
        if not SMALLEST <= self.size <= LARGEST:
            raise InputError(f"a size of {self.size} pixels is out of range; use {SMALLEST} to {LARGEST}")
        if not 0 <= self.tilt <= MOST_TILT:
            raise InputError(f"a tilt of {self.tilt} degrees is out of range; use 0 to {MOST_TILT:g}")


def grid_for(pieces: int, width: int, height: int) -> tuple[int, int]:
    """Return rows and columns of exactly this number of pieces, the pieces as square as the picture allows.

    Raises:
        InputError: if no grid has that number, or only strips have; the message names the nearest possible number.
    """
    if not 4 <= pieces <= MOST_PIECES:
        raise InputError(f"{plural(pieces, 'piece')} cannot be cut; use 4 to {MOST_PIECES}")
    found = _squarest(pieces, width / height)
    if found is None:
        near = (pieces + step * way for step in range(1, pieces) for way in (1, -1))
        grids = ((count, _squarest(count, width / height)) for count in near if 4 <= count <= MOST_PIECES)
        advice = next((f"{count} ({grid[0]} x {grid[1]})" for count, grid in grids if grid), "another picture")
        raise InputError(f"no grid of {pieces} pieces is near the picture's shape; use {advice}")
    return found


def _squarest(pieces: int, aspect: float) -> tuple[int, int] | None:
    """Return the factors that make the pieces most nearly square, None if all make strips."""
    pairs = [(rows, pieces // rows) for rows in range(2, pieces // 2 + 1) if pieces % rows == 0]
    ratio, grid = min(
        ((max(columns / rows / aspect, aspect * rows / columns), (rows, columns)) for rows, columns in pairs),
        default=(LONGEST_RATIO + 1, (0, 0)),
    )
    return grid if ratio <= LONGEST_RATIO else None


LINES, ORDER = 0, 1
"""Uses of the seed. Each has its own random numbers, so that an option changes nothing else."""
MARGIN = 5
"""Empty pixels around a piece."""
FINENESS = 8
"""Number of points a pixel, each way, on which its share of the piece is counted."""

Track: TypeAlias = Callable[[Sequence[int]], Iterable[int]]
"""A function that iterates over the pieces, and may show the progress."""


@dataclass(frozen=True, eq=False)
class Stamp:
    """A piece that was cut out."""

    colours: Singles
    """Red, green and blue, 0 to 255, beyond the piece too; shape (height, width, 3)."""
    alpha: Singles
    """Each pixel's share of the piece, 0 to 1; shape (height, width)."""
    corners: Floats
    """The corners in this picture, clockwise from the one that is the top left in the whole picture; shape (4, 2)."""


@dataclass(frozen=True, eq=False)
class Cut:
    """A puzzle that was cut: pictures, and where each piece belongs."""

    recipe: Recipe
    pictures: dict[str, Bytes]
    """The pictures of the pieces by name; shape (height, width, 4) each."""
    truth: dict[str, Any]
    """The content of truth.json, described in docs/format-jigsaw.md."""


@dataclass(frozen=True, eq=False)
class Turned:
    """A piece that is turned, and how to turn it back."""

    outline: CutOutline
    stamp: Stamp
    turn: int
    """Quarter turns clockwise that bring it back to how it lies in the picture."""
    tilt: float
    """Degrees clockwise by which it is tilted besides."""


def cut(picture: Bytes, recipe: Recipe, track: Track = iter) -> Cut:
    """Cut a picture into shuffled pieces, each with its own picture: piece-001, piece-002, ...

    Args:
        picture: red, green and blue, shape (height, width, 3). It is scaled to cover the grid at the recipe's size of a
            piece, and cropped equally on both sides.
        recipe: how to cut it.
        track: iterates over the pieces.
    """
    return Saw(picture, recipe).cut(track)


class Saw:
    """A saw for one picture. A subclass may cut otherwise, wear the pieces, and take their pictures otherwise."""

    def __init__(self, picture: Bytes, recipe: Recipe) -> None:
        self._recipe = recipe
        self._whole = fitted(picture, recipe)

    def cut(self, track: Track) -> Cut:
        """Cut the picture into pieces with pictures of their own."""
        turned = self.turned(track)
        names = numbered("piece", len(turned))
        taken = [self.taken(each.stamp) for each in turned]
        pictures = dict(zip(names, (picture for picture, _ in taken), strict=True))
        return Cut(self._recipe, pictures, self.truth(names, turned, [corners for _, corners in taken]))

    def random(self, use: int) -> np.random.Generator:
        """Return the random numbers for a use of the seed."""
        return np.random.default_rng([self._recipe.seed, use])

    def outlines(self, random: np.random.Generator) -> list[CutOutline]:
        """Draw the outlines of all pieces."""
        return outlines(self._recipe.rows, self._recipe.columns, self._recipe.size, random)

    def stamped(self, outline: CutOutline, degrees: float) -> Stamp:
        """Cut a piece out and turn it clockwise."""
        return stamp(self._whole, outline, degrees)

    def taken(self, piece: Stamp) -> tuple[Bytes, Floats]:
        """Take the picture of a piece, and return it with where its corners are on it."""
        return pixels_of(piece.colours, piece.alpha), piece.corners

    def turned(self, track: Track) -> list[Turned]:
        """Return all pieces in shuffled order, turned."""
        recipe, order = self._recipe, self.random(ORDER)
        found = self.outlines(self.random(LINES))
        turns = order.integers(0, 4, len(found))
        tilts = order.uniform(-1, 1, len(found)) * recipe.tilt
        pieces = []
        for at in track(order.permutation(len(found)).tolist()):
            turn = 0 if recipe.is_upright else int(turns[at])
            tilt = float(tilts[at])
            pieces.append(Turned(found[at], self.stamped(found[at], tilt - 90 * turn), turn, tilt))
        return pieces

    def truth(self, names: Sequence[str], turned: Sequence[Turned], corners: Sequence[Floats]) -> dict[str, Any]:
        """Return where each piece belongs, as truth.json says it."""
        return {
            "rows": self._recipe.rows,
            "columns": self._recipe.columns,
            "pieces": [
                {
                    "piece": name,
                    "row": each.outline.row,
                    "column": each.outline.column,
                    "turn": each.turn,
                    "tilt": round(each.tilt, 3) + 0.0,
                    "corners": np.round(own, 3).tolist(),
                    "sides": list(each.outline.kinds),
                }
                for name, each, own in zip(names, turned, corners, strict=True)
            ],
        }


def numbered(name: str, count: int) -> list[str]:
    """Return names with numbers from 1, all equally long."""
    return [f"{name}-{number:0{len(str(count))}}" for number in range(1, count + 1)]


def fitted(picture: Bytes, recipe: Recipe) -> Bytes:
    """Scale the picture until it covers the grid, and crop it to its middle."""
    height, width = recipe.rows * recipe.size, recipe.columns * recipe.size
    scale = max(height / picture.shape[0], width / picture.shape[1])
    high, wide = (
        max(needed, round(side * scale)) for needed, side in zip((height, width), picture.shape[:2], strict=True)
    )
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    scaled = cv2.resize(picture, (wide, high), interpolation=way)
    top, left = (high - height) // 2, (wide - width) // 2
    return np.ascontiguousarray(scaled[top : top + height, left : left + width])


def stamp(picture: Bytes, outline: CutOutline, degrees: float, scale: float = 1.0) -> Stamp:
    """Cut a piece out, anti-aliased, and turn it clockwise."""
    matrix = _turning(degrees, scale)
    ring = outline.ring @ matrix.T
    low, high = ring.min(0), ring.max(0)
    # a shift by whole pixels: a piece turned by quarters keeps the picture's exact colours
    shift = MARGIN - np.floor(low)
    wide, high_ = (int(value) for value in np.ceil(high) + shift + MARGIN + 1)
    mapping = np.hstack([matrix, shift[:, None]])
    colours = cv2.warpAffine(
        picture, mapping, (wide, high_), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)
    return Stamp(colours, coverage(ring + shift, wide, high_), outline.corners @ matrix.T + shift)


def _turning(degrees: float, scale: float) -> Floats:
    """Return the matrix of a clockwise turn (y goes down), exact for quarters."""
    if degrees % 90 == 0:
        c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[int(degrees // 90) % 4]
    else:
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return scale * np.array([[c, -s], [s, c]], dtype=np.float64)


def coverage(ring: Floats, width: int, height: int) -> Singles:
    """Return each pixel's share of the inside of a ring."""
    fine = np.zeros((height * FINENESS, width * FINENESS), np.uint8)
    points = np.round((ring + 0.5) * FINENESS - 0.5).astype(np.int32)
    cv2.fillPoly(fine, [points], 255)
    return np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255)


def pixels_of(colours: Singles, alpha: Singles) -> Bytes:
    """Return a picture in whole numbers: red, green, blue, alpha."""
    whole = np.dstack([colours, alpha * 255]).round().clip(0, 255).astype(np.uint8)
    whole[whole[..., 3] == 0] = 0
    return np.asarray(whole)
