"""Algorithms 1 to 4 and Corollary 2 of the paper on sliding tiles as they are printed, on its strings.

- Corollary 2, with n even, holds for rows counted from 0. The paper does not say where counting begins, and its other
  loops begin at 1 as often.
- `initialize` makes only solvable states of 8 tiles, but some much more often than others, and some never; for 15 tiles
  it makes an odd number of swaps.
"""

from collections import deque
from math import isqrt
from random import Random
from typing import NamedTuple

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
