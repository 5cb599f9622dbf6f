"""An assembly rendered: the picture that the pieces make, with doubtful ones marked; and its film, piece by piece.

Pieces are warped to their places: their corners move so that all pieces of an assembly fit as well as possible.
"""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import hatch, label, outline_path, page
from heuristan.common.svg.palette import LIGHT, LINE, PAPER, Tone, channels, mixed
from heuristan.common.web.film import (
    MOST_SHAPES,
    MOST_STILLS,
    Film,
    Picture,
    Shape,
    Still,
    Titles,
    evenly,
    film_of_stills,
    upright,
)
from heuristan.common.words import plural
from heuristan.jigsaw.judging.doubts import SURE, Doubts, Weight
from heuristan.jigsaw.piece import Bytes, Floats, Piece, Place, Singles, png_of
from heuristan.jigsaw.results import Placed, Result, describe

_CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))
"""Rows and columns of a piece's corners, clockwise from the top left one."""
_TOWARDS = np.array([1, 1j, -1, -1j])
"""Directions of the top, right, bottom and left side as complex numbers, y downwards."""
MARGIN = 8
"""Pixels around the whole."""
LONGEST = 3000.0
"""Maximum side of a picture in pixels, even if a puzzle has 2,000 pieces."""
DOUBT = "#d55e00"
"""Colour of the marks, which are hatched as well."""
CAPTION = 34.0
"""Height of the caption in pixels."""
MOST_BYTES = 48_000
"""Maximum size of the picture: a page, which holds it in letters, has room for some 64,000 besides 2,000 outlines."""
SIZES = ((800, 80), (800, 60), (640, 50), (480, 50), (320, 40), (200, 30), (100, 20), (50, 10))
"""Longest side in pixels and quality in percent, the best first."""


@dataclass(frozen=True, eq=False)
class Warped:
    """A piece in the picture of the whole."""

    piece: Piece
    placed: Placed
    target: Floats
    """Target of each of the piece's corners, x and y in pixels, in the order of `piece.corners`; shape (4, 2)."""

    def ring(self) -> Floats:
        """Return the contour in the picture of the whole, shape (n, 2)."""
        points = np.concatenate([side.contour[:-1] for side in self.piece.sides])
        matrix = projection(self.piece.corners, self.target)
        lifted = np.column_stack([points, np.ones(len(points))]) @ matrix.T
        return np.asarray(lifted[:, :2] / lifted[:, 2:])


def warped(pieces: Sequence[Piece], result: Result, longest: float) -> list[Warped]:
    """Warp all pieces of a result, in the order in which they were laid; the whole is shrunk to `longest` pixels."""
    by_name = {piece.name: piece for piece in pieces}
    known = [one for one in result.pieces if one.piece in by_name]
    if not known:
        return []
    corners = {one: _turned_corners(by_name[one.piece], one.turn) for one in known}
    vertices = _vertices(result, corners)
    size = float(np.ptp(vertices.reshape(-1, 2), axis=0).max())
    vertices *= min(1.0, longest / max(size, 1.0))
    found = []
    for one in sorted(known, key=lambda one: one.step or 0):
        lying = np.array([vertices[one.row + down, one.column + right] for down, right in _CORNERS])
        found.append(Warped(by_name[one.piece], one, np.roll(lying, -one.turn, axis=0)))
    return found


def _turned_corners(piece: Piece, turn: int) -> Floats:
    """Return the corners of a piece from the top left one, after it is turned to how it lies."""
    corners = np.roll(piece.corners, turn, axis=0)
    sides = _complex(np.roll(corners, -1, axis=0) - corners)
    # the turn that brings the four sides nearest to right, down, left, up; it removes a tilt as well
    factor = np.sum(sides.conj() * _TOWARDS)
    turned = _complex(corners) * factor / max(abs(factor), 1e-9)
    return np.column_stack([turned.real, turned.imag])


def _complex(points: Floats) -> NDArray[np.complex128]:
    return np.asarray(points[:, 0] + 1j * points[:, 1])


def _vertices(result: Result, corners: Mapping[Placed, Floats]) -> Floats:
    """Return the vertices whose differences are nearest to the sides of all pieces, (rows + 1, columns + 1, 2)."""
    wide = result.columns + 1
    count = (result.rows + 1) * wide
    normal, right = np.eye(count) * 1e-9, np.zeros((count, 2))
    for one, own in corners.items():
        at = [(one.row + down) * wide + across + one.column for down, across in _CORNERS]
        for k in range(4):
            start, end, side = at[k], at[(k + 1) % 4], own[(k + 1) % 4] - own[k]
            normal[[start, end], [start, end]] += 1
            normal[[start, end], [end, start]] -= 1
            right[start] -= side
            right[end] += side
    found = np.linalg.solve(normal, right)
    found -= found.min(axis=0)
    return np.asarray(found.reshape(result.rows + 1, wide, 2), dtype=np.float64)


