"""The puzzles that may be meant by a drawing, the nearest first, and what they leave out; or why there is none."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, product
from math import atan2, degrees, dist, inf
from operator import itemgetter
from typing import NamedTuple

import numpy as np
import shapely

from heuristan.common.overlay import symmetric_difference
from heuristan.common.plane import sides_of
from heuristan.tangram.outlines.exact_rings import FEW, exact_ways, has_feasible_edges, sets_said
from heuristan.tangram.outlines.snapping import check_validity
from heuristan.tangram.outlines.tolerant.authors import straightened
from heuristan.tangram.outlines.tolerant.edge_loops import TidiedPart, edges_of, exact_puzzle, near_puzzle
from heuristan.tangram.outlines.tolerant.necks import Cut, Neck, cuts_of
from heuristan.tangram.outlines.tolerant.silhouette import (
    AGREEING,
    Silhouette,
    check,
    off_eighths,
    parts_of,
    refusing,
    region_of,
    rings_of,
    turn_of,
)
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.drawing import AUTHORS, Drawing, Vector
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle, Reading

WIDTH = 0.02
"""Minimum width of what is worth saying, in legs: thinner gaps are imprecision, which every drawing has."""


@refusing()
def left_out(silhouette: Silhouette, puzzle: Puzzle) -> tuple[str, ...]:
    """Return what the outline of a reading does not have of a drawing, a clause each."""
    parts = [part for part in shapely.get_parts(silhouette.drawn) if part.geom_type == "Polygon"]
    small = [*_worth_saying(parts, silhouette.leg)]
    if sum(1 + len(part.interiors) for part in parts) <= len(puzzle.rings) or not small:
        return ()
    region = region_of(puzzle)
    return tuple(
        f"a small {'hole' if is_hole else 'speck'} about ({spot.x:.6g}, {spot.y:.6g}) was left out"
        for shape, is_hole in small
        if bool(region.covers(spot := shape.representative_point())) == is_hole
    )


def _worth_saying(parts: list[shapely.Polygon], leg: float) -> Iterator[tuple[shapely.Polygon, bool]]:
    """Yield the parts and the holes that are wider than slits, each with whether it is a hole."""
    holes = (shapely.Polygon(ring) for part in parts for ring in part.interiors)
    for shape, is_hole in (*((part, False) for part in parts), *((hole, True) for hole in holes)):
        if 4 * shape.area > WIDTH * leg * shape.length:
            yield shape, is_hole


def stray_edge(silhouette: Silhouette, drawing: Drawing) -> str | None:
    """Describe the longest edge that does not run along the directions of most others of its part, if there is one.

    Args:
        silhouette: the region that a drawing shows.
        drawing: the drawing: the edges of its region may be parts of those that its file has.
    """
    found = None
    for part in shapely.get_parts(silhouette.shape):
        if part.geom_type != "Polygon":
            continue
        rings = rings_of(part)
        turn, _ = turn_of(rings)
        for p, q in (side for ring in rings for side in sides_of(ring)):
            off = abs(off_eighths(atan2(q[1] - p[1], q[0] - p[0]) - turn))
            if off >= AGREEING and (found is None or dist(p, q) > found[0]):
                found = dist(p, q), p, q, off
    if found is None:
        return None
    _, p, q, off = found
    (x, y), (u, v) = _edge_in_file(drawing, silhouette.own(p), silhouette.own(q))
    return (
        f"the edge from ({x:.6g}, {y:.6g}) to ({u:.6g}, {v:.6g}) runs {degrees(off):.2g} degrees off the directions of "
        "the others; edges run at multiples of 45 degrees to each other, part by part: straighten it"
    )


def _edge_in_file(drawing: Drawing, p: Vector, q: Vector) -> tuple[Vector, Vector]:
    """Return the edge of a drawing that is nearest to two points."""
    edges = [side for ring in drawing.rings for side in sides_of(ring)]
    lines = shapely.linestrings(edges)
    off = np.maximum(shapely.distance(lines, shapely.Point(p)), shapely.distance(lines, shapely.Point(q)))
    return edges[int(off.argmin())]


TOLERANCE = 0.2
"""Maximum distance of a vertex of a drawing from the outline as it is read, in legs."""

DISTORTED = 0.45
"""Maximum distance, in legs, by which a vertex of an author's piece is moved to make the piece straight."""

CUT_TOLERANCE = 0.15
"""The same for a drawing that is cut at its necks, after which less is left to be explained."""

WIDTHS = (0.05, 0.1, 0.15, TOLERANCE)
"""Widths of differences that are tried, in legs."""

EXACT = 0.6
"""Maximum distance of a vertex from an outline on the lattice, in nearnesses; above it pieces may have been slid."""


class Nearness(NamedTuple):
    """Tolerances of a reading, in legs."""

    wear: float
    """Half of the width below which necks are point contacts."""
    same: float
    """Distance below which lines and points are the same."""
    agreeing: float = 0.7
    """Minimum share of the length of a part that must run along its eight directions; curved outlines have less."""


