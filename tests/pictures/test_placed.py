"""Levels of games: pieces with a place, an angle and a flip, by a convention that is found out."""

import json
from cmath import phase
from math import pi
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.strategies import Assembly, full_sets
from tangram.outlines.test_approximate import as_legs

from heuristan.common.faults import InputError
from heuristan.pictures.games.conventions import FORMS, POINTS, Form, Placed, layouts
from heuristan.pictures.games.levels_of_games import piece_named
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.verification.judging import judge_author

LEVEL = """
large 100.0 100.0 0 0
large 300.2 299.8 180 0
medium 300.1 100.0 -45 0
small 400.0 100.0 0 0
small 400.0 200.1 0 0
square 500.0 100.0 0 0
parallelogram 500.0 200.0 0 1
"""
"""Placed by the right angles of triangles, with a leg of 100."""


def read(text: str, folder: Path, name: str = "level.txt") -> Puzzle:
    path = folder / name
    path.write_text(text)
    (puzzle,) = read_outlines(path)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def placed_by(name: str, ring: Form, leg: float, sense: int) -> Placed:
    """Place a piece by the centre of its area, as its form lies unturned."""
    form = FORMS[name]
    for is_flipped in (False, True):
        base = [-z.conjugate() for z in reversed(form)] if is_flipped else [*form]
        for i in range(len(ring)):
            turned = (*ring[i:], *ring[:i])
            turn = (turned[1] - turned[0]) / (base[1] - base[0])
            origin = turned[0] - turn * base[0]
            if all(abs(origin + turn * z - w) < 1e-6 for z, w in zip(base, turned, strict=True)):
                centre = sum(ring) / len(ring)
                return Placed(name, leg * centre, sense * phase(turn), is_flipped, 1)
    raise AssertionError(name)


@pytest.mark.slow
@settings(max_examples=2)
@given(full_sets(), st.floats(0.5, 200), st.sampled_from([1, -1]))
def test_pieces_placed_by_their_centres_fit_together(assembly: Assembly, leg: float, sense: int) -> None:
    rings = [tuple(complex(x, y) for x, y in piece.ring) for piece in as_legs(assembly)]
    placed = [placed_by(piece.name, ring, leg, sense) for piece, ring in zip(assembly, rings, strict=True)]
    best = layouts(placed, "radians")[0]
    assert best.fit.closes
    assert best.leg == pytest.approx(leg, rel=0.02)


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.parametrize("unit", ["columns", "objects"])
def test_a_level_in_any_form_is_its_authors_solution(unit: str, tmp_path: Path) -> None:
    rows = [line.split() for line in LEVEL.split("\n") if line]
    if unit == "objects":
        items = [
            {
                "type": f"{name}Piece",
                "position": {"x": float(x), "y": float(y)},
                "rotation": float(a),
                "flipped": f == "1",
            }
            for name, x, y, a, f in rows
        ]
        puzzle = read(json.dumps({"levels": [{"name": "first", "pieces": items}]}), tmp_path, "level.json")
        assert puzzle.id == "first"
    else:
        lines = [f"{f}, {float(a) * pi / 180:.5f}, {name}, {x}, {y}" for name, x, y, a, f in rows]
        puzzle = read("\n".join(["mirrored, angle, piece, x, y", *lines]), tmp_path)
    assert judge_author(puzzle).verdict == "right"
    assert puzzle.drawing is not None
    assert puzzle.drawing.leg == pytest.approx(100, rel=0.01)
    assert POINTS["right angle"] in puzzle.drawing.origin.kind


@pytest.mark.slow
def test_a_piece_that_is_far_off_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"do not fit together .*the square on line 7 .* from the others"):
        read(LEVEL.replace("square 500.0 100.0", "square 1900.0 900.0"), tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            LEVEL.replace("medium", "small"),
            ":2: a figure has 7 pieces; for 1 set it has 1 medium-triangle too few and 1 small-triangle too many",
        ),
        (LEVEL.replace("180 0", "half 0"), ":3: the angle of a piece is 'half'; write a number"),
        (LEVEL.replace("0 1\n", "0 maybe\n"), ":8: the flip of a piece is 'maybe'; write 0 or 1"),
        (LEVEL.replace("square", "circle"), ":7: 'circle' is no piece"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as fault:
        read(text, tmp_path)
    assert message in str(fault.value)


@pytest.mark.slow
def test_a_figure_without_a_whole_set_is_refused_alone(tmp_path: Path) -> None:
    path = tmp_path / "levels.txt"
    path.write_text(f"{LEVEL}{LEVEL.replace('parallelogram 500.0 200.0 0 1', '')}")
    whole, part = read_outlines(path)
    assert isinstance(whole, Puzzle)
    assert isinstance(part, Refusal)
    assert ":10: a figure has 6 pieces; for 1 set it has 1 parallelogram too few" in part.message


def test_vertices_of_rings_with_names_of_pieces_are_no_placed_pieces(tmp_path: Path) -> None:
    assert len(read("name,x,y\nsquare,0,0\nsquare,4,0\nsquare,4,2\nsquare,0,2\n", tmp_path).rings) == 1


def test_objects_of_json_are_named_by_their_lines(tmp_path: Path) -> None:
    items = [
        f'{{"piece": "{name}", "x": {x}, "y": {y}, "rotation": 0}}'
        for name, x, y in (("large", 1, 2), ("small", 3, '"a"'))
    ]
    with pytest.raises(InputError, match=r":3: the y of a piece is 'a'; write a number"):
        read('{"tans": [\n' + ",\n".join(items) + "]}", tmp_path, "level.json")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *[
            (text, "large-triangle")
            for text in ("large", "Big", "large-triangle", "LT", "triangle-large", "bigTriangle2")
        ],
        *[(text, "small-triangle") for text in ("small", "ST", "small_triangle_1", "triangle small b")],
        *[(text, "medium-triangle") for text in ("medium", "mid", "MediumTriangle")],
        *[(text, "parallelogram") for text in ("parallelogram", "rhomboid", "para")],
        ("Square", "square"),
        ("circle", None),
    ],
)
def test_names_as_people_write_them(text: str, name: str | None) -> None:
    assert piece_named(text) == name
