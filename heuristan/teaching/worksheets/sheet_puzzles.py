"""The puzzles of a worksheet: where they come from, solved and measured, and those that are chosen."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import TypeAlias

from heuristan.common.faults import unexpected_as
from heuristan.common.plane import Ring
from heuristan.common.svg.geometry import size_of
from heuristan.lab.difficulty import Difficulty, difficulty_in, run_for_difficulty
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.story import Story, story_of
from heuristan.tangram.trace.events import Trace
from heuristan.teaching.worksheets.paging import Paper, largest_leg

Named: TypeAlias = tuple[str, Puzzle]
"""A puzzle with its name on the worksheet."""

SHIPPED_IN_A_ROW = 2
"""Number of shapes that ship with heuristan before each one that is made, while there are any."""
COMPACT = {1: 1, 2: 2, 3: 4, 4: 16}
"""How compact outlines are made of which most have a level of difficulty (`heuristan generate --compact`)."""
LIMIT = 20.0
"""Time limit per outline, in seconds; nearly all take less than a tenth of one."""
MOST = 1000
"""Number of puzzles looked at for a worksheet before those that were found have to do."""


@dataclass(frozen=True)
class SheetPuzzle:
    """A puzzle of a worksheet, with its solution."""

    name: str
    difficulty: Difficulty
    trace: Trace
    """The trace of the run that solved it: everything that is drawn is in it."""
    pieces: PieceSet
    sets: int

    @cached_property
    def story(self) -> Story:
        return story_of(self.trace)

    @property
    def outline(self) -> tuple[Ring, ...]:
        """The rings of the outline, in legs."""
        return self.story.puzzle.outline

    @property
    def angle(self) -> float:
        """The turn by which it lies as its author drew it."""
        return self.story.puzzle.frame.angle

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height as it is drawn, in legs."""
        return size_of(self.outline, self.angle)


class UnsolvedError(ValueError):
    """A puzzle that cannot be on a worksheet, since no solution was found; the message says why."""


def sheet_puzzle(name: str, puzzle: Puzzle, limit: float | None = None) -> SheetPuzzle:
    """Return a puzzle with its solution and how hard it is.

    Args:
        name: the name on the worksheet.
        puzzle: the outline.
        limit: time limit in seconds.

    Raises:
        UnsolvedError: if it has no solution, or none was found within the time limit.
    """
    run = run_for_difficulty(puzzle, limit)
    difficulty = difficulty_in(run.trace)
    if difficulty is None:
        raise UnsolvedError(f"{puzzle.id}: {run.status}{': ' * bool(run.message)}{run.message}")
    return SheetPuzzle(name, difficulty, run.trace, puzzle.pieces, puzzle.sets)


def _failed_at(puzzle: Puzzle) -> Callable[[str], UnsolvedError]:
    return lambda words: UnsolvedError(f"{puzzle.id}: {words}")


def default_puzzles(pieces: PieceSet, seed: int, levels: Sequence[int]) -> Iterator[Named]:
    """Yield puzzles with their names, without end as a rule; the same seed gives the same ones in the same order.

    Args:
        pieces: the set of pieces.
        seed: any number.
        levels: the levels that many of those that are made should have.
    """
    shipped, made = _shipped(pieces, seed), _made(pieces, seed, levels)
    while True:
        some = [each for _, each in zip(range(SHIPPED_IN_A_ROW), shipped, strict=False)]
        new = next(made, None)
        if not some and new is None:
            return
        yield from some
        if new is not None:
            yield new


def name_of(puzzle: Puzzle) -> str:
    """Return the name of an outline on a worksheet: the title of a shape, or else its id in words."""
    path = shape_files().get(puzzle.id)
    return read_shape(path).title if path else puzzle.id.replace("-", " ").replace("_", " ").strip().capitalize()


def _shipped(pieces: PieceSet, seed: int) -> Iterator[Named]:
    files = list(shape_files(pieces.name).values())
    Random(seed).shuffle(files)
    for path in files:
        shape = read_shape(path)
        if shape.puzzle.sets == 1:  # only one set is cut out
            yield shape.title, shape.puzzle


def _made(pieces: PieceSet, seed: int, levels: Sequence[int]) -> Iterator[Named]:
    from heuristan.lab.generating import Recipe, TooRare, outlines

    compact = tuple(COMPACT[level] for level in levels)
    try:
        for number, made in enumerate(outlines(Recipe(pieces=pieces, compact=compact), seed), 1):
            yield f"Figure {seed}-{number}", made.puzzle
    except TooRare:
        return


def candidates(
    named: Iterable[Named], paper: Paper, leg: int, leave_out: Callable[[str], None]
) -> Iterator[SheetPuzzle]:
    """Yield puzzles that can be on a worksheet, each solved when it is asked for.

    Args:
        named: the puzzles with their names.
        paper: the paper.
        leg: the length of the small leg at which they must fit the paper, in millimetres.
        leave_out: gets the reason for each that cannot be used.
    """
    for number, (name, puzzle) in enumerate(named):
        if number == MOST:
            leave_out(f"those after the first {MOST:,}, which are all that is looked at; give fewer outlines")
            return
        try:
            with unexpected_as(_failed_at(puzzle), UnsolvedError):
                found = sheet_puzzle(name, puzzle, LIMIT)
        except UnsolvedError as fault:
            leave_out(str(fault))
            continue
        largest = largest_leg(found.size, paper)
        if largest >= leg:
            yield found
        else:
            leave_out(f"{puzzle.id}: does not fit the page if the small leg is {leg} mm long; {largest} mm would do")


def quotas(count: int, levels: Sequence[int]) -> Counter[int]:
    """Return how many puzzles of each level are wanted; easier levels get the rest of the division."""
    each, rest = divmod(count, len(levels))
    return Counter({level: each + (place < rest) for place, level in enumerate(levels)})


def chosen(candidates: Iterable[SheetPuzzle], count: int, levels: Sequence[int]) -> list[SheetPuzzle]:
    """Return puzzles of some levels, the easiest first.

    Candidates are taken in their order as long as their level lacks one. If they end first, levels that have more
    candidates than they need fill up for others.

    Args:
        candidates: the puzzles to choose from; no more are asked for than needed.
        count: the number of puzzles wanted.
        levels: the levels wanted, in order.
    """
    wanted = quotas(count, levels)
    found: list[SheetPuzzle] = []
    spare: list[SheetPuzzle] = []
    for puzzle in candidates:
        level = puzzle.difficulty.level
        if level not in levels:
            continue
        (found if wanted[level] else spare).append(puzzle)
        wanted[level] = max(wanted[level] - 1, 0)
        if not wanted.total():
            break
    return sorted((*found, *spare[: count - len(found)]), key=lambda puzzle: puzzle.difficulty.score)
