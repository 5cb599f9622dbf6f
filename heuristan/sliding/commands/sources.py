"""Arguments and options that the commands of sliding tiles share: boards, goals and sizes."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from heuristan.cli.sources import files_of_folder, read_all
from heuristan.common.faults import InputError
from heuristan.common.results import Refused
from heuristan.sliding.files import Puzzle, goal_option, is_board, read_puzzles

GOALS_HELP = "last (the blank in the last cell), first, spiral (from the rim inwards), or a board."
GOAL_HELP = f"{GOALS_HELP}  [default: as the file says, else last]"


cache_option = click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Folder of pattern databases.  [default: HEURISTAN_CACHE, else the user's cache]",
)


class Size(NamedTuple):
    """The size of a board."""

    rows: int
    columns: int


def _size(_: click.Context, __: click.Parameter, text: str) -> Size:
    """Read 3 as 3 x 3, and 2x5 as two rows of five."""
    found = re.fullmatch(r"([0-9]{1,4})(?:x([0-9]{1,4}))?", text.strip(), re.ASCII)
    if found is None:
        raise click.BadParameter(f"{text!r} is not a size; write 4 for 4 x 4, or 2x5 for two rows of five")
    return Size(int(found[1]), int(found[2] or found[1]))


size_option = click.option(
    "--size", callback=_size, default="3", metavar="N|RxC", help="N x N, or R rows and C columns."
)


def puzzles_of(sources: Sequence[str], goal: str | None) -> Iterator[Puzzle | Refused]:
    """Yield the boards of all sources, with ids that differ.

    Boards without an id are numbered through all sources.

    Args:
        sources: boards, files, folders of `.txt` files, patterns, `korf`, or - for standard input.
        goal: the value of ``--goal``.

    Raises:
        InputError: if the goal or the only source cannot be used.
    """
    if goal is not None:
        goal_option(goal)
    ids: dict[str, str] = {}

    def read(source: str) -> list[Puzzle]:
        found = read_puzzles(source, goal, first=len(ids) + 1)
        twice = next((puzzle.id for puzzle in found if puzzle.id in ids), None)
        if twice is not None:
            raise InputError(f"{source}: the id {twice!r} is in {ids[twice]} too; choose another")
        ids.update((puzzle.id, source) for puzzle in found)
        return found

    def boards_in(folder: Path) -> list[str]:
        missing = "there is no .txt file in this folder; files of boards end in .txt"
        return files_of_folder(folder, lambda path: path.suffix.lower() == ".txt", missing)

    return read_all(sources, read, Refused, boards_in, is_board)
