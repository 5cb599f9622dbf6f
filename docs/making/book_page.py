"""The pictures of `formats/pictures.md` and of the README: an old page, scanned and photographed, solved.

The page is drawn from the shapes that come with heuristan, printed on paper with a grain,
laid on the scanner a little askew and saved as a JPEG; a telephone takes it at a slant, with a shadow over it. The
pictures carry a mark of the drawing that they were made from: pixels may change with the libraries, marks do not.
"""

import struct
from collections.abc import Callable, Mapping
from math import radians
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from heuristan import Puzzle
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import turned
from heuristan.common.svg.page import label, outline_path
from heuristan.common.svg.png import to_png
from heuristan.pictures.images.picture_reader import read_with_sheet
from heuristan.pictures.solved_pages import SolvedPages
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.solving.options import Options
from heuristan.tangram.solving.program import solve_outline

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

TAKEN = (1200, 1500)
"""Width and height of the photograph."""
CORNERS = ((130, 60), (1130, 20), (1215, 1440), (-15, 1490))
"""Where the corners of the page lie on the photograph, from the upper left one clockwise."""
MARGIN = 60
"""Width of the paper that goes on around the page, in pixels of the scan."""
SHADOW = ((0, 640), (560, 760), (1200, 1010), (1200, 1500), (0, 1500))
"""The shadow of a hand."""
DARK = 0.3
"""Share of the light that is lost in it."""


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
    askew = f"rotate({ASKEW} {WIDTH / 2} {HEIGHT / 2})"
    return svg.SVG(
        width=WIDTH,
        height=HEIGHT,
        viewBox=(0, 0, WIDTH, HEIGHT),
        elements=[
            # how it is scanned is part of what the mark is made from
            svg.Desc(text=f"grain {GRAIN:g}, shade {SHADE:g}, quality {QUALITY}; {CORNERS}, {SHADOW}, {DARK:g}"),
            svg.Rect(width=WIDTH, height=HEIGHT, fill=PAPER),
            svg.G(elements=[*words, *figures], transform=askew, font_family=FONT),
        ],
    )


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
    with TemporaryDirectory() as folder:
        path = Path(folder) / "page.jpg"
        path.write_bytes(jpeg(scan))
        sheet, _ = read_with_sheet(path)
    return cv2.imdecode(np.frombuffer(sheet, np.uint8), cv2.IMREAD_COLOR)


def photographed(scan: Pixels) -> Pixels:
    """Return a page as a telephone sees it: at a slant, darker on one side, in the shadow of a hand."""
    high, wide = scan.shape[:2]
    corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) + MARGIN
    seen = cv2.getPerspectiveTransform(corners, np.array(CORNERS, np.float32))
    paper = cv2.copyMakeBorder(scan, *[MARGIN] * 4, cv2.BORDER_REFLECT)
    photo = cv2.warpPerspective(paper, seen, TAKEN, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    shadow = np.zeros(photo.shape[:2], np.float32)
    cv2.fillPoly(shadow, [np.array(SHADOW, np.int32)], DARK)
    light = (1 - cv2.GaussianBlur(shadow, (0, 0), 25)) * np.linspace(1.0, 0.88, TAKEN[0])[None, :]
    noise = np.random.default_rng(1972).normal(0, 2.5, photo.shape)
    return (photo * light[..., None] + noise).clip(0, 255).astype(np.uint8)


def solved(picture: Pixels, name: str = "book-page.jpg") -> Pixels:
    """Return a picture with the pieces laid over it, as `heuristan solve page.jpg --output solved.png` draws it."""
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(jpeg(picture))
        pages = SolvedPages(path)
        ranking = read_ranking("deutsch-hayes-1972")
        options = Options("expert", (ranking,), traced=False)
        for outline in read_outlines(path):
            result = solve_outline(outline, options)
            assert result.status == "solved", result.message
            pages.add(outline, result)
        ((_, drawn),) = pages.pictures()
    return cv2.imdecode(np.frombuffer(to_png(drawn, scale=1.5), np.uint8), cv2.IMREAD_COLOR)


def before_and_after(scan: Pixels) -> Pixels:
    """Return the photograph, and beside it the photograph solved."""
    photo = photographed(scan)
    after = solved(photo, "photo.jpg")
    high = after.shape[0]
    size = round(photo.shape[1] * 0.8 * high / photo.shape[0]), round(0.8 * high)
    before = np.full((high, size[0] + 40, 3), 255, np.uint8)
    top = (high - size[1]) // 2
    before[top : top + size[1], 40:] = cv2.resize(photo, size, interpolation=cv2.INTER_AREA)
    return np.hstack([before, after])


JPEGS: Mapping[str, Callable[[Pixels], Pixels]] = {
    "book-page.jpg": lambda scan: scan,
    "book-page-recognised.jpg": recognised,
    "book-page-solved.jpg": solved,
    "photo-solved.jpg": before_and_after,
}
"""The pictures made from the scan."""


def jpeg_from(name: str, drawn: str, mark: bytes) -> bytes:
    """Return one of the pictures, with a mark in its comment."""
    data = jpeg(JPEGS[name](scanned(drawn)))
    start_of_image = data[:2]
    return start_of_image + b"\xff\xfe" + struct.pack(">H", len(mark) + 2) + mark + data[2:]


def jpeg(pixels: Pixels) -> bytes:
    return bytes(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY, cv2.IMWRITE_JPEG_OPTIMIZE, 1])[1])
