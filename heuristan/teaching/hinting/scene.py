"""The scene of a hint for its picture: in legs, or on the page that the figure was read from."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from heuristan.common.plane import Ring, Spot
from heuristan.pictures.solved_pages import on_page, page_picture
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.verification.claims.claims import LaidPiece
from heuristan.tangram.verification.judging.placing import Position
from heuristan.teaching.hinting.advice import Advice, Hint, TakeBack
from heuristan.teaching.hinting.drawn import HintScene


def scene_of(
    puzzle: Puzzle, lying: Sequence[LaidPiece], advice: Advice, picture: Path | None = None, *, with_piece: bool = True
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
    position = Position.of(puzzle)

    def ring(spots: Iterable[Spot]) -> Ring:
        return tuple(map(position.legs, spots)) if at is None else tuple((x, -y) for x, y in on_page(spots, at))

    outline = tuple(ring(map(puzzle.own, points)) for points in puzzle.rings)
    placed = tuple(ring(piece.vertices) for piece in lying)
    page = None if at is None or picture is None else page_picture(picture, at.page)
    scene = HintScene(outline, placed, puzzle.frame.angle if at is None else 0.0, page=page)
    if isinstance(advice, TakeBack):
        return scene._replace(taken_back=advice.pieces)
    if not isinstance(advice, Hint):
        return scene
    (vertex,) = ring([advice.vertex])
    hinted = (advice.name, ring(advice.piece.vertices)) if with_piece else None
    return scene._replace(vertex=vertex, hinted=hinted)
