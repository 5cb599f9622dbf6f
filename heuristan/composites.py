"""Composites: three- and four-sided figures that two or more of the pieces make (section 4.4 of the paper).

They are computed, not typed in:

1. **Figures.** The angles of a convex figure with three or four sides are multiples of 45 degrees in six ways only: a
   right triangle, a rectangle, a parallelogram, and a right triangle with a corner cut off parallel to its
   hypotenuse, parallel to a leg, or square to its hypotenuse. Every side is covered by whole sides of pieces, so its
   length is a + b sqrt2 with a, b >= 0, and the area has no part in sqrt2: together these leave sides of n or n sqrt2
   legs (`docs/composites.md` has the short proof). So two lengths say which figure of a kind it is.
2. **Sets.** For each figure, one exact search among the sets of pieces of its area (`heuristan.tiling`).

Mirror images count as one composite, as they do for pieces: `heuristan.pieces.orientations` covers them. Concave
figures are left out, because what is laid at a corner must be convex.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product
from math import isqrt
from typing import Literal, NamedTuple, TypeAlias

from heuristan.boundary import Boundary, Ring
from heuristan.lattice import ORIGIN, Point, add, bounds, doubled_area, mirror, subtract, turn
from heuristan.pieces import (
    LEGS_SQUARED_A_SET,
    ONE_SET,
    PIECES,
    CornerTable,
    Placement,
    Shape,
    along,
    corner_table,
    orientations,
    ring_from,
    scaled,
)
from heuristan.tiling import PieceSet, tilings

Which: TypeAlias = Literal["paper", "all"]


@dataclass(frozen=True)
class Composite:
    """A convex figure of three or four sides that two or more pieces make."""

    shape: Shape
    """Its ring is in half legs, counter-clockwise; the mirror image is the same composite."""
    sets: tuple[PieceSet, ...]
    """The sets of pieces that make it, each once however its pieces lie; fewest pieces first."""
    arrangements: Mapping[PieceSet, tuple[Placement, ...]] = field(compare=False, repr=False)
    """One tiling of the ring by each set."""
    piece_shaped: str | None
    """The piece that it is congruent to."""

    @property
    def larger(self) -> str | None:
        """The sister sqrt2 times as long, if pieces of one set make it."""
        name = _figures()[self.shape.name].larger.name
        return name if _composite(name) else None

    @property
    def smaller(self) -> str | None:
        """The sister 1/sqrt2 times as long, if two or more pieces make it."""
        found = (name for name, figure in _figures().items() if figure.larger.name == self.shape.name)
        return next((name for name in found if _composite(name)), None)


_Length: TypeAlias = tuple[int, int]
"""Small legs, and small legs times sqrt2."""

_Side: TypeAlias = tuple[int, _Length]
"""A direction and a length."""


def _sum(a: _Length, b: _Length) -> _Length:
    return a[0] + b[0], a[1] + b[1]


def _times_root(a: _Length) -> _Length:
    return 2 * a[1], a[0]


def _is_whole(a: _Length) -> bool:
    return a[1] == 0


def _triangle(leg: _Length, _: _Length) -> tuple[_Side, ...]:
    return (0, leg), (3, _times_root(leg)), (6, leg)


def _rectangle(a: _Length, b: _Length) -> tuple[_Side, ...]:
    return (0, b), (2, a), (4, b), (6, a)


def _parallelogram(a: _Length, b: _Length) -> tuple[_Side, ...]:
    return (0, b), (1, a), (4, b), (5, a)


def _isosceles_trapezium(top: _Length, slant: _Length) -> tuple[_Side, ...]:
    return (0, _sum(top, _times_root(slant))), (3, slant), (4, top), (5, slant)


def _right_trapezium(top: _Length, height: _Length) -> tuple[_Side, ...]:
    return (0, _sum(top, height)), (3, _times_root(height)), (4, top), (6, height)


def _cut_triangle(rest_of_leg: _Length, cut: _Length) -> tuple[_Side, ...]:
    return (
        (0, _sum(rest_of_leg, _times_root(cut))),
        (2, rest_of_leg),
        (3, cut),
        (5, _sum(cut, _times_root(rest_of_leg))),
    )


class _Kind(NamedTuple):
    sides: Callable[[_Length, _Length], tuple[_Side, ...]]
    alike: bool
    """Whether the area is without sqrt2 when both lengths are n or both n sqrt2, or when they differ in that."""


_KINDS: Mapping[str, _Kind] = {
    "triangle": _Kind(_triangle, alike=True),
    "rectangle": _Kind(_rectangle, alike=True),
    "parallelogram": _Kind(_parallelogram, alike=False),
    "isosceles-trapezium": _Kind(_isosceles_trapezium, alike=False),
    "right-trapezium": _Kind(_right_trapezium, alike=True),
    "cut-triangle": _Kind(_cut_triangle, alike=False),
}


class _Figure(NamedTuple):
    """A figure of a kind by the two lengths that it is made from."""

    kind: str
    a: _Length
    b: _Length

    @property
    def ring(self) -> Ring:
        return ring_from(ORIGIN, (along(direction, *length) for direction, length in self.sides))

    @property
    def sides(self) -> tuple[_Side, ...]:
        return _KINDS[self.kind].sides(self.a, self.b)

    @property
    def larger(self) -> "_Figure":
        """The similar figure sqrt2 times as long."""
        return _Figure(self.kind, _times_root(self.a), _times_root(self.b))

    @property
    def name(self) -> str:
        """The kind with its leg, its sides, its parallel sides, or (cut triangle) its two shortest sides."""
        first, second = self.a, self.b
        if self.kind == "triangle":
            return f"triangle-{_text(first)}"
        if self.kind == "rectangle" and first == second:
            return f"square-{_text(first)}"
        if self.kind.endswith("trapezium"):
            second = self.sides[0][1]
        return f"{self.kind}-{_text(first)}x{_text(second)}"


def _text(length: _Length) -> str:
    legs, roots = length
    return str(legs) if _is_whole(length) else f"{roots if roots > 1 else ''}r2"


def _doubled_area(ring: Ring) -> int:
    """Twice an area without a part in sqrt2, in square half legs."""
    return doubled_area(ring)[0]


def _value_squared(length: _Length) -> int:
    """The square of a length n or n sqrt2: it orders them."""
    return length[0] ** 2 + 2 * length[1] ** 2


def _is_repeated(kind: str, a: _Length, b: _Length) -> bool:
    """Whether the same figure, or its mirror image, comes with other lengths: a triangle has one, and some swap."""
    if kind == "triangle":
        return a != b
    return not kind.endswith("trapezium") and _value_squared(b) < _value_squared(a)


def _figures_up_to(most: int) -> Iterator[_Figure]:
    """The figures up to so many square legs."""
    # none is thinner than 1/sqrt2, the height of the flat parallelogram, so no side is longer than sqrt2 * most
    whole: list[_Length] = [(n, 0) for n in range(1, isqrt(2 * most**2) + 1)]
    lengths = sorted([*whole, *((0, n) for n in range(1, most + 1))], key=_value_squared)
    for kind, (_, alike) in _KINDS.items():
        for a in lengths:
            for b in lengths:
                if (_is_whole(a) == _is_whole(b)) != alike or _is_repeated(kind, a, b):
                    continue
                figure = _Figure(kind, a, b)
                if _doubled_area(figure.ring) > _doubled_area(PIECES["square"].ring) * most:
                    break
                yield figure


@lru_cache
def _figures() -> Mapping[str, _Figure]:
    """The figures that may be composites of one set, by name, smallest area first."""
    found = sorted(_figures_up_to(LEGS_SQUARED_A_SET), key=lambda figure: _doubled_area(figure.ring))
    return {figure.name: figure for figure in found}


@lru_cache
def _sets_by_area() -> Mapping[int, tuple[PieceSet, ...]]:
    """The sets of two pieces or more of the seven, fewest pieces first, by area (twice, in square half legs)."""
    found: dict[int, list[PieceSet]] = defaultdict(list)
    for counts in product(*(range(ONE_SET[name], -1, -1) for name in PIECES)):
        if sum(counts) >= 2:
            pieces = tuple(name for name, count in zip(PIECES, counts, strict=True) for _ in range(count))
            found[sum(_doubled_area(PIECES[name].ring) for name in pieces)].append(pieces)
    return {area: tuple(sorted(sets, key=len)) for area, sets in found.items()}


def _widths(ring: Ring) -> tuple[int, ...]:
    """How wide a figure is along each of the four directions."""
    box = bounds(ring)
    return tuple(high - low for low, high in zip(box[::2], box[1::2], strict=True))


@lru_cache
def _piece_widths() -> Mapping[str, frozenset[tuple[int, ...]]]:
    return {name: frozenset(_widths(ring) for ring in orientations(shape)) for name, shape in PIECES.items()}


def _names_that_fit(ring: Ring) -> frozenset[str]:
    """The pieces that are nowhere wider than a figure; the others spare a search that could find nothing."""
    room = _widths(ring)
    return frozenset(
        name
        for name, turned in _piece_widths().items()
        if any(all(width <= limit for width, limit in zip(widths, room, strict=True)) for widths in turned)
    )


@cache
def _composite(name: str) -> Composite | None:
    """The composite of that name, or None: no such figure, or no set makes it."""
    figure = _figures().get(name)
    if figure is None:
        return None
    ring = figure.ring
    names = _names_that_fit(ring)
    sets = [pieces for pieces in _sets_by_area().get(_doubled_area(ring), ()) if names.issuperset(pieces)]
    made = tilings(Boundary.of((ring,)), sets)
    arrangements = {pieces: made[pieces] for pieces in sets if pieces in made}
    if not arrangements:
        return None
    return Composite(Shape(name, ring), tuple(arrangements), arrangements, _piece_shaped(ring))


def _piece_shaped(ring: Ring) -> str | None:
    first = orientations(Shape("", ring))[0]
    for name, piece in PIECES.items():
        if _doubled_area(piece.ring) == _doubled_area(ring) and first in orientations(piece):
            return name
    return None


def _is_small(pieces: PieceSet) -> bool:
    """Whether a set is of the size of figure 10's: at most three pieces, no large triangle."""
    return len(pieces) <= 3 and "large-triangle" not in pieces


