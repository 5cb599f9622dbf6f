"""The author's pieces as a reading: bent by up to a fifth of a leg, they are made straight and touch each other."""

from collections import Counter
from itertools import combinations
from math import pi
from random import Random

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.drawings import Laid, bent, outline_of, slid_assembly, turned
from shared.wild import wild_outline

from heuristan.common.overlay import intersection, symmetric_difference, union
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.tolerant.authors import PRECISE, straightened
from heuristan.tangram.pieces.forms import assigned, fits
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece
from heuristan.tangram.solving.shortcuts import solve_exactly
from heuristan.tangram.verification.claims import Claim
from heuristan.tangram.verification.judging.drawn_case import MIN_OFF, allowance_of
from heuristan.tangram.verification.judging.judge import judge

FEW = settings(max_examples=10)
seeds = st.integers(0, 10**6)
angles = st.floats(-pi, pi)


def tans(seed: int) -> list[Laid]:
    """Return tans laid in one of two ways: slid by any amount, or on two lattices."""
    if seed % 2:
        return slid_assembly(Random(seed))
    return [Laid(name, tuple(ring)) for name, ring in wild_outline(seed, 1).tiling]


def pieces_of(drawing: Drawing) -> list[shapely.Polygon]:
    return [shapely.Polygon(piece.vertices) for piece in drawing.laid]


def widths_off(drawing: Drawing, laid: list[Laid], angle: float, width: float) -> bool:
    """Return whether pieces cover something else than they should, wider than a width."""
    meant = union([shapely.Polygon(outer, holes) for outer, *holes in outline_of(laid)])
    meant = shapely.transform(meant, lambda spots: turned([(x, y) for x, y in spots], angle))
    off = symmetric_difference(union(pieces_of(drawing)), meant)
    return not off.buffer(-width / 2).is_empty


@given(seeds, angles)
@FEW
def test_pieces_that_lie_right_hardly_move(seed, angle):
    straight = straightened(bent(tans(seed), Random(seed), 0.0, angle), TANGRAM)
    assert straight is not None
    assert straight.moved < 3 * PRECISE


@given(seeds, angles, st.floats(0.01, 0.2))
@FEW
def test_bent_pieces_become_tans_that_do_not_overlap(seed, angle, off):
    drawing = bent(tans(seed), Random(seed), off, angle)
    straight = straightened(drawing, TANGRAM)
    if straight is None:
        return  # the measure below says how rare that is
    assert Counter(piece.name for piece in straight.drawing.laid) == TANGRAM.stock(1)
    for before, after in zip(drawing.laid, straight.drawing.laid, strict=True):
        (fit, *_) = fits([complex(x, y) / straight.drawing.leg for x, y in after.vertices], TANGRAM)
        assert fit.name == after.name
        assert fit.off < 1e-6
        assert len(before.vertices) == len(after.vertices)
    for a, b in combinations(pieces_of(straight.drawing), 2):
        assert intersection(a, b).buffer(-1e-5).is_empty


@pytest.mark.slow
@pytest.mark.parametrize("off", [0.1, 0.2])
def test_nine_of_ten_drawings_of_bent_pieces_are_read_as_they_are_meant(off):
    wrong = 0
    for seed in range(40):
        laid = tans(seed)
        straight = straightened(bent(laid, Random(seed), off, 0.3), TANGRAM)
        wrong += straight is None or widths_off(straight.drawing, laid, 0.3, off + 0.05)
    assert wrong <= 4


def test_bent_pieces_are_solved_where_the_outline_alone_is_refused():
    drawing = bent(tans(4), Random(1), 0.2)
    alone = Drawing("alone", tuple([piece.vertices] for piece in drawing.laid), pieces=TANGRAM)
    puzzle = puzzle_of(drawing)
    result = solve_exactly(puzzle)
    assert result.status == "solved"
    claim = Claim(None, "solved", tuple(LaidPiece(piece.piece, piece.vertices) for piece in result.pieces), 1)
    assert judge(puzzle, claim).verdict == "right"
    assert result.reading is not None
    assert result.reading.origin.kind == "the author's pieces"
    with pytest.raises(ValueError, match="degrees off"):
        puzzle_of(alone)


def test_a_head_at_another_angle_keeps_it():
    square = turned(((0, 0), (1, 0), (1, 1), (0, 1)), 0.4)
    laid = [piece for piece in tans(0) if piece.name != "square"]
    highest = max((spot for piece in laid for spot in piece.ring), key=lambda spot: spot[1])
    head = tuple((x + highest[0], y + highest[1]) for x, y in square)
    drawing = Drawing("head", (), tuple(LaidPiece(None, ring) for _, ring in (*laid, ("square", head))))
    straight = straightened(drawing, TANGRAM)
    assert straight is not None
    assert straight.moved < 1e-6


def test_a_distorted_square_is_one_where_the_stock_has_no_second_parallelogram():
    parallelogram, rhombus = [0, 1, 1 + 1j + 1, 1 + 1j], [0, 1.2, 1.8 + 0.75j, 0.6 + 0.75j]
    found = [fits([complex(z) for z in ring], TANGRAM) for ring in (rhombus, parallelogram)]
    assert found[0][0].name == "parallelogram"
    chosen = assigned(found, Counter({"square": 1, "parallelogram": 1}))
    assert chosen is not None
    assert [fit.name for fit in chosen] == ["square", "parallelogram"]
    assert assigned(found, Counter({"square": 2})) is not None
    assert assigned(found, Counter({"square": 1})) is None


@given(seeds, angles)
@FEW
def test_the_judge_allows_no_more_where_pieces_are_not_bent(seed, angle):
    puzzle = puzzle_of(bent(tans(seed), Random(seed), 0.0, angle))
    assert puzzle.reading is None or allowance_of(puzzle).outside == MIN_OFF
