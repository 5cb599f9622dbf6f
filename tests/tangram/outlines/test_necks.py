"""Necks narrower than any piece: parts that touch in a point and were drawn into each other."""

import re
from dataclasses import replace
from math import dist, pi
from random import Random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.drawings import Laid, moved, outline_of, turned
from shared.sunken import Sunken, sunken

from heuristan.tangram.outlines.puzzle_of import exact_readings, puzzle_of
from heuristan.tangram.outlines.tolerant.readings import readings_of
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Vector
from heuristan.tangram.solving.result import Result, ResultPiece
from heuristan.tangram.solving.shortcuts import solve_exactly
from heuristan.tangram.verification.claims import Claim
from heuristan.tangram.verification.judging import Verdict, judge

LEG = 37.3
"""Length of a small leg in the drawings' own unit."""

seeds, angles = st.integers(0, 10**6), st.floats(-pi, pi)

BODY = [
    Laid("large-triangle", ((0.0, 0.0), (2.0, 0.0), (0.0, 2.0))),
    Laid("large-triangle", ((2.0, 0.0), (2.0, 2.0), (0.0, 2.0))),
    Laid("medium-triangle", ((2.0, 0.0), (3.0, 1.0), (2.0, 2.0))),
    Laid("parallelogram", ((0.0, 0.0), (1.0, -1.0), (2.0, -1.0), (1.0, 0.0))),
    Laid("small-triangle", ((-1.0, 1.0), (0.0, 1.0), (0.0, 2.0))),
]
"""Most of a figure, with a flat top and a vertex on its right."""
SQUARE = Laid("square", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))
FOOT = Laid("small-triangle", ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))


def solved(drawing: Drawing) -> Result:
    return solve_exactly(puzzle_of(drawing), limit=60)


def judged(drawing: Drawing, pieces: list[LaidPiece]) -> Verdict:
    return judge(puzzle_of(drawing), Claim(None, "solved", tuple(pieces), 1))


def laid(result: Result) -> list[LaidPiece]:
    return [LaidPiece(piece.piece, piece.vertices) for piece in result.pieces]


def in_unit(ring: tuple[Vector, ...]) -> tuple[Vector, ...]:
    return tuple((LEG * x, LEG * y) for x, y in ring)


@pytest.mark.slow
@given(seeds, st.sampled_from(["square", "small-triangle"]), st.floats(0.3, 0.5), angles)
@settings(max_examples=4)
def test_a_head_drawn_into_its_body_is_solved_and_moved_back_it_is_right(
    seed: int, name: str, width: float, angle: float
) -> None:
    figure = sunken(Random(seed), name, width)
    drawing = figure.drawing(LEG, angle)
    result = solved(drawing)
    assert result.status == "solved"
    assert judged(drawing, laid(result)).faults == ()
    if "was read as a point" in result.message:
        assert judged(touching(figure, angle), moved_back(figure, result, angle)).faults == ()


def touching(figure: Sunken, angle: float) -> Drawing:
    """Return the figure as it is meant."""
    rings = [outline_of(figure.body)[0][0], figure.head.ring]
    return Drawing("touching", tuple([in_unit(turned(ring, angle))] for ring in rings))


def moved_back(figure: Sunken, result: Result, angle: float) -> list[LaidPiece]:
    """Return the pieces of a result, the one that lies on the head where it should touch."""
    (head,) = [in_unit(turned(figure.pieces[-1].ring, angle))]
    (x, y) = turned([figure.by], angle)[0]

    def off(piece: ResultPiece) -> float:
        return max(min(dist(spot, other) for other in head) for spot in piece.vertices)

    there = min(result.pieces, key=off)
    return [
        LaidPiece(piece.piece, moved(piece.vertices, (-LEG * x, -LEG * y)) if piece is there else piece.vertices)
        for piece in result.pieces
    ]


def drawing_of(*parts: Laid) -> Drawing:
    return Drawing("parts", tuple([[in_unit(ring) for ring in rings] for rings in outline_of([*BODY, *parts])]))


