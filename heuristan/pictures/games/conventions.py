"""The convention by which a game places its pieces, found by which makes them fit together.

A level says of each piece a point, an angle and whether it is flipped. It does not say how long a leg is, where on the
piece the point is, how the piece lies unturned, or which way angles run. Each contact of two sides that face each other
is a linear equation for the length of a leg. So all conventions vote for lengths, weighted by the length of contact, as
in a Hough transform, and the best are measured: no overlap, few groups, long contacts.
"""

from cmath import rect
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from math import log, pi, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.common.plane import connected
from heuristan.pictures.games.figure_files import Placed
from heuristan.tangram.puzzle.drawing import LaidPiece

Form: TypeAlias = tuple[complex, ...]
"""Vertices in legs, counter-clockwise in the file's axes, about the piece's point."""
Floats: TypeAlias = NDArray[np.float64]
Forms: TypeAlias = NDArray[np.complex128]
"""Forms, a row each."""

UNITS = {"degrees": pi / 180, "radians": 1.0, "eighths of a turn": pi / 4}
"""Units of angles, in radians."""

POINTS = {
    "right angle": "the right angle of triangles and a corner of others",
    "centroid": "the centroid",
    "box": "the centre of the box",
    "middle": "the middle of the longest side of triangles and of others the centre",
    "corner": "an acute corner of triangles and a corner of others",
}
"""Where on a piece its point may be, in the order in which people use them: the box is that of the piece unturned."""

LIKELIER = 0.75
"""A convention that people use more is taken if its contacts are this part of the longest or more."""

FINENESS = 0.01
"""Width of the classes in which lengths of a leg are counted, as a part of the length."""

BEAM, WIDER = 1500, 6
"""Number of choices with most votes that are kept after each kind of pieces, and how many times as many are looked at,
some of which have pieces that overlap."""

TRIED = 16
"""Number of layouts without an overlap, of each point and direction of angles, that are measured."""

REFINED = 5
"""Number of those whose leg is measured more exactly."""

DEEPEST = 0.1
"""Maximum depth of an overlap, in legs, and maximum width of a gap of pieces that touch: games round to pixels."""

POINT_CONTACT = 0.15
"""Weight of a contact in a point, in legs of contact along sides."""


FACING = -0.999
"""Maximum cosine of sides that lie along each other."""

NARROWEST = 1.5
"""Maximum length of a leg, as a part of the distance of the points that are farthest apart."""

_ROOT, _HALF = sqrt(2), sqrt(0.5)

FORMS: dict[str, Form] = {
    **{f"{size}-triangle": (0j, leg + 0j, leg * 1j) for size, leg in (("large", 2), ("medium", _ROOT), ("small", 1))},
    "square": (0j, 1 + 0j, 1 + 1j, 1j),
    "parallelogram": (0j, _ROOT + 0j, _ROOT + _HALF + _HALF * 1j, _HALF + _HALF * 1j),
}
"""The pieces in legs; how they lie unturned in a game is found out."""

KINDS = ("triangle", "square", "parallelogram")
"""Pieces of one kind lie unturned alike, with their points at the same place."""


@dataclass(frozen=True)
class Layout:
    """Pieces laid by one convention."""

    forms: tuple[Form, ...]
    """Turned, about their points."""
    places: tuple[complex, ...]
    leg: float
    point: str
    """One of POINTS."""
    sense: int
    """1 where angles run from x to y, else -1."""

    @property
    def words(self) -> str:
        way = "from x to y" if self.sense > 0 else "from y to x"
        return f"x and y are {POINTS[self.point]}, angles run {way}, and a leg is {self.leg:.4g}"

    def refined(self) -> "Layout":
        """Return the layout with the leg that its contacts mean, weighted by their lengths."""
        legs, weights = [], []
        for i, j in combinations(range(len(self.places)), 2):
            rows = (np.array([self.forms[i]]), np.array([self.forms[j]]))
            found, sizes = _votes(*rows, self.places[j] - self.places[i], are_alike=True)
            is_near = (sizes > 0) & (abs(found / self.leg - 1) < 2 * FINENESS)
            legs += [*found[is_near]]
            weights += [*sizes[is_near]]
        return replace(self, leg=float(np.average(legs, weights=weights))) if legs else self

    @property
    def rings(self) -> list[Form]:
        """The vertices in legs."""
        return [tuple(place / self.leg + z for z in form) for place, form in zip(self.places, self.forms, strict=True)]

    @cached_property
    def fit(self) -> "RelativeFit":
        return RelativeFit.of(self.rings)

    def is_like(self, other: "Layout") -> bool:
        """Return whether all pieces lie as in another layout."""
        pairs = zip(self.rings, other.rings, strict=True)
        return all(
            min(abs(z * self.leg - w * other.leg) for w in others) < DEEPEST * self.leg
            for ring, others in pairs
            for z in ring
        )

    def laid(self, names: Sequence[str]) -> tuple[LaidPiece, ...]:
        """Return the pieces in the file's coordinates."""
        return tuple(
            LaidPiece(name, tuple((self.leg * z.real, self.leg * z.imag) for z in ring))
            for name, ring in zip(names, self.rings, strict=True)
        )


