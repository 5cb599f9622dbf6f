"""Searches in words: every piece, every solution and every kind of end are told, and nothing that is not so."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from shared.explanations import OF_SEARCHES, READ, UNIT, explained, flat
from shared.searches import NAMES, SOLVABLE, of_kind, searched, searched_as_ford
from shared.traces import KINDS, values

from heuristan.cli import app
from heuristan.common.words import WIDTH
from heuristan.tangram.explain import explain
from heuristan.tangram.explain.words import spoken
from heuristan.tangram.solving.options import Want
from heuristan.tangram.trace.events import (
    Ended,
    Event,
    PiecePlaced,
    PlacedPiece,
    PuzzleRead,
    SolutionFound,
    SolutionsCounted,
    Trace,
)
from heuristan.tangram.trace.lines import dumps, loads

# A search made by hand in which every kind of event happens.

SEARCH = replace(READ, ranking="", rules=(), way="exhaustively")
FORD = replace(SEARCH, way="as Ford searches")
COUNT = SolutionsCounted(2, 8, 1, True)
TWO = (PlacedPiece("square", UNIT), PlacedPiece("small-triangle", UNIT[:3]))


def placed(step: int, fits: int = 1, name: str = "square") -> PiecePlaced:
    return PiecePlaced(step, name, UNIT, UNIT[1], fits, () if step == 3 else (UNIT,))


PLACED = (placed(1), placed(2, 3, "small-triangle"), placed(3))
ENDED = Ended("solved", None, 9, 9, "2 solutions; 10 states searched")
WHOLE: Trace = (SEARCH, *PLACED, SolutionFound(1, 1, TWO), SolutionFound(2, 1, TWO[::-1]), COUNT, ENDED)


class TestAnyTrace:
    @given(
        values(PuzzleRead),
        st.sampled_from(["exhaustively", "as Ford searches"]),
        st.lists(st.sampled_from(sorted(OF_SEARCHES | {"Ended"})).flatmap(lambda name: values(KINDS[name]))),
    )
    def test_lines_fit_and_can_be_printed(self, puzzle: PuzzleRead, way: str, events: list[Event]) -> None:
        trace = (replace(puzzle, way=way), *events)  # type: ignore[arg-type]
        text = explain(trace)
        assert explain(loads(dumps(trace))) == text
        assert all(len(line) <= WIDTH and line.isprintable() for line in text.split("\n"))

    @given(st.integers(0, len(WHOLE)))
    def test_a_trace_may_break_off_anywhere(self, length_kept: int) -> None:
        text = explained(*WHOLE[:length_kept])
        assert ("The trace ends before the run does." in text) == (length_kept < len(WHOLE))

    @pytest.mark.parametrize("kind", sorted(OF_SEARCHES | {"PuzzleRead", "Ended"}))
    def test_every_kind_of_event_is_told_with_the_puzzle_or_without(self, kind: str) -> None:
        for whole in (WHOLE, WHOLE[1:]):
            if any(type(event).__name__ == kind for event in whole):
                assert explained(*(event for event in whole if type(event).__name__ != kind)) != explained(*whole)


SAYINGS = """
Puzzle p1. The outline has six vertices
outline as it was read has no solution that the search does not find.
where a small leg is 10 long
The first solution, piece by piece:
Step 1: a square at the vertex (110, 0), at the bottom
It is the only piece that fits there. Its vertices are (100, 0), (110, 0), (110, 10) and (100, 10).
What is left has four vertices.
Step 2: a small triangle
It is one of three that fit there.
Nothing is left of the outline.
There was no choice at the first step: every solution has that piece there.
There are two solutions. Up to the symmetries of the outline there is only one: the others are the same,
turned or turned over, so the solution is unique. If equal pieces are distinguished, there are eight.
Solution 1: square (100, 0), (110, 0), (110, 10), (100, 10) small triangle (100, 0), (110, 0), (110, 10)
Solution 2, like solution 1: small triangle
Solved: three pieces fill the outline. The search visited ten states, including the empty outline, until every
 way was tried.
