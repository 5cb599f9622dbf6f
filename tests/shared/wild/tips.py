"""Tans that meet in points, three and more in one; in mills no edge ends at any vertex of a part: each line runs on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import TypeAlias

from shared.wild.laying import ONE_SET, Laid, figures, laid
from shared.wild.numbers import Point, box_of, heading_of, is_within, minus, overlap, plus

Ring: TypeAlias = tuple[Point, ...]

Wedge: TypeAlias = tuple[int, int]
"""The direction in which it opens, and its angle in eighths of a turn."""

BALANCED = 0.7
"""Probability that each line through a point runs on there: of two eighths across from each other one is filled."""

SEVERAL = 3
"""Wedges that meet in a point at least."""

ONE_OF_EACH = tuple(dict.fromkeys(ONE_SET))

TRIES = 30
"""Figures that are begun with the same pieces."""

VISITS = 40
"""Points at which pieces are laid, before it is begun anew."""


def touching(random: Random, names: Sequence[str]) -> list[Laid]:
    """Return pieces, none of which overlap; three or more wedges of what they cover meet in a point.

    There are none if no try came to that: three squares alone, as an instance, hardly ever meet so.
    """
    tries = (_touching(random, names) for _ in range(TRIES))
    return next((found for found in tries if found and most_tips(found) >= SEVERAL), [])


def mill(random: Random) -> list[Laid]:
    """Return a tan with tips at each of its vertices, so that every line runs on there, as tans of any number."""
    while True:
        name = random.choice(ONE_OF_EACH)
        core = Laid(name, random.choice(figures(name)))
        found = [core]
        for p in core.ring:
            _fill_up(random, found, p)
        rounds = [filled(found, p) for p in core.ring]
        if all(_wedges_in(each) == SEVERAL and sum(each) == 4 for each in rounds):
            return found


def _fill_up(random: Random, found: list[Laid], p: Point) -> None:
    """Lay pieces at a point, so that every line runs on there, where there is room for them."""
    for wedge in _runs(_running_on(random, filled(found, p))):
        fitting = _fitting(found, p, wedge, ONE_OF_EACH)
        if fitting:
            found.append(_chosen(random, fitting, found))


def _touching(random: Random, names: Sequence[str]) -> list[Laid]:
    """Return pieces, most of which touch others in points only; none if there was no room for one."""
    order = random.sample(names, len(names))
    core = random.choice((1, 1, 1, 2, 3))
    found, left = laid(random, order[:core]), Counter(order[core:])
    spots = [p for piece in found for p in piece.ring]
    for _ in range(VISITS):
        if not +left:
            return found
        p = spots.pop(0) if spots else random.choice([p for piece in found for p in piece.ring])
        for wedge in _runs(_wanted(random, filled(found, p))):
            fitting = _fitting(found, p, wedge, [*+left])
            if fitting:
                found.append(_chosen(random, fitting, found))
                left[found[-1].name] -= 1
    return []


def _fitting(found: Sequence[Laid], p: Point, wedge: Wedge, names: Iterable[str]) -> list[Laid]:
    """Return the tans that fill a wedge at a point, and overlap none that lies there."""
    options = [Laid(name, tuple(plus(q, p) for q in ring)) for name in names for ring in _with_tip(name, wedge)]
    return [each for each in options if not any(overlap(box_of(each.ring), box_of(o.ring)) for o in found)]


def filled(pieces: Iterable[Laid], p: Point) -> list[bool]:
    """Return for each eighth of a turn round a point whether a piece fills it."""
    eighths = [False] * 8
    for piece in pieces:
        for opening, angle in _wedges_of(piece, p):
            for k in range(opening, opening + angle):
                eighths[k % 8] = True
    return eighths


def _wedges_of(piece: Laid, p: Point) -> Iterator[Wedge]:
    for (a, b), (_, c) in zip((*piece.sides,), (*piece.sides,)[1:] + (*piece.sides,)[:1], strict=True):
        if b == p:
            yield heading_of(b, c), (heading_of(b, a) - heading_of(b, c)) % 8
        if is_within(p, a, b):
            yield heading_of(a, b), 4


def _wanted(random: Random, eighths: list[bool]) -> list[bool]:
    """Return the eighths of a turn to fill at a point."""
    if random.random() < BALANCED:
        return _running_on(random, eighths)
    start, size, step = random.choice(((0, 8, 2), (1, 8, 2), (random.randrange(8), random.randint(1, 3), 1)))
    chosen = {k % 8 for k in range(start, start + size, step)}
    return [k in chosen and not eighths[k] for k in range(8)]


def _running_on(random: Random, eighths: Sequence[bool]) -> list[bool]:
    """Return what to fill so that every line runs on: of two eighths across from each other one; none if it cannot."""
    halves = product((False, True), repeat=4)
    whole = [[*half, *(not each for each in half)] for half in halves]
    possible = [each for each in whole if not any(there and not each[k] for k, there in enumerate(eighths))]
    most = max(map(_wedges_in, possible), default=0)
    best = random.choice([each for each in possible if _wedges_in(each) == most] or [eighths])
    return [best[k] and not eighths[k] for k in range(8)]


def _wedges_in(eighths: Sequence[bool]) -> int:
    return sum(eighths[k] and not eighths[k - 1] for k in range(8))


def _runs(wanted: Sequence[bool]) -> Iterator[Wedge]:
    """Yield the wedges of neighbouring eighths, none larger than three."""
    start = next((k for k in range(8) if not wanted[k]), 0)
    angle = 0
    for k in range(start, start + 9):
        if angle and (angle == 3 or k == start + 8 or not wanted[k % 8]):
            yield (k - angle) % 8, angle
            angle = 0
        angle += k < start + 8 and wanted[k % 8]


@lru_cache
def _with_tip(name: str, wedge: Wedge) -> list[Ring]:
    """Return the places of a tan that has a wedge at the origin."""
    turned = [tuple(minus(q, p) for q in ring) for ring in figures(name) for p in ring]
    origin = (0, 0, 0, 0)
    return [ring for ring in turned if wedge in _wedges_of(Laid(name, ring), origin)]


def _chosen(random: Random, fitting: Sequence[Laid], found: Sequence[Laid]) -> Laid:
    """Return one of the pieces, mostly one that has many vertices in common with those that lie there."""
    if random.random() < 0.4:
        return random.choice(fitting)
    there = {p for piece in found for p in piece.ring}
    most = max(len(there & {*each.ring}) for each in fitting)
    return random.choice([each for each in fitting if len(there & {*each.ring}) == most])


def most_tips(pieces: Sequence[Laid]) -> int:
    """Return the maximum number of wedges of what pieces cover that meet in a point."""
    return max(_wedges_in(filled(pieces, p)) for piece in pieces for p in piece.ring)
