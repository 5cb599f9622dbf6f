"""A puzzle: an exact outline, its boundary, and where it lies in the coordinates it came from."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from math import cos, floor, log10, sin

from heuristan.boundary import Area, Boundary, Ring, TangledBoundary, ring_of, sign_of_area
from heuristan.lattice import LIMIT, ROOT_HALF, Point, doubled_area, parts, xy
from heuristan.pieces import LEGS_SQUARED_A_SET, UNITS_A_LEG, Stock, stock_of
from heuristan.soundness import check_crossings, check_nesting

MOST_SETS = 100
"""Sets of pieces that an outline may ask for."""

MOST_VERTICES = 2000
"""Vertices that an outline may have; a set of pieces has 23."""


class OutlineError(ValueError):
    """An outline that cannot be a puzzle: what is wrong, and the smallest change that would mend it."""


@dataclass(frozen=True)
class Frame:
    """From lattice units to the outline's own coordinates: turn, scale (mirror where y runs down), move."""

    scale: float = 1.0
    """Own units in a lattice unit."""
    angle: float = 0.0
    """Turn, counter-clockwise in radians."""
    origin: tuple[float, float] = (0.0, 0.0)
    y_down: bool = False

    def own(self, p: Point) -> tuple[float, float]:
        x, y = xy(p)
        c, s = self.scale * cos(self.angle), self.scale * sin(self.angle)
        u, v = c * x - s * y, s * x + c * y
        digits = DIGITS - floor(log10(self.scale)) if self.scale < 1 else DIGITS
        return _tidy(self.origin[0] + u, digits), _tidy(self.origin[1] + (-v if self.y_down else v), digits)


DIGITS = 12
"""Decimals that are kept of a coordinate, where a lattice unit is about 1."""


def _tidy(number: float, digits: int = DIGITS) -> float:
    """Without the noise of the last bits, so that 2.0000000000000004 is printed as 2.0."""
    return round(number, digits) + 0.0


@dataclass(frozen=True)
class Puzzle:
    """An outline on the lattice that some sets of pieces have the area of."""

    id: str
    rings: tuple[Ring, ...]
    """The outline, outer rings counter-clockwise, holes clockwise, in units of half a leg over the denominator."""
    denominator: int = 1
    sets: int = 1
    frame: Frame = field(default_factory=Frame)

    @cached_property
    def boundary(self) -> Boundary:
        return Boundary.of(self.rings)

    @property
    def stock(self) -> Stock:
        return stock_of(self.sets)

    @property
    def unit(self) -> float:
        """The length of a lattice unit in small legs."""
        return 1 / (UNITS_A_LEG * self.denominator)

    def in_legs(self, p: Point) -> tuple[float, float]:
        """A point as floats in small legs, in the lattice's position."""
        x, y = xy(p)
        return _tidy(x * self.unit), _tidy(y * self.unit)


def area_of_sets(sets: int, denominator: int) -> Area:
    """Twice the area of so many sets, in square units."""
    return 2 * LEGS_SQUARED_A_SET * sets * (UNITS_A_LEG * denominator) ** 2, 0


def legs_squared(area: Area, denominator: int) -> float:
    """An area (twice, in square units) in squares of the small leg."""
    return (area[0] + area[1] * ROOT_HALF) / 2 / (UNITS_A_LEG * denominator) ** 2


def make_puzzle(
    id: str, rings: Iterable[Ring], *, denominator: int = 1, sets: int | None = None, frame: Frame | None = None
) -> Puzzle:
    """A checked puzzle from the rings of an outline on the lattice.

    Args:
        id: its name in results and pictures.
        rings: outer rings counter-clockwise, holes clockwise. Rings that share an edge are one part.
        denominator: how many lattice points stand on a small leg.
        sets: how many sets of seven pieces; found from the area if not given.
        frame: where the outline lies in its own coordinates; these are small legs if not given.

    Raises:
        OutlineError: the outline crosses itself, covers a place twice, has a hole outside, is too large, or no number
            of sets has its area.
    """
    listed = tuple(rings)
    _check_size(listed)
    boundary = Boundary.of(listed)
    if not boundary:
        raise OutlineError("the outline is empty; give it at least three vertices")
    frame = frame or Frame(scale=1 / (UNITS_A_LEG * denominator))
    try:
        loops = boundary.loops
        check_crossings(boundary)
        check_nesting(loops)
        outline = tuple(ring_of(loop) for part in boundary.parts for loop in part.loops)
    except TangledBoundary as fault:
        x, y = frame.own(fault.point)
        raise OutlineError(f"{fault} at ({x:g}, {y:g}); check the order of its vertices") from None
    found = _sets_of(boundary.area, denominator)
    if found is None or (sets is not None and found != sets):
        raise OutlineError(_area_fault(boundary.area, denominator, sets))
    return Puzzle(id, outline, denominator, found, frame)


def _check_size(rings: tuple[Ring, ...]) -> None:
    count = sum(map(len, rings))
    if count > MOST_VERTICES:
        raise OutlineError(f"the outline has {count} vertices; more than {MOST_VERTICES} are not read")
    # half of the exact range, so that pieces laid at the outline stay within it
    if any(abs(part) > LIMIT // 2 for ring in rings for p in ring for number in p for part in parts(number)):
        raise OutlineError("the outline is too large or too finely divided for exact numbers; check the lengths")


def _sets_of(area: Area, denominator: int) -> int | None:
    one = area_of_sets(1, denominator)[0]
    if area[1] or area[0] % one or area[0] <= 0:
        return None
    return area[0] // one


def _area_fault(area: Area, denominator: int, sets: int | None) -> str:
    size = legs_squared(area, denominator)
    wanted = (
        "a set of pieces covers" if sets is None else f"{sets} sets of pieces cover" if sets > 1 else "1 set covers"
    )
    fault = f"the area is {size:.6g} legs squared, and {wanted} {LEGS_SQUARED_A_SET * (sets or 1)}"
    fitting = round(size / LEGS_SQUARED_A_SET)
    if _sets_of(area, denominator) is not None:
        return f"{fault}; {fitting} set{'s' * (fitting > 1)} would fit: write 'sets: {fitting}'"
    nearest = max(1, fitting)
    return f"{fault}; no number of sets fits (the nearest is {nearest}, which covers {8 * nearest}): check the lengths"


def orient(ring: Ring, sign: int) -> Ring:
    """The ring run counter-clockwise (sign +1) or clockwise (-1)."""
    return ring if sign_of_area(doubled_area(ring)) == sign else ring[::-1]
