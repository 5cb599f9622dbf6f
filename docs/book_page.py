"""The pictures of `book-page.md`: a page of an old book as a scanner sees it, what is recognised on it, its solutions.

`pictures.py` writes them. The page is drawn from the shapes that come with heuristan, printed on paper with a grain,
laid on the scanner a little askew and saved as a JPEG. The pictures carry a mark of the drawing that they were made
from: pixels may change with the libraries, marks do not.
"""

import struct
from collections import Counter
from collections.abc import Callable, Mapping
from math import radians
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import cv2
import numpy as np
import svg
from numpy.typing import NDArray

from heuristan import Puzzle, Solution, recognition_sheet
from heuristan.common.svg.geometry import turned
from heuristan.common.svg.page import outline_path
from heuristan.common.svg.palette import LINE
from heuristan.common.svg.text import label
from heuristan.tangram.render import to_png
from heuristan.tangram.render.tones import tone_of

WIDTH, HEIGHT = 900, 1180
PAPER, INK = "#f4ecd9", "#2e2822"
ASKEW = 1.4
"""Degrees by which the page lies askew on the scanner, clockwise."""
LEG = 46.0
"""Length of a small leg, in pixels."""
FONT = "DejaVu Sans, sans-serif"

GRAIN = 5.0
"""Standard deviation of the paper's grain, in levels out of 255."""
SHADE = 0.22
"""Share of the light that is lost at the fold, on the left."""
QUALITY = 58
"""Quality of the JPEG."""


class Printed(NamedTuple):
    """A figure of the page."""

    shape: str
    caption: str
    degrees: float
    """The angle by which it was printed askew, counter-clockwise."""
    middle: tuple[float, float]


FIGURES = (
    Printed("cat", "31. The cat", 2.0, (170, 270)),
    Printed("rabbit", "32. The rabbit", -1.5, (450, 270)),
    Printed("fish", "33. The fish", 3.0, (735, 270)),
    Printed("runner", "34. In a hurry", -2.5, (170, 590)),
    Printed("goose", "35. A goose", 0.5, (450, 590)),
    Printed("letter-a", "36. The first letter", -1.0, (735, 590)),
    Printed("swan", "37. A swan", 1.0, (170, 915)),
    Printed("schooner", "38. Under sail", -3.5, (450, 915)),
    Printed("flag", "39. A flag", 2.5, (735, 915)),
)


def page() -> str:
    """Return the page as it was printed, as SVG."""
    words = [
        label(WIDTH / 2, 78, "VII. FIGURES OF SEVEN PIECES", size=23, anchor="middle", fill=INK),
        label(WIDTH / 2, 112, "All seven are used each time; none overlap.", size=15, anchor="middle", fill=INK),
        label(WIDTH / 2, 1130, "61", size=16, anchor="middle", fill=INK),
    ]
    figures = [element for figure in FIGURES for element in _printed(figure)]
    askew = svg.Rotate(ASKEW, WIDTH / 2, HEIGHT / 2)
    picture = svg.SVG(
        width=WIDTH,
        height=HEIGHT,
        viewBox=svg.ViewBoxSpec(0, 0, WIDTH, HEIGHT),
        elements=[
            # how it is scanned is part of what the mark is made from
            svg.Desc(text=f"grain {GRAIN:g}, shade {SHADE:g}, quality {QUALITY}"),
            svg.Rect(width=WIDTH, height=HEIGHT, fill=PAPER),
            svg.G(elements=[*words, *figures], transform=[askew], extra={"font-family": FONT}),
        ],
    )
    return picture.as_str()


def _printed(figure: Printed) -> list[svg.Element]:
    core = Puzzle.from_name(figure.shape)
    rings = [[turned(core.in_legs(p), radians(figure.degrees)) for p in ring] for ring in core.rings]
    xs, ys = zip(*(spot for ring in rings for spot in ring), strict=True)
    x, y = figure.middle[0] - LEG * (min(xs) + max(xs)) / 2, figure.middle[1] + LEG * (min(ys) + max(ys)) / 2
    outline = [tuple((x + LEG * u, y - LEG * v) for u, v in ring) for ring in rings]
    return [
        svg.Path(d=outline_path(outline), fill=INK, fill_rule="evenodd"),
        label(figure.middle[0], figure.middle[1] + 152, figure.caption, size=15, anchor="middle", fill=INK),
    ]


Pixels = NDArray[Any]


def scanned(drawn: str) -> Pixels:
    """Return a page as a scanner sees it: soft, with the grain of the paper, darker towards the fold."""
    sharp = cv2.imdecode(np.frombuffer(to_png(drawn, scale=1.0), np.uint8), cv2.IMREAD_COLOR)
    page = cv2.GaussianBlur(sharp, (0, 0), 0.8).astype(float)
    random = np.random.default_rng(1903)
    grain = cv2.GaussianBlur(random.normal(0, 1, page.shape[:2]), (0, 0), 0.7)
    page += (GRAIN * grain / grain.std())[:, :, None]
    across = np.linspace(0, 1, page.shape[1])
    page *= (1 - SHADE * np.exp(-5 * across))[None, :, None]
    return page.clip(0, 255).astype(np.uint8)


def recognised(scan: Pixels) -> Pixels:
    """Return the recognised outlines on a scan, drawn over it."""
    return cv2.imdecode(np.frombuffer(recognition_sheet(jpeg(scan)), np.uint8), cv2.IMREAD_COLOR)


def solved(scan: Pixels) -> Pixels:
    """Return the pieces of each figure on a scan, drawn over it."""
    page = (255 - FADED * (255 - scan.astype(float))).astype(np.uint8)
    with TemporaryDirectory() as folder:
        path = Path(folder, "book-page.jpg")
        path.write_bytes(jpeg(scan))
        for figure in Puzzle.all_from_file(path):
            assert isinstance(figure, Puzzle)
            _draw(page, figure.solve())
    return page


FADED = 0.45
"""Share of the page's contrast that is left beneath."""


def _draw(page: Pixels, solution: Solution) -> None:
    seen: Counter[str] = Counter()
    for name, polygon in solution.to_shapely():
        ring = np.round(np.array(polygon.exterior.coords) * 16).astype(np.int32)
        cv2.fillPoly(page, [ring], _colour(tone_of(name, seen[name]).fill), cv2.LINE_AA, 4)
        cv2.polylines(page, [ring], True, _colour(LINE), 1, cv2.LINE_AA, 4)
        seen[name] += 1


def _colour(name: str) -> tuple[int, int, int]:
    """Return a colour like #56b4e9 as OpenCV has it, blue first."""
    red, green, blue = (int(name[i : i + 2], 16) for i in (1, 3, 5))
    return blue, green, red


JPEGS: Mapping[str, Callable[[Pixels], Pixels]] = {
    "book-page.jpg": lambda scan: scan,
    "book-page-recognised.jpg": recognised,
    "book-page-solved.jpg": solved,
}
"""The pictures made from the scan."""


def jpeg_from(name: str, drawn: str, mark: bytes) -> bytes:
    """Return one of the pictures, with a mark in its comment."""
    data = jpeg(JPEGS[name](scanned(drawn)))
    start_of_image = data[:2]
    return start_of_image + b"\xff\xfe" + struct.pack(">H", len(mark) + 2) + mark + data[2:]


def jpeg(pixels: Pixels) -> bytes:
    return bytes(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY, cv2.IMWRITE_JPEG_OPTIMIZE, 1])[1])
