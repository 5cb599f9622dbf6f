"""The judge of results of drawings: compared with what was drawn, at any angle, to within a stated distance."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import cos, hypot, pi, sin
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared.strategies import Assembly, full_sets, placed

from heuristan.common.plane import Spot
from heuristan.tangram.commands.verify import picture_of
from heuristan.tangram.lattice.points import add, point, xy
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.pieces.sets import TANGRAM, UNITS_A_LEG
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Refusal, Vector
from heuristan.tangram.puzzle.puzzle import Frame, OutlineError, Puzzle, Reading, make_puzzle
from heuristan.tangram.solving.shortcuts import solve_exactly
from heuristan.tangram.verification.claims import Claim
from heuristan.tangram.verification.judging import Verdict, judge, judge_author
from heuristan.tangram.verification.judging.drawn_case import AUTHORS, CONGRUENT, MAX_OFF, MIN_OFF, OVERLAP
from heuristan.tangram.verification.judging.judge import authors_verdicts

MANY = settings(max_examples=8)
places = st.integers(0, 6)
coordinates = st.floats(-50, 50)
frames = st.builds(Frame, st.floats(0.01, 100), st.floats(-pi, pi), st.tuples(coordinates, coordinates), st.booleans())
"""Any scale (own units in half a leg), turn and place, y up or down."""
randoms = st.randoms(use_true_random=False)
LEG = UNITS_A_LEG
"""In own units, where the scale of a frame is 1: its scale is that of a lattice unit."""

Pieces: TypeAlias = list[LaidPiece]


def in_frame(frame: Frame, ring: Sequence[tuple[int, int, int, int]]) -> tuple[Spot, ...]:
    return tuple(frame.own_of(*xy(p)) for p in ring)


def near(spot: Vector, random: Random, noise: float) -> Vector:
    """A point up to so far away."""
    angle, by = random.uniform(0, 2 * pi), random.uniform(0, noise)
    return spot[0] + by * cos(angle), spot[1] + by * sin(angle)


def drawn(assembly: Assembly, frame: Frame, random: Random, noise: float = 0.0) -> Puzzle:
    """Return a drawing of an assembly's outline, with noise at each vertex; it does not matter how it was read."""
    puzzle = make_puzzle("drawn", [placement.ring for placement in assembly], frame=frame)
    off = noise * LEG * frame.scale
    polygons = tuple(
        tuple(tuple(near(puzzle.own(vertex.point), random, off) for vertex in loop) for loop in part.loops)
        for part in puzzle.boundary.parts
    )
    drawing = Drawing("drawn", polygons, y_down=frame.y_down)
    return replace(puzzle, reading=Reading(0, 0.02, noise, (0.0, 0.0)), drawing=drawing)


def laid(assembly: Assembly, frame: Frame) -> Pieces:
    """The pieces as a result has them."""
    return [LaidPiece(piece.name, in_frame(frame, piece.ring)) for piece in assembly]


def judged(puzzle: Puzzle, pieces: Sequence[LaidPiece]) -> Verdict:
    return judge(puzzle, Claim(None, "solved", tuple(pieces), 1))


def kinds(verdict: Verdict) -> set[str]:
    return {fault.kind for fault in verdict.faults}


def changed(piece: LaidPiece, change: Callable[[Spot], Spot]) -> LaidPiece:
    return LaidPiece(piece.name, tuple(change(spot) for spot in piece.vertices))


def moved(piece: LaidPiece, x: float, y: float) -> LaidPiece:
    return changed(piece, lambda spot: (spot[0] + x, spot[1] + y))


def turned(spot: Spot, angle: float) -> Spot:
    (x, y), c, s = spot, cos(angle), sin(angle)
    return c * x - s * y, s * x + c * y


def author_of(assembly: Assembly, frame: Frame, pieces: Sequence[LaidPiece]) -> Puzzle:
    """A file in which its author laid these pieces, and drew nothing else."""
    puzzle = make_puzzle("laid", [placement.ring for placement in assembly], frame=frame)
    drawing = Drawing("laid", (), tuple(pieces), y_down=frame.y_down)
    return replace(puzzle, reading=Reading(0, 0.02, 0.0, (0.0, 0.0)), drawing=drawing)


