"""PDF files made by hand: pages with a picture, or with figures and text as a printer gets them."""

from collections.abc import Sequence
from typing import Any, Protocol

import cv2
import numpy as np

from photographs.samples import Array

POINTS = 72 / 25.4
"""Number of points in a millimetre."""
CAPITALS = 0.72
"""Height of a digit, as a share of the font's size."""


class Printed(Protocol):
    """A page as it is printed: places in millimetres, y down, colours as red, green and blue."""

    figures: Any
    """Figures with `rings`."""
    texts: Any
    """Lines with `words`, `at` and `height`."""
    paper: tuple[int, int, int]
    ink: tuple[int, int, int]


def pdf_of_prints(size: tuple[float, float], pages: Sequence[Printed]) -> bytes:
    """Return a PDF with figures as paths and text as text."""
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    return _document(size, [(_drawn(size, page), b"/Font<</F %d 0 R>>", font) for page in pages])


def pdf_of_pictures(size: tuple[float, float], pictures: Sequence[bytes]) -> bytes:
    """Return a PDF with a JPEG on each page."""
    width, height = (side * POINTS for side in size)
    shown = f"q {width:g} 0 0 {height:g} 0 0 cm /I Do Q".encode()
    return _document(size, [(shown, b"/XObject<</I %d 0 R>>", _image(data)) for data in pictures])


def _drawn(size: tuple[float, float], page: Printed) -> bytes:
    width, height = (side * POINTS for side in size)
    paper, ink = (" ".join(f"{channel / 255:.3f}" for channel in colour) for colour in (page.paper, page.ink))
    lines = [f"{paper} rg 0 0 {width:g} {height:g} re f", f"{ink} rg"]
    for figure in page.figures:
        lines += [_path(ring, height) for ring in figure.rings] + ["f*"]
    for text in page.texts:
        x, y = text.at[0] * POINTS, height - text.at[1] * POINTS
        lines.append(f"BT /F {text.height * POINTS / CAPITALS:g} Tf {x:g} {y:g} Td ({text.words}) Tj ET")
    return "\n".join(lines).encode("ascii")


def _path(ring: Array, height: float) -> str:
    spots = [f"{x * POINTS:.3f} {height - y * POINTS:.3f}" for x, y in ring]
    return " ".join([f"{spots[0]} m", *(f"{spot} l" for spot in spots[1:]), "h"])


def _image(data: bytes) -> bytes:
    high, wide = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR).shape[:2]
    head = f"<</Type/XObject/Subtype/Image/Width {wide}/Height {high}/ColorSpace/DeviceRGB/BitsPerComponent 8"
    return _stream(data, f"{head}/Filter/DCTDecode".encode())


def _stream(data: bytes, head: bytes = b"<<") -> bytes:
    return b"%s/Length %d>>stream\n%s\nendstream" % (head, len(data), data)


def _document(size: tuple[float, float], pages: Sequence[tuple[bytes, bytes, bytes]]) -> bytes:
    """Return a PDF of pages, each with its content, its resources with a number to fill in, and what that refers to."""
    box = "0 0 {:g} {:g}".format(*(side * POINTS for side in size)).encode()
    kids = b" ".join(b"%d 0 R" % (3 + 3 * place) for place in range(len(pages)))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), kids)]
    for place, (content, resources, resource) in enumerate(pages):
        first = 3 + 3 * place
        head = b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents %d 0 R" % (box, first + 1)
        objects += [head + b"/Resources<<%s>>>>" % (resources % (first + 2)), _stream(content), resource]
    text, places = b"%PDF-1.4\n", []
    for number, item in enumerate(objects, 1):
        places.append(len(text))
        text += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer<</Size %d/Root 1 0 R>>" % (len(objects) + 1)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    return text + head + table + trailer + b"\nstartxref\n%d\n%%%%EOF\n" % len(text)