@dataclass(frozen=True)
class RelativeFit:
    """Relative places of pieces, in legs."""

    gaps: dict[tuple[int, int], float]
    """For each two pieces, how far they are apart; negative where they overlap."""
    contact: float
    """The length of all contacts."""

    @classmethod
    def of(cls, rings: Sequence[Form]) -> "RelativeFit":
        gaps, contact = dict[tuple[int, int], float](), 0.0
        for (i, ring), (j, other) in combinations(enumerate(rings), 2):
            gap = max(_separation(ring, other), _separation(other, ring))
            if gap > -DEEPEST:
                gap = max(gap, min(_distance(ring, other), _distance(other, ring)))
            gaps[i, j] = gap
            if abs(gap) <= DEEPEST:
                contact += max(_shared(ring, other), POINT_CONTACT)
        return cls(gaps, contact)

    @property
    def depth(self) -> float:
        """The maximum depth of an overlap."""
        return max(0.0, -min(self.gaps.values()))

    @cached_property
    def groups(self) -> list[list[int]]:
        """The pieces that hang together."""
        touching = (pair for pair, gap in self.gaps.items() if gap <= DEEPEST)
        return connected(1 + max(j for _, j in self.gaps), touching)

    @property
    def closes(self) -> bool:
        """Whether nothing overlaps, and all pieces hang together."""
        return self.depth <= DEEPEST and len(self.groups) == 1

    @property
    def rank(self) -> tuple[float, int, float]:
        """The less, the better."""
        return max(self.depth, DEEPEST), len(self.groups), -self.contact


def layouts(placed: Sequence[Placed], unit: str) -> list[Layout]:
    """Return the layouts in which pieces fit together best, the likeliest first.

    Args:
        placed: the pieces of whole sets.
        unit: the unit of their angles, one of UNITS.
    """
    found = []
    for point, sense in product(POINTS, (1, -1)):
        voted = sorted(_voted(placed, point, sense * UNITS[unit]), key=_rank)
        best = sorted(map(Layout.refined, voted[:REFINED]), key=_rank)
        found += [layout for i, layout in enumerate(best) if i == 0 or layout.fit.closes]
    longest = max((layout.fit.contact for layout in found if layout.fit.closes), default=0.0)
    likely = [layout for layout in found if layout.fit.closes and layout.fit.contact >= LIKELIER * longest]
    distinct = list[Layout]()
    for layout in likely + sorted((one for one in found if one not in likely), key=_rank):
        if not any(map(layout.is_like, distinct)):
            distinct.append(layout)
    return distinct


def _rank(layout: Layout) -> tuple[float, int, float]:
    return layout.fit.rank


def _voted(placed: Sequence[Placed], point: str, unit: float) -> list[Layout]:
    """Return the layouts without an overlap for which most contacts vote: a beam search, kind by kind."""
    places, kinds = [one.place for one in placed], [_kind_of(one.name) for one in placed]
    forms = _forms(placed, point, unit)
    least, most = _legs_in_reach(places, forms)
    if not least:
        return []
    low, classes = log(least), int(log(most / least) / FINENESS) + 1
    cells, votes = np.arange(classes)[:, None], np.zeros(classes)  # the class of the leg, then the form of each kind
    pairs = [*combinations(range(len(placed)), 2)]
    for kind in range(len(KINDS)):
        rows = next((len(forms[i]) for i, one in enumerate(kinds) if one == kind), 1)
        cells = np.hstack([np.repeat(cells, rows, 0), np.tile(np.arange(rows), len(cells))[:, None]])
        votes = np.repeat(votes, rows)
        new = [(i, j) for i, j in pairs if max(kinds[i], kinds[j]) == kind]
        for i, j in new:
            found, weights = _votes(forms[i], forms[j], places[j] - places[i], are_alike=kinds[i] == kinds[j])
            rows_of = [cells[:, 1 + one] for one in dict.fromkeys((kinds[i], kinds[j]))]
            votes += _counted(found, weights, low, classes)[(*rows_of, cells[:, 0])]
        best = np.argsort(-votes, kind="stable")[: WIDER * BEAM]
        cells, votes = cells[best], votes[best]
        for i, j in new:
            legs = np.exp(low + cells[:, 0] * FINENESS)
            first, second = (forms[n][cells[:, 1 + kinds[n]]] for n in (i, j))
            is_apart = _beyond(first, second, (places[j] - places[i]) / legs) >= -2 * DEEPEST
            cells, votes = cells[is_apart], votes[is_apart]
        cells, votes = cells[:BEAM], votes[:BEAM]
    legs = np.exp(low + cells[:, 0] * FINENESS)
    chosen = [forms[i][cells[:, 1 + kind]] for i, kind in enumerate(kinds)]
    touching = np.zeros((len(cells), len(placed), len(placed)), dtype=bool)
    for i, j in pairs:
        touching[:, i, j] = _beyond(chosen[i], chosen[j], (places[j] - places[i]) / legs) < 2 * DEEPEST
    best = np.lexsort((-votes, _groups(touching)))[:TRIED]
    return [
        Layout(
            tuple(tuple(map(complex, form[cell])) for form in chosen),
            tuple(places),
            float(legs[cell]),
            point,
            1 if unit > 0 else -1,
        )
        for cell in best
    ]


