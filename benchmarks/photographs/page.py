"""Pages of a book with six figures and text: as a scanner sees them, as PDF, as a telephone held at a slant does.

The figures are shapes that come with heuristan.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np

from photographs.papers import pdf_of_pictures, pdf_of_prints
from photographs.samples import Array, Sample
from photographs.scenes import ABOVE_PAGE, Sheet, grained, jpeg, light_on, seen_from, turned
from photographs.scenes import laid as laid_on
from photographs.table import DENSITY, INKS, PAPERS, Laid, fibrous, placed, print_figure, shapes, write
from photographs.tabletops import Random

SIZE = (148.0, 210.0)
"""Width and height of a page, in millimetres."""
MARGIN = 16.0
COLUMNS, ROWS = 2, 3
SHAPES: tuple[tuple[int, int], ...] = ((1600, 1200), (2000, 1500), (1440, 1080))
"""Rows and columns of a telephone's pictures."""
FINE = 2
"""Number of pixels drawn for a pixel of a photograph, along each axis."""
AROUND = 120.0
"""Width of the paper that goes on around a page that is photographed, in millimetres."""
WORDS = "all seven are used each time none overlap so that the figure is filled by them alone no more".split(" ")  # noqa: SIM905


class Text(NamedTuple):
    """A line of text on a page."""

    words: str
    at: tuple[float, float]
    """Its lower left end, in millimetres, y down."""
    height: float
    """Height of a digit, in millimetres."""


class Print(NamedTuple):
    """Figures and lettering printed on a page."""

    figures: tuple[Laid, ...]
    texts: tuple[Text, ...]
    paper: tuple[int, int, int]
    ink: tuple[int, int, int]
    """Colours as red, green and blue."""


def make(number: int, seed: int) -> Iterator[Sample]:
    """Yield pictures of the three kinds in turn."""
    random = np.random.default_rng([seed, 2])
    kinds = (_page, _pdf, _telephone)
    for place in range(number):
        yield kinds[place % 3](f"{kinds[place % 3].__name__[1:]}-{seed}-{place // 3}", random)


