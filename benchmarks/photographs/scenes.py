"""A sheet of paper photographed: on a table, by a hand-held telephone, with fingers and shadows, saved as a JPEG."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from printed_figures import mapped

from photographs.samples import Array
from photographs.tabletops import Random, Shape, noise, table_top

FINE = 2
"""Number of pixels drawn for a pixel of the picture, along each axis."""
SKINS = ((236, 188, 160), (224, 172, 140), (198, 134, 98), (141, 85, 56), (88, 54, 40))
"""Colours of skin, as red, green and blue."""


class Sheet(NamedTuple):
    """A sheet of paper with print."""

    size: tuple[float, float]
    """Width and height in millimetres."""
    pixels: Array
    """Its print: colours from 0 to 255."""
    figures: tuple[Array, ...]
    """The vertices of the figures on it, in millimetres."""

    @property
    def corners(self) -> Array:
        width, height = self.size
        return np.array([[0, 0], [width, 0], [width, height], [0, height]])


def photograph(sheet: Sheet, shape: Shape, random: Random, fingers: int) -> Array:
    """Return a photograph of a sheet on a table, taken at up to 25 degrees."""
    to_picture = seen_from(sheet.corners, shape, random)
    fine: Shape = (shape[0] * FINE, shape[1] * FINE)
    to_fine = np.diag([FINE, FINE, 1.0]) @ to_picture
    scene = enlarged(table_top(shape, random), fine)
    scene *= _shadow_of_sheet(sheet, to_fine, fine, random)[..., None]
    share, paper = laid(sheet, to_fine, fine)
    scene = share[..., None] * paper + (1 - share[..., None]) * scene
    scene *= enlarged(light_on(shape, random), fine)[..., None]
    for _ in range(fingers):
        scene = _with_finger(scene, sheet, to_fine, random)
    small = cv2.resize(scene, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    return grained(small, random)


def enlarged(image: Array, shape: Shape) -> Array:
    return np.asarray(cv2.resize(image.astype(np.float32), (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR))


class Held(NamedTuple):
    """Position of a camera over a sheet."""

    turns: tuple[float, ...]
    """Turns of the sheet to choose from, in radians."""
    room: tuple[float, float]
    """Minimum and maximum share of the picture that the sheet takes."""


ABOVE_TABLE = Held((0, 0, 0, math.pi / 2), (0.6, 0.92))
ABOVE_PAGE = Held((0,), (0.93, 1.0))


def seen_from(corners: Array, shape: Shape, random: Random, held: Held = ABOVE_TABLE) -> Array:
    """Return the homography from a sheet to a picture that has table all around it, or runs off one side of it."""
    tilt, axis = math.radians(random.uniform(0, 25)), random.uniform(0, 2 * math.pi)
    turn = random.normal(0, 0.18) + random.choice(held.turns)
    middle, reach = corners.mean(0), float(np.ptp(corners, axis=0).max())
    c, s, u, v = math.cos(turn), math.sin(turn), math.cos(axis), math.sin(axis)
    place = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    cosine, sine = math.cos(tilt), math.sin(tilt)
    plane = np.array(
        [
            [u * u + v * v * cosine, u * v * (1 - cosine), 0],
            [u * v * (1 - cosine), v * v + u * u * cosine, 0],
            [-v * sine, u * sine, reach * random.uniform(1.1, 2.0)],
        ]
    )
    raw = plane @ place
    seen = mapped(raw, corners)
    room = np.array([shape[1], shape[0]]) * random.uniform(*held.room)
    scale = float((room / np.ptp(seen, axis=0)).min())
    low, extent = seen.min(0) * scale, np.ptp(seen, axis=0) * scale
    spare = np.array([shape[1], shape[0]]) - extent
    shift = spare * random.uniform(0.15, 0.85, 2) - low
    return np.asarray(np.array([[scale, 0, shift[0]], [0, scale, shift[1]], [0, 0, 1]]) @ raw)


def laid(sheet: Sheet, to_picture: Array, shape: Shape) -> tuple[Array, Array]:
    """Return how much of each pixel a sheet covers, and its colours there."""
    height, width = sheet.pixels.shape[:2]
    from_pixels = to_picture @ np.diag([sheet.size[0] / width, sheet.size[1] / height, 1.0])
    size = (shape[1], shape[0])
    paper = cv2.warpPerspective(
        sheet.pixels, from_pixels, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    share = cv2.warpPerspective(np.ones((height, width), np.float32), from_pixels, size, flags=cv2.INTER_LINEAR)
    return share, paper.astype(np.float32)


def _shadow_of_sheet(sheet: Sheet, to_picture: Array, shape: Shape, random: Random) -> Array:
    shadow = np.ones(shape, np.float32)
    moved = mapped(to_picture, sheet.corners) + random.normal(0, 4 * FINE, 2)
    cv2.fillConvexPoly(shadow, np.round(moved).astype(np.int32), 1 - random.uniform(0.1, 0.4))
    return cv2.GaussianBlur(shadow, (0, 0), random.uniform(2, 8) * FINE)


def light_on(shape: Shape, random: Random) -> Array:
    """Return uneven light, with a soft shadow over it three times in four."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32) / max(shape) - 0.5
    turn = random.uniform(0, 2 * math.pi)
    light = 1 + random.uniform(0, 0.35) * (x * math.cos(turn) + y * math.sin(turn))
    if random.random() < 0.75:
        size = np.array([shape[1], shape[0]])
        ends = size * random.uniform(-0.2, 1.2, (5, 2))
        shadow = np.zeros(shape, np.float32)
        cv2.fillConvexPoly(shadow, cv2.convexHull(np.round(ends).astype(np.int32)), 1.0)
        shadow = cv2.GaussianBlur(shadow, (0, 0), random.uniform(6, 40))
        light *= 1 - random.uniform(0.1, 0.4) * shadow
    return np.asarray(light * random.uniform(0.8, 1.05))


