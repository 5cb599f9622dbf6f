"""Outlines with a known solution, assembled from a seed piece by piece, no two the same up to symmetry."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple, TypeAlias

from heuristan.lab.generating.joins import How, some_joins, tables_of
from heuristan.tangram.boundary import Boundary
from heuristan.tangram.outlines.writing.texts import geojson as feature_text
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet, Placement
from heuristan.tangram.puzzle.digests import shape_digest
from heuristan.tangram.puzzle.kinds import KINDS, Kind, kind_of, vertex_count
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle
from heuristan.tangram.solving.difficulty import Difficulty, difficulty_of

COMPACT = (4,)
"""Number of ways to join a piece of which the best is taken: with four, outlines are about as compact as people's."""

EVERY_COMPACT = (1, 2, 4, 8, 16, 32)
"""Together they make outlines of nearly every possible number of vertices."""

MADE: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind != "parts")
"""The kinds of outline that are made: every piece is joined to another."""


@dataclass(frozen=True)
class Recipe:
    """The properties of the outlines to make.

    Raises:
        NotSnug: if the outlines must be snug, and the pieces cannot be laid so.
    """

    how: How = "assembly"
    sets: int = 1
    pieces: PieceSet = TANGRAM
    vertices: range | None = None
    """Possible numbers of vertices; None for any number."""
    kinds: Collection[Kind] = tuple(kind for kind in MADE if kind != "touching")
    compact: tuple[int, ...] = COMPACT
    """Number of ways to join a piece of which the one that leaves the fewest vertices is taken. Of several numbers each
    try draws one; those that made more wanted outlines are drawn more often."""
    difficulty: range | None = None
    """The levels of difficulty that are wanted; None for any."""

    def __post_init__(self) -> None:
        tables_of(self.how, self.pieces)

    @property
    def max_vertices(self) -> int:
        """Upper bound of the number of vertices: at each vertex of an outline there is one of a piece."""
        vertices = {shape.name: len(shape.ring) for shape in self.pieces.shapes}
        return sum(vertices[name] * count for name, count in self.pieces.stock(self.sets).items())


class Made(NamedTuple):
    """An outline and the pieces that it was made of."""

    puzzle: Puzzle
    vertices: int
    kind: Kind
    pieces: tuple[Placement, ...]
    """Their places; none if the outline was drawn from a census."""
    difficulty: Difficulty | None = None
    """Its difficulty, if certain levels were asked for."""


def graded(made: Made, levels: range | None) -> Made | None:
    """Return an outline with its difficulty; None if that is not wanted.

    There is no time limit: the same seed makes the same outlines on machines of any speed.

    Args:
        made: the outline.
        levels: the levels that are wanted; None for any, and the difficulty is not measured then.
    """
    if levels is None:
        return made
    found = difficulty_of(made.puzzle)
    return made._replace(difficulty=found) if found is not None and found.level in levels else None


Joins: TypeAlias = Callable[[Random, Sequence[Placement], str, int], list[Placement]]
"""Return some ways to join a piece to an assembly: as many as asked for, or all that there are."""


def grown(random: Random, first: Placement, names: Iterable[str], joins: Joins, compact: int) -> list[Placement] | None:
    """Return an assembly of a first piece and others, joined in their order; None if one of them finds no place.

    Purely random assemblies straggle, and their many vertices make them easy. People draw compact figures, so of a few
    ways to join a piece the one that leaves the fewest vertices is taken.

    Args:
        random: the source of randomness.
        first: the piece to begin with.
        names: the pieces that follow.
        joins: finds ways to join a piece.
        compact: number of ways of which the best is taken; 1 is purely random.
    """
    assembly = [first]
    for name in names:
        some = joins(random, assembly, name, compact)
        if not some:
            return None
        assembly.append(min(some, key=lambda join: _vertices([*assembly, join])) if len(some) > 1 else some[0])
    return assembly


def _vertices(assembly: Iterable[Placement]) -> int:
    return len(Boundary.of(placement.ring for placement in assembly).vertices)


TRIES = 3000
"""Number of tries in a row without anything new, after which making is given up."""


