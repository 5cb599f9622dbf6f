"""The choice of puzzles: as many of each level of difficulty as of any other, the easiest first."""

from collections import Counter
from collections.abc import Iterable, Sequence

from heuristan.teaching.worksheets.puzzles import SheetPuzzle


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
    found += spare[: count - len(found)]
    return in_order(found)


def in_order(puzzles: Iterable[SheetPuzzle]) -> list[SheetPuzzle]:
    """Return puzzles from easy to hard; those that are as hard keep their order."""
    return sorted(puzzles, key=lambda puzzle: puzzle.difficulty.score)