class TestRight:
    @given(full_sets(), frames, randoms, st.floats(0, 0.02), st.booleans())
    @MANY
    def test_pieces_that_were_drawn_a_little_off(
        self, assembly: Assembly, frame: Frame, random: Random, noise: float, named: bool
    ) -> None:
        puzzle, pieces = drawn(assembly, frame, random, noise), laid(assembly, frame)
        random.shuffle(pieces)
        verdict = judged(puzzle, pieces if named else [LaidPiece(None, piece.vertices) for piece in pieces])
        assert (verdict.verdict, verdict.faults) == ("right", ())
        assert verdict.within == MIN_OFF
        assert "the outline is a drawing" in verdict.notes[-1]

    @given(full_sets(), frames, randoms)
    @MANY
    def test_pieces_of_which_each_is_a_little_off(self, assembly: Assembly, frame: Frame, random: Random) -> None:
        by = 0.4 * OVERLAP * LEG * frame.scale
        pieces = [moved(piece, *near((0, 0), random, by)) for piece in laid(assembly, frame)]
        assert judged(drawn(assembly, frame, random), pieces).faults == ()

    @given(full_sets(), frames, randoms, st.floats(0.97, 1.03))
    @MANY
    def test_the_size_is_that_of_the_pieces(
        self, assembly: Assembly, frame: Frame, random: Random, size: float
    ) -> None:
        """The area of a drawing tells the size only nearly, so pieces that agree with each other have their shapes."""
        pieces = [changed(piece, lambda spot: (size * spot[0], size * spot[1])) for piece in laid(assembly, frame)]
        assert not {"shape", "name", "count"} & kinds(judged(drawn(assembly, frame, random), pieces))

    @given(st.lists(st.floats(-pi, pi), min_size=7, max_size=7), frames)
    @MANY
    def test_parts_at_any_angle_to_each_other(self, angles: list[float], frame: Frame) -> None:
        parts = [moved(piece, 9, 30 * i) for i, piece in enumerate(laid(LINE, Frame()))]
        pieces = [
            LaidPiece(part.name, tuple(frame.own_of(*turned(spot, angle)) for spot in part.vertices))
            for part, angle in zip(parts, angles, strict=True)
        ]
        assume(all(hypot(p[0] - q[0], p[1] - q[1]) > 8 * frame.scale for p, q in pairs_of_first(pieces)))
        outline = Drawing("parts", tuple((piece.vertices,) for piece in pieces), y_down=frame.y_down)
        puzzle = replace(drawn(LINE, frame, Random(0)), drawing=outline)
        assert judged(puzzle, pieces).faults == ()

    @pytest.mark.slow
    @given(full_sets(), st.floats(-pi, pi), randoms, st.floats(0.001, 0.01))
    @settings(max_examples=8)
    def test_what_is_solved_is_right(self, assembly: Assembly, angle: float, random: Random, noise: float) -> None:
        puzzle = drawn(assembly, Frame(angle=angle), random, noise)
        assert puzzle.drawing is not None
        try:
            result = solve_exactly(puzzle_of(puzzle.drawing), limit=20)
        except OutlineError:
            assume(False)
        assume(result.status == "solved")
        verdict = judged(puzzle, [LaidPiece(piece.piece, piece.vertices) for piece in result.pieces])
        assert verdict.faults == ()


def pairs_of_first(pieces: Pieces) -> list[tuple[Spot, Spot]]:
    firsts = [piece.vertices[0] for piece in pieces]
    return [(p, q) for i, p in enumerate(firsts) for q in firsts[:i]]


