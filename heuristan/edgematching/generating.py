"""Puzzles at random, from a seed: colours drawn for a hidden solution, the pieces then shuffled (section 5.2.1)."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from heuristan.edgematching.board import Board
from heuristan.edgematching.puzzle import Arrangement, Faces, Laid, Puzzle, turned

Frame: TypeAlias = Literal["coloured", "plain"]


@dataclass(frozen=True)
class Recipe:
    """What is to be made.

    Attributes:
        sizes: rows and columns, or layers, rows and columns.
        colours: how many the edges are drawn from, 1 to so many.
        frame: `coloured`: its edges are drawn from the same colours, as in the paper's figures; `plain`: all have
            colour 0, which is nowhere else, as in the puzzles that are sold.
        turns: whether the pieces are turned too.
    """

    sizes: tuple[int, ...]
    colours: int
    frame: Frame = "coloured"
    turns: bool = False

    def named(self, seed: int, number: int) -> str:
        words = ["x".join(map(str, self.sizes)), f"c{self.colours}"]
        words += [self.frame] * (self.frame != "coloured") + ["turned"] * self.turns
        return "-".join([*words, str(seed), str(number)])


class Made(NamedTuple):
    """A puzzle and the solution that it was made from."""

    puzzle: Puzzle
    solution: Arrangement


def puzzles(recipe: Recipe, seed: int) -> Iterator[Made]:
    """Puzzles without end; the same recipe and seed make the same ones on every machine."""
    number = 0
    while True:
        number += 1
        name = recipe.named(seed, number)
        yield _made(recipe, name, Random(name))


def _made(recipe: Recipe, name: str, random: Random) -> Made:
    board = Board(recipe.sizes)
    colour_at = {spot: 1 + random.randrange(recipe.colours) for spot in board.spots}
    if recipe.frame == "plain":
        walls = {board.spot(place, face) for face in board.faces for place in board.wall(face)}
        colour_at |= dict.fromkeys(walls, 0)
    laid: list[Faces] = [tuple(colour_at[board.spot(place, face)] for face in board.faces) for place in board.places]
    frame = tuple(tuple(colour_at[board.spot(place, face)] for place in board.wall(face)) for face in board.faces)
    order = list(range(len(laid)))
    random.shuffle(order)
    turns = [random.randrange(4) if recipe.turns else 0 for _ in order]
    # piece `number` is what lies at place order[number], turned back
    pieces = tuple(turned(laid[place], -turn) for place, turn in zip(order, turns, strict=True))
    solution = [Laid(0)] * len(laid)
    for number, (place, turn) in enumerate(zip(order, turns, strict=True)):
        solution[place] = Laid(number, turn)
    return Made(Puzzle(name, board, pieces, frame, recipe.turns), tuple(solution))
