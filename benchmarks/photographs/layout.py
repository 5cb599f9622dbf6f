"""Pages as drawing programs and word processors make them: figures of several sizes and colours, frames, text.

The figures are shapes that come with heuristan. They are laid in rows and columns, as people align them, and as far
apart as two figures must be (docs/formats/pictures.md).
"""

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from photographs.page import WORDS
from photographs.samples import Array, Sample
from photographs.scenes import parts_of, turned
from photographs.table import FONTS, chosen
from photographs.tabletops import Random

PAPERS = (
    (255, 255, 255),
    (255, 255, 255),
    (250, 245, 225),
    (215, 215, 215),
    (160, 200, 235),
    (250, 200, 120),
    (40, 60, 40),
)
"""Colours of pages, as red, green and blue."""
COLOURS = (
    *((0, 0, 0), (60, 60, 60), (128, 128, 128), (0, 0, 255), (255, 80, 80), (135, 210, 255), (30, 120, 60)),
    *((240, 200, 40), (255, 255, 120), (230, 170, 200), (120, 70, 30), (255, 255, 255)),
)
"""Colours of figures."""
CONTRAST = 60.0
"""Minimum distance of a figure's colour from the page's."""
EXTRAS = ("none", "none", "frame", "border", "boxes", "text", "headline", "legend")
"""Things that a page may have besides its figures."""
GAP = 0.55
"""Minimum gap between figures, as a share of the larger one's side."""
FINE = 4
"""Pixels drawn for one of the picture, each way."""


def make(number: int, seed: int) -> Iterator[Sample]:
    random = np.random.default_rng([seed, 35])
    for place in range(number):
        yield _sample(f"layout-{seed}-{place}", random)


def _sample(name: str, random: Random) -> Sample:
    columns, rows = int(random.integers(1, 4)), int(random.integers(1, 4))
    side = int(random.integers(220, 420))
    cell = round(side * (1 + GAP))
    near = 0.06 if random.random() < 0.3 else GAP / 2
    start = round(near * side)
    free = int(0.8 * side) if random.random() < 0.3 else 0
    size = columns * cell + start + free, rows * cell + start + free
    paper = PAPERS[int(random.integers(len(PAPERS)))]
    picture = np.full((size[1] * FINE, size[0] * FINE, 3), paper[::-1], np.uint8)
    extra = EXTRAS[int(random.integers(len(EXTRAS)))]
    inks = [colour for colour in COLOURS if math.dist(colour, paper) > CONTRAST]
    one = inks[int(random.integers(len(inks)))] if random.random() < 0.4 else None
    style = ("filled", "edged", "lines")[int(random.choice(3, p=(0.5, 0.3, 0.2)))]
    is_even = random.random() < 0.5
    truths = []
    for place in range(rows * columns):
        if place and random.random() < 0.2:
            continue
        corner = np.array([start + place % columns * cell, start + place // columns * cell])
        rings = chosen(random)
        turn = 0.0 if random.random() < 0.7 else random.uniform(0, 2 * math.pi)
        own = side * (1.0 if is_even else random.uniform(0.55, 1))
        points = [turned(ring, turn) * [1, -1] for ring in rings]
        low, high = np.vstack(points).min(0), np.vstack(points).max(0)
        leg = own / float((high - low).max())
        truths.append(parts_of(rings))
        laid = [(ring - low) * leg + corner for ring in points]
        _paint(picture, laid, one or inks[int(random.integers(len(inks)))], style, paper)
        if extra == "boxes":
            _box(picture, corner - 0.12 * side, corner + 1.12 * side, _dark(paper), 2)
    _extra(picture, extra, size, side, _dark(paper), random)
    small, is_mirrored = _changed(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), random)
    if is_mirrored:
        truths = [[[ring * [-1, 1] for ring in part] for part in truth] for truth in truths]
    is_jpeg = random.random() < 0.4
    data = cv2.imencode(".jpg" if is_jpeg else ".png", small)[1].tobytes()
    return Sample("layout", name, ".jpg" if is_jpeg else ".png", data, tuple(truths))


def _changed(picture: Array, random: Random) -> tuple[Array, bool]:
    """Return a page as it is, turned, mirrored, blurred or with noise, and whether it is mirrored."""
    change = int(random.integers(8))
    if change < 3:
        return np.ascontiguousarray(np.rot90(picture, change + 1)), False
    if change == 3:
        return np.ascontiguousarray(picture[:, ::-1]), True
    if change == 4:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0)), False
    if change == 5:
        return np.clip(picture + random.normal(0, 4, picture.shape), 0, 255).astype(np.uint8), False
    return picture, False


def _dark(paper: Sequence[int]) -> tuple[int, int, int]:
    """Return the colour that lines and words have on a paper."""
    return (0, 0, 0) if sum(paper) > 380 else (255, 255, 255)


def _paint(picture: Array, rings: Sequence[Array], ink: Sequence[int], style: str, paper: Sequence[int]) -> None:
    fixed = [np.round(ring * FINE * 256).astype(np.int32) for ring in rings]
    if style != "lines":
        cv2.fillPoly(picture, fixed, ink[::-1], cv2.LINE_8, 8)
    if style != "filled":
        cv2.polylines(picture, fixed, True, _dark(paper), 2 * FINE, cv2.LINE_8, 8)


def _box(picture: Array, low: Array, high: Array, ink: Sequence[int], width: float) -> None:
    (left, top), (right, bottom) = np.round(np.array([low, high]) * FINE).astype(int).tolist()
    cv2.rectangle(picture, (left, top), (right, bottom), ink, round(width * FINE))


def _extra(picture: Array, extra: str, size: Sequence[int], side: int, ink: Sequence[int], random: Random) -> None:
    whole = np.array(size)
    if extra == "frame":
        _box(picture, whole * 0 + 4, whole - 5, ink, 2)
    elif extra == "border":
        _box(picture, whole * 0, whole, ink, 2 * float(random.integers(4, 20)))
    elif extra == "text":
        for line in range(2):
            words = " ".join(random.choice(WORDS, 9).tolist())
            _write(picture, words, (0.1 * side, size[1] - 30 + 14 * line), 8, ink, random)
    elif extra == "headline":
        _write(picture, "TANGRAM", (0.2 * side, size[1] - 8), 26, ink, random)
    elif extra == "legend":
        for place in range(3):
            at = np.array([size[0] - 60.0, size[1] - 50.0 + 16 * place])
            corners = np.round(np.add(at, [[0, 0], [10, 0], [10, 10], [0, 10]]) * FINE).astype(np.int32)
            cv2.fillPoly(picture, [corners], COLOURS[place + 3][::-1])
            _write(picture, "abc"[place], (at[0] + 16, at[1] + 10), 9, ink, random)


def _write(picture: Array, words: str, at: Sequence[float], height: float, ink: Sequence[int], random: Random) -> None:
    scale = height * FINE / 22
    place = round(at[0] * FINE), round(at[1] * FINE)
    font = FONTS[int(random.integers(len(FONTS)))]
    cv2.putText(picture, words, place, font, scale, ink, max(1, round(1.8 * scale)), cv2.LINE_AA)
