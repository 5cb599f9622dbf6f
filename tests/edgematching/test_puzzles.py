"""The model of edge-matching: boards, puzzles, files, the generator and the judge."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.edgematching_puzzles import made, small

from heuristan.common.faults import InputError
from heuristan.common.json_text import Record
from heuristan.edgematching import notation
from heuristan.edgematching.candidates import arranged, options_of
from heuristan.edgematching.files import Refused, puzzle_of, read_puzzles
from heuristan.edgematching.generating import Generated, Recipe, puzzles
from heuristan.edgematching.judge import verdict_on
from heuristan.edgematching.notation import as_json
from heuristan.edgematching.puzzle import CELLS, CUBE, SQUARE, TRIANGLE, Board, Cell, Laid, Puzzle, imbalance
from heuristan.edgematching.results import Result, nested


def result_of(one: Generated) -> dict[str, Any]:
    return Result("hidden", one.puzzle, "solved", "hidden", 0.0, arrangement=one.solution).as_json()


@st.composite
def boards(draw: st.DrawFn) -> Board:
    cell = draw(st.sampled_from(list(CELLS.values())))
    whole = Board(tuple(draw(st.integers(1, 4)) for _ in cell.sizes), cell)
    missing = draw(st.sets(st.sampled_from(whole.places), max_size=len(whole.places) - 1))
    return replace(whole, missing=tuple(sorted(missing)))


class TestBoard:
    @given(boards())
    def test_a_place_is_beside_what_is_beside_it(self, board: Board) -> None:
        opposite = board.cell.opposite
        for index, row in enumerate(board.neighbours):
            for face, beyond in enumerate(row):
                if beyond is not None:
                    assert board.neighbours[beyond][opposite[face]] == index
                    assert board.location(board.places[index], face) == board.location(
                        board.places[beyond], opposite[face]
                    )

    @given(boards())
    def test_each_location_is_met_from_two_sides(self, board: Board) -> None:
        met = Counter(board.location(place, face) for place in board.places for face in board.faces)
        met.update(board.location(place, face) for face in board.faces for place in board.wall(face))
        assert set(met.values()) == {2}
        assert set(met) == set(board.locations)

    def test_places_are_named_as_they_are_counted(self) -> None:
        assert Board((2, 3)).describe((1, 2)) == "row 2, column 3"
        assert Board((2, 3, 4), CUBE).describe((0, 1, 2)) == "layer 1, row 2, column 3"


class TestTurning:
    @pytest.mark.parametrize("cell", CELLS.values(), ids=list(CELLS))
    def test_turns_are_a_group_that_keeps_opposite_faces_opposite(self, cell: Cell) -> None:
        composed = {tuple(one[face] for face in other) for one in cell.turns for other in cell.turns}
        assert composed == set(cell.turns)
        assert len(composed) == len(cell.turns)
        assert cell.turns[0] == tuple(range(len(cell.faces)))
        if len(set(map(frozenset, enumerate(cell.opposite)))) < len(cell.faces):
            for step in cell.turns:
                assert all(step[cell.opposite[face]] == cell.opposite[step[face]] for face in range(len(step)))

    @given(st.sampled_from(list(CELLS.values())), st.data())
    def test_a_negative_turn_undoes(self, cell: Cell, data: st.DataObject) -> None:
        faces = data.draw(st.tuples(*[st.integers(0, 3)] * len(cell.faces)))
        turn = data.draw(st.integers(0, len(cell.turns) - 1))
        assert cell.turned(cell.turned(faces, turn), -turn) == faces

    def test_what_looked_north_looks_east(self) -> None:
        assert SQUARE.turned((1, 2, 3, 4), 1) == (4, 1, 2, 3)

    def test_cubes_have_no_mirror_images(self) -> None:
        assert len(set(CUBE.turns)) == 24
        assert (0, 1, 2, 3, 5, 4) not in CUBE.turns


class TestOptions:
    @given(small())
    def test_an_arrangement_comes_back_up_to_equal_pieces(self, one: Generated) -> None:
        shown = [one.puzzle.faces_of(laid) for laid in one.solution]
        again = arranged(one.puzzle, shown)
        assert [one.puzzle.faces_of(laid) for laid in again] == shown
        assert sorted(laid.piece for laid in again) == list(range(len(shown)))

    def test_equal_pieces_are_one_class_even_if_turned(self) -> None:
        puzzle = replace(made((1, 3), turns=True).puzzle, pieces=((1, 2, 3, 4), (4, 1, 2, 3), (1, 1, 1, 1)))
        options = options_of(puzzle)
        assert options.counts == (2, 1)
        assert options.class_of == (0, 0, 0, 0, 1)


class TestGenerator:
    @given(small())
    def test_the_hidden_solution_is_one(self, one: Generated) -> None:
        assert verdict_on(one.puzzle, result_of(one)).verdict == "right"
        assert imbalance(one.puzzle) is None

    def test_the_same_seed_makes_the_same(self) -> None:
        recipe = Recipe((3, 4), 5)
        assert list(islice(puzzles(recipe, 7), 3)) == list(islice(puzzles(recipe, 7), 3))
        assert next(puzzles(recipe, 7)).puzzle.pieces != next(puzzles(recipe, 8)).puzzle.pieces

    @given(st.integers(0, 99), st.booleans())
    def test_the_border_may_have_colours_of_its_own(self, seed: int, turns: bool) -> None:
        one = next(puzzles(Recipe((3, 4), 2, "plain", turns, border=3), seed))
        board = one.puzzle.board
        rim = {index for index, row in enumerate(board.neighbours) if None in row}
        for index, row in enumerate(board.neighbours):
            shown = one.puzzle.faces_of(one.solution[index])
            for face, beyond in enumerate(row):
                own = {0} if beyond is None else {3, 4, 5} if {index, beyond} <= rim else {1, 2}
                assert shown[face] in own

    def test_a_plain_frame_has_a_colour_of_its_own(self) -> None:
        puzzle = made((4, 4), 3, frame="plain").puzzle
        assert {colour for wall in puzzle.frame for colour in wall} == {0}
        assert sum(faces.count(0) for faces in puzzle.pieces) == 16

    def test_a_known_puzzle(self) -> None:
        assert as_json(made((2, 2), 3, seed=5).puzzle) == {
            "id": "2x2-c3-5-1",
            "kind": "squares",
            "rows": 2,
            "columns": 2,
            "turns": False,
            "frame": {"N": [3, 3], "E": [3, 1], "S": [1, 3], "W": [2, 2]},
            "pieces": [[3, 3, 2, 2], [2, 3, 1, 2], [3, 1, 3, 3], [3, 3, 3, 3]],
        }


KEYS = st.sampled_from(("rows", "columns", "pieces", "frame", "kind", "id", "turns"))
JSON = st.dictionaries(
    KEYS,
    st.recursive(
        st.none() | st.booleans() | st.integers(-1, 3) | st.floats() | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3),
        max_leaves=12,
    ),
)


class TestFiles:
    @given(small())
    def test_what_is_written_is_read_back(self, one: Generated) -> None:
        from tempfile import TemporaryDirectory

        with TemporaryDirectory() as folder:
            path = Path(folder, "puzzle.json")
            path.write_text(json.dumps(as_json(one.puzzle)), encoding="utf-8")
            assert list(read_puzzles(path)) == [one.puzzle]

    def test_a_frame_of_one_colour_with_no_lower_side_is_written_as_that_colour(self) -> None:
        board = Board((2, 1), TRIANGLE)
        frame = tuple((1,) * len(board.wall(face)) for face in board.faces)
        assert frame[0] == ()  # the lower triangle points down
        puzzle = Puzzle("two", board, ((1, 1, 1), (1, 1, 1)), frame)
        assert as_json(puzzle)["frame"] == 1
        assert notation.puzzle_of(as_json(puzzle), "two") == puzzle

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"rows": 0}, "'rows' is '0'; it must be a whole number from 1 to 64"),
            ({"rows": True}, "'rows' is 'True'; it must be"),
            ({"rows": 10**30}, "it must be a whole number from 1 to 64"),
            ({"rows": 3}, "'pieces' has 4 entries, but 3 x 2 places need 6"),
            ({"rows": 64, "columns": 64}, "the box has 4096 places; more than 1024 are not read"),
            ({"pieces": "none"}, "'pieces' must be a list"),
            ({"pieces": [[1, 2, 3, 4]] * 3 + [[1, 2, 3]]}, "piece 4 (N E S W) has 3; it must be a list of 4 colours"),
            ({"pieces": [[1, 2, 3, 4]] * 3 + [[1, 2, 3, -1]]}, "piece 4 (N E S W), colour 4 is '-1'"),
            (
                {"frame": {"N": [1, 1], "E": [1], "S": [1, 1], "W": [1, 1]}},
                "the frame's east side has 1; it must be",
            ),
            ({"frame": {"N": [1, 1]}}, "'frame' must be one colour, or an object with the keys N, E, S, W"),
            ({"frame": 1.5}, "'frame' must be one colour"),
            ({"given": 1}, "'given' must be a list"),
            ({"given": [{"piece": 1, "x": 1}]}, "an object with the keys piece, row, column"),
            ({"given": [{"piece": 1}]}, "given piece 1: 'row' is 'None'; it must be a whole number from 1 to 2"),
            ({"given": [{"piece": 1, "row": 1, "column": 1, "turn": 1}]}, "pieces are not turned here"),
            ({"given": [{"piece": 1, "row": n, "column": 1} for n in (1, 2)]}, "a piece or a place twice"),
            ({"kind": "octagons"}, "'kind' is 'octagons'; it must be one of squares, cubes, hexagons"),
            ({"turns": 1}, "'turns' is '1'; it must be true or false"),
            ({"colums": 2}, "there is no key 'colums'; did you mean 'columns'?"),
            ({"id": ""}, "'id' is ''; it must be a printable text"),
            ({"kind": "cubes", "layers": 1, "turns": True, "pieces": []}, "'pieces' has 0 entries, but 1 x 2 x 2"),
        ],
    )
    def test_a_fault_is_named_with_its_spot(self, change: dict[str, Any], message: str, tmp_path: Path) -> None:
        path = tmp_path / "puzzles.jsonl"
        good = as_json(made((2, 2)).puzzle)
        path.write_text(f"{json.dumps(good)}\n\n{json.dumps(good | change)}\n", encoding="utf-8")
        _, refused = read_puzzles(path)
        assert isinstance(refused, Refused)
        assert refused.message.startswith(f"{path}:3: ")
        assert message in refused.message

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", "the file is empty"),
            (b"\xff\xfe\x00", "the file is UTF-16 text"),
            (b"7", "this is not a JSON object but '7'"),
            (b"{", "this is not JSON"),
            (b'{"rows": NaN}', "is not JSON; write a finite number"),
            (b'{"rows": 1, "rows": 2}', "is there twice"),
            (b"[" * 100_000, "nest too deep"),
        ],
    )
    def test_garbage_is_refused(self, content: bytes, message: str, tmp_path: Path) -> None:
        path = tmp_path / "puzzle.json"
        path.write_bytes(content)
        with pytest.raises(InputError, match=message):
            list(read_puzzles(path))

    @pytest.mark.parametrize("name", ["missing.json", "", "a\0b"])
    def test_a_name_that_is_not_a_file_is_refused(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(InputError):
            list(read_puzzles(tmp_path / name))

    @given(JSON)
    def test_any_json_is_read_or_refused(self, value: dict[str, Any]) -> None:
        try:
            puzzle = puzzle_of(Record("here", value), "name")
        except InputError:
            return
        assert isinstance(puzzle, Puzzle)
        assert puzzle_of(Record("here", as_json(puzzle)), "") == puzzle


class TestImbalance:
    @given(small(), st.data())
    def test_a_changed_edge_is_noticed(self, one: Generated, data: st.DataObject) -> None:
        number = data.draw(st.integers(0, len(one.puzzle.pieces) - 1))
        face = data.draw(st.sampled_from(one.puzzle.board.faces))
        faces = list(one.puzzle.pieces[number])
        faces[face] += 1
        pieces = (*one.puzzle.pieces[:number], tuple(faces), *one.puzzle.pieces[number + 1 :])
        assert imbalance(replace(one.puzzle, pieces=pieces)) is not None

    def test_it_says_how_many_of_which(self) -> None:
        puzzle = replace(made((1, 2)).puzzle, pieces=((1, 2, 1, 1), (1, 1, 1, 2)), frame=((1, 1), (1,), (1, 1), (2,)))
        assert imbalance(puzzle) == (
            "colour 1 has 1 east edges (1 of pieces, 0 of the frame) but 2 west edges (1 of pieces, 1 of the frame), "
            "which cannot pair"
        )


class TestJudge:
    def wrong(self, change: dict[str, Any], one: Generated | None = None) -> str:
        one = one or made((2, 3), 4)
        verdict = verdict_on(one.puzzle, result_of(one) | change)
        assert verdict.verdict in ("wrong", "unreadable")
        return "\n".join([*(fault.message for fault in verdict.faults), *verdict.notes])

    @given(small(), st.data())
    def test_two_pieces_that_differ_cannot_change_places(self, one: Generated, data: st.DataObject) -> None:
        count = len(one.solution)
        a, b = data.draw(st.integers(0, count - 1)), data.draw(st.integers(0, count - 1))
        changed = list(one.solution)
        changed[a], changed[b] = changed[b], changed[a]
        faces = [one.puzzle.faces_of(laid) for laid in one.solution]
        verdict = verdict_on(one.puzzle, result_of(one._replace(solution=tuple(changed))))
        # all edges of a place are given by what is around it, unless the two are neighbours
        if b not in one.puzzle.board.neighbours[a]:
            assert (verdict.verdict == "right") == (faces[a] == faces[b])

    def test_a_piece_that_lies_twice_is_named(self) -> None:
        one = made((2, 3), 4)
        twice = (*one.solution[:-1], one.solution[0])
        told = self.wrong(result_of(one._replace(solution=twice)))
        assert f"row 2, column 3: piece {one.solution[0].piece + 1} already lies in row 1, column 1" in told

    def test_an_edge_that_does_not_match_is_named(self) -> None:
        one = made((1, 2), 4)
        first, second = one.puzzle.pieces
        broken = replace(one.puzzle, pieces=((*first[:1], 9, *first[2:]), (*second[:1], 9, *second[2:])))
        verdict = verdict_on(broken, result_of(one))
        assert any("but the frame there has colour" in fault.message for fault in verdict.faults)
        assert any("beside it has colour" in fault.message for fault in verdict.faults)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"status": "perfect"}, "'status' is 'perfect'"),
            ({"places": None}, "'places' must have 2 entries here, row by row; it is 'None'"),
            ({"places": [[1, 2, 3]]}, "'places' must have 2 entries here"),
            ({"places": [[1, 2, 3], [4, 5]]}, "'places' must have 3 entries here"),
            ({"places": [[1, 2, 3], [4, 5, 7]]}, "row 2, column 3: '7' is not a piece; they are numbered from 1 to 6"),
            ({"places": [[1, 2, 3], [4, 5, "6"]]}, "is not a piece"),
            ({"places": [[1, 2, 3], [4, 5, True]]}, "is not a piece"),
            ({"turned": [[0, 0, 0], [0, 0, 1]]}, "the turn is '1'; it must be 0, as pieces may not be turned"),
        ],
    )
    def test_what_is_written_wrongly_is_named(self, change: dict[str, Any], message: str) -> None:
        assert message in self.wrong(change)

    @given(
        st.dictionaries(
            st.sampled_from(("status", "places", "turned")),
            st.sampled_from(("solved", "unsolvable", "limit"))
            | st.recursive(st.none() | st.integers(-1, 7) | st.text(), lambda inner: st.lists(inner, max_size=3)),
        )
    )
    def test_it_has_a_verdict_on_anything(self, result: dict[str, Any]) -> None:
        verdict = verdict_on(made((2, 3), 4, turns=True).puzzle, result)
        assert verdict.verdict != "right"
        assert verdict.faults or verdict.notes

    def test_turns_must_be_quarters(self) -> None:
        told = self.wrong({"turned": [[0, 0, 0], [0, 0, 4]]}, made((2, 3), turns=True))
        assert "the turn is '4'; it must be 0 to 3" in told

    def test_unsolvable_is_right_only_where_counting_proves_it(self) -> None:
        one = made((2, 2))
        assert verdict_on(one.puzzle, {"status": "unsolvable"}).verdict == "unchecked"
        odd = replace(one.puzzle, pieces=((99, 99, 99, 98), *one.puzzle.pieces[1:]))
        assert verdict_on(odd, {"status": "unsolvable"}).verdict == "right"

    @pytest.mark.parametrize("status", ["stuck", "limit", "refused"])
    def test_nothing_claimed_is_unchecked(self, status: str) -> None:
        assert verdict_on(made().puzzle, {"status": status}).verdict == "unchecked"

    def test_it_imports_nothing_that_solves(self) -> None:
        import subprocess
        import sys

        code = (
            "import sys, heuristan.edgematching.judge; "
            "print([m for m in sys.modules if m.startswith('heuristan.edgematching.')])"
        )
        told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        assert not any(word in told for word in ("relaxing", "searching", "solving", "candidates", "options"))


def test_flat_lists_are_nested_by_layers() -> None:
    assert nested(list(range(8)), (2, 2, 2)) == [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]
    assert Laid(1).turn == 0
