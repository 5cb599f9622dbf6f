"""Square tiles: opaque pictures of one size, each filled to its rim by one square piece."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from heuristan.common.files import read_bytes
from heuristan.common.images.headers import size_of
from heuristan.jigsaw.pictures import MOST_PIXELS, Picture
from heuristan.jigsaw.reading.silhouettes import TRANSPARENT, rim_of

HEAD = 1024 * 1024
"""Number of bytes at the start of a file in which a picture states its size."""
FEWEST = 4
"""Minimum number of tiles of a puzzle."""
MARGIN = 6
"""Transparent pixels that a tile gets around it."""
PLAIN, SAME = 12.0, 40.0
"""Maximum usual differences, in grey levels, of a background from its middle colour, and of this colour from picture to
picture."""
OF_ONE_SIZE = 0.75
"""Share of the pictures of a folder with one square size, from which on the others are the odd ones."""
ON_A_TABLE = 0.7
"""Share of the pictures with the same background along the rim, from which on they show pieces on a table."""


def may_be_tiles(paths: Sequence[Path]) -> list[Path]:
    """Return the files of one square size; none if they are few, or too large together to be the pieces of a puzzle."""
    if len(paths) < FEWEST:
        return []
    sizes = {path: size_of(read_bytes(path, HEAD)) for path in paths}
    [(size, count)] = Counter(sizes.values()).most_common(1)
    if size is None or size.width != size.height or count * size.width * size.height > MOST_PIXELS:
        return []
    return [path for path in paths if sizes[path] == size] if count >= OF_ONE_SIZE * len(paths) else []


def are_tiles(pictures: Sequence[Picture]) -> bool:
    """Return whether pictures of one size are opaque, and most of them show no background around a piece."""
    if any(picture[..., 3].min() < TRANSPARENT for picture in pictures):
        return False
    rims = [picture[rim_of(picture.shape[:2])][:, :3].astype(np.float32) for picture in pictures]
    middles = np.array([np.median(rim, axis=0) for rim in rims])
    uneven = np.array([np.median(np.linalg.norm(rim - at, axis=1)) for rim, at in zip(rims, middles, strict=True)])
    other = np.linalg.norm(middles - np.median(middles, axis=0), axis=1)
    return float(((uneven < PLAIN) & (other < SAME)).mean()) < ON_A_TABLE


def cut_out(tile: Picture) -> Picture:
    """Return a tile with a transparent margin."""
    return np.pad(tile, ((MARGIN, MARGIN), (MARGIN, MARGIN), (0, 0)))
