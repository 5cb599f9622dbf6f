"""The judge of results: what is right passes however it is written, and what is wrong is named with its place."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from math import cos, pi, sin
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.strategies import Assembly, full_sets, leg_points, placed, puzzles

from heuristan.common.plane import Spot
from heuristan.tangram.commands.verify import picture_of
from heuristan.tangram.lattice.points import ORIGIN, Point, add, point
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.outlines.snapping import NEARNESS
from heuristan.tangram.pieces.sets import TANGRAM, Placement, along, ring_from
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.puzzle.puzzle import Frame, Puzzle, make_puzzle
from heuristan.tangram.trace.events import Frame as TracedFrame
from heuristan.tangram.verification.claims import Claim
from heuristan.tangram.verification.in_integers import fault_of
from heuristan.tangram.verification.judging import Verdict, case, judge
from heuristan.tangram.verification.judging import places as measured
from heuristan.tangram.verification.judging.placing import true_vertices

MANY = settings(max_examples=8)
places = st.integers(0, 6)
small_steps = st.builds(point, *[st.integers(-2, 2)] * 4).filter(any)
coordinates = st.floats(-50, 50)
frames = st.builds(
    Frame, st.floats(0.01, 100), st.floats(-0.39, 0.39), st.tuples(coordinates, coordinates), st.booleans()
)
"""Any scale, turn and place, y up or down."""

Change: TypeAlias = Callable[[list[LaidPiece]], object]


def puzzle_of(assembly: Assembly, frame: Frame | None = None) -> Puzzle:
    return make_puzzle("drawn", [placement.ring for placement in assembly], frame=frame)


def laid(puzzle: Puzzle, placements: Sequence[Placement]) -> list[LaidPiece]:
    """The pieces as a result has them, in the outline's own coordinates."""
    return [LaidPiece(piece.name, tuple(puzzle.frame.own(p) for p in piece.ring)) for piece in placements]


def judged(puzzle: Puzzle, pieces: Sequence[LaidPiece], status: str = "solved") -> Verdict:
    return judge(puzzle, Claim(None, status, tuple(pieces), 1))


def kinds(verdict: Verdict) -> set[str]:
    return {fault.kind for fault in verdict.faults}


def changed(piece: LaidPiece, change: Callable[[Spot], Spot]) -> LaidPiece:
    return LaidPiece(piece.name, tuple(change(spot) for spot in piece.vertices))


def shifted(placement: Placement, by: Point) -> Placement:
    return placed(placement.name, tuple(add(p, by) for p in placement.ring))


def vertices_of(puzzle: Puzzle) -> set[Point]:
    return {p for ring in puzzle.rings for p in ring}


def begun_elsewhere(piece: LaidPiece, random: Random) -> LaidPiece:
    """The same polygon begun at another vertex, perhaps the other way round, with needless vertices on its sides."""
    ring = list(piece.vertices)
    start = random.randrange(len(ring))
    ring = ring[start:] + ring[:start]
    for i in sorted(random.sample(range(len(ring)), 2), reverse=True):
        (x, y), (u, v) = ring[i], ring[(i + 1) % len(ring)]
        # what lies within the nearness of a vertex may be taken for it, and is up to that much off then
        t = 0.01 + 0.98 * random.random()
        ring.insert(i + 1, (x + t * (u - x), y + t * (v - y)))
    return LaidPiece(piece.name, tuple(ring[::-1] if random.random() < 0.5 else ring))