def on_its_vertex(piece: Laid, at: Vector, angle: float) -> Laid:
    return Laid(piece.name, moved(turned(piece.ring, angle), at))


HEAD = on_its_vertex(SQUARE, (0.8, 1.8), pi / 4 - 0.1)
HAND = on_its_vertex(FOOT, (2.7, 1.0), 0.1 - pi / 4)


def test_the_necks_are_named() -> None:
    result = solved(drawing_of(HEAD, HAND))
    assert result.status == "solved"
    assert result.reading is not None
    words = "; ".join(result.reading.origin.suspicions)
    necks = [(float(x) / LEG, float(y) / LEG) for x, y in re.findall(r"neck about \(([-\d.]+), ([-\d.]+)\)", words)]
    assert sorted(necks) == [pytest.approx((0.84, 2.0), abs=0.05), pytest.approx((2.85, 1.0), abs=0.05)]
    assert words in result.message.replace(", the neck", "; the neck")


def test_what_a_neck_hides_is_found_where_ink_has_filled_its_ends() -> None:
    drawing = drawing_of(HEAD, HAND)
    shape = shapely.Polygon(drawing.polygons[0][0]).buffer(0.05 * LEG, quad_segs=1).buffer(-0.05 * LEG, quad_segs=1)
    assert solved(replace(drawing, polygons=([shape.exterior.coords[:-1]],))).status == "solved"


def test_a_head_drawn_too_large() -> None:
    large = Laid(SQUARE.name, tuple((1.12 * x, 1.12 * y) for x, y in SQUARE.ring))
    assert solved(drawing_of(on_its_vertex(large, (0.8, 1.8), pi / 4 - 0.1), HAND)).status == "solved"


def test_necks_are_tried_after_other_readings_of_one_set_and_before_two_sets() -> None:
    upright = drawing_of(on_its_vertex(SQUARE, (0.8, 1.8), pi / 4), on_its_vertex(FOOT, (2.7, 1.0), -pi / 4))
    tried = [(puzzle.sets, puzzle.reading.is_cut) for puzzle in readings_of(upright, TANGRAM) if puzzle.reading]
    assert {(1, False), (1, True)} <= {*tried}
    assert tried == sorted(tried, key=lambda each: (each[0], each[1]))


def test_parts_drawn_into_each_other_have_no_exact_lengths_together() -> None:
    for puzzle in exact_readings(puzzle_of(drawing_of(HEAD, HAND))):
        assert puzzle.reading is not None
        assert not puzzle.reading.is_cut


class TestJudge:
    """Overlaps are no faults at a neck of the drawing, and nowhere else."""

    @staticmethod
    def said(drawing: Drawing, *parts: Laid) -> Verdict:
        return judged(drawing, [LaidPiece(piece.name, in_unit(piece.ring)) for piece in (*BODY, *parts)])

    def test_pieces_overlap_at_a_neck(self) -> None:
        verdict = self.said(drawing_of(HEAD, HAND), HEAD, HAND)
        assert verdict.faults == ()
        assert sum("at a neck of the drawing" in note for note in verdict.notes) == 2

    def test_pieces_overlap_too_far(self) -> None:
        deep = on_its_vertex(SQUARE, (0.8, 1.5), pi / 4 - 0.1)
        assert {fault.kind for fault in self.said(drawing_of(deep, HAND), deep, HAND).faults} == {"overlap"}

    def test_pieces_overlap_where_the_drawing_has_no_neck(self) -> None:
        """Two pieces of the body are moved into each other, as far as the drawing allows pieces to be off."""
        first, *others = BODY
        pieces = [Laid(first.name, moved(first.ring, (0.06, 0.06))), *others, HEAD, HAND]
        verdict = judged(drawing_of(HEAD, HAND), [LaidPiece(piece.name, in_unit(piece.ring)) for piece in pieces])
        assert "overlap" in {fault.kind for fault in verdict.faults}
