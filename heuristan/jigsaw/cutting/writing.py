"""A cut puzzle as files: a folder with a picture for each piece, or one sheet."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2

from heuristan.common.files import write_whole
from heuristan.jigsaw.arrays import Bytes
from heuristan.jigsaw.cutting.saw import Cut
from heuristan.jigsaw.faults import PuzzleError

PUZZLE, TRUTH = "puzzle.json", "truth.json"


def write_folder(made: Cut, folder: Path) -> None:
    """Write puzzle.json, then a PNG for each piece that it lists, and truth.json.

    Each file is written whole, so a folder that was not finished is refused where it is read, and never taken for a
    puzzle of fewer pieces; what was written is removed unless the process is killed.

    Raises:
        PuzzleError: if the folder is not empty, or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise PuzzleError(f"{folder}: the folder is not empty; choose a new one, so that no pieces are mixed")
        with _removed_unless_done(folder):
            for name, data in _files(made):
                write_whole(folder / name, data)
    except OSError as fault:
        raise PuzzleError(f"{folder}: cannot be written ({fault.strerror or fault}); choose another place") from None


def _files(made: Cut) -> Iterator[tuple[str, bytes]]:
    listed = [f"{name}.png" for name in made.pictures]
    puzzle = {"orientation": "known" if made.recipe.is_upright else "unknown", "pieces": listed}
    yield PUZZLE, _json(puzzle)
    yield from ((f"{name}.png", png_of(picture)) for name, picture in made.pictures.items())
    yield TRUTH, _json(made.truth)


@contextmanager
def _removed_unless_done(folder: Path) -> Iterator[None]:
    """Remove the files of a folder that was empty, if not all of them can be written."""
    try:
        yield
    except BaseException:
        for path in folder.iterdir():
            path.unlink()
        raise


def write_sheet(made: Cut, path: Path) -> None:
    """Write a PNG with all pieces, and its truth beside it: sheet.png and sheet.truth.json.

    Raises:
        PuzzleError: if they cannot be written.
    """
    (picture,) = made.pictures.values()
    try:
        write_whole(path, png_of(picture))
        write_whole(truth_of(path), _json(made.truth))
    except OSError as fault:
        raise PuzzleError(f"{path}: cannot be written ({fault.strerror or fault}); choose another place") from None


def truth_of(sheet: Path) -> Path:
    """Return the name of the truth beside a sheet."""
    return sheet.with_suffix(".truth.json")


def png_of(picture: Bytes) -> bytes:
    """Encode a PNG, without an alpha channel if nothing is transparent."""
    order = [2, 1, 0] if (picture[..., 3] == 255).all() else [2, 1, 0, 3]
    done, data = cv2.imencode(".png", picture[..., order])
    assert done
    return bytes(data)


def _json(fields: dict[str, Any]) -> bytes:
    """Return JSON with each of the pieces on its own line."""
    head = "".join(f'  "{key}": {json.dumps(value)},\n' for key, value in fields.items() if key != "pieces")
    entries = ",\n".join(f"    {json.dumps(entry)}" for entry in fields["pieces"])
    return f'{{\n{head}  "pieces": [\n{entries}\n  ]\n}}\n'.encode()