class TestRight:
    @given(full_sets(), frames, st.randoms(use_true_random=False), st.booleans())
    @MANY
    def test_however_it_is_written(self, assembly: Assembly, frame: Frame, random: Random, named: bool) -> None:
        puzzle = puzzle_of(assembly, frame)
        pieces = [begun_elsewhere(piece, random) for piece in laid(puzzle, assembly)]
        random.shuffle(pieces)
        verdict = judged(puzzle, pieces if named else [LaidPiece(None, piece.vertices) for piece in pieces])
        assert (verdict.verdict, verdict.faults) == ("right", ())

    @given(full_sets(), frames, st.randoms(use_true_random=False))
    @MANY
    def test_vertices_that_are_nearly_where_they_should_be(
        self, assembly: Assembly, frame: Frame, random: Random
    ) -> None:
        puzzle = puzzle_of(assembly, frame)
        reach = 0.6 * NEARNESS * frame.scale / puzzle.unit  # on both axes, so less than NEARNESS in all

        def nudged(spot: Spot) -> Spot:
            return spot[0] + random.uniform(-reach, reach), spot[1] + random.uniform(-reach, reach)

        verdict = judged(puzzle, [changed(piece, nudged) for piece in laid(puzzle, assembly)])
        assert verdict.faults == ()

    @given(full_sets(2))
    @settings(max_examples=5)
    def test_two_sets(self, assembly: Assembly) -> None:
        puzzle = puzzle_of(assembly)
        assert judged(puzzle, laid(puzzle, assembly)).verdict == "right"


class TestWrong:
    @given(full_sets(), places, st.one_of(small_steps, leg_points(3)))
    @MANY
    def test_it_agrees_with_the_integers(self, assembly: Assembly, place: int, by: Point) -> None:
        puzzle = puzzle_of(assembly)
        there = [*assembly[:place], shifted(assembly[place], by), *assembly[place + 1 :]]
        verdict = judged(puzzle, laid(puzzle, there))
        assert (verdict.verdict == "right") == (fault_of(puzzle, there) is None)
        assert bool(verdict.faults) == (verdict.verdict == "wrong")

    @given(full_sets(), places, small_steps)
    @MANY
    def test_what_a_moved_piece_leaves_is_what_it_takes(self, assembly: Assembly, place: int, by: Point) -> None:
        """With one piece moved, no place is covered three times, so the areas balance."""
        puzzle = puzzle_of(assembly)
        there = [*assembly[:place], shifted(assembly[place], by), *assembly[place + 1 :]]
        areas: Counter[str] = Counter()
        for fault in judged(puzzle, laid(puzzle, there)).faults:
            assert fault.kind in ("overlap", "outside", "gap", "place")
            areas[fault.kind] += fault.area or 0  # type: ignore[assignment]
        assert areas["gap"] > 0
        assert areas["overlap"] + areas["outside"] == pytest.approx(areas["gap"], abs=1e-2)

    @given(full_sets(), places)
    @MANY
    def test_a_piece_dropped_leaves_its_place(self, assembly: Assembly, place: int) -> None:
        puzzle, name = puzzle_of(assembly), assembly[place].name
        count, *rest = judged(puzzle, laid(puzzle, (*assembly[:place], *assembly[place + 1 :]))).faults
        assert count.message.startswith(f"1 {name} is missing")
        area = next(shape.area[0] / 8 for shape in TANGRAM.shapes if shape.name == name)
        assert [fault.kind for fault in rest] == ["gap"]
        assert rest[0].area == pytest.approx(area)

    @given(full_sets(), places)
    @MANY
    def test_a_piece_doubled_lies_on_itself(self, assembly: Assembly, place: int) -> None:
        puzzle = puzzle_of(assembly)
        count, overlap = judged(puzzle, laid(puzzle, (*assembly, assembly[place]))).faults
        assert count.message.startswith(f"1 {assembly[place].name} too many")
        assert (overlap.kind, overlap.pieces) == ("overlap", (place + 1, 8))

    @given(full_sets(), places, st.sampled_from([*TANGRAM.names, "tan", "sqare", ""]))
    @MANY
    def test_a_piece_by_another_name(self, assembly: Assembly, place: int, name: str) -> None:
        puzzle = puzzle_of(assembly)
        pieces = laid(puzzle, assembly)
        true = assembly[place].name
        pieces[place] = LaidPiece(name, pieces[place].vertices)
        verdict = judged(puzzle, pieces)
        assert kinds(verdict) == (set() if name == true else {"name"})
        assert all(true in fault.message and fault.pieces == (place + 1,) for fault in verdict.faults)

    @given(full_sets(), places, st.floats(0.01, 1), st.floats(0, 2 * pi), frames)
    @MANY
    def test_a_vertex_pulled_away(self, assembly: Assembly, place: int, by: float, to: float, frame: Frame) -> None:
        puzzle = puzzle_of(assembly, frame)
        leg = frame.scale / puzzle.unit
        pieces = laid(puzzle, assembly)
        (x, y), *others = pieces[place].vertices
        pulled = (x + by * leg * cos(to), y + by * leg * sin(to))
        pieces[place] = LaidPiece(pieces[place].name, (pulled, *others))
        assert {"shape", "name"} & kinds(judged(puzzle, pieces))

    @given(full_sets(), places, st.floats(0.2, 20))
    @MANY
    def test_a_piece_turned_off_the_directions(self, assembly: Assembly, place: int, degrees: float) -> None:
        puzzle = puzzle_of(assembly)
        pieces, angle = laid(puzzle, assembly), degrees * pi / 180
        (a, b), *_ = pieces[place].vertices

        def turned(spot: Spot) -> Spot:
            x, y = spot[0] - a, spot[1] - b
            return a + cos(angle) * x - sin(angle) * y, b + sin(angle) * x + cos(angle) * y

        pieces[place] = changed(pieces[place], turned)
        (fault,) = [fault for fault in judged(puzzle, pieces).faults if fault.kind == "turn"]
        assert f"turned by {degrees:.3g} degrees" in fault.message

    @given(full_sets(), st.floats(3 * NEARNESS, 0.03), st.floats(0, 2 * pi), frames)
    @MANY
    def test_a_result_slid_off_the_lattice(self, assembly: Assembly, by: float, to: float, frame: Frame) -> None:
        puzzle = puzzle_of(assembly, frame)
        x, y = (by * frame.scale / puzzle.unit * part for part in (cos(to), sin(to)))
        pieces = [changed(piece, lambda spot: (spot[0] + x, spot[1] + y)) for piece in laid(puzzle, assembly)]
        misses = [fault for fault in judged(puzzle, pieces).faults if fault.kind == "place"]
        at_a_vertex = [i for i, piece in enumerate(assembly, 1) if not set(piece.ring).isdisjoint(vertices_of(puzzle))]
        assert set(at_a_vertex) <= {number for fault in misses for number in fault.pieces}
        assert max(fault.distance or 0 for fault in misses) == pytest.approx(by, abs=1e-6)


