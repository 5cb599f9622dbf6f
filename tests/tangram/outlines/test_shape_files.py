"""Shape files: three ways to write an outline give the same puzzle, and every fault has its line."""

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.strategies import Assembly, boundary_of, full_sets, puzzles

from heuristan.common.faults import InputError
from heuristan.common.files import folder
from heuristan.common.plain_yaml import LONGEST, PlainYamlError, read_yaml
from heuristan.tangram.boundary import Boundary, direction_of, ring_of
from heuristan.tangram.lattice.lengths import Length
from heuristan.tangram.lattice.points import Point, add, coefficients, mirror, parts, projection, subtract, turn
from heuristan.tangram.outlines.shape import ShapeFile, read_shape
from heuristan.tangram.outlines.walk import COMPASS, points_to_legs
from heuristan.tangram.pieces.sets import TANGRAM, Placement
from heuristan.tangram.puzzle.puzzle import Puzzle


def parsed(text: str, name: str = "drawn") -> ShapeFile:
    with TemporaryDirectory() as place:
        path = Path(place) / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        return read_shape(path)


def fault_of(text: str) -> str:
    """Return the fault of a text, from its line on."""
    with pytest.raises(InputError) as caught:
        parsed(text)
    return str(caught.value).partition("drawn.yaml:")[2]


def without_place(boundary: Boundary) -> Boundary:
    """Return the boundary moved so that its least vertex is at the origin."""
    least = min((vertex.point for vertex in boundary.vertices), key=lambda p: (p[0], p[2]))
    return Boundary.of(tuple(subtract(v.point, least) for v in loop) for loop in boundary.loops)


def written(p: Point) -> str:
    """Return a lattice point of denominator 1 in the notation of shape files."""
    c0, c1, c2, c3 = (Fraction(c, 2) for c in coefficients(p))
    return f"[{Length(c0, (c1 - c3) / 2)}, {Length(c2, (c1 + c3) / 2)}]"


def written_ring(ring: Sequence[Point]) -> str:
    return f"[{', '.join(map(written, ring))}]"


def written_piece(placement: Placement) -> str:
    """Return how the piece of a placement is laid."""
    for mirrors, eighths, at in product((False, True), range(8), placement.ring):
        moved = {add(turn(mirror(p) if mirrors else p, eighths), at) for p in TANGRAM.by_name[placement.name].ring}
        if moved == set(placement.ring):
            end = ", mirror: true" if mirrors else ""
            return f"- {{piece: {placement.name}, at: {written(at)}, turn: {45 * eighths}{end}}}"
    raise AssertionError("the placement is not one of a piece")


def written_path(ring: Sequence[Point]) -> str:
    steps = []
    for p, q in zip(ring, (*ring[1:], ring[0]), strict=True):
        direction = direction_of(p, q)
        a, b = parts(projection(q, direction) - projection(p, direction))
        steps.append(f"{COMPASS[direction]} {Length(Fraction(a, 2), Fraction(b, 4))}")
    return f'{{start: {written(ring[0])}, unit: legs, steps: "{", ".join(steps)}"}}'


@given(puzzles(), st.data())
def test_vertices_say_the_puzzle_whichever_way_they_run(puzzle: Puzzle, data: st.DataObject) -> None:
    rings = [ring[:: data.draw(st.sampled_from([1, -1]))] for ring in puzzle.rings]
    text = (
        f"vertices: {written_ring(rings[0])}"
        if len(rings) == 1
        else f"vertices: [{', '.join(map(written_ring, rings))}]"
    )
    assert without_place(parsed(text).puzzle.boundary) == without_place(puzzle.boundary)


@given(full_sets())
def test_pieces_laid_down_are_their_union(assembly: Assembly) -> None:
    text = "pieces:\n" + "\n".join(map(written_piece, assembly))
    assert without_place(parsed(text).puzzle.boundary) == without_place(boundary_of(assembly))


