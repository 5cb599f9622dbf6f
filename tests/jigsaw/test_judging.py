"""Assemblies judged, and read from files."""

import ast
import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.jigsaw_puzzles import Made, made

from heuristan.common.faults import InputError
from heuristan.jigsaw import judging
from heuristan.jigsaw.judging import agreement, check_truth, doubts, judge
from heuristan.jigsaw.piece import Floats, Piece, Side
from heuristan.jigsaw.results import Placed, Result, read_result


def puzzle() -> Made:
    return made(4, 6)


def turned(result: Result) -> Result:
    """Turn the whole by a quarter turn clockwise."""
    pieces = (
        one._replace(row=one.column, column=result.rows - 1 - one.row, turn=(one.turn + 1) % 4) for one in result.pieces
    )
    return replace(result, rows=result.columns, columns=result.rows, pieces=tuple(pieces))


def swapped(result: Result, one: tuple[int, int], other: tuple[int, int]) -> Result:
    """Let two pieces change places, each in the turn of the other."""
    at = {(placed.row, placed.column): placed for placed in result.pieces}
    names = {one: at[other].piece, other: at[one].piece}
    pieces = (p._replace(piece=names.get((p.row, p.column), p.piece)) for p in result.pieces)
    return replace(result, pieces=tuple(pieces))


