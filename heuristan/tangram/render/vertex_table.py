"""The vertex array as a table, as figure 4 of the paper has it: number, x, y, type, subpuzzle, and a tuple of four for
each neighbour: its number, the length and the direction of the connection, and whether that is an edge.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import atan2, degrees

from heuristan.tangram.render.picture_points import Grid, Point
from heuristan.tangram.render.story import Story, story_of
from heuristan.tangram.trace.attempts import AskedAttempt, alike
from heuristan.tangram.trace.events import Event, VerticesNumbered

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
    states = [(f"before step {step.taken.step}, {step.taken.name}", step.numbered) for step in story.steps]
    if not states:
        states = [("at the start", story.numbered)]
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
