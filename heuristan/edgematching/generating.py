"""Random puzzles from a seed: draw colours for a hidden solution, then shuffle the pieces (section 5.2.1)."""

from collections.abc import Iterator
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from heuristan.edgematching.puzzle import SQUARE, Arrangement, Board, Cell, Faces, Laid, Location, Puzzle

SHARE_OF_FIRST_HALVES = 0.5
"""Share of the edges at which the piece before has the first half of a picture."""

FrameStyle: TypeAlias = Literal["coloured", "plain", "none"]


class Recipe(NamedTuple):
    """The properties of generated puzzles.

    Attributes:
        sizes: rows and columns, or layers, rows and columns.
        colours: the number of colours; edges are drawn from 1 to this number.
        frame: `coloured`: the frame's edges are drawn from the same colours, as in the paper's figures; `plain`: all
            have colour 0, which occurs nowhere else, as in the puzzles that are sold; `none`: there is no frame.
        turns: whether the pieces are turned too.
        cell: the form of the pieces; where there are layers they are cubes.
        border: the number of colours of the edges between two pieces at the frame, which occur nowhere else, as in the
            puzzles that are sold; 0 if these edges have the colours of the others.
        halves: whether edges that meet are the two halves of a picture; then there are as many pictures as colours.
        missing: the places of the box that the board does not have.
    """

    sizes: tuple[int, ...]
    colours: int
    frame: FrameStyle = "coloured"
    turns: bool = False
    cell: Cell = SQUARE
    border: int = 0
    halves: bool = False
    missing: tuple[tuple[int, ...], ...] = ()

    def name(self, seed: int, number: int) -> str:
        words = [] if self.cell.is_rectangular else [self.cell.kind]
        words += ["x".join(map(str, self.sizes)), f"c{self.colours}"]
        words += [f"b{self.border}"] * bool(self.border)
        words += [self.frame] * (self.frame != "coloured") + ["turned"] * self.turns + ["halves"] * self.halves
        return "-".join([*words, str(seed), str(number)])


class Generated(NamedTuple):
    """A puzzle and the solution from which it was made."""

    puzzle: Puzzle
    solution: Arrangement


def puzzles(recipe: Recipe, seed: int) -> Iterator[Generated]:
    """Generate puzzles without end; the same recipe and seed give the same puzzles on every machine."""
    number = 0
    while True:
        number += 1
        name = recipe.name(seed, number)
        yield _generate(recipe, name, Random(name))


def _generate(recipe: Recipe, name: str, random: Random) -> Generated:
    board = Board(recipe.sizes, recipe.cell, recipe.missing)
    colour_at = {location: 1 + random.randrange(recipe.colours) for location in board.locations}
    walls = [(place, face) for face in board.faces for place in board.wall(face)]
    if recipe.frame == "plain":
        colour_at |= {board.location(*wall): 0 for wall in walls}
    if recipe.border:
        first = recipe.colours + 1
        along = _between(board, {place for place, _ in walls})
        colour_at |= {location: first + random.randrange(recipe.border) for location in along}
    firsts = {location for location in board.locations if recipe.halves and random.random() < SHARE_OF_FIRST_HALVES}

    def seen(place: tuple[int, ...], face: int, *, beyond: bool = False) -> int:
        """Return the colour of an edge, from the place or from beyond it."""
        location = board.location(place, face)
        if not recipe.halves:
            return colour_at[location]
        other = board.beside(place, face)
        is_before = other is None or place < other
        is_first = is_before ^ (location in firsts) ^ beyond
        return max(0, 2 * colour_at[location] - is_first)

    laid: list[Faces] = [tuple(seen(place, face) for face in board.faces) for place in board.places]
    frame = tuple(tuple(seen(place, face, beyond=True) for place in board.wall(face)) for face in board.faces)
    if recipe.frame == "none":
        frame = ()
    pictures = range(1, recipe.colours + recipe.border + 1) if recipe.halves else ()
    ways = len(board.cell.turns)
    order = list(range(len(laid)))
    random.shuffle(order)
    turns = [random.randrange(ways) if recipe.turns else 0 for _ in order]
    # piece `number` lies at place order[number] and is turned back here
    pieces = tuple(board.cell.turned(laid[place], -turn) for place, turn in zip(order, turns, strict=True))
    solution = [Laid(0)] * len(laid)
    for number, (place, turn) in enumerate(zip(order, turns, strict=True)):
        solution[place] = Laid(number, turn)
    halves = tuple((2 * picture - 1, 2 * picture) for picture in pictures)
    names = ("0", *(str(half) for picture in pictures for half in (picture, -picture))) if halves else ()
    puzzle = Puzzle(name, board, pieces, frame, recipe.turns, halves=halves, names=names)
    return Generated(puzzle, tuple(solution))


def _between(board: Board, places: set[tuple[int, ...]]) -> list[Location]:
    """Return the locations of the edges between two of the places."""
    found = (
        board.location(place, face) for place in places for face in board.faces if board.beside(place, face) in places
    )
    return sorted(set(found))