class TestWrong:
    @given(full_sets(), places, frames, st.floats(0, 2 * pi), st.floats(0.6, 5))
    @settings(max_examples=8)
    def test_a_piece_moved_leaves_a_gap(
        self, assembly: Assembly, place: int, frame: Frame, to: float, by: float
    ) -> None:
        """A side lies 0.38 times as far from where it was as the piece was moved, at least: more than 0.2 legs."""
        puzzle, pieces = drawn(assembly, frame, Random(0)), laid(assembly, frame)
        leg = LEG * frame.scale
        pieces[place] = moved(pieces[place], by * leg * cos(to), by * leg * sin(to))
        assert "gap" in kinds(judged(puzzle, pieces))

    @given(full_sets(), places, frames, randoms, st.floats(0, 0.02))
    @MANY
    def test_a_piece_dropped_leaves_its_place(
        self, assembly: Assembly, place: int, frame: Frame, random: Random, noise: float
    ) -> None:
        puzzle, pieces = drawn(assembly, frame, random, noise), laid(assembly, frame)
        name = pieces.pop(place).name
        count, *others = judged(puzzle, pieces).faults
        assert count.message.startswith(f"1 {name} is missing")
        assert {fault.kind for fault in others} == {"gap"}

    @given(full_sets(), places, frames, randoms, st.floats(0, 0.02))
    @MANY
    def test_a_piece_doubled_lies_on_itself(
        self, assembly: Assembly, place: int, frame: Frame, random: Random, noise: float
    ) -> None:
        puzzle, pieces = drawn(assembly, frame, random, noise), laid(assembly, frame)
        count, overlap = judged(puzzle, [*pieces, pieces[place]]).faults
        assert count.message.startswith(f"1 {assembly[place].name} too many")
        assert (overlap.kind, overlap.pieces) == ("overlap", (place + 1, 8))

    @given(full_sets(), frames, randoms)
    @MANY
    def test_two_names_exchanged(self, assembly: Assembly, frame: Frame, random: Random) -> None:
        puzzle, pieces = drawn(assembly, frame, random), laid(assembly, frame)
        i = next(i for i, piece in enumerate(pieces) if piece.name == "square")
        j = next(j for j, piece in enumerate(pieces) if piece.name == "parallelogram")
        pieces[i], pieces[j] = pieces[i]._replace(name="parallelogram"), pieces[j]._replace(name="square")
        assert [fault.kind for fault in judged(puzzle, pieces).faults] == ["name", "name"]

    @given(full_sets(), places, frames, st.floats(0.02, 1), st.floats(0, 2 * pi))
    @MANY
    def test_a_vertex_pulled_away(self, assembly: Assembly, place: int, frame: Frame, by: float, to: float) -> None:
        """A vertex is pulled along or across a side, so that a distance from it changes by half of it at least."""
        puzzle, pieces = drawn(assembly, frame, Random(0)), laid(assembly, frame)
        (x, y), *others = pieces[place].vertices
        off = (2 * CONGRUENT + by) * LEG * frame.scale
        pieces[place] = LaidPiece(pieces[place].name, ((x + off * cos(to), y + off * sin(to)), *others))
        assert {"shape", "name"} & kinds(judged(puzzle, pieces))

    @pytest.mark.slow
    @given(full_sets(), frames)
    @MANY
    def test_a_result_of_a_wrong_reading_is_seen(self, assembly: Assembly, frame: Frame) -> None:
        """It is the drawing that counts: here the reading has its pieces apart, and the drawing has them together."""
        puzzle = drawn(assembly, frame, Random(0))
        misread = replace(puzzle, rings=make_puzzle("line", [piece.ring for piece in LINE]).rings)
        assert judged(misread, laid(assembly, frame)).verdict == "right"
        assert judged(misread, laid(LINE, frame)).verdict == "wrong"

    def test_the_place_of_a_fault(self) -> None:
        puzzle = drawn(LINE, Frame(scale=5.0, y_down=True), Random(0))
        pieces = laid(LINE, Frame(scale=5.0, y_down=True))
        pieces[0] = moved(pieces[0], 0, 4)
        verdict = judged(puzzle, pieces)
        assert [fault.kind for fault in verdict.faults] == ["outside", "gap"]
        outside = verdict.faults[0]
        assert outside.pieces == (1,)
        assert outside.distance == pytest.approx(0.4, abs=1e-6)
        assert outside.point is not None
        assert outside.point[1] == pytest.approx(max(y for _, y in pieces[0].vertices), abs=5)

    @pytest.mark.parametrize(
        ("nearness", "moved_by", "within"), [(0.02, 0.0, 0.1), (0.06, 0.09, 0.18), (0.1, 0.3, 0.2)]
    )
    def test_what_was_read_from_far_off_may_be_off_farther(
        self, nearness: float, moved_by: float, within: float
    ) -> None:
        puzzle = replace(drawn(LINE, Frame(), Random(0)), reading=Reading(0, nearness, moved_by, (0.0, 0.0)))
        verdict = judged(puzzle, laid(LINE, Frame()))
        assert verdict.within == pytest.approx(within)
        assert MIN_OFF <= (verdict.within or 0) <= MAX_OFF
        assert f"may be {within:g} legs off it" in verdict.notes[-1]


