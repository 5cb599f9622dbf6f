"""The wear of jigsaw pieces, and their photographs: puzzles that are harder to read than those of a clean saw.

A scanned piece has a shadow along its rim, is a little blurred, lit unevenly and not quite to scale, and has highlights
(Bartle and Lu, section 5, on the pieces that they took from a web site). A photographed one lies on a table, with a
shadow, a bright rim and a label, and is seen at an angle.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, sqrt
from pathlib import Path
from typing import Literal, TypeAlias

import cv2
import numpy as np
from jigsaw_cuts import STYLES, Style

from heuristan.common.faults import InputError
from heuristan.jigsaw.cutting import Cut, saw
from heuristan.jigsaw.cutting import Recipe as CleanRecipe
from heuristan.jigsaw.cutting.saw import CutOutline, Saw, Stamp, Track
from heuristan.jigsaw.piece import MOST_PIXELS, Bytes, Floats, Singles, png_of

WEAR, NOISE, PLACES, CAMERA = 2, 3, 4, 5
"""Uses of the seed besides those of the saw."""

Table: TypeAlias = Literal["plain", "coloured", "textured"]
"""A table of one grey, of one colour, or of wood or cloth; the one that the picture has least of is taken."""

PLAIN = ((240, 240, 240), (128, 128, 128), (20, 20, 20))
COLOURED = ((200, 40, 40), (30, 150, 60), (40, 70, 200), (230, 200, 40), (220, 60, 200), (40, 190, 200))
WOOD, CLOTH = (160, 110, 70), (60, 70, 100)
TABLES: dict[Table, tuple[tuple[int, int, int], ...]] = {
    "plain": PLAIN,
    "coloured": COLOURED,
    "textured": (WOOD, CLOTH),
}

MOST_ZOOM, MOST_PERSPECTIVE = 0.1, 0.05
"""Maximum change of scale, and of the length of opposite rims by perspective."""
LIGHT = np.array([-0.6, -0.8])
"""Direction of the light in each piece's own picture: from above, a little from the left."""
DEEP = 2.0
"""Depth in pixels at which a shadow has faded to 1/e."""

# The marks of a scanner at strength 1; they are proportional to it.
BLUR = 2.0
"""Standard deviation of the blur in pixels."""
UNEVEN = 0.5
"""Difference of the light between one end of a piece and its middle."""
SCALE = 0.02
"""Maximum change of scale, either way."""
SHINE = 200.0
"""Brightness that a highlight adds in its middle. A highlight always has this strength; the share of the pieces that
have one is proportional."""

GAP, WIDE_GAP = 8, 22
"""Gaps between the places of two pieces on a sheet, and on one that is photographed, in pixels: for shadows and labels.
"""
SHIFT = 3
"""Maximum shift of a piece on its place in pixels, as if laid by hand."""
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


@dataclass(frozen=True)
class Photo:
    """A photograph of pieces on a table.

    Raises:
        InputError: if a number is out of its range.
    """

    table: Table = "plain"
    cast: float = 0.0
    """Darkness of a piece's shadow on the table, 0 to 1."""
    gleam: float = 0.0
    """Brightness of a piece's rim towards the light, 0 to 1, as on a scanner."""
    labels: bool = False
    """Whether a number is printed beside each piece."""
    zoom: float = 0.0
    """Maximum change of the scale from picture to picture, either way."""
    perspective: float = 0.0
    """Maximum difference of opposite rims of the picture, as a share of their length."""
    jpeg: int | None = None
    """Quality of the JPEG that it is saved as, 1 to 100; without it nothing is lost."""

    def __post_init__(self) -> None:
        for name, value, most in (
            ("cast", self.cast, 1),
            ("gleam", self.gleam, 1),
            ("zoom", self.zoom, MOST_ZOOM),
            ("perspective", self.perspective, MOST_PERSPECTIVE),
        ):
            if not 0 <= value <= most:
                raise InputError(f"{name} {value} is out of range; use 0 to {most:g}")
        if self.jpeg is not None and not 1 <= self.jpeg <= 100:
            raise InputError(f"a JPEG quality of {self.jpeg} is out of range; use 1 to 100")


