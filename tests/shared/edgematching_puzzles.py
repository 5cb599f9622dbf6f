"""Puzzles for the tests of edge-matching, and the plainest way to solve them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import prod

from hypothesis import strategies as st

from heuristan.edgematching.generating import Generated, Recipe, puzzles
from heuristan.edgematching.judge import mismatches
from heuristan.edgematching.puzzle import CUBE, HEXAGON, SQUARE, Arrangement, Cell, Laid, Puzzle

FLAT = (SQUARE, HEXAGON)
"""Cells that lie in rows and columns."""

BOXES = {2: SQUARE, 3: CUBE}
"""The cell of a box, by the number of its sizes."""


def made(
    sizes: tuple[int, ...] = (3, 3),
    colours: int = 3,
    seed: int = 1,
    *,
    frame: str = "coloured",
    turns: bool = False,
    cell: Cell | None = None,
    halves: bool = False,
    missing: Sequence[tuple[int, ...]] = (),
) -> Generated:
    """The first puzzle of a seed, of squares or cubes if no cell is given."""
    form = cell or BOXES[len(sizes)]
    recipe = Recipe(sizes, colours, frame, turns, form, halves=halves, missing=tuple(sorted(missing)))  # type: ignore[arg-type]
    return next(puzzles(recipe, seed))


@st.composite
def small(
    draw: st.DrawFn,
    turns: bool | None = None,
    maximum: int = 6,
    cells: Sequence[Cell] = (*FLAT, CUBE),
    *,
    free: bool = True,
) -> Generated:
    """A puzzle of few places, and its hidden solution.

    Args:
        draw: draws.
        turns: whether pieces may be turned.
        maximum: the maximum number of places.
        cells: the forms of the pieces.
        free: whether edges may be halves of pictures, and boards without some places of their box.
    """
    turned = draw(st.booleans()) if turns is None else turns
    shapes: list[tuple[int, ...]] = [(r, c) for r in range(1, 4) for c in range(1, 4)]
    cell = draw(st.sampled_from([cell for cell in cells if not (turned and cell is CUBE)]))
    if cell is CUBE:
        shapes = list(product((1, 2), repeat=3))
    # turns multiply the arrangements by three to six a piece
    most = min(maximum, 3) if turned else maximum
    missing: list[tuple[int, ...]] = []
    if free and cell is not CUBE and draw(st.booleans()):
        sizes = draw(st.sampled_from(shapes))
        places = draw(st.permutations(list(product(*map(range, sizes)))))
        missing = places[draw(st.integers(1, most)) :]
    else:
        sizes = draw(st.sampled_from([shape for shape in shapes if prod(shape) <= most]))
    return made(
        sizes,
        draw(st.integers(1, 4)),
        draw(st.integers(0, 10**6)),
        frame=draw(st.sampled_from(("coloured", "plain"))),
        turns=turned,
        cell=cell,
        halves=free and draw(st.booleans()),
        missing=missing,
    )


def swapped(puzzle: Puzzle, face: int, one: int, other: int) -> Puzzle:
    """A puzzle with a face of two pieces exchanged: the colours still pair, but it may have no solution."""
    pieces = [list(faces) for faces in puzzle.pieces]
    pieces[one][face], pieces[other][face] = pieces[other][face], pieces[one][face]
    return replace(puzzle, pieces=tuple(map(tuple, pieces)))


def arrangements(puzzle: Puzzle) -> Iterator[Arrangement]:
    """Every way to lay the pieces, whether it fits or not."""
    count = len(puzzle.pieces)
    for order in permutations(range(count)):
        for turns in product(puzzle.ways, repeat=count):
            yield tuple(Laid(piece, turn) for piece, turn in zip(order, turns, strict=True))


def solutions(puzzle: Puzzle) -> list[Arrangement]:
    return [each for each in arrangements(puzzle) if not any(mismatches(puzzle, each))]
