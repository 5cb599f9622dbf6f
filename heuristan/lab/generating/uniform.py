"""Outlines drawn evenly from a census: each snug shape is as likely as any other, and none comes twice.

Joining pieces at random cannot do this: a shape that can be joined in many ways comes early, and a shape with one
solution late. So all shapes are counted first, or read from a file of `heuristan census`, and their numbers are drawn.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Protocol

from heuristan.lab.census import census_file
from heuristan.lab.census.census_file import Rings, puzzle_of
from heuristan.lab.census.described import Descriptions, rings_of
from heuristan.lab.census.levels import Growth, Shapes
from heuristan.lab.digests import shape_digest
from heuristan.lab.generating.assembling import Made, Recipe, graded
from heuristan.lab.kinds import kind_of, vertex_count

AT_ONCE = 256
"""Number of shapes that are looked up together."""

UNIFORM = "uniform"
"""The word for how these outlines are made."""


class Census(Protocol):
    """All shapes of some pieces in the order of their digests, so that each source of them is drawn from alike."""

    def __len__(self) -> int: ...

    def at(self, places: Sequence[int]) -> Sequence[Rings]:
        """Return the shapes at some places."""


class KeptCensus:
    """A census in a file."""

    def __init__(self, path: Path, growth: Growth) -> None:
        """Read the outlines of a file.

        Args:
            path: the file.
            growth: what grows the shapes of the same pieces.

        Raises:
            InputError: if the file is not a census of these pieces.
            MissingExtraError: if pyarrow is not installed.
        """
        self._outlines: Any = census_file.column(path, "outline", growth.made_of)

    def __len__(self) -> int:
        return len(self._outlines)

    def at(self, places: Sequence[int]) -> Sequence[Rings]:
        found: Sequence[Rings] = self._outlines.take(list(places)).to_pylist()
        return found


class GrownCensus:
    """A census in memory."""

    def __init__(self, growth: Growth, shapes: Shapes) -> None:
        """Take the shapes that were grown."""
        self._shapes = shapes
        self._descriptions = Descriptions(growth, AT_ONCE)

    def __len__(self) -> int:
        return self._shapes.count

    def at(self, places: Sequence[int]) -> Sequence[Rings]:
        batches = self._descriptions.batches(self._shapes.chosen(places))
        return [rings for batch in batches for rings in rings_of(batch)]


def drawn(census: Census, recipe: Recipe, seed: int, known: Collection[str] = ()) -> Iterator[Made]:
    """Yield the outlines of a census that are wanted, all of them in random order; a seed always gives the same order.

    Args:
        census: the shapes.
        recipe: the properties that they must have.
        seed: any number.
        known: shape digests (`heuristan.lab.digests`) of outlines that are not wanted.
    """
    places, count = shuffled(len(census), Random(seed)), 0
    while some := list(islice(places, AT_ONCE)):
        for rings in census.at(some):
            made = _wanted(rings, recipe, f"{UNIFORM}-{seed}-{count + 1}", known)
            if made is not None:
                count += 1
                yield made


def _wanted(rings: Rings, recipe: Recipe, id: str, known: Collection[str]) -> Made | None:
    """Return a shape as an outline; None if it does not have the wanted properties."""
    if recipe.vertices is not None and sum(map(len, rings)) // 2 not in recipe.vertices:
        return None
    puzzle = puzzle_of(rings, id, sets=recipe.sets, pieces=recipe.pieces)
    kind = kind_of(puzzle)
    if kind not in recipe.kinds or (known and shape_digest(puzzle) in known):
        return None
    return graded(Made(puzzle, vertex_count(puzzle), kind, ()), recipe.difficulty)


def shuffled(count: int, random: Random) -> Iterator[int]:
    """Yield the numbers below a count in random order, without making a list of all of them."""
    moved: dict[int, int] = {}
    for left in range(count, 0, -1):
        place = random.randrange(left)
        last = moved.pop(left - 1, left - 1)
        if place == left - 1:
            yield last
        else:
            yield moved.get(place, place)
            moved[place] = last
