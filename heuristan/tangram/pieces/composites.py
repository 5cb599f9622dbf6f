"""Composites: three- and four-sided figures that two or more of the pieces make (section 4.4 of the paper).

They are computed, not typed in:

1. **Figures.** The angles of a convex figure with three or four sides are multiples of 45 degrees in six ways only: a
   right triangle, a rectangle, a parallelogram, and a right triangle with a tip cut off parallel to its
   hypotenuse, parallel to a leg, or square to its hypotenuse. Two lengths say which figure of a kind it is. Every side
   is covered by whole sides of pieces, at most one of each, so the lengths are sums of some pieces' sides, and the
   area is a sum of some pieces' areas. (For the seven tans this leaves sides of n or n sqrt2 legs:
   `docs/composites.md` has the short proof.)
2. **Selections.** For each figure, one exact search among the selections of pieces of its area (`pieces.tiling`).

Mirror images count as one composite, as they do for pieces: `pieces.sets.orientations` covers them. Concave
figures are left out, because a figure laid at a vertex must be convex.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product, starmap
from typing import Literal, NamedTuple, TypeAlias

from heuristan.tangram.boundary import Area, Boundary, Ring
from heuristan.tangram.boundary.symmetry import Motion
from heuristan.tangram.lattice.lengths import Length
from heuristan.tangram.lattice.points import ORIGIN, Code, bounds, code, doubled_area, parts, subtract, value
from heuristan.tangram.pieces.sets import (
    TANGRAM,
    UNITS_A_LEG,
    PieceSet,
    Placement,
    Shape,
    along,
    items_of,
    lengths_made,
    orientations,
    ring_from,
    scaled,
    size_of,
)
from heuristan.tangram.pieces.tiling import Selection, tilings

Which: TypeAlias = Literal["paper", "all"]

MOST_TOGETHER = 7
"""Maximum number of pieces in a composite: all seven tans. (For a set of fourteen the search would take too long.)"""


@dataclass(frozen=True)
class Composite:
    """A convex figure of three or four sides that two or more pieces make."""

    shape: Shape
    """Its ring is in half legs, counter-clockwise; the mirror image is the same composite."""
    sets: tuple[Selection, ...]
    """The sets of pieces that make it, each once however its pieces lie; fewest pieces first."""
    arrangements: Mapping[Selection, tuple[Placement, ...]] = field(compare=False, repr=False)
    """One tiling of the ring by each set."""
    piece_shaped: str | None
    """The piece that it is congruent to."""
    pieces: PieceSet = field(repr=False)
    """The set that its pieces are taken from."""

    @property
    def larger(self) -> str | None:
        """The sister sqrt2 times as long, if pieces of one set make it."""
        name = _figures(self.pieces)[self.shape.name].larger.name
        return name if _composite(name, self.pieces) else None


_Length: TypeAlias = tuple[int, int]
"""Small legs, and small legs times sqrt2."""

_Side: TypeAlias = tuple[int, _Length]
"""A direction and a length."""


def _sum(a: _Length, b: _Length) -> _Length:
    return a[0] + b[0], a[1] + b[1]


def _times_root(a: _Length) -> _Length:
    return 2 * a[1], a[0]


_KINDS: Mapping[str, Callable[[_Length, _Length], tuple[_Side, ...]]] = {
    "triangle": lambda leg, _: ((0, leg), (3, _times_root(leg)), (6, leg)),
    "rectangle": lambda a, b: ((0, b), (2, a), (4, b), (6, a)),
    "parallelogram": lambda a, b: ((0, b), (1, a), (4, b), (5, a)),
    "isosceles-trapezium": lambda top, slant: ((0, _sum(top, _times_root(slant))), (3, slant), (4, top), (5, slant)),
    "right-trapezium": lambda top, height: ((0, _sum(top, height)), (3, _times_root(height)), (4, top), (6, height)),
    "cut-triangle": lambda rest_of_leg, cut: (
        (0, _sum(rest_of_leg, _times_root(cut))),
        (2, rest_of_leg),
        (3, cut),
        (5, _sum(cut, _times_root(rest_of_leg))),
    ),
}
"""The sides of the figures of a kind, by their two lengths."""


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
        return _KINDS[self.kind](self.a, self.b)

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
    return str(Length(*map(Fraction, length)))


def _size(length: _Length) -> Code:
    """Return a length's value, as an exact number that orders lengths."""
    return code(length[0], 2 * length[1])