@given(puzzles())
def test_a_walk_says_the_puzzle(puzzle: Puzzle) -> None:
    text = f"paths: [{', '.join(map(written_path, puzzle.rings))}]"
    assert without_place(parsed(text).puzzle.boundary) == without_place(puzzle.boundary)


@given(puzzles())
def test_the_frame_gives_the_coordinates_of_the_file(puzzle: Puzzle) -> None:
    read = parsed(f"vertices: [{', '.join(map(written_ring, puzzle.rings))}]").puzzle
    drawn = {puzzle.in_legs(vertex.point) for vertex in puzzle.boundary.vertices}
    for ring in read.rings:
        for x, y in map(read.frame.own, ring):
            assert any(abs(x - u) + abs(y - v) < 1e-9 for u, v in drawn)


@given(st.integers(0, 12), st.integers(0, 12), st.booleans())
def test_sums_of_sides_in_points_are_those_sides(legs: int, roots: int, diagonal: bool) -> None:
    points = (5 * legs + 7 * roots) if diagonal else (7 * legs + 10 * roots)
    if 0 < points <= 500:
        first, *others = points_to_legs(str(points), diagonal=diagonal)
        assert Length(Fraction(legs), Fraction(roots)) in (first, *others)
        assert first.whole + first.root <= legs + roots


@given(st.integers(1, 500), st.booleans())
def test_every_number_of_points_is_a_length(points: int, diagonal: bool) -> None:
    lengths = points_to_legs(str(points), diagonal=diagonal)
    assert lengths
    for length in lengths:
        assert length.sign > 0
        assert (5 * length.whole + 7 * length.root if diagonal else 7 * length.whole + 10 * length.root) == points


SQUARE = """\
name: square
title: The square
source: the oldest of all
difficulty: easy: two large triangles make half of it
pieces:
  - {piece: large-triangle, at: [r2, r2], turn: 225}
  - {piece: large-triangle, at: [r2, r2], turn: 315}
  - {piece: medium-triangle, at: [0, 2r2], turn: 270}
  - {piece: small-triangle, at: [r2, r2], turn: 45}
  - {piece: small-triangle, at: [r2/2, r2/2], turn: 135}
  - {piece: square, at: [r2/2, r2/2], turn: 45}
  - {piece: parallelogram, at: [r2/2, 3r2/2]}
""".replace("easy:", "easy,")

RECTANGLE = parsed("vertices: [[0, 0], [4, 0], [4, 2], [0, 2]]").puzzle.boundary


def test_a_shape_has_its_texts() -> None:
    shape = parsed(SQUARE, "square")
    assert (shape.name, shape.title, shape.source) == ("square", "The square", "the oldest of all")
    assert shape.difficulty == "easy, two large triangles make half of it"
    assert shape.puzzle.id == "square"
    vertices = {shape.puzzle.frame.own(p) for p in shape.puzzle.rings[0]}
    assert max(vertices) == pytest.approx((8**0.5, 8**0.5))
    assert min(vertices) == pytest.approx((0, 0))
    assert parsed("vertices: [[0, 0], [4, 0], [4, 2], [0, 2]]", "a-brick").title == "A brick"


@pytest.mark.parametrize(
    "text",
    [
        'path: {steps: "E 28, S 14, W 28, N 14"}',
        "path: {unit: points, steps: [E 28, S 14, W 28, N 14]}",
        'path: {unit: legs, steps: "e 4, s 2, w 4, n 2,"}',
        "path:\n  unit: legs\n  start: [7, -r2]\n  steps:\n    E 4, S 2,\n    W 4, N 2",
        '{"vertices": [[0, 0], [4, 0], [4, 2], [0, 2]], "sets": 1}',
        "vertices: [[0, 0], [0, 0], [3, 0], [4, 0], ['3+1', 2], [8/2, 2.0], [0, 2], [0, 0]]",
        "vertices: [[[0, 0], [2, 0], [2, 2], [0, 2]], [[2, 0], [4, 0], [4, 2], [2, 2]]]",
    ],
)
def test_ways_to_write_a_rectangle(text: str) -> None:
    assert without_place(parsed(text).puzzle.boundary) == without_place(RECTANGLE)


