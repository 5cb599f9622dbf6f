"""Tans laid side by side from a seed: flush, slid by a + b sqrt2, and touching in points, in all eight directions."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from random import Random
from typing import NamedTuple

from shared.wild.numbers import Box, Point, box_of, heading_of, minus, overlap, plus, step, touch

SIDES = {
    "large-triangle": ((0, 4, 0), (3, 0, 4), (6, 4, 0)),
    "medium-triangle": ((0, 0, 2), (3, 4, 0), (6, 0, 2)),
    "small-triangle": ((0, 2, 0), (3, 0, 2), (6, 2, 0)),
    "square": ((0, 2, 0), (2, 2, 0), (4, 2, 0), (6, 2, 0)),
    "parallelogram": ((0, 2, 0), (1, 0, 2), (4, 2, 0), (5, 0, 2)),
    "mirrored parallelogram": ((0, 2, 0), (3, 0, 2), (4, 2, 0), (7, 0, 2)),
}
"""The sides of the tans: direction, and length in half legs and in halves of sqrt2 legs."""

ONE_SET = ("large-triangle",) * 2 + ("medium-triangle", "square", "parallelogram") + ("small-triangle",) * 2

SLIDES = [(a, b) for a in range(-5, 6) for b in range(-3, 4)]
"""Slides along a side, in halves: (a + b sqrt2) / 2 legs."""

TRIES = 40
"""Number of random places for a piece, among which one is chosen."""


class Laid(NamedTuple):
    """A piece on the table."""

    name: str
    ring: tuple[Point, ...]

    @property
    def sides(self) -> Iterator[tuple[Point, Point]]:
        return pairwise((*self.ring, self.ring[0]))


class Manner(NamedTuple):
    """How pieces are laid: how often in which way, and how much a place with many neighbours is preferred."""

    flush: float
    slid: float
    in_points: float
    is_crowded: bool


MANNERS = (
    Manner(0.7, 0.3, 0.0, True),
    Manner(0.3, 0.7, 0.0, False),
    Manner(0.4, 0.3, 0.3, True),
    Manner(0.2, 0.3, 0.5, True),
    Manner(0.5, 0.1, 0.4, True),
)


def laid(random: Random, pieces: Sequence[str]) -> list[Laid]:
    """Return pieces, none of which overlap, each touching one before it."""
    manner = random.choice(MANNERS)
    names = [*pieces]
    random.shuffle(names)
    found = [Laid(names[0], random.choice(figures(names[0])))]
    boxes = [box_of(found[0].ring)]
    for name in names[1:]:
        ring, box = _place(random, manner, found, boxes, name)
        found.append(Laid(name, ring))
        boxes.append(box)
    return found


@lru_cache
def figures(name: str) -> list[tuple[Point, ...]]:
    """Return a tan in all its turns, and mirrored if that differs, its first vertex at the origin."""
    kinds = [name, "mirrored parallelogram"] if name == "parallelogram" else [name]
    return [
        tuple(accumulate((step((k + turn) % 8, a, b) for k, a, b in SIDES[kind][:-1]), plus, initial=(0, 0, 0, 0)))
        for kind in kinds
        for turn in range(8)
    ]


def _place(
    random: Random, manner: Manner, laid: Sequence[Laid], boxes: Sequence[Box], name: str
) -> tuple[tuple[Point, ...], Box]:
    found: list[tuple[int, tuple[Point, ...], Box]] = []
    while not found:
        for _ in range(TRIES):
            ring = _tried(random, manner, random.choice(laid), name)
            box = box_of(ring) if ring else None
            if ring and box and not any(overlap(box, other) for other in boxes):
                found.append((sum(touch(box, other) for other in boxes), ring, box))
    _, ring, box = max(found, key=lambda one: one[0]) if manner.is_crowded else random.choice(found)
    return ring, box


def _tried(random: Random, manner: Manner, beside: Laid, name: str) -> tuple[Point, ...] | None:
    """Return a piece laid at a side of another one; None if it does not touch it."""
    ring = random.choice(figures(name))
    (way,) = random.choices(("flush", "slid", "in points"), manner[:3])
    start, end = random.choice([*beside.sides])
    heading = heading_of(start, end)
    if way == "in points":
        own = random.choice(ring)
    else:
        facing = [p for p, q in Laid(name, ring).sides if heading_of(q, p) == heading]
        if not facing:
            return None
        own = facing[0]
    stays = way == "flush" or (way == "in points" and random.random() < 0.5)
    spot = end if stays else plus(end, step(heading, *random.choice(SLIDES)))
    placed = tuple(plus(minus(p, own), spot) for p in ring)
    return placed if touch(box_of(placed), box_of(beside.ring)) else None
