"""Outlines as walks by the compass, in the manner of Deutsch and Hayes (1972): ``E 10, SE 7, S 14, ...``.

They stand in shapes in YAML, and alone in a file, on one line or several (docs/formats/coordinates.md).

The paper measures in picture points, the grid of the drawings that its program read: the small leg is 7 points along
the axes and 5 diagonally, and sqrt2, 2 and 2 sqrt2 legs are 10, 14 and 20 points along the axes, 7, 10 and 14
diagonally. So n points stand for i + j sqrt2 legs where n = 7i + 10j (axes) or n = 5i + 7j (diagonals).
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import combinations, islice, product
from pathlib import Path
from typing import NamedTuple

from heuristan.common.faults import InputError, nearest
from heuristan.common.files import read_text
from heuristan.common.plain_yaml import LONGEST
from heuristan.common.quoting import shown
from heuristan.tangram.lattice.lengths import Length, parse_length
from heuristan.tangram.outlines.exact_rings import ZERO, ExactPoint, puzzle_from
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.puzzle import Puzzle

COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
"""The directions 0 to 7."""

MAX_STEPS = 500
"""Maximum number of steps of a walk."""

_MAX_TRIES = 20_000
"""Maximum number of choices of lengths that are tried to close a walk."""

_MAX_CHANGES = 3
"""Maximum number of steps with another length than the likeliest."""

_LONGEST = 500
"""Maximum length of a step, in picture points."""

_STEP = re.compile(r"\s*([A-Za-z]+)\s*(\S.*?)\s*")


class WalkStep(NamedTuple):
    """A direction, and the lengths that may be meant, the likeliest first."""

    direction: int
    lengths: tuple[Length, ...]


def walk(start: ExactPoint, text: str, *, in_points: bool) -> list[ExactPoint]:
    """Return the vertices of a closed walk.

    Args:
        start: its first vertex.
        text: the steps, with commas between them.
        in_points: whether lengths are picture points; exact small legs if not.

    Raises:
        ValueError: if a step cannot be read, or the walk does not come back to its start with any lengths.
    """
    words = words_of(text)
    check_count(len(words))
    return closed(start, [step_of(word, in_points=in_points) for word in words])


def words_of(text: str) -> list[str]:
    """Split the text of a walk into its steps."""
    return [word for word in text.split(",") if word.strip()]


def is_step(word: str) -> bool:
    """Return whether a word is meant as a step: a direction and a number."""
    match = _STEP.fullmatch(word)
    return match is not None and match[1].upper() in COMPASS and match[2][0] in "0123456789+-r."


def check_count(steps: int) -> None:
    """Check the number of steps in a walk.

    Raises:
        ValueError: if it is below 3, or above MAX_STEPS.
    """
    if not 3 <= steps <= MAX_STEPS:
        raise ValueError(f"the path has {steps} steps; it needs 3 to {MAX_STEPS}, like 'E 10, SE 7, W 15'")


def closed(start: ExactPoint, steps: Sequence[WalkStep]) -> list[ExactPoint]:
    """Return the vertices of a closed walk of steps.

    Raises:
        ValueError: if it does not come back to its start with any lengths.
    """
    vertices = [start]
    for direction, length in _closing(steps):
        vertices.append(_moved(vertices[-1], direction, length))
    return vertices[:-1]


def step_of(word: str, *, in_points: bool) -> WalkStep:
    """Parse a step like ``SE 7``.

    Raises:
        ValueError: if the word is not a step.
    """
    match = _STEP.fullmatch(word)
    if not match:
        raise ValueError(f"{shown(word.strip())} is not a step; write a direction and a length, like 'SE 7'")
    name, length = match[1].upper(), match[2]
    if name not in COMPASS:
        raise ValueError(f"{shown(match[1])} is not a direction; {nearest(name, COMPASS)}")
    direction = COMPASS.index(name)
    if in_points:
        return WalkStep(direction, points_to_legs(length, diagonal=direction % 2 == 1))
    exact = parse_length(length)
    if exact.sign <= 0:
        raise ValueError(f"the step {shown(word.strip())} has no length; write a length above zero")
    return WalkStep(direction, (exact,))


def points_to_legs(text: str, *, diagonal: bool) -> tuple[Length, ...]:
    """Return the exact lengths that a number of picture points may stand for, the likeliest first.

    Sums of whole pieces' sides come first, the fewest sides first; then differences, the fewest sides first.

    Raises:
        ValueError: if the text is not a whole number from 1 to 500, or no length has that number of points.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= 3 and 0 < int(text) <= _LONGEST):
        raise ValueError(
            f"{shown(text)} is not a length in picture points; write a whole number up to {_LONGEST}, "
            "or 'unit: legs' for exact ones"
        )
    leg, root = (5, 7) if diagonal else (7, 10)
    points = int(text)
    # leg and root have no common factor, so every stretch of `root` whole numbers has an i that fits
    some = range(-2 * root, points // leg + 2 * root)
    pairs = [(i, (points - leg * i) // root) for i in some if (points - leg * i) % root == 0]
    lengths = [(i, j) for i, j in pairs if Length(Fraction(i), Fraction(j)).sign > 0]
    lengths.sort(key=lambda ij: (min(ij) < 0, abs(ij[0]) + abs(ij[1])))
    return tuple(Length(Fraction(i), Fraction(j)) for i, j in lengths[:3])


def _moved(vertex: ExactPoint, direction: int, length: Length) -> ExactPoint:
    # diagonally, a length l goes l/sqrt2 along both axes: (w + r sqrt2)/sqrt2 = r + w/2 sqrt2
    along = Length(length.root, length.whole / 2) if direction % 2 else length
    dx, dy = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))[direction]
    x, y = vertex
    return x.plus(along.times(dx)), y.plus(along.times(dy))


def _closing(steps: Sequence[WalkStep]) -> list[tuple[int, Length]]:
    """Return the steps with lengths that close the walk; as few of them as possible are not the likeliest."""
    zero = Length(Fraction(0), Fraction(0))
    end = (zero, zero)
    for direction, lengths in steps:
        end = _moved(end, direction, lengths[0])
    for chosen in islice(_changes(steps), _MAX_TRIES):
        here = end
        for i, length in chosen.items():
            here = _moved(here, steps[i].direction, length.minus(steps[i].lengths[0]))
        if here == (zero, zero):
            return [(direction, chosen.get(i, lengths[0])) for i, (direction, lengths) in enumerate(steps)]
    raise ValueError(
        f"the path does not come back to its start: it ends [{end[0]}, {end[1]}] legs from it; check the steps"
    )


def _changes(steps: Sequence[WalkStep]) -> Iterator[dict[int, Length]]:
    """Yield other lengths than the likeliest: for no step, then for one, for two, and so on."""
    ambiguous = [i for i, step in enumerate(steps) if len(step.lengths) > 1]
    for count in range(_MAX_CHANGES + 1):
        for some in combinations(ambiguous, count):
            for lengths in product(*(steps[i].lengths[1:] for i in some)):
                yield dict(zip(some, lengths, strict=True))


UNITS = {"points": True, "legs": False}
"""Whether lengths are picture points, by the word for the unit."""


def recognises(head: bytes) -> bool:
    """Return whether the first line of a text, after its unit, has a step in it and no colon as YAML tables have."""
    lines = _lines(head[:LONGEST].decode(errors="replace"))
    first = next((line for _, line in lines if not _is_unit(line)), "")
    return ":" not in first and any(map(is_step, words_of(first)))


def read(path: Path, pieces: PieceSet | None = None) -> Iterator[Puzzle]:
    """Return the puzzle of a file with one walk, named after the file.

    Args:
        path: the file.
        pieces: the set to lay it with; the seven tans if not given.

    Raises:
        InputError: if the text is not a walk, or not the outline of a puzzle. The call itself raises it.
    """
    steps: list[WalkStep] = []
    in_points, first = True, 1
    for number, line in _lines(read_text(path, LONGEST, "a walk needs a few hundred bytes", "a walk")):
        with _faults_at(path, number):
            if _is_unit(line):
                in_points = _in_points(line, steps)
                continue
            first = first if steps else number
            steps += (step_of(word, in_points=in_points) for word in words_of(line))
            if len(steps) > MAX_STEPS:
                check_count(len(steps))
    with _faults_at(path, first):
        check_count(len(steps))
        return iter([puzzle_from(path.stem, [closed((ZERO, ZERO), steps)], None, pieces or TANGRAM)])


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not empty, without comments, and their numbers."""
    for number, line in enumerate(text.split("\n"), 1):
        content = line.partition("#")[0].strip()
        if content:
            yield number, content


def _is_unit(line: str) -> bool:
    return line.partition(":")[0].strip() == "unit"


def _in_points(line: str, steps: list[WalkStep]) -> bool:
    if steps:
        raise ValueError("the unit is given after steps; write it before them")
    word = line.partition(":")[2].strip()
    if word not in UNITS:
        raise ValueError(f"'unit' cannot be {shown(word)}; {nearest(word, UNITS)}")
    return UNITS[word]


@contextmanager
def _faults_at(path: Path, line: int) -> Iterator[None]:
    try:
        yield
    except ValueError as fault:
        raise InputError(f"{path}:{line}: {fault}") from None
