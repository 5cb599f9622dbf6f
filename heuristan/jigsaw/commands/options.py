"""Options that several commands of the jigsaw system have, and the puzzles that their arguments name."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from heuristan.cli.echoing import remark
from heuristan.cli.progress import track
from heuristan.cli.sources import read_all
from heuristan.common.faults import InputError
from heuristan.common.files import inside, real

if TYPE_CHECKING:
    from heuristan.jigsaw.reading import Puzzle

T = TypeVar("T")

SOLVERS = ("repair", "paper")
MEASURES = ("shape", "mgc", "filter", "term", "learned")


orientation_option = click.option(
    "--orientation",
    type=click.Choice(["known", "unknown"]),
    help="Orientation of the pieces in their pictures; known: all stand upright.  [default: as puzzle.json says, "
    "else unknown]",
)
PUZZLE, TRUTH = "puzzle.json", "truth.json"


def is_upright(orientation: str | None, stated: bool) -> bool:
    """Return whether pieces stand upright, by the option, or else by the puzzle."""
    return stated if orientation is None else orientation == "known"


def track_items(noun: str) -> Callable[[Sequence[T]], Iterable[T]]:
    """Return a function that iterates over items and shows the progress, if there are several.

    Args:
        noun: what they are, in the singular.
    """
    return lambda items: track(items, noun, len(items), shown=len(items) > 1)


class Source(NamedTuple):
    """A puzzle that an argument names, or the reason why there is none."""

    path: str
    id: str
    """The id of its result."""
    refusal: str = ""

    def read(self) -> "Puzzle":
        """Read the pieces, and say on standard error what is left out.

        Raises:
            InputError: if they cannot be used.
        """
        from heuristan.jigsaw.reading import read_puzzle

        if self.refusal:
            raise InputError(self.refusal)
        read = read_puzzle(self.path, track=track_items("picture"))
        for words in read.remarks:
            remark(f"heuristan: {words}")
        for each in read.left_out:
            remark(f"{each.name} is left out: {each.message}")
        return read


def sources_of(puzzles: Sequence[str]) -> list[Source]:
    """List the puzzles that the arguments name; nothing is read yet.

    Raises:
        InputError: if the only argument is a pattern that fits nothing.
    """
    paths = [str(Path(puzzle)) for puzzle in puzzles]
    return [
        *read_all(
            paths,
            lambda path: [Source(path, name_of(path))],
            lambda name, message: Source("", name, message),
            _puzzles_in,
        )
    ]


def _puzzles_in(folder: Path) -> list[str]:
    """Return the folder itself if it is a puzzle, else the puzzles among its folders."""
    from heuristan.jigsaw.piece import SUFFIXES

    try:
        found = sorted(folder.iterdir())
        if any(each.name == PUZZLE or each.suffix.lower() in SUFFIXES for each in found):
            return [str(folder)]
        return [*map(str, inside(folder, (each for each in found if (each / PUZZLE).is_file())))] or [str(folder)]
    except OSError:
        return [str(folder)]  # the error comes when the puzzle is read


def name_of(puzzle: str) -> str:
    """Return the name of a puzzle: that of its folder, or of its picture without the ending."""
    path = real(puzzle)
    if path.name == PUZZLE:
        return path.parent.name
    # a folder has no ending: out-0.3 is its whole name
    return path.name if path.is_dir() else path.stem


def files_of(puzzle: str) -> list[Path]:
    """Return the files of a puzzle, which must not be overwritten: pictures, puzzle.json and truth."""
    from heuristan.jigsaw.piece import SUFFIXES

    path = Path(puzzle)
    try:
        folder = path.parent if path.name == PUZZLE else path
        if not folder.is_dir():
            return [path, path.with_suffix(".truth.json")]
        return [each for each in folder.iterdir() if each.suffix.lower() in SUFFIXES or each.name in (PUZZLE, TRUTH)]
    except (OSError, ValueError):
        return []  # the error comes when the puzzle is read


def files_of_all(sources: Iterable[Source]) -> list[Path]:
    """Return the files of all puzzles."""
    return [file for source in sources if source.path for file in files_of(source.path)]
