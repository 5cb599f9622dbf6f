"""The picture to cut: a file, or a photograph that comes with scikit-image."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np

from heuristan.common.faults import MissingExtraError, nearest
from heuristan.jigsaw.arrays import Bytes
from heuristan.jigsaw.faults import PuzzleError
from heuristan.jigsaw.pictures import SUFFIXES, load

ALSO = {"cat": "chelsea", "hubble": "hubble_deep_field", "motorcycle": "motorcycle_left"}
"""Other names, among them those of scikit-image's functions."""


def bundled() -> dict[str, Path]:
    """List the pictures in scikit-image's package by name. Nothing is downloaded.

    Raises:
        MissingExtraError: if scikit-image is not installed.
    """
    # found without an import, which would take longer than cutting a puzzle
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
        raise PuzzleError(f"{name}: there is no such file, and scikit-image has no picture of that name; {advice}")
    return found
