"""Readers and writers: what is written is read back as the same puzzle, and every kind of file has its reader."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import dist, pi
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared.places import TOP
from shared.strategies import puzzles

from heuristan.common.faults import InputError, installing
from heuristan.tangram.boundary import Boundary, direction_of
from heuristan.tangram.lattice.lengths import Length, parse_length
from heuristan.tangram.lattice.points import Point, parts, projection, subtract, turn
from heuristan.tangram.outlines.exact_rings import puzzle_from
from heuristan.tangram.outlines.formats import FORMS, form_of, formats
from heuristan.tangram.outlines.puzzle_of import puzzles_of
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.outlines.walk import COMPASS
from heuristan.tangram.outlines.walk import read as read_walk
from heuristan.tangram.outlines.wkt import read as read_wkt
from heuristan.tangram.outlines.writing.texts import Coordinates
from heuristan.tangram.outlines.writing.texts import shape as shape_text
from heuristan.tangram.pieces.sets import TANGRAM, scaled
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Refusal
from heuristan.tangram.puzzle.puzzle import Frame, OutlineError, Puzzle

BRICK = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)]


class Found(NamedTuple):
    """The puzzles and refusals of a text."""

    puzzles: list[Puzzle]
    refusals: list[Refusal]


def read(text: str | bytes, name: str = "own") -> Found:
    with TemporaryDirectory() as place:
        path = Path(place) / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        found = list(read_outlines(path))
    return Found([one for one in found if isinstance(one, Puzzle)], [one for one in found if isinstance(one, Refusal)])


def fault_of(text: str | bytes, name: str = "own") -> str:
    """Return the fault of a file that cannot be used as a whole, after the folder."""
    with pytest.raises(InputError) as caught:
        read(text, name)
    return str(caught.value).partition("/" + name)[2]


def without_place(puzzle: Puzzle) -> set[Boundary]:
    """Return the boundary in quarter legs, turned by every eighth and moved with its first vertex at the origin."""
    found = set()
    for eighths in range(8):
        rings = [[turn(scaled(p, 4 // puzzle.denominator), eighths) for p in ring] for ring in puzzle.rings]
        least = min((p for ring in rings for p in ring), key=lambda p: (p[0], p[2]))
        found.add(Boundary.of(tuple(subtract(p, least) for p in ring) for ring in rings))
    return found


def is_same(found: Puzzle, wanted: Puzzle) -> bool:
    """Return whether two puzzles are the same up to the frame."""
    return (found.sets, found.pieces) == (wanted.sets, wanted.pieces) and bool(
        without_place(found) & without_place(wanted)
    )


def has_place_in(form: str, puzzle: Puzzle) -> bool:
    """Return whether a format can hold the rings of a puzzle."""
    return FORMS[form].several_rings or len(puzzle.rings) == 1


frames = st.builds(
    Frame,
    st.sampled_from([0.5, 0.025, 17.0, 4000.0]),
    st.sampled_from([0.0, 0.1, -0.3, pi / 4, 2.0]),
    st.tuples(st.floats(-100, 100), st.floats(-100, 100)),
    st.booleans(),
)


class TestWriting:
    @pytest.mark.slow
    @pytest.mark.parametrize("form", FORMS)
    @settings(max_examples=10)
    @given(puzzle=puzzles(), frame=frames)
    def test_what_is_written_is_read_back(self, form: str, puzzle: Puzzle, frame: Frame) -> None:
        assume(has_place_in(form, puzzle))
        (found,) = read(FORMS[form].text(replace(puzzle, frame=frame))).puzzles
        assert is_same(found, puzzle)
        assert found.id == "drawn" or not FORMS[form].keeps_id

    @pytest.mark.parametrize("form", FORMS)
    def test_several_rings_are_kept_or_refused(self, form: str) -> None:
        (puzzle,) = read_outlines("paradox-shed-window")
        assert isinstance(puzzle, Puzzle)
        if FORMS[form].several_rings:
            assert is_same(read(FORMS[form].text(puzzle)).puzzles[0], puzzle)
        else:
            with pytest.raises(OutlineError, match="several rings, and this format holds one; write one of yaml, geoj"):
                FORMS[form].text(puzzle)

    @pytest.mark.slow
    @pytest.mark.parametrize("form", [name for name, form in FORMS.items() if form.keeps_pieces])
    @settings(max_examples=10)
    @given(puzzle=puzzles(2))
    def test_several_sets_are_kept(self, form: str, puzzle: Puzzle) -> None:
        assume(has_place_in(form, puzzle))
        assert is_same(read(FORMS[form].text(puzzle)).puzzles[0], puzzle)

    @pytest.mark.parametrize("form", FORMS)
    @pytest.mark.parametrize("name", ["swan", "convex-square", "paradox-bowl", "two-swans", "shonagon-window"])
    def test_shapes_that_ship(self, name: str, form: str) -> None:
        (puzzle,) = read_outlines(name)
        assert isinstance(puzzle, Puzzle)
        if not FORMS[form].keeps_pieces and (puzzle.sets > 1 or puzzle.pieces != TANGRAM):
            pytest.skip("the format cannot say how many sets, or of which pieces")
        if not has_place_in(form, puzzle):
            pytest.skip("the format holds one ring")
        assert is_same(read(FORMS[form].text(puzzle)).puzzles[0], puzzle)

    @given(puzzles())
    def test_a_shape_has_exact_lengths_at_the_origin(self, puzzle: Puzzle) -> None:
        (found,) = read(shape_text(puzzle)).puzzles
        xs, ys = zip(*(found.own(p) for ring in found.rings for p in ring), strict=True)
        assert min(xs) == pytest.approx(0, abs=1e-9)
        assert min(ys) == pytest.approx(0, abs=1e-9)
        # the same text again, whatever the vertex where a ring begins: nothing was rounded
        assert sorted(shape_text(found)) == sorted(shape_text(puzzle))

    def test_halves_of_a_leg(self) -> None:
        (found,) = read(
            "vertices:\n- [[0, 0], [3, 0], [3, 3], [0, 3]]\n- [[1/2, 1/2], [3/2, 1/2], [3/2, 3/2], [1/2, 3/2]]"
        )[0]
        assert found.denominator == 2
        assert "[3/2, 1/2]" in shape_text(found)
        assert is_same(read(shape_text(found)).puzzles[0], found)

    @given(puzzles(), frames, st.sampled_from([1.0, 0.37, 250.0]))
    def test_the_scale_is_that_of_the_small_leg(self, puzzle: Puzzle, frame: Frame, leg: float) -> None:
        for form in ("geojson", "wkt", "svg"):
            (found,) = read(FORMS[form].text(replace(puzzle, frame=frame), leg)).puzzles
            assert found.frame.scale / found.unit == pytest.approx(leg, rel=1e-4)

    def test_y_runs_as_it_did_and_down_in_svg(self) -> None:
        for y_down in (False, True):
            own = Coordinates(replace(brick(), frame=Frame(0.5, y_down=y_down)))
            assert own.drawing.y_down == y_down
            assert all((y <= 0) == y_down or y == 0 for _, y in own.polygons[0][0])
            shown = replace(own, y_down=True)
            assert shown.drawing.y_down
            assert all(y <= 0 for _, y in shown.polygons[0][0])

    @pytest.mark.parametrize(
        "id", ["a: b", " lots  of # room ", '"quoted" \\', "Bär 🐻", "yes", "[1]", "-", "a\nb\x07", ""]
    )
    def test_any_id_is_written(self, id: str) -> None:
        for form in ("yaml", "geojson", "svg"):
            (found,) = read(FORMS[form].text(replace(brick(), id=id))).puzzles
            if id.isprintable() and id.split(" ") == id.split():
                assert found.id == id

    def test_pieces_are_kept_in_svg(self) -> None:
        laid = (LaidPiece("square", ((1.0, 2.0), (2.0, 2.0), (2.0, 3.0))), LaidPiece(None, ((0.0, 0.0), (1.0, 0.0))))
        puzzle = replace(brick(), drawing=Drawing("x", (), laid))
        text = FORMS["svg"].text(puzzle, 10.0)
        assert 'points="10.0,-20.0 20.0,-20.0 20.0,-30.0"' in text
        assert text.count('data-piece="square"') == 1
        assert text.count("<polygon") == 2
        assert "<path" not in text

    def test_a_puzzle_without_exact_lengths_is_not_written_as_a_shape(self) -> None:
        with pytest.raises(OutlineError, match="no exact lengths"):
            shape_text(replace(brick(), nearness=5))

    def test_formats_by_ending(self) -> None:
        assert [form_of(Path(f"a{ending}")) for ending in (".YAML", ".json", ".geojsonl", ".svg", ".png", "")] == [
            "yaml",
            "geojson",
            "geojsonl",
            "svg",
            None,
            None,
        ]


def brick() -> Puzzle:
    return puzzle_from("brick", [[(parse_length(x), parse_length(y)) for x, y in BRICK]], None, TANGRAM)


WKT = "POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))"
HOLED = "POLYGON ((0 0, 3 0, 3 3, 0 3, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))"


class TestWkt:
    @pytest.mark.parametrize(
        "text",
        [
            WKT,
            WKT.lower(),
            f"# a comment\n\n{WKT}\n\n",
            f"SRID=4326;{WKT};",
            f"\ufeff{WKT}\r\n",
            "POLYGON Z ((0 0 7, 4 0 7, 4 2 7, 0 2 7, 0 0 7))",
            "POLYGON ((0 0 7, 4 0 7, 4 2 7, 0 2 7, 0 0 7))",
            "POLYGON\n(\n(0 0, 4 0,\n4 2, 0 2, 0 0)\n)",
            "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 2, 0 0)), ((2 0, 4 0, 4 2, 2 2, 2 0)))",
            "GEOMETRYCOLLECTION (\nPOLYGON ((0 0, 2 0, 2 2, 0 2, 0 0)),\nPOLYGON ((2 0, 4 0, 4 2, 2 2, 2 0)))",
            "POLYGON ((0 0, 4 0, 4 2, 0 2))",
            "POLYGON ((0.0 0, 4 0, 4 2, 0 2, 0 0.0))",
        ],
        ids=range(12),
    )
    def test_the_same_brick(self, text: str) -> None:
        (found,) = read(text).puzzles
        assert found.id == "own"
        assert is_same(found, brick())

    def test_several_have_the_numbers_of_their_lines(self) -> None:
        found = read(f"# two\n{WKT}\n\n{HOLED}\nPOLYGON ((0 0, 4 0,\n4 2, 0 2, 0 0))\n")
        assert [puzzle.id for puzzle in found.puzzles] == ["own-2", "own-4", "own-5"]
        assert [len(puzzle.rings) for puzzle in found.puzzles] == [1, 2, 1]

    @pytest.mark.parametrize(
        ("bad", "message"),
        [
            ("POLYGON ((0 0, 0 0))", "own:2: a ring has too few vertices; it needs four or more"),
            ("POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0)", "own:2: a bracket is not closed; add the ')' that is missing"),
            ("POLYGON ((0 0, 4 x, 4 2, 0 2, 0 0))", "own:2: this is not WKT at 'x' (ring 1, position 2)"),
            ("POLIGON ((0 0, 4 0, 4 2, 0 2, 0 0))", "own:2: this is not WKT at 'POLIGON': did you mean 'POLYGON'?"),
            ("POLYGON EMPTY", "own:2: the geometry is empty; give it a polygon"),
            ("POINT (1 2)", "own:2: a POINT is no polygon; use POLYGON or MULTIPOLYGON"),
            ("GEOMETRYCOLLECTION (LINESTRING (0 0, 1 1))", "own:2: a LINESTRING is no polygon"),
            ("GEOMETRYCOLLECTION (" * 50 + ")" * 50, "own:2: brackets nest deeper than 12 levels"),
            # took hours once
            ("POLYGON ((" + " " * 300_000 + "(1 1)))", "own:2: this is not WKT at 'POLYGON': check its brackets"),
            ("POLYGON ((0 0, 4 0, 4 2.5, 0 2, 0 0))", "own: own-2: "),
            ("POLYGON ((0 0, 4 0, inf 2, 0 2, 0 0))", "own"),
            ("POLYGON ((0 0, 4 0, 1e999 2, 0 2, 0 0))", "own"),
        ],
        ids=range(12),
    )
    def test_a_bad_one_is_refused_alone(self, bad: str, message: str) -> None:
        found = read(f"{WKT}\n{bad}\n{HOLED}\n")
        assert [puzzle.id for puzzle in found.puzzles] == ["own-1", "own-3"]
        (refusal,) = found.refusals
        assert refusal.id == "own-2"
        assert message in refusal.message

    def test_bytes_that_are_not_text(self) -> None:
        found = read(f"{WKT}\n".encode() + b"POLYGON \xff\n" + WKT.encode())
        assert [puzzle.id for puzzle in found.puzzles] == ["own-1", "own-3"]
        assert "own:2: the line is not UTF-8 text" in found.refusals[0].message

    def test_alone_a_bad_one_is_the_end(self) -> None:
        assert fault_of("POLYGON EMPTY") == ":1: the geometry is empty; give it a polygon"
        assert fault_of("POINT (1 2)").startswith(":1: a POINT is no polygon")

    def test_long_lines(self) -> None:
        found = read(
            f"{WKT}\nPOLYGON (({'0 0, ' * 300_000}0 0))\nPOLYGON ((\n{'0 0,' * 200_000}\n{'0 0,' * 200_000}\n{WKT}"
        )
        assert {puzzle.id for puzzle in found.puzzles} >= {"own-1"}
        assert {refusal.message.partition(": ")[2][:32] for refusal in found.refusals} >= {
            "the line is longer than 1024 KiB",
            "the geometry is longer than 1024",
        }

    def test_it_is_read_while_it_is_used(self, tmp_path: Path) -> None:
        path = tmp_path / "many.wkt"
        path.write_text(f"{WKT}\n" * 5000)
        found = read_wkt(path)
        assert isinstance(next(found), Drawing)
        path.write_text("")
        assert len(list(found)) < 4999


def written_steps(puzzle: Puzzle) -> list[str]:
    (ring,) = puzzle.rings
    return [step_from(p, q) for p, q in zip(ring, (*ring[1:], ring[0]), strict=True)]


def step_from(p: Point, q: Point) -> str:
    direction = direction_of(p, q)
    a, b = parts(projection(q, direction) - projection(p, direction))
    return f"{COMPASS[direction]} {Length(Fraction(a, 2), Fraction(b, 4))}"


class TestWalk:
    @pytest.mark.slow
    @given(puzzles().filter(lambda puzzle: len(puzzle.rings) == 1), st.data())
    def test_a_walk_says_the_puzzle(self, puzzle: Puzzle, data: st.DataObject) -> None:
        steps = written_steps(puzzle)
        ends = data.draw(st.lists(st.sampled_from([", ", ",\n", "\n", "  # here\n"]), min_size=99, max_size=99))
        text = "# mine\nunit: legs\n" + "".join(step + end for step, end in zip(steps, ends, strict=False))
        (found,) = read(text).puzzles
        assert is_same(found, puzzle)

    @pytest.mark.parametrize(
        "text",
        [
            "E 28, S 14, W 28, N 14",
            "\ufeff# brick\n\nunit: points\nE 28, S 14,\r\nW 28 # back\nn14\n",
            "unit: legs\nE 4, S 2, W 4, N 2",
            "unit: legs\nNE 2+2, SE 2, SW 4, NW 4/2",
        ],
        ids=range(4),
    )
    def test_the_same_brick(self, text: str) -> None:
        (found,) = read(text, "brick.txt").puzzles
        assert found.id == "brick"
        assert is_same(found, brick())

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("E 28, S 14, W 28, X 14", ":1: 'X' is not a direction; there are E, NE"),
            ("# a\nE 28, S 14,\nW -28, N 14", ":3: '-28' is not a length in picture points; write a whole number"),
            ("E 28, S 14, W 28", ":1: the path does not come back to its start: it ends [0, -2] legs from it"),
            ("\nE 28, W 28", ":2: the path has 2 steps; it needs 3 to 500"),
            ("E 28, S 14, W 28, N 14\nunit: legs", ":2: the unit is given after steps; write it before them"),
            ("unit: feet\nE 28, S 14, W 28, N 14", ":1: 'unit' cannot be 'feet'; there are points, legs"),
            ("E 28, S 7, W 28, N 7", ":1: the area is 4 legs squared, and a set of pieces covers 8"),
            ("E 7, " * 600, ":1: the path has 600 steps"),
            ("unit: legs\nE r3, S 2, W 4, N 2", ":2: 'r3' is not a length"),
        ],
        ids=range(9),
    )
    def test_a_fault_has_its_line(self, text: str, message: str) -> None:
        assert fault_of(text).startswith(message)

    def test_another_set(self, tmp_path: Path) -> None:
        path = tmp_path / "walk"
        path.write_text("E 7, S 7, W 7, N 7")
        half = replace(TANGRAM, name="square-alone", shapes=(TANGRAM.by_name["square"],), counts=(1,))
        (found,) = read_walk(path, half)
        assert found.sets == 1


class TestFrontDoor:
    @pytest.mark.parametrize(
        ("text", "title"),
        [
            (b"gTans v1.0 1\n1 1 1024\n", "figures of gTans and Peces"),
            (b"\n\ngTans v1.0 1\n", "figures of gTans and Peces"),
            (b"A.1\n58 1 9 9 0 0 2 9 9 0 0\n1 2 0\n", "figures of gTans and Peces"),
            (b"A.1\n55.0 46 61 76 3.14159 0\n1 3\n", "figures of gTans and Peces"),
            (WKT.encode(), "WKT"),
            (b"# note\nMultiPolygon\n(((0 0", "WKT"),
            (b"SRID=1; polygon empty", "WKT"),
            (b"E 10, SE 7", "walks by the compass"),
            (b"# x\nunit: legs\nNE 1+r2", "walks by the compass"),
            (b"path: {steps: 'E 10, SE 7'}", "shapes in YAML"),
            (b"vertices: [[0, 0]]", "shapes in YAML"),
            (b"0,0\n4,0\n", "lists of points (CSV)"),
            (b"[[0, 0], [4, 0]]", "lists of points (JSON)"),
            (b'{"points": [[0, 0]]}', "lists of points (JSON)"),
            (b'{"type": "Polygon", "coordinates": [[[0, 0]]]}', "GeoJSON"),
            (b"- E 10", "shapes in YAML"),
            (b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n\0", "pictures (PNG, JPEG, WebP, TIFF, BMP, PDF)"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "pictures (PNG, JPEG, WebP, TIFF, BMP, PDF)"),
            (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "SVG"),
        ],
        ids=range(19),
    )
    def test_the_content_says_the_format(self, text: bytes, title: str) -> None:
        found = next((kind.title for kind in formats() if kind.recognises(text)), None)
        assert found == title

    @pytest.mark.parametrize("form", FORMS)
    def test_a_format_reads_what_it_writes_and_has_its_page(self, form: str) -> None:
        """One whose files another format takes first would never be asked."""
        (puzzle,) = read_outlines("cat")
        assert isinstance(puzzle, Puzzle)
        written = FORMS[form].text(puzzle).encode()
        found = next(kind for kind in formats() if kind.recognises(written))
        assert set(FORMS[form].endings) <= set(found.endings)
        assert found.title.split()[0] in (TOP / "docs" / "formats" / "README.md").read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (
                b"hello world",
                ": the file has no known format; outlines are read from pieces as games place them, lists of points",
            ),
            (b"1 2 3\n4 5 6\n", ": the file has no known format"),
            (b"<?xml version='1.0'?><kml/>", ": this is XML, but not SVG; outlines are read from"),
            (b"PK\3\4\0\0\0", ": the file is binary; outlines are read from"),
            ("Ä".encode("utf-16"), ": the file is UTF-16 text; save it as UTF-8"),
            (b"\n" * 200_000 + b"hello", ": the file has no known format"),
        ],
        ids=range(6),
    )
    def test_what_is_not_known(self, text: bytes, message: str) -> None:
        assert fault_of(text).startswith(message)
        assert len(fault_of(text)) < 300

    def test_pictures_without_the_extra(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "cv2", None)  # type: ignore[arg-type]
        assert installing("image") in fault_of(b"\x89PNG\r\n\x1a\n" + bytes(99), "a.png")

    def test_a_file_without_figures(self) -> None:
        with pytest.raises(InputError, match="there is no figure in the file"):
            puzzles_of(Path("a"), iter([]))

    def test_what_ends_in_a_fault_keeps_what_was_read(self) -> None:
        def drawings() -> Iterator[Drawing | Refusal]:
            yield from (Drawing("one", ([BRICK],)), Refusal("two", "a:2: bad"), Drawing("three", ([BRICK[:2]],)))
            raise InputError("a:9: the line is longer than 1 KiB")

        found = list(puzzles_of(Path("a"), drawings()))
        assert [one.id for one in found] == ["one", "two", "three", "a"]
        assert isinstance(found[0], Puzzle)
        assert [one.message for one in found[1:] if isinstance(one, Refusal)][::2] == [
            "a:2: bad",
            "a:9: the line is longer than 1 KiB",
        ]
        assert isinstance(found[2], Refusal)
        assert found[2].message.startswith("a: three: ")

    def test_a_fault_at_the_start_is_the_end(self) -> None:
        def drawings() -> Iterator[Drawing]:
            raise OSError(5, "the disk is gone")
            yield

        with pytest.raises(InputError, match=r"a: the file cannot be read \(the disk is gone"):
            puzzles_of(Path("a"), drawings())

    def test_drawings_are_asked_for_as_they_are_used(self) -> None:
        asked = []

        def drawings() -> Iterator[Drawing]:
            for number in range(100):
                asked.append(number)
                yield Drawing(str(number), ([BRICK],))

        found = puzzles_of(Path("a"), drawings())
        next(found)
        assert len(asked) == 2

    def test_the_frame_takes_back_to_the_file(self) -> None:
        (found,) = read("POLYGON ((10 20, 50 20, 50 40, 10 40, 10 20))").puzzles
        places = [found.own(p) for p in found.rings[0]]
        assert all(min(dist(place, vertex) for place in places) < 1e-6 for vertex in [(10, 20), (50, 20), (50, 40)])
