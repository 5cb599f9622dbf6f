"""A cut puzzle as files: a folder with a picture for each piece, or one sheet."""

import json
from pathlib import Path
from typing import Any

import cv2

from heuristan.jigsaw.cutting.cutting import Cut
from heuristan.jigsaw.cutting.stamping import Bytes
from heuristan.jigsaw.faults import PuzzleError

PUZZLE, TRUTH = "puzzle.json", "truth.json"


def write_folder(made: Cut, folder: Path) -> None:
    """A PNG for each piece, puzzle.json that lists them, and truth.json.

    Raises:
        PuzzleError: the folder holds something, or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise PuzzleError(f"{folder}: the folder is not empty; choose a new one, so that no pieces are mixed")
        for name, picture in made.pictures.items():
            (folder / f"{name}.png").write_bytes(png_of(picture))
        puzzle = {"orientation": "known" if made.recipe.is_upright else "unknown", "pieces": _files(made)}
        (folder / PUZZLE).write_text(_json(puzzle, "pieces"), encoding="utf-8")
        (folder / TRUTH).write_text(_json(made.truth, "pieces"), encoding="utf-8")
    except OSError as fault:
        raise PuzzleError(f"{folder}: cannot be written ({fault.strerror or fault}); choose another place") from None


def write_sheet(made: Cut, path: Path) -> None:
    """A PNG with all pieces, and its truth beside it: sheet.png and sheet.truth.json.

    Raises:
        PuzzleError: they cannot be written.
    """
    (picture,) = made.pictures.values()
    try:
        path.write_bytes(png_of(picture))
        truth_of(path).write_text(_json(made.truth, "pieces"), encoding="utf-8")
    except OSError as fault:
        raise PuzzleError(f"{path}: cannot be written ({fault.strerror or fault}); choose another place") from None


def truth_of(sheet: Path) -> Path:
    return sheet.with_suffix(".truth.json")


def png_of(picture: Bytes) -> bytes:
    """A PNG; without an alpha channel where nothing is transparent."""
    order = [2, 1, 0] if (picture[..., 3] == 255).all() else [2, 1, 0, 3]
    done, data = cv2.imencode(".png", picture[..., order])
    assert done
    return bytes(data)


def _files(made: Cut) -> list[str]:
    return [f"{name}.png" for name in made.pictures]


def _json(fields: dict[str, Any], long: str) -> str:
    """JSON with an entry of the long list on each line."""
    head = "".join(f'  "{key}": {json.dumps(value)},\n' for key, value in fields.items() if key != long)
    entries = ",\n".join(f"    {json.dumps(entry)}" for entry in fields[long])
    return f'{{\n{head}  "{long}": [\n{entries}\n  ]\n}}\n'
