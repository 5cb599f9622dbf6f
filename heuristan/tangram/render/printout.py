"""The printout: the solution on a rectangular matrix of picture points, as a line printer of 1972 would have it.

Each point has the digit of its piece, or the letter of its composite, which the legend resolves.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from heuristan.common.plane import Ring, Spot
from heuristan.tangram.render.picture_points import AXIAL, DIAGONAL, Grid, Point
from heuristan.tangram.render.story import Step, Story, story_of
from heuristan.tangram.trace.attempts import AskedAttempt, alike
from heuristan.tangram.trace.events import Event, MatchTaken

DIGITS = "123456789abcdefghijklmnopqrstuvwxyz"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LEFT, OUTSIDE, UNNAMED = ".", " ", "#"
"""A point that is left, a point outside, and a point of what is past the last digit or letter."""

SAMPLE = (0.6, 0.45)
"""Where a point is taken, in its square: on no line through whole points that lies at a multiple of 45 degrees, so that
it is in one piece."""


class Mark(NamedTuple):
    """A piece or composite on the matrix."""

    character: str
    ring: Ring
    words: str
    """What it is, for the legend."""


def printout(events: Sequence[Event], attempt: AskedAttempt = None) -> str:
    """Return the solution of a run, or how far it came, on picture points.

    Args:
        events: the whole trace of a run.
        attempt: the number of the attempt to print, or all; if None, the one that solved the puzzle or came furthest.

    Returns:
        Lines of text, the last one ended.

    Raises:
        AttemptError: if the run does not have the attempt.
        DrawingError: if the trace holds no outline, or one that is too large.
    """
    if attempt == "all":
        return "\n".join(printout(events, group[0].number) for group in alike(events))
    story = story_of(events, attempt)
    marks = tuple(_marks(story))
    ending = "solved" if not any(story.left) else "not solved"
    return "\n".join((f"{story.puzzle.id}: {ending}", "", *_matrix(story, marks), "", *_legend(story, marks))) + "\n"


def _marks(story: Story) -> Iterator[Mark]:
    """Yield what was extracted, in order."""
    numbers, letters = _Numbers(story), iter(LETTERS)
    for step in story.steps:
        if step.taken.kind == "composite":
            yield Mark(next(letters, UNNAMED), step.taken.vertices, _composite(step, numbers))
        else:
            yield Mark(numbers.next(step.taken.name), step.taken.vertices, step.taken.name)


def _composite(step: Step, numbers: "_Numbers") -> str:
    inner = [tile for tile in step.tiles if tile.inner]
    made = " ".join(f"{numbers.next(tile.name)} {tile.name}," for tile in inner).rstrip(",")
    return f"{step.taken.name}{f' made of {made}' if inner else ''}"


class _Numbers:
    """The digits of pieces: those of a set in the order of the stock, and the same again in each further set."""

    def __init__(self, story: Story) -> None:
        self._digits: dict[str, str] = {}
        self._used: Counter[str] = Counter()
        before = 0
        for name, count in story.puzzle.stock:
            of_set = max(1, count // max(1, story.puzzle.sets))
            self._digits[name] = DIGITS[before : before + of_set] or UNNAMED
            before += of_set

    def next(self, name: str) -> str:
        """Return the digit of the next piece of a kind."""
        digits = self._digits.get(name, UNNAMED)
        self._used[name] += 1
        return digits[(self._used[name] - 1) % len(digits)]


def _matrix(story: Story, marks: Sequence[Mark]) -> Iterator[str]:
    """Yield the lines of the matrix, a space between two points."""
    grid = Grid.of(story.puzzle)
    figures = [(mark.character, [grid.ring(mark.ring)]) for mark in marks]
    figures.append((LEFT, [grid.ring(ring) for ring in story.left]))
    for y in range(grid.high - 1, -1, -1):
        line = (_character((x + SAMPLE[0], y + SAMPLE[1]), figures) for x in range(grid.wide))
        yield " ".join(line).rstrip()


def _character(spot: Spot, figures: Sequence[tuple[str, Sequence[Sequence[Point]]]]) -> str:
    return next((character for character, rings in figures if _is_inside(spot, rings)), OUTSIDE)


def _is_inside(spot: Spot, rings: Sequence[Sequence[Point]]) -> bool:
    """Return whether an odd number of edges lie to the right of a spot."""
    x, y = spot
    crossings = 0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            crossings += (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
    return crossings % 2 == 1


def _legend(story: Story, marks: Sequence[Mark]) -> Iterator[str]:
    yield f"The small leg is {AXIAL} points along an axis, {DIAGONAL} along a diagonal."
    for step, mark in zip(story.steps, marks, strict=True):
        by = f", by {step.taken.rule}" if isinstance(step.taken, MatchTaken) else ""
        yield f"{mark.character}  {step.taken.step}. {mark.words}{by}"
    if any(story.left):
        yield f"{LEFT}  left"
