"""Best-first searches: of the states that wait, the next one is that of the smallest cost.

The cost weighs the moves made against those estimated to be left. That is the whole difference between four searches:

| search | cost | the solution that it finds |
| --- | --- | --- |
| breadth-first | moves made | is a shortest one |
| A* (Hart, Nilsson and Raphael, 1968) | moves made + estimate | is a shortest one |
| weighted A* (Pohl, 1970) | moves made + `WEIGHT` times the estimate | has at most `WEIGHT` times as many moves |
| greedy | estimate | may be of any length |

All states that were met are kept, so memory ends before time does; `search` (iterative deepening A*) keeps one path.
"""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from heuristan.common.clock import Clock
from heuristan.sliding.boards import MOVES, Board, homes, neighbours
from heuristan.sliding.results import BestFirst
from heuristan.sliding.searching.estimates import Estimator
from heuristan.sliding.searching.ida_star import Watch

State: TypeAlias = bytes
"""The home of the tile or blank in each cell."""

WEIGHT = 2

MAX_CELLS = 256
"""Maximum size of a board: a state has a byte for each cell."""

MAX_STATES = 1_000_000
"""Maximum number of states that are kept, some 300 bytes each."""

_AT_ONCE = 4096
"""States between two looks at the clock."""


class Cost(NamedTuple):
    """Weights of the moves made and of those estimated to be left."""

    made: int
    left: int

    @property
    def is_shortest_first(self) -> bool:
        """Whether the first solution found is a shortest one."""
        return self.made >= self.left


COSTS: Mapping[BestFirst, Cost] = {
    "breadth-first": Cost(1, 0),
    "a-star": Cost(1, 1),
    "weighted-a-star": Cost(1, WEIGHT),
    "greedy": Cost(0, 1),
}


class Outcome(NamedTuple):
    """Result of a search."""

    moves: str | None
    """A solution; None if the time limit or `most` ended the search first."""
    nodes: int
    """Number of states visited."""
    bound: int
    """No solution has fewer moves."""
    is_full: bool = False
    """Whether `most` ended the search."""


def search(
    start: Board,
    goal: Board,
    cost: Cost,
    estimator: Estimator,
    limit: float | None = None,
    watch: Watch | None = None,
    most: int = MAX_STATES,
) -> Outcome:
    """Search for a solution of a solvable board.

    Args:
        start: the board to solve.
        goal: the goal.
        cost: the weights.
        estimator: the estimate; it is not asked if it weighs nothing.
        limit: time limit in seconds.
        watch: called now and then with the progress.
        most: maximum number of states to keep.
    """
    clock = Clock(limit)
    first, last = bytes(homes(start, goal)), bytes(range(start.cells))
    steps = [
        [(move, cell) for move, cell in enumerate(row) if cell >= 0] for row in neighbours(start.rows, start.columns)
    ]
    known = _Open(cost, estimator)
    known.add(first, 0)
    bound, nodes = known.left(first), 0
    while True:
        total, state = known.next()
        if cost.is_shortest_first:
            bound = max(bound, total)
        if state == last:
            return Outcome("".join(_way(state, known.via, steps, goal.blank)), nodes, bound)
        is_full = len(known.made) > most
        if is_full or (nodes % _AT_ONCE == 0 and clock.is_over()):
            return Outcome(None, nodes, bound, is_full)
        if watch is not None and nodes % _AT_ONCE == 0:
            watch(nodes, bound)
        nodes += 1
        blank = state.index(goal.blank)
        for move, cell in steps[blank]:
            known.add(_exchanged(state, blank, cell), known.made[state] + 1, move)


class _Open:
    """The states that were met, and the open list: the queue of those that wait."""

    def __init__(self, cost: Cost, estimator: Estimator) -> None:
        self.made: dict[State, int] = {}
        """Minimum number of moves to each state so far."""
        self.via: dict[State, int] = {}
        """The last of them."""
        self.left: Estimator = estimator if cost.left else lambda _: 0
        self._cost = cost
        self._queue: list[tuple[int, int, int, State]] = []
        self._added = 0

    def add(self, state: State, made: int, move: int | None = None) -> None:
        """Let a state wait, unless it was reached by as few moves before."""
        if made >= self.made.get(state, made + 1):
            return
        self.made[state] = made
        if move is not None:
            self.via[state] = move
        left = self.left(state)
        self._added += 1
        # of equal costs comes the state nearest to the goal, and of those the one that waited longest
        heappush(self._queue, (self._cost.made * made + self._cost.left * left, left, self._added, state))

    def next(self) -> tuple[int, State]:
        """Take the state of the smallest cost, and return that cost and the state."""
        while True:
            total, left, _, state = heappop(self._queue)
            # else a shorter way to it was found after it began to wait
            if total == self._cost.made * self.made[state] + self._cost.left * left:
                return total, state


def _exchanged(state: State, one: int, other: int) -> State:
    after = bytearray(state)
    after[one], after[other] = after[other], after[one]
    return bytes(after)


def _way(state: State, via: Mapping[State, int], steps: list[list[tuple[int, int]]], hole: int) -> Iterator[str]:
    """Return the moves that led to a state."""
    found: list[int] = []
    while state in via:
        found.append(via[state])
        blank = state.index(hole)
        state = _exchanged(state, blank, dict(steps[blank])[found[-1] ^ 2])
    return (MOVES[move] for move in reversed(found))
