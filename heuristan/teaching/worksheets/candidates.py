"""The puzzles to choose from: solved, measured, and small enough for the page."""

from collections.abc import Callable, Iterable, Iterator

from heuristan.teaching.worksheets.paper import Paper, largest_leg
from heuristan.teaching.worksheets.puzzles import SheetPuzzle, UnsolvedError, sheet_puzzle
from heuristan.teaching.worksheets.sources import Named

LIMIT = 20.0
"""Time limit per outline, in seconds; nearly all take less than a tenth of one."""

MOST = 1000
"""Number of puzzles looked at for a worksheet before those that were found have to do."""


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
            found = sheet_puzzle(name, puzzle, LIMIT)
        except UnsolvedError as fault:
            leave_out(str(fault))
            continue
        largest = largest_leg(found.size, paper)
        if largest >= leg:
            yield found
        else:
            leave_out(f"{puzzle.id}: does not fit the page if the small leg is {leg} mm long; {largest} mm would do")
