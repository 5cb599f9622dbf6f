"""Exact search: the place with the fewest candidates first, candidates as bits of whole numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from heuristan.edgematching.board import OPPOSITE
from heuristan.edgematching.candidates import candidates
from heuristan.edgematching.deadline import Deadline
from heuristan.edgematching.options import Options, options_of
from heuristan.edgematching.puzzle import Faces, Puzzle

NODES_BETWEEN_CHECKS = 256
"""Of the deadline: some milliseconds."""


@dataclass(frozen=True)
class Searched:
    """How a search ended.

    Attributes:
        faces: the colours at each place; None where it is proven that there is no solution.
        nodes: pieces laid on the way.
    """

    faces: tuple[Faces, ...] | None
    nodes: int


class _Level(NamedTuple):
    """A place that is being tried, the candidates not tried yet, and the domains before it was."""

    place: int
    rest: int
    before: tuple[tuple[int, int], ...]


def search(puzzle: Puzzle, deadline: Deadline) -> Searched:
    """The first solution, or the proof that there is none.

    Raises:
        Contradiction: there is none, which is seen before anything is tried.
        LimitReached: the time is over.
    """
    options = options_of(puzzle)
    possible = candidates(puzzle, options)
    domains = [sum(1 << int(option) for option in column.nonzero()[0]) for column in possible.T]
    return _Search(puzzle, options, domains).ended(deadline)


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

    def ended(self, deadline: Deadline) -> Searched:
        """Depth first, with a stack of its own: a thousand places are deeper than Python's."""
        stack = [self.opened()]
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
                return Searched(tuple(self.options.faces[self.laid[i]] for i in range(len(self.domains))), self.nodes)
            stack.append(self.opened())
        return Searched(None, self.nodes)

    def opened(self) -> _Level:
        """The open place with the fewest candidates."""
        free, fewest, chosen, rest = self.free, len(self.options.faces) + 1, -1, 0
        for place, domain in enumerate(self.domains):
            if place not in self.laid and (count := (domain & free).bit_count()) < fewest:
                fewest, chosen, rest = count, place, domain & free
                if not count:
                    break
        return _Level(chosen, rest, ())

    def lay(self, place: int, option: int) -> tuple[tuple[int, int], ...]:
        """Lay an option; the domains that it narrows, as they were."""
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
        """Undo `lay`, where something lies."""
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
