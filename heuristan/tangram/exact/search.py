"""Exhaustive search for the solutions of a region, of a drawing in one *width* after the other.

A width is how near points and lines count as the same. Pieces are first laid *rigidly*, and everything is compared
within the nearness of the drawing. That is quick; but errors add up from piece to piece, so a solution of a rough
drawing may be missed. Then pieces are *fitted*: their sides are drawn to the points that are there. No one nearness
serves all drawings then: with too little, edges that meet are held to miss each other; with too much, two points are
taken for one. Where there is no solution, more and more seems to fit, the greater the width; so a width of fitted
pieces that comes to nothing soon is given up, and that is said.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from fractions import Fraction
from functools import cache
from itertools import islice
from math import inf
from sys import maxsize
from typing import Literal, NamedTuple, TypeAlias

from heuristan.common.clock import Clock
from heuristan.common.kernels import prefer_compiled
from heuristan.common.progress import announced
from heuristan.common.words import plural
from heuristan.tangram.boundary import Boundary, Ring
from heuristan.tangram.boundary.near import LEEWAY
from heuristan.tangram.boundary.symmetry import Motion
from heuristan.tangram.exact.backends import PATIENCE, PATIENCE_UNCOMPILED, PLAIN, SearchBackend, fastest, must_compile
from heuristan.tangram.exact.boards import give_back, kit_of, take
from heuristan.tangram.exact.kernel import DEEPEST, EXHAUSTED, FOUND, FULL, NODES
from heuristan.tangram.exact.region import Outcome, Region, Solution, reason_against
from heuristan.tangram.exact.rows import Board, Outline
from heuristan.tangram.pieces.sets import TANGRAM, Placements
from heuristan.tangram.puzzle.puzzle import Puzzle

MOST_STATES = 2000
"""Maximum number of states without a solution for a width in which pieces are fitted. Readings that have one (hundreds
with one set, two thousand with two) took at most 324. So many take plain Python a fifth of a second, and compiled code
need not be loaded."""

MOST_REJECTED = 20
"""Maximum number of finds that are no solution for such a width: each takes longer to judge than a hundred states to
search. Readings that have a solution took at most three."""


class Width(NamedTuple):
    """Distances within which points and lines count as the same, as parts of the nearness of a drawing."""

    near: Fraction
    """For what lies on a line."""
    leeway: Fraction
    """For points, and for sides that overlap. Either may have been moved if pieces are fitted, so it is more then."""


RIGID = Width(Fraction(1), Fraction(1))
"""Pieces are laid rigidly."""

WIDTHS = (RIGID, *(Width(near, near * LEEWAY / 2) for near in (Fraction(1), Fraction(2, 3), Fraction(3, 2))))
"""All widths, in the order in which they are tried until there is a solution."""


Status = Literal["solved", "unsolvable", "limit"]


def search(
    puzzle: Puzzle,
    *,
    every: bool = False,
    visit: Callable[[Solution], None] | None = None,
    accepts: Callable[[Solution], bool] | None = None,
    limit: float | None = None,
    backend: SearchBackend | None = None,
    most: int | None = None,
    widths: Sequence[Width] = WIDTHS,
) -> Outcome:
    """Search for the first solution of a puzzle, or for every one.

    Args:
        puzzle: the outline.
        every: go on to the end: each tiling once, equal pieces not distinguished.
        visit: called with each solution as it comes; only the first solution is kept then.
        accepts: returns whether a find is a solution; where the puzzle has nearness, it need not be.
        limit: the maximum number of seconds.
        backend: the plain or the compiled search; by default the plain one, and the compiled one if that takes long.
        most: the maximum number of states; a search that needs more ends as one whose time is over.
        widths: how near things count as the same, tried in turn until there is a solution; lattice puzzles need one.
    """
    run = Search(Region.of(puzzle), limit, backend, accepts, most, widths)
    kept: list[Solution] = []
    with announced(run.progress), closing(run.solutions()) as solutions:
        for solution in islice(solutions, None if every else 1):
            if visit is None or not kept:
                kept.append(solution)
            if visit is not None:
                visit(solution)
    status: Status = "solved" if kept else "unsolvable" if run.is_exhausted or run.is_cut_short else "limit"
    message = _message(run, every)
    if status == "unsolvable" and not puzzle.nearness:
        reason = reason_against(run.region, puzzle.own)
        message = f"{message}; {reason}" if reason else message
    return Outcome(status, tuple(kept), run.nodes, run.depth, message, run.is_exhausted, run.choices)


@cache
def warm_up(backend: SearchBackend) -> None:
    """Load (or compile) a backend, so that the first search is as quick as the others: a triangle is searched.

    With the compiled search all that has a compiled backend is compiled from then on.
    """
    triangle = TANGRAM.shapes[0]
    region = Region(Boundary.of([triangle.ring]), Counter([triangle.name]), TANGRAM, 1)
    list(Search(region, backend=backend).solutions())
    backend.use_machine_code()
    if backend is not PLAIN:
        prefer_compiled()


class Search:
    """One search. Its counts can be read while it runs and afterwards."""

    def __init__(
        self,
        region: Region,
        limit: float | None = None,
        backend: SearchBackend | None = None,
        accepts: Callable[[Solution], bool] | None = None,
        most: int | None = None,
        widths: Sequence[Width] = WIDTHS,
    ) -> None:
        self.region = region
        self.nodes = 0
        """Number of states that the search looked at."""
        self.depth = 0
        """Maximum number of pieces placed at once."""
        self.found = 0
        """Number of solutions found."""
        self.is_exhausted = False
        """Whether the whole tree has been seen."""
        self.is_cut_short = False
        """Whether nothing is left to try, but a width that came to nothing was given up."""
        self.choices: tuple[int, ...] = ()
        """For each piece of the first solution, the number of fits that it was chosen from."""
        self._backend = backend or PLAIN
        self._patience = inf if backend else PATIENCE
        self._most = maxsize if most is None else most
        self._clock = Clock(limit)
        self._is_full = False
        self._accepts = accepts
        self._seen = 0
        self._widths = widths if region.nearness else (RIGID,)
        self._width = RIGID
        self._before = 0
        """Number of states that were looked at with other widths."""

    def progress(self) -> str:
        """Say how far the search is."""
        found = f", {plural(self.found, 'solution')}" if self.found else ""
        return f"{plural(self.nodes, 'state')}{found}, {self.depth} deep"

    def solutions(self) -> Generator[Solution, None, None]:
        """Yield the solutions one by one, each tiling once, with equal pieces interchangeable.

        They end when the whole tree has been seen, or the time is over. For a drawing they are those of the first width
        that has some.
        """
        given_up = False
        for width in self._widths:
            self._width, self._before, self._seen = width, self.nodes, 0
            growth, backend = 1, None
            while self._is_full or backend != self._backend:
                backend = self._backend
                for solution in self._attempt(growth, known=self._seen):
                    self._seen += 1
                    if self._accepts is None or self._accepts(solution):
                        self.found += 1
                        yield solution
                growth *= 2 if self._is_full else 1
            if self.found or (self._is_over() and not self.is_exhausted):
                return
            given_up = given_up or not self.is_exhausted
        self.is_exhausted, self.is_cut_short = not given_up, given_up

    def _attempt(self, growth: int, known: int) -> Iterator[Solution]:
        """Yield the solutions beyond those known, as far as tables of a size hold them."""
        backend, region = self._backend, self.region
        kit = kit_of(backend, region.pieces, region.items, region.denominator)
        loops, tables = region.loops, backend.tables
        distances = self._distances if region.nearness else (0, 0)
        outline = Outline(tables.rows(loops.points), tables.integers(loops.ends), *distances)
        board = take(backend, kit, len(outline.vertices), growth)
        # a state of many pieces takes longer
        at_once = max(1, backend.at_once * TANGRAM.size // (TANGRAM.size + kit.pieces))
        self._is_full, self.nodes = False, self._before
        try:
            result = FOUND
            while result not in (EXHAUSTED, FULL) and not self._is_to_end() and not self._is_slow():
                most = min(self.nodes + at_once, self._last) - self._before
                result = backend.go_on(kit.tables, board, outline, most)
                self.nodes = self._before + int(board.registers[NODES])
                self.depth = max(self.depth, int(board.registers[DEEPEST]))
                if result == FOUND:
                    known -= 1
                    if known < 0:
                        yield self._read(board)
            self.is_exhausted, self._is_full = result == EXHAUSTED, result == FULL
        finally:
            give_back(backend, kit, board, growth)

    def _read(self, board: Board) -> Solution:
        tables = self._backend.tables
        if not self.found:
            self.choices = tuple(tables.as_list(board.chosen))
        return Placements(self.region.pieces, tables.copy(board.placed), tables.copy(board.vertices))

    @property
    def _distances(self) -> tuple[int, int]:
        """Tolerance of equality, in units."""
        return int(self.region.nearness * self._width.near), int(self.region.nearness * self._width.leeway)

    @property
    def _may_be_vain(self) -> bool:
        """Whether pieces are fitted to what is there, and nothing was found."""
        return self._width is not RIGID and not self.found

    @property
    def _last(self) -> int:
        """The number of states at which the search for this width ends."""
        return min(self._most, self._before + MOST_STATES) if self._may_be_vain else self._most

    def _is_to_end(self) -> bool:
        """Return whether the search for this width is to end before the whole tree has been seen."""
        is_vain = self._may_be_vain and self._seen >= MOST_REJECTED
        return is_vain or self.nodes >= self._last or self._is_over()

    def _is_over(self) -> bool:
        is_late = self.nodes > 0 and self._clock.is_over()
        return is_late or self.nodes >= self._most

    def _is_slow(self) -> bool:
        """Return whether the plain search has taken so long that the compiled one takes over."""
        if self.nodes - self._before < self._patience:
            return False
        self._patience = PATIENCE_UNCOMPILED if self._patience == PATIENCE and must_compile() else inf
        self._backend = PLAIN if self._patience < inf else fastest()
        return self._backend is not PLAIN


def _message(run: Search, every: bool) -> str:
    seen = f"{plural(run.nodes, 'state')} searched"
    if run.found and not every:
        return f"solved; {seen}"
    over = "" if run.is_exhausted else ", and the time was over"
    if run.found:
        return f"{plural(run.found, 'solution')}; {seen}{over}"
    laid = f"at most {run.depth} of {plural(run.region.stock.total(), 'piece')} placed"
    if run.is_cut_short:
        return f"there is no solution; {seen}, {laid}; fitting pieces to what is drawn was cut short"
    return f"there is no solution; {seen}, {laid}" if run.is_exhausted else f"the time was over; {seen}, {laid}"


Tiling: TypeAlias = tuple[tuple[str, Ring], ...]
"""Names and vertices of the pieces of a solution, sorted: the same for the same tiling."""


def tiling_of(solution: Solution, symmetry: Motion | None = None) -> Tiling:
    """Return a solution as a tiling, moved by a symmetry."""
    rings = ((name, map(symmetry.of, ring) if symmetry else ring) for name, _, ring in solution)
    return tuple(sorted((name, tuple(sorted(ring))) for name, ring in rings))


def representative_of(solution: Solution, symmetries: Iterable[Motion]) -> Tiling:
    """Return the representative of the solutions that are the same up to symmetry: the minimum of their images."""
    return min(tiling_of(solution, symmetry) for symmetry in symmetries)


class Tally:
    """Counts solutions as they come, without keeping them.

    A class that is the same up to a group of symmetries has as many members as the group, divided by how many of its
    symmetries keep a member as it is. So each member counts for the inverse of that: summed over all solutions, these
    fractions are the number of classes (Burnside's lemma).
    """

    def __init__(self, symmetries: tuple[Motion, ...]) -> None:
        self.tilings = 0
        """Number of solutions, equal pieces not distinguished."""
        self._symmetries = symmetries
        self._kept = 0

    def add(self, solution: Solution) -> None:
        """Count a solution that was not counted yet."""
        self.tilings += 1
        if len(self._symmetries) == 1:
            self._kept += 1
            return
        tiling = tiling_of(solution)
        self._kept += sum(tiling_of(solution, symmetry) == tiling for symmetry in self._symmetries)

    @property
    def distinct(self) -> int:
        """Number of classes of solutions; a lower bound if not all solutions are counted yet."""
        return -(-self._kept // len(self._symmetries))
