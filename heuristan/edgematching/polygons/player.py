"""Films of polygon puzzles: the pieces in each iterate of Algorithm 2, or laid one after the other."""

from collections import Counter
from collections.abc import Iterator, Sequence

from heuristan.common.plane import Ring
from heuristan.common.svg.palette import LIGHT, Tone, colour_of, tone_in
from heuristan.common.web.film import Film, Shape, Still, Titles, film_of_stills
from heuristan.common.words import plural
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle
from heuristan.edgematching.polygons.results import PolygonResult


def film_of(puzzle: PolygonPuzzle, result: PolygonResult) -> Film:
    """Make the film of a result; the solution of a search, which has no iterates, is laid piece by piece."""
    stills = [_empty(puzzle, result), *_iterates(puzzle, result), *_solution(puzzle, result)]
    about = f"Edge-matching of {plural(len(puzzle.pieces), 'polygon')}, solved by {result.solver}."
    return film_of_stills(Titles("edgematching", puzzle.id, about, result.status, result.message), stills)


def _empty(puzzle: PolygonPuzzle, result: PolygonResult) -> Still:
    words = "" if result.steps or result.places else f"{result.status.capitalize()}: {result.message}."
    return Still("The frame", words, _shapes(puzzle, []), begins=True)


def _iterates(puzzle: PolygonPuzzle, result: PolygonResult) -> Iterator[Still]:
    before: tuple[int, int] | None = None
    for number, step in enumerate(result.steps, 1):
        rings = [piece.moved(place) for piece, place in zip(puzzle.pieces, step.places, strict=True)]
        again = f" In round {step.attempt + 1}." if step.attempt else ""
        text = f"The eigenvalues that should vanish sum to {step.objective:.2g}.{again}"
        heading = f"Iterate {number}, of degree {step.degree}"
        yield Still(heading, text, _shapes(puzzle, rings), begins=before not in (None, step[:2]))
        before = step[:2]


def _solution(puzzle: PolygonPuzzle, result: PolygonResult) -> Iterator[Still]:
    rings = result.rings(puzzle) if result.places else []
    for count in [len(rings)] if result.steps and rings else range(1, len(rings) + 1):
        heading = "The solution" if result.steps else f"Piece {count}: {puzzle.pieces[count - 1].name}"
        yield Still(heading, "The judge accepts it." if count == len(rings) else "", _shapes(puzzle, rings[:count]))


def _shapes(puzzle: PolygonPuzzle, rings: Sequence[Ring]) -> list[Shape]:
    seen: Counter[str] = Counter()
    shapes = [Shape(ring, Tone(LIGHT), title="the frame") for ring in puzzle.frame[:1]]
    shapes += [Shape(ring, Tone("#ffffff"), title="a hole") for ring in puzzle.frame[1:]]
    for number, (piece, ring) in enumerate(zip(puzzle.pieces, rings, strict=False), 1):
        shapes.append(Shape(ring, tone_in(colour_of(piece.name), seen[piece.name]), str(number), piece.name))
        seen[piece.name] += 1
    return shapes
