"""Tans that meet in points, three and more in one; in mills no edge ends at any vertex of a part: each line runs on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import TypeAlias

from shared.wild.laying import Laid, figures, laid
from shared.wild.numbers import Point, box_of, heading_of, is_within, minus, overlap, plus

Ring: TypeAlias = tuple[Point, ...]

Wedge: TypeAlias = tuple[int, int]
"""The direction in which it opens, and its angle in eighths of a turn."""

BALANCED = 0.7
"""Probability that each line through a point runs on there: of two eighths across from each other one is filled."""

SEVERAL = 3
"""Wedges that meet in a point at least."""

VISITS = 40
"""Points at which pieces are laid, before it is begun anew."""


def touching(random: Random, names: Sequence[str]) -> list[Laid]:
    """Return pieces, none of which overlap; three or more wedges of what they cover meet in a point."""
    while True:
        found = _touching(random, names)
        if found and most_tips(found) >= SEVERAL:
            return found


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
        for wedge in _wedges(random, filled(found, p)):
            options = [
                Laid(name, tuple(plus(q, p) for q in ring)) for name in +left for ring in _with_tip(name, wedge)
            ]
            fitting = [each for each in options if not any(overlap(box_of(each.ring), box_of(o.ring)) for o in found)]
            if fitting:
                found.append(_chosen(random, fitting, found))
                left[found[-1].name] -= 1
    return []


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


def _wedges(random: Random, eighths: list[bool]) -> list[Wedge]:
    """Return wedges to fill at a point."""
    wanted = [False] * 8
    if random.random() < BALANCED and not any(eighths[k] and eighths[k + 4] for k in range(4)):
        for k in range(4):
            if not (eighths[k] or eighths[k + 4]):
                wanted[k + 4 * random.randrange(2)] = True
    elif random.random() < 0.5:
        start = random.randrange(8)
        for k in range(start, start + random.randint(1, 3)):
            wanted[k % 8] = not eighths[k % 8]
    else:
        for k in range(random.randrange(2), 8, 2):
            wanted[k] = not eighths[k]
    first = next((k for k in range(8) if not wanted[k]), 0)
    found: list[Wedge] = []
    for k in range(first, first + 8):
        if wanted[k % 8]:
            is_next = bool(found) and sum(found[-1]) == k and found[-1][1] < 3
            found[-1:] = [(found[-1][0], found[-1][1] + 1)] if is_next else [*found[-1:], (k, 1)]
    return [(opening % 8, angle) for opening, angle in found]


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
    rounds = [filled(pieces, p) for p in {p for piece in pieces for p in piece.ring}]
    return max(sum(each[k] and not each[k - 1] for k in range(8)) for each in rounds)


def number_of_mills(pieces: Sequence[Laid]) -> int:
    """Return the number of points at which tips meet and every line runs on."""
    rounds = [filled(pieces, p) for p in {p for piece in pieces for p in piece.ring}]
    return sum(
        all(each[k] != each[k + 4] for k in range(4)) and sum(each[k] and not each[k - 1] for k in range(8)) > 1
        for each in rounds
    )
