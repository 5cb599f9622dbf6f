"""Pieces in their colours, and the solution that they make."""

import svg

from heuristan.common.svg.geometry import View, tidy
from heuristan.common.svg.page import LARGEST_NUMBER, hatch, numbered, outline_path, region, token
from heuristan.common.svg.palette import HATCH, LIGHT, LINE
from heuristan.common.svg.text import clean
from heuristan.tangram.render.captions import spoken
from heuristan.tangram.render.story import Story, Tile


def filled(tile: Tile, view: View, *, edge: float = 1.5) -> svg.G:
    """Return a piece in its colours, without its number."""
    ring = view.ring(tile.ring)
    parts: list[svg.Element] = [svg.Title(text=clean(f"{tile.label}: {spoken(tile.name)}"))]
    parts.append(svg.Path(d=outline_path([ring]), fill=tile.tone.fill))
    if tile.tone.hatch:
        parts.append(hatch([ring], tile.tone.hatch))
    parts.append(
        svg.Path(d=outline_path([ring]), fill="none", stroke=LINE, stroke_width=tidy(edge), stroke_linejoin="round")
    )
    return svg.G(class_=["piece", token(tile.name)], elements=parts)


def solution_parts(
    story: Story, view: View, *, edge: float = 1.5, largest: float = LARGEST_NUMBER
) -> list[svg.Element]:
    """Return everything that was extracted, its numbers on top, and what was left, hatched."""
    found: list[svg.Element] = []
    if any(story.left):
        found.append(region(story.left, view, "left", fill=LIGHT))
        found.append(hatch(view.rings(story.left), HATCH, spacing=7))
        found.append(region(story.left, view, "left-edge", fill="none", stroke=LINE, width=edge))
    found += [filled(tile, view, edge=edge) for tile in story.tiles]
    composites = [step.taken.vertices for step in story.steps if step.taken.kind == "composite"]
    found += [
        svg.Path(
            class_=["composite-edge"],
            d=outline_path([view.ring(ring)]),
            fill="none",
            stroke=LINE,
            stroke_width=tidy(3 * edge),
            stroke_linejoin="round",
        )
        for ring in composites
    ]
    found += [numbered(tile.label, tile.ring, view, tile.tone, largest) for tile in story.tiles]
    return found
