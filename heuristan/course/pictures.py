"""Pictures for the notebooks that no value of the systems shows by itself."""

from dataclasses import dataclass

from heuristan.sliding.boards import Board
from heuristan.sliding.files import Puzzle
from heuristan.sliding.render.strips import moves_svg
from heuristan.sliding.results import Result


@dataclass(frozen=True)
class Picture:
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
    return Picture(moves_svg(Result(Puzzle("board", start, goal), "solved", "optimal", 0.0, moves)))
