"""Hints: those that are followed solve the puzzle, those that are certain are so, and what cannot work is noticed."""

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest
from click.testing import CliRunner
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared.drawings import drawn, slid_assembly
from shared.strategies import Assembly, full_sets, leg_points, placed, puzzles

from heuristan import Puzzle as Outline
from heuristan.cli import app
from heuristan.common.clock import OutOfTime
from heuristan.tangram.boundary import Vertex, direction_of
from heuristan.tangram.exact.backends import PLAIN
from heuristan.tangram.exact.region import Solution
from heuristan.tangram.exact.search import Search
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.lattice.points import ORIGIN, Point, add
from heuristan.tangram.outlines.puzzle_of import puzzle_of as drawing_as_puzzle
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.pieces.sets import TANGRAM, Placement, along, lay, pieces_at_vertices, ring_from, scaled
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece
from heuristan.tangram.puzzle.puzzle import Frame, Puzzle, make_puzzle
from heuristan.tangram.verification.claims import NotationError, is_notation, laid_piece
from heuristan.tangram.verification.in_integers import fault_of
from heuristan.teaching.hinting import Hint, PlacedError, Solved, TakeBack, Unsolvable, advise, put_down
from heuristan.teaching.hinting.advice import Choosing
from heuristan.teaching.hinting.hint_words import HintWords
from heuristan.teaching.hinting.tabletop import Completions, Table, point_near

SOME = settings(max_examples=8)
counts = st.integers(0, 6)


