"""Pages of figures, drawn as a scanner or a telephone sees them."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np

from heuristan.common.files import folder
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.outlines.shape import read_shape

Array = Any

FINE = 4
"""Points a pixel while a page is drawn."""
INK, PAPER = (40, 35, 30), (225, 232, 238)


class Placed(NamedTuple):
    """A shape on a page."""

    shape: str
    middle: tuple[float, float]
    degrees: float = 0.0
    leg: float = 36.0

    @property
    def rings(self) -> list[Array]:
        """The rings in pixels, y down."""
        puzzle = read_shape(folder("shapes") / f"{self.shape}.yaml").puzzle
        rings = [np.array([xy(point) for point in ring]) * [1, -1] * puzzle.unit for ring in puzzle.rings]
        points = np.vstack(rings)
        c, s = math.cos(math.radians(self.degrees)), math.sin(math.radians(self.degrees))
        middle = (points.min(0) + points.max(0)) / 2
        return [(ring - middle) @ np.array([[c, s], [-s, c]]) * self.leg + self.middle for ring in rings]


ROW = (Placed("cat", (130, 150), 3), Placed("swan", (370, 150), -2), Placed("house", (600, 150), 20))
"""Three figures side by side."""
ROW_SIZE = (720, 300)

SLANT = np.array([[0.92, -0.03, 30], [0.04, 0.86, 20], [0.00022, -0.00013, 1.0]])
"""A view from some 20 degrees aside."""


def moved(rings: Sequence[Array], homography: Array) -> list[Array]:
    """Return rings as a camera sees them."""
    found = []
    for ring in rings:
        points = np.column_stack([ring, np.ones(len(ring))]) @ homography.T
        found.append(points[:, :2] / points[:, 2:])
    return found


def page(figures: Sequence[Placed] = ROW, size: tuple[int, int] = ROW_SIZE, homography: Array | None = None) -> Array:
    """Return the pixels of a page."""
    large = np.full((size[1] * FINE, size[0] * FINE, 3), PAPER, np.uint8)
    for figure in figures:
        rings = figure.rings if homography is None else moved(figure.rings, homography)
        cv2.fillPoly(
            large, [np.round(((ring + 0.5) * FINE - 0.5) * 64).astype(np.int32) for ring in rings], INK, cv2.LINE_8, 6
        )
    return cv2.resize(large, size, interpolation=cv2.INTER_AREA)


def encoded(image: Array, suffix: str = ".png") -> bytes:
    return bytes(cv2.imencode(suffix, image)[1])


def pdf(pages: Sequence[Array], dpi: int = 150) -> bytes:
    """Return a PDF with a picture on each page."""
    points = 72 / dpi
    objects: list[bytes] = [b"", b""]
    kids = []
    for image in pages:
        high, wide = image.shape[:2]
        data = encoded(image, ".jpg")
        shown = f"q {wide * points:g} 0 0 {high * points:g} 0 0 cm /I Do Q".encode()
        number = len(objects) + 1
        kids.append(f"{number} 0 R")
        objects += [
            (
                f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {wide * points:g} {high * points:g}]"
                f"/Contents {number + 1} 0 R/Resources<</XObject<</I {number + 2} 0 R>>>>>>"
            ).encode(),
            b"<</Length %d>>stream\n%s\nendstream" % (len(shown), shown),
            (
                f"<</Type/XObject/Subtype/Image/Width {wide}/Height {high}/ColorSpace/DeviceRGB/BitsPerComponent 8"
                f"/Filter/DCTDecode/Length {len(data)}>>stream\n"
            ).encode()
            + data
            + b"\nendstream",
        ]
    objects[0] = b"<</Type/Catalog/Pages 2 0 R>>"
    objects[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]>>".encode()
    text = b"%PDF-1.4\n"
    places = []
    for number, item in enumerate(objects, 1):
        places.append(len(text))
        text += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(text)
    size = len(objects) + 1
    return text + b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (
        size,
        table,
        size,
        start,
    )