@given(puzzles(), frames, coordinates, coordinates)
@MANY
def test_positions_lead_back(puzzle: Puzzle, frame: Frame, x: float, y: float) -> None:
    position = make_puzzle("drawn", puzzle.rings, frame=frame).position
    assert position.legs(position.own((x, y))) == pytest.approx((x, y), abs=1e-6)


SLAB = make_puzzle("slab", [ring_from(ORIGIN, (along(0, 4), along(2, 2), along(4, 4), along(6, 2)))])
SOLUTION = [
    LaidPiece("large-triangle", ((0, 0), (2, 0), (0, 2))),
    LaidPiece("large-triangle", ((2, 0), (2, 2), (0, 2))),
    LaidPiece("parallelogram", ((2, 0), (3, 0), (4, 1), (3, 1))),
    LaidPiece("small-triangle", ((3, 0), (4, 0), (4, 1))),
    LaidPiece("small-triangle", ((2, 0), (3, 1), (2, 1))),
    LaidPiece("medium-triangle", ((2, 0), (2, 2), (3, 1))),
    LaidPiece("square", ((3, 1), (4, 1), (4, 2), (3, 2))),
]
"""Not quite one: two small pieces lie on the medium triangle's place."""


def test_every_fault_has_its_place() -> None:
    verdict = judged(SLAB, SOLUTION)
    by_kind = {fault.kind: fault for fault in verdict.faults}
    assert [fault.kind for fault in verdict.faults] == ["overlap", "gap"]
    assert by_kind["overlap"].pieces == (5, 6)
    assert by_kind["overlap"].area == pytest.approx(0.5)
    assert by_kind["gap"].area == pytest.approx(0.5)
    x, y = by_kind["gap"].point or (0, 0)
    assert 2 < x < 3
    assert x + y > 4


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda p: p.__setitem__(6, LaidPiece("square", ((3, 1), (4, 1)))), "piece 7 (square) encloses no area"),
        (
            lambda p: p.__setitem__(6, LaidPiece("square", ((3, 1), (4, 2), (4, 1), (3, 2)))),
            "piece 7 (square) crosses or touches itself",
        ),
        (
            lambda p: p.__setitem__(6, LaidPiece("square", ((3, 1), (5, 1), (5, 3), (3, 3)))),
            "piece 7 (square) has the sides 2, 2, 2, 2 legs instead of 1, 1, 1, 1; nearest to a ",
        ),
        (
            lambda p: p.__setitem__(6, LaidPiece("square", ((3, 1), (4, 1), (4.5, 1.5), (4, 2), (3, 2)))),
            "piece 7 (square) has the sides 1, 0.7071, 0.7071, 1, 1 legs instead of 1, 1, 1, 1",
        ),
        (
            lambda p: p.__setitem__(6, LaidPiece(None, ((3, 1), (4, 1), (4, 2.01), (3, 2)))),
            "piece 7 is not quite a square: distances of its vertices are 0.01 legs off",
        ),
        (
            lambda p: p.__setitem__(6, LaidPiece("square", ((1e90, 1), (4, 1), (4, 2), (3, 2)))),
            "piece 7 (square) lies more than 1e+06 legs from the outline",
        ),
        (
            lambda p: p.__setitem__(6, LaidPiece("square", ((3.5, 1), (4.5, 1), (4.5, 2), (3.5, 2)))),
            "piece 7 (square) reaches up to 0.5 legs outside the outline: 0.5 legs squared",
        ),
        (lambda p: p.__setitem__(6, LaidPiece("sqare", p[6].vertices)), "did you mean 'square'?"),
        (lambda p: p.__setitem__(6, LaidPiece("SQUARE ", p[6].vertices)), "a gap is left: 0.5 legs squared"),
        (lambda p: p.clear(), "it brings no pieces"),
        (lambda p: p.extend(p * 3), "3 square too many: there are 4 where 1"),
    ],
)
def test_the_words_of_a_fault(change: Change, words: str) -> None:
    pieces = list(SOLUTION)
    change(pieces)
    assert words in "\n".join(fault.message for fault in judged(SLAB, pieces).faults)


