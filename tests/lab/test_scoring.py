"""The scoreboard of the paper: its verdicts come from runs, its signatures are told apart, its command goes on."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("duckdb")

from heuristan.cli import app
from heuristan.lab.scoring.scoreboard import NEEDED, READINGS, SIGNATURES, Steps, source_of
from heuristan.lab.scoring.sentences import ASKED, FINAL, SENTENCES, falling, never, share
from heuristan.lab.scoring.stored_runs import places_of
from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve

NEARLY, DIRECT, LAX = "pieces-2.5-3.5-edges", "pieces-direct", "pieces-1.5-2.5-edges"

OF_FIGURES: dict[str, Steps] = {
    "8": [(NEARLY, "large-triangle"), (NEARLY, "square"), (DIRECT, "square")],
    "9(b)": [(NEARLY, "small-triangle"), (NEARLY, "small-triangle"), ("composites-direct", "square-2")],
    "12": [(NEARLY, "square"), ("pieces-2-3-edges", "large-triangle"), (NEARLY, "square")],
    "14": [(LAX, "square"), (NEARLY, "square"), ("pieces-3-edges-only", "square")],
    "15": [("pieces-2-edges-1-extension-line", "square")],
    "16": [("pieces-2-edges-only", "large-triangle"), ("composites-2-3-edges", "square-2")],
}
"""A course of each kind."""


class TestSentences:
    def test_every_ranking_that_decides_is_run(self) -> None:
        assert {ranking for sentence in SENTENCES for ranking in sentence.rankings} <= {*NEEDED}
        assert {*READINGS} <= {*NEEDED}

    def test_each_ranking_ships(self) -> None:
        assert [read_ranking(source_of(name)).name for name in NEEDED] == [*NEEDED]

    def test_variants_are_not_among_the_rankings_to_choose_from(self) -> None:
        assert not {name for name in NEEDED if name != source_of(name)} & {*ranking_names()}

    def test_every_rule_of_the_paper_is_sorted_by_what_it_asks(self) -> None:
        sorted_rules = [rule for rules in ASKED.values() for rule in rules]
        assert sorted(sorted_rules) == sorted(rule.name for rule in read_ranking(FINAL).rules)


class TestSignatures:
    @pytest.mark.parametrize("figure", OF_FIGURES)
    def test_each_is_told_from_the_others(self, figure: str) -> None:
        found = {name for each in SIGNATURES if each.is_in(OF_FIGURES[figure]) for name in each.figures}
        assert found == {figure, *({"13"} if figure == "12" else ())}

    def test_one_triangle_before_the_composite_is_too_few(self) -> None:
        (signature,) = (each for each in SIGNATURES if "9(b)" in each.figures)
        assert not signature.is_in(OF_FIGURES["9(b)"][1:])


class TestOutcomes:
    def test_what_is_never_is_refuted_by_one_case(self) -> None:
        assert never("", "", share(1, 900), "cases").outcome == "does not hold"
        assert never("", "", share(0, 900), "cases").outcome == "not refuted"
        assert never("", "", None, "cases").outcome == "too few to say"

    @given(st.permutations([95, 70, 40, 10]))
    def test_shares_fall_only_in_one_order(self, shares: list[int]) -> None:
        found = falling("", "", {str(i): share(10 * count, 1000) for i, count in enumerate(shares)}).outcome
        assert found == ("holds" if shares == sorted(shares, reverse=True) else "does not hold")

    def test_what_is_not_known_is_left_out(self) -> None:
        assert falling("", "", {"a": None, "b": share(1, 2)}).outcome == "too few to say"


def test_a_direct_match_is_one_of_several_subpuzzles_or_the_last_piece() -> None:
    found: list[str] = []
    for name in ("cat", "bat", "swan", "digit-7"):
        for puzzle in read_outlines(name):
            assert isinstance(puzzle, Puzzle)
            found += places_of(solve(puzzle, FINAL, way="published").trace, DIRECT)
    assert {*found} <= {"last", "one of several"}
    assert found


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("scoreboard")


@pytest.mark.slow
class TestCommand:
    def board(self, place: Path, output: str) -> str:
        arguments = ["lab", "paper", "--sample", "4", "--again", "1", "--results", str(place / "runs.duckdb")]
        told = CliRunner().invoke(app, [*arguments, "--output", str(place / output)])
        assert told.exit_code == 0, told.output
        return told.output

    def test_each_sentence_has_a_verdict_and_the_runs_are_kept(self, place: Path) -> None:
        told = self.board(place, "board.md")
        page = (place / "board.md").read_text(encoding="utf-8")
        verdicts = re.findall(r"\| (holds|does not hold|too few to say|occurs|not seen|not refuted) \|", page)
        assert len(verdicts) == len(SENTENCES)
        assert re.search(r"outlines? \([0-9a-f]{16}\) of corpus [0-9a-f]{16}", page)
        again = self.board(place, "board.html")
        assert f"{4 * len(NEEDED)} of them in the file already" in again
        same = [re.sub(r"Made on .*|.* outlines .* runs.*|written: .*", "", text) for text in (told, again)]
        assert same[0] == same[1]
        assert "<h2>The sentences</h2>" in (place / "board.html").read_text(encoding="utf-8")

    def test_another_ending_is_refused(self, place: Path) -> None:
        told = CliRunner().invoke(app, ["lab", "paper", "--output", str(place / "board.pdf")])
        assert told.exit_code == 2
        assert ".html or .md" in told.output
