"""Outlines as a text that walks round them (docs/formats/walk.md): ``E 10, SE 7, S 14, ...`` on one line or several."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from heuristan.common.faults import InputError
from heuristan.common.files import read_text
from heuristan.common.plain_yaml import LONGEST, nearest, shown
from heuristan.tangram.outlines.compass import MOST_STEPS, Step, check_count, closed, is_step, step_of, words_of
from heuristan.tangram.outlines.exact_rings import ZERO, puzzle_from
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.puzzle import Puzzle

UNITS = {"points": True, "legs": False}


def recognises(head: bytes) -> bool:
    """Whether a text's first line that says more than the unit has a step in it, and no colon as a YAML table has."""
    lines = _lines(head[:LONGEST].decode(errors="replace"))
    first = next((line for _, line in lines if not _is_unit(line)), "")
    return ":" not in first and any(map(is_step, words_of(first)))


def read_walk(path: Path, pieces: PieceSet | None = None) -> Puzzle:
    """The puzzle of a file with one walk. Its name is the file's.

    Args:
        path: the file.
        pieces: the set that it is to be laid with; the seven tans if not given.

    Raises:
        InputError: the walk is none, or not the outline of a puzzle: file, line, fault and fix.
    """
    steps: list[Step] = []
    in_points, first = True, 1
    for number, line in _lines(read_text(path, LONGEST)):
        with _faults_at(path, number):
            if _is_unit(line):
                in_points = _in_points(line, steps)
                continue
            first = first if steps else number
            steps += (step_of(word, in_points=in_points) for word in words_of(line))
            if len(steps) > MOST_STEPS:
                check_count(len(steps))
    with _faults_at(path, first):
        check_count(len(steps))
        return puzzle_from(path.stem, [closed((ZERO, ZERO), steps)], None, pieces or TANGRAM)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say anything, without comments, and their numbers."""
    for number, line in enumerate(text.split("\n"), 1):
        said = line.partition("#")[0].strip()
        if said:
            yield number, said


def _is_unit(line: str) -> bool:
    return line.partition(":")[0].strip() == "unit"


def _in_points(line: str, steps: list[Step]) -> bool:
    if steps:
        raise ValueError("the unit stands among the steps; write it before them")
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
