"""Exact search: the place with the fewest candidates first. `laying` has its steps, in plain Python or compiled."""

from collections.abc import Sequence
from time import monotonic
from typing import Any

from heuristan.common.kernels import PLAIN, Backend, compiled_backend, is_cached
from heuristan.edgematching.candidates import Options, candidates, options_of
from heuristan.edgematching.puzzle import Deadline, Faces, LimitReached, Puzzle
from heuristan.edgematching.results import Answer
from heuristan.edgematching.searching import laying
from heuristan.edgematching.searching.laying import Tables

NODES_BETWEEN_CHECKS = {"plain": 32, "compiled": 2048}
"""Nodes between two looks at the clock: some milliseconds."""
_ROWS = ("shown", "wanted", "beside", "rows", "where", "before")
"""The tables of rows; the others are of integers."""
PLAIN_SECONDS = 0.5
"""Seconds after which compiling pays; most puzzles are solved before."""
COMPILING_SECONDS = 8.0
"""Seconds that compiling may take where it was never done."""


def search(puzzle: Puzzle, deadline: Deadline, backend: Backend | None = None) -> Answer:
    """Find the first solution, or prove that there is none.

    Args:
        puzzle: the puzzle.
        deadline: when to stop.
        backend: how the kernel runs; by default in plain Python at first, and compiled where it takes longer.

    Raises:
        Contradiction: if it is clear before the search that there is none.
        LimitReached: if the time is over.
    """
    options = options_of(puzzle)
    possible = candidates(puzzle, options, deadline)
    rows = [column.nonzero()[0].tolist() for column in possible.T]
    return Search(puzzle, options, rows).run(deadline, backend)


class Search:
    """A search, which goes on by `laying.advance`."""

    def __init__(self, puzzle: Puzzle, options: Options, found: list[list[int]]) -> None:
        self.options = options
        self.backend = PLAIN
        self._begun, self._is_quickest = monotonic(), False
        count, places = len(options.faces), len(found)
        rows = [[*row, *sorted(set(range(count)).difference(row))] for row in found]
        self.tables = Tables(
            shown=[list(faces) for faces in options.faces],
            wanted=[list(faces) for faces in options.wanted],
            class_of=list(options.class_of),
            first=[*(options.class_of.index(number) for number in range(len(options.counts))), count],
            beside=[[-1 if each is None else each for each in row] for row in puzzle.board.neighbours],
            opposite=list(puzzle.board.cell.opposite),
            rows=rows,
            where=list(map(_inverse, rows)),
            sizes=list(map(len, found)),
            left=list(options.counts),
            laid=[-1] * places,
            best=[-1] * places,
            tried=[0] * (places + 1),
            places=[0] * (places + 1),
            before=[[0] * places for _ in range(places + 1)],
            queue=[0] * places,
            queued=[0] * places,
            seen=[0] * (max(puzzle.colours) + 1),
            counts=[1, 0, 0, 0],
        )
        laying.open_level(self.tables, 0)

    def run(self, deadline: Deadline, backend: Backend | None) -> Answer:
        if backend is not None:
            self.use(backend)
        while True:
            if backend is None:
                self.quicken(deadline)
            ended = self.advance(NODES_BETWEEN_CHECKS[self.backend.name])
            if ended == laying.SOLVED:
                faces = tuple(filter(None, self.faces(self.tables.laid)))
                return Answer("backtracking", faces, self.effort)
            if ended == laying.EXHAUSTED:
                message = "every arrangement was tried"
                return Answer("backtracking", None, self.effort, proven=True, message=message)
            if deadline.is_over():
                raise LimitReached(effort=self.effort, best=self.faces(self.tables.best))

    def quicken(self, deadline: Deadline) -> None:
        """Go on compiled once the search has lasted so long that it pays."""
        if not self._is_quickest and monotonic() - self._begun > PLAIN_SECONDS:
            self._is_quickest = True
            self.use(_quickest(deadline))

    def use(self, backend: Backend) -> None:
        """Go on with a backend."""
        self.backend = backend
        found: dict[str, Any] = self.tables._asdict()
        for name, table in found.items():
            found[name] = backend.rows(table) if name in _ROWS else backend.integers(table)
        self.tables = backend.bundled(Tables(**found))

    def advance(self, most: int) -> int:
        return int(self.backend.of(laying.advance)(self.tables, most))

    @property
    def effort(self) -> dict[str, int]:
        return {"nodes": int(self.tables.counts[laying.NODES])}

    def faces(self, options: Sequence[int]) -> tuple[Faces | None, ...]:
        """Return the colours of the option at each place, None where nothing lies."""
        return tuple(None if option < 0 else self.options.faces[option] for option in options)


def _inverse(row: Sequence[int]) -> list[int]:
    found = [0] * len(row)
    for index, option in enumerate(row):
        found[option] = index
    return found


def _quickest(deadline: Deadline) -> Backend:
    """Return the compiled backend if it is there, and can be ready in time."""
    backend = compiled_backend()
    if backend is None:
        return PLAIN
    is_ready = is_cached(laying.advance) or deadline.left is None or deadline.left > COMPILING_SECONDS
    return backend if is_ready else PLAIN
