"""The candidates of each place: options that the edges around a place rule out are struck until nothing changes.

Equal pieces are one *class*, and a class has an *option* for each way in which it can be turned: equal pieces can be
swapped in any solution, and if they were kept apart, every solver would have several solutions that look the same, and
a linear program a face of optima between them.

Each step of striking follows from the constraints of the linear program (5.10) and from p >= 0 alone, so the program
loses nothing; solvers call such steps presolve. Backtracking starts from these candidates.

1. An edge of the frame has one colour: an option with another colour there has p = 0. A place whose piece is given
   has no other option.
2. At an edge location u the equation of colour c says: the options that show c from one side have the same sum as those
   that show c, or its other half, from the other. If none can show it from one side, all that would meet it from the
   other have p = 0.
3. A place holds one piece. If only one option is left there, it has p = 1, and if its class has no further pieces, it
   has p = 0 elsewhere.
4. If a class of n pieces has only n places left, it lies there, and other options there have p = 0.
5. If the frame takes all edges of a colour, as a plain frame does, pieces show it nowhere else: corners lie in corners.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.edgematching.puzzle import Arrangement, Deadline, Faces, Laid, Puzzle


class Options(NamedTuple):
    """The classes of a puzzle's pieces, and the ways in which each can lie.

    Attributes:
        counts: the number of pieces in each class.
        faces: the colours of each option.
        wanted: the colours that must meet them: the same, or the other halves.
        class_of: the class of each option.
    """

    counts: tuple[int, ...]
    faces: tuple[Faces, ...]
    wanted: tuple[Faces, ...]
    class_of: tuple[int, ...]


def options_of(puzzle: Puzzle) -> Options:
    """Return the options of a puzzle, in the order in which the classes first occur."""
    classes = Counter(_normal_form(puzzle, faces) for faces in puzzle.pieces)
    found = [
        (number, faces)
        for number, normal in enumerate(classes)
        for faces in dict.fromkeys(puzzle.board.cell.turned(normal, turn) for turn in puzzle.ways)
    ]
    wanted = tuple(tuple(map(puzzle.mate, faces)) for _, faces in found)
    return Options(
        tuple(classes.values()), tuple(faces for _, faces in found), wanted, tuple(number for number, _ in found)
    )


def arranged(puzzle: Puzzle, faces: Sequence[Faces]) -> Arrangement:
    """Return the arrangement that shows these colours, place by place; equal pieces are taken in their order.

    Raises:
        KeyError, IndexError: if the colours are not those of the pieces, or a given piece does not lie in its place.
    """
    left: dict[Faces, list[int]] = defaultdict(list)
    for number in reversed(range(len(puzzle.pieces))):
        left[_normal_form(puzzle, puzzle.pieces[number])].append(number)
    given = dict(puzzle.given)
    for place, laid in given.items():
        if faces[place] != puzzle.faces_of(laid):
            raise KeyError(place)
        left[_normal_form(puzzle, faces[place])].remove(laid.piece)
    found = []
    for place, shown in enumerate(faces):
        if place in given:
            found.append(given[place])
            continue
        number = left[_normal_form(puzzle, shown)].pop()
        turn = next(t for t in puzzle.ways if puzzle.faces_of(Laid(number, t)) == shown)
        found.append(Laid(number, turn))
    return tuple(found)


def _normal_form(puzzle: Puzzle, faces: Faces) -> Faces:
    """Return the colours in the turn that sorts first."""
    return min(puzzle.board.cell.turned(faces, turn) for turn in puzzle.ways)


Possible: TypeAlias = NDArray[np.bool_]
"""Matrix of possible options: a row an option, a column a place."""


class Contradiction(Exception):
    """The constraints leave a place without candidates, which proves that there is no solution."""


def candidates(
    puzzle: Puzzle,
    options: Options,
    deadline: Deadline | None = None,
    *,
    frame_only: bool = False,
) -> Possible:
    """Return which options are possible at which places.

    Args:
        puzzle: the puzzle.
        options: its options.
        deadline: when to stop.
        frame_only: whether to stop after step 1.

    Raises:
        Contradiction: if there is no solution.
        LimitReached: if the time is over.
    """
    faces = np.array(options.faces)
    possible = np.ones((len(options.faces), len(puzzle.board.places)), dtype=bool)
    for (place, face), colour in puzzle.asked.items():
        possible[:, place] &= faces[:, face] == colour
    for place, laid in puzzle.given:
        possible[:, place] &= (faces == puzzle.faces_of(laid)).all(axis=1)
    if frame_only:
        return possible
    _strike_inside(puzzle, faces, possible)
    Striking(puzzle, options, deadline or Deadline()).strike(possible)
    return possible


def _strike_inside(puzzle: Puzzle, faces: NDArray[np.int64], possible: Possible) -> None:
    """Apply step 5."""
    walls = Counter((face if not puzzle.turns else -1, colour) for (_, face), colour in puzzle.asked.items())
    edges = Counter(
        (face if not puzzle.turns else -1, colour) for each in puzzle.pieces for face, colour in enumerate(each)
    )
    taken = {edge for edge, count in walls.items() if count == edges[edge]}
    for face in puzzle.board.faces:
        inside = [place for place, row in enumerate(puzzle.board.neighbours) if row[face] is not None]
        for each, colour in taken:
            if each in (face, -1):
                possible[np.ix_(faces[:, face] == colour, inside)] = False


class Striking:
    """The steps, with their tables. Step 2, repeated, is arc consistency; an empty domain is a contradiction."""

    def __init__(self, puzzle: Puzzle, options: Options, deadline: Deadline) -> None:
        self.deadline = deadline
        faces, self.wanted, self.opposite = (
            np.array(options.faces),
            np.array(options.wanted),
            puzzle.board.cell.opposite,
        )
        orders = np.argsort(faces, axis=0, kind="stable").T
        self.sorted = [(order, *np.unique(faces[order, face], return_index=True)) for face, order in enumerate(orders)]
        """For each face the options sorted by its colour, the colours, and the index at which each begins."""
        self.number = max(puzzle.colours) + 1
        """More than the number of the last colour."""
        neighbours = np.array([[-1 if each is None else each for each in row] for row in puzzle.board.neighbours])
        self.pairs = [
            (face, np.flatnonzero(neighbours[:, face] >= 0), neighbours[neighbours[:, face] >= 0, face])
            for face in puzzle.board.faces
        ]
        self.counts = np.array(options.counts)
        self.class_of = np.array(options.class_of)
        self.first = np.searchsorted(self.class_of, np.arange(len(self.counts)))
        """The first option of each class."""

    def strike(self, possible: Possible) -> None:
        """Strike candidates in place until nothing changes."""
        left = -1
        while left != (left := int(possible.sum())):
            self.by_edges(possible)
            self.by_counts(possible)
            if not possible.any(axis=0).all():
                raise Contradiction

    def by_edges(self, possible: Possible) -> None:
        """Apply step 2 to all edge locations at once."""
        seen = np.zeros((len(self.pairs), self.number, possible.shape[1]), dtype=bool)
        for face, (order, colours, starts) in enumerate(self.sorted):
            seen[face, colours] = np.logical_or.reduceat(possible[order], starts, axis=0)
        for face, places, beyond in self.pairs:
            self.deadline.check()
            possible[:, places] &= seen[self.opposite[face]][:, beyond][self.wanted[:, face]]

    def by_counts(self, possible: Possible) -> None:
        """Apply steps 3 and 4."""
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