def _legs_in_reach(places: Sequence[complex], forms: Sequence[Forms]) -> tuple[float, float]:
    """Return the minimum length of a leg with which all pieces can hang together, and a maximum; 0 if there is none."""
    reach = [float(abs(form).max()) for form in forms]
    joined, least, left = [0], 0.0, {*range(1, len(places))}
    while left:  # Prim's algorithm: the longest link of the minimum spanning tree decides
        links = [(abs(places[i] - places[j]) / (reach[i] + reach[j]), j) for i in joined for j in left]
        link, piece = min(links)
        least = max(least, link)
        joined.append(piece)
        left.remove(piece)
    return least * (1 - FINENESS), NARROWEST * max(abs(p - q) for p, q in combinations(places, 2))


def _groups(touching: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the number of groups that hang together, for each matrix of what touches."""
    size = touching.shape[1]
    reached = touching | touching.swapaxes(1, 2) | np.eye(size, dtype=bool)
    for _ in range(size.bit_length()):
        reached = reached @ reached
    # pieces of one group reach the same ones, and the first of them has none before it
    first = reached.argmax(axis=2) == np.arange(size)
    return np.asarray(first.sum(axis=1))


def _kind_of(name: str) -> int:
    return KINDS.index(name.removeprefix("large-").removeprefix("medium-").removeprefix("small-"))


def _forms(placed: Sequence[Placed], point: str, unit: float) -> list[Forms]:
    """Return the forms that each piece may have, a row each: those of pieces of one kind in the same order."""
    flips = {_kind_of(one.name) for one in placed if one.is_flipped}
    found = []
    for one in placed:
        turn = rect(1, one.angle * unit)
        rows = []
        for base in _bases(one.name, point):
            flipped = [tuple(-z.conjugate() for z in reversed(base)), tuple(z.conjugate() for z in reversed(base))]
            ways = flipped if one.is_flipped else [base] * (2 if _kind_of(one.name) in flips else 1)
            rows += [[z * turn for z in way] for way in ways]
        found.append(np.array(rows))
    return found


def _bases(name: str, point: str) -> list[Form]:
    """Return a piece as it may lie unturned, about its point."""
    found = dict[frozenset[tuple[float, float]], Form]()
    form = FORMS[name]
    for one, eighths in product((form, tuple(z.conjugate() for z in reversed(form))), range(8)):
        turned = tuple(z * rect(1, eighths * pi / 4) for z in one)
        for origin in _points(turned, point):
            about = tuple(z - origin for z in turned)
            found.setdefault(frozenset((round(z.real, 6) + 0.0, round(z.imag, 6) + 0.0) for z in about), about)
    return [*found.values()]


def _points(form: Form, point: str) -> Sequence[complex]:
    """Return where the point of a piece may be."""
    if point in ("right angle", "corner"):
        longest = max(abs(z - w) for z in form for w in form)
        at_right_angle = [z for z in form if all(abs(w - z) < longest - DEEPEST for w in form)]
        return form if len(form) > 3 else at_right_angle if point == "right angle" else [*{*form} - {*at_right_angle}]
    if point == "box":
        x, y = ([z.real for z in form], [z.imag for z in form])
        return [complex(min(x) + max(x), min(y) + max(y)) / 2]
    if point == "middle" and len(form) == 3:
        a, b = max(zip(form, (*form[1:], form[0]), strict=True), key=lambda side: abs(side[1] - side[0]))
        return [(a + b) / 2]
    return [sum(form) / len(form)]


def _votes(forms: Forms, others: Forms, apart: complex, *, are_alike: bool) -> tuple[Floats, Floats]:
    """Return the lengths of a leg with which two pieces touch, and how long the contact is; 0 if they do not.

    Args:
        forms: what the first piece may be, a row each.
        others: the same of the second.
        apart: from the point of the first to that of the second.
        are_alike: whether they are of one kind, so that only rows of the same number go together.
    """
    ends, other_ends = np.roll(forms, -1, 1), np.roll(others, -1, 1)
    if are_alike:
        a, b, c, d = forms[:, :, None], ends[:, :, None], others[:, None, :], other_ends[:, None, :]
    else:
        a, b = forms[:, None, :, None], ends[:, None, :, None]
        c, d = others[None, :, None, :], other_ends[None, :, None, :]
    length = abs(b - a)
    along = ((b - a) / length).conj()
    with np.errstate(divide="ignore", invalid="ignore"):
        legs = -(along * apart).imag / (along * (c - a)).imag
        first, second = ((along * (apart / legs + end - a)).real for end in (c, d))
    shared = np.minimum(length, np.maximum(first, second)) - np.maximum(0, np.minimum(first, second))
    faces = ((d - c) * along).real < FACING * abs(d - c)
    sides = np.where(faces & (shared > DEEPEST) & (legs > 0), shared, 0)
    at_points, weights = _at_points(c - a, apart)
    return np.concatenate([legs, at_points], axis=-1), np.concatenate([sides, weights], axis=-1)


def _at_points(between: Forms, apart: complex) -> tuple[Floats, Floats]:
    """Return the same where a vertex meets a vertex."""
    with np.errstate(divide="ignore", invalid="ignore"):
        legs = -(between.conj() * apart).real / abs(between) ** 2
        meets = abs(apart + legs * between) < DEEPEST / 2 * legs
    return legs, np.where(meets & (legs > 0), POINT_CONTACT, 0)


def _beyond(rings: Forms, others: Forms, apart: Forms) -> Floats:
    """Return, row by row, how far convex rings lie beyond each other's sides; below 0 where they overlap."""
    facing = others + apart[:, None]
    return np.maximum(_beyond_sides(rings, facing), _beyond_sides(facing, rings))


def _beyond_sides(rings: Forms, others: Forms) -> Floats:
    """Return, row by row, how far another ring lies beyond the side of a ring that separates them best."""
    sides = np.roll(rings, -1, 1) - rings
    along = (sides / abs(sides)).conj()[:, :, None]
    heights = (along * (others[:, None, :] - rings[:, :, None])).imag
    return np.asarray((-heights).min(axis=2).max(axis=1))


def _counted(legs: Floats, weights: Floats, low: float, classes: int) -> Floats:
    """Return the votes by form and by class of length; each counts in the two nearest classes."""
    forms = legs.shape[:-2]
    with np.errstate(divide="ignore", invalid="ignore"):
        number = np.nan_to_num((np.log(legs) - low) / FINENESS, nan=-1, posinf=-1, neginf=-1).astype(int)
    counted = np.zeros((*forms, classes))
    for shift in (0, 1):
        *rows, _, _ = voting = np.nonzero((weights > 0) & (number + shift >= 0) & (number + shift < classes))
        np.add.at(counted, (*rows, number[voting] + shift), weights[voting])
    return counted


def _separation(ring: Form, other: Form) -> float:
    """Return how far another convex ring lies beyond the side of a ring that separates them best."""
    sides = zip(ring, (*ring[1:], ring[0]), strict=True)
    return max(min(-((z - a) * ((b - a) / abs(b - a)).conjugate()).imag for z in other) for a, b in sides)


def _distance(ring: Form, other: Form) -> float:
    """Return the minimum distance of the vertices of a ring from the sides of another."""
    return min(_off_side(z, a, b) for z in ring for a, b in zip(other, (*other[1:], other[0]), strict=True))


def _off_side(z: complex, a: complex, b: complex) -> float:
    along = (z - a) / (b - a)
    return abs(z - a - (b - a) * min(1.0, max(0.0, along.real)))


def _shared(ring: Form, other: Form) -> float:
    """Return the length of the sides of two rings that lie along each other."""
    found = 0.0
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        for c, d in zip(other, (*other[1:], other[0]), strict=True):
            along = (b - a) / abs(b - a)
            first, second = (c - a) / along, (d - a) / along
            if (second - first).real < FACING * abs(d - c) and abs(first.imag) <= DEEPEST:
                found += max(0.0, min(abs(b - a), first.real) - max(0.0, second.real))
    return found
