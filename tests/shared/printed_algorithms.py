"""Algorithms 1 to 4 and Corollary 2 of the paper on sliding tiles as they are printed, on its strings.

- Corollary 2, with n even, holds for rows counted from 0. The paper does not say where counting begins, and its other
  loops begin at 1 as often.
- `initialize` makes only solvable states of 8 tiles, but some much more often than others, and some never; for 15 tiles
  it makes an odd number of swaps. `chances` counts all its choices.
"""

from collections import deque
from math import isqrt
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

ACTIONS = ("LEFT", "DOWN", "RIGHT", "UP")


def generate_action(x: str) -> list[str]:
    """Return the actions on a state (Algorithm 1)."""
    dim = isqrt(len(x))
    u = []
    index = x.find("0")
    if index % dim > 0:
        u.append("LEFT")
    if index // dim < dim - 1:
        u.append("DOWN")
    if index % dim < dim - 1:
        u.append("RIGHT")
    if index // dim > 0:
        u.append("UP")
    return u


def f(x: str, u: str) -> str:
    """Return the state after an action (Algorithm 2)."""
    dim = isqrt(len(x))
    index = x.find("0")
    temp = {"LEFT": index - 1, "DOWN": index + dim, "RIGHT": index + 1, "UP": index - dim}[u]
    swapped = list(x)
    swapped[index], swapped[temp] = swapped[temp], swapped[index]
    return "".join(swapped)


class Node(NamedTuple):
    """A node of the tree (Definition 2)."""

    n: int
    x: str
    level: int
    p: int


def breadth_first_tree(goal: str) -> list[Node]:
    """Build the tree by Algorithm 3; a set, not a walk through the lists, decides if a state is on OPEN or CLOSED."""
    queue, closed, known = deque([Node(0, goal, 0, 0)]), [], {goal}
    while queue:
        node = queue.popleft()
        closed.append(node)
        for u in generate_action(node.x):
            child = f(node.x, u)
            if child not in known:
                known.add(child)
                queue.append(Node(len(known) - 1, child, node.level + 1, node.n))
    return closed


def rev_nbr(x: str) -> int:
    """Count inversions by Algorithm 4, the direct counting method: the blank is counted like any digit.

    So, against Definition 4, the parity is wrong if an odd number of tiles comes before the blank.
    `heuristan.sliding.boards.inversions` leaves the blank out.
    """
    rev = 0
    for i in range(len(x)):
        for j in range(i):
            if x[j] > x[i]:
                rev += 1
    return rev


def corollary_2(inverse_number: int, n: int, row_of_space: int) -> bool:
    """Return whether a state of n x n is solvable, by Corollary 2, which does not say if rows begin at 0 or 1."""
    if n % 2:
        return inverse_number % 2 == 0
    return inverse_number % 2 != row_of_space % 2


def initialize(tiles: str, random: Random) -> str:
    """Make a board by the second Algorithm 4, game initialization; for `tiles` = "12345678" it is `initialize_3`.

    Characters are counted from 1, and the blank is inserted before the one that was swapped last.
    """
    x = list(tiles)
    index = 0
    for i in range(1, len(x) + 1):
        index = i
        while index == i:
            index = random.randint(1, len(x))
        x[i - 1], x[index - 1] = x[index - 1], x[i - 1]
    x.insert(index - 1, "0")
    return "".join(x)


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
