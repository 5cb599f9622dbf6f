"""The photographer: lays pieces on a table, with shadows, bright rims and labels, and takes a picture at an angle."""

from collections.abc import Mapping

import cv2
import numpy as np

from heuristan.jigsaw.arrays import Bytes, Floats, Singles
from heuristan.jigsaw.cutting.photo import Photo, Table
from heuristan.jigsaw.cutting.stamping import Stamp
from heuristan.jigsaw.cutting.wear import LIGHT

ROOM = 26
"""Pixels of table around what is photographed: for the shadow and a label."""
FALL, SOFT = 5.0, 2.0
"""Length of a shadow, and the standard deviation of its blur, in pixels."""
EDGE = 1.5
"""Width of a bright rim in pixels."""
GRAIN = 0.08
"""Standard deviation of the brightness of wood or cloth."""
TEXT, BELOW = 0.36, 15
"""Size of a label, whose digits are about nine pixels high, and how far its foot lies below its piece, in pixels."""
DARK = 330
"""Sum of the channels up to which a table is dark, and labels are bright."""
SAMPLES = 10_000
"""Maximum number of pixels of the picture with which a table is compared."""
FEW = 1.0
"""Percentage of the picture's pixels that may be nearer to the table's colour than its distance says."""

PLAIN = ((240, 240, 240), (128, 128, 128), (20, 20, 20))
COLOURED = ((200, 40, 40), (30, 150, 60), (40, 70, 200), (230, 200, 40), (220, 60, 200), (40, 190, 200))
WOOD, CLOTH = (160, 110, 70), (60, 70, 100)
TABLES: dict[Table, tuple[tuple[int, int, int], ...]] = {
    "plain": PLAIN,
    "coloured": COLOURED,
    "textured": (WOOD, CLOTH),
}


def colour_for(table: Table, picture: Bytes) -> tuple[int, int, int]:
    """Return the colour of a table that is farthest from those of a picture."""
    pixels = picture.reshape(-1, 3)
    seen = pixels[:: max(1, len(pixels) // SAMPLES)].astype(np.float64)
    return max(
        TABLES[table], key=lambda colour: float(np.percentile(np.linalg.norm(seen - np.array(colour), axis=1), FEW))
    )


def photographed(
    colours: Singles,
    alpha: Singles,
    photo: Photo,
    colour: tuple[int, int, int],
    labels: Mapping[str, Floats],
    random: np.random.Generator,
) -> tuple[Singles, Floats]:
    """Photograph pieces on a table.

    Args:
        colours: shape (height, width, 3); beyond the pieces they say nothing.
        alpha: each pixel's share of a piece.
        photo: how to take the photograph.
        colour: the table's.
        labels: what is written, and where, below each piece; shape (1, 2) each.
        random: source of texture, scale and angle.

    Returns:
        The photograph, and the matrix (3 x 3) that takes a point of the given picture to the photograph.
    """
    height, width = alpha.shape
    matrix, (wide, high) = _camera(width, height, photo, random)
    lying = np.dstack([colours * alpha[..., None], alpha])
    seen = cv2.warpPerspective(lying, matrix, (wide, high), flags=cv2.INTER_LINEAR)
    share: Singles = np.asarray(seen[..., 3:], dtype=np.float32)
    table = _table(high, wide, photo.table, colour, random)
    table *= 1 - photo.cast * _shadow(share[..., 0])[..., None]
    if photo.gleam:
        rim = photo.gleam * _rim(share[..., 0])[..., None]
        table = table * (1 - rim) + 255 * rim
    if photo.labels:
        ink = _ink(share.shape[:2], {text: moved(spot, matrix)[0] for text, spot in labels.items()})[..., None]
        table = table * (1 - ink) + (30 if sum(colour) > DARK else 235) * ink
    return np.asarray(seen[..., :3] + table * (1 - share), dtype=np.float32), matrix


def moved(corners: Floats, matrix: Floats) -> Floats:
    """Return where points are on a photograph, shape (points, 2)."""
    return np.asarray(cv2.perspectiveTransform(corners[None], matrix)[0])


def _camera(width: int, height: int, photo: Photo, random: np.random.Generator) -> tuple[Floats, tuple[int, int]]:
    """Return the matrix of the camera, and the size of its picture."""
    scale = 1 + photo.zoom * float(random.uniform(-1, 1))
    rims = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    pull = photo.perspective / 2 * random.uniform(-1, 1, 2)
    # one rim is shortened on both ends, the opposite one lengthened
    off = np.array([[1, 1], [-1, -1], [1, 1], [-1, -1]]) * pull * [width, height]
    there = (rims + off) * scale
    low = there.min(0) - ROOM
    size = np.ceil(there.max(0) - low + ROOM).astype(int)
    matrix = cv2.getPerspectiveTransform(rims, (there - low).astype(np.float32))
    return np.asarray(matrix, dtype=np.float64), (int(size[0]), int(size[1]))


def _table(height: int, width: int, table: Table, colour: tuple[int, int, int], random: np.random.Generator) -> Singles:
    """Draw an empty table."""
    plain = np.full((height, width, 3), colour, np.float32)
    if table != "textured":
        return plain
    if colour == WOOD:
        light = _waves(height, width, (3, 40), random) + 0.5 * _waves(height, width, (1, 8), random)
    else:
        y, x = np.mgrid[:height, :width]
        light = np.sin(2 * np.pi * x / 5) * np.sin(2 * np.pi * y / 5) + _waves(height, width, (1, 1), random)
    return np.asarray(plain * (1 + GRAIN * light / light.std())[..., None], dtype=np.float32)


def _waves(height: int, width: int, stretch: tuple[int, int], random: np.random.Generator) -> Singles:
    """Draw smooth noise whose grains have a height and a width."""
    small = random.normal(size=(height // stretch[0] + 2, width // stretch[1] + 2)).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC))


def _shifted(share: Singles, way: Floats) -> Singles:
    matrix = np.array([[1, 0, way[0]], [0, 1, way[1]]])
    return np.asarray(cv2.warpAffine(share, matrix, share.shape[::-1]))


def _shadow(share: Singles) -> Singles:
    """Return the depth of the shadow at each pixel: all that the pieces cover on a way away from the light."""
    ways = [_shifted(share, -LIGHT * far) for far in np.linspace(0, FALL, 6)]
    return np.asarray(cv2.GaussianBlur(np.max(ways, axis=0), (0, 0), SOFT))


def _rim(share: Singles) -> Singles:
    """Return how much of each pixel beside a piece, towards the light, is its bright rim."""
    return np.asarray(np.clip(_shifted(share, LIGHT * EDGE) - share, 0, 1))


def _ink(shape: tuple[int, ...], labels: Mapping[str, Floats]) -> Singles:
    """Write labels, and return how much of each pixel is ink."""
    page = np.zeros(shape, np.uint8)
    for text, (x, y) in labels.items():
        cv2.putText(page, text, (round(float(x)), round(float(y))), cv2.FONT_HERSHEY_SIMPLEX, TEXT, 255, 1, cv2.LINE_AA)
    return np.asarray(page.astype(np.float32) / 255)


def label_spot(piece: Stamp) -> Floats:
    """Return where the label of a piece begins on its sheet, shape (1, 2)."""
    rows, columns = np.nonzero(piece.alpha > 0)
    return np.array([[columns.min() + piece.origin[0], rows.max() + piece.origin[1] + BELOW]], dtype=np.float64)
