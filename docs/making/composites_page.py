"""The picture and the table of `composites.md`, from what the program computes."""

from collections.abc import Callable, Iterator, Mapping

from heuristan.common.svg import elements as svg
from heuristan.common.svg.page import label, outline_path, page
from heuristan.common.svg.palette import LINE
from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.pieces.composites import Composite, composites
from heuristan.tangram.pieces.sets import TANGRAM, UNITS_A_LEG
from heuristan.tangram.pieces.tiling import PieceSet
from heuristan.tangram.puzzle.puzzle import legs_squared
from heuristan.tangram.render.story import tone_of

COLUMNS = ("composite", "area", "paper", "made of", "shape of", "larger sister")
LETTERS = {"large-triangle": "L", "medium-triangle": "M", "small-triangle": "s", "square": "q", "parallelogram": "p"}
LEG, COLUMN, MARGIN, WIDTH = 26.0, 26.0, 20.0, 980.0


def short(pieces: PieceSet) -> str:
    return "".join(LETTERS[name] for name in pieces)


def rows() -> Iterator[tuple[str, ...]]:
    """Yield a row for each composite."""
    papers = {composite.shape.name for composite in composites("paper")}
    for composite in composites("all"):
        yield (
            f"`{composite.shape.name}`",
            f"{legs_squared(composite.shape.area, 1):g}",
            "yes" if composite.shape.name in papers else "",
            ", ".join(short(pieces) for pieces in composite.sets),
            composite.piece_shaped or "",
            f"`{composite.larger}`" if composite.larger else "",
        )


def picture() -> str:
    """Every composite with its first arrangement, to one scale; those of the paper above the line."""
    papers = composites("paper")
    others = tuple(composite for composite in composites("all") if composite not in papers)
    drawn: list[svg.Element] = []
    top = MARGIN
    for title, group in (("The paper's twenty-one", papers), ("The others", others)):
        drawn.append(label(MARGIN, top + 16, title, size=16, bold=True))
        top += 30
        for row in _rows(group):
            height = max(_size(composite)[1] for composite in row)
            left = MARGIN
            for composite in row:
                drawn += _drawn(composite, left, top + height)
                left += _room(composite)
            top += height + 44
    words = "Every three- and four-sided convex figure that two or more of the seven tans make."
    return page(WIDTH, top, "Composites", words, drawn, "composites")


def _rows(group: tuple[Composite, ...]) -> Iterator[list[Composite]]:
    row: list[Composite] = []
    for composite in group:
        if row and 2 * MARGIN - COLUMN + sum(map(_room, [*row, composite])) > WIDTH:
            yield row
            row = []
        row.append(composite)
    yield row


def _size(composite: Composite) -> tuple[float, float]:
    xs, ys = zip(*map(_spot, composite.shape.ring), strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def _room(composite: Composite) -> float:
    """Return the part of a row that a composite takes, its name below it included."""
    return max(_size(composite)[0], 6.4 * len(composite.shape.name)) + COLUMN


def _spot(p: tuple[int, int, int, int]) -> tuple[float, float]:
    x, y = xy(p)
    return x * LEG / UNITS_A_LEG, y * LEG / UNITS_A_LEG


def _drawn(composite: Composite, left: float, bottom: float) -> Iterator[svg.Element]:
    shift = left - min(_spot(p)[0] for p in composite.shape.ring)
    earlier = dict.fromkeys(TANGRAM.names, 0)
    for placement in composite.arrangements[composite.sets[0]]:
        tone = tone_of(placement.name, earlier[placement.name])
        earlier[placement.name] += 1
        yield _polygon(placement.ring, shift, bottom, fill=tone.fill, width=1)
    yield _polygon(composite.shape.ring, shift, bottom, fill="none", width=2)
    yield label(left, bottom + 15, composite.shape.name, size=11)
    others = len(composite.sets) - 1
    made_of = short(composite.sets[0]) + (f" (+{others})" if others else "")
    yield label(left, bottom + 28, made_of, size=10)


def _polygon(ring: Ring, shift: float, bottom: float, *, fill: str, width: float) -> svg.Path:
    outline = outline_path([tuple((x + shift, bottom - y) for x, y in map(_spot, ring))])
    return svg.Path(d=outline, fill=fill, stroke=LINE, stroke_width=width, stroke_linejoin="round")


PICTURES: Mapping[str, Callable[[], str]] = {"composites.svg": picture}
