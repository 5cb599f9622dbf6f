"""The chain of facts behind a step, from the trace alone: match, rule, runs, connections, and where these came from."""

from collections.abc import Iterator
from math import dist
from typing import NamedTuple

from heuristan.common.plane import Spot, Stretch, sides_of
from heuristan.common.words import paragraph
from heuristan.tangram.explain.opening import numbered
from heuristan.tangram.explain.steps import Steps, figure
from heuristan.tangram.explain.words import NARROW, Place, length, vertex_at
from heuristan.tangram.trace.events import Connection, MatchTaken, Side, Trace
from heuristan.tangram.trace.kept_path import Path, Situation

_DASH = "\u2013"
_HAIR = 1e-6
"""In legs; far below the shortest side, far above what the decimals of a trace lose."""
_GRADES = {
    "E": "all edge",
    "M": "edge and extension line",
    "X": "extension line",
    "O": "open: nothing need lie along it",
}


class HowError(ValueError):
    """There is no step with that number; the message says which there are."""


def describe_how(trace: Trace, step: int | None = None) -> Iterator[str]:
    """Yield lines that lead from a step back to the outline.

    Args:
        trace: the events of a run; of several attempts the one that solved it or came furthest.
        step: the number of a step, the last one if not given.

    Raises:
        HowError: if there is no such step.
    """
    path = Path.of(trace)
    if not path.taken or path.puzzle is None:
        raise HowError("no step was taken yet")
    wanted = len(path.taken) if step is None else step
    if not 1 <= wanted <= len(path.taken):
        raise HowError(f"there is no step {wanted}; the steps are 1 to {len(path.taken)}")
    yield from _How(path, Place.of(path.puzzle)).lines(wanted - 1)


class _How(NamedTuple):
    path: Path
    place: Place

    def lines(self, i: int) -> Iterator[str]:
        """Yield the lines on a step, by its index."""
        taken, before = self.path.taken[i], self.path.situations[i]
        yield paragraph(Steps(self.path, self.place).heading(taken, before))
        corners = [str(n) if n is not None else self.place.coordinates(p) for n, p in self._corners(taken)]
        yield paragraph(f"match: {figure(taken)} {_DASH.join(corners)}, {taken.grades}", "  ")
        rule = numbered(taken.rule, self.path.rank.get(taken.rule))
        found = self.path.by_name.get(taken.rule)
        asked = " or ".join(each for each in (found.three_sided, found.four_sided) if each) if found else ""
        title = f' ("{found.title}")' if found and found.clips else ""
        yield paragraph(f"<- {rule}{title}{f', which wants {asked}' if asked else ''}", "  ")
        for side, (start, end) in zip(taken.sides, sides_of(corners), strict=False):
            yield from self._side(i, side, f"{start}{_DASH}{end}")

    def _corners(self, taken: MatchTaken) -> list[tuple[int | None, Spot]]:
        numbers = taken.numbers or (None,) * len(taken.vertices)
        return list(zip(numbers, taken.vertices, strict=False))

    def _side(self, i: int, side: Side, named: str) -> Iterator[str]:
        along = length(dist(side.start, side.end))
        what = "side" if side.grade == "O" else "run"
        yield paragraph(f"<- {what} {named}, length {along}: {_GRADES[side.grade]}", "     ", " " * 10)
        seen: set[str] = set()
        for connection in side.supports:
            words = self._connection(i, connection)
            if words not in seen:
                seen.add(words)
                yield paragraph(f"<- {words}", "        ", " " * 13)

    def _connection(self, i: int, connection: Connection) -> str:
        start, end, by = connection
        stretch = _stretch_of(self.path.situations[i], connection)
        named = f"{by} {start}{_DASH}{end}"
        if stretch is None:
            return named
        return f"{named} <- {self._edge(i, stretch) if by == 'edge' else self._line(i, stretch)}"

    def _edge(self, i: int, stretch: Stretch) -> str:
        """Say where an edge comes from: the outline, an earlier step, or an internal edge."""
        made = [
            each for each in self.path.taken[:i] if any(_lies_on(stretch, *side) for side in sides_of(each.vertices))
        ]
        if made:
            return f"made by step{NARROW}{made[-1].step}, {figure(made[-1])}"
        assert self.path.puzzle is not None
        for ring in self.path.puzzle.outline:
            if any(_lies_on(stretch, *side) for side in sides_of(ring)):
                return "the outline"
        internal = self.path.situations[i].internal_edges
        if any(_lies_on(stretch, edge.start, edge.end) for edge in internal):
            return f"an internal edge <- {self._line(i, stretch)}"
        return "the outline and edges made by earlier steps"

    def _line(self, i: int, stretch: Stretch) -> str:
        """Say from which concave vertices an extension line was prolonged, when it was drawn first."""
        for situation in self.path.situations[: i + 1]:
            for line in situation.drawn.lines:
                if _lies_on(stretch, line.start, line.end):
                    both = (line.start, line.end), (line.end, line.start)
                    found = [self._origin(situation, *ends) for ends in both]
                    words = " and ".join(each for each in found if each)
                    if words:
                        return f"prolonged from {words}"
        return "drawn earlier"

    def _origin(self, situation: Situation, start: Spot, end: Spot) -> str:
        """Name the concave vertex and its edge of which a line is the prolongation; empty if it is not."""
        numbered = situation.numbered
        if numbered is None:
            return ""
        spots = {vertex.number: vertex.spot for vertex in numbered.vertices}
        concave = [v for v in numbered.vertices if v.type == "concave" and dist(v.spot, start) < _HAIR]
        for vertex in concave:
            for a, b, by in numbered.connections:
                other = b if a == vertex.number else a if b == vertex.number else None
                if by == "edge" and other is not None and _goes_on(spots[other], start, end):
                    named = vertex_at(vertex.spot, self.place, numbered)
                    return f"concave {named}, edge {other}{_DASH}{vertex.number}"
        return ""


def _stretch_of(situation: Situation, connection: Connection) -> Stretch | None:
    if situation.numbered is None:
        return None
    spots = {vertex.number: vertex.spot for vertex in situation.numbered.vertices}
    start, end, _ = connection
    return Stretch(spots[start], spots[end]) if start in spots and end in spots else None


def _lies_on(stretch: Stretch, start: Spot, end: Spot) -> bool:
    """Return whether both ends of a stretch lie between two points."""
    whole = dist(start, end)
    return all(dist(start, p) + dist(p, end) < whole + _HAIR for p in (stretch.start, stretch.end))


def _goes_on(before: Spot, at: Spot, after: Spot) -> bool:
    """Return whether a line from one point to another goes straight on to a third."""
    (ax, ay), (bx, by) = (at[0] - before[0], at[1] - before[1]), (after[0] - at[0], after[1] - at[1])
    return abs(ax * by - ay * bx) < _HAIR and ax * bx + ay * by > 0