def _paper() -> set[str]:
    """Twenty-one: what two or three of the five smaller pieces make, and the sister sqrt2 times as long of each.

    The paper gives the number and shows one pair (figure 10). This is the plainest criterion that gives both, and
    has the composites in the shape of a piece among them; `docs/paper.md` says how certain it is.
    """
    names: set[str] = set()
    for name, figure in _figures().items():
        if any(map(_is_small, _sets_by_area().get(_doubled_area(figure.ring), ()))):
            composite = _composite(name)
            if composite and any(map(_is_small, composite.sets)):
                names |= {name, figure.larger.name}
    return names


@lru_cache
def composites(which: Which = "all") -> tuple[Composite, ...]:
    """The composites that the pieces of one set make, smallest area first, always in the same order.

    Args:
        which: "all" 47, or "paper", the 21 that Deutsch and Hayes most likely worked with (section 4.4).
    """
    wanted = _paper() if which == "paper" else set(_figures())
    return tuple(composite for name in _figures() if name in wanted and (composite := _composite(name)))


@lru_cache
def corners(which: Which, denominator: int) -> CornerTable:
    """Every way to lay a composite with a corner at the origin, in units of a puzzle with that denominator."""
    return corner_table((composite.shape for composite in composites(which)), denominator)


class _Motion(NamedTuple):
    """A motion that keeps the lattice, and an enlargement by a whole number before it."""

    factor: int
    mirrors: bool
    eighths: int
    displacement: Point = ORIGIN

    def ring(self, ring: Ring) -> Ring:
        """The image of a counter-clockwise ring, counter-clockwise again."""
        enlarged = [scaled(p, self.factor) for p in ring]
        facing = [mirror(p) for p in reversed(enlarged)] if self.mirrors else enlarged
        return tuple(add(turn(p, self.eighths), self.displacement) for p in facing)