def book_page(random: Random, first: int = 1) -> Print:
    """Return a page with a heading, six different figures with captions, some lines of text, and its number."""
    top, bottom = 34.0, SIZE[1] - 34.0
    wide, high = (SIZE[0] - 2 * MARGIN) / COLUMNS, (bottom - top) / ROWS
    numbers = random.choice(len(shapes()), COLUMNS * ROWS, replace=False).tolist()
    turns = [random.normal(0, math.radians(1.5)) for _ in numbers]
    drawn = [[turned(ring, turn) for ring in shapes()[number][1]] for number, turn in zip(numbers, turns, strict=True)]
    # all figures of a book are printed in one size
    largest = np.max([np.ptp(np.vstack(rings), axis=0) for rings in drawn], axis=0)
    leg = float((np.array([wide - 8, high - 14]) / largest).min()) * random.uniform(0.85, 1)
    figures = []
    texts = [Text(f"FIGURES {first} TO {first + 5}", (44, 18), 3.6), _line(22, random), _line(27, random)]
    for place, number in enumerate(numbers):
        x, y = MARGIN + (place % COLUMNS + 0.5) * wide, top + (place // COLUMNS + 0.5) * high
        figures.append(placed(drawn[place], leg, (x, y - 3)))
        caption = f"{first + place}. {shapes()[number][0].split('-')[0].capitalize()}"
        texts.append(Text(caption, (x - 10, y + high / 2 - 4), 2.6))
    texts += [_line(bottom + step, random) for step in (8, 13)]
    texts.append(Text(str(int(random.integers(10, 200))), (SIZE[0] / 2 - 3, SIZE[1] - 9), 3.0))
    paper, ink = PAPERS[int(random.integers(len(PAPERS)))], INKS[int(random.integers(len(INKS)))]
    return Print(tuple(figures), tuple(texts), paper, ink)


def _line(y: float, random: Random) -> Text:
    return Text(" ".join(random.choice(WORDS, 9).tolist()), (MARGIN, y), 2.4)


def sheet_of(page: Print, random: Random, around: float = 0.0) -> Sheet:
    """Return a page as ink on paper, which goes on around it for some millimetres."""
    width, height = (round(side * DENSITY) for side in SIZE)
    pixels = np.full((height, width, 3), page.paper[::-1], np.uint8)
    for figure in page.figures:
        print_figure(pixels, figure, page.ink[::-1])
    for text in page.texts:
        write(pixels, text.words, text.at, text.height, page.ink[::-1], random)
    border = round(around * DENSITY)
    pixels = cv2.copyMakeBorder(pixels, *[border] * 4, cv2.BORDER_CONSTANT, value=page.paper[::-1])
    whole = SIZE[0] + 2 * around, SIZE[1] + 2 * around
    return fibrous(Sheet(whole, pixels, tuple(np.vstack(figure.rings) + around for figure in page.figures)), random)


def scanned(page: Print, random: Random) -> Array:
    """Return a page as a scanner sees it: a little askew, darker at the fold."""
    sheet = sheet_of(page, random)
    height = int(random.integers(1100, 2000))
    scale, turn = height / SIZE[1], random.normal(0, math.radians(0.8))
    shape = (height, round(SIZE[0] * scale))
    c, s = scale * math.cos(turn), scale * math.sin(turn)
    middle = np.array(SIZE) / 2
    to_picture = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    to_picture[:2, 2] = np.array(shape[::-1]) / 2 - to_picture[:2, :2] @ middle
    _, pixels = laid_on(sheet, to_picture, shape)
    across = np.linspace(0, 1, shape[1])
    fold = 1 - random.uniform(0, 0.3) * np.exp(-6 * (across if random.random() < 0.5 else 1 - across))
    return grained(pixels * fold[None, :, None], random)


def photographed(page: Print, random: Random) -> Array:
    """Return a page as a telephone sees it: at a slant, in uneven light, the picture filled by the paper."""
    shape = SHAPES[int(random.integers(len(SHAPES)))]
    return at_slant(sheet_of(page, random, AROUND), AROUND + 8.0, shape, random)


def at_slant(sheet: Sheet, around: float, shape: tuple[int, int], random: Random) -> Array:
    """Return a sheet without some millimetres around it as a telephone sees it: at a slant, in uneven light."""
    (left, top), (right, bottom) = np.full(2, around), np.array(sheet.size) - around
    to_picture = seen_from(
        np.array([[left, top], [right, top], [right, bottom], [left, bottom]]), shape, random, ABOVE_PAGE
    )
    fine = shape[0] * FINE, shape[1] * FINE
    _, pixels = laid_on(sheet, np.diag([FINE, FINE, 1.0]) @ to_picture, fine)
    seen = cv2.resize(pixels, shape[::-1], interpolation=cv2.INTER_AREA)
    return grained(seen * light_on(shape, random)[..., None], random)


def _page(name: str, random: Random) -> Sample:
    page = book_page(random)
    picture = scanned(page, random)
    data, suffix = (
        (jpeg(picture, random), ".jpg") if random.random() < 0.6 else (bytes(cv2.imencode(".png", picture)[1]), ".png")
    )
    return Sample("page", name, suffix, data, tuple(figure.truth for figure in page.figures))


def _pdf(name: str, random: Random) -> Sample:
    """Return two pages, as they were printed or as they were scanned."""
    pages = [book_page(random, first) for first in (1, 7)]
    if random.random() < 0.5:
        data = pdf_of_prints(SIZE, pages)
    else:
        data = pdf_of_pictures(SIZE, [jpeg(scanned(page, random), random) for page in pages])
    return Sample("pdf", name, ".pdf", data, tuple(figure.truth for page in pages for figure in page.figures))


def _telephone(name: str, random: Random) -> Sample:
    page = book_page(random)
    data = jpeg(photographed(page, random), random)
    return Sample("telephone", name, ".jpg", data, tuple(figure.truth for figure in page.figures))