"""


@pytest.mark.parametrize("words", SAYINGS.replace("\n ", " ").strip().split("\n"))
def test_what_the_search_made_by_hand_says(words: str) -> None:
    assert words in explained(*WHOLE)


class TestCounts:
    @pytest.mark.parametrize(
        ("count", "words"),
        [
            ((1, 1, 1, True), "There is one solution, so it is unique. Solved"),
            ((1, 4, 1, True), "so it is unique. If equal pieces are distinguished, there are four."),
            ((3, 3, 3, True), "There are three solutions. No symmetry of the outline takes one of them to another."),
            ((8, 8, 5, True), "There are eight solutions. Up to the symmetries of the outline there are five:"),
            ((1, 1, 1, False), "One solution was found, and there may be others: the time limit was reached"),
            ((4, 4, 1, False), "there is only one: the others are the same, turned or turned over. Solved"),
        ],
    )
    def test_what_is_unique_and_what_may_not_be_is_said(self, count: tuple[int, int, int, bool], words: str) -> None:
        assert words in explained(SEARCH, *PLACED, SolutionsCounted(*count), ENDED)

    def test_ford_is_not_said_to_find_them_all(self) -> None:
        text = explained(FORD, *PLACED, replace(COUNT, complete=False), ENDED)
        assert "there may be others: this way of searching need not find them all" in text

    def test_none_are_not_counted(self) -> None:
        text = explained(
            SEARCH, SolutionsCounted(0, 0, 0, True), Ended("unsolvable", None, 0, 0, "there is no solution")
        )
        assert "equal pieces" not in text
        assert "Unsolvable: there is no solution." in text


class TestEndings:
    @pytest.mark.parametrize(
        ("ended", "words"),
        [
            (Ended("solved", None, 3, 0, ""), "four states, including the empty outline, and no piece had to be put"),
            (Ended("solved", None, 4, 1, ""), "empty outline: of four pieces placed, one was put back."),
            (Ended("unsolvable", None, 7, 7, "no. "), "so this is certain. In all, seven pieces were placed and put"),
            (Ended("unsolvable", None, 1, 1, "no piece fits at the vertex (1, 2)"), "fits at the vertex (1, 2). Every"),
            (Ended("limit", None, 0, 0, "the time was over"), "Limit: the time was over. That does not show whether"),
            (Ended("limit", None, 5, 5, "late"), "has a solution. In all, five pieces were placed."),
            (Ended("stuck", None, 0, 0, "dry"), "Stuck: dry. That does not prove that the puzzle has no solution"),
            (Ended("refused", None, 0, 0, ""), "Refused: there is no more to say."),
        ],
    )
    def test_each_kind_is_explained(self, ended: Ended, words: str) -> None:
        pieces = PLACED if ended.status == "solved" else ()
        assert words in explained(SEARCH, *pieces, ended)

    def test_a_search_that_ran_out_of_time_with_solutions_does_not_say_that_it_knows_nothing(self) -> None:
        text = explained(
            FORD, *PLACED, replace(COUNT, complete=False), Ended("limit", None, 9, 9, "0.1 seconds ran out")
        )
        assert "does not show" not in text
        assert "there may be others: the time limit was reached" in text


@pytest.mark.parametrize("name", NAMES)
class TestRealSearches:
    def test_every_piece_is_told_in_order(self, name: str) -> None:
        trace = searched(name).trace
        pieces = of_kind(PiecePlaced, trace)
        heads = re.findall(r"^Step (\d+): an? (.+?) at the vertex", explain(trace), re.MULTILINE)
        assert heads == [(str(piece.step), spoken(piece.name)) for piece in pieces]
        assert len(pieces) == len(searched(name).pieces)

    def test_each_piece_is_told_with_its_choice(self, name: str) -> None:
        trace = searched(name).trace
        choices = [piece.fits for piece in of_kind(PiecePlaced, trace)]
        text = flat(explain(trace))
        assert text.count("It is the only piece that fits there.") == choices.count(1)
        assert len(re.findall(r"It is one of \w+ that fit there\.", text)) == sum(fits > 1 for fits in choices)

    def test_sentences_are_tidy(self, name: str) -> None:
        text = flat(explain(searched(name).trace))
        assert not re.search(
            r"\.\.| [,.;]|\b(an?|the) (an?|the)\b|\ba [aeio]|\bone (solutions|pieces|vertices|states|were)\b", text
        )

    def test_a_piece_has_a_vertex_at_the_place_in_the_heading(self, name: str) -> None:
        puzzle, *events = searched(name).trace
        assert isinstance(puzzle, PuzzleRead)
        left = puzzle.outline
        for piece in of_kind(PiecePlaced, tuple(events)):
            assert piece.vertex in piece.vertices
            assert any(piece.vertex in ring for ring in left)
            left = piece.remaining


@pytest.mark.parametrize("name", SOLVABLE)
class TestAllSolutions:
    @pytest.mark.slow
    def test_a_piece_said_to_be_in_every_solution_is(self, name: str) -> None:
        trace = searched(name, "all").trace
        said = re.search(r"no choice (?:at the first step|in the first (\w+) steps)", flat(explain(trace)))
        numbers = [*["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]]
        count = numbers.index(said[1] or "one") + 1 if said else 0
        pieces = of_kind(PiecePlaced, trace)
        assert [piece.fits == 1 for piece in pieces[: count + 1]] == [True] * count + [False] * (count < len(pieces))
        for piece in pieces[:count]:
            for solution in of_kind(SolutionFound, trace):
                assert any(
                    each.piece == piece.name and {*each.vertices} == {*piece.vertices} for each in solution.pieces
                )

    def test_each_is_told_once_with_all_its_pieces(self, name: str) -> None:
        result = searched(name, "all")
        assert result.searched is not None
        heads = re.findall(r"^Solution (\d+)(?:, like solution \d+)?:$", explain(result.trace), re.MULTILINE)
        assert [*map(int, heads)] == [*range(1, len(result.searched.all) + 1)] * (len(result.searched.all) > 1)
        for solution, pieces in zip(of_kind(SolutionFound, result.trace), result.searched.all, strict=True):
            assert [piece.piece for piece in solution.pieces] == [piece.piece for piece in pieces]

    def test_solutions_that_are_alike_refer_to_the_first_of_them(self, name: str) -> None:
        trace = searched(name, "all").trace
        found = of_kind(SolutionFound, trace)
        (count,) = of_kind(SolutionsCounted, trace)
        firsts = {solution.number for solution in found if solution.like == solution.number}
        assert {solution.like for solution in found} == firsts
        assert all(solution.like <= solution.number for solution in found)
        assert (len(found), len(firsts)) == (count.tilings, count.distinct)

    @pytest.mark.slow
    def test_counting_tells_the_same_counts_without_a_list(self, name: str) -> None:
        counted, listed = searched(name, "count"), searched(name, "all")
        assert of_kind(SolutionsCounted, counted.trace) == of_kind(SolutionsCounted, listed.trace)
        assert not of_kind(SolutionFound, counted.trace)
        assert counted.searched is not None
        assert counted.searched.count is not None
        assert [counted.searched.count] == of_kind(SolutionsCounted, counted.trace)

    @pytest.mark.parametrize("want", ["first", "count", "all"])
    def test_the_trace_and_the_result_agree_on_what_was_put_back(self, name: str, want: Want) -> None:
        result = searched(name, want)
        ended = result.trace[-1]
        assert isinstance(ended, Ended)
        assert (ended.extractions, ended.backtracks) == (result.extractions, result.backtracks)


def test_a_forced_solution_is_the_only_one() -> None:
    text = explained(SEARCH, placed(1), placed(2), placed(3), ENDED)
    assert "At every step only one piece fitted, so there is no other solution." in text


def test_a_search_that_does_not_count_what_fits_says_nothing_of_it() -> None:
    trace = searched_as_ford("cat").trace
    text = flat(explain(trace))
    assert "as Ford does it" in text
    assert "that fit" not in text
    assert "does not exist" not in text
    assert text.count("Its vertices are") == 7
    for piece in of_kind(PiecePlaced, trace):
        assert piece.vertex in piece.vertices


class TestCommandLine:
    @pytest.fixture(autouse=True)
    def _in_a_folder_of_its_own(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

    def run(self, *arguments: str, status: int = 0) -> str:
        done = CliRunner().invoke(app, [*arguments])
        assert done.exit_code == status, done.output
        assert "Traceback" not in done.output
        return done.stdout

    def exact(self, *arguments: str, status: int = 0) -> str:
        return self.run("solve", "--solver", "exact", "--plain", *arguments, status=status)

    def test_a_search_is_told_and_told_again_from_its_trace(self) -> None:
        for wanted in ([], ["--count"], ["--all"]):
            text = self.exact("cat", *wanted, "--trace", "run.jsonl", "--explain")
            assert "Step 7:" in text
            assert ("There are two solutions." in text) == bool(wanted)
            assert ("Solution 2:" in flat(text)) == (wanted == ["--all"])
            assert self.run("show", "run.jsonl", "--explain") == text
            assert len(self.run("show", "run.jsonl").splitlines()) <= 20

    def test_of_many_outlines_each_is_counted_in_a_line(self) -> None:
        text = self.exact("cat", "convex-square", "--count")
        assert re.search(
            r"^convex-square: solved: 8 solutions; .* states searched; 1 up to symmetry$", text, re.MULTILINE
        )

    def test_jsonl(self) -> None:
        (line,) = self.exact("cat", "--all", "--format", "jsonl").splitlines()
        result = json.loads(line)
        assert (result["unique"], result["solutions"]["tilings"], len(result["all"])) == (False, 2, 2)

    def test_what_has_no_solution_is_told_with_the_certainty_of_it(self) -> None:
        Path("strip.yaml").write_text("vertices: [[0, 0], [8, 0], [8, 1], [0, 1]]\n", encoding="utf-8")
        for wanted in ([], ["--count"], ["--all"]):
            text = flat(self.exact("strip.yaml", *wanted, status=1))
            assert "Unsolvable: there is no solution;" in text
            assert "so this is certain" in text
            assert "equal pieces" not in text

    def test_ford(self) -> None:
        text = flat(self.run("solve", "cat", "--solver", "ford", "--trace", "run.jsonl", "--explain"))
        assert "Step 1: a large triangle at the vertex" in text
        assert "Solved: seven pieces fill the outline." in text
        assert flat(self.run("show", "run.jsonl", "--explain")) == text