def projection(source: Floats, target: Floats) -> Floats:
    """Return the projective map that takes four points to four points, shape (3, 3)."""
    rows, right = [], []
    for (x, y), (u, v) in zip(source, target, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    found, *_ = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)
    return np.append(found, 1.0).reshape(3, 3)


@dataclass(frozen=True, eq=False)
class Patch:
    """A piece as it lies, on a picture of its own size."""

    left: int
    top: int
    pixels: Singles
    """Red, green and blue multiplied by alpha, and alpha, all 0 to 255; shape (height, width, 4)."""


def patch_of(one: Warped) -> Patch:
    """Warp the picture of a piece so that its corners are where they should be."""
    import cv2

    ring = one.ring() + MARGIN
    low, high = np.floor(ring.min(axis=0)).astype(int) - 1, np.ceil(ring.max(axis=0)).astype(int) + 2
    low = np.maximum(low, 0)
    matrix = projection(one.piece.corners, one.target + MARGIN - low)
    picture = one.piece.picture.astype(np.float32)
    picture[..., :3] *= picture[..., 3:] / 255
    wide, tall = (int(size) for size in np.maximum(high - low, 1))
    return Patch(int(low[0]), int(low[1]), np.asarray(cv2.warpPerspective(picture, matrix, (wide, tall))))


def _size_of(found: Sequence[Patch]) -> tuple[int, int]:
    """Return width and height of the whole in pixels."""
    wide = max((one.left + one.pixels.shape[1] for one in found), default=1)
    high = max((one.top + one.pixels.shape[0] for one in found), default=1)
    return wide + MARGIN, high + MARGIN


def painted(found: Sequence[Patch]) -> Bytes:
    """Paint all pieces on one picture, shape (height, width, 4): red, green, blue, alpha.

    Along a joint the pixels of both pieces are partly transparent: they are mixed by their shares, and nothing shines
    through between them.
    """
    wide, high = _size_of(found)
    sums = np.zeros((high, wide, 4), dtype=np.float32)
    count = np.zeros((high, wide), dtype=np.int32)
    for one in found:
        tall, broad = one.pixels.shape[:2]
        here = (slice(one.top, one.top + tall), slice(one.left, one.left + broad))
        sums[here] += one.pixels
        count[here] += one.pixels[..., 3] > 0
    whole = _straight(sums)
    whole[count > 1, 3] = 255
    return whole


def _straight(pixels: Singles) -> Bytes:
    """Divide colours that were multiplied by alpha by it again."""
    alpha = np.maximum(pixels[..., 3:], 1e-3)
    found = np.concatenate([pixels[..., :3] / alpha * 255, pixels[..., 3:]], axis=-1)
    return np.asarray(np.clip(np.rint(found), 0, 255).astype(np.uint8))


def assembled_svg(pieces: Sequence[Piece], result: Result) -> str:
    """Render the picture that the pieces make. Doubtful pieces are outlined and hatched, and counted below."""
    lying = warped(pieces, result, LONGEST)
    found = [*map(patch_of, lying)]
    wide, high = _size_of(found)
    data = b64encode(png_of(painted(found))).decode("ascii")
    doubtful = [one for one in lying if one.placed.doubtful]
    words = describe(result)
    parts: list[svg.Element] = [
        svg.Image(x=0, y=0, width=wide, height=high, href=f"data:image/png;base64,{data}"),
        *(mark for one in doubtful for mark in _marks(one)),
        label(MARGIN, high + 0.6 * CAPTION, words, size=min(15.0, wide / 30), kind="caption"),
    ]
    return page(wide, high + CAPTION, result.id, words, parts, "jigsaw")


def _marks(one: Warped) -> list[svg.Element]:
    """Mark a piece by its outline and hatch lines, each on a paler line, so that they stand out on any picture."""
    ring = tuple((float(x) + MARGIN, float(y) + MARGIN) for x, y in one.ring()[::2])
    perimeter = float(np.linalg.norm(one.target - np.roll(one.target, 1, axis=0), axis=1).sum())
    reach = max(1.0, (perimeter / 4) / 40)
    spacing = 7 * reach

    def outline(colour: str, width: float) -> svg.Path:
        return svg.Path(d=outline_path([ring]), fill="none", stroke=colour, stroke_width=tidy(width))

    return [
        hatch([ring], PAPER, spacing=spacing, width=2.2 * reach),
        hatch([ring], DOUBT, spacing=spacing, width=1.2 * reach),
        outline(LINE, 3 * reach),
        outline(DOUBT, 1.8 * reach),
    ]


