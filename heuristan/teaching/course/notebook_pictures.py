"""Pictures for the notebooks that no value of the systems shows by itself."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from heuristan.common.proportions import wilson
from heuristan.common.svg.intervals import Estimate, Plot, intervals_svg
from heuristan.edgematching.puzzle import Laid
from heuristan.edgematching.puzzle import Puzzle as Squares
from heuristan.edgematching.render.grids import puzzle_svg
from heuristan.sliding.board_films import strip_svg
from heuristan.sliding.boards import Board
from heuristan.sliding.files import Puzzle
from heuristan.sliding.results import Result

if TYPE_CHECKING:
    from heuristan.edgematching.relaxing import Iterate


class Picture(NamedTuple):
    """A picture that a notebook shows.

    Attributes:
        svg: the picture, as SVG.
    """

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture of {len(self.svg)} characters>"


def moves_picture(start: Board, goal: Board, moves: str) -> Picture:
    """Draw the board before and after each move."""
    return Picture(strip_svg(Result(Puzzle("board", start, goal), "solved", "optimal", 0.0, moves)))


def squares_picture(puzzle: Squares, laid: Mapping[int, int] | None = None) -> Picture:
    """Draw the pieces of an edge-matching puzzle, and beside them the piece at each place if all places are filled."""
    arrangement = None if laid is None else tuple(Laid(laid[place]) for place in range(len(puzzle.pieces)))
    return Picture(puzzle_svg(puzzle, arrangement))


def iterates_picture(puzzle: Squares, iterates: "Iterable[Iterate]") -> Picture:
    """Draw the tables P of the linear programs, and the colours as they mix them."""
    from heuristan.edgematching.render.films import iterates_svg, snapshot_of, strip_of  # with numpy

    return Picture(iterates_svg(puzzle, strip_of([snapshot_of(iterate) for iterate in iterates])))


def intervals_picture(title: str, shares: Mapping[str, tuple[int, int]]) -> Picture:
    """Draw shares with their 95 % intervals.

    Args:
        title: the title of the plot.
        shares: for each line its name, with how many cases there are of how many.
    """
    estimates = tuple(
        Estimate(name, "share", count / of, *wilson(count, of), f"{count} of {of}")
        for name, (count, of) in shares.items()
    )
    return Picture(intervals_svg(Plot(title, "share with its 95 % interval (Wilson)", estimates)))
