"""Pages of SVG made at random: figures of tans in groups of all kinds, with what people draw besides; and what is read.

The places of the figures are known, so that each can be looked for in what was read.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

import shapely

from heuristan.common.faults import InputError
from heuristan.common.overlay import intersection, union
from heuristan.pictures.svg import read as read_svg
from heuristan.tangram.puzzle.drawing import Drawing
from shared.wild import wild_outline

Place: TypeAlias = tuple[float, float]

STEP = 200
"""Distance of figures, in pixels."""

COVERED = 0.95
"""Minimum share of a figure and of its edges that drawings have where it was read."""

GLYPH = "M{} {}q4 -9 8 0t-3 7q-4 2 -5 -7z"
"""A letter turned to a path."""


class Drawn(NamedTuple):
    """A figure that is drawn around the origin."""

    text: str
    region: shapely.Geometry

    def at(self, place: Place) -> shapely.Geometry:
        return shapely.transform(self.region, lambda points: points + place)


class Page(NamedTuple):
    """A page, and the regions of its figures."""

    text: str
    figures: list[shapely.Geometry]
    made: str
    """How it was made, in words."""


def drawn(random: Random, style: str) -> Drawn:
    """Return a figure of one set in one of three styles, about 10 to 20 pixels a leg."""
    wild = wild_outline(random.randrange(10**6), 1)
    bounds = shapely.MultiPoint([spot for _, ring in wild.tiling for spot in ring]).bounds
    leg = random.uniform(0.6, 1.0) * 0.7 * STEP / max(bounds[2] - bounds[0], bounds[3] - bounds[1])

    def points(ring: Sequence[Place]) -> list[Place]:
        return [((x - bounds[0]) * leg, (y - bounds[1]) * leg) for x, y in ring]

    polygons = [[points(ring) for ring in polygon] for polygon in wild.polygons]
    region = union([shapely.Polygon(points(ring)).buffer(1e-6) for _, ring in wild.tiling])
    if style == "pieces":
        text = "".join(
            f'<polygon points="{" ".join(f"{x:.4f},{y:.4f}" for x, y in points(ring))}" fill="{random.choice(INKS)}"/>'
            for _, ring in wild.tiling
        )
    else:
        way = "".join(f"M{' '.join(f'{x:.4f} {y:.4f}' for x, y in ring)}Z" for rings in polygons for ring in rings)
        paint = 'fill="none" stroke="#000"' if style == "outline" else f'fill="{random.choice(INKS)}"'
        text = f'<path d="{way}" fill-rule="evenodd" {paint}/>'
    return Drawn(text, region)


INKS = ("#c33", "#393", "#36c", "#222", "teal")


def moved(text: str, place: Place) -> str:
    return f'<g transform="translate({place[0]} {place[1]})">{text}</g>'


def loosely(text: str, place: Place) -> str:
    """Return the elements of a text each moved by itself."""
    return text.replace("/>", f' transform="translate({place[0]} {place[1]})"/>')


def _nested(items: Sequence[str], places: Sequence[Place]) -> str:
    """Return each figure in the group of the one before it."""
    text = ""
    for item, place in reversed([*zip(items, places, strict=True)]):
        text = f"<g>{loosely(item, place)}{text}</g>"
    return text


def _mixed(items: Sequence[str], places: Sequence[Place]) -> str:
    return _each("{}")(items[:-1], places) + loosely(items[-1], places[len(items) - 1])


def _each(around: str) -> "Grouping":
    return lambda items, places: "".join(
        around.format(moved(item, place)) for item, place in zip(items, places, strict=False)
    )


def _layers(items: Sequence[str], places: Sequence[Place]) -> str:
    half = (len(items) + 1) // 2
    groups = (_each("{}")(items[:half], places), _each("{}")(items[half:], places[half:]))
    return "".join(f'<g inkscape:groupmode="layer" inkscape:label="Layer {n}">{g}</g>' for n, g in enumerate(groups))


Grouping: TypeAlias = Callable[[Sequence[str], Sequence[Place]], str]

GROUPINGS: dict[str, Grouping] = {
    "no groups": lambda items, places: "".join(map(loosely, items, places)),
    "a group each": _each("{}"),
    "nested groups": _nested,
    "layers": _layers,
    "groups beside loose shapes": _mixed,
    "links": _each('<a href="#top">{}</a>'),
    "switches": _each('<switch><foreignObject requiredExtensions="x"/>{}</switch>'),
    "drawings within": lambda items, places: "".join(
        f'<svg x="{x}" y="{y}" overflow="visible">{item}</svg>' for item, (x, y) in zip(items, places, strict=True)
    ),
    "symbols": lambda items, places: "".join(
        f'<defs><symbol id="s{n}" overflow="visible">{item}</symbol></defs><use href="#s{n}" x="{x}" y="{y}"/>'
        for n, (item, (x, y)) in enumerate(zip(items, places, strict=True))
    ),
}


def _cell_frame(x: float, y: float) -> str:
    return f'<rect x="{x - 20}" y="{y - 20}" width="{STEP - 20}" height="{STEP - 12}" fill="none" stroke="#888"/>'


Besides: TypeAlias = Callable[[Random, float, float, Sequence[Place]], str]

BESIDES: dict[str, Besides] = {
    "paper": lambda _, wide, high, __: f'<rect width="{wide}" height="{high}" fill="#ffe"/>',
    "a frame": lambda _, wide, high, __: (
        f'<rect x="3" y="3" width="{wide - 6}" height="{high - 7}" fill="none" stroke="#000"/>'
    ),
    "frames": lambda _, __, ___, places: "".join(_cell_frame(x, y) for x, y in places),
    "a grid": lambda _, wide, high, __: "".join(
        [f'<path d="M0 {k}H{wide}" stroke="#cce"/>' for k in range(0, int(high), 40)]
        + [f'<path d="M{k} 0V{high}" stroke="#cce"/>' for k in range(0, int(wide), 40)]
    ),
    "captions": lambda _, __, ___, places: "".join(
        f'<text x="{x}" y="{y + STEP - 35}">{n}</text>' for n, (x, y) in enumerate(places)
    ),
    "letters as paths": lambda _, __, ___, places: "".join(
        f'<path d="{GLYPH.format(x + 9 * k, y + STEP - 35)}"/>' for x, y in places for k in range(3)
    ),
    "specks": lambda random, wide, high, _: "".join(
        f'<rect x="{random.uniform(0, wide):.1f}" y="{high - 8}" width="2" height="2"/>' for _ in range(3)
    ),
    "a legend": lambda _, __, high, ___: (
        "<g>"
        + "".join(
            f'<rect x="{10 + 30 * n}" y="{high - 30}" width="8" height="8" fill="{ink}"/>'
            f'<text x="{20 + 30 * n}" y="{high - 30}">{n}</text>'
            for n, ink in enumerate(INKS)
        )
        + "</g>"
    ),
    "a rule": lambda _, wide, high, __: (
        f'<line x1="5" x2="{wide - 5}" y1="{high - 40}" y2="{high - 40}" stroke="red"/>'
    ),
    "what is hidden": lambda _, __, ___, ____: (
        '<rect width="90" height="70" fill="none"/><g display="none"><rect width="50" height="70"/></g>'
        '<defs><path d="M0 0h70v70z"/></defs>'
    ),
}


def page(seed: int) -> Page:
    """Return the page of a seed: one to five figures."""
    random = Random(f"page {seed}")
    number, style = random.choice((1, 2, 3, 3, 4, 5)), random.choice(("pieces", "silhouettes", "outline"))
    figures = [drawn(random, style) for _ in range(number)]
    if style != "pieces" and random.random() < 0.7:
        figures = [figures[0]] * number  # one scale for all, as most people draw
    places = [(40.0 + STEP * (n % 3), 40.0 + STEP * (n // 3)) for n in range(number)]
    wide, high = 60 + STEP * min(number, 3), 110 + STEP * (1 + (number - 1) // 3)
    grouping = random.choice([*GROUPINGS])
    besides = random.sample([*BESIDES], random.choice((0, 1, 1, 2, 3)))
    content = GROUPINGS[grouping]([figure.text for figure in figures], places)
    dx, dy = random.choice(((0, 0), (0, 0), (13, 7)))
    under = [name for name in besides if name in ("paper", "a grid", "frames")]
    texts = {name: BESIDES[name](random, wide, high, places) for name in besides}
    content = "".join(texts[name] for name in ("paper", "a grid", "frames") if name in under) + content
    content += "".join(text for name, text in texts.items() if name not in under)
    if dx:
        content = f'<g id="wrapper" transform="translate({dx} {dy})">{content}</g>'
    content = content.replace("><", ">\n<")
    text = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'viewBox="0 0 {wide} {high}">\n{content}\n</svg>\n'
    )
    regions = [figure.at((x + dx, y + dy)) for figure, (x, y) in zip(figures, places, strict=True)]
    return Page(text, regions, f"{number} in {style}, {grouping}, {', '.join(besides) or 'nothing besides'}")


def outcome(made: Page, path: Path) -> str:
    """Return what became of a page: each figure "read", some "together", some "said", all "refused", or "silent"."""
    path.write_text(made.text, encoding="utf-8")
    try:
        found = list(read_svg(path))
    except InputError:
        return "refused"
    regions = [region_of(one) for one in found if isinstance(one, Drawing)]
    edges = union([region.boundary.buffer(1) for region in regions])
    if any(intersection(figure.boundary, edges).length < COVERED * figure.boundary.length for figure in made.figures):
        return "said" if len(regions) < len(found) else "silent"
    alone = all(
        any(_share(figure, region) >= COVERED and _share(region, figure) >= COVERED for region in regions)
        for figure in made.figures
    )
    return "read" if alone and len(found) == len(made.figures) else "together" if not alone else "read with more"


def region_of(drawing: Drawing) -> shapely.Geometry:
    """Return what a drawing covers."""
    if drawing.laid:
        return union([shapely.Polygon(piece.vertices).buffer(1e-6) for piece in drawing.laid])
    return union([shapely.Polygon(rings[0], rings[1:]).buffer(1e-6) for rings in drawing.polygons])


def _share(region: shapely.Geometry, other: shapely.Geometry) -> float:
    return float(intersection(region, other).area / region.area)
