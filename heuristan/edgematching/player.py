"""Films of edge-matching: what the linear programs decide, or the pieces laid one after the other."""

from collections.abc import Iterator, Mapping, Sequence

from heuristan.common.svg.palette import FAINT, LINE, PAPER, Tone
from heuristan.common.web.film import Film, Shape, Still, Titles, film_of_stills, upright
from heuristan.common.words import plural
from heuristan.edgematching.candidates import options_of
from heuristan.edgematching.hinting import Reasons
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.readings import said
from heuristan.edgematching.render import iterates
from heuristan.edgematching.render.grids import Grid, drawn_faces, half_ring, tone_in
from heuristan.edgematching.results import Result

APART = 0.9
"""Distance between the layers of a box, in sides of a piece."""
MIXED = (
    "An edge has the colours of the pieces that may still lie there, mixed as the program weighs them; a number says "
    "that it is decided."
)


def film_of(puzzle: Puzzle, result: Result, found: Sequence[iterates.Snapshot] = ()) -> Film:
    """Make the film of a result.

    Args:
        puzzle: the puzzle.
        result: its result.
        found: the iterates of all linear programs, if some were solved; without them the solution is laid piece by
            piece.
    """
    drawing = _Drawing(puzzle)
    stills = [*drawing.programs(found), *drawing.solution(result, whole=bool(found))]
    how = f" Read with {said(puzzle)}." if puzzle.assumed else ""
    about = f"Edge-matching: {plural(len(puzzle.pieces), 'piece')}, solved by {result.solver}.{how}"
    brief = result.message or f"{result.status} by {result.solver}"
    return film_of_stills(Titles("edgematching", puzzle.id or "puzzle", about, result.status, brief), stills)


class _Drawing:
    """Draws the states of a puzzle of squares or cubes."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.places = puzzle.board.places
        self.cell = puzzle.board.cell
        columns = puzzle.board.sizes[-1]
        self.grids = [Grid(layer * (columns + APART), 0.0, 1.0, self.cell) for layer in range(puzzle.board.layers)]
        self.frame = [
            Shape(
                upright(self._grid(place).outside(place, face)),
                tone_in(puzzle, colour),
                puzzle.name(colour),
                "the frame",
            )
            for (index, face), colour in puzzle.walls.items()
            if face in drawn_faces(self.cell) and (place := self.places[index])
        ]

    def programs(self, found: Sequence[iterates.Snapshot]) -> Iterator[Still]:
        """Yield P after each program: each edge in the mixture of the colours that P gives it."""
        options, start = options_of(self.puzzle), -1
        for still in found:
            decided = sum(value > iterates.DECIDED for *_, value in still.entries)
            shares = iterates.shares_of(still, options)
            shapes = [
                self._edge(index, face, *_mixed(self.puzzle, shares[index, face]))
                for index in range(len(self.places))
                for face in drawn_faces(self.cell)
            ]
            again = f", after {plural(still.start, 'restart')}" if still.start else ""
            text = f"{decided} of {plural(len(self.places), 'place')} are decided. {MIXED}"
            yield Still(f"Program {still.number}{again}", text, [*shapes, *self.frame], begins=still.start != start)
            start = still.start

    def solution(self, result: Result, *, whole: bool) -> Iterator[Still]:
        """Yield the solution, at once or piece by piece; or the board alone if there is none."""
        laid = result.shown
        if not whole:
            status = f"{result.status.capitalize()}: {result.message or 'there is no solution to show'}."
            why = "" if result.arrangement else status
            yield Still("The board", why, [*map(self._empty, range(len(self.places))), *self.frame], begins=True)
        reasons = None if laid is None else Reasons(self.puzzle, laid)
        for number in () if laid is None else (len(laid),) if whole else range(1, len(laid) + 1):
            assert laid is not None
            assert reasons is not None
            faces = [self.puzzle.faces_of(each) for each in laid[:number]]
            pieces = [shape for index, shown in enumerate(faces) for shape in self._piece(index, shown)]
            empty = [self._empty(index) for index in range(number, len(laid))]
            name = "The solution" if result.best is None else "The best board"
            heading = (
                name
                if whole
                else f"Piece {laid[number - 1].piece + 1} at {self.puzzle.board.describe(self.places[number - 1])}"
            )
            told = (
                "Halves that touch make a picture." if self.puzzle.halves else "Edges that touch have the same colour."
            )
            told = told if result.best is None else f"{result.best.in_words()}."
            why = "" if whole else f"{reasons.why(number - 1)} "
            text = why + (told if number == len(laid) else "")
            yield Still(heading, text, [*empty, *pieces, *self.frame])

    def _piece(self, index: int, faces: Sequence[int]) -> Iterator[Shape]:
        for face in drawn_faces(self.cell):
            colour = faces[face]
            yield self._edge(index, face, tone_in(self.puzzle, colour), self.puzzle.name(colour))
            if self.puzzle.mate(colour) != colour:
                place = self.places[index]
                ring = half_ring(self._grid(place).triangle(place, face))
                yield Shape(upright(ring), Tone(PAPER if colour in self.puzzle.second_halves else LINE))

    def _edge(self, index: int, face: int, tone: Tone, words: str) -> Shape:
        place = self.places[index]
        return Shape(upright(self._grid(place).triangle(place, face)), tone, words)

    def _empty(self, index: int) -> Shape:
        place = self.places[index]
        return Shape(upright(self._grid(place).outline(place)), Tone(FAINT))

    def _grid(self, place: Sequence[int]) -> Grid:
        return self.grids[place[0] if len(place) == 3 else 0]


def _mixed(puzzle: Puzzle, shares: Mapping[int, float]) -> tuple[Tone, str]:
    """Return the mixture of colours with their shares, and the number of the one that is decided."""
    if not shares:
        return Tone(PAPER), ""
    colour, share = max(shares.items(), key=lambda item: item[1])
    return Tone(iterates.mixture(puzzle, shares)), puzzle.name(colour) if share > iterates.DECIDED else ""