class TestAuthors:
    @given(full_sets(), frames, randoms, st.booleans())
    @MANY
    def test_pieces_laid_a_little_off_are_a_solution(
        self, assembly: Assembly, frame: Frame, random: Random, named: bool
    ) -> None:
        by = 0.4 * AUTHORS * LEG * frame.scale
        pieces = [moved(piece, *near((0, 0), random, by)) for piece in laid(assembly, frame)]
        pieces = pieces if named else [LaidPiece(None, piece.vertices) for piece in pieces]
        verdict = judge_author(author_of(assembly, frame, pieces))
        assert (verdict.verdict, verdict.faults, verdict.within) == ("right", (), AUTHORS)

    @given(full_sets(), places, places, frames)
    @MANY
    def test_two_pieces_in_one_place(self, assembly: Assembly, place: int, other: int, frame: Frame) -> None:
        assume(place != other)
        pieces = laid(assembly, frame)
        (x, y), (u, v) = (middle(pieces[i]) for i in (place, other))
        pieces[place] = moved(pieces[place], u - x, v - y)
        assert "overlap" in kinds(judge_author(author_of(assembly, frame, pieces)))

    @given(full_sets(), places, frames)
    @MANY
    def test_a_piece_that_is_missing(self, assembly: Assembly, place: int, frame: Frame) -> None:
        pieces = laid(assembly, frame)
        name = pieces.pop(place).name
        puzzle = author_of(assembly, frame, pieces)
        assert puzzle.drawing is not None
        verdict = judge_author(replace(puzzle, drawing=replace(puzzle.drawing, sets=1)))
        assert [fault.message.split(" is missing")[0] for fault in verdict.faults if fault.kind == "count"] == [
            f"1 {name}"
        ]

    def test_the_pieces_of_a_figure_whose_outline_is_refused(self) -> None:
        puzzle = author_of(LINE, Frame(), laid(LINE, Frame()))
        assert puzzle.drawing is not None
        verdicts = [
            *authors_verdicts([Refusal("laid", "file: laid: too far off", puzzle.drawing), Refusal("gone", "?")])
        ]
        assert [(verdict.id, verdict.verdict) for verdict in verdicts] == [("laid", "right"), ("gone", "unreadable")]

    def test_without_pieces_there_is_nothing_to_check(self) -> None:
        for puzzle in (drawn(LINE, Frame(), Random(0)), make_puzzle("exact", [piece.ring for piece in LINE])):
            verdict = judge_author(puzzle)
            assert (verdict.verdict, verdict.faults) == ("unchecked", ())
            assert "no pieces of its author" in verdict.notes[0]


def middle(piece: LaidPiece) -> Spot:
    count = len(piece.vertices)
    return sum(x for x, _ in piece.vertices) / count, sum(y for _, y in piece.vertices) / count


LINE: Assembly = tuple(
    placed(name, tuple(add(p, point(12 * i, 0, 0, 0)) for p in TANGRAM.by_name[name].ring))
    for i, name in enumerate(name for name, count in TANGRAM.stock(1).items() for _ in range(count))
)
"""Seven parts, each a piece, far apart."""

wild = st.one_of(st.integers(-3, 6), st.floats(-1e100, 1e100), st.floats(-5, 5))
rings = st.lists(st.tuples(wild, wild), min_size=1, max_size=7).map(tuple)


@pytest.mark.slow
@given(st.lists(st.one_of(rings, st.sampled_from([piece.vertices for piece in laid(LINE, Frame())])), min_size=1))
@settings(max_examples=33)
def test_anything_at_all_is_judged_and_drawn(given_rings: list[tuple[Spot, ...]]) -> None:
    pieces = [LaidPiece(None, ring) for ring in given_rings]
    verdict = judged(drawn(LINE, Frame(), Random(0)), pieces)
    assert (verdict.verdict == "wrong") == bool(verdict.faults)
    json.dumps(verdict.as_json(), allow_nan=False)
    assert str(picture_of(verdict, "svg")).endswith("</svg>\n")