@pytest.mark.parametrize("status", ["unsolvable", "stuck", "limit", "refused"])
def test_other_claims_than_solved(status: str) -> None:
    """Nothing to check; unless there are pieces, and they are a solution after all."""
    puzzle = puzzle_of(LINE)
    assert judged(puzzle, [], status).verdict == "unchecked"
    assert judged(puzzle, laid(puzzle, LINE[:6]), status).verdict == "unchecked"
    verdict = judged(puzzle, laid(puzzle, LINE), status)
    assert (verdict.verdict, kinds(verdict)) == ("wrong", {"status"})


LINE: Assembly = tuple(
    placed(name, tuple(add(p, point(12 * i, 0, 0, 0)) for p in TANGRAM.by_name[name].ring))
    for i, name in enumerate(name for name, count in TANGRAM.stock(1).items() for _ in range(count))
)
"""Seven parts, each a piece, far apart."""


wild = st.one_of(st.integers(-3, 6), st.floats(-1e100, 1e100), st.floats(-5, 5))
rings = st.lists(st.tuples(wild, wild), min_size=1, max_size=7).map(tuple)


@pytest.mark.slow
@given(st.lists(st.one_of(rings, st.sampled_from([piece.vertices for piece in SOLUTION])), min_size=1, max_size=9))
@settings(max_examples=50)
def test_anything_at_all_is_judged_and_drawn(drawn: list[tuple[Spot, ...]]) -> None:
    verdict = judged(SLAB, [LaidPiece(None, ring) for ring in drawn])
    assert verdict.verdict == "wrong"
    assert verdict.faults
    json.dumps(verdict.as_json(), allow_nan=False)
    assert str(picture_of(verdict, "svg")).endswith("</svg>\n")


