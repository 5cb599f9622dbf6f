"""What can lie at a place: equal pieces are one class, and a class has an option for each way that it can be turned.

Equal pieces can be swapped in any solution. Kept apart, they would give every method solutions that differ in nothing,
and a linear program a face of optima between them.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from heuristan.edgematching.puzzle import Arrangement, Faces, Laid, Puzzle, turned


@dataclass(frozen=True)
class Options:
    """The classes of a puzzle's pieces, and in what ways each can lie.

    Attributes:
        counts: how many pieces are in each class.
        faces: the colours of each option.
        class_of: the class of each option.
    """

    counts: tuple[int, ...]
    faces: tuple[Faces, ...]
    class_of: tuple[int, ...]


def options_of(puzzle: Puzzle) -> Options:
    """The options of a puzzle, in the order in which the classes first occur."""
    classes = Counter(_least(faces, puzzle.turns) for faces in puzzle.pieces)
    found = [
        (number, faces)
        for number, least in enumerate(classes)
        for faces in dict.fromkeys(turned(least, turn) for turn in _turns(puzzle.turns))
    ]
    return Options(tuple(classes.values()), tuple(faces for _, faces in found), tuple(number for number, _ in found))


def arranged(puzzle: Puzzle, faces: Sequence[Faces]) -> Arrangement:
    """The arrangement that shows these colours, place by place; of equal pieces the first comes first.

    Raises:
        KeyError, IndexError: the colours are not those of the pieces.
    """
    left: dict[Faces, list[int]] = defaultdict(list)
    for number in reversed(range(len(puzzle.pieces))):
        left[_least(puzzle.pieces[number], puzzle.turns)].append(number)
    found = []
    for shown in faces:
        number = left[_least(shown, puzzle.turns)].pop()
        turn = next(t for t in _turns(puzzle.turns) if turned(puzzle.pieces[number], t) == shown)
        found.append(Laid(number, turn))
    return tuple(found)


def _turns(allowed: bool) -> range:
    return range(4 if allowed else 1)


def _least(faces: Faces, turns: bool) -> Faces:
    return min(turned(faces, turn) for turn in _turns(turns))