def test_long_steps_in_points_mean_what_closes_the_path() -> None:
    # 70 points are seven roots at first sight; but the way back says twice five legs
    assert [str(length) for length in points_to_legs("70", diagonal=False)][:2] == ["7r2", "10"]
    puzzle = parsed('path: {steps: "E 70, S 28, W 35, W 35, N 28"}').puzzle
    assert puzzle.sets == 5


def test_a_frame_is_two_rings_by_nesting() -> None:
    text = "vertices: [[[1, 1], [2, 1], [2, 2], [1, 2]], [[0, 0], [3, 0], [3, 3], [0, 3]]]"
    assert [len(part.holes) for part in parsed(text).puzzle.boundary.parts] == [1]


def test_half_legs_have_a_denominator() -> None:
    text = "vertices: [[0, 0], [2, 0], [2, 3/2], [4, 3/2], [4, 7/2], [2, 7/2], [2, 2], [0, 2]]"
    puzzle = parsed(text).puzzle
    assert puzzle.denominator == 2
    assert ring_of(puzzle.boundary.parts[0].outer) in puzzle.rings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ""),
        ("hello", "1: this is not a shape; a shape is a YAML table"),
        ("title: x", "1: the shape has no outline; give exactly one of vertices, path, paths, pieces"),
        ("vertices: [[0, 0]]\npath: {}", "1: the shape has both 'vertices' and 'path'"),
        ("\nvertces: []", "2: a shape has no key 'vertces'; did you mean 'vertices'?"),
        ("title: x\ntitle: y", "2: the key 'title' is there twice (first in line 1); remove one"),
        ("title: [x]\nvertices: []", "1: 'title' must be a single value"),
        ("title: \"\\e[31m\"\nvertices: []", "1: 'title' has a control character"),
        ("vertices: 3", "1: 'vertices' must be a list"),
        ("vertices: []", "1: 'vertices' must be a list"),
        ("vertices:\n- [0, 0]\n- [4, 0]\n- 4", "4: a vertex must be two lengths, like [2, 1+r2]"),
        ("vertices:\n- [0, 0]\n- [4, 0, 0]", "3: a vertex must be two lengths"),
        ("vertices:\n- [0, 0]\n- [4, nan]", "3: 'nan' is not a length"),
        ("vertices:\n- [0, 0]\n- [4, .inf]", "3: '.inf' is not a length"),
        ("vertices: [[0, 0], [4, 0], [0, 0]]", "1: a ring has 2 distinct vertices"),
        ("vertices: [[0, 0], [4, 0], [5, 2], [0, 2]]", "1: the edge from [4, 0] to [5, 2] is off the 45 degree"),
        ("vertices: [[0, 0], [2, 2], [2, 0], [0, 2]]", "1: a ring encloses no area"),
        ("vertices: [[0, 0], [3, 0], [5, 2], [1, 2], [1, -1], [0, -1]]", "from (0, 0) to (3, 0) crosses"),
        ("vertices: [[0, 0], [4, 0], [4, 3], [0, 3]]", "1: the area is 12 legs squared, and a set of pieces covers 8"),
        ("sets: 1\nvertices: [[0, 0], [4, 0], [4, 4], [0, 4]]", "1 set covers 8; 2 sets would fit: write 'sets: 2'"),
        ("sets: some\nvertices: [[0, 0], [4, 0], [4, 4], [0, 4]]", "1: 'some' is not a number of sets"),
        ("sets: 0\nvertices: [[0, 0], [4, 0], [4, 4], [0, 4]]", "1: '0' is not a number of sets"),
        ("vertices: [[[0, 0], [3, 0], [3, 3], [0, 3]], [[0, 0], [3, 0], [3, 3], [0, 3]]]", "1: the outline runs twice"),
        ("vertices: [[0, 0], [999999, 0], [999999, 1], [0, 1]]", "1: [999999, 0] is too far"),
        ("vertices: [[0, 0], [1/997, 0], [1/997, 1/997]]", "1: the vertex [1/997, 0] needs a lattice of more than 64"),
        ("path: {}", "1: the path has no steps"),
        ('path: {unit: feet, steps: "E 7, S 7, W 7, N 7"}', "1: 'unit' cannot be 'feet'; there are points, legs"),
        ("path:\n  steps: [E 7, ESE 7, S 7]", "2: 'ESE' is not a direction; did you mean 'SE'?"),
        ("path:\n  steps: [E 7, S, W 7]", "2: 'S' is not a step"),
        ("path:\n  steps: [E 7]", "2: the path has 1 steps; it needs 3"),
        ("path:\n  steps: [E 1+r2, S 7, W 7, N 7]", "2: '1+r2' is not a length in picture points"),
        ("path:\n  unit: legs\n  steps: [E 1-r2, S 1, W 1]", "3: the step 'E 1-r2' has no length"),
        ("path:\n  unit: legs\n  steps: [E 4, S 2, W 4, N 3]", "start: it ends [0, 1] legs from it"),
        ("paths:\n- steps: [E 7, S 7, W 7, N 7]\n- steps: [E 7, S 7, W 7, N 7]", "3: every path after the first"),
        ("pieces: [{piece: square}]", "1: a piece needs 'piece' and 'at'"),
        ("pieces:\n- {piece: squre, at: [0, 0]}", "2: 'piece' cannot be 'squre'; did you mean 'square'?"),
        ("pieces:\n- {piece: square, at: [0, 0], turn: 30}", "2: '30' is not a turn; write a multiple of 45"),
        ("pieces:\n- {piece: square, at: [0, 0], mirror: maybe}", "2: 'mirror' cannot be 'maybe'"),
        ("pieces:\n- {piece: square, at: [0, 0]}", "2: these are not the pieces of 1 set: 0 large-triangle"),
        (SQUARE.replace("turn: 315", "turn: 225"), "7: piece 2 (large-triangle) overlaps piece 1 (large-triangle, l"),
        ("a: b: c", "1: this is not YAML"),
        ("a: [1,\n", "this is not YAML"),
        ("a: !!python/object/apply:os.system [ls]", "1: the tag"),
        ("a: &x [1]\nb: [*x, *x]", "1: anchors (&) and aliases (*) are not read"),
        ("vertices: " + "[" * 5000, "1: lists and tables nest deeper than 16 levels"),
        ("--- a\n--- b", "2: the file holds several documents"),
        ("a: \x07", "1: the character U+0007 is not allowed in YAML"),
        ('a: "\\UFFFFFFFF"', "1: this is not YAML"),
        ('a: "\\uD800"', "1: the text has half a surrogate pair"),
        ("? [a]\n: b", "1: a key must be a word"),
    ],
)  # fmt: skip
def test_faults_have_a_line_and_a_fix(text: str, message: str) -> None:
    assert message in fault_of(text)


def test_a_shape_that_ships_is_called_like_its_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("heuristan.tangram.outlines.shape.folder", lambda _: tmp_path)
    (tmp_path / "brick.yaml").write_text("name: stone\nvertices: [[0, 0], [4, 0], [4, 2], [0, 2]]")
    with pytest.raises(InputError, match=r"brick.yaml:1: the name 'stone' differs from the file's"):
        read_shape(tmp_path / "brick.yaml")


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(folder("shapes").glob("*.yaml")), ids=lambda path: path.stem)
def test_every_shape_that_ships_is_read(path: Path) -> None:
    shape = read_shape(path)
    assert shape.name == path.stem
    assert shape.source
    assert shape.difficulty


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["x" * (LONGEST + 1), "- a\n" * 30_000, "[a," * 30_000, "? " * 30_000, "a: |\n" + " \n" * 30_000, "{a: " * 20_000],
    ids=["long", "flat", "open lists", "keys", "blank lines", "open tables"],
)
def test_yaml_that_is_large_ends_soon(text: str) -> None:
    start = process_time()
    with suppress(PlainYamlError):
        read_yaml(text)
    assert process_time() - start < 10
