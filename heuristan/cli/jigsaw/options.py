"""What the commands of the jigsaw system have in common."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

SCHEMES = ("repair", "paper")
MEASURES = ("shape", "scc", "mgc", "filter", "term", "learned")
ORIENTATIONS = ("known", "unknown")


def name_of(puzzle: str) -> str:
    """What a puzzle is called by: its folder, or its picture without the ending."""
    path = Path(puzzle)
    return path.resolve().parent.name if path.name == "puzzle.json" else path.resolve().stem


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
    folder = path.parent if path.name == "puzzle.json" else path
    found = folder / "truth.json" if folder.is_dir() else path.with_suffix(".truth.json")
    return found if found.is_file() else None
