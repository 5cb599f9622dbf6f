"""The picture of a hint: what is placed, in grey, and the piece that is hinted at or those to take back."""

from collections.abc import Iterable, Sequence
from math import inf
from pathlib import Path
from typing import NamedTuple

from heuristan.common.plane import Ring, Spot
from heuristan.common.results import Advice as Told
from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import View, middle_of, tidy
from heuristan.common.svg.page import hatch, label, outline_path, page, region, shortened
from heuristan.common.svg.palette import LIGHT, LINE, PAPER, mixed
from heuristan.common.svg.plates import LARGEST_LEG, MARGIN, TALLEST, WIDTH, enlarged, sentences
from heuristan.common.svg.png import Embedded, embedded
from heuristan.pictures.solved_pages import FADED, on_page, page_picture
from heuristan.tangram.explain.words import capital
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.solution import filled
from heuristan.tangram.render.story import Tile, tone_of
from heuristan.teaching.hinting.advice import Advice, Advised, Hint, TakeBack

GAP = 24.0
BACK = "#b3001b"
"""Colour of the pieces to take back; their hatching says the same."""
_PLACED = mixed(LINE, PAPER, 0.62)
_TOP = 66.0
_SIZE = 13.0
_MARK = 11.0


class HintScene(NamedTuple):
    """What the picture of a hint shows, in legs."""

    outline: tuple[Ring, ...]
    placed: tuple[Ring, ...]
    """In the order of their numbers."""
    angle: float
    """By which the picture is turned, in radians."""
    hinted: tuple[str, Ring] | None = None
    """Name and ring of the piece that goes there."""
    vertex: Spot | None = None
    """Where to look."""
    taken_back: tuple[int, ...] = ()
    """The numbers, from 1, of the placed pieces to take back."""
    page: Embedded | None = None
    """The page that the outline was read from; all places are pixels of it then, y up, and it is drawn beneath."""

    @property
    def extent(self) -> tuple[Ring, ...]:
        """The rings that the picture has room for: the outline, or the edge of the page."""
        if self.page is None:
            return self.outline
        right, bottom = self.page.width - 0.5, 0.5 - self.page.height
        return (((-0.5, 0.5), (right, 0.5), (right, bottom), (-0.5, bottom)),)


def advice_svg(advised: Advised, told: Told, picture: Path | None = None, *, with_piece: bool) -> str:
    """Return the picture of some advice, with its words. It shows nothing of the other pieces to place.

    Args:
        advised: the advice.
        told: the advice in words.
        picture: the picture that the puzzle was read from, to be drawn beneath; None if it was none.
        with_piece: whether the piece that is hinted at is shown, or only the vertex.

    Raises:
        InputError: if the picture cannot be read any more.
    """
    scene = scene_of(advised.puzzle, advised.lying, advised.advice, picture, with_piece=with_piece)
    title, words = told.id, [line for line in (capital(told.head), told.more) if line]
    room = WIDTH - 2 * MARGIN
    limits = (LARGEST_LEG, TALLEST) if scene.page is None else (inf, room)
    view, bottom = enlarged(scene.extent, scene.angle, _TOP, *limits)
    heading = label(MARGIN, 40, shortened(title, room, 20, bold=True), size=20, bold=True, kind="title")
    figure: list[svg.Element] = [
        *([_page(scene.page, view)] if scene.page else []),
        region(scene.outline, view, "outline", fill=LIGHT),
        *(region([ring], view, "placed", fill=_PLACED, stroke=PAPER, width=1.2) for ring in scene.placed),
        *(_taken_back(view.ring(scene.placed[number - 1])) for number in scene.taken_back),
        region(scene.outline, view, "outline-edge", fill="none", stroke=LINE, width=3),
        *([_hinted(*scene.hinted, view)] if scene.hinted else []),
        *([_mark(view.spot(scene.vertex))] if scene.vertex else []),
        *(_number(number, view.ring(ring)) for number, ring in enumerate(scene.placed, 1)),
    ]
    below, bottom = sentences(words, bottom + GAP, kind="hint-words", size=13.0, spacing=18.0)
    return page(WIDTH, bottom + MARGIN / 2, title, " ".join(words), [heading, *figure, *below], "hint-picture")


def _page(picture: Embedded, view: View) -> svg.Element:
    box = (*view.spot((-0.5, 0.5)), picture.width * view.scale, picture.height * view.scale)
    return embedded(picture, box, FADED)


def _hinted(name: str, ring: Ring, view: View) -> svg.G:
    return filled(Tile("hint", name, ring, tone_of(name, 0)), view, edge=3)


def _mark(spot: Spot) -> svg.G:
    """Return a ring round the vertex where to look."""
    x, y = tidy(spot[0]), tidy(spot[1])
    rings: list[svg.Element] = [
        svg.Circle(cx=x, cy=y, r=_MARK, fill="none", stroke=PAPER, stroke_width=5.5),
        svg.Circle(cx=x, cy=y, r=_MARK, fill="none", stroke=LINE, stroke_width=2.5),
    ]
    return svg.G(class_=["vertex"], elements=rings)


def _taken_back(ring: Ring) -> svg.G:
    border = svg.Path(
        d=outline_path([ring]),
        fill="none",
        stroke=BACK,
        stroke_width=3,
        stroke_dasharray=[7, 4],
        stroke_linejoin="round",
    )
    return svg.G(class_=["taken-back"], elements=[hatch([ring], BACK, spacing=7, width=1.6), border])


def _number(number: int, ring: Ring) -> svg.Text:
    (x, y), _ = middle_of(ring)
    return label(x, y + 5, str(number), size=14, bold=True, anchor="middle", kind="number", halo=PAPER)


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
    position = puzzle.position

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
