"""Outlines with a known solution, made from a seed, no two the same up to symmetry."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple

from heuristan.tangram.lab.generating.growing import grown
from heuristan.tangram.lab.generating.joining import How, some_joins, tables_of
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet, Placement
from heuristan.tangram.puzzle.digests import shape_digest
from heuristan.tangram.puzzle.kinds import KINDS, Kind, kind_of, vertex_count
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle

COMPACT = (4,)
"""Of how many ways to join a piece the best is taken: with four, outlines have about as many corners as people's."""

EVERY_COMPACT = (1, 2, 4, 8, 16, 32)
"""Between them they make outlines of nearly any number of corners that pieces can have."""

TRIES = 3000
"""In a row that come to nothing new, and then it is given up."""

MADE: tuple[Kind, ...] = tuple(family for family in KINDS if family != "parts")
"""The families of outlines that are made: every piece is joined to another."""


class TooRare(Exception):
    """Nothing new came of so many tries in a row."""

    def __init__(self, tries: int) -> None:
        super().__init__(tries)
        self.tries = tries


@dataclass(frozen=True)
class Recipe:
    """What is to be made.

    Raises:
        NotSnug: it is to be snug, and the pieces are not made for that.
    """

    how: How = "assembly"
    sets: int = 1
    pieces: PieceSet = TANGRAM
    corners: range | None = None
    """How many corners an outline may have; None for any number."""
    families: Collection[Kind] = tuple(family for family in MADE if family != "touching")
    compact: tuple[int, ...] = COMPACT
    """Of so many ways to join a piece the one that leaves the fewest vertices is taken. Where there are several such
    numbers, each try draws one, those the oftener that have made more of what is wanted."""

    def __post_init__(self) -> None:
        tables_of(self.how, self.pieces)

    @property
    def most_corners(self) -> int:
        """More than this no outline has: at each of its corners there is one of a piece."""
        corners = {shape.name: len(shape.ring) for shape in self.pieces.shapes}
        return sum(corners[name] * count for name, count in self.pieces.stock(self.sets).items())


class Made(NamedTuple):
    """An outline, and the pieces that it was made of."""

    puzzle: Puzzle
    corners: int
    family: Kind
    pieces: tuple[Placement, ...]


def outlines(recipe: Recipe, seed: int, known: Collection[str] = (), tries: int = TRIES) -> Iterator[Made]:
    """Outlines without end, as long as there are new ones; the same seed gives the same ones in the same order.

    Args:
        recipe: what they are to be.
        seed: any number.
        known: shape digests (`heuristan.tangram.puzzle.digests`) of outlines that are not wanted.
        tries: so many in a row may come to nothing new.

    Raises:
        TooRare: they did.
    """
    random, seen, in_vain, count = Random(seed), set(known), 0, 0
    yields = _Yields(recipe.compact)
    while in_vain < tries:
        compact = yields.draw(random)
        made = _wanted(recipe, random, compact, f"{recipe.how}-{seed}-{count + 1}")
        shape = shape_digest(made.puzzle) if made else ""
        is_new = made is not None and shape not in seen
        yields.note(compact, is_new)
        in_vain = 0 if is_new else in_vain + 1
        if made is not None and is_new:
            seen.add(shape)
            count += 1
            yield made
    raise TooRare(tries)


class _Yields:
    """Draws what pays: each choice by the share of its tries that made something."""

    def __init__(self, choices: Sequence[int]) -> None:
        self._choices = choices
        # as if each had been tried once and had paid
        self._tried = dict.fromkeys(choices, 1)
        self._paid = dict.fromkeys(choices, 1)

    def draw(self, random: Random) -> int:
        weights = [self._paid[choice] / self._tried[choice] for choice in self._choices]
        return random.choices(self._choices, weights)[0]

    def note(self, choice: int, has_paid: bool) -> None:
        self._tried[choice] += 1
        self._paid[choice] += has_paid


def _wanted(recipe: Recipe, random: Random, compact: int, id: str) -> Made | None:
    """One try: None if what comes of it is not what is wanted."""
    assembly = _assembly(recipe, random, compact)
    if assembly is None:
        return None
    puzzle = make_puzzle(id, [piece.ring for piece in assembly], sets=recipe.sets, pieces=recipe.pieces)
    corners = vertex_count(puzzle)
    if recipe.corners is not None and corners not in recipe.corners:
        return None
    family = kind_of(puzzle)
    return Made(puzzle, corners, family, tuple(assembly)) if family in recipe.families else None


def _assembly(recipe: Recipe, random: Random, compact: int) -> list[Placement] | None:
    names = list(recipe.pieces.stock(recipe.sets).elements())
    random.shuffle(names)
    first = random.choice(tables_of(recipe.how, recipe.pieces)[names[0]].turns)
    return grown(random, first, names[1:], partial(_joins, recipe), compact)


def _joins(recipe: Recipe, random: Random, assembly: Sequence[Placement], name: str, count: int) -> list[Placement]:
    """Ways to lay a piece: where parts may touch, one piece of an outline or so is joined in a point."""
    joins = partial(some_joins, random, assembly, name, count, how=recipe.how, pieces=recipe.pieces)
    pieces = recipe.sets * recipe.pieces.size
    return joins(in_points="touching" in recipe.families and random.randrange(pieces) == 0)
