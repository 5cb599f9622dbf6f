"""The files around a cut: the picture to cut, and the folder of its pieces."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from heuristan.common.faults import InputError, MissingExtraError, nearest
from heuristan.common.files import write_whole
from heuristan.jigsaw.cutting.saw import Cut
from heuristan.jigsaw.piece import SUFFIXES, Bytes, load, png_of
from heuristan.jigsaw.results import as_text

PUZZLE, TRUTH = "puzzle.json", "truth.json"
ALSO = {"cat": "chelsea", "hubble": "hubble_deep_field", "motorcycle": "motorcycle_left"}
"""Other names, among them those of scikit-image's functions."""


def write_folder(made: Cut, folder: Path) -> None:
    """Write puzzle.json, then a PNG for each piece that it lists, and truth.json.

    Each file is written whole, so a folder that was not finished is refused where it is read, and never taken for a
    puzzle of fewer pieces; what was written is removed unless the process is killed.

    Raises:
        InputError: if the folder is not empty, or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise InputError(f"{folder}: the folder is not empty; choose a new one, so that no pieces are mixed")
        with _removed_unless_done(folder):
            for name, data in _files(made):
                write_whole(folder / name, data)
    except OSError as fault:
        raise InputError(f"{folder}: cannot be written ({fault.strerror or fault}); choose another place") from None


def _files(made: Cut) -> Iterator[tuple[str, bytes]]:
    listed = [f"{name}.png" for name in made.pictures]
    puzzle = {"orientation": "known" if made.recipe.is_upright else "unknown", "pieces": listed}
    yield PUZZLE, _text(puzzle)
    yield from ((f"{name}.png", png_of(picture)) for name, picture in made.pictures.items())
    yield TRUTH, _text(made.truth)


@contextmanager
def _removed_unless_done(folder: Path) -> Iterator[None]:
    """Remove the files of a folder that was empty, if not all of them can be written."""
    try:
        yield
    except BaseException:
        for path in folder.iterdir():
            path.unlink()
        raise


def _text(fields: dict[str, Any]) -> bytes:
    return f"{as_text(fields)}\n".encode()


def bundled() -> dict[str, Path]:
    """List the pictures in scikit-image's package by name. Nothing is downloaded.

    Raises:
        MissingExtraError: if scikit-image is not installed.
    """
    # the file is found without importing scikit-image, which would take longer than cutting a puzzle
    found = find_spec("skimage")
    if found is None or not found.submodule_search_locations:
        raise MissingExtraError("scikit-image for its pictures", "jigsaw")
    folder = Path(found.submodule_search_locations[0]) / "data"
    return {path.stem: path for path in sorted(folder.iterdir()) if path.suffix.lower() in SUFFIXES}


def load_source(name: str) -> Bytes:
    """Load the picture of a file, or a bundled one by its name. Shape (height, width, 3); transparency becomes white.

    Raises:
        InputError: if there is no such picture, or it cannot be read.
        MissingExtraError: if OpenCV or scikit-image is not installed.
    """
    pixels = load(_path_of(name))
    if (pixels[..., 3] == 255).all():
        return np.ascontiguousarray(pixels[..., :3])
    share = pixels[..., 3:].astype(np.float32) / 255
    return np.asarray((pixels[..., :3] * share + 255 * (1 - share)).round().astype(np.uint8))


def _path_of(name: str) -> Path:
    path = Path(name)
    # a folder of that name, made by an earlier run, is not the picture
    if path.suffix or path.is_file():
        return path
    known = bundled()
    found = known.get(ALSO.get(name, name))
    if found is None:
        advice = nearest(name, [*known, *ALSO])
        raise InputError(f"{name}: there is no such file, and scikit-image has no picture of that name; {advice}")
    return found