class TestWithoutTheTruth:
    @pytest.mark.parametrize("worn", [False, True])
    def test_the_truth_has_no_fault(self, worn: bool) -> None:
        found = made(6, 8, worn=True) if worn else puzzle()
        assert judge(found.pieces, found.truth).faults == ()

    def test_it_has_none_however_the_whole_is_turned(self) -> None:
        result = puzzle().truth
        for _ in range(4):
            result = turned(result)
            assert judge(puzzle().pieces, result, puzzle().truth).verdict == "right"
        assert result == puzzle().truth

    @pytest.mark.slow
    @given(st.integers(1, 2), st.integers(1, 4), st.integers(1, 2), st.integers(1, 4))
    @settings(max_examples=8, deadline=None)
    def test_two_pieces_that_change_places_are_seen(self, r: int, c: int, s: int, d: int) -> None:
        result = swapped(puzzle().truth, (r, c), (s, d))
        assert judge(puzzle().pieces, result).verdict == ("right" if (r, c) == (s, d) else "wrong")

    def test_a_piece_that_is_turned_is_seen_at_its_place(self) -> None:
        (first,) = (p for p in puzzle().truth.pieces if (p.row, p.column) == (1, 2))
        pieces = [p._replace(turn=(p.turn + 1) % 4) if p == first else p for p in puzzle().truth.pieces]
        faults = judge(puzzle().pieces, replace(puzzle().truth, pieces=tuple(pieces))).faults
        assert faults
        assert {fault.place for fault in faults} <= {(1, 2), (0, 2), (1, 1)}
        assert all(fault.message.startswith(f"row {fault.place[0]}, ") for fault in faults if fault.place)
        assert all(repr(first.piece) in fault.message for fault in faults)

    @pytest.mark.parametrize(("each", "verdict"), [(2.0, "right"), (-0.9, "right"), (-2.0, "wrong")])
    def test_a_long_seam_of_blurred_joints_is_doubtful_and_not_wrong(
        self, each: float, verdict: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        number = {piece.name: number for number, piece in enumerate(puzzle().pieces)}
        half = {number[one.piece]: one.column < 3 for one in puzzle().truth.pieces}

        def between_halves(pieces: list[Piece], joints: list[tuple[int, int]]) -> Floats:
            table = np.full((4 * len(pieces), 4 * len(pieces)), -20.0)
            for one, other in joints:
                table[one, other] = table[other, one] = 5.0 if half[one // 4] == half[other // 4] else each
            return table

        monkeypatch.setattr(doubts, "evidence", between_halves)
        found = judge(puzzle().pieces, puzzle().truth)
        assert found.verdict == verdict
        assert len(found.faults) == (4 if verdict == "wrong" else 0)
        assert len(found.doubtful) == (0 if each > 0 else 12)

    def test_what_is_flat_must_lie_outside(self) -> None:
        result = swapped(puzzle().truth, (0, 2), (1, 2))
        words = [fault.message for fault in judge(puzzle().pieces, result).faults]
        assert any("is flat and lies inside" in message for message in words)
        assert any("at the border" in message for message in words)

    def test_each_piece_lies_there_once(self) -> None:
        pieces = puzzle().truth.pieces
        result = replace(puzzle().truth, pieces=(*pieces[1:], pieces[1]._replace(row=9), Placed("none", 0, 0, 0)))
        faults = judge(puzzle().pieces, result).faults
        found = {fault.piece: fault.message for fault in faults if fault.kind == "piece"}
        assert found == {
            pieces[0].piece: f"piece {pieces[0].piece!r}: it is not laid anywhere",
            pieces[1].piece: f"piece {pieces[1].piece!r}: it is laid 2 times",
            "none": "piece 'none': the puzzle has no such piece",
        }
        assert (9, pieces[1].column) in {fault.place for fault in faults if fault.kind == "place"}

    def test_each_place_has_one_piece(self) -> None:
        first, second, *rest = puzzle().truth.pieces
        result = replace(puzzle().truth, pieces=(first, second._replace(row=first.row, column=first.column), *rest))
        faults = [fault for fault in judge(puzzle().pieces, result).faults if fault.kind == "place"]
        assert [fault.place for fault in faults] == [(first.row, first.column), (second.row, second.column)]
        assert faults[0].message.endswith("2 pieces lie there")
        assert faults[1].message.endswith("no piece lies there; empty places in all: 1")

    def test_it_imports_nothing_of_the_solver(self) -> None:
        found = set()
        for path in Path(judging.__file__).parent.glob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        rooms = {name.removeprefix("heuristan.jigsaw.") for name in found if "jigsaw" in name}
        assert {room for room in rooms if not room.startswith("judging.")} == {"piece", "results"}

    def test_the_size_of_the_pieces_makes_no_difference(self) -> None:
        def enlarged(piece: Piece, times: float) -> Piece:
            sides = tuple(Side(side.kind, side.contour * times, side.insets) for side in piece.sides)
            return Piece(piece.name, piece.picture, sides)  # type: ignore[arg-type]

        swung = [enlarged(piece, 4) for piece in puzzle().pieces]
        assert judge(swung, puzzle().truth) == judge(puzzle().pieces, puzzle().truth)


class TestWithTheTruth:
    def test_pieces_and_neighbours_are_counted(self) -> None:
        found = agreement(swapped(puzzle().truth, (1, 1), (1, 4)), puzzle().truth)
        assert (found.pieces, found.of_pieces, found.neighbours, found.of_neighbours) == (22, 24, 30, 38)
        assert not found.is_perfect

    def test_nothing_laid_is_nothing_right(self) -> None:
        found = agreement(Result("none", "refused", 0, 0, ()), puzzle().truth)
        assert (found.pieces, found.neighbours) == (0, 0)

    def test_a_strip_that_is_shifted_keeps_its_neighbours(self) -> None:
        shifted = tuple(p._replace(column=(p.column + 1) % 6) for p in puzzle().truth.pieces)
        found = agreement(replace(puzzle().truth, pieces=shifted), puzzle().truth)
        assert (found.pieces, found.neighbours) == (0, 38 - 4)

    def test_upright_pieces_are_turned_neither_alone_nor_together(self) -> None:
        found = made(3, 4, upright=True)
        assert judge(found.pieces, found.truth, found.truth, upright=True).verdict == "right"
        whole = turned(turned(found.truth))
        assert judge(found.pieces, whole, found.truth).verdict == "right"
        verdict = judge(found.pieces, whole, found.truth, upright=True)
        assert [fault.kind for fault in verdict.faults] == 12 * ["turn"] + ["truth"]
        assert all("is turned by 180 degrees" in fault.message for fault in verdict.faults[:12])
        assert verdict.agreement is not None
        assert verdict.agreement.pieces == 0

    def test_the_truth_has_each_piece_and_each_place_once(self) -> None:
        truth = puzzle().truth
        check_truth("it", puzzle().pieces, truth)
        first, second, *rest = truth.pieces
        for pieces, words in (
            ((), "other pieces"),
            ((second, *rest), "other pieces"),
            ((first._replace(piece="another"), second, *rest), "other pieces"),
            ((first, first, second, *rest), "25 pieces for 24 of 4 x 6 places"),
            ((first._replace(row=second.row, column=second.column), second, *rest), "24 pieces for 23 of"),
            ((first._replace(row=4), second, *rest), "24 pieces for 23 of"),
        ):
            with pytest.raises(InputError, match=f"^it: the truth .*{words}"):
                check_truth("it", puzzle().pieces, replace(truth, pieces=tuple(pieces)))
        with pytest.raises(InputError, match="24 pieces for 24 of 4 x 7 places"):
            check_truth("it", puzzle().pieces, replace(truth, columns=7))


class TestFiles:
    def test_what_is_written_is_read(self, tmp_path: Path) -> None:
        result = Result("it", "solved", 1, 2, (Placed("a", 0, 0, 3), Placed("b", 0, 1, 0)))
        path = tmp_path / "result.json"
        path.write_text(json.dumps(result.as_json()), encoding="utf-8")
        assert read_result(path) == result

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "there is nothing in it"),
            ("[1, 2", "this is not JSON"),
            ("[" * 100_000, "nest too deep"),
            ("NaN", "is not JSON"),
            ("[]", "the list is empty"),
            ("[3]", "the file must be an object"),
            ("{}\n{}", "there are 2 results in it"),
            ('{"rows": 2}', "columns must be a whole number from 0 to 10000"),
            ('{"rows": true, "columns": 2}', "rows must be a whole number"),
            ('{"rows": 1e99, "columns": 2}', "rows must be a whole number"),
            ('{"rows": 99999999999999999999999, "columns": 2}', "rows must be a whole number"),
            ('{"rows": 1, "columns": 2, "pieces": 3}', "pieces must be a list"),
            ('{"rows": 1, "columns": 2, "pieces": [3]}', r"pieces\[0\] must be an object"),
            ('{"rows": 1, "columns": 2, "pieces": [{"piece": 1}]}', r"pieces\[0\] must be an object"),
            ('{"rows": 1, "columns": 2, "pieces": [{"piece": "a", "row": -1}]}', r"pieces\[0\].row must be"),
            (
                '{"rows": 1, "columns": 2, "pieces": [{"piece": "a", "row": 0, "column": 0, "turn": 4}]}',
                r"pieces\[0\].turn must be a whole number from 0 to 3",
            ),
            ('{"rows": 1, "columns": 2, "status": "fine"}', "status must be one of solved"),
        ],
    )
    def test_what_is_wrong_is_named(self, text: str, message: str, tmp_path: Path) -> None:
        path = tmp_path / "result.json"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=message) as fault:
            read_result(path)
        assert str(fault.value).startswith(str(path))
        assert "\n" not in str(fault.value)

    def test_no_text_and_no_file(self, tmp_path: Path) -> None:
        path = tmp_path / "result.json"
        path.write_bytes(b"\xff\xfe\x00")
        with pytest.raises(InputError, match="the file is UTF-16 text"):
            read_result(path)
        for missing in (tmp_path, tmp_path / "none.json"):
            with pytest.raises(InputError, match="cannot be read"):
                read_result(missing)

    @given(
        st.recursive(
            st.none() | st.booleans() | st.floats() | st.text(),
            lambda v: (
                st.lists(v)
                | st.dictionaries(
                    st.sampled_from(["rows", "columns", "pieces", "piece", "row", "turn", "id", "status"]), v
                )
            ),
        )
    )
    @settings(max_examples=10, deadline=None)
    def test_any_json_is_read_or_refused(self, found: object) -> None:
        from heuristan.jigsaw.results import _Reader

        with suppress(InputError):
            assert isinstance(_Reader("it").result(found), Result)
