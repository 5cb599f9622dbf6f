"""Outlines as walks by the compass, ``E 10, SE 7, S 14, ...``, on one line or several (docs/formats/coordinates.md)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from heuristan.common.faults import InputError, nearest
from heuristan.common.files import read_text
from heuristan.common.plain_yaml import LONGEST, shown
from heuristan.tangram.outlines.compass import MAX_STEPS, Step, check_count, closed, is_step, step_of, words_of
from heuristan.tangram.outlines.exact_rings import ZERO, puzzle_from
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.puzzle import Puzzle

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
    steps: list[Step] = []
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


def _in_points(line: str, steps: list[Step]) -> bool:
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
