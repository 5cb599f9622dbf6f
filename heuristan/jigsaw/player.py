"""The film of an assembly: piece by piece, in the order in which they were laid, each with its picture."""

from collections.abc import Mapping, Sequence
from math import ceil

import numpy as np

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
from heuristan.jigsaw.piece import Floats, Piece
from heuristan.jigsaw.render.assembled import Warped, miniature, warped
from heuristan.jigsaw.results import Result, describe

MOST_POINTS = 8000
"""Maximum number of points of all outlines: each takes some 20 bytes of a page."""
LONGEST = 1200.0
"""Size of the whole in pixels at which outlines are taken."""
APART = 4
"""Step between the points of an outline that are kept."""


def film_of(pieces: Sequence[Piece], result: Result) -> Film:
    """Make the film of a result; of a large puzzle several pieces are laid at a time."""
    laid = warped(pieces, result, LONGEST)
    rings = [one.ring()[::APART] for one in laid]
    step = ceil(sum(map(len, rings)) / MOST_POINTS) or 1
    shapes = [_shape(one, ring[::step]) for one, ring in zip(laid, rings, strict=True)]
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


def _still(laid: Sequence[Warped], shapes: Sequence[Shape], weights: Mapping[Place, Weight], count: int) -> Still:
    if not count:
        return Still("Nothing is laid", f"{plural(len(laid), 'piece')} are to be laid.", ())
    placed = laid[count - 1].placed
    doubt = "It is doubtful: the judge finds too little evidence for it." if placed.doubtful else ""
    weight = weights.get((placed.row, placed.column))
    why = "" if weight is None else _why(weight)
    text = " ".join(filter(None, (why, doubt)))
    at = f"row {placed.row}, column {placed.column}"
    return Still(f"Piece {count} of {len(laid)}: {placed.piece} at {at}", text, shapes[:count])


def _why(weight: Weight) -> str:
    """Describe how much speaks for a piece at its place, with all its joints in the whole."""
    if weight.own - weight.other < SURE:
        return f"In the whole its joints speak for it little more than for {weight.rival}, or less."
    more = weight.own - weight.other
    return f"In the whole its joints speak for it, by {more:.1f} more than for {weight.rival} ({SURE:g} means 20 to 1)."


def _shape(one: Warped, ring: Floats) -> Shape:
    """Return a piece with its part of the picture, hatched if it is doubtful."""
    seen = one.piece.picture[one.piece.picture[..., 3] > 250][:, :3]
    red, green, blue = (round(value) for value in (seen.mean(axis=0) if len(seen) else np.zeros(3)))
    colour = f"#{red:02x}{green:02x}{blue:02x}"
    hatch = mixed(colour, LINE, 0.5) if one.placed.doubtful else None
    points = tuple((round(float(x), 1), round(float(y), 1)) for x, y in ring)
    return Shape(upright(points), Tone(colour, hatch), title=f"piece {one.placed.step}", is_pictured=True)