def miniature(pieces: Sequence[Piece], result: Result, longest: float) -> Picture | None:
    """Paint the picture that the pieces make; None if no piece lies.

    Args:
        pieces: all pieces.
        result: where they lie.
        longest: the longest side of the whole in the unit of the picture's place, as `warped` takes it.
    """
    found = [*map(patch_of, warped(pieces, result, longest))]
    if not found:
        return None
    wide, high = _size_of(found)
    whole = painted(found).astype(np.float32)
    cover = whole[..., 3:] / 255
    paper = whole[..., :3] * cover + np.array(channels(LIGHT), dtype=np.float32) * (1 - cover)
    return Picture(f"data:image/webp;base64,{_packed(paper)}", (-MARGIN, MARGIN - high, wide - MARGIN, MARGIN))


def _packed(picture: np.ndarray) -> str:
    """Encode red, green and blue as well as there is room for."""
    import cv2

    data = b""
    for longest, quality in SIZES:
        scale = min(1.0, longest / max(picture.shape))
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        _, encoded = cv2.imencode(".webp", small[..., ::-1].astype(np.uint8), (cv2.IMWRITE_WEBP_QUALITY, quality))
        data = encoded.tobytes()
        if len(data) <= MOST_BYTES:
            break
    return b64encode(data).decode("ascii")


MOST_POINTS = 8000
"""Maximum number of points of all outlines: each takes some 20 bytes of a page."""
LONGEST_OF_FILM = 1200.0
"""Size of the whole in pixels at which outlines are taken."""
APART = 4
"""Step between the points of an outline that are kept."""


def film_of(pieces: Sequence[Piece], result: Result) -> Film:
    """Make the film of a result; of a large puzzle several pieces are laid at a time."""
    laid = warped(pieces, result, LONGEST_OF_FILM)
    rings = [one.ring()[::APART] for one in laid]
    step = ceil(sum(map(len, rings)) / MOST_POINTS) or 1
    shapes = [_shape(one, ring[::step]) for one, ring in zip(laid, rings, strict=True)]
    # still k holds k pieces: n stills of all pieces hold about half of n times as many
    most = max(2, min(MOST_STILLS, 2 * MOST_SHAPES // max(1, len(laid))))
    weights = _weights(pieces, result)
    every = [_still(laid, shapes, weights, count) for count in range(len(laid) + 1)]
    stills = [every[count] for count in evenly(len(every), most)]
    return film_of_stills(
        Titles("jigsaw", result.id, f"A jigsaw puzzle, assembled by {result.solver}.", result.status, describe(result)),
        [stills[0]._replace(begins=True), *stills[1:]],
        miniature(pieces, result, LONGEST_OF_FILM),
        [still[:2] for still in every],
    )


def _weights(pieces: Sequence[Piece], result: Result) -> dict[Place, Weight]:
    """Return the evidence for each piece at its place in the whole."""
    grid = {(one.row, one.column): one for one in result.pieces}
    return dict(Doubts(pieces, grid, upright=False).weights()) if grid else {}


def _still(laid: Sequence[Warped], shapes: Sequence[Shape], weights: Mapping[Place, Weight], count: int) -> Still:
    if not count:
        return Still("Nothing is laid", f"{plural(len(laid), 'piece')} are to be laid.", ())
    placed = laid[count - 1].placed
    doubt = "It is doubtful: the judge finds too little evidence for it." if placed.doubtful else ""
    weight = weights.get((placed.row, placed.column))
    why = "" if weight is None else _why(weight)
    text = " ".join(filter(None, (why, doubt)))
    at = f"row {placed.row}, column {placed.column}"
    return Still(f"Piece {count} of {len(laid)}: {placed.piece} at {at}", text, shapes[:count])


def _why(weight: Weight) -> str:
    """Describe how much speaks for a piece at its place, with all its joints in the whole."""
    if weight.own - weight.other < SURE:
        return f"In the whole its joints speak for it little more than for {weight.rival}, or less."
    more = weight.own - weight.other
    return f"In the whole its joints speak for it, by {more:.1f} more than for {weight.rival} ({SURE:g} means 20 to 1)."


def _shape(one: Warped, ring: Floats) -> Shape:
    """Return a piece with its part of the picture, hatched if it is doubtful."""
    seen = one.piece.picture[one.piece.picture[..., 3] > 250][:, :3]
    red, green, blue = (round(value) for value in (seen.mean(axis=0) if len(seen) else np.zeros(3)))
    colour = f"#{red:02x}{green:02x}{blue:02x}"
    hatch = mixed(colour, LINE, 0.5) if one.placed.doubtful else None
    points = tuple((round(float(x), 1), round(float(y), 1)) for x, y in ring)
    return Shape(upright(points), Tone(colour, hatch), title=f"piece {one.placed.step}", is_pictured=True)