class TooRare(Exception):
    """A number of tries in a row made nothing new."""

    def __init__(self, tries: int) -> None:
        super().__init__(tries)
        self.tries = tries


def outlines(recipe: Recipe, seed: int, known: Collection[str] = (), tries: int = TRIES) -> Iterator[Made]:
    """Yield new outlines as long as there are any; the same seed gives the same ones in the same order.

    Args:
        recipe: the properties that they must have.
        seed: any number.
        known: shape digests (`heuristan.tangram.puzzle.digests`) of outlines that are not wanted.
        tries: maximum number of tries in a row that make nothing new.

    Raises:
        TooRare: if that number is reached.
    """
    random, seen, failed, count = Random(seed), set(known), 0, 0
    yields = _Yields(recipe.compact)
    while failed < tries:
        compact = yields.draw(random)
        made = _new(_wanted(recipe, random, compact, f"{recipe.how}-{seed}-{count + 1}"), seen)
        made = made and graded(made, recipe.difficulty)
        yields.note(compact, made is not None)
        failed = failed + 1 if made is None else 0
        if made is not None:
            count += 1
            yield made
    raise TooRare(tries)


def _new(made: Made | None, seen: set[str]) -> Made | None:
    """Return an outline if it was not seen, and note that it is now."""
    if made is None:
        return None
    shape = shape_digest(made.puzzle)
    is_new = shape not in seen
    seen.add(shape)
    return made if is_new else None


class _Yields:
    """Draws each choice in proportion to the share of its tries that made something."""

    def __init__(self, choices: Sequence[int]) -> None:
        self._choices = choices
        # as if each choice had been tried once, with success
        self._tried = dict.fromkeys(choices, 1)
        self._paid = dict.fromkeys(choices, 1)

    def draw(self, random: Random) -> int:
        weights = [self._paid[choice] / self._tried[choice] for choice in self._choices]
        return random.choices(self._choices, weights)[0]

    def note(self, choice: int, has_paid: bool) -> None:
        self._tried[choice] += 1
        self._paid[choice] += has_paid


def _wanted(recipe: Recipe, random: Random, compact: int, id: str) -> Made | None:
    """Try once; return None if the outline does not have the wanted properties."""
    assembly = _assembly(recipe, random, compact)
    if assembly is None:
        return None
    puzzle = make_puzzle(id, [piece.ring for piece in assembly], sets=recipe.sets, pieces=recipe.pieces)
    vertices = vertex_count(puzzle)
    if recipe.vertices is not None and vertices not in recipe.vertices:
        return None
    kind = kind_of(puzzle)
    return Made(puzzle, vertices, kind, tuple(assembly)) if kind in recipe.kinds else None


def _assembly(recipe: Recipe, random: Random, compact: int) -> list[Placement] | None:
    names = list(recipe.pieces.stock(recipe.sets).elements())
    random.shuffle(names)
    first = random.choice(tables_of(recipe.how, recipe.pieces)[names[0]].turns)
    return grown(random, first, names[1:], partial(_joins, recipe), compact)


def _joins(recipe: Recipe, random: Random, assembly: Sequence[Placement], name: str, count: int) -> list[Placement]:
    """Return ways to lay a piece; if parts may touch, about one piece per outline is joined in a point."""
    joins = partial(some_joins, random, assembly, name, count, how=recipe.how, pieces=recipe.pieces)
    pieces = recipe.sets * recipe.pieces.size
    return joins(in_points="touching" in recipe.kinds and random.randrange(pieces) == 0)


def line_of(made: Made, how: str, seed: int, number: int) -> str:
    """Return an outline as a feature whose properties say how it was made.

    Args:
        made: the outline.
        how: the word for how it was made.
        seed: the seed.
        number: the number of the outline, from 1.
    """
    feature = json.loads(feature_text(made.puzzle))
    feature["properties"] |= {
        "made": "generated",
        "how": how,
        "seed": seed,
        "number": number,
        "vertices": made.vertices,
        "kind": made.kind,
    }
    if made.difficulty is not None:
        feature["properties"] |= {"difficulty": round(made.difficulty.score, 1), "level": made.difficulty.level}
    return json.dumps(feature, ensure_ascii=False)
