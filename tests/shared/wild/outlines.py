"""Outlines of tans laid at random, with the tiling that they were made from."""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TypeAlias

from shared.wild.laying import ONE_SET, Laid, laid
from shared.wild.numbers import Point, xy
from shared.wild.rings import polygons_of

Spot: TypeAlias = tuple[float, float]
Ring: TypeAlias = list[Spot]
Polygons: TypeAlias = list[list[Ring]]


@dataclass(frozen=True)
class Wild:
    """An outline and a tiling of it, in legs."""

    seed: int
    sets: int
    laid: tuple[Laid, ...]

    @cached_property
    def polygons(self) -> Polygons:
        """The outline as GeoJSON wants it if no hole touches anything; parts that touch in a point are apart."""
        return self.with_rings(apart=1.0)

    @cached_property
    def tiling(self) -> list[tuple[str, Ring]]:
        return [(piece.name, [xy(p) for p in piece.ring]) for piece in self.laid]

    def with_rings(self, apart: float) -> Polygons:
        """Return the outline, its rings apart where parts meet in a point, with a probability at each such point."""
        random = Random(self.seed)
        chosen: dict[Point, bool] = {}

        def are_apart(p: Point) -> bool:
            return chosen.setdefault(p, random.random() < apart)

        return [[[xy(p) for p in ring] for ring in polygon] for polygon in polygons_of(self.laid, are_apart)]


def wild_outline(seed: int, sets: int | None = None) -> Wild:
    """Return the outline of a seed: of one set mostly, else of two or three.

    Args:
        seed: the same seed gives the same outline.
        sets: the number of sets, if it is not left to the seed.
    """
    random = Random(f"wild {seed}")
    number = sets or random.choices((1, 2, 3), (8, 3, 1))[0]
    return Wild(seed, number, tuple(laid(random, ONE_SET * number)))
