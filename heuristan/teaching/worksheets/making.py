"""A worksheet: puzzles, pieces and solutions put on pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from heuristan.common.svg.geometry import size_of
from heuristan.common.words import listed
from heuristan.tangram.solving.difficulty import LEVELS
from heuristan.teaching.worksheets import paper as papers
from heuristan.teaching.worksheets.cutting import pieces_for
from heuristan.teaching.worksheets.paper import Paper
from heuristan.teaching.worksheets.pictures import Picture, outline_picture, piece_picture, solution_picture
from heuristan.teaching.worksheets.puzzles import SheetPuzzle
from heuristan.teaching.worksheets.typesetting import pdf_of
from heuristan.teaching.worksheets.words import words_for

COLUMNS, ROWS = 3, 4
"""Solutions beside and below each other on a page."""
LARGEST_SOLUTION_LEG = 8.0
NARROWEST = 60.0
"""Minimum width of a puzzle, for its caption, in millimetres."""
BETWEEN = 2.0
"""Distance between a solution and its caption, in millimetres."""
HEADING = 28.0
"""Height of what stands over the solutions, in millimetres."""
FIRST_PAGE_HEAD = 84.0
"""Height of what stands over the pieces on the first page, in millimetres."""


@dataclass(frozen=True)
class Worksheet:
    """A worksheet before it is set."""

    puzzles: Sequence[SheetPuzzle]
    """In the order of their numbers."""
    title: str
    source: str
    """Where the puzzles come from, for the foot of each page."""
    paper: Paper
    leg: int
    """Length of the small leg, in millimetres."""
    hints: bool = False
    """Whether the first piece of each solution is shown in its place."""

    def pdf(self) -> bytes:
        """Return the worksheet as a PDF.

        Raises:
            MissingExtraError: if typst is not installed.
        """
        return pdf_of(self._data())

    def _data(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "source": self.source,
            "paper": self.paper.name,
            "margin": papers.MARGIN,
            "head": papers.HEAD,
            "foot": papers.FOOT,
            "gap": papers.GAP,
            "caption": papers.CAPTION,
            "narrowest": NARROWEST,
            "levels": len(LEVELS),
            "columns": COLUMNS,
            "cell": self._cell,
            "between": BETWEEN,
            **words_for(len(self.puzzles), hints=self.hints),
            "pieces": self._pieces(),
            "puzzles": self._outlines(),
            "solutions": self._solutions(),
        }

    @property
    def _cell(self) -> float:
        """The height of a solution, in millimetres."""
        return (self.paper.room[1] - HEADING) / ROWS - papers.CAPTION - BETWEEN

    def _pieces(self) -> list[list[list[dict[str, Any]]]]:
        """Return the pictures of the pieces by page and row."""
        named = [(name, piece_picture(ring, self.leg)) for name, ring in pieces_for(self.puzzles)]
        drawn = [_fields(picture, name.replace("-", " ")) for name, picture in named]
        sizes = [(picture.width, picture.height) for _, picture in named]
        width, height = self.paper.room
        rows = papers.packed_rows(sizes, width)
        return _arranged(drawn, papers.pages_of(rows, sizes, height, used_up=FIRST_PAGE_HEAD))

    def _outlines(self) -> list[list[list[dict[str, Any]]]]:
        """Return the pictures of the puzzles by page and row."""
        drawn = []
        for number, puzzle in enumerate(self.puzzles, 1):
            picture = outline_picture(puzzle, self.leg, hint=self.hints)
            drawn.append(_fields(picture, f"Outline {number}, {puzzle.name}") | _caption(number, puzzle))
        sizes = [(max(each["width"], NARROWEST), each["height"]) for each in drawn]
        width, height = self.paper.room
        return _arranged(drawn, papers.pages_of(papers.rows_of(sizes, width), sizes, height, papers.CAPTION))

    def _solutions(self) -> list[list[dict[str, Any]]]:
        """Return the pictures of the solutions by page."""
        wide, high = self.paper.room[0] / COLUMNS - papers.GAP, self._cell - 2
        drawn = []
        for number, puzzle in enumerate(self.puzzles, 1):
            leg = min(LARGEST_SOLUTION_LEG, wide / puzzle.size[0], high / puzzle.size[1])
            words = f"Solution of {number}: {_in_words(puzzle)}"
            drawn.append(_fields(solution_picture(puzzle, leg), words) | _caption(number, puzzle))
        page = COLUMNS * ROWS
        return [drawn[start : start + page] for start in range(0, len(drawn), page)]


def leg_for(puzzles: Sequence[SheetPuzzle], paper: Paper) -> int:
    """Return the longest leg, in whole millimetres, at which every outline and every piece fits a page."""
    pieces = (size_of([ring], 0.0) for _, ring in pieces_for(puzzles))
    return min(papers.largest_leg(size, paper) for size in (*(puzzle.size for puzzle in puzzles), *pieces))


def _arranged(drawn: Sequence[dict[str, Any]], pages: Sequence[Sequence[Sequence[int]]]) -> list[list[list[Any]]]:
    """Return pictures by page and row."""
    return [[[drawn[number] for number in row] for row in page] for page in pages]


def _fields(picture: Picture, words: str) -> dict[str, Any]:
    return {"svg": picture.svg, "width": round(picture.width, 4), "height": round(picture.height, 4), "alt": words}


def _caption(number: int, puzzle: SheetPuzzle) -> dict[str, Any]:
    return {"number": number, "name": puzzle.name, "level": puzzle.difficulty.level}


def _in_words(puzzle: SheetPuzzle) -> str:
    return listed(f"{tile.label} {tile.name.replace('-', ' ')}" for tile in puzzle.story.tiles)
