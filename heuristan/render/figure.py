"""The parts that every picture is put together from: regions, pieces with their numbers, the page around them."""

import re
from collections.abc import Iterable, Sequence
from math import pi

import svg

from heuristan.render.geometry import Segment, View, hatching, middle_of, tidy
from heuristan.render.palette import HATCH, LIGHT, LINE, PAPER, Tone
from heuristan.render.story import Story, Taken, Tile
from heuristan.render.text import FONT, GREY, clean, label, shortened, width_of, wrapped
from heuristan.trace import Ended, Ring

_LENGTH = "(?:[0-9]+(?:r2)?|r2)"
_SIZE = re.compile(f"{_LENGTH}(?:x{_LENGTH})?")
"""The lengths in a composite's name, in legs: ``2r2`` stands for 2√2."""
_TIMES = "\xa0\xd7\xa0"
"""Between lengths, which are not broken into lines."""

SPACING = 5.0
"""Between hatch lines, in pixels."""
LARGEST_NUMBER = 30.0


def page(width: float, height: float, title: str, words: str, parts: Iterable[svg.Element], kind: str) -> str:
    """A whole picture: its title and words for readers who do not see it, a background, and its parts."""
    wide, high = tidy(width), tidy(height)
    picture = svg.SVG(
        width=wide,
        height=high,
        viewBox=svg.ViewBoxSpec(0, 0, wide, high),
        class_=["heuristan", kind],
        extra={"role": "img"},
        elements=[
            svg.Title(text=clean(title) or "tangram"),
            svg.Desc(text=clean(words)),
            svg.Rect(class_=["background"], width=wide, height=high, fill=PAPER),
            svg.G(elements=[*parts], extra={"font-family": FONT}),
        ],
    )
    return f"{picture.as_str()}\n"


def outline_path(rings: Iterable[Ring]) -> list[svg.PathData]:
    """Path data of closed rings that are in pixels already."""
    found: list[svg.PathData] = []
    for ring in rings:
        for i, (x, y) in enumerate(ring):
            found.append(svg.L(tidy(x), tidy(y)) if i else svg.M(tidy(x), tidy(y)))
        found.append(svg.Z())
    return found


def segments_path(segments: Iterable[Segment]) -> list[svg.PathData]:
    found: list[svg.PathData] = []
    for (x0, y0), (x1, y1) in segments:
        found += [svg.M(tidy(x0), tidy(y0)), svg.L(tidy(x1), tidy(y1))]
    return found


def region(
    rings: Iterable[Ring], view: View, kind: str, *, fill: str, stroke: str | None = None, width: float = 1.0
) -> svg.Path:
    """A region with its holes."""
    return svg.Path(
        class_=[kind],
        d=outline_path(view.rings(rings)),
        fill=fill,
        fill_rule="evenodd",
        stroke=stroke,
        stroke_width=tidy(width) if stroke else None,
        stroke_linejoin="round" if stroke else None,
    )


def hatch(rings: Sequence[Ring], colour: str, *, spacing: float = SPACING, width: float = 1.0) -> svg.Path:
    """Hatch lines of a region that is in pixels already, without a pattern, so that pictures need no ids."""
    lines = hatching(rings, spacing, -pi / 8)
    return svg.Path(class_=["hatch"], d=segments_path(lines), fill="none", stroke=colour, stroke_width=tidy(width))


def filled(tile: Tile, view: View, *, edge: float = 1.5) -> svg.G:
    """A piece in its colours, without its number."""
    ring = view.ring(tile.ring)
    parts: list[svg.Element] = [svg.Title(text=clean(f"{tile.label}: {spoken(tile.name)}"))]
    parts.append(svg.Path(d=outline_path([ring]), fill=tile.tone.fill))
    if tile.tone.hatch:
        parts.append(hatch([ring], tile.tone.hatch))
    parts.append(
        svg.Path(d=outline_path([ring]), fill="none", stroke=LINE, stroke_width=tidy(edge), stroke_linejoin="round")
    )
    return svg.G(class_=["piece", token(tile.name)], elements=parts)


def numbered(words: str, ring: Ring, view: View, tone: Tone, largest: float = LARGEST_NUMBER) -> svg.Text:
    """A number in the largest circle inside a convex ring, as big as the circle lets it be."""
    (x, y), radius = middle_of(view.ring(ring))
    # half the diagonal of the words' box, digits being 0.73 of the size high
    reach = (width_of(words, 1, bold=True) ** 2 + 0.73**2) ** 0.5 / 2
    # a little less, so that the halo leaves the sides alone
    size = min(largest, 0.86 * radius / reach)
    return label(
        x, y + 0.365 * size, words, size=size, bold=True, anchor="middle", fill=tone.ink, kind="number", halo=tone.fill
    )


