"""What can lie where: options that the edges around a place rule out are struck, again and again.

Each step follows from the constraints of the linear program (5.10) and from p >= 0 alone, so that the program loses
nothing by it; solvers call such steps presolve. Backtracking and CP-SAT are given the same candidates.

1. An edge of the frame has one colour: an option with another one there has p = 0.
2. At an edge location u the equation of colour c reads: what shows c from one side is as much as what shows c from the
   other. Where nothing can show it from one side, all that would show it from the other has p = 0.
3. A place holds one piece. If one option alone is left there, it has p = 1, and if its class has no further pieces, it
   has p = 0 elsewhere.
4. A class of n pieces for which n places are left lies there, and other options there have p = 0.
"""

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from heuristan.edgematching.board import OPPOSITE
from heuristan.edgematching.deadline import Deadline
from heuristan.edgematching.options import Options
from heuristan.edgematching.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Possible: TypeAlias = NDArray[np.bool_]
    """Options by places."""


class Contradiction(Exception):
    """The constraints leave no candidate somewhere, which proves that there is no solution."""


PROBED = 4
"""Places with more candidates than this are not probed: most that is found is found where there are few."""


def candidates(
    puzzle: Puzzle,
    options: Options,
    *,
    frame_only: bool = False,
    probe_above: int | None = None,
    deadline: Deadline | None = None,
) -> "Possible":
    """Which options are possible at which places.

    Args:
        puzzle: the puzzle.
        options: its options.
        frame_only: whether to stop after step 1.
        probe_above: how many candidates are too many: then candidates are tried as well, until there are fewer. One
            that leaves a place empty by these steps is none. This goes beyond what follows for the linear program.
        deadline: when to stop trying.

    Raises:
        Contradiction: there is no solution.
        LimitReached: the time is over.
    """
    faces = np.array(options.faces)
    possible = np.ones((len(options.faces), len(puzzle.board.places)), dtype=bool)
    for (place, face), colour in puzzle.walls.items():
        possible[:, place] &= faces[:, face] == colour
    if frame_only:
        return possible
    striking = _Striking(puzzle, options)
    possible = striking.struck(possible)
    if probe_above is not None:
        while possible.sum() > probe_above and striking.probes(possible, deadline or Deadline()):
            possible = striking.struck(possible)
    return possible


class _Striking:
    """The tables that the steps need."""

    def __init__(self, puzzle: Puzzle, options: Options) -> None:
        faces = np.array(options.faces)
        self.by_colour = [_groups(faces[:, face]) for face in puzzle.board.faces]
        """For each face the options sorted by its colour, and where each colour begins."""
        # colours that the opposite face never shows have the place after the last one, where nothing is ever shown
        self.rank = [_rank(faces[:, face], faces[:, OPPOSITE[face]]) for face in puzzle.board.faces]
        neighbours = np.array([[-1 if each is None else each for each in row] for row in puzzle.board.neighbours])
        self.pairs = [
            (face, np.flatnonzero(neighbours[:, face] >= 0), neighbours[neighbours[:, face] >= 0, face])
            for face in puzzle.board.faces
        ]
        self.counts = np.array(options.counts)
        self.class_of = np.array(options.class_of)
        self.first = np.searchsorted(self.class_of, np.arange(len(self.counts)))
        """The first option of each class."""

    def struck(self, possible: "Possible") -> "Possible":
        """Strike until nothing changes."""
        left = -1
        while left != (left := int(possible.sum())):
            self.by_edges(possible)
            self.by_counts(possible)
            if not possible.any(axis=0).all():
                raise Contradiction
        return possible

    def probes(self, possible: "Possible", deadline: Deadline) -> bool:
        """Strike one candidate that cannot be; whether one was found."""
        counts = possible.sum(axis=0)
        for place in sorted(np.flatnonzero((counts > 1) & (counts <= PROBED)), key=counts.__getitem__):
            for option in np.flatnonzero(possible[:, place]):
                deadline.check()
                tried = possible.copy()
                tried[:, place] = False
                tried[option, place] = True
                try:
                    self.struck(tried)
                except Contradiction:
                    possible[option, place] = False
                    return True
        return False

    def by_edges(self, possible: "Possible") -> None:
        """Step 2, for all edge locations at once."""
        nothing = np.zeros((1, possible.shape[1]), dtype=bool)
        seen = [
            np.concatenate([np.logical_or.reduceat(possible[order], starts, axis=0), nothing])
            for order, starts in self.by_colour
        ]
        for face, places, beyond in self.pairs:
            possible[:, places] &= seen[OPPOSITE[face]][:, beyond][self.rank[face]]

    def by_counts(self, possible: "Possible") -> None:
        """Steps 3 and 4."""
        certain = possible & (possible.sum(axis=0) == 1)
        placed = np.add.reduceat(certain.sum(axis=1), self.first)
        reach = np.logical_or.reduceat(possible, self.first, axis=0)
        room = reach.sum(axis=1)
        if (placed > self.counts).any() or (room < self.counts).any():
            raise Contradiction
        full = (placed == self.counts)[self.class_of]
        possible[full] = certain[full]
        for number in np.flatnonzero(room == self.counts):
            possible[np.ix_(self.class_of != number, reach[number])] = False


def _groups(colours: "NDArray[np.int64]") -> "tuple[NDArray[np.intp], NDArray[np.intp]]":
    """Options sorted by colour, and where each colour begins."""
    order = np.argsort(colours, kind="stable")
    return order, np.unique(colours[order], return_index=True)[1]


def _rank(colours: "NDArray[np.int64]", others: "NDArray[np.int64]") -> "NDArray[np.intp]":
    """The rank of each colour among the others, or one beyond the last where it is not one of them."""
    known = np.unique(others)
    rank = np.searchsorted(known, colours)
    missing = ~np.isin(colours, known)
    rank[missing] = len(known)
    return rank
