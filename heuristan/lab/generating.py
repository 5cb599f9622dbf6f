"""Outlines with a known solution, joined piece by piece from a seed, or drawn evenly from a census: no two the same.

Joining pieces at random makes a shape that can be joined in many ways early, and a shape with one solution late. So
that each snug shape is as likely as any other, all shapes are grown first, and their numbers are drawn. Shapes are the
same if they differ by a symmetry.
"""

import json
import operator
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from heuristan.lab.census.census_file import Rings, puzzle_of
from heuristan.lab.census.described import Descriptions, rings_of
from heuristan.lab.census.levels import Growth, Shapes
from heuristan.lab.columns import KINDS, Kind, kind_of, vertex_count
from heuristan.lab.difficulty import Difficulty, difficulty_of
from heuristan.lab.digests import shape_digest
from heuristan.tangram.boundary import Boundary, Ring, sides
from heuristan.tangram.lattice.points import Code, Direction, Point, add, bounds, parts, projection, subtract
from heuristan.tangram.outlines.writing.texts import geojson as feature_text
from heuristan.tangram.pieces.sets import TANGRAM, UNITS_A_LEG, PieceSet, Placement, Shape, along, orientations
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle

How: TypeAlias = Literal["assembly", "snug"]

Hold: TypeAlias = tuple[Direction, str]
"""A place to join at: the direction of a side and one of its ends; or A_POINT."""

START, END = "start", "end"
A_POINT: Hold = (0, "point")

Directed: TypeAlias = tuple[Direction, Point, Point]
"""A side of a piece or a part of one: direction, start, end."""


class NotSnug(ValueError):
    """The pieces of a set are not all made of right triangles with legs of one small leg."""


class Manner(NamedTuple):
    """A manner of joining pieces."""

    sides: Callable[[Ring], Iterable[Directed]]
    """Returns the sides that are laid along each other."""
    ends: tuple[str, ...]
    """The ends at which they are made to agree."""
    lies: Callable[[Ring], bool]
    """Returns whether a turn of a piece may be used."""

    def holds(self, ring: Ring, in_points: bool = False) -> Iterator[tuple[Hold, Point]]:
        """Yield the places to join at of a piece of the assembly."""
        for direction, start, end in self.sides(ring):
            if in_points:
                yield A_POINT, start
            else:
                yield from (((direction, which), start if which == START else end) for which in self.ends)

    def grips(self, ring: Ring) -> Iterator[tuple[Hold, Point]]:
        """Yield the places that a piece fits, each with the point that goes there. Sides run against each other."""
        for direction, start, end in self.sides(ring):
            yield A_POINT, start
            yield from ((((direction + 4) % 8, which), end if which == START else start) for which in self.ends)


def unit_sides(ring: Ring) -> Iterator[Directed]:
    """Yield the sides of a piece on the grid, cut into sides of its triangles."""
    for direction, start, end in sides(ring):
        step = along(direction, 0, 1) if direction % 2 else along(direction, 1)
        while start != end:
            before, start = start, add(start, step)
            yield direction, before, start


def _is_on_grid(ring: Ring) -> bool:
    """Return whether the sides of a piece run along the grid for whole legs, or across cells for whole hypotenuses."""
    return all(_is_whole(d, projection(end, d) - projection(start, d)) for d, start, end in sides(ring))


def _is_whole(direction: Direction, length: Code) -> bool:
    a, b = parts(length)
    legs, hypotenuses = (a, UNITS_A_LEG), (b, 2 * UNITS_A_LEG)  # sqrt2 is 2/sqrt2
    (number, unit), (other, _) = (hypotenuses, legs) if direction % 2 else (legs, hypotenuses)
    return other == 0 and number % unit == 0


MANNERS: Mapping[How, Manner] = {
    "assembly": Manner(sides, (END, START), lambda _: True),
    "snug": Manner(unit_sides, (END,), _is_on_grid),
}


class WaysToLay(NamedTuple):
    """Every way to lay a kind of piece."""

    turns: tuple[Placement, ...]
    """All its turns and mirror images, somewhere in the plane."""
    held: Mapping[Hold, tuple[Placement, ...]]
    """The turns that fit a place, moved so that the point that goes there is the origin."""


@lru_cache(maxsize=64)
def tables_of(how: How, pieces: PieceSet) -> Mapping[str, WaysToLay]:
    """Return the tables of the pieces of a set, by their names.

    Raises:
        NotSnug: if a piece cannot be laid on the grid.
    """
    return {shape.name: _table(MANNERS[how], shape) for shape in pieces.shapes}


def _table(manner: Manner, shape: Shape) -> WaysToLay:
    turns = [ring for ring in orientations(shape) if manner.lies(ring)]
    if not turns:
        raise NotSnug(f"the {shape.name} is not made of right triangles with legs of one small leg")
    held: dict[Hold, dict[Placement, None]] = defaultdict(dict)
    for ring in turns:
        for hold, grip in manner.grips(ring):
            held[hold][_placed(shape.name, tuple(subtract(p, grip) for p in ring))] = None
    return WaysToLay(
        tuple(_placed(shape.name, ring) for ring in turns), {hold: tuple(found) for hold, found in held.items()}
    )