def solution_parts(
    story: Story, view: View, *, edge: float = 1.5, largest: float = LARGEST_NUMBER
) -> list[svg.Element]:
    """All that was extracted, its numbers on top, and hatched what was left."""
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


def swatch(x: float, y: float, words: str, tone: Tone, *, thick: bool = False) -> svg.G:
    """A sample of a tone with a number in it, 34 by 20 pixels."""
    box = ((x, y), (x + 34, y), (x + 34, y + 20), (x, y + 20))
    parts: list[svg.Element] = [svg.Path(d=outline_path([box]), fill=tone.fill)]
    if tone.hatch:
        parts.append(hatch([box], tone.hatch))
    edge = 2.5 if thick else 1
    parts.append(svg.Path(d=outline_path([box]), fill="none", stroke=LINE, stroke_width=edge, stroke_linejoin="round"))
    parts.append(
        label(
            x + 17, y + 14.7, words, size=13, bold=True, anchor="middle", fill=tone.ink, kind="number", halo=tone.fill
        )
    )
    return svg.G(class_=["swatch"], elements=parts)


def spoken(name: str) -> str:
    """The name of a piece or composite as it is read: ``triangle-2r2`` is "triangle 2√2"."""
    kind, _, size = name.rpartition("-")
    if _SIZE.fullmatch(size):
        lengths = size.replace("r2", "√2").replace("x", _TIMES)
        return f"{kind.replace('-', ' ')} {lengths}".strip()
    return name.replace("-", " ")


def named(taken: Taken) -> str:
    """The name of what was extracted; of a composite that it is one, since some share their names with pieces."""
    return spoken(taken.name) + (" (composite)" if taken.kind == "composite" else "")


def token(name: str) -> str:
    """A name that a style sheet can refer to."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name) or "-"


def status_words(story: Story) -> str:
    """One line on how the run ended."""
    ended = story.ended
    if ended is None:
        return "The trace ends before the run does."
    if ended.status == "solved" and story.is_search:
        return _searched(story, ended)
    if ended.status == "solved":
        words = [f"Solved in {counted(len(story.steps), 'step')}"]
        if ended.entry_point and story.restarts:
            words.append(f"entry point E{ended.entry_point}")
        if ended.extractions > len(story.steps):
            words.append(f"{counted(ended.extractions, 'extraction')} in all")
        if ended.backtracks:
            words.append(f"{ended.backtracks} undone")
        return f"{', '.join(words)}."
    status = ended.status.capitalize()
    if story.stuck is not None and story.attempts > 1:
        return f"{status} in all {story.attempts} attempts; the one that came furthest: {story.stuck.reason}"
    return f"{status}: {ended.message or 'no solution was found'}"


def _searched(story: Story, ended: Ended) -> str:
    """How a search that was solved ended."""
    states = f"{counted(ended.extractions + 1, 'state')} searched"
    if story.counted is None:
        return f"Solved: {counted(len(story.steps), 'piece')} placed, {states}, {ended.backtracks} put back."
    count = story.counted
    least = "" if count.complete else "at least "
    distinct = f" ({count.distinct} up to symmetry)" if count.distinct < count.tilings else ""
    unique = ", so it is unique" if count.complete and count.distinct == 1 else ""
    return f"Solved: {least}{counted(count.tilings, 'solution')}{distinct}{unique}; {states}."


def counted(number: int, noun: str, plural: str | None = None) -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def ranking_words(story: Story) -> str:
    if story.is_search:
        return f"Searched {story.puzzle.way.replace('searches', 'does it')}"
    return f"Ranking {story.puzzle.ranking}, {story.puzzle.way}"


def told(story: Story) -> str:
    """The order of extraction in words, for readers who do not see the picture."""
    joint = ", " if story.is_search else ", by "
    steps = [
        f"{step.taken.step}: {named(step.taken)}{joint if rule else ''}{rule}"
        for step in story.steps
        for rule in [story.title_of(step.taken.rule)]
    ]
    message = [story.ended.message.rstrip(".")] if story.ended and story.ended.message else []
    return ". ".join([status_words(story).rstrip("."), *message, ranking_words(story), *steps]) + "."


def heading(story: Story, left: float, right: float) -> tuple[list[svg.Element], float]:
    """The puzzle's name and how its run ended, and how far down they reach."""
    room = right - left
    parts: list[svg.Element] = [
        label(left, 40, shortened(story.puzzle.id, room, 20, bold=True), size=20, bold=True, kind="title")
    ]
    y = 46.0
    for words in (status_words(story), ranking_words(story)):
        for line in wrapped(words, room, 12.5, lines=3):
            y += 17
            parts.append(label(left, y, line, size=12.5, fill=GREY, kind="status"))
    return parts, y + 24
