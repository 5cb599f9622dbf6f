"""The options for a place: equal pieces are one class, and a class has an option for each way in which it can be
turned.

Equal pieces can be swapped in any solution. If they were kept apart, every solver would have several solutions that
look the same, and a linear program a face of optima between them.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from heuristan.edgematching.cells import Faces
from heuristan.edgematching.puzzle import Arrangement, Laid, Puzzle


@dataclass(frozen=True)
class Options:
    """The classes of a puzzle's pieces, and the ways in which each can lie.

    Attributes:
        counts: the number of pieces in each class.
        faces: the colours of each option.
        wanted: the colours that must meet them: the same, or the other halves.
        class_of: the class of each option.
    """

    counts: tuple[int, ...]
    faces: tuple[Faces, ...]
    wanted: tuple[Faces, ...]
    class_of: tuple[int, ...]


def options_of(puzzle: Puzzle) -> Options:
    """Return the options of a puzzle, in the order in which the classes first occur."""
    classes = Counter(_normal_form(puzzle, faces) for faces in puzzle.pieces)
    found = [
        (number, faces)
        for number, normal in enumerate(classes)
        for faces in dict.fromkeys(puzzle.board.cell.turned(normal, turn) for turn in puzzle.ways)
    ]
    wanted = tuple(tuple(map(puzzle.mate, faces)) for _, faces in found)
    return Options(
        tuple(classes.values()), tuple(faces for _, faces in found), wanted, tuple(number for number, _ in found)
    )


def arranged(puzzle: Puzzle, faces: Sequence[Faces]) -> Arrangement:
    """Return the arrangement that shows these colours, place by place; equal pieces are taken in their order.

    Raises:
        KeyError, IndexError: if the colours are not those of the pieces, or a given piece does not lie in its place.
    """
    left: dict[Faces, list[int]] = defaultdict(list)
    for number in reversed(range(len(puzzle.pieces))):
        left[_normal_form(puzzle, puzzle.pieces[number])].append(number)
    given = dict(puzzle.given)
    for place, laid in given.items():
        if faces[place] != puzzle.faces_of(laid):
            raise KeyError(place)
        left[_normal_form(puzzle, faces[place])].remove(laid.piece)
    found = []
    for place, shown in enumerate(faces):
        if place in given:
            found.append(given[place])
            continue
        number = left[_normal_form(puzzle, shown)].pop()
        turn = next(t for t in puzzle.ways if puzzle.faces_of(Laid(number, t)) == shown)
        found.append(Laid(number, turn))
    return tuple(found)


def _normal_form(puzzle: Puzzle, faces: Faces) -> Faces:
    """Return the colours in the turn that sorts first."""
    return min(puzzle.board.cell.turned(faces, turn) for turn in puzzle.ways)
