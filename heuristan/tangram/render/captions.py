"""The words of pictures of runs: names of pieces, how the run ended, its ranking; and the legend of a solution.

The legend has a line for each extraction, with its number, its piece and its rule; for a search, the number of pieces
that fitted there.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from heuristan.common.svg import elements as svg
from heuristan.common.svg.page import GREY, label, shortened, swatch, token, wrapped
from heuristan.common.svg.palette import PAPER, RULE, Tone
from heuristan.common.words import plural
from heuristan.tangram.render.story import Story, StoryStep
from heuristan.tangram.trace import kept_path
from heuristan.tangram.trace.events import Ended, Taken
from heuristan.tangram.trace.kept_path import Attempt, entry_points_of, numbers_of

spoken = partial(kept_path.spoken, joint=" ")
"""Returns the name of a piece or composite as it is read; a line may be broken before its lengths."""


def named(taken: Taken) -> str:
    """Return the name of what was extracted, with "composite" where it is one: some share their names with pieces."""
    return spoken(taken.name) + (" (composite)" if taken.kind == "composite" else "")


def status_words(story: Story) -> str:
    """Return a line on how the run ended, or the attempt that a reader asked for."""
    chosen = story.path.chosen
    if chosen is None:
        return _run_words(story)
    if story.restarts or len(story.path.attempts) > 1:
        return f"{attempt_words(story, [chosen])}: {ending_words(story)}."
    return f"The one attempt of a run {story.puzzle.way}. {_run_words(story)}"


def _run_words(story: Story) -> str:
    ended, stuck, attempts = story.path.ended, story.path.stuck, len(story.path.attempts)
    if ended is None:
        return "The trace ends before the run does."
    if ended.status == "solved" and story.is_search:
        return _searched(story, ended)
    if ended.status == "solved":
        words = [f"Solved in {plural(len(story.steps), 'step')}"]
        if ended.entry_point and story.restarts:
            words.append(f"entry point E{ended.entry_point}")
        if ended.extractions > len(story.steps):
            words.append(f"{plural(ended.extractions, 'extraction')} in all")
        if ended.backtracks:
            words.append(f"{ended.backtracks} undone")
        return f"{', '.join(words)}."
    status = ended.status.capitalize()
    if stuck is not None and attempts > 1:
        return f"{status} in all {attempts} attempts; the one that came furthest: {stuck.reason}"
    return f"{status}: {ended.message or 'no solution was found'}"


def attempt_words(story: Story, group: Sequence[Attempt]) -> str:
    """Name some attempts of a run: "Attempts 1 to 7 of 10, from E1 to E7"."""
    return f"{numbers_of(group).capitalize()} of {len(story.path.attempts)}, from {entry_points_of(group)}"


def ending_words(story: Story) -> str:
    """Describe how the attempt ended that a reader asked for: where it stuck, why, and what was left."""
    if story.status == "solved":
        return f"solved in {plural(len(story.steps), 'step')}"
    stuck = story.path.stuck
    reason = stuck.reason.rstrip(".") if stuck else "the run ended before the attempt"
    left = plural(sum(map(len, story.left)), "vertex", "vertices")
    return f"{'stuck' if stuck else 'broken off'}, {reason}; {left} left{_pieces_left(story)}"


def _pieces_left(story: Story) -> str:
    """Describe the pieces that were not taken out as pieces."""
    over = story.path.left_over.items()
    pieces = ", ".join(spoken(name) if count == 1 else plural(count, spoken(name)) for name, count in over)
    held = any(step.taken.kind == "composite" for step in story.steps)
    return f", and the pieces {pieces}{', some of them for what is held' * held}" if pieces else ""


def _searched(story: Story, ended: Ended) -> str:
    """Return a line on how a search that found a solution ended."""
    states = f"{plural(ended.extractions + 1, 'state')} searched"
    if story.counted is None:
        return f"Solved: {plural(len(story.steps), 'piece')} placed, {states}, {ended.backtracks} put back."
    count = story.counted
    least = "" if count.complete else "at least "
    distinct = f" ({count.distinct} up to symmetry)" if count.distinct < count.tilings else ""
    unique = ", so it is unique" if count.complete and count.distinct == 1 else ""
    return f"Solved: {least}{plural(count.tilings, 'solution')}{distinct}{unique}; {states}."


def ranking_words(story: Story) -> str:
    if story.is_search:
        return f"Searched {story.puzzle.way.replace('searches', 'does it')}"
    return f"Ranking {story.puzzle.ranking}, {story.puzzle.way}"


def describe(story: Story) -> str:
    """Return the order of extraction in words, for readers who do not see the picture."""
    joint = ", " if story.is_search else ", by "
    steps = [
        f"{step.taken.step}: {named(step.taken)}{joint if rule else ''}{rule}"
        for step in story.steps
        for rule in [story.title_of(step.taken.rule)]
    ]
    ended = story.path.ended
    message = [ended.message.rstrip(".")] if ended and ended.message and not story.path.chosen else []
    return ". ".join([status_words(story).rstrip("."), *message, ranking_words(story), *steps]) + "."


def heading(story: Story, left: float, right: float) -> tuple[list[svg.Element], float]:
    """Return the puzzle's name and how its run ended, and how far down they reach."""
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


