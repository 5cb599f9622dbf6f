"""Pieces read from pictures: their contours, corners and sides, and the colours along them.

Begin with `read_puzzle`. A puzzle is a folder of pictures or a sheet, with what its puzzle.json says. `surroundings`
finds what a picture shows beside the background, `foreground` separates pieces from it (with `shadows`), `finding`
finds each piece, `contours` measures all. It needs OpenCV, and knows nothing of solvers.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristan.common.faults import InputError
from heuristan.common.files import inside, read_text, unreadable
from heuristan.common.json_text import JsonTextError, read_json
from heuristan.jigsaw.piece import MOST_PICTURES, SUFFIXES, Picture, Piece, load, need_opencv, reduced

__all__ = ["Puzzle", "pieces_of", "read_puzzle"]

if TYPE_CHECKING:
    from heuristan.jigsaw.reading.contours import LeftOut
    from heuristan.jigsaw.reading.finding import Found

PUZZLE = "puzzle.json"
LARGEST = 1024 * 1024
"""Maximum size of a puzzle.json in bytes: one that lists 2,000 pieces has some 40,000."""
KEYS = ("orientation", "pieces")


class Sources(NamedTuple):
    """The pictures of a puzzle, and what its puzzle.json says."""

    pictures: tuple[Path, ...]
    is_upright: bool = False


def sources_of(path: Path) -> Sources:
    """List the pictures of a folder or of a sheet.

    Raises:
        InputError: if the file or folder is missing, the folder has no picture, or its puzzle.json cannot be used.
    """
    try:
        if path.is_file():
            return _listed(path) if path.name == PUZZLE else Sources((path,))
        if not path.is_dir():
            raise InputError(
                f"{path}: there is no such file or folder; give a folder of pictures of pieces, or a sheet"
            )
        if (path / PUZZLE).is_file():
            return _listed(*inside(path, [path / PUZZLE]))
        pictures = (each for each in path.iterdir() if each.suffix.lower() in SUFFIXES)
        found = sorted(inside(path, pictures), key=_by_numbers)
    except (OSError, ValueError) as fault:
        raise unreadable(path, fault) from None
    if not found:
        raise InputError(f"{path}: there is no picture in the folder; pictures end in {', '.join(SUFFIXES)}")
    if len(found) > MOST_PICTURES:
        raise InputError(f"{path}: there are {len(found)} pictures; at most {MOST_PICTURES} are read")
    return Sources(tuple(found))


def _by_numbers(path: Path) -> list[tuple[int, str]]:
    """Return a sort key that puts piece-9 before piece-10."""
    # few digits at a time, so that a name of thousands of digits costs nothing
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,18})", path.name) if part]


def _listed(path: Path) -> Sources:
    """Read a puzzle.json and list the pictures beside it."""
    fields = _fields(path)
    for key in fields:
        if key not in KEYS:
            raise InputError(f"{path}: '{key}' is not known; there are {', '.join(KEYS)}")
    orientation = fields.get("orientation", "unknown")
    if orientation not in ("known", "unknown"):
        raise InputError(f'{path}: orientation is {_shown(orientation)}; write "known" or "unknown"')
    names = fields.get("pieces")
    if not isinstance(names, list) or not names or len(names) > MOST_PICTURES:
        raise InputError(f"{path}: pieces should be a list of 1 to {MOST_PICTURES} names of pictures")
    return Sources(_pictures(path, names), orientation == "known")


def _fields(path: Path) -> Mapping[str, Any]:
    text = read_text(path, LARGEST, "it should list the pictures of pieces")
    try:
        fields = read_json(text)
    except JsonTextError as fault:
        raise InputError(f"{path}:{fault.line}: {fault.message}") from None
    if not isinstance(fields, dict):
        raise InputError(f'{path}: the file should hold an object: {{"orientation": "unknown", "pieces": [...]}}')
    return fields


def _pictures(path: Path, names: list[Any]) -> tuple[Path, ...]:
    seen: set[str] = set()
    for number, name in enumerate(names, start=1):
        # only a bare name: a puzzle.json from a stranger must not make this read other folders
        if not isinstance(name, str) or not name or "\0" in name or Path(name).name != name:
            raise InputError(
                f"{path}: piece {number} is {_shown(name)}; write the name of a picture in the same folder"
            )
        if name in seen:
            raise InputError(f"{path}: piece {number}, '{name}', is listed twice; each picture is one piece")
        seen.add(name)
        if not (path.parent / name).is_file():
            raise InputError(
                f"{path}: piece {number}, '{name}', is not in the folder; put it there, or take it off the list"
            )
    return tuple(inside(path.parent, (path.parent / name for name in names)))


def _shown(value: object) -> str:
    words = repr(value)
    return words if len(words) <= 60 else f"{words[:60]}..."


class Puzzle(NamedTuple):
    """The pieces of a folder or a sheet, and what its puzzle.json says."""

    pieces: tuple[Piece, ...]
    is_upright: bool
    """Whether the pieces are known to stand upright in their pictures."""
    left_out: "tuple[LeftOut, ...]" = ()
    """Pieces that cannot be read."""
    remarks: tuple[str, ...] = ()
    """Remarks on the pictures."""


def read_puzzle(path: str | Path, *, track: Callable[[Sequence[Path]], Iterable[Path]] = iter) -> Puzzle:
    """Read the pieces of a folder of pictures, or of one picture, and what the folder's puzzle.json says of them.

    A few pieces that cannot be read are left out, with their reasons.

    Args:
        path: a folder, or a picture with one piece or several.
        track: iterates over the files, and may show the progress.

    Raises:
        InputError: if half of the pieces or more cannot be read, or files cannot be used.
        MissingExtraError: if OpenCV is not installed.
    """
    need_opencv()
    sources = sources_of(Path(path))
    found = [each for file in track(sources.pictures) for each in _in_file(file)]
    _check_names(found)
    from heuristan.jigsaw.reading.contours import measured

    pieces, left_out = measured(found)
    remarks = tuple(dict.fromkeys(each.remark for each in found if each.remark))
    return Puzzle(tuple(pieces), sources.is_upright, tuple(left_out), remarks)


def pieces_of(pictures: Mapping[str, NDArray[Any]]) -> tuple[Piece, ...]:
    """Read the pieces of pictures by name, shape (height, width, 3 or 4): red, green, blue, alpha.

    Raises:
        InputError: if a piece cannot be read.
        MissingExtraError: if OpenCV is not installed.
    """
    need_opencv()
    from heuristan.jigsaw.reading.contours import measured

    found = [each for name, picture in pictures.items() for each in _found(_with_alpha(picture), name, name)]
    pieces, left_out = measured(found)
    for each in left_out:
        raise InputError(each.message)
    return tuple(pieces)


def _with_alpha(picture: NDArray[Any]) -> Picture:
    if picture.shape[2] == 4:
        return np.asarray(picture, dtype=np.uint8)
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)]).astype(np.uint8)


def _in_file(path: Path) -> "list[Found]":
    """Find the pieces in a file; a large picture is reduced, and messages give spots of the reduced one."""
    whole = load(path)
    picture = reduced(whole)
    height, width = picture.shape[:2]
    source = str(path) if picture is whole else f"{path} (reduced to {width} x {height} pixels)"
    return _found(picture, path.stem, source)


def _found(picture: Picture, name: str, source: str) -> "list[Found]":
    from heuristan.jigsaw.reading.finding import found_in

    return found_in(picture, name, source)


def _check_names(found: "Sequence[Found]") -> None:
    """Refuse two pieces of one name, as of a.png and a.jpg."""
    seen: dict[str, str] = {}
    for each in found:
        if each.name in seen:
            raise InputError(f"{each.source}: {seen[each.name]} has the same name; rename one of them")
        seen[each.name] = each.source
