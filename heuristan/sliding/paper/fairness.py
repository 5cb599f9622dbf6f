"""How far from even the paper's game initialization is: the exact chance of every board, by counting its choices."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

_BITS = 4
"""For a tile in a packed sequence."""


class Chances(NamedTuple):
    """How the boards of `heuristan.sliding.paper.algorithms.initialize` are distributed.

    Attributes:
        boards: how many different boards come about.
        least: the fewest choices that lead to one of them, ...
        most: ... the most, ...
        choices: ... and all choices together.
        blank: for each cell the choices after which the blank stands there.
        odd: the choices that end in an odd number of inversions.
    """

    boards: int
    least: int
    most: int
    choices: int
    blank: tuple[int, ...]
    odd: int


def chances(tiles: int) -> Chances:
    """The distribution for so many tiles; eight take a quarter of a second."""
    packed = np.array([sum(tile << _BITS * tile for tile in range(tiles))], dtype=np.int64)
    counts = np.ones(1, dtype=np.int64)
    for i in range(tiles - 1):
        packed, counts = _joined(*_swapped(packed, counts, i, range(tiles)))
    boards, lowest, highest, odd, blank = 0, [], [], 0, []
    # the last index stays, as the blank is inserted there
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
    """All sequences after a swap of the place i with each of some others, itself left out."""
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
    """Equal sequences as one."""
    found, places = np.unique(packed, return_inverse=True)
    sums = np.zeros(len(found), dtype=np.int64)
    np.add.at(sums, places, counts)
    return found, sums


def _is_odd(packed: npt.NDArray[np.int64], tiles: int) -> npt.NDArray[np.bool_]:
    """Whether each sequence has an odd number of inversions."""
    odd = np.zeros(len(packed), dtype=bool)
    digits = [packed >> _BITS * i & (1 << _BITS) - 1 for i in range(tiles)]
    for i in range(tiles):
        for j in range(i):
            odd ^= digits[j] > digits[i]
    return odd
