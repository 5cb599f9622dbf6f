"""The parts that pictures of runs share: pieces in their colours, the solution, the words above it."""

import re

import svg

from heuristan.common.svg.geometry import View, tidy
from heuristan.common.svg.page import LARGEST_NUMBER, counted, hatch, numbered, outline_path, region, token
from heuristan.common.svg.palette import HATCH, LIGHT, LINE
from heuristan.common.svg.text import GREY, clean, label, shortened, wrapped
from heuristan.tangram.render.story import Story, Taken, Tile
from heuristan.tangram.trace.events import Ended

_LENGTH = "(?:[0-9]+(?:r2)?|r2)"
_SIZE = re.compile(f"{_LENGTH}(?:x{_LENGTH})?")
"""The lengths in a composite's name, in legs: ``2r2`` stands for 2√2."""
_TIMES = "\xa0\xd7\xa0"
"""Between lengths, which are not broken into lines."""


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
