"""The film of an assembly: piece by piece, in the order in which they were laid, each with its picture."""

from collections.abc import Mapping, Sequence
from math import ceil

from heuristan.common.svg.palette import LINE, Tone, mixed
from heuristan.common.web.film import (
    MOST_SHAPES,
    MOST_STILLS,
    Film,
    Shape,
    Still,
    Titles,
    evenly,
    film_of_stills,
    upright,
)
from heuristan.common.words import plural
from heuristan.jigsaw.judging.doubts import SURE, Doubts, Weight
from heuristan.jigsaw.judging.verdict import Place
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.render.assembled import miniature
from heuristan.jigsaw.render.stages import LONGEST, Tile, tiles
from heuristan.jigsaw.results import Result, describe

MOST_POINTS = 8000
"""Maximum number of points of all outlines: each takes some 20 bytes of a page."""


def film_of(pieces: Sequence[Piece], result: Result) -> Film:
    """Make the film of a result; of a large puzzle several pieces are laid at a time."""
    laid = sorted(tiles(pieces, result), key=lambda tile: tile.step)
    step = ceil(sum(len(tile.ring) for tile in laid) / MOST_POINTS) or 1
    shapes = [_shape(tile, step) for tile in laid]
    # still k holds k pieces: n stills of all pieces hold about half of n times as many
    most = max(2, min(MOST_STILLS, 2 * MOST_SHAPES // max(1, len(laid))))
    weights = _weights(pieces, result)
    every = [_still(laid, shapes, weights, count) for count in range(len(laid) + 1)]
    stills = [every[count] for count in evenly(len(every), most)]
    return film_of_stills(
        Titles("jigsaw", result.id, f"A jigsaw puzzle, assembled by {result.solver}.", result.status, describe(result)),
        [stills[0]._replace(begins=True), *stills[1:]],
        miniature(pieces, result, LONGEST),
        [still[:2] for still in every],
    )


def _weights(pieces: Sequence[Piece], result: Result) -> dict[Place, Weight]:
    """Return the evidence for each piece at its place in the whole."""
    grid = {(one.row, one.column): one for one in result.pieces}
    return dict(Doubts(pieces, grid, upright=False).weights()) if grid else {}


def _still(laid: Sequence[Tile], shapes: Sequence[Shape], weights: Mapping[Place, Weight], count: int) -> Still:
    if not count:
        return Still("Nothing is laid", f"{plural(len(laid), 'piece')} are to be laid.", ())
    tile = laid[count - 1]
    doubt = "It is doubtful: the judge finds too little evidence for it." if tile.doubtful else ""
    weight = weights.get((tile.row, tile.column))
    why = "" if weight is None else _why(weight)
    text = " ".join(filter(None, (_where(tile, laid), why, doubt)))
    at = f"row {tile.row}, column {tile.column}"
    return Still(f"Piece {count} of {len(laid)}: {tile.piece} at {at}", text, shapes[:count])


def _where(tile: Tile, laid: Sequence[Tile]) -> str:
    """Describe what part of the puzzle a piece is in; nothing is known of pieces without a border."""
    if tile.strip:
        return f"It is in strip {tile.strip} of the border; the strips are arranged exactly."
    return "It is inside." if any(each.strip for each in laid) else ""


def _why(weight: Weight) -> str:
    """Describe how much speaks for a piece at its place, with all its joints in the whole."""
    if weight.own - weight.other < SURE:
        return f"In the whole its joints speak for it little more than for {weight.rival}, or less."
    more = weight.own - weight.other
    return f"In the whole its joints speak for it, by {more:.1f} more than for {weight.rival} ({SURE:g} means 20 to 1)."


def _shape(tile: Tile, step: int) -> Shape:
    """Return a piece with its part of the picture, hatched if it is doubtful."""
    hatch = mixed(tile.colour, LINE, 0.5) if tile.doubtful else None
    return Shape(upright(tile.ring[::step]), Tone(tile.colour, hatch), title=f"piece {tile.step}", is_pictured=True)