NEARNESSES = (
    Nearness(0.015, 0.02),
    Nearness(0.015, 0.04),
    Nearness(0.03, 0.06),
    Nearness(0.05, 0.1),
    Nearness(0.03, 0.13),
)
"""The readings that are tried, the nearest first."""

ROUGH = tuple(Nearness(wear, same, 0.55) for wear, same, _ in (*NEARNESSES, Nearness(0.03, 0.17), Nearness(0.03, 0.2)))
"""The readings of a drawing that is cut at its necks: it was drawn roughly."""

EACH_NECK = 0.03
"""Reduction of the vertices' moves, in legs, that each further neck must bring."""

MAX_CUTS = 12
"""Maximum number of ways of cutting a drawing at its necks that are tried."""

NEAREST = Nearness(0.015, 0.008)
"""The reading that is tried first for several sets: the coarser it is, the more arrangements of many pieces fit."""

GUESSED = 0.06
"""Maximum nearness for a number of sets that nothing suggests but that one set does not fit: many small pieces fit
nearly anywhere."""

GAPS = (0.02, 0.06)
"""Widths, in legs, below which gaps between an author's pieces are closed. For a drawing of pieces alone, all readings
are tried with the first, then with the second."""


def readings_of(drawing: Drawing, pieces: PieceSet) -> Iterator[Puzzle]:
    """Yield the puzzles that may be meant by a drawing, the likeliest first.

    If the file says no number of sets and several sets fit exactly, that is one set exactly; one set drawn; a few sets
    exactly; one set or two drawn less exactly; many sets exactly.

    Raises:
        OutlineError: if the drawing encloses no area, crosses itself too often, is too large for exact numbers, or
            cannot be read to within the TOLERANCE.
    """
    check(drawing)
    ways = exact_ways(drawing, pieces) if drawing.polygons else []
    assumed = [way for way in ways if way.reading is not None]
    if assumed and assumed[0].sets == 1:
        found = iter(assumed)
    elif assumed:
        found = _with_several(_drawn(drawing, pieces), assumed[0])
    else:
        found = _drawn(drawing, pieces)
    for number, puzzle in enumerate(found):
        assert puzzle.reading is not None
        yield replace(puzzle, reading=puzzle.reading._replace(number=number))


def _with_several(drawn: Iterator[Puzzle], several: Puzzle) -> Iterator[Puzzle]:
    """Yield the readings of a drawing, and where it is likely to be meant, the exact one of several sets.

    A few sets in whole legs are likelier than one set that is read coarsely; many are not. Readings with an edge that
    no pieces have are left out, and those of as many sets, which have nothing that the exact one has not.
    """
    waiting = [several]
    others = (puzzle for puzzle in drawn if puzzle.sets != several.sets and has_feasible_edges(puzzle))
    with suppress(OutlineError):
        for puzzle in others:
            is_likely = (
                puzzle.sets == 1 and puzzle.reading is not None and puzzle.reading.nearness <= NEARNESSES[0].same
            )
            if waiting and not is_likely and several.sets <= FEW:
                yield waiting.pop()
            yield puzzle
    yield from waiting


def _drawn(drawing: Drawing, pieces: PieceSet) -> Iterator[Puzzle]:
    """Yield the readings of a drawing by nearness, the nearest first.

    After those of one number of sets come what the author's pieces show, and the drawing cut at its necks; then those
    of another number, if nothing says how many it is.

    Raises:
        OutlineError: as `readings_of`.
    """
    worst: Reading | None = None
    number = 0
    said = sets_said(drawing, pieces)
    guesses = (1, 2) if said is None else (said,)
    for sets, gap in product(guesses, GAPS[:1] if drawing.polygons else GAPS):
        silhouette = Silhouette.of(drawing, pieces, sets, gap)
        for nearness in _nearnesses(sets, is_guess=sets != guesses[0]):
            for puzzle in _puzzles(silhouette, nearness, pieces):
                reading = _reading(silhouette, puzzle, nearness)
                if reading.moved > TOLERANCE:
                    worst = worst or reading
                    continue
                yield replace(puzzle, reading=reading, drawing=_doubted(drawing, left_out(silhouette, puzzle)))
                number += 1
        if sets == guesses[0] and (drawing.polygons or gap == GAPS[-1]):
            for puzzle in chain(_of_author(drawing, pieces), _cut_at_necks(drawing, silhouette, pieces)):
                yield puzzle
                number += 1
    if number == 0:
        if drawing.polygons:
            check_validity(drawing.polygons, drawing.y_down)
        raise OutlineError(_refusal(worst, silhouette, drawing))


def _doubted(drawing: Drawing, suspicions: Sequence[str]) -> Drawing:
    """Return a drawing with suspicions of one of its readings; a converted one may have them already."""
    origin = drawing.origin
    new = tuple(one for one in suspicions if one not in origin.suspicions)
    return replace(drawing, origin=origin._replace(suspicions=origin.suspicions + new)) if new else drawing


def _nearnesses(sets: int, is_guess: bool) -> Sequence[Nearness]:
    if sets == 1:
        return NEARNESSES
    return [one for one in (NEAREST, *NEARNESSES) if one.same <= GUESSED or not is_guess]