def _is_repeated(kind: str, a: _Length, b: _Length) -> bool:
    """Return whether other lengths give the same figure or its mirror image: a triangle has one, and some swap."""
    if kind == "triangle":
        return a != b
    return not kind.endswith("trapezium") and _size(b) < _size(a)


def _lengths(pieces: PieceSet) -> tuple[_Length, ...]:
    """Return the lengths that sides of a composite can have, shortest first."""
    taken = (parts(length) for length in sorted(lengths_made(pieces, items_of(pieces, pieces.stock(1)))) if length)
    return tuple((whole // UNITS_A_LEG, root // (2 * UNITS_A_LEG)) for whole, root in taken)


def _figures_in_reach(pieces: PieceSet) -> Iterator[_Figure]:
    """Yield the figures with lengths that the pieces can make up, those much too large left out."""
    lengths = [(length, value(_size(length))) for length in _lengths(pieces)]
    # no figure of the six kinds covers less than half the product of its two lengths
    most = 2 * pieces.legs_squared + 1e-6
    for kind, (a, size) in product(_KINDS, lengths):
        for b, other in lengths:
            if size * other > most:
                break
            if not _is_repeated(kind, a, b):
                yield _Figure(kind, a, b)


@lru_cache
def _figures(pieces: PieceSet) -> Mapping[str, _Figure]:
    """Return the figures that may be composites of one set, by name, smallest area first."""
    possible, areas = frozenset(_lengths(pieces)), _sets_by_area(pieces)
    found = [
        figure
        for figure in _figures_in_reach(pieces)
        if all(length in possible for _, length in figure.sides) and doubled_area(figure.ring) in areas
    ]
    found.sort(key=lambda figure: size_of(doubled_area(figure.ring)))
    return {figure.name: figure for figure in found}


def figure_names(pieces: PieceSet) -> frozenset[str]:
    """Return the names of the figures with the sides and the area of some pieces of a set: all composites, and more."""
    return frozenset(_figures(pieces))


@lru_cache
def _sets_by_area(pieces: PieceSet) -> Mapping[Area, tuple[Selection, ...]]:
    """Return the selections of two to MOST_TOGETHER pieces of one set, fewest pieces first, by area."""
    found: dict[Area, list[Selection]] = defaultdict(list)
    for counts in product(*(range(count, -1, -1) for count in pieces.counts)):
        if 2 <= sum(counts) <= MOST_TOGETHER:
            named = tuple(zip(pieces.shapes, counts, strict=True))
            area = tuple(sum(count * shape.area[i] for shape, count in named) for i in (0, 1))
            found[area[0], area[1]].append(tuple(shape.name for shape, count in named for _ in range(count)))
    return {area: tuple(sorted(selections, key=len)) for area, selections in found.items()}


def _widths(ring: Ring) -> tuple[int, ...]:
    """Return the width of a figure along each of the four directions."""
    box = bounds(ring)
    return tuple(high - low for low, high in zip(box[::2], box[1::2], strict=True))


@lru_cache
def _piece_widths(pieces: PieceSet) -> Mapping[str, frozenset[tuple[int, ...]]]:
    return {shape.name: frozenset(_widths(ring) for ring in orientations(shape)) for shape in pieces.shapes}


def _names_that_fit(ring: Ring, pieces: PieceSet) -> frozenset[str]:
    """Return the pieces that are nowhere wider than a figure; a search with the others could find nothing."""
    room = _widths(ring)
    return frozenset(
        name
        for name, turned in _piece_widths(pieces).items()
        if any(all(width <= limit for width, limit in zip(widths, room, strict=True)) for widths in turned)
    )


@lru_cache(maxsize=4096)
def _composite(name: str, pieces: PieceSet) -> Composite | None:
    """Return the composite of that name, or None: no such figure, or no selection of a set's pieces makes it."""
    figure = _figures(pieces).get(name)
    if figure is None:
        return None
    ring = figure.ring
    names = _names_that_fit(ring, pieces)
    selections = [each for each in _sets_by_area(pieces)[doubled_area(ring)] if names.issuperset(each)]
    made = tilings(Boundary.of((ring,)), selections, pieces=pieces)
    arrangements = {selection: made[selection] for selection in selections if selection in made}
    if not arrangements:
        return None
    return Composite(Shape(name, ring), tuple(arrangements), arrangements, _piece_shaped(ring, pieces), pieces)


def _piece_shaped(ring: Ring, pieces: PieceSet) -> str | None:
    first = orientations(Shape("", ring))[0]
    for shape in pieces.shapes:
        if shape.area == doubled_area(ring) and first in orientations(shape):
            return shape.name
    return None


def _is_small(selection: Selection, pieces: PieceSet) -> bool:
    """Return whether a selection is of the size of figure 10's: at most three pieces, none of the largest."""
    return len(selection) <= 3 and _largest(pieces).isdisjoint(selection)


@lru_cache
def _largest(pieces: PieceSet) -> frozenset[str]:
    """Return the kinds of piece of the greatest area."""
    sizes = {shape.name: size_of(shape.area) for shape in pieces.shapes}
    return frozenset(name for name, size in sizes.items() if size == max(sizes.values()))


def _paper(pieces: PieceSet) -> set[str]:
    """Return the composites of two or three of the smaller pieces, and the sister sqrt2 times as long of each.

    For the seven tans these are twenty-one. The paper gives the number and shows one pair (figure 10). This is the
    plainest criterion that gives both, and has the composites in the shape of a piece among them; `docs/paper.md` says
    how certain it is.
    """
    names: set[str] = set()
    for name, figure in _figures(pieces).items():
        if any(_is_small(selection, pieces) for selection in _sets_by_area(pieces)[doubled_area(figure.ring)]):
            composite = _composite(name, pieces)
            if composite and any(_is_small(selection, pieces) for selection in composite.sets):
                names |= {name, figure.larger.name}
    return names


@lru_cache
def composites(which: Which = "all", pieces: PieceSet = TANGRAM) -> tuple[Composite, ...]:
    """Return the composites that the pieces of one set make, smallest area first, always in the same order.

    Args:
        which: "all" (47 for the seven tans), or "paper", the 21 that Deutsch and Hayes most likely worked with
            (section 4.4) and what corresponds to them in another set.
        pieces: the set.
    """
    wanted = _paper(pieces) if which == "paper" else set(_figures(pieces))
    found = (_composite(name, pieces) for name in _figures(pieces) if name in wanted)
    return tuple(composite for composite in found if composite)


def arranged(
    name: str, selection: Selection, placement: Placement, pieces: PieceSet = TANGRAM
) -> tuple[Placement, ...]:
    """Return some pieces laid inside a placed copy of the composite that they make.

    Args:
        name: of the composite.
        selection: one of its sets.
        placement: the copy, in any place, turn and mirror image, in the units of any denominator; the pieces
            are in the same units.
        pieces: the set that the selection is taken from.

    Raises:
        ValueError: if there is no such composite, the set does not make it, or the placement is not a copy of it.
    """
    composite = _composite(name, pieces)
    if composite is None:
        raise ValueError(f"there is no composite {name!r}; take a name from composites('all')")
    if selection not in composite.arrangements:
        raise ValueError(f"{name} is not made of {', '.join(selection)}; take one of its sets")
    ring = composite.shape.ring
    # the widths along the four directions are only exchanged by turning and mirroring
    factor = sum(_widths(placement.ring)) // sum(_widths(ring))
    motion = _motion(_enlarged(ring, factor), placement.ring)
    if motion is None:
        raise ValueError(f"the placement is not a copy of {name}; lay a vertex of that composite")
    inside = composite.arrangements[selection]
    rings = ((piece.name, motion.ring(_enlarged(piece.ring, factor))) for piece in inside)
    return tuple(Placement(piece, bounds(ring), ring) for piece, ring in rings)


def _enlarged(ring: Ring, factor: int) -> Ring:
    return tuple(scaled(p, factor) for p in ring)


def _motion(ring: Ring, image: Ring) -> Motion | None:
    """Return the motion from a ring to its image."""
    target, first = frozenset(image), min(image)
    for turned in starmap(Motion, product((False, True), range(8))):
        # moving keeps the order of points, so the minimum goes to the minimum
        motion = turned._replace(move=subtract(first, min(turned.ring(ring))))
        if target == frozenset(motion.ring(ring)):
            return motion
    return None
