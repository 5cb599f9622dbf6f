"""Puzzles for a worksheet if none are given: shapes that ship with heuristan, and outlines made from a seed."""

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from heuristan.lab.generating import Recipe, TooRare, outlines
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.puzzle import Puzzle

Named: TypeAlias = tuple[str, Puzzle]

SHIPPED_IN_A_ROW = 2
"""Number of shapes that ship with heuristan before each one that is made, while there are any."""

COMPACT = (4, 16)
"""As people's figures (`heuristan generate --compact`), and tighter: those are harder."""


def default_puzzles(pieces: PieceSet, seed: int) -> Iterator[Named]:
    """Yield puzzles with their names, without end as a rule; the same seed gives the same ones in the same order.

    Args:
        pieces: the set of pieces.
        seed: any number.
    """
    shipped, made = _shipped(pieces, seed), _made(pieces, seed)
    while True:
        some = [each for _, each in zip(range(SHIPPED_IN_A_ROW), shipped, strict=False)]
        new = next(made, None)
        if not some and new is None:
            return
        yield from some
        if new is not None:
            yield new


def name_of(puzzle: Puzzle) -> str:
    """Return the name of an outline on a worksheet: the title of a shape, or else its id in words."""
    path = shape_files().get(puzzle.id)
    return read_shape(path).title if path else puzzle.id.replace("-", " ").replace("_", " ").strip().capitalize()


def _shipped(pieces: PieceSet, seed: int) -> Iterator[Named]:
    files = list(shape_files(pieces.name).values())
    Random(seed).shuffle(files)
    for path in files:
        shape = read_shape(path)
        if shape.puzzle.sets == 1:  # one set is cut out
            yield shape.title, shape.puzzle


def _made(pieces: PieceSet, seed: int) -> Iterator[Named]:
    try:
        for number, made in enumerate(outlines(Recipe(pieces=pieces, compact=COMPACT), seed), 1):
            yield f"Figure {seed}-{number}", made.puzzle
    except TooRare:
        return
