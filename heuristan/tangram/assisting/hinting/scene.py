"""The scene of a hint for its picture: in legs, or on the page that the figure was read from."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from heuristan.common.plane import Ring, Spot
from heuristan.tangram.assisting.hinting.advice import Advice, Hint, TakeBack
from heuristan.tangram.assisting.solved_pages import on_page, page_picture
from heuristan.tangram.lattice.points import Point
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.drawing import PageSpot
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.hint import HintScene


def scene_of(
    puzzle: Puzzle, lying: Sequence[Placement], advice: Advice, picture: Path | None = None, *, with_piece: bool = True
) -> HintScene:
    """Return the scene of some advice.

    Args:
        puzzle: the puzzle.
        lying: the pieces that are placed already.
        advice: what to do next.
        picture: the picture that the puzzle was read from, to be drawn beneath; None if it was none.
        with_piece: whether the piece that is hinted at is shown, or only the vertex.

    Raises:
        InputError: if the picture cannot be read any more.
    """
    at = puzzle.drawing.origin.spot if picture is not None and puzzle.drawing is not None else None

    def ring(points: Iterable[Point]) -> Ring:
        return tuple(map(puzzle.in_legs, points)) if at is None else _on(puzzle, points, at)

    outline, placed = tuple(map(ring, puzzle.rings)), tuple(ring(placement.ring) for placement in lying)
    page = None if at is None or picture is None else page_picture(picture, at.page)
    scene = HintScene(outline, placed, puzzle.frame.angle if at is None else 0.0, page=page)
    if isinstance(advice, TakeBack):
        return scene._replace(taken_back=advice.pieces)
    if not isinstance(advice, Hint):
        return scene
    (vertex,) = ring([advice.vertex])
    hinted = (advice.piece.name, ring(advice.piece.ring)) if with_piece else None
    return scene._replace(vertex=vertex, hinted=hinted)


def _on(puzzle: Puzzle, points: Iterable[Point], spot: PageSpot) -> Ring:
    """Return points as pixels of a page, y up."""
    own: Iterable[Spot] = (puzzle.own_of_legs(*puzzle.in_legs(point)) for point in points)
    return tuple((x, -y) for x, y in on_page(own, spot))
