"""Recognised figures drawn over the picture, so that a person sees at once whether they are wrong."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np

from heuristan.common.faults import InputError
from heuristan.common.images.loading import Page
from heuristan.common.images.pixels import Image
from heuristan.pictures.images.figure import Figure

PART, HOLE, VERTEX, HALO, PAPER = (30, 30, 230), (230, 120, 0), (0, 170, 0), (255, 255, 255), (200, 60, 200)
"""Colours as blue, green, red."""
SMALLEST_SHEET = 700
"""Minimum of the longer side, in pixels; smaller pictures are enlarged."""
PAGE_OF_MANY = 1200
"""Maximum of the longer side of one page of several, in pixels, because all are held at once."""
FADED = 0.45
"""Share of the picture's contrast that is left under the lines."""


def recognition_sheet(path: Path, pages: Iterable[tuple[Page, Sequence[Figure]]]) -> bytes:
    """Return a PNG of the pages of a file with their figures; of several pages, each reduced, one below the other.

    Parts are red, holes blue, vertices green dots; each figure has its number, in the order of `read`. Where a table is
    around it, the edge of the sheet is purple.

    Raises:
        InputError: if no page can be drawn, or the sheet is too large.
    """
    sheets, first = [], 1
    for page, figures in pages:
        if isinstance(page.image, str):
            # a page that cannot be drawn takes a number among the figures
            first += 1
            continue
        sheets.append(drawn_over(page.image, figures, first))
        first += len(figures)
        if len(sheets) > 1:
            sheets = [_reduced(sheet) for sheet in sheets]
    if not sheets:
        raise InputError(f"{path}: no page can be drawn; save the file again")
    is_good, data = cv2.imencode(".png", _stacked(sheets))
    if not is_good:
        raise InputError(f"{path}: the sheet cannot be written; give a smaller picture")
    return bytes(data)


def drawn_over(image: Image, figures: Sequence[Figure], first: int = 1) -> Image:
    """Return a picture, paled, with figures drawn over it, numbered from ``first``."""
    scale = max(1.0, SMALLEST_SHEET / max(image.shape[:2]))
    large = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    sheet = (255 - FADED * (255 - large.astype(np.float32))).astype(np.uint8)
    width = max(1, round(max(sheet.shape[:2]) / 600))
    if figures and figures[0].sheet is not None:
        corners = (figures[0].sheet + 0.5) * scale - 0.5
        cv2.polylines(sheet, [np.round(corners * 16).astype(np.int32)], True, PAPER, width, cv2.LINE_AA, 4)
    for number, figure in enumerate(figures, first):
        rings = [(figure.view.back(ring.vertices) + 0.5) * scale - 0.5 for ring in figure.rings]
        for points, ring in zip(rings, figure.rings, strict=True):
            fixed = np.round(points * 16).astype(np.int32)
            cv2.polylines(sheet, [fixed], True, HOLE if ring.contour.is_hole else PART, width, cv2.LINE_AA, 4)
            for x, y in fixed.tolist():
                cv2.circle(sheet, (x, y), 16 * 2 * width, VERTEX, -1, cv2.LINE_AA, 4)
        _number(sheet, str(number), np.vstack(rings), width)
    return np.asarray(sheet)


def _number(sheet: Image, text: str, points: Image, width: int) -> None:
    x, y = (int(value) for value in points.min(0))
    place = max(0, x), max(18 * width, y - 2 * width)
    for colour, thick in ((HALO, 5 * width), (PART, 2 * width)):
        cv2.putText(sheet, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.6 * width, colour, thick, cv2.LINE_AA)


def _reduced(sheet: Image) -> Image:
    """Return a page of several, made smaller."""
    scale = PAGE_OF_MANY / max(sheet.shape[:2])
    return cv2.resize(sheet, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else sheet


def _stacked(sheets: Sequence[Image]) -> Image:
    width = max(sheet.shape[1] for sheet in sheets)
    padded = [
        cv2.copyMakeBorder(sheet, 0, 0, 0, width - sheet.shape[1], cv2.BORDER_CONSTANT, value=HALO) for sheet in sheets
    ]
    return np.vstack(padded)
