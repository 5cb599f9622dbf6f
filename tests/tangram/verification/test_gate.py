"""The gate: what fills the file's own coordinates passes, however they were written, and nothing else does."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import pytest
import shapely
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from shared.wild import CHANGES, Wild, Written, wild_outline
from shared.wild.agreement import NEARLY, fault_of, read

from heuristan.common.plane import signed_area
from heuristan.tangram.puzzle.drawing import LaidPiece, Origin, Polygon
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
from heuristan.tangram.verification.as_in_file import is_as_in_file
from heuristan.tangram.verification.claims import Claim
from heuristan.tangram.verification.file_regions import region_of
from heuristan.tangram.verification.judging import judge
from heuristan.tangram.verification.judging.drawn_case import Gate
from heuristan.teaching.hinting import Hint, advise_on

LOST = "rounded to 2 decimals, a leg of 0.01"
"""The only way of writing an outline in which the outline is lost."""

MANY = settings(max_examples=10)
wilds = st.integers(0, 10**6).map(lambda seed: wild_outline(seed, 1))
names = st.sampled_from([name for name in CHANGES if name != LOST])
EXACT = st.sampled_from([name for name, change in CHANGES.items() if change.is_exact])
with_holes = st.sampled_from([153, 461, 466, 647])
"""Seeds of outlines with a hole: one in two hundred has one."""


def written_as(wild: Wild, name: str) -> Written:
    """Write an outline in a way that can be read: in some a digit more would be needed."""
    written = CHANGES[name].write(wild)
    try:
        read(written)
    except OutlineError:
        assume(False)
    return written


def faults(puzzle: Puzzle, pieces: Sequence[tuple[str, Sequence[tuple[float, float]]]]) -> list[str]:
    """Return what `verify` and the gate say, which have one measure."""
    laid = tuple(LaidPiece(name, tuple(ring)) for name, ring in pieces)
    said = [fault.message for fault in judge(puzzle, Claim(None, "solved", laid, 1)).faults]
    if puzzle.reading is not None:
        fault = Gate.of(puzzle).fault_of([LaidPiece(name, tuple(ring)) for name, ring in pieces])
        assert (fault is None) == (not said)
    return said


@pytest.mark.slow
@given(wilds, names)
@MANY
def test_the_truth_passes_however_it_was_written(wild: Wild, name: str) -> None:
    written = written_as(wild, name)
    assert faults(read(written), written.tiling) == []


@pytest.mark.slow
@given(wilds, EXACT)
@MANY
def test_an_exact_outline_is_the_one_in_its_file(wild: Wild, name: str) -> None:
    assert is_as_in_file(read(CHANGES[name].write(wild)))


@pytest.mark.slow
@given(wilds, names, st.integers(0, 6), st.integers(0, 3))
@MANY
def test_a_piece_with_a_vertex_moved_does_not_pass(wild: Wild, name: str, piece: int, vertex: int) -> None:
    written = written_as(wild, name)
    called, ring = written.tiling[piece]
    x, y = ring[vertex % len(ring)]
    moved = [*ring]
    moved[vertex % len(ring)] = (x + 0.3 * written.similarity.leg, y)
    pieces = [*written.tiling]
    pieces[piece] = (called, moved)
    assert faults(read(written), pieces)


@pytest.mark.slow
@given(wilds, names, st.integers(0, 6))
@example(wild_outline(82159, 1), "rounded to 6 decimals", 2)  # its gap's trapezoids overlap by rounding
@MANY
def test_a_solution_with_a_piece_left_out_or_twice_does_not_pass(wild: Wild, name: str, piece: int) -> None:
    written = written_as(wild, name)
    puzzle, pieces = read(written), written.tiling
    assert faults(puzzle, pieces[:piece] + pieces[piece + 1 :])
    assert faults(puzzle, [*pieces[:piece], *pieces[piece + 1 :], pieces[piece - 1]])


@pytest.mark.slow
@given(wilds, names, st.integers(0, 6), st.integers(1, 6))
@MANY
def test_two_pieces_exchanged_do_not_pass(wild: Wild, name: str, one: int, further: int) -> None:
    """Each is put with its first vertex where that of the other one was. That may be another solution."""
    written = written_as(wild, name)
    pieces, other = [*written.tiling], (one + further) % 7
    (a, ring), (b, another) = pieces[one], pieces[other]
    assume(a != b)
    pieces[one], pieces[other] = (a, put(ring, another[0])), (b, put(another, ring[0]))
    assert bool(faults(read(written), pieces)) == bool(fault_of(pieces, written, 3 * written.off + NEARLY))


def put(ring: Sequence[tuple[float, float]], spot: tuple[float, float]) -> list[tuple[float, float]]:
    (x, y), (u, v) = ring[0], spot
    return [(p + u - x, q + v - y) for p, q in ring]


@cache
def hollow(seed: int) -> Wild:
    return wild_outline(seed, 1)


def filled(polygons: Sequence[Polygon]) -> Iterator[tuple[Polygon, ...]]:
    """Yield polygons with one of their holes left out."""
    for i, part in enumerate(polygons):
        for j in range(1, len(part)):
            rest = [ring for number, ring in enumerate(part) if number != j]
            yield (*polygons[:i], rest, *polygons[i + 1 :])


@pytest.mark.slow
@given(with_holes, names)
@MANY
def test_a_filled_hole_does_not_pass(seed: int, name: str) -> None:
    wild = hollow(seed)
    assert any(len(part) > 1 for part in wild.polygons)
    written = written_as(wild, name)
    puzzle, least = read(written), 0.3 * written.similarity.leg**2
    assert puzzle.drawing is not None
    for polygons in filled(puzzle.drawing.polygons):
        lost = sum(abs(signed_area(ring)) for part in written.polygons for ring in part[1:])
        if lost > least:
            drawing = replace(puzzle.drawing, polygons=polygons)
            assert not is_as_in_file(replace(puzzle, reading=None, drawing=drawing))
            assert faults(replace(puzzle, drawing=drawing), written.tiling)


@pytest.mark.slow
@given(wilds, EXACT, st.integers(0, 30))
@MANY
def test_an_outline_read_with_a_vertex_elsewhere_is_not_the_one_in_the_file(wild: Wild, name: str, vertex: int) -> None:
    written = CHANGES[name].write(wild)
    puzzle, leg = read(written), written.similarity.leg
    assert puzzle.drawing is not None
    polygons = [[[*ring] for ring in part] for part in puzzle.drawing.polygons]
    ring = polygons[0][0]
    before = signed_area(ring)
    x, y = ring[vertex % len(ring)]
    ring[vertex % len(ring)] = (x + 0.02 * leg, y + 0.013 * leg)
    assume(abs(signed_area(ring) - before) > 5e-3 * leg**2)
    assert not is_as_in_file(replace(puzzle, drawing=replace(puzzle.drawing, polygons=tuple(polygons))))


def test_an_outline_that_is_not_the_one_in_its_file_is_judged_by_the_file() -> None:
    """What the reader made of it does not count, for the gate and `verify` alike."""
    written = CHANGES["as it is"].write(wild_outline(0, 1))
    other = read(CHANGES["as it is"].write(wild_outline(1, 1)))
    puzzle = replace(other, drawing=read(written).drawing)
    assert not is_as_in_file(puzzle)
    assert (
        judge(puzzle, Claim(None, "solved", tuple(LaidPiece(*piece) for piece in written.tiling), 1)).verdict == "right"
    )


def test_an_exact_reading_that_is_not_near_the_drawing_gets_hints_of_the_drawing() -> None:
    """A hint is certain only of what the file says."""
    puzzle = read(CHANGES["noise of 0.001"].write(wild_outline(0, 1)))
    other = read(CHANGES["noise of 0.001"].write(wild_outline(1, 1)))
    assert puzzle.reading is not None
    assert not puzzle.nearness
    for wrong in (replace(puzzle, drawing=other.drawing), replace(puzzle, reading=None, drawing=other.drawing)):
        advice = advise_on(wrong, ()).advice
        assert isinstance(advice, Hint)
        assert other.drawing is not None
        drawn = region_of(other.drawing.polygons).buffer(NEARLY * other.frame.scale / other.unit)
        assert drawn.covers(shapely.Polygon(advice.piece.vertices))


def test_a_verdict_says_what_the_outline_was_read_from_and_what_is_suspicious() -> None:
    written = CHANGES["noise of 0.001"].write(wild_outline(0, 1))
    puzzle = read(written)
    assert puzzle.drawing is not None
    suspected = replace(puzzle.drawing, origin=Origin("a picture", ("the figure touches its border",)))
    claim = Claim(None, "solved", tuple(LaidPiece(name, tuple(ring)) for name, ring in written.tiling), 1)
    notes = " ".join(judge(replace(puzzle, drawing=suspected), claim).notes)
    assert "read from a picture" in notes
    assert "the figure touches its border" in notes
