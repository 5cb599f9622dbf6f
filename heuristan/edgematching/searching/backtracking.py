"""Exact search: the place with the fewest candidates first; candidates are bits of integers."""

from collections.abc import Sequence
from typing import NamedTuple

from heuristan.edgematching.board import OPPOSITE
from heuristan.edgematching.candidates import candidates
from heuristan.edgematching.deadline import Deadline
from heuristan.edgematching.options import Options, options_of
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.results import Answer

NODES_BETWEEN_CHECKS = 256
"""Nodes between two looks at the clock: some milliseconds."""


class _Level(NamedTuple):
    """A place that is being tried, its untried candidates, and the domains before the last one was laid."""

    place: int
    rest: int
    before: tuple[tuple[int, int], ...]


def search(puzzle: Puzzle, deadline: Deadline) -> Answer:
    """Find the first solution, or prove that there is none.

    Raises:
        Contradiction: if it is clear before the search that there is none.
        LimitReached: if the time is over.
    """
    options = options_of(puzzle)
    possible = candidates(puzzle, options, deadline)
    domains = [sum(1 << int(option) for option in column.nonzero()[0]) for column in possible.T]
    return _Search(puzzle, options, domains).run(deadline)


class _Search:
    def __init__(self, puzzle: Puzzle, options: Options, domains: list[int]) -> None:
        self.options = options
        self.neighbours = puzzle.board.neighbours
        self.domains = domains
        self.left = list(options.counts)
        self.free = (1 << len(options.faces)) - 1
        """The options whose class still has pieces."""
        self.of_class = [0] * len(options.counts)
        for option, number in enumerate(options.class_of):
            self.of_class[number] |= 1 << option
        self.showing = [
            {colour: _bits([each[face] == colour for each in options.faces]) for colour in puzzle.colours}
            for face in puzzle.board.faces
        ]
        self.laid: dict[int, int] = {}
        self.nodes = 0

    def run(self, deadline: Deadline) -> Answer:
        """Search depth first, with an explicit stack: a thousand places are more than Python's recursion allows."""
        stack = [self.next_level()]
        while stack:
            place, rest, before = stack.pop()
            self.take_back(place, before)
            if not rest:
                continue
            self.nodes += 1
            if self.nodes % NODES_BETWEEN_CHECKS == 0:
                deadline.check()
            bit = rest & -rest
            stack.append(_Level(place, rest ^ bit, self.lay(place, bit.bit_length() - 1)))
            if len(self.laid) == len(self.domains):
                faces = tuple(self.options.faces[self.laid[i]] for i in range(len(self.domains)))
                return Answer("backtracking", faces, {"nodes": self.nodes})
            stack.append(self.next_level())
        message = "every arrangement was tried"
        return Answer("backtracking", None, {"nodes": self.nodes}, proven=True, message=message)

    def next_level(self) -> _Level:
        """Choose the empty place with the fewest candidates."""
        free, fewest, chosen, rest = self.free, len(self.options.faces) + 1, -1, 0
        for place, domain in enumerate(self.domains):
            if place not in self.laid and (count := (domain & free).bit_count()) < fewest:
                fewest, chosen, rest = count, place, domain & free
                if not count:
                    break
        return _Level(chosen, rest, ())

    def lay(self, place: int, option: int) -> tuple[tuple[int, int], ...]:
        """Lay an option, and return the domains that it narrows, as they were before."""
        before = []
        for face, beyond in enumerate(self.neighbours[place]):
            if beyond is not None and beyond not in self.laid:
                before.append((beyond, self.domains[beyond]))
                self.domains[beyond] &= self.showing[OPPOSITE[face]][self.options.faces[option][face]]
        self.laid[place] = option
        number = self.options.class_of[option]
        self.left[number] -= 1
        if not self.left[number]:
            self.free &= ~self.of_class[number]
        return tuple(before)

    def take_back(self, place: int, before: Sequence[tuple[int, int]]) -> None:
        """Undo `lay` if a piece lies at the place."""
        option = self.laid.pop(place, None)
        if option is None:
            return
        for beyond, domain in before:
            self.domains[beyond] = domain
        number = self.options.class_of[option]
        self.left[number] += 1
        self.free |= self.of_class[number]


def _bits(flags: Sequence[bool]) -> int:
    return sum(1 << i for i, flag in enumerate(flags) if flag)
