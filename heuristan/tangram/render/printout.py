"""The printout: the solution on a rectangular matrix of picture points, as a line printer of 1972 would have it.

Each point has the digit of its piece, or the letter of its composite, which the legend resolves.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from math import atan2, ceil, degrees, floor, pi, sqrt
from typing import NamedTuple, TypeAlias

from heuristan.common.plane import Ring, Spot, sides_of, turned
from heuristan.tangram.render.story import DrawingError, Story, StoryStep, story_of
from heuristan.tangram.trace.events import Event, MatchTaken, PuzzleRead, VerticesNumbered
from heuristan.tangram.trace.kept_path import AskedAttempt, alike

AXIAL, DIAGONAL = 7, 5
"""Picture points of the small leg along an axis, and along a diagonal in each direction."""

NEAR = 1e-6
"""In legs: far above what the decimals of a trace lose."""

MOST_HALVES = 80
"""Maximum number of half legs along diagonals that are looked through: no outline of the tans is as wide."""

WIDEST = 400
"""Maximum width and height of an outline, in points: more than any of ten sets has."""

Point: TypeAlias = tuple[int, int]


class Grid(NamedTuple):
    """The matrix of an outline, as its reader sees it: x to the right and y up, from 0."""

    turn: float
    """From the trace's position to the reader's, to the nearest 45 degrees."""
    left: int
    low: int
    wide: int
    high: int

    @classmethod
    def of(cls, puzzle: PuzzleRead) -> "Grid":
        """Return the matrix of a puzzle.

        Raises:
            DrawingError: if the outline is too large.
        """
        turn = round(puzzle.frame.angle / (pi / 4)) * pi / 4
        spots = [turned(spot, turn) for ring in puzzle.outline for spot in ring]
        xs, ys = ([points_of(spot[i]) for spot in spots] for i in (0, 1))
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        if max(wide, high) > WIDEST:
            raise DrawingError(f"the outline is {wide} picture points wide and {high} high; {WIDEST} is the maximum")
        return cls(turn, min(xs), min(ys), wide, high)

    def point(self, spot: Spot) -> Point:
        x, y = turned(spot, self.turn)
        return points_of(x) - self.left, points_of(y) - self.low

    def ring(self, ring: Ring) -> list[Point]:
        return [self.point(spot) for spot in ring]


@cache
def _halves() -> tuple[int, ...]:
    return tuple(sorted(range(-MOST_HALVES, MOST_HALVES + 1), key=abs))


def points_of(length: float) -> int:
    """Return a coordinate in picture points: exactly for a + b/sqrt2 in half legs, else the nearest point."""
    for halves in _halves():
        rest = 2 * length - halves / sqrt(2)
        if abs(rest - round(rest)) < NEAR:
            return _rounded((AXIAL * round(rest) + DIAGONAL * halves) / 2)
    return _rounded(AXIAL * length)


def _rounded(number: float) -> int:
    """Return the nearest whole number; of two, the one further from zero, so that what is mirrored stays mirrored."""
    return floor(number + 0.5) if number >= 0 else ceil(number - 0.5)


DIGITS = "123456789abcdefghijklmnopqrstuvwxyz"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LEFT, OUTSIDE, UNNAMED = ".", " ", "#"
"""A point that is left, a point outside, and a point of what is past the last digit or letter."""

SAMPLE = (0.6, 0.45)
"""Where a point is taken, in its square: on no line through whole points that lies at a multiple of 45 degrees, so that
it is in one piece."""


class MatrixMark(NamedTuple):
    """A piece or composite on the matrix."""

    character: str
    ring: Ring
    words: str
    """Name for the legend."""


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


def _marks(story: Story) -> Iterator[MatrixMark]:
    """Yield what was extracted, in order."""
    numbers, letters = _Numbers(story), iter(LETTERS)
    for step in story.steps:
        if step.taken.kind == "composite":
            yield MatrixMark(next(letters, UNNAMED), step.taken.vertices, _composite(step, numbers))
        else:
            yield MatrixMark(numbers.next(step.taken.name), step.taken.vertices, step.taken.name)


def _composite(step: StoryStep, numbers: "_Numbers") -> str:
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


def _matrix(story: Story, marks: Sequence[MatrixMark]) -> Iterator[str]:
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
        for (ax, ay), (bx, by) in sides_of(ring):
            crossings += (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay)
    return crossings % 2 == 1


def _legend(story: Story, marks: Sequence[MatrixMark]) -> Iterator[str]:
    yield f"The small leg is {AXIAL} points along an axis, {DIAGONAL} along a diagonal."
    for step, mark in zip(story.steps, marks, strict=True):
        by = f", by {step.taken.rule}" if isinstance(step.taken, MatchTaken) else ""
        yield f"{mark.character}  {step.taken.step}. {mark.words}{by}"
    if any(story.left):
        yield f"{LEFT}  left"


HEAD = ("number", "x", "y", "type", "subpuzzle", "neighbours: (number, length, direction, by)")
COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
BY = {"edge": "edge", "extension line": "line"}


def vertex_table(events: Sequence[Event], attempt: AskedAttempt = None) -> str:
    """Return the vertex array before each extraction of a run, in picture points.

    Args:
        events: the whole trace of a run.
        attempt: the number of the attempt, or all; if None, the one that solved the puzzle or came furthest.

    Returns:
        Lines of text, the last one ended.

    Raises:
        AttemptError: if the run does not have the attempt.
        DrawingError: if the trace holds no outline, or one that is too large.
    """
    if attempt == "all":
        return "\n".join(vertex_table(events, group[0].number) for group in alike(events))
    return "\n".join(_lines(story_of(events, attempt))) + "\n"


def _lines(story: Story) -> Iterator[str]:
    grid = Grid.of(story.puzzle)
    yield f"{story.puzzle.id}: the vertex array, in picture points, x to the right and y up"
    states = [(f"before step {step.taken.step}, {step.taken.name}", step.before.numbered) for step in story.steps]
    if not states:
        states = [("at the start", story.start.numbered)]
    for when, numbered in states:
        if numbered is not None:
            yield from ("", f"{when}:", *_table(_rows(numbered, grid)))
    if story.is_search:
        yield "A search numbers no vertices."


def _rows(numbered: VerticesNumbered, grid: Grid) -> Iterator[tuple[str, ...]]:
    points = {vertex.number: grid.point(vertex.spot) for vertex in numbered.vertices}
    neighbours: dict[int, dict[int, str]] = defaultdict(dict)
    for start, end, by in numbered.connections:
        neighbours[start][end] = neighbours[end][start] = BY[by]
    for vertex in numbered.vertices:
        here = points[vertex.number]
        tuples = (_tuple(here, end, points[end], by) for end, by in sorted(neighbours[vertex.number].items()))
        yield (
            str(vertex.number), *map(str, here), vertex.type, str(vertex.subpuzzle), " ".join(tuples)
        )  # fmt: skip


def _tuple(here: Point, number: int, there: Point, by: str) -> str:
    x, y = there[0] - here[0], there[1] - here[1]
    angle = degrees(atan2(y, x)) % 360
    is_on_grid = not x or not y or abs(x) == abs(y)
    direction = COMPASS[round(angle / 45) % 8] if is_on_grid else f"{angle:.0f}°"
    return f"({number}, {max(abs(x), abs(y))}, {direction}, {by})"


def _table(rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    cells = [HEAD, *rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