def subheading(words: str, left: float, right: float, top: float) -> tuple[list[svg.Element], float]:
    """Return the heading of a part of a page, in bold, and how far down it reaches."""
    lines = wrapped(words, right - left, 12.5, bold=True, lines=4)
    found: list[svg.Element] = [
        label(left, top + 11 + i * 17, line, size=12.5, bold=True, kind="subheading") for i, line in enumerate(lines)
    ]
    return found, top + 17 * len(lines) + 8


WIDTH = 346.0
"""Width of a column."""
_HEAD = 24.0
_LEAST = 27.0
_LINE = 15.0
_NAME = 46.0
"""Where names begin, from the left of the column."""
_RULE = 182.0
_SIZE = 12.5


class Entry(NamedTuple):
    """A line of the legend."""

    words: str
    """Its number."""
    tone: Tone
    names: tuple[str, ...]
    """The piece, broken into lines."""
    rules: tuple[str, ...]
    composite: bool = False
    whole: bool = True
    """False for a piece of the composite in the line above."""

    @property
    def height(self) -> float:
        return max(_LEAST, _LINE * max(len(self.names), len(self.rules)) + _LEAST - _LINE)


def entries(story: Story) -> list[Entry]:
    return [entry for step in story.steps for entry in _of_step(story, step)]


def _of_step(story: Story, step: StoryStep) -> Iterator[Entry]:
    names = wrapped(named(step.taken), _RULE - _NAME - 8, _SIZE, lines=3)
    rule = story.title_of(step.taken.rule)
    rules = wrapped(rule, WIDTH - _RULE, _SIZE, lines=3) if rule else []
    tone = Tone(PAPER) if len(step.tiles) > 1 else step.tone
    yield Entry(str(step.taken.step), tone, tuple(names), tuple(rules), composite=step.taken.kind == "composite")
    for tile in step.tiles if len(step.tiles) > 1 else ():
        yield Entry(tile.label, tile.tone, (spoken(tile.name),), (), whole=False)


def legend(lines: Sequence[Entry], lefts: Sequence[float], top: float, *, why: str = "Rule") -> tuple[svg.G, float]:
    """Return the lines in columns, and how far down they reach; ``why`` is the head of the last column."""
    parts: list[svg.Element] = []
    bottom = top
    for left, column in zip(lefts, _shared(lines, len(lefts)), strict=True):
        if not column:
            continue
        parts += _head(left, top, why)
        y = top + _HEAD
        for entry in column:
            parts.append(_drawn(entry, left, y))
            y += entry.height
        bottom = max(bottom, y)
    return svg.G(class_=["legend"], elements=parts), bottom


def _shared(lines: Sequence[Entry], columns: int) -> list[list[Entry]]:
    """Return the lines in columns of about the same height; a composite and its pieces stay together."""
    room = sum(entry.height for entry in lines) / columns
    found: list[list[Entry]] = [[] for _ in range(columns)]
    above = 0.0
    column = 0
    for entry in lines:
        if entry.whole and above >= room * (column + 1) - _LEAST / 2:
            column = min(column + 1, columns - 1)
        found[column].append(entry)
        above += entry.height
    return found


def _head(left: float, top: float, why: str) -> list[svg.Element]:
    words = [(0.0, "Step"), (_NAME, "Piece"), *([(_RULE, why)] if why else [])]
    return [
        *(label(left + x, top + 11, word, size=11, bold=True, fill=GREY, kind="legend-head") for x, word in words),
        svg.Line(
            class_=["legend-line"], x1=left, y1=top + 17, x2=left + WIDTH, y2=top + 17, stroke=RULE, stroke_width=1
        ),
    ]


def _drawn(entry: Entry, left: float, y: float) -> svg.G:
    indent = 0 if entry.whole else 12
    base = y + 15
    parts: list[svg.Element] = [swatch(left + indent, y, entry.words, entry.tone, thick=entry.composite)]
    for x, lines, kind in ((_NAME + indent, entry.names, "piece-name"), (_RULE, entry.rules, "rule-name")):
        parts += [label(left + x, base + i * _LINE, line, size=_SIZE, kind=kind) for i, line in enumerate(lines)]
    return svg.G(class_=["legend-entry", token(entry.names[0] if entry.names else "")], elements=parts)
