"""Pieces of a jigsaw drawn as in the paper's figure 1: corners, sides by their kinds, insets."""

from base64 import b64encode
from collections.abc import Mapping
from math import ceil

from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import FONT, label, page
from heuristan.common.svg.palette import BLUE, LINE, PAPER
from heuristan.jigsaw.piece import Floats, Kind, Piece, Side
from heuristan.jigsaw.reading.contours import inset_spots

SCALE = 3.0
"""SVG units per pixel of a single piece."""
MARGIN, CAPTION, GAP = 16.0, 26.0, 12.0
NARROWEST = 470.0
"""Minimum width of a picture: the legend needs it."""
SHOWN_LEVELS = (1, 3, 6)
"""Levels of the insets that are drawn."""

STROKES: dict[Kind, tuple[str, str | None]] = {"flat": (LINE, None), "tab": ("#d55e00", None), "blank": (BLUE, "5 3")}
"""Colour and dashes of a side by its kind; flat ones are thicker as well."""


def piece_svg(piece: Piece, png: bytes) -> str:
    """Draw a piece in three panels, as in the paper's figure 1: its picture, its four sides, its insets."""
    height, width = piece.picture.shape[:2]
    wide, high = width * SCALE, height * SCALE
    parts: list[svg.Element] = []
    titles = ("The picture", "Corners and sides", f"Insets {', '.join(map(str, SHOWN_LEVELS))}")
    for panel, title in enumerate(titles):
        left = MARGIN + panel * (wide + GAP)
        if panel < 2:
            parts.append(_image(piece, png, left, MARGIN, SCALE))
        if panel == 1:
            parts += _marked(piece, left, MARGIN, SCALE)
        if panel == 2:
            parts += [dot for side in piece.sides for dot in _inset_dots(side, left, MARGIN)]
        parts.append(label(left + wide / 2, MARGIN + high + CAPTION - 6, title, anchor="middle", kind="caption"))
    legend, bottom = _legend(MARGIN, MARGIN + high + CAPTION + 14)
    kinds = ", ".join(side.kind for side in piece.sides)
    words = f"A piece, its corners, its sides (clockwise from the top: {kinds}) and its insets"
    return page(
        2 * MARGIN + 3 * wide + 2 * GAP, bottom + MARGIN, f"Piece {piece.name}", words, [*parts, legend], "jigsaw-piece"
    )


def pieces_svg(pieces: Mapping[Piece, bytes], across: int) -> str:
    """Draw all pieces on a sheet, their sides marked by kind and their corners as dots."""
    high, wide = (max(piece.picture.shape[axis] for piece in pieces) + GAP / 2 for axis in (0, 1))
    parts: list[svg.Element] = []
    for number, (piece, png) in enumerate(pieces.items()):
        row, column = divmod(number, across)
        height, width = piece.picture.shape[:2]
        left = MARGIN + column * wide + (wide - width) / 2
        top = MARGIN + row * high + (high - height) / 2
        parts.append(_image(piece, png, left, top, 1))
        parts += _marked(piece, left, top, 1)
    below = MARGIN + ceil(len(pieces) / across) * high + 12
    legend, bottom = _legend(MARGIN, below)
    words = f"{len(pieces)} pieces; their sides are marked as straight, tab or blank"
    right = max(2 * MARGIN + across * wide, NARROWEST)
    return page(right, bottom + MARGIN, "Pieces", words, [*parts, legend], "jigsaw-pieces")


def _image(piece: Piece, png: bytes, left: float, top: float, scale: float) -> svg.Image:
    height, width = piece.picture.shape[:2]
    data = b64encode(png).decode("ascii")
    return svg.Image(
        x=tidy(left), y=tidy(top), width=width * scale, height=height * scale, href=f"data:image/png;base64,{data}"
    )


def _marked(piece: Piece, left: float, top: float, scale: float) -> list[svg.Element]:
    """Draw sides and corners over a piece's picture."""
    parts: list[svg.Element] = []
    for side in piece.sides:
        colour, dashes = STROKES[side.kind]
        thick = (1.6 if side.kind == "flat" else 1.0) * (1 + scale / 3)
        path = _path(_placed(side.contour, left, top, scale))
        # a pale line beneath makes the mark stand out on any picture
        parts.append(svg.Path(d=path, fill="none", stroke=PAPER, stroke_width=tidy(thick + 1.2)))
        parts.append(
            svg.Path(
                class_=[side.kind], d=path, fill="none", stroke=colour, stroke_width=tidy(thick),
                stroke_dasharray=dashes,
            )
        )  # fmt: skip
    for x, y in _placed(piece.corners, left, top, scale):
        parts.append(svg.Circle(cx=tidy(x), cy=tidy(y), r=tidy(1.2 + scale), fill=PAPER, stroke=LINE, stroke_width=1.2))
    return parts


def _placed(points: Floats, left: float, top: float, scale: float) -> Floats:
    """Move points of a picture to where it is drawn: the centre of its first pixel is half a pixel inside."""
    return (points + 0.5) * scale + [left, top]


def _path(points: Floats) -> list[svg.PathData]:
    return [svg.to("L" if k else "M", tidy(x), tidy(y)) for k, (x, y) in enumerate(points.tolist())]


def _inset_dots(side: Side, left: float, top: float) -> list[svg.Element]:
    """Draw a dot in its colour for each point of the insets that are shown."""
    spots = inset_spots(side.contour, SHOWN_LEVELS)
    dots: list[svg.Element] = []
    for level, line in zip(SHOWN_LEVELS, spots, strict=True):
        colours = side.insets[level - 1].round().clip(0, 255).astype(int).tolist()
        for (x, y), (red, green, blue) in zip(_placed(line, left, top, SCALE).tolist(), colours, strict=True):
            fill = f"#{red:02x}{green:02x}{blue:02x}"
            dots.append(svg.Circle(cx=tidy(x), cy=tidy(y), r=1.7, fill=fill))
    return dots


def _legend(left: float, top: float) -> tuple[svg.G, float]:
    """Draw the legend of the strokes; return it, and how far down it reaches."""
    parts: list[svg.Element] = []
    x = left
    for kind, (colour, dashes) in STROKES.items():
        width = 3.2 if kind == "flat" else 2.0
        parts.append(
            svg.Line(
                x1=tidy(x),
                y1=tidy(top),
                x2=tidy(x + 34),
                y2=tidy(top),
                stroke=colour,
                stroke_width=width,
                stroke_dasharray=dashes,
            )
        )
        parts.append(label(x + 42, top + 4.5, "straight" if kind == "flat" else kind, size=13, kind="legend"))
        x += 118
    parts.append(svg.Circle(cx=tidy(x + 6), cy=tidy(top), r=4, fill=PAPER, stroke=LINE, stroke_width=1.2))
    parts.append(label(x + 18, top + 4.5, "corner", size=13, kind="legend"))
    return svg.G(elements=parts, font_family=FONT), top + 10
