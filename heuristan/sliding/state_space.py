"""The whole breadth-first tree from the goal (Liu and Liu, section III, Algorithm 3), for boards of up to ten cells.

The paper keeps strings in two lists, OPEN and CLOSED. Here a state is a number and a layer of the tree an array:

1. A state is its *sequence*, the tiles without the blank, and the cell of the blank. A horizontal move does not change
   the sequence.
2. A vertical move rotates as many consecutive tiles of the sequence as there are columns by one place; which tiles they
   are depends only on the blank. So one table, (cell of the blank, sequence) to sequence, holds all vertical moves. It
   is made by packing each rotated sequence into one integer and looking it up among the sorted ones.
3. With an odd number of columns only sequences with an even number of inversions are reached, which halves the tables.

The nodes are numbered as Algorithm 3 numbers them: the queue is first in, first out, and the children of a node come in
the order LEFT, DOWN, RIGHT, UP. `[n, x, l, p]` of Definition 2 are the place in `states`, the state, `levels` and
`parents`.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from heuristan.sliding.boards import BLANK, MOVES, Board, homes, neighbours

MAX_CELLS = 10
"""Maximum number of cells: 2 x 5 has 1,814,400 states and takes a second or two; 3 x 4 has 239,500,800."""

Integers: TypeAlias = npt.NDArray[np.int32]
Packed: TypeAlias = npt.NDArray[np.int64]
_BITS = 4
"""Bits of a place in a packed sequence: enough for ten cells."""


@dataclass(frozen=True)
class Tree:
    """The tree of one size of board and one home of the blank.

    Attributes:
        states: for each node its state as a number, sequence * cells + cell of the blank.
        levels: for each node the minimum number of moves to the goal.
        parents: for each node the node one move nearer to the goal; the root is its own parent.
        moves: for each node the move, as an index into `MOVES`, that leads to its parent.
        nodes: for each state its node; -1 for numbers without a state.
    """

    rows: int
    columns: int
    states: Integers
    levels: npt.NDArray[np.uint8]
    parents: Integers
    moves: npt.NDArray[np.int8]
    nodes: Integers
    sequences: Packed
    """The packed sequences, sorted."""
    home: int
    """Cell of the blank in the goal."""

    def __len__(self) -> int:
        return len(self.states)

    @cached_property
    def layers(self) -> tuple[int, ...]:
        """Number of states at each distance from the goal (the paper's Figure 2)."""
        return tuple(np.bincount(self.levels).tolist())

    def node_of(self, start: Board, goal: Board) -> int:
        """Return the node of a state; -1 if no moves lead from it to the goal."""
        at = homes(start, goal)
        # cells after the blank's home are renumbered, so that the sequence of the goal itself is 0, 1, 2 ...
        sequence = [home - (home > self.home) for home in at if home != self.home]
        packed = sum(place << _BITS * i for i, place in enumerate(reversed(sequence)))
        row = int(np.searchsorted(self.sequences, packed))
        if row == len(self.sequences) or self.sequences[row] != packed:
            return -1
        return int(self.nodes[row * start.cells + at.index(self.home)])

    def board_of(self, node: int, goal: Board) -> Board:
        """Return the state of a node."""
        cells = self.rows * self.columns
        row, blank = divmod(int(self.states[node]), cells)
        packed, tiles = int(self.sequences[row]), [tile for tile in goal.tiles if tile != BLANK]
        places = [packed >> _BITS * i & (1 << _BITS) - 1 for i in reversed(range(cells - 1))]
        found = [tiles[place] for place in places]
        return Board(self.rows, self.columns, (*found[:blank], BLANK, *found[blank:]))

    def path(self, node: int) -> str:
        """Return the shortest moves from a node to the root."""
        moves = ""
        while node:
            moves += MOVES[self.moves[node]]
            node = int(self.parents[node])
        return moves


@lru_cache(maxsize=8)
def tree_of(rows: int, columns: int, home: int) -> Tree:
    """Build the tree of a size, for goals whose blank is in the cell `home`.

    Raises:
        ValueError: if the board has more than `MAX_CELLS` cells.
    """
    cells = rows * columns
    if cells > MAX_CELLS:
        raise ValueError(
            f"the whole tree is built for boards up to {MAX_CELLS} cells, and this one has {cells}; search instead"
        )
    sequences = _sequences(cells - 1, even=columns % 2 == 1)
    steps = [_steps(rows, columns, move, sequences) for move in range(4)]
    # the sequence of the goal is in order, so it is the first and the root is the state number `home`
    states, levels, parents, moves, nodes = _grown(home, steps, len(sequences) * cells)
    return Tree(rows, columns, states, levels, parents, moves, nodes, sequences, home)


def _grown(
    root: int, steps: list[Integers], count: int
) -> tuple[Integers, npt.NDArray[np.uint8], Integers, npt.NDArray[np.int8], Integers]:
    """Grow the tree layer by layer, in the order of Algorithm 3."""
    nodes = np.full(count, -1, dtype=np.int32)
    nodes[root] = 0
    layer = np.array([root], dtype=np.int32)
    all_states, all_parents, all_moves = [layer], [np.zeros(1, np.int32)], [np.zeros(1, np.int8)]
    first = 0
    while len(layer):
        # a row for each node with a child for each move: flattened, they are in the order of the queue
        children = np.stack([step[layer] for step in steps], axis=1).ravel()
        places = np.flatnonzero((children >= 0) & (nodes[children] < 0))
        new = children[places]
        after = first + len(layer)
        # written backwards, so that the first of several equal children remains
        nodes[new[::-1]] = np.arange(len(new) - 1, -1, -1, dtype=np.int32)
        places = places[nodes[new] == np.arange(len(new))]
        layer, parents = children[places], (first + places // 4).astype(np.int32)
        nodes[layer] = np.arange(after, after + len(layer), dtype=np.int32)
        all_states.append(layer)
        all_parents.append(parents)
        all_moves.append((places % 4 ^ 2).astype(np.int8))
        first = after
    levels = np.repeat(np.arange(len(all_states), dtype=np.uint8), [len(states) for states in all_states])
    return np.concatenate(all_states), levels, np.concatenate(all_parents), np.concatenate(all_moves), nodes


def _sequences(count: int, *, even: bool) -> Packed:
    """Return all orders of `count` tiles, or only the even ones, each packed into an integer, sorted."""
    orders, odd = np.zeros((1, 0), dtype=np.int64), np.zeros(1, dtype=bool)
    for length in range(1, count + 1):
        # each tile in turn comes first, and the numbers of the rest that are not smaller grow by one
        firsts = [np.insert(orders + (orders >= first), 0, first, axis=1) for first in range(length)]
        odd = np.concatenate([odd ^ (first % 2 == 1) for first in range(length)])
        orders = np.concatenate(firsts)
    packed: Packed = (orders << _BITS * np.arange(count - 1, -1, -1, dtype=np.int64)).sum(axis=1)
    return packed[~odd] if even else packed


def _steps(rows: int, columns: int, move: int, sequences: Packed) -> Integers:
    """Return for each state the state after a move; -1 if the move leads off the board."""
    cells = rows * columns
    found = np.full((len(sequences), cells), -1, dtype=np.int32)
    same = np.arange(len(sequences), dtype=np.int32)
    for blank, after in enumerate(cells_after[move] for cells_after in neighbours(rows, columns)):
        if after < 0:
            continue
        if after // columns == blank // columns:
            found[:, blank] = same * cells + after
            continue
        turned = _turned(sequences, cells - 1, min(blank, after), columns, up=after < blank)
        found[:, blank] = np.searchsorted(sequences, turned) * cells + after
    return found.ravel()


def _turned(sequences: Packed, length: int, low: int, columns: int, *, up: bool) -> Packed:
    """Return the sequences after a vertical move: one tile goes past the columns - 1 others from the place `low` on."""
    shift = _BITS * (length - low - columns)
    whole, one, rest = (1 << _BITS * columns) - 1, (1 << _BITS) - 1, _BITS * (columns - 1)
    part = sequences >> shift & whole
    # when the blank goes up the first of these tiles becomes the last, when it goes down the last becomes the first
    after = (part << _BITS & whole) | part >> rest if up else part >> _BITS | (part & one) << rest
    return sequences ^ (part ^ after) << shift
