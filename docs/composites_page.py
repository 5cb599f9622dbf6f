"""Makes the picture and the table of `composites.md` again from what the program computes.

Run `python docs/composites_page.py` after a change to the pieces or to the composites; a test fails until it is done.
"""

from collections.abc import Iterator
from pathlib import Path

import svg

from heuristan.common.svg.palette import LINE
from heuristan.tangram.boundary import Ring
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.pieces.composites import Composite, composites
from heuristan.tangram.pieces.sets import TANGRAM, UNITS_A_LEG
from heuristan.tangram.pieces.tiling import PieceSet
from heuristan.tangram.puzzle.puzzle import legs_squared
from heuristan.tangram.render.story import tone_of

HERE = Path(__file__).parent
START, END = "<!-- table: made by composites_page.py -->\n", "<!-- end of table -->"
LETTERS = {"large-triangle": "L", "medium-triangle": "M", "small-triangle": "s", "square": "q", "parallelogram": "p"}
LEG, COLUMN, MARGIN, WIDTH = 26.0, 26.0, 20.0, 980.0


def short(pieces: PieceSet) -> str:
    return "".join(LETTERS[name] for name in pieces)


def table() -> str:
    """The composites as a Markdown table."""
    papers = {composite.shape.name for composite in composites("paper")}
    columns = ("composite", "area", "paper", "made of", "shape of", "larger sister")
    head = "| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|\n"
    return head + "".join(_row(composite, composite.shape.name in papers) for composite in composites("all"))


def _row(composite: Composite, is_papers: bool) -> str:
    cells = (
        f"`{composite.shape.name}`",
        f"{legs_squared(composite.shape.area, 1):g}",
        "yes" if is_papers else "",
        ", ".join(short(pieces) for pieces in composite.sets),
        composite.piece_shaped or "",
        f"`{composite.larger}`" if composite.larger else "",
    )
    return "| " + " | ".join(cells) + " |\n"


def picture() -> str:
    """Every composite with its first arrangement, to one scale; those of the paper above the line."""
    papers = composites("paper")
    others = tuple(composite for composite in composites("all") if composite not in papers)
    drawn: list[svg.Element] = []
    top = MARGIN
    for title, group in (("The paper's twenty-one", papers), ("The others", others)):
        drawn.append(_words(title, MARGIN, top + 16, 16, weight="bold"))
        top += 30
        for row in _rows(group):
            height = max(_size(composite)[1] for composite in row)
            left = MARGIN
            for composite in row:
                drawn += _drawn(composite, left, top + height)
                left += _room(composite)
            top += height + 44
    return (
        str(
            svg.SVG(
                viewBox=svg.ViewBoxSpec(0, 0, round(WIDTH), round(top)),
                elements=[
                    svg.Title(text="Composites"),
                    svg.Desc(text="Every three- and four-sided convex figure that two or more of the seven tans make."),
                    svg.Rect(width=round(WIDTH), height=round(top), fill="#ffffff"),
                    *drawn,
                ],
            )
        )
        + "\n"
    )


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
    yield _words(composite.shape.name, left, bottom + 15, 11)
    others = len(composite.sets) - 1
    made_of = short(composite.sets[0]) + (f" (+{others})" if others else "")
    yield _words(made_of, left, bottom + 28, 10)


def _polygon(ring: Ring, shift: float, bottom: float, *, fill: str, width: float) -> svg.Polygon:
    points = [svg.Point(round(x + shift, 2), round(bottom - y, 2)) for x, y in map(_spot, ring)]
    return svg.Polygon(points=points, fill=fill, stroke=LINE, stroke_width=width, stroke_linejoin="round")


def _words(text: str, x: float, y: float, size: int, weight: str | None = None) -> svg.Text:
    return svg.Text(
        text=text,
        x=round(x, 2),
        y=round(y, 2),
        font_size=size,
        font_family="DejaVu Sans, Verdana, sans-serif",
        font_weight="bold" if weight else None,
        fill=LINE,
    )


def main() -> None:
    (HERE / "images").mkdir(exist_ok=True)
    (HERE / "images" / "composites.svg").write_text(picture(), encoding="utf-8")
    page = HERE / "composites.md"
    before, rest = page.read_text(encoding="utf-8").split(START)
    page.write_text(before + START + table() + END + rest.split(END)[1], encoding="utf-8")


if __name__ == "__main__":
    main()
