"""The levels of a search as linear programs see them: the candidates of each, the order in which they are tried.

The search itself is that of backtracking, with its kernel: it lays a candidate at the place that has the fewest, and
what that strikes spreads. A level is a place, with its candidates and how many of them were tried.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from heuristan.edgematching.searching import laying
from heuristan.edgematching.searching.backtracking import Search

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from heuristan.edgematching.candidates import Possible


class Levels:
    """The levels of a search that is told what to do before each step."""

    def __init__(self, search: Search, shape: tuple[int, int]) -> None:
        self.search = search
        self.shape = shape
        """Options and places."""

    def _table(self, name: str) -> Any:
        return self.search.tables[name]

    @property
    def top(self) -> int:
        """The latest level; -1 if all are closed."""
        return int(self._table("counts")[laying.DEPTH]) - 1

    @property
    def nodes(self) -> int:
        """The number of candidates laid so far."""
        return int(self._table("counts")[laying.NODES])

    def was_retried(self, level: int) -> bool:
        """Return whether a further candidate of the level is laid, after one that led nowhere."""
        return bool(self._table("tried")[level] > 1)

    def possible(self, level: int) -> "Possible":
        """Return the candidates at the beginning of a level, without those of its place that led nowhere."""
        found = np.zeros(self.shape, dtype=bool)
        for place, (row, size) in enumerate(zip(self._table("rows"), self._table("before")[level], strict=True)):
            found[row[:size], place] = True
        for place in self._table("places")[:level]:
            found[:, place] = False
            found[self._table("laid")[place], place] = True
        place = self._table("places")[level]
        found[self._table("rows")[place][: self._table("tried")[level]], place] = False
        return found

    def undo(self, level: int) -> None:
        """Go back to a level: take away what is laid there and later. What lay there counts as not yet tried."""
        laid, left = self._table("laid"), self._table("left")
        for place in self._table("places")[level : self.top + 1]:
            if laid[place] >= 0:
                left[self._table("class_of")[laid[place]]] += 1
                laid[place] = -1
        self._table("sizes")[:] = self._table("before")[level][:]
        self._table("counts")[laying.DEPTH] = level + 1
        self._table("tried")[level] -= 1

    def close(self, level: int) -> None:
        """Give up a level to which the search went back."""
        self._table("counts")[laying.DEPTH] = level

    def sort(self, level: int, weights: "NDArray[np.float64]") -> None:
        """Sort the candidates of a level's place that are not yet tried: the largest weight first."""
        place, begin = self._table("places")[level], self._table("tried")[level]
        row, where = self._table("rows")[place], self._table("where")[place]
        untried = [int(option) for option in row[begin : self._table("before")[level][place]]]
        for index, option in enumerate(sorted(untried, key=lambda option: -weights[option]), begin):
            row[index], where[option] = option, index

    def place(self, level: int) -> int:
        """Return the place of a level."""
        return int(self._table("places")[level])
