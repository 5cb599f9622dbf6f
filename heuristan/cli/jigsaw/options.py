"""What the commands of the jigsaw system have in common."""

import sys
from collections.abc import Iterable, Sequence
from math import isfinite
from pathlib import Path

import click

SCHEMES = ("repair", "paper")
MEASURES = ("shape", "scc", "mgc", "filter", "term", "learned")
ORIENTATIONS = ("known", "unknown")
PUZZLE, TRUTH = "puzzle.json", "truth.json"


def name_of(puzzle: str) -> str:
    """What a puzzle is called by: its folder, or its picture without the ending."""
    path = Path(puzzle).resolve()
    if path.name == PUZZLE:
        return path.parent.name
    # a folder has no ending: out-0.3 is its whole name
    return path.name if path.is_dir() else path.stem


def files_of(puzzle: str) -> list[Path]:
    """What must not be written while a puzzle is read: its pictures, puzzle.json and truth, or the sheet and its."""
    from heuristan.jigsaw.pictures import SUFFIXES

    path = Path(puzzle)
    try:
        folder = path.parent if path.name == PUZZLE else path
        if not folder.is_dir():
            return [path, path.with_suffix(".truth.json")]
        return [each for each in folder.iterdir() if each.suffix.lower() in SUFFIXES or each.name in (PUZZLE, TRUTH)]
    except (OSError, ValueError):
        return []  # the reading says what is wrong


def finite(_: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """Refuse what is no number, and infinity: a range lets them pass."""
    if value is not None and not isfinite(value):
        raise click.BadParameter(f"{value} is no number that can be used here; write one like 2.5", param=parameter)
    return value


def is_upright(orientation: str | None, said: bool) -> bool:
    """Whether pieces stand upright, by the option, or else by the puzzle."""
    return said if orientation is None else orientation == "known"


def shown_reading(pictures: Sequence[Path]) -> Iterable[Path]:
    """The pictures, with a bar where standard error is a terminal and there are many."""
    if len(pictures) < 2 or not sys.stderr.isatty():
        return pictures
    from rich.console import Console
    from rich.progress import track

    return track(pictures, "reading pieces", console=Console(stderr=True), transient=True)


def truth_beside(puzzle: str) -> Path | None:
    """The truth that lies in a puzzle's folder, or beside its sheet."""
    path = Path(puzzle)
    folder = path.parent if path.name == PUZZLE else path
    found = folder / TRUTH if folder.is_dir() else path.with_suffix(".truth.json")
    return found if found.is_file() else None