def test_a_result_in_another_size_or_place_is_told_so() -> None:
    larger = judged(SLAB, [changed(piece, lambda spot: (10 * spot[0], 10 * spot[1])) for piece in SOLUTION])
    assert "all pieces have another size: together they cover 800 legs squared, the outline 8" in larger.notes[0]
    elsewhere = judged(SLAB, [changed(piece, lambda spot: (spot[0] + 9, spot[1])) for piece in SOLUTION])
    assert "every piece reaches outside" in elsewhere.notes[0]


def test_a_result_of_another_outline_is_told_so() -> None:
    verdict = judge(SLAB, Claim("cat", "solved", tuple(SOLUTION), 1))
    assert verdict.notes == ("the result says that it is of 'cat', and the outline is 'slab'",)


def test_bends_too_small_to_see_do_not_add_up() -> None:
    """Each vertex of an arc may be near the line between its neighbours; but the arc is not a side."""
    bow = [(3 + i / 900, 1 + 0.02 * sin(i / 900 * pi)) for i in range(901)]
    bowed = (*bow, (4, 2), (3, 2))
    assert len(true_vertices(bowed)) == 4
    faults = judged(SLAB, [*SOLUTION[:6], LaidPiece("square", bowed)]).faults
    assert any(fault.message == "piece 7 (square) has sides that are not straight" for fault in faults)


def test_pieces_on_a_heap_are_one_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case, "MOST_MEETINGS", 2)
    monkeypatch.setattr(measured, "overlaid", lambda *_: pytest.fail("each two are measured"))
    square = LaidPiece("square", ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))
    (verdict,) = [judge(next(read_outlines("cat")), Claim("cat", "solved", (square,) * 7, 1))]
    assert [fault.message for fault in verdict.faults if fault.kind == "overlap"] == [
        "the pieces lie on a heap: each of the 7 pieces meets more than 4 others on average; lay them side by side"
    ]


def test_where_stars_of_hundreds_of_points_lie_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "overlaid", lambda *_: pytest.fail("it is measured"))
    radii = (0.4, 0.8)
    star = tuple((2 + radii[k % 2] * cos(pi * k / 50), 1 + radii[k % 2] * sin(pi * k / 50)) for k in range(100))
    verdict = judged(SLAB, [*SOLUTION[:6], LaidPiece("square", star)])
    assert [fault.kind for fault in verdict.faults] == ["shape"]


RINGS: dict[str, Callable[[int], Spot]] = {
    "a wheel": lambda n: (300 * cos(n * pi / 245), 300 * sin(n * pi / 245)),
    "a star": lambda n: ((1 + n % 2) * cos(n * pi / 245), (1 + n % 2) * sin(n * pi / 245)),
    "a saw": lambda n: (n / 100, n % 2 / 10 + n / 400),
    "a bow": lambda n: (n * 2.0, n * n / 10),
    "a comb": lambda n: (n // 2 / 10, 2 * float(n % 4 in (1, 2)) + n / 400),
}


@pytest.mark.parametrize("name", RINGS)
def test_of_a_ring_of_hundreds_of_corners_no_two_are_compared(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(case, "off_side", lambda *_: pytest.fail("a corner is compared with a side"))
    puzzle, ring = puzzle_of(LINE), tuple(map(RINGS[name], range(490)))
    assert len(true_vertices(ring)) == 490
    assert judged(puzzle, [LaidPiece("square", ring)]).verdict == "wrong"


def test_a_place_is_told_in_the_outlines_own_coordinates() -> None:
    position = TracedFrame(2.0, 0.0, (10.0, 20.0), False)
    assert position.describe((1.0, -3.0)) == "(12, 14)"
    assert position.legs(position.own((1.0, -3.0))) == (1.0, -3.0)
