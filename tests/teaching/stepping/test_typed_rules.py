"""Rules that a person types: lines of the ranking, of which every question speaks, and which change the run."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from shared.shells import puzzle_named, shell_on, typed

from heuristan.common.faults import InputError
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.explain import explain
from heuristan.tangram.trace.lines import dumps, loads
from heuristan.teaching.asking import live_run
from heuristan.teaching.stepping import Session
from heuristan.teaching.stepping.consultation import Consultation
from heuristan.teaching.stepping.offered import ChoiceError
from heuristan.teaching.stepping.shell import Shell

SQUARES = '(defrule mine "Squares first" (declare (salience 8000)) (Match (id ?m) (name square)) => (propose ?m))'
ASKED = (
    "(Match (id ?m) (name square))",
    "(Match (id ?m) (kind piece) (grades EEE|EEX|EEXO))",
    "(Match (id ?m) (found laid) (name large-triangle))",
    "(Match (id ?m) (kind composite))",
    "(Match (id ?m)) (Evidence (kind only-place) (match ?m))",
    "(Match (id ?m)) (Now (step ?s)) (test (> ?s 1))",
)
"""What some rules ask for."""


def words(shell: Shell, line: str) -> str:
    return " ".join(" ".join(typed(shell, line)).split())


class TestQuestions:
    @pytest.mark.slow
    def test_every_question_speaks_of_it(self) -> None:
        shell = shell_on("cat")
        assert "four activations" in words(shell, SQUARES)
        assert 'Rule 11 "Squares first" (salience 8000): four matches' in words(shell, "agenda")
        assert 'Rule 11 ("Squares first") takes it' in words(shell, "why")
        assert "on the agenda as mine" in words(shell, "why")
        assert "It fires next" in words(shell, "why not mine")
        assert "it fires next" in words(shell, "why not 11 square at 2")
        assert "rule 11 asks (Match (id ?m) (name square))" in words(shell, "why not mine parallelogram at 6")
        assert "With rule 11 first, rule 11 takes a square" in words(shell, "what if mine first")
        assert 'Rule 11 ("Squares first"): four matches' in words(shell, "list")
        typed(shell, "step")
        assert '<- rule 11 ("Squares first")' in words(shell, "how")
        assert "(name square)), and with what it asks before, that holds for no match" in words(shell, "why not mine")

    @pytest.mark.slow
    def test_the_other_rules_know_it(self) -> None:
        shell = shell_on("cat")
        typed(shell, SQUARES)
        assert "Rule 11 fires first (salience 8000)" in words(shell, "why not 5")
        assert "rule 11 takes a square" in words(shell, "what if 5 first")

    def test_the_trace_carries_it(self) -> None:
        shell = shell_on("cat")
        typed(shell, SQUARES, "step")
        trace = shell.session.trace
        assert loads(dumps(trace)) == trace
        assert "Squares first" in explain(trace)

    @pytest.mark.slow
    def test_rules_of_a_file_go_by_their_names(self, tmp_path: Path) -> None:
        """Without a figure, why not names the condition that no match passes."""
        rule = "(defrule mine (Match (id ?m) (name nothing)) => (propose ?m))"
        text = f"rules:\n  - rule: first\n    clips: |\n      {rule}\n  - pieces-direct\n"
        (tmp_path / "own.yaml").write_text(text)
        asked = Consultation(Session.begun(puzzle_named("cat"), read_ranking(tmp_path / "own.yaml")))
        for name in ("1", "first", "mine"):
            assert str(asked.why_not(name)).startswith("Rule 1 asks (Match (id ?m) (name nothing))"), name


class TestLines:
    @pytest.mark.slow
    def test_what_is_listed_first_is_what_the_engine_takes(self, random: Random, part: Callable[[int], int]) -> None:
        for _ in range(part(48)):
            shell = shell_on(random.choice(("cat", "lamp", "digit-9", "convex-square")))
            typed(shell, *("go" for _ in range(random.randrange(2))))
            for name in ("one", "two")[: random.randint(1, 2)]:
                salience = random.choice((-50, 0, 5, 35, 65, 105, 8000))
                action = random.choice(
                    ("(propose ?m)", "(propose ?m)", "(propose ?m (- 0 (str-length ?m)))", "(rule-out ?m)")
                )
                rule = f"(defrule {name} (declare (salience {salience})) {random.choice(ASKED)} => {action})"
                typed(shell, rule)
            for _ in range(3):
                expected = shell.session.offers.preferred
                if expected is None or not shell.session.now.state.boundary:
                    break
                typed(shell, "step")
                taken = shell.session.now.taken
                assert taken is not None
                said = [shell.live.written(each) for each in ("one", "two") if each in shell.live.system.rules]
                assert (taken.line, taken.match.key) == (expected.line, expected.match.key), said

    def test_a_rule_that_is_taken_out_takes_nothing(self) -> None:
        shell = shell_on("cat")
        typed(shell, SQUARES, "undefrule mine")
        assert "rule 5" in words(shell, "why").lower()
        typed(shell, "undefrule pieces-2-3-edges")
        assert "Rule 7" in words(shell, "why")
        assert "Rules 1 to 6" in words(shell, "step")

    @pytest.mark.slow
    def test_a_rule_of_a_line_is_typed_anew(self) -> None:
        shell = shell_on("cat")
        typed(shell, '(defrule pieces-2-3-edges "Large" (Match (id ?m) (name large-triangle)) => (propose ?m))')
        assert 'Rule 5 "Large" (salience 60): three matches' in words(shell, "agenda")
        assert "rule 5 asks (Match (id ?m) (name large-triangle))" in words(shell, "why not 5 square at 6")

    @pytest.mark.slow
    def test_what_is_printed_can_be_typed_again(self) -> None:
        shell = shell_on("cat")
        before = words(shell, "step")
        typed(shell, "undo")
        typed(shell, "\n".join(typed(shell, "ppdefrule pieces-2-3-edges")))
        after = words(shell, "step")
        assert after == before

    @pytest.mark.slow
    def test_undo_takes_the_line_back_and_reset_keeps_it(self) -> None:
        shell = shell_on("cat")
        typed(shell, SQUARES, "step", "reset")
        assert len(shell.session.ranking.rules) == 11
        assert "Squares first" in words(shell, "step")
        typed(shell, "undo", "undo", "undo", "undo")
        assert len(shell.session.ranking.rules) == 10

    @pytest.mark.parametrize("number", [3, 99])
    def test_it_does_not_speak_for_another_line(self, number: int) -> None:
        shell = shell_on("cat")
        with pytest.raises(InputError, match=rf"mine is no rule of line {number}; write \(propose \?match\) without"):
            typed(shell, f"(defrule mine (Match (id ?m)) => (propose {number} ?m))")
        assert len(shell.session.ranking.rules) == 10

    @pytest.mark.slow
    def test_it_may_need_what_was_typed_before(self) -> None:
        shell = shell_on("cat")
        typed(
            shell,
            "(deftemplate Wanted (slot name))",
            "(defrule want (Now (step ?)) => (assert (Wanted (name square))))",
            "(defrule mine (declare (salience -5)) (Wanted (name ?n)) (Match (id ?m) (name ?n)) => (propose ?m))",
        )
        assert "Rule 11" in words(shell, "list")
        assert "asks (Match (id ?m) (name ?n))" in words(shell, "why not mine parallelogram at 6")


class TestFaults:
    @pytest.mark.slow
    def test_a_rule_that_cannot_do_what_it_says(self) -> None:
        shell = shell_on("cat")
        typed(shell, "(defrule boom (declare (salience 8000)) (Match (id ?m)) => (propose ?m (/ 1 0)))")
        for line in ("why not 1", "list", "step"):
            with pytest.raises(
                (InputError, ChoiceError), match="the rule boom cannot do what it says: a number is div"
            ):
                typed(shell, line)
        typed(shell, "undefrule boom")
        assert "Step 1: a parallelogram" in words(shell, "step")

    def test_what_has_no_end_is_given_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(live_run, "MOST", 500)
        shell = shell_on("cat")
        typed(shell, "(deftemplate T (slot n))")
        typed(
            shell,
            "(defrule on (declare (salience 9999)) ?t <- (T (n ?n)) => (modify ?t (n (+ ?n 1))))",
            "(assert (T (n 1)))",
        )
        with pytest.raises(InputError, match="500 rules fired without an end"):
            typed(shell, "1")
        assert not shell.session.steps
