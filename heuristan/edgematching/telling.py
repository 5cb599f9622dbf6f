"""Why a piece lies where it does, in words: for the player, ``--explain`` and hints."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from heuristan.common.words import listed, plural
from heuristan.edgematching.cells import Faces
from heuristan.edgematching.options import Options, options_of
from heuristan.edgematching.puzzle import Laid, Puzzle


class Reasons:
    """Reasons for the pieces of an arrangement, laid one after the other."""

    def __init__(self, puzzle: Puzzle, laid: Sequence[Laid]) -> None:
        self.puzzle = puzzle
        self.laid = laid
        self.shown: list[Faces] = [puzzle.faces_of(each) for each in laid]
        options = options_of(puzzle)
        self.table, self.class_of = np.array(options.faces), np.array(options.class_of)
        number_of = classes_by_faces(options)
        self.classes = [number_of[faces] for faces in self.shown]
        self.counts = np.array(options.counts)

    def why(self, index: int) -> str:
        """Describe which edges a piece meets when those before it lie, and how many others would fit there."""
        before: dict[int, Faces] = dict(enumerate(self.shown[:index]))
        wanted = wanted_at(self.puzzle, before, index)
        if index in dict(self.puzzle.given):
            return "The puzzle gives its place."
        left = self.counts.copy()
        for number, count in Counter(self.classes[:index]).items():
            left[number] -= count
        fits = left[self.class_of] > 0
        for face, colour in wanted.items():
            fits &= self.table[:, face] == colour
        kinds = len(set(self.class_of[fits].tolist()))
        met = [face for face, colour in wanted.items() if self.shown[index][face] == colour]
        if len(met) < len(wanted):
            return f"{plural(len(met), 'of its edges matches', 'of its edges match')}, of {len(wanted)} that meet one."
        if not wanted:
            return "It meets no edge yet."
        others = "no other piece of those left fits there" if kinds == 1 else f"{kinds} kinds of pieces fit there"
        return f"It shows {edges_in_words(self.puzzle, index, wanted)}; {others}."


def classes_by_faces(options: Options) -> dict[Faces, int]:
    """Return the class that shows some colours, for all that are shown."""
    return dict(zip(options.faces, options.class_of, strict=True))


def wanted_at(puzzle: Puzzle, shown: dict[int, Faces], index: int) -> dict[int, int]:
    """Return for each face of a place the colour that the frame or a piece beside it wants there.

    Args:
        puzzle: the puzzle.
        shown: the colours of the pieces that lie, by the index of their place.
        index: the place.
    """
    found = {}
    for face, beyond in enumerate(puzzle.board.neighbours[index]):
        if beyond is None and (index, face) in puzzle.walls:
            found[face] = puzzle.asked[index, face]
        elif beyond is not None and beyond in shown:
            found[face] = puzzle.mate(shown[beyond][puzzle.board.cell.opposite[face]])
    return found


def edges_in_words(puzzle: Puzzle, index: int, wanted: dict[int, int]) -> str:
    """Describe the colours of some faces at a place, like "colour 3 north and 5 west"."""
    place = puzzle.board.places[index]
    words = [f"{puzzle.name(colour)} {puzzle.board.face_name(place, face)}" for face, colour in wanted.items()]
    return f"colour {listed(words)}"