def puzzle_named(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def puzzle_of(assembly: Assembly, frame: Frame | None = None) -> Puzzle:
    return make_puzzle("drawn", [piece.ring for piece in assembly], frame=frame)


def laid(puzzle: Puzzle, placements: Sequence[Placement], *, named: bool = True) -> list[LaidPiece]:
    """The pieces as a person gives them, in the outline's own coordinates."""
    own = puzzle.frame.own
    return [LaidPiece(piece.name if named else None, tuple(map(own, piece.ring))) for piece in placements]


def hint_on(puzzle: Puzzle, *lying: Placement, limit: float | None = None) -> Hint:
    advice = advise(puzzle, lying, limit=limit)
    assert isinstance(advice, Hint)
    return advice


def followed(puzzle: Puzzle) -> list[Hint]:
    """The hints from an empty table to the end."""
    hints: list[Hint] = []
    while True:
        advice = advise(puzzle, put_down(puzzle, [hint.piece for hint in hints]), limit=None)
        if isinstance(advice, Solved):
            return hints
        assert isinstance(advice, Hint)
        hints.append(advice)


def placement_of(puzzle: Puzzle, hint: Hint) -> Placement:
    (placement,) = put_down(puzzle, [hint.piece])
    return placement


def completions_of(table: Table) -> list[Solution]:
    return list(Search(table.region, backend=PLAIN).solutions()) if table.boundary else [()]


def has(solution: Solution, piece: Placement) -> bool:
    return any((other.name, other.bounds) == (piece.name, piece.bounds) for other in solution)


def covering(solution: Solution, vertex: Vertex) -> tuple[str, object]:
    """The piece of a solution with a side along the edge that leaves a vertex, and a corner at it."""
    (found,) = (
        (piece.name, piece.bounds)
        for piece in solution
        for p, q in zip(piece.ring, (*piece.ring[1:], piece.ring[0]), strict=True)
        if p == vertex.point and direction_of(p, q) == vertex.opening
    )
    return found


def strays(table: Table) -> list[Placement]:
    """Every way to lay a piece that is left at a vertex of what is left."""
    pieces = table.puzzle.pieces
    found = [
        lay(corner, vertex.point)
        for vertex in table.boundary.vertices
        for corners in pieces_at_vertices(pieces, table.puzzle.denominator).values()
        for corner in corners
    ]
    return [piece for piece in found if table.has_room_for(piece)]


class TestHints:
    @pytest.mark.slow
    @given(full_sets())
    @SOME
    def test_those_that_are_followed_solve_the_puzzle(self, assembly: Assembly) -> None:
        puzzle = puzzle_of(assembly)
        hints = followed(puzzle)
        assert all(hint.is_checked for hint in hints)
        assert fault_of(puzzle, put_down(puzzle, [hint.piece for hint in hints])) is None

    @pytest.mark.slow
    @pytest.mark.part(2)
    @pytest.mark.parametrize("name", ["two-swans", "shonagon-window", "banquet-ring"])
    def test_also_with_two_sets_holes_and_other_pieces(self, name: str) -> None:
        puzzle = puzzle_named(name)
        assert fault_of(puzzle, put_down(puzzle, [hint.piece for hint in followed(puzzle)])) is None

    @given(full_sets(), counts)
    @SOME
    def test_what_is_certain_is_in_every_completion_and_all_else_in_one(self, assembly: Assembly, count: int) -> None:
        table = Table(puzzle_of(assembly), assembly[:count])
        hint = hint_on(table.puzzle, *table.placed)
        having = [has(solution, placement_of(table.puzzle, hint)) for solution in completions_of(table)]
        assert any(having)
        if hint.certainty != "a-solution":
            assert all(having)
        assert hint.vertex in hint.piece.vertices

    @given(full_sets(), counts)
    @SOME
    def test_a_rule_decides_only_where_no_corner_does(self, assembly: Assembly, count: int) -> None:
        table = Table(puzzle_of(assembly), assembly[:count])
        hint = hint_on(table.puzzle, *table.placed)
        assert (hint.rule is not None) == (hint.certainty == "a-solution")
        corners = [vertex for vertex in table.boundary.vertices if vertex.convex]
        ways = [len({covering(solution, vertex) for solution in completions_of(table)}) for vertex in corners]
        if hint.rule is not None:
            assert min(ways) > 1

    def test_the_last_piece_alone_fits(self) -> None:
        *others, last = followed(puzzle_named("cat"))
        assert (last.certainty, last.ways) == ("only-fit", 1)
        puzzle = puzzle_named("cat")
        assert hint_on(puzzle, *put_down(puzzle, [hint.piece for hint in others])) == last

    @pytest.mark.parametrize(
        ("shape", "certainty"),
        [
            ("runner", "only-fit"),
            ("ballerina", "others-fail"),
            ("cat", "every-solution"),
            ("convex-square", "a-solution"),
        ],
    )
    def test_the_first_hint_of_a_shape(self, shape: str, certainty: str) -> None:
        assert hint_on(puzzle_named(shape)).certainty == certainty

    def test_a_corner_without_its_edge_is_told_in_words(self) -> None:
        puzzle = puzzle_named("runner")
        hint = hint_on(puzzle)
        assert hint.edge_to is not None
        told = HintWords(puzzle, "vertex").describe(hint, ())
        assert not told.placed
        assert not any(word in str(told.as_json()) for word in ("triangle", "square", "parallelogram"))


class TestDrawings:
    @pytest.mark.slow
    @pytest.mark.part(4)
    @pytest.mark.parametrize(("seed", "off"), [(1, 0.01), (2, 0.04), (20004, 0.12), (549, 0.05)])
    def test_what_is_solved_has_hints_from_any_part_of_the_solution(self, seed: int, off: float) -> None:
        puzzle = Outline.of(drawing_as_puzzle(drawn(slid_assembly(Random(seed)), Random(seed), off=off)))
        solution = puzzle.solve(limit=60)
        pieces = Random(seed).sample(solution.pieces, len(solution.pieces))
        for count in range(len(pieces)):
            hint = puzzle.hint(pieces[:count], limit=60)
            assert hint.kind == "hint"
            assert hint.as_json()["piece"] in {piece.piece for piece in pieces[count:]}
        assert puzzle.hint(pieces).kind == "solved"

    @pytest.mark.slow
    def test_what_no_solution_has_is_taken_back_or_refused(self) -> None:
        puzzle = Outline.of(drawing_as_puzzle(SLID))
        assert puzzle.hint(["square 0.5,0.5 1.5,0.5 1.5,1.5 0.5,1.5"]).as_json()["take_back"] == [1]
        with pytest.raises(PlacedError, match="outside"):
            puzzle.hint(["square 5,5 6,5 6,6 5,6"])

    def test_without_a_solution_nothing_is_advised(self) -> None:
        ribbon = Drawing("ribbon", ([[(0.0, 0.0), (15.93, 0.0), (15.93, 0.51), (0.0, 0.51)]],), sets=1)
        hint = Outline.of(drawing_as_puzzle(ribbon)).hint()
        assert (hint.kind, "solution" in hint.words) == ("unknown", True)


SLID = Drawing("slid", ([[(0, 0), (2, 0), (2, 0.37), (4, 0.37), (4, 2.37), (2, 2.37), (2, 2), (0, 2)]],))
"""Two squares, slid along each other by no length that sides add up to."""


class TestTime:
    def test_without_time_a_hint_says_that_it_is_not_checked(self) -> None:
        puzzle = puzzle_named("convex-square")
        hint = hint_on(puzzle, limit=1e-9)
        assert (hint.certainty, hint.is_checked) == ("unchecked", False)
        assert "was not found within the time limit" in HintWords(puzzle).describe(hint, ()).more

    def test_without_time_a_corner_with_one_fit_is_still_seen(self) -> None:
        hint = hint_on(puzzle_named("runner"), limit=1e-9)
        assert (hint.certainty, hint.is_checked) == ("only-fit", False)

    def test_when_it_ends_later_a_known_solution_is_kept_to(self, monkeypatch: pytest.MonkeyPatch) -> None:
        whole = Completions.of

        def once(self: Completions, table: Table) -> Solution | None:
            if table.placed:
                raise OutOfTime
            return whole(self, table)

        monkeypatch.setattr(Completions, "of", once)
        puzzle = puzzle_named("convex-square")
        hint = hint_on(puzzle)
        assert (hint.certainty, hint.is_checked) == ("a-solution", True)
        assert completions_of(Table(puzzle, (placement_of(puzzle, hint),)))

    def test_without_time_rules_may_refute_everything(self) -> None:
        puzzle = puzzle_named("wizard")
        lying = put_down(puzzle, [laid_piece("medium-triangle 0,0 2,0 1,1")])
        hint = advise(puzzle, lying, limit=1e-9, ranking="heuristan")
        assert isinstance(hint, Hint)
        assert (hint.certainty, hint.is_checked) == ("unchecked", False)

    def test_rules_refute_nothing_because_of_what_was_left_unproved(self) -> None:
        puzzle = puzzle_named("aeroplane")
        table = Table(puzzle)
        completion = Completions(None).of(table)
        assert completion is not None
        rules = tuple(catalogue()[name] for name in ("no-room", "bare-vertex", "symmetry", "forced"))
        hint = Choosing(table, completion, Completions(-1), Ranking("own", "own", rules)).hint()
        assert hint.certainty == "a-solution"
        assert placement_of(puzzle, hint).bounds in [piece.bounds for piece in completion]

    def test_which_piece_to_take_back_may_not_be_found(self) -> None:
        puzzle = puzzle_named("cat")
        advice = advise(puzzle, put_down(puzzle, [laid_piece(CRAMPED_TRIANGLE)]), limit=1e-9)
        assert isinstance(advice, TakeBack)
        assert (advice.pieces, advice.is_fewest) == ((), False)
        assert "longer --limit" in HintWords(puzzle).describe(advice, ["medium-triangle"]).more

    def test_some_pieces_are_told_although_fewer_may_do(self, monkeypatch: pytest.MonkeyPatch) -> None:
        puzzle = puzzle_named("convex-square")
        first, *others = spoilt(puzzle)
        advice = advise(puzzle, [first, *others])
        assert isinstance(advice, TakeBack)
        assert (advice.pieces, advice.is_fewest) == ((1,), True)
        whole, searches = Completions.of, []

        def few(self: Completions, table: Table) -> Solution | None:
            searches.append(table)
            if len(searches) > 5:
                raise OutOfTime
            return whole(self, table)

        monkeypatch.setattr(Completions, "of", few)
        advice = advise(puzzle, [first, *others])
        assert isinstance(advice, TakeBack)
        assert (advice.pieces, advice.is_fewest) == ((2, 3), False)
        told = HintWords(puzzle).describe(advice, [piece.name for piece in (first, *others)]).more
        assert told.endswith("Fewer may be enough; the time limit was reached before all were tried.")


def spoilt(puzzle: Puzzle) -> tuple[Placement, Placement, Placement]:
    """A piece of a solution, and two of another that each exclude the first and overlap it not."""
    for first in strays(Table(puzzle)):
        for solution in completions_of(Table(puzzle)) if completions_of(Table(puzzle, (first,))) else ():
            with_first = Table(puzzle, (first,))
            others = [piece for piece in solution if with_first.has_room_for(piece)]
            out = [piece for piece in others if not completions_of(with_first.with_piece(piece))]
            if len(out) > 1 and with_first.with_piece(out[0]).has_room_for(out[1]):
                return first, out[0], out[1]
    raise AssertionError("no solution spoils another so")


BAD_SQUARE = "square 0.41421,0 1.41421,0 1.41421,1 0.41421,1"
GOOD_SQUARE = "square 0,3 0.70711,2.29289 1.41421,3 0.70711,3.70711"
GOOD_TRIANGLE = "0,3 0.70711,3.70711 0,4.41421"
CRAMPED_TRIANGLE = "medium-triangle 0.41421,0 1.82843,0 0.41421,1.41421"


class TestTakingBack:
    @pytest.mark.slow
    @given(puzzles(), st.data())
    @settings(max_examples=10)
    def test_what_cannot_work_is_noticed_and_the_fewest_are_told(self, puzzle: Puzzle, data: st.DataObject) -> None:
        table = Table(puzzle)
        for _ in range(data.draw(st.integers(1, 3))):
            choice = strays(table)
            if choice:
                table = table.with_piece(data.draw(st.sampled_from(choice)))
        advice = advise(puzzle, table.placed, limit=None)
        if completions_of(table):
            assert isinstance(advice, Hint)
            return
        assert isinstance(advice, TakeBack)
        assert advice.is_fewest
        assert completions_of(table.without({number - 1 for number in advice.pieces}))
        fewer = combinations(range(len(table.placed)), len(advice.pieces) - 1)
        assert not any(completions_of(table.without(some)) for some in fewer)

    def test_the_last_of_two_that_exclude_each_other(self) -> None:
        puzzle = puzzle_named("convex-square")
        first = placement_of(puzzle, hint_on(puzzle))
        for other in strays(Table(puzzle, (first,))):
            both = Table(puzzle, (first, other))
            if completions_of(both.without({0})) and not completions_of(both):
                advice = advise(puzzle, both.placed)
                assert isinstance(advice, TakeBack)
                assert advice.pieces == (2,)
                return
        pytest.fail("no piece excludes the first")

    def test_an_outline_without_a_solution(self) -> None:
        strip = ring_from(ORIGIN, (along(0, 8), along(2, 1), along(4, 8), along(6, 1)))
        puzzle = make_puzzle("strip", [strip])
        assert isinstance(advise(puzzle), Unsolvable)
        square = TANGRAM.by_name["square"].ring
        advice = advise(puzzle, [placed("square", square)])
        assert isinstance(advice, Unsolvable)
        assert "no solution, whatever is placed" in HintWords(puzzle).describe(advice, ["square"]).head


class TestPlacing:
    @given(
        full_sets(),
        st.builds(
            Frame,
            st.floats(0.01, 100),
            st.floats(-0.39, 0.39),
            st.tuples(st.floats(-50, 50), st.floats(-50, 50)),
            st.booleans(),
        ),
        st.data(),
    )
    @settings(max_examples=8)
    def test_any_pieces_of_a_solution_alone(self, assembly: Assembly, frame: Frame, data: st.DataObject) -> None:
        puzzle = puzzle_of(assembly, frame)
        some = data.draw(st.lists(st.sampled_from(assembly), unique=True))
        found = put_down(puzzle, laid(puzzle, some, named=data.draw(st.booleans())))
        assert [(piece.name, piece.bounds) for piece in found] == [(piece.name, piece.bounds) for piece in some]

    @given(full_sets(), leg_points(8), st.data())
    @SOME
    def test_one_elsewhere_is_told_what_is_wrong(self, assembly: Assembly, by: Point, data: st.DataObject) -> None:
        puzzle = puzzle_of(assembly)
        piece = data.draw(st.sampled_from(assembly))
        moved = placed(piece.name, tuple(add(p, by) for p in piece.ring))
        if Table(puzzle).has_room_for(moved):
            assert put_down(puzzle, laid(puzzle, [moved]))[0].bounds == moved.bounds
        else:
            with pytest.raises(PlacedError, match="outside"):
                put_down(puzzle, laid(puzzle, [moved]))

    @pytest.mark.slow
    @given(full_sets(), st.data())
    @SOME
    def test_two_that_overlap(self, assembly: Assembly, data: st.DataObject) -> None:
        table = Table(puzzle_of(assembly))
        first = data.draw(st.sampled_from(assembly))
        others = [p for p in strays(table) if p.name != first.name and not table.with_piece(first).has_room_for(p)]
        assume(others)
        second = data.draw(st.sampled_from(others))
        with pytest.raises(PlacedError, match=r"piece 1 .* and piece 2 .* overlap"):
            put_down(table.puzzle, laid(table.puzzle, [first, second]))
        with pytest.raises(ValueError, match="piece 2"):
            advise(table.puzzle, [first, second])

    @pytest.mark.parametrize("size", [1, 3])
    def test_one_in_a_hole_has_no_room(self, size: int) -> None:
        """Also where it touches nothing, so that no boundary passes through it."""
        outer = ring_from(add(ORIGIN, scaled(along(5, 1), 4)), [along(side, 9) for side in (0, 2, 4, 6)])
        hole = ring_from(ORIGIN, [along(side, size) for side in (2, 0, 6, 4)])
        table = Table(Puzzle("ring", (outer, hole)))
        square = TANGRAM.by_name["square"].ring
        middle = placed("square", tuple(add(p, along(0, (size - 1) // 2)) for p in square))
        middle = placed("square", tuple(add(p, along(2, (size - 1) // 2)) for p in middle.ring))
        assert table.boundary.fits(middle.bounds)
        assert not table.has_room_for(middle)
        assert table.has_room_for(placed("square", tuple(add(p, along(4, 1)) for p in square)))

    def test_one_off_the_lattice(self) -> None:
        puzzle = puzzle_named("cat")
        with pytest.raises(PlacedError, match=r"piece 1 \(square\) lies off the outline's lattice"):
            put_down(puzzle, [laid_piece("1,0.51 2,0.51 2,1.51 1,1.51")])

    @given(leg_points(10))
    def test_a_point_is_found_from_its_coordinates(self, p: Point) -> None:
        puzzle = puzzle_named("cat")
        assert point_near(puzzle.in_legs(p), 1) == p

    @pytest.mark.parametrize("text", [GOOD_SQUARE, "0,0 1,0 1,1", "Large Triangle 0,0 2e0,0 -0,+2"])
    def test_a_piece_in_a_line(self, text: str) -> None:
        assert is_notation(text)
        piece = laid_piece(text)
        assert laid_piece(f"{piece.name or ''} {' '.join(f'{x!r},{y!r}' for x, y in piece.vertices)}") == piece

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("square 0,0 1,0", "2 vertices,"),
            ("square 0,0", "1 vertex,"),
            ("square nan,0 1,0 1,1 0,1", "'nan,0' is too far away"),
            ("square 0,0 1,0 1;1", "'1;1' is not a vertex"),
            ("0,0 1,0 1,1,1", "'1,1,1' is not a vertex"),
            ("0,0 1,0 1,1e999", "is too far away"),
            ("0,0 1,0 square 1,1", "'square' is not a vertex"),
        ],
    )
    def test_what_is_no_piece_is_refused(self, text: str, message: str) -> None:
        with pytest.raises(NotationError, match=message):
            laid_piece(text)


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Outcome]


@pytest.fixture
def hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object, given: str | None = None) -> Outcome:
        done = CliRunner().invoke(app, ["hint", *map(str, arguments)], input=given)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return Outcome(done.exit_code, done.stdout, done.stderr)

    return run


def as_json(outcome: Outcome) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(outcome.out)
    return found


class TestCommand:
    def test_following_what_it_prints_ends_in_a_solution(self, hint: Run) -> None:
        lying: list[str] = []
        while "solved" not in (told := hint("cat", *(word for piece in lying for word in ("--placed", piece)))).out:
            assert told.status == 0
            assert told.err == ""
            lying.append(told.out.splitlines()[1].strip())
        assert (told.status, len(lying)) == (0, 7)
        Path("lying.json").write_text(json.dumps([laid_piece(piece).vertices for piece in lying]), encoding="utf-8")
        assert hint("cat", "--placed", "lying.json").out == "cat: solved: every piece has its place.\n"
        assert CliRunner().invoke(app, ["verify", "cat", "lying.json"]).exit_code == 0

    def test_how_much_is_told(self, hint: Run) -> None:
        corner, piece, place = (hint("cat", "--reveal", tell) for tell in ("vertex", "piece", "place"))
        assert "parallelogram" not in corner.out
        assert "look at the vertex (3.41421, 2)" in corner.out
        assert "the parallelogram goes to the vertex (3.41421, 2)" in piece.out
        assert "2.41421,0" not in piece.out
        assert "parallelogram 2.41421,0 3.41421,1 3.41421,2 2.41421,1\n" in place.out
        fields = [as_json(hint("cat", "--reveal", tell, "--format", "json")) for tell in ("vertex", "piece", "place")]
        assert [("piece" in each, "vertices" in each) for each in fields] == [
            (False, False),
            (True, False),
            (True, True),
        ]

    def test_what_cannot_work(self, hint: Run) -> None:
        told = hint("cat", "--placed", GOOD_TRIANGLE, "--placed", BAD_SQUARE)
        assert told.status == 1
        assert "cannot be completed" in told.out
        assert "Take back piece 2 (square)" in told.out
        data = as_json(hint("cat", "--placed", GOOD_TRIANGLE, "--placed", BAD_SQUARE, "--format", "json"))
        assert (data["advice"], data["take_back"], data["fewest"]) == ("take-back", [2], True)

    def test_a_simple_reason_is_told(self, hint: Run) -> None:
        told = hint("cat", "--placed", CRAMPED_TRIANGLE)
        assert told.status == 1
        words = (
            "the edge from (1.82843, 0) to (2.41421, 0) is 0.585786 legs long, and no sides of pieces add up to that."
        )
        assert words in " ".join(told.out.split())

    def test_pictures(self, hint: Run) -> None:
        told = hint("cat", "--placed", GOOD_SQUARE, "--output", "hint.svg")
        assert told.out.endswith("The picture is in hint.svg.\n")
        drawn = ElementTree.parse("hint.svg").getroot()
        kinds = [element.get("class", "") for element in drawn.iter()]
        assert kinds.count("placed") == 1
        assert sum(kind.startswith("piece") for kind in kinds) == 1
        assert "vertex" in kinds
        vertex = hint("cat", "--reveal", "vertex", "--format", "svg").out
        assert 'class="piece' not in vertex
        assert 'class="vertex' in vertex
        back = hint("cat", "--placed", BAD_SQUARE, "--format", "svg")
        assert back.status == 1
        assert "taken-back" in back.out
        assert hint("cat", "--output", "hint.png").status == 0
        assert Path("hint.png").read_bytes().startswith(b"\x89PNG")

    def test_another_set(self, hint: Run) -> None:
        assert hint("shonagon-window").status == 0
        told = hint("shonagon-window", "--set", "tangram")
        assert (told.status, told.err) == (1, "")
        assert "the outline has no solution" in told.out

    def test_a_file_of_several_results(self, hint: Run) -> None:
        results = [
            {"id": id, "status": "stuck", "pieces": [{"vertices": laid_piece(GOOD_SQUARE).vertices}]} for id in "ab"
        ]
        results[1]["id"] = "cat"
        Path("results.jsonl").write_text("".join(json.dumps(result) + "\n" for result in results), encoding="utf-8")
        assert hint("cat", "--placed", "results.jsonl").out == hint("cat", "--placed", GOOD_SQUARE).out
        assert hint("lamp", "--placed", "results.jsonl").err.endswith("results are of lamp; give a file of one\n")

    def test_standard_input(self, hint: Run) -> None:
        given = json.dumps([laid_piece(GOOD_SQUARE).vertices])
        assert hint("cat", "--placed", "-", given=given).out == hint("cat", "--placed", GOOD_SQUARE).out

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["cat", "--placed", "none.json"], "none.json: the file cannot be read"),
            (["cat", "--placed", "square 0,0 1,0"], "2 vertices"),
            (["cat", "--placed", ""], "--placed is empty"),
            (["cat", "--placed", "0,0 3,0 3,3"], "piece 1 has the sides"),
            (["cat", "--placed", GOOD_SQUARE, "--placed", GOOD_SQUARE], "1 square too many"),
            (["cat", "--placed", "circle" + GOOD_SQUARE[6:]], "is not a piece of the set"),
            (["cat", "--placed", "square 9,9 10,9 10,10 9,10"], "outside the outline"),
            (["katze"], "there is no shape or file 'katze'"),
            (["cat", "--ranking", "none"], "none"),
            (["cat", "--output", "hint.gif"], "no format ends in .gif"),
            (["cat", "--output", "hint.jsonl"], "no format ends in .jsonl"),
            (["cat", "--format", "png"], "needs a file"),
            (["cat", "--limit", "nan"], "'nan' is not a time limit"),
            (["cat", "--set", "none"], "none"),
        ],
    )
    def test_what_cannot_be_used(self, hint: Run, arguments: list[str], message: str) -> None:
        told = hint(*arguments)
        assert told.status == 2
        assert told.out == ""
        assert message in told.err
        assert "Traceback" not in told.err

    @pytest.mark.parametrize(
        "corners",
        [
            [[0, 0], [4.02, 0.013], [4, 2.01], [0.005, 2]],
            # a half is slid by 0.37 legs, which no sides add up to
            [[0, 0], [2, 0], [2, 0.37], [4, 0.37], [4, 2.37], [2, 2.37], [2, 2], [0, 2]],
        ],
    )
    def test_drawings_have_hints_to_the_end(self, hint: Run, corners: list[list[float]]) -> None:
        geometry = {"type": "Polygon", "coordinates": [[*corners, corners[0]]]}
        Path("drawn.geojson").write_text(json.dumps(geometry), encoding="utf-8")
        told = hint("drawn.geojson")
        lying: list[str] = []
        while "solved" not in told.out:
            assert (told.status, told.err) == (0, "")
            lying.append(told.out.splitlines()[1].strip())
            told = hint("drawn.geojson", *(word for piece in lying for word in ("--placed", piece)))
        assert len(lying) == 7
