"""The exact distribution of the boards that the paper's game initialization makes, by counting all its choices."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

_BITS = 4
"""Bits of a tile in a packed sequence."""


class Chances(NamedTuple):
    """The distribution of the boards that the second Algorithm 4, game initialization, makes.

    Attributes:
        boards: number of different boards that are made.
        rarest: number of choices that make the least frequent of them.
        commonest: number of choices that make the most frequent of them.
        choices: number of all choices.
        blank: for each cell the number of choices that put the blank there.
        odd: number of choices that end in an odd number of inversions.
    """

    boards: int
    rarest: int
    commonest: int
    choices: int
    blank: tuple[int, ...]
    odd: int


def chances(tiles: int) -> Chances:
    """Count the choices for a number of tiles: eight take a quarter of a second."""
    packed = np.array([sum(tile << _BITS * tile for tile in range(tiles))], dtype=np.int64)
    counts = np.ones(1, dtype=np.int64)
    for i in range(tiles - 1):
        packed, counts = _joined(*_swapped(packed, counts, i, range(tiles)))
    boards, lowest, highest, odd, blank = 0, [], [], 0, []
    # the last index is kept apart, because the blank is inserted there
    for last in range(tiles):
        after, ways = _joined(*_swapped(packed, counts, tiles - 1, [last]))
        blank.append(int(ways.sum()))
        if len(after):
            boards += len(after)
            lowest.append(int(ways.min()))
            highest.append(int(ways.max()))
            odd += int(ways[_is_odd(after, tiles)].sum())
    return Chances(boards, min(lowest), max(highest), (tiles - 1) ** tiles, (*blank, 0), odd)


def _swapped(
    packed: npt.NDArray[np.int64], counts: npt.NDArray[np.int64], i: int, others: range | list[int]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return all sequences after a swap of place i with each of some other places."""
    found = []
    for j in others:
        if j != i:
            differ = (packed >> _BITS * i ^ packed >> _BITS * j) & (1 << _BITS) - 1
            found.append(packed ^ differ << _BITS * i ^ differ << _BITS * j)
    if not found:
        return packed[:0], counts[:0]
    return np.concatenate(found), np.tile(counts, len(found))


def _joined(
    packed: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Add up the counts of equal sequences."""
    found, places = np.unique(packed, return_inverse=True)
    sums = np.zeros(len(found), dtype=np.int64)
    np.add.at(sums, places, counts)
    return found, sums


def _is_odd(packed: npt.NDArray[np.int64], tiles: int) -> npt.NDArray[np.bool_]:
    """Return for each sequence whether its number of inversions is odd."""
    odd = np.zeros(len(packed), dtype=bool)
    digits = [packed >> _BITS * i & (1 << _BITS) - 1 for i in range(tiles)]
    for i in range(tiles):
        for j in range(i):
            odd ^= digits[j] > digits[i]
    return odd
