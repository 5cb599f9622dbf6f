"""A search in words: its way, the pieces of the solution one by one, the number of solutions, the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from heuristan.common.plane import Ring
from heuristan.tangram.explain.ending import AS_READ
from heuristan.tangram.explain.words import (
    NARROW,
    Place,
    article,
    capital,
    listed,
    number,
    plural,
    spoken,
    vertex_count,
)
from heuristan.tangram.trace.events import (
    Ended,
    PiecePlaced,
    PuzzleRead,
    SolutionFound,
    SolutionsCounted,
    Trace,
    every,
    first,
)

_EXHAUSTIVELY = (
    "It was searched exhaustively. A state is what is left of the outline when some pieces are placed. In each state "
    "the search lists for every convex vertex what can lie there: the pieces that fit, in every way to lay them, "
    "except those that leave a stretch of edge which no sides add up to. It fills the vertex with the fewest ways. If "
    "several fit, they are tried one after another; if nothing fits, the last piece is put back. Every piece that "
    "covers such a vertex has one of its own vertices there and a side along the edge, so nothing is left out: the "
    "outline as it was read has no solution that the search does not find."
)
_AS_FORD = (
    "It was searched as Ford does it (2022). The largest piece that is left comes first. Each of its vertices is laid "
    "on each vertex of what is left of the outline, in eight turns, and turned over if that makes a difference. If it "
    "lies inside, the next piece is tried in the rest; if that fails, it is put back and laid elsewhere. A solution is "
    "not found if some piece, when its turn comes, has none of its vertices on a vertex. So if this search finds "
    "nothing, nothing is proved."
)
_WAYS = {"exhaustively": _EXHAUSTIVELY, "as Ford searches": _AS_FORD}

_MEANINGS = {
    "unsolvable": "Every way to fill the outline was tried or ruled out, so this is certain.",
    "stuck": "That does not prove that the puzzle has no solution. The exhaustive search, --solver exact, decides it.",
    "limit": "That does not show whether the puzzle has a solution.",
}


def is_search(trace: Trace) -> bool:
    """Return whether a trace is of a search, and not of a ranking."""
    puzzle = first(trace, PuzzleRead)
    if puzzle is not None:
        return puzzle.way in _WAYS
    return any(isinstance(event, PiecePlaced | SolutionFound | SolutionsCounted) for event in trace)


def describe_way(puzzle: PuzzleRead) -> str:
    """Describe the way of the search."""
    return _WAYS[puzzle.way]


@dataclass(frozen=True)
class ExplainedSearch:
    """A search, and its description."""

    puzzle: PuzzleRead | None
    placed: tuple[PiecePlaced, ...]
    """The first solution."""
    found: tuple[SolutionFound, ...]
    """All solutions, if they were asked for."""
    count: SolutionsCounted | None
    ended: Ended | None
    place: Place

    @classmethod
    def of(cls, trace: Trace, place: Place) -> "ExplainedSearch":
        return cls(
            puzzle=first(trace, PuzzleRead),
            placed=every(trace, PiecePlaced),
            found=every(trace, SolutionFound),
            count=first(trace, SolutionsCounted),
            ended=first(trace, Ended),
            place=place,
        )

    def steps(self) -> Iterator[tuple[str, str]]:
        """Yield a heading and a paragraph for each piece of the first solution."""
        for piece in self.placed:
            where = f"at the vertex {self.place.coordinates(piece.vertex)}, {self.place.region(piece.vertex)}"
            heading = f"Step{NARROW}{piece.step}: {article(spoken(piece.name))} {where}"
            yield heading, " ".join(self._sentences(piece))

    def _sentences(self, piece: PiecePlaced) -> Iterator[str]:
        if piece.fits == 1:
            yield "It is the only piece that fits there."
        elif piece.fits > 1:
            yield f"It is one of {number(piece.fits)} that fit there."
        yield f"Its vertices are {listed(map(self.place.coordinates, piece.vertices))}."
        left = f"What is left has {plural(vertex_count(piece.remaining), 'vertex', 'vertices')}."
        yield left if piece.remaining else "Nothing is left of the outline."

    def forced(self) -> Iterator[str]:
        """Yield what follows for other solutions if the first steps had no choice."""
        steps = len(list(takewhile(lambda piece: piece.fits == 1, self.placed)))
        if steps and steps == len(self.placed):
            yield "At every step only one piece fitted, so there is no other solution."
        elif steps == 1:
            yield "There was no choice at the first step: every solution has that piece there."
        elif steps:
            yield f"There was no choice in the first {number(steps)} steps: every solution has these pieces there."

    def counts(self) -> Iterator[str]:
        """Yield the number of solutions."""
        count = self.count
        if count is None or count.tilings < 1:
            return
        several = count.tilings > 1
        if count.complete:
            unique = "" if several else ", so it is unique"
            yield f"There {'are' if several else 'is'} {plural(count.tilings, 'solution')}{unique}."
        else:
            more = capital(plural(count.tilings, "solution was", "solutions were"))
            yield f"{more} found, and there may be others: {self._why_not_all()}."
        if several:
            yield _up_to_symmetry(count)
        if count.told_apart != count.tilings:
            yield f"If equal pieces are distinguished, there are {number(count.told_apart)}."

    def _why_not_all(self) -> str:
        if self.ended is not None and self.ended.status != "limit" and self._is_fords:
            return "this way of searching need not find them all"
        return "the time limit was reached before every way was tried"

    @property
    def _is_fords(self) -> bool:
        return self.puzzle is not None and self.puzzle.way == "as Ford searches"

    def listed(self) -> Iterator[tuple[str, list[str]]]:
        """Yield for each of several solutions a heading, and its pieces, a line each."""
        for solution in self.found if len(self.found) > 1 else ():
            like = f", like solution{NARROW}{solution.like}" if solution.like != solution.number else ""
            lines = [f"{spoken(piece.piece)} {self._vertices(piece.vertices)}" for piece in solution.pieces]
            yield f"Solution{NARROW}{solution.number}{like}:", lines

    def _vertices(self, ring: Ring) -> str:
        return ", ".join(map(self.place.coordinates, ring))

    def ending(self) -> Iterator[str]:
        """Yield how the search ended."""
        ended = self.ended
        if ended is not None and ended.before:
            yield f"{capital(ended.before.rstrip('.'))}."
        if ended is None:
            yield "The trace ends before the run does."
        elif ended.status == "solved":
            yield from self._solved(ended)
        else:
            message = ended.message.rstrip(".")
            yield f"{ended.status.capitalize()}: {message or 'there is no more to say'}."
            if ended.status in _MEANINGS and not self.placed:
                yield AS_READ if ended.status == "stuck" and not self._is_fords else _MEANINGS[ended.status]
            if ended.extractions > 0:
                put_back = "" if ended.status == "limit" else " and put back"
                yield f"In all, {plural(ended.extractions, 'piece was', 'pieces were')} placed{put_back}."

    def _solved(self, ended: Ended) -> Iterator[str]:
        yield f"Solved: {plural(len(self.placed), 'piece fills', 'pieces fill')} the outline."
        if self._is_fords:
            yield f"{capital(ended.message.rstrip('.'))}."
            return
        states = f"The search visited {plural(ended.extractions + 1, 'state')}, including the empty outline"
        if self.count is not None:
            yield f"{states}{', until every way was tried' if self.count.complete else ''}."
        elif ended.backtracks:
            put_back = f"{number(ended.backtracks)} {'was' if ended.backtracks == 1 else 'were'} put back"
            yield f"{states}: of {plural(ended.extractions, 'piece')} placed, {put_back}."
        else:
            yield f"{states}, and no piece had to be put back."


def _up_to_symmetry(count: SolutionsCounted) -> str:
    if count.distinct == count.tilings:
        return "No symmetry of the outline takes one of them to another."
    if count.distinct == 1:
        unique = ", so the solution is unique" if count.complete else ""
        same = f"the others are the same, turned or turned over{unique}"
        return f"Up to the symmetries of the outline there is only one: {same}."
    return (
        f"Up to the symmetries of the outline there are {number(count.distinct)}: the others are these, turned or "
        "turned over."
    )