@dataclass(frozen=True)
class Recipe(CleanRecipe):
    """A puzzle to be cut, worn and photographed.

    Raises:
        InputError: if a number is out of its range.
    """

    style: Style = "classic"
    variety: float = 1.0
    """Difference between the tabs, 0 to 1: at 0 all are alike, and shape says nothing."""
    shadow: float = 0.0
    """Darkness of the rim away from the light, 0 to 1."""
    noise: float = 0.0
    """Standard deviation of the noise on each channel of each pixel, as a share of that of the picture's channels."""
    scan: float = 0.0
    """Strength of the marks of a scanner, 0 to 1: blur, uneven light, unequal scale, highlights."""
    background: tuple[int, int, int] | None = None
    """Plain colour (red, green, blue) on which the pieces lie; without it they are cut out with alpha."""
    photo: Photo | None = None
    """Settings of a photograph on a table; None for a plain background."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.photo is not None and self.background is not None:
            raise InputError("pieces lie on a background or on the table of a photograph; leave one of them out")
        for name in ("variety", "shadow", "noise", "scan"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"{name} {getattr(self, name)} is out of range; use 0 to 1, as 0.3 for 30 per cent")


def cut(picture: Bytes, recipe: Recipe, track: Track = iter) -> Cut:
    """Cut a picture into worn or photographed pieces, each with its own picture; as `saw.cut`."""
    return _WearingSaw(picture, recipe).cut(track)


def cut_sheet(picture: Bytes, recipe: Recipe, name: str, track: Track = iter) -> Cut:
    """Cut a picture into pieces that all lie on one sheet; they are named after it, row by row, as they are read."""
    return _WearingSaw(picture, recipe).cut_sheet(name, track)


def write_sheet(made: Cut, path: Path) -> None:
    """Write a PNG with all pieces, and its truth beside it: sheet.png and sheet.truth.json."""
    (picture,) = made.pictures.values()
    path.write_bytes(png_of(picture))
    path.with_suffix(".truth.json").write_text(f"{json.dumps(made.truth)}\n", encoding="utf-8")


@dataclass(frozen=True, eq=False)
class OnSheet(Stamp):
    """A piece on a sheet."""

    origin: tuple[int, int] = (0, 0)
    """Position (x, y) on the sheet at which its picture begins."""


class _WearingSaw(Saw):
    """A saw whose pieces are worn, or photographed on a table."""

    def __init__(self, picture: Bytes, recipe: Recipe) -> None:
        super().__init__(picture, recipe)
        self._wanted = recipe
        self._wear, self._noise, self._camera = map(self.random, (WEAR, NOISE, CAMERA))
        self._colour = colour_for(recipe.photo.table, self._whole) if recipe.photo else PLAIN[0]
        self._numbers = count(1)

    def outlines(self, random: np.random.Generator) -> list[CutOutline]:
        wanted = self._wanted
        return STYLES[wanted.style].outlines(wanted.rows, wanted.columns, wanted.size, random, wanted.variety)

    def stamped(self, outline: CutOutline, degrees: float) -> Stamp:
        scale = 1 + self._wanted.scan * SCALE * float(self._wear.uniform(-1, 1))
        return worn(saw.stamp(self._whole, outline, degrees, scale), self._wanted, self._wear)

    def cut_sheet(self, name: str, track: Track) -> Cut:
        """Cut the picture into pieces on one sheet."""
        turned = self.turned(track)
        gap = GAP if self._wanted.photo is None else WIDE_GAP
        colours, alpha, placed = laid_out([each.stamp for each in turned], self.random(PLACES), gap)
        sheet, corners = self._picture_of(colours, alpha, placed)
        return Cut(self._recipe, {name: sheet}, self.truth(saw.numbered(name, len(turned)), turned, corners))

    def taken(self, piece: Stamp) -> tuple[Bytes, Floats]:
        whole = OnSheet(piece.colours, piece.alpha, piece.corners)
        picture, (corners,) = self._picture_of(piece.colours, piece.alpha, [whole])
        return picture, corners

    def _picture_of(self, colours: Singles, alpha: Singles, pieces: Sequence[OnSheet]) -> tuple[Bytes, list[Floats]]:
        """Return the picture of a piece or of a sheet, and where the corners of its pieces are on it."""
        photo = self._wanted.photo
        if photo is None:
            laid = on_background(colours, alpha, self._wanted.background)
            return self._noisy(*laid), [each.corners for each in pieces]
        labels = {str(next(self._numbers)): label_spot(each) for each in pieces}
        seen, matrix = photographed(colours, alpha, photo, self._colour, labels, self._camera)
        there = [moved(each.corners, matrix) for each in pieces]
        whole = self._noisy(seen, np.ones(seen.shape[:2], np.float32))
        if photo.jpeg is not None:
            whole[..., :3] = saved(whole[..., :3], photo.jpeg)
        return whole, there

    def _noisy(self, colours: Singles, alpha: Singles) -> Bytes:
        """Return a picture in whole numbers, with the noise of the recipe."""
        if self._wanted.noise:
            spread = self._wanted.noise * float(self._whole.std())
            colours = colours + self._noise.normal(0, spread, colours.shape).astype(np.float32)
        return saw.pixels_of(colours, alpha)


def laid_out(
    pieces: Sequence[Stamp], random: np.random.Generator, gap: int = GAP
) -> tuple[Singles, Singles, list[OnSheet]]:
    """Lay pieces row by row on a sheet.

    Args:
        pieces: the pieces.
        random: source of their shifts.
        gap: gap between the places of two pieces in pixels, besides each picture's own margin.

    Returns:
        The sheet's colours, its alpha, and the pieces with their corners on the sheet.

    Raises:
        InputError: if the sheet would be too large to be read as it is.
    """
    high, wide = (max(piece.alpha.shape[axis] for piece in pieces) + gap for axis in (0, 1))
    columns = ceil(sqrt(len(pieces) * high / wide))
    rows = ceil(len(pieces) / columns)
    height, width = rows * high + gap, columns * wide + gap
    if height * width > MOST_PIXELS:
        raise InputError(
            f"a sheet of {width} x {height} pixels is too large to be read as it is; write a folder, or cut fewer or "
            "smaller pieces"
        )
    colours = np.zeros((height, width, 3), np.float32)
    alpha = np.zeros((height, width), np.float32)
    lying = []
    for number, piece in enumerate(pieces):
        tall, across = piece.alpha.shape
        row, column = divmod(number, columns)
        dx, dy = random.integers(-SHIFT, SHIFT + 1, 2)
        left = gap + column * wide + (wide - gap - across) // 2 + int(dx)
        top = gap + row * high + (high - gap - tall) // 2 + int(dy)
        # only the piece itself: the margin of its picture may overlap another piece
        there = piece.alpha > 0
        colours[top : top + tall, left : left + across][there] = piece.colours[there]
        alpha[top : top + tall, left : left + across][there] = piece.alpha[there]
        lying.append(OnSheet(piece.colours, piece.alpha, piece.corners + np.array([left, top]), (left, top)))
    return colours, alpha, lying


def on_background(colours: Singles, alpha: Singles, background: tuple[int, int, int] | None) -> tuple[Singles, Singles]:
    """Lay a piece or a sheet on a plain colour; without one it stays as it is."""
    if background is None:
        return colours, alpha
    share = alpha[..., None]
    laid = colours * share + np.array(background, np.float32) * (1 - share)
    return np.asarray(laid, dtype=np.float32), np.ones_like(alpha)


def worn(piece: Stamp, recipe: Recipe, random: np.random.Generator) -> Stamp:
    """Add the shadow and the marks of a scanner to a piece."""
    colours, alpha = piece.colours, piece.alpha
    if recipe.shadow:
        colours = colours * (1 - recipe.shadow * _shade(alpha))[..., None]
    if recipe.scan:
        light = _unevenness(alpha.shape, random) * recipe.scan
        colours = colours * (1 + light)[..., None]
        if random.uniform() < recipe.scan:
            colours = colours + _highlight(piece, random)[..., None]
        colours, alpha = _blurred(colours, alpha, BLUR * recipe.scan)
    return Stamp(colours, alpha, piece.corners)


def _shade(alpha: Singles) -> Singles:
    """Return each pixel's share of the shadow: 1 on the rim away from the light, a third on the rim towards it."""
    depth = cv2.distanceTransform((alpha >= 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    soft = cv2.GaussianBlur(alpha, (0, 0), DEEP)
    # the alpha falls outwards
    outward = -np.dstack([cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)])
    length = np.maximum(np.linalg.norm(outward, axis=2), 1e-6)
    towards_light = (outward @ LIGHT) / length
    fading = np.exp(-np.maximum(depth - 1, 0) / DEEP)
    return np.asarray(fading * (2 - towards_light) / 3, dtype=np.float32)


def _unevenness(shape: tuple[int, ...], random: np.random.Generator) -> Singles:
    """Draw a ramp across the piece in a random direction, from -UNEVEN to UNEVEN."""
    angle = random.uniform(0, 2 * np.pi)
    y, x = (np.linspace(-1, 1, length) for length in shape)
    ramp = UNEVEN * (np.cos(angle) * x[None, :] + np.sin(angle) * y[:, None]) / np.sqrt(2)
    return np.asarray(ramp, dtype=np.float32)


def _highlight(piece: Stamp, random: np.random.Generator) -> Singles:
    """Draw a bright spot at a random place on the piece."""
    height, width = piece.alpha.shape
    x, y = random.uniform(0.2, 0.8, 2) * (width, height)
    reach = random.uniform(0.03, 0.08) * min(width, height)
    rows, columns = np.arange(height)[:, None] - y, np.arange(width)[None, :] - x
    return np.asarray(SHINE * np.exp(-(rows**2 + columns**2) / (2 * reach**2)), dtype=np.float32)


def _blurred(colours: Singles, alpha: Singles, sigma: float) -> tuple[Singles, Singles]:
    """Blur colours and alpha together, so that the outside of the piece does not bleed into it."""
    sums = cv2.GaussianBlur(np.dstack([colours * alpha[..., None], alpha]), (0, 0), sigma)
    return np.asarray(sums[..., :3] / np.maximum(sums[..., 3:], 1e-3)), np.asarray(sums[..., 3])


def saved(picture: Bytes, quality: int) -> Bytes:
    """Return what a JPEG keeps of red, green and blue, shape (height, width, 3)."""
    done, data = cv2.imencode(".jpg", np.ascontiguousarray(picture[..., ::-1]), [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)[..., ::-1]


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


def label_spot(piece: OnSheet) -> Floats:
    """Return where the label of a piece begins on its sheet, shape (1, 2)."""
    rows, columns = np.nonzero(piece.alpha > 0)
    return np.array([[columns.min() + piece.origin[0], rows.max() + piece.origin[1] + BELOW]], dtype=np.float64)
