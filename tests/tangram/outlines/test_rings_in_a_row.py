"""Rings one after another without a mark between them, and what is said where they are neither one ring nor several."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.strategies import Assembly, full_sets
from tangram.outlines.test_approximate import as_legs

from heuristan.common.faults import InputError
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.outlines.ring_lists import CrossingError, rings_in
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import Puzzle

spots = st.tuples(st.integers(0, 9).map(float), st.integers(0, 9).map(float))


def read(text: str, folder: Path, name: str = "rings.txt") -> Puzzle:
    path = folder / name
    path.write_text(text)
    (puzzle,) = read_outlines(path)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def listed(rings: list[list[Vector]], between: str = "") -> str:
    return between.join("".join(f"{x:.12f} {y:.12f}\n" for x, y in ring) for ring in rings)


@given(full_sets())
def test_rings_that_close_are_read_one_after_another(assembly: Assembly) -> None:
    rings = [[*piece.ring, piece.ring[0]] for piece in as_legs(assembly)]
    assert rings_in([vertex for ring in rings for vertex in ring]) == rings


@given(full_sets())
def test_pieces_in_a_row_are_read_unless_one_ring_goes_through_all(assembly: Assembly) -> None:
    rings = [[*piece.ring] for piece in as_legs(assembly)]
    every = [vertex for ring in rings for vertex in ring]
    found = rings_in(every)
    # now and then the same vertices are other tans in a row: a triangle and then a square, where they lie together
    assert found == [every] or sorted(map(len, found)) == sorted(map(len, rings))


COMMON = {
    "rings of 7, 4, 5 and 7 close": "1.414,0 0,0 0,-1.414; 0.707,-0.707 2.121,-0.707 2.828,0 1.414,0; "
    "1.414,0 4.243,0 2.828,1.414; 1.414,0 1.414,1 2.414,1; 1.414,0 0.414,0 1.414,1; 2.828,0 2.828,-2 0.828,-2; "
    "2.828,-1 3.828,-1 3.828,0 2.828,0",
    "rings of 4 and 19 close": "-1.414,1.414 1.414,1.414 0,0; -1.414,1.414 -0.414,1.414 -0.414,2.414 -1.414,2.414; "
    "-1.414,2.243 -1.414,0.828 -2.121,1.536; -1.414,3.657 -1.414,2.243 -2.121,1.536 -2.121,2.950; "
    "-2.121,1.536 -3.121,0.536 -3.121,1.536; -2.121,1.536 -3.121,0.536 -1.121,0.536; "
    "1.586,3.414 1.586,1.414 -0.414,1.414",
    "a trapezium": "1,1 -1,1 0,0; -2.414,-0.414 -1,1 -1,-1.828; 1,-1 -1,1 -1,-1; 0,1 -1,1 -1,2 0,2; "
    "-2,2 -1,1 -1,2 -2,3; -1,2 0,2 0,3; -1.707,1.707 -1,1 -2.414,1",
}
"""Sets of tans whose vertices could be something else: what that would be."""


@pytest.mark.parametrize("text", COMMON.values(), ids=COMMON)
def test_vertices_in_common_end_no_ring(text: str) -> None:
    rings = [[_vertex(word) for word in ring.split()] for ring in text.split("; ")]
    assert rings_in([vertex for ring in rings for vertex in ring]) == rings


def test_other_sets_have_trapezia() -> None:
    trapezium, triangle = [(0.0, 0.0), (4.0, 0.0), (3.0, 1.0), (1.0, 1.0)], [(0.0, -1.0), (0.0, -3.0), (2.0, -3.0)]
    assert rings_in([*trapezium, *triangle]) == [trapezium, triangle]


def _vertex(word: str) -> Vector:
    x, y = map(float, word.split(","))
    return x, y


TRIANGLES = "0 0\n4 0\n0 4\n4 4\n4 0\n0 4\n4 0\n8 0\n4 4\n8 4\n8 0\n4 4\n"
"""A rectangle as four triangles, one after another: of one set."""


@pytest.mark.parametrize("text", [TRIANGLES, re.sub(r"(.*)\n(.*)\n(.*)\n", r"\1, \2, \3\n", TRIANGLES)])
def test_a_puzzle_in_triangles(text: str, tmp_path: Path) -> None:
    """A vertex a line, or a triangle a line."""
    puzzle = read(text, tmp_path)
    assert (puzzle.sets, [len(ring) for ring in puzzle.rings]) == (1, [4])


def test_rings_on_lines_may_have_names_and_a_bad_one_is_named(tmp_path: Path) -> None:
    assert len(read("large: 0 0 4 0 0 4\nlarge: 4 4 4 0 0 4\n", tmp_path).rings) == 1
    with pytest.raises(InputError, match=r":3: '1 2 3' is not a ring"):
        read("0 0 4 0 0 4\n4 4 4 0 0 4\n1 2 3\n", tmp_path)


def test_lines_of_edges_that_cross_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError) as fault:
        read("# mine\n0 0\n20 20\n20 0\n0 20\n", tmp_path)
    assert ":2: the outline crosses itself" in str(fault.value)
    assert "from (0, 0) on line 2 to (20, 20) on line 3 crosses the edge from (20, 0) on line 4" in str(fault.value)
    assert "empty line between them" in str(fault.value)


@pytest.mark.slow
@settings(max_examples=10)
@given(st.lists(spots, min_size=3, max_size=8, unique=True))
def test_messages_name_only_what_is_in_the_file(tmp_path_factory: pytest.TempPathFactory, ring: list[Vector]) -> None:
    folder = tmp_path_factory.getbasetemp()
    wkt = f"POLYGON (({', '.join(f'{x:g} {y:g}' for x, y in (*ring, ring[0]))}))"
    for text, name in ((listed([ring]), "ring.txt"), (wkt, "ring.wkt")):
        message = message_of(text, folder, name)
        named = re.findall(r"\((-?[\d.]+), (-?[\d.]+)\)", message)
        assert {(float(x), float(y)) for x, y in named} <= {*ring}, message


def message_of(text: str, folder: Path, name: str) -> str:
    try:
        read(text, folder, name)
    except InputError as fault:
        return str(fault)
    return ""


@given(st.lists(spots, min_size=3, max_size=12))
def test_any_vertices_are_rings_that_have_them_all_or_cross(vertices: list[Vector]) -> None:
    with suppress(CrossingError):
        assert [vertex for ring in rings_in(vertices) for vertex in ring] == vertices
