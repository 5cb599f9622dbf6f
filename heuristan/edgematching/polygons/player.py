"""Films of polygon puzzles: the pieces in each iterate of Algorithm 2, or laid one after the other."""

from collections import Counter
from collections.abc import Iterator, Mapping

from heuristan.common.plane import Ring
from heuristan.common.svg.palette import LIGHT, Tone, colour_of, tone_in
from heuristan.common.web.film import Film, Shape, Still, Titles, film_of_stills
from heuristan.common.words import plural
from heuristan.edgematching.polygons.hinting import why
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle
from heuristan.edgematching.polygons.results import PolygonResult
from heuristan.edgematching.polygons.searching import laid_in_turn


def film_of(puzzle: PolygonPuzzle, result: PolygonResult) -> Film:
    """Make the film of a result; the solution of a search, which has no iterates, is laid piece by piece."""
    stills = [_empty(puzzle, result), *_iterates(puzzle, result), *_solution(puzzle, result)]
    about = f"Edge-matching of {plural(len(puzzle.pieces), 'polygon')}, solved by {result.solver}."
    return film_of_stills(Titles("edgematching", puzzle.id, about, result.status, result.message), stills)


def _empty(puzzle: PolygonPuzzle, result: PolygonResult) -> Still:
    words = "" if result.steps or result.places else f"{result.status.capitalize()}: {result.message}."
    return Still("The frame", words, _shapes(puzzle, {}), begins=True)


def _iterates(puzzle: PolygonPuzzle, result: PolygonResult) -> Iterator[Still]:
    before: tuple[int, int] | None = None
    for number, step in enumerate(result.steps, 1):
        moved = (piece.moved(place) for piece, place in zip(puzzle.pieces, step.places, strict=True))
        rings = dict(enumerate(moved))
        again = f" In round {step.attempt + 1}." if step.attempt else ""
        text = (
            "Each piece lies where the program's mixture has it in the mean. How far it is from a decision (the sum of "
            f"the eigenvalues that should vanish): {step.objective:.2g}; 0 is decided.{again}"
        )
        heading = f"Iterate {number}, of degree {step.degree}"
        yield Still(heading, text, _shapes(puzzle, rings), begins=before not in (None, step[:2]))
        before = step[:2]


def _solution(puzzle: PolygonPuzzle, result: PolygonResult) -> Iterator[Still]:
    if not result.places:
        return
    rings = dict(enumerate(result.rings(puzzle)))
    if result.steps:
        yield Still("The solution", "The judge accepts it.", _shapes(puzzle, rings))
        return
    shown: dict[int, Ring] = {}
    for laid in laid_in_turn(puzzle, result.places):
        number, name = laid.number, puzzle.pieces[laid.number].name
        shown[number] = puzzle.pieces[number].moved(laid.place)
        heading = f"Piece {number + 1}: {name}, its lowest corner at ({laid.corner[0]:.4g}, {laid.corner[1]:.4g})"
        judged = " The judge accepts the whole." if len(shown) == len(rings) else ""
        yield Still(heading, f"{why(laid).capitalize()}.{judged}", _shapes(puzzle, shown))


def _shapes(puzzle: PolygonPuzzle, rings: Mapping[int, Ring]) -> list[Shape]:
    seen: Counter[str] = Counter()
    shapes = [Shape(ring, Tone(LIGHT), title="the frame") for ring in puzzle.frame[:1]]
    shapes += [Shape(ring, Tone("#ffffff"), title="a hole") for ring in puzzle.frame[1:]]
    for number, piece in enumerate(puzzle.pieces):
        if number in rings:
            tone = tone_in(colour_of(piece.name), seen[piece.name])
            shapes.append(Shape(rings[number], tone, str(number + 1), piece.name))
        seen[piece.name] += 1
    return shapes