def _placed(name: str, ring: Ring) -> Placement:
    return Placement(name, bounds(ring), ring)


def some_joins(
    random: Random,
    assembly: Sequence[Placement],
    name: str,
    count: int,
    *,
    how: How,
    pieces: PieceSet,
    in_points: bool = False,
) -> list[Placement]:
    """Return some ways to lay a piece, in the order in which they were drawn; fewer only if there are no more.

    Every way to join is equally likely, so a position that joins by several sides is more likely.

    Args:
        random: the source of randomness.
        assembly: the pieces laid so far.
        name: the piece.
        count: maximum number of ways.
        how: the manner of joining.
        pieces: the set of pieces.
        in_points: whether to join points to points, without regard to sides.
    """
    held, manner = tables_of(how, pieces)[name].held, MANNERS[how]
    holds = dict.fromkeys(hold for piece in assembly for hold in manner.holds(piece.ring, in_points))
    ways = [(place, p) for hold, p in holds for place in held.get(hold, ())]
    found: dict[tuple[Code, ...], Placement] = {}
    while ways and len(found) < count:
        # take one out and put the last in its place
        i = random.randrange(len(ways))
        ways[i], (place, p) = ways[-1], ways[i]
        ways.pop()
        there = tuple(map(operator.add, place.bounds, (p[0], p[0], p[1], p[1], p[2], p[2], p[3], p[3])))
        if all(are_apart(there, other.bounds) for other in assembly):
            found[there] = Placement(name, there, tuple([add(q, p) for q in place.ring]))
    return list(found.values())


def are_apart(box: Sequence[Code], other: Sequence[Code]) -> bool:
    """Return whether two convex pieces, given by their bounds, share no inner point (separating axes)."""
    lo0, hi0, lo1, hi1, lo2, hi2, lo3, hi3 = box
    a0, b0, a1, b1, a2, b2, a3, b3 = other
    return b0 <= lo0 or a0 >= hi0 or b2 <= lo2 or a2 >= hi2 or b1 <= lo1 or a1 >= hi1 or b3 <= lo3 or a3 >= hi3


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


def outlines(recipe: Recipe, seed: int, tries: int = TRIES) -> Iterator[Made]:
    """Yield new outlines as long as there are any; the same seed gives the same ones in the same order.

    Args:
        recipe: the properties that they must have.
        seed: any number.
        tries: maximum number of tries in a row that make nothing new.

    Raises:
        TooRare: if that number is reached.
    """
    random, seen, failed, count = Random(seed), set[str](), 0, 0
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


AT_ONCE = 256
"""Number of shapes that are looked up together."""

UNIFORM = "uniform"
"""The word for how these outlines are made."""


class GrownCensus:
    """All shapes of some pieces, in the order of their digests."""

    def __init__(self, growth: Growth, shapes: Shapes) -> None:
        """Take the shapes that were grown."""
        self._shapes = shapes
        self._descriptions = Descriptions(growth, AT_ONCE)

    def __len__(self) -> int:
        return self._shapes.count

    def at(self, places: Sequence[int]) -> Sequence[Rings]:
        """Return the shapes at some places."""
        batches = self._descriptions.batches(self._shapes.chosen(places))
        return [rings for batch in batches for rings in rings_of(batch)]


def drawn(census: GrownCensus, recipe: Recipe, seed: int) -> Iterator[Made]:
    """Yield the outlines of a census that are wanted, all of them in random order; a seed always gives the same order.

    Args:
        census: the shapes.
        recipe: the properties that they must have.
        seed: any number.
    """
    places, count = shuffled(len(census), Random(seed)), 0
    while some := list(islice(places, AT_ONCE)):
        for rings in census.at(some):
            made = _shape_wanted(rings, recipe, f"{UNIFORM}-{seed}-{count + 1}")
            if made is not None:
                count += 1
                yield made


def _shape_wanted(rings: Rings, recipe: Recipe, id: str) -> Made | None:
    """Return a shape as an outline; None if it does not have the wanted properties."""
    if recipe.vertices is not None and sum(map(len, rings)) // 2 not in recipe.vertices:
        return None
    puzzle = puzzle_of(rings, id, sets=recipe.sets, pieces=recipe.pieces)
    kind = kind_of(puzzle)
    if kind not in recipe.kinds:
        return None
    return graded(Made(puzzle, vertex_count(puzzle), kind, ()), recipe.difficulty)


def shuffled(count: int, random: Random) -> Iterator[int]:
    """Yield the numbers below a count in random order, without making a list of all of them."""
    moved: dict[int, int] = {}
    for left in range(count, 0, -1):
        place = random.randrange(left)
        last = moved.pop(left - 1, left - 1)
        if place == left - 1:
            yield last
        else:
            yield moved.get(place, place)
            moved[place] = last