def arranged(name: str, pieces: PieceSet, placement: Placement) -> tuple[Placement, ...]:
    """The pieces of a set laid inside a placed copy of the composite that they make.

    Args:
        name: of the composite.
        pieces: one of its sets.
        placement: the copy, in any place, turn and mirror image, in the units of any denominator; the pieces
            are in the same units.

    Raises:
        ValueError: there is no such composite, the set does not make it, or the placement is no copy of it.
    """
    composite = _composite(name)
    if composite is None:
        raise ValueError(f"there is no composite {name!r}; take a name from composites('all')")
    if pieces not in composite.arrangements:
        raise ValueError(f"{name} is not made of {', '.join(pieces)}; take one of its sets")
    motion = _motion(composite.shape.ring, placement.ring)
    if motion is None:
        raise ValueError(f"the placement is no copy of {name}; lay a corner of that composite")
    rings = ((piece.name, motion.ring(piece.ring)) for piece in composite.arrangements[pieces])
    return tuple(Placement(piece, bounds(ring), ring) for piece, ring in rings)


def _motion(ring: Ring, image: Ring) -> _Motion | None:
    """The motion from a ring to its enlarged and moved image."""
    factor = isqrt(_doubled_area(image) // _doubled_area(ring))
    target, first = frozenset(image), min(image)
    for mirrors, eighths in product((False, True), range(8)):
        # moving keeps the order of points, so the least corner goes to the least corner
        motion = _Motion(factor, mirrors, eighths)
        motion = motion._replace(displacement=subtract(first, min(motion.ring(ring))))
        if target == frozenset(motion.ring(ring)):
            return motion
    return None