def _of_author(drawing: Drawing, pieces: PieceSet) -> Iterator[Puzzle]:
    """Yield the puzzles of the author's pieces made straight, if there are any."""
    straight = straightened(drawing, pieces) if drawing.laid else None
    if straight is None or straight.moved > DISTORTED:
        return
    named = replace(drawing, origin=drawing.origin._replace(kind=AUTHORS))
    silhouette = Silhouette.of(straight.drawing, pieces, len(drawing.laid) // pieces.size, 0.0)
    for nearness in (NEAREST, *NEARNESSES[:1]):
        for puzzle in _puzzles(silhouette, nearness, pieces):
            reading = Reading(0, nearness.same, straight.moved, straight.spot)
            yield replace(puzzle, reading=reading, drawing=named)


def _cut_at_necks(drawing: Drawing, silhouette: Silhouette, pieces: PieceSet) -> Iterator[Puzzle]:
    """Yield the puzzles of a drawing whose necks are taken for points, those first that explain most by few necks."""
    if not drawing.polygons:
        return
    costs = [(_cost(cut, pieces), cut) for cut in cuts_of(silhouette, pieces)]
    for cost, (cut, necks) in sorted(costs, key=itemgetter(0))[:MAX_CUTS]:
        named = _doubted(drawing, [_said(silhouette, neck) for neck in necks])
        for nearness in ROUGH if cost < inf else ():
            for puzzle in _puzzles(cut, nearness, pieces):
                reading = _reading(cut, puzzle, nearness)
                if reading.moved <= CUT_TOLERANCE:
                    yield replace(puzzle, reading=reading._replace(is_cut=True), drawing=named)


def _cost(cut: Cut, pieces: PieceSet) -> float:
    """Return how little a cut explains, in legs."""
    near = (_reading(cut.silhouette, puzzle, ROUGH[0]).moved for puzzle in _puzzles(cut.silhouette, ROUGH[0], pieces))
    return min(near, default=inf) + EACH_NECK * len(cut.necks)


def _said(silhouette: Silhouette, neck: Neck) -> str:
    x, y = silhouette.own(neck.middle)
    return f"the neck about ({x:.6g}, {y:.6g}), {neck.width:.2g} legs wide, was read as a point"


def _refusal(worst: Reading | None, silhouette: Silhouette, drawing: Drawing) -> str:
    if worst is None:
        return stray_edge(silhouette, drawing) or (
            "the outline is thinner or smaller in parts than any piece, or has more vertices than the pieces have; "
            "check the drawing"
        )
    x, y = min(chain(*drawing.rings), key=lambda vertex: dist(vertex, worst.spot))
    return (
        f"the vertex at ({x:.6g}, {y:.6g}) lies {worst.moved:.2g} legs from the nearest outline that pieces could "
        f"have, and {TOLERANCE:g} is allowed; straighten the outline there"
    )


def _puzzles(silhouette: Silhouette, nearness: Nearness, pieces: PieceSet) -> Iterator[Puzzle]:
    """Yield the exact puzzle, if there is one, then the one where pieces may slide."""
    parts = _parts(silhouette, nearness)
    # each vertex of an outline is a vertex of some piece
    most = pieces.vertices * silhouette.sets
    if parts is not None and sum(len(loop) for part in parts for loop in part.loops) <= most:
        exact = exact_puzzle(silhouette, parts, nearness.same, pieces)
        if exact is not None and _reading(silhouette, exact, nearness).moved <= EXACT * nearness.same:
            yield exact
        yield near_puzzle(silhouette, parts, nearness.same, pieces)


@refusing()
def _reading(silhouette: Silhouette, puzzle: Puzzle, nearness: Nearness) -> Reading:
    """Measure how far the vertices of a drawing lie from the outline of a puzzle."""
    outline = shapely.MultiLineString([[puzzle.own(p) for p in (*ring, ring[0])] for ring in puzzle.rings])
    spots = silhouette.vertices
    distances = shapely.distance(outline, shapely.points(spots)) / silhouette.leg
    farthest = int(distances.argmax())
    x, y = spots[farthest]
    moved = float(distances[farthest])
    if moved > TOLERANCE:
        moved = min(moved, _width(silhouette, puzzle))
    return Reading(0, nearness.same, moved, (float(x), float(y)))


@refusing()
def _width(silhouette: Silhouette, puzzle: Puzzle) -> float:
    """Return the width, in legs, of the difference between the drawing and the outline.

    A slit or a thin hole that was closed counts by its width, however far its vertices lie from the outline.
    """
    off = symmetric_difference(region_of(puzzle), silhouette.drawn)
    return next((width for width in WIDTHS if off.buffer(-width / 2 * silhouette.leg).is_empty), inf)


@refusing()
def _parts(silhouette: Silhouette, nearness: Nearness) -> list[TidiedPart] | None:
    """Put the parts in order; None if too little is left of one, or there are no parts."""
    found = []
    for drawn in parts_of(silhouette.shape, nearness.wear):
        loops = edges_of(drawn, nearness.same) if drawn.agreeing >= nearness.agreeing else None
        if loops is None:
            return None
        found.append(TidiedPart(drawn.turn, loops))
    return found or None
