"""Outlines with a known solution, made from a seed, no two the same up to symmetry."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from random import Random

from heuristan.lab.generating.grading import graded
from heuristan.lab.generating.growing import grown
from heuristan.lab.generating.joining import some_joins, tables_of
from heuristan.lab.generating.recipes import Made, Recipe
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.digests import shape_digest
from heuristan.tangram.puzzle.kinds import kind_of, vertex_count
from heuristan.tangram.puzzle.puzzle import make_puzzle

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