def _with_finger(scene: Array, sheet: Sheet, to_picture: Array, random: Random) -> Array:
    """Lay a finger over an edge of a sheet, away from its figures."""
    for _ in range(30):
        side, along = int(random.integers(4)), random.uniform(0.1, 0.9)
        one, other = sheet.corners[side], sheet.corners[(side + 1) % 4]
        edge = (other - one) / np.linalg.norm(other - one)
        inwards = np.array([-edge[1], edge[0]])
        slant = random.normal(0, 0.35)
        way = math.cos(slant) * inwards + math.sin(slant) * edge
        spot = one + along * (other - one)
        tip, root = spot + random.uniform(4, 16) * way, spot - 250 * way
        width = random.uniform(14, 20)
        if all(_clearance(tip, spot, figure) > width / 2 + 4 for figure in sheet.figures):
            return _drawn_finger(scene, mapped(to_picture, np.array([tip, root])), to_picture, tip, width, random)
    return scene


def _clearance(tip: Array, spot: Array, figure: Array) -> float:
    """Return the distance of a finger's line from the hull of a figure; below 0 inside."""
    hull = cv2.convexHull(figure.astype(np.float32))
    between = [tip + t * (spot - tip) for t in np.linspace(0, 1, 5)]
    return min(-cv2.pointPolygonTest(hull, (float(x), float(y)), True) for x, y in between)


def _drawn_finger(scene: Array, ends: Array, to_picture: Array, tip: Array, width: float, random: Random) -> Array:
    across = mapped(to_picture, np.array([tip, (tip[0] + width, tip[1])]))
    thick = float(np.linalg.norm(across[1] - across[0]))
    mask = np.zeros(scene.shape[:2], np.float32)
    (x0, y0), (x1, y1) = np.round(ends).astype(int).tolist()
    cv2.line(mask, (x0, y0), (x1, y1), 1.0, max(3, round(thick)), cv2.LINE_AA)
    red, green, blue = SKINS[int(random.integers(len(SKINS)))]
    shade = cv2.GaussianBlur(mask, (0, 0), thick / 3)
    skin = np.array([blue, green, red]) * (0.55 + 0.5 * shade[..., None]) * random.uniform(0.85, 1.05)
    cast = cv2.GaussianBlur(np.roll(mask, (round(thick / 6), round(thick / 8)), (0, 1)), (0, 0), thick / 8)
    scene = scene * (1 - 0.35 * cast)[..., None]
    soft = cv2.GaussianBlur(mask, (0, 0), FINE * 0.7)[..., None]
    return np.asarray(soft * skin + (1 - soft) * scene)


def grained(picture: Array, random: Random) -> Array:
    """Return a picture as a sensor saw it: a little out of focus, with noise."""
    soft = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), random.uniform(0.4, 1.1))
    soft += random.normal(0, random.uniform(1, 5), soft.shape)
    soft *= 1 + 0.01 * noise(soft.shape[:2], (1, 1), random)[..., None]
    return np.asarray(np.clip(soft, 0, 255).astype(np.uint8))


def jpeg(picture: Array, random: Random) -> bytes:
    quality = int(random.integers(70, 95))
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def turned(points: Array, angle: float) -> Array:
    """Return points turned counter-clockwise, y up."""
    c, s = math.cos(angle), math.sin(angle)
    return np.asarray(points @ np.array([[c, s], [-s, c]]))


def parts_of(rings: Sequence[Array]) -> list[list[Array]]:
    """Return rings part after part: outer ones run counter-clockwise, y up, and their holes clockwise."""
    parts: list[list[Array]] = []
    for ring in rings:
        x, y = ring.T
        if float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) > 0:
            parts.append([])
        parts[-1].append(ring)
    return parts
