"""Assemblies grown piece by piece."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeAlias

from heuristan.tangram.boundary import Boundary
from heuristan.tangram.pieces.sets import Placement

Joins: TypeAlias = Callable[[Random, Sequence[Placement], str, int], list[Placement]]
"""Return some ways to join a piece to an assembly: as many as asked for, or all that there are."""


def grown(random: Random, first: Placement, names: Iterable[str], joins: Joins, compact: int) -> list[Placement] | None:
    """Return an assembly of a first piece and others, joined in their order; None if one of them finds no place.

    Purely random assemblies straggle, and their many vertices make them easy. People draw compact figures, so of a few
    ways to join a piece the one that leaves the fewest vertices is taken.

    Args:
        random: the source of randomness.
        first: the piece to begin with.
        names: the pieces that follow.
        joins: finds ways to join a piece.
        compact: number of ways of which the best is taken; 1 is purely random.
    """
    assembly = [first]
    for name in names:
        some = joins(random, assembly, name, compact)
        if not some:
            return None
        assembly.append(min(some, key=lambda join: _vertices([*assembly, join])) if len(some) > 1 else some[0])
    return assembly


def _vertices(assembly: Iterable[Placement]) -> int:
    return len(Boundary.of(placement.ring for placement in assembly).vertices)
