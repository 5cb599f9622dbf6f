"""The live engine under a session: laws of running, asserting, undoing, saving, and of rules that come and go."""

import re
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from time import sleep

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.shells import puzzle_named, shell_on, typed

from heuristan.cli import app
from heuristan.common.faults import InputError
from heuristan.tangram.expert.host import driving
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import MatchTaken
from heuristan.tangram.trace.lines import dumps, loads
from heuristan.teaching.stepping.dialogue import NAMES
from heuristan.teaching.stepping.shell import Shell

FEW = settings(max_examples=4)
SHAPES = ("cat", "lamp", "digit-9", "convex-square")
HULL = "(defrule mine (Match (id ?m) (kind piece)) => (assert (Evidence (kind mine) (match ?m))))"


def trace_of(shell: Shell) -> str:
    return dumps(shell.session.trace)


@cache
def ended(name: str) -> Shell:
    """A run that has ended; only looked at."""
    shell = shell_on(name)
    typed(shell, "run")
    return shell


class TestRunning:
    @pytest.mark.slow
    @FEW
    @given(st.sampled_from(SHAPES), st.lists(st.integers(1, 40), max_size=6))
    def test_any_sequence_of_runs_equals_one(self, name: str, counts: list[int]) -> None:
        shell = shell_on(name)
        typed(shell, *(f"run {count}" for count in counts), "run")
        assert trace_of(shell) == trace_of(ended(name))

    @pytest.mark.slow
    @pytest.mark.parametrize("name", SHAPES)
    def test_the_whole_run_is_that_of_solve(self, name: str) -> None:
        expected = solve(puzzle_named(name), read_ranking(DEFAULT), backtracking=False).trace
        assert trace_of(ended(name)) == dumps(expected).replace('"as published"', '"by hand"')

    @pytest.mark.slow
    @FEW
    @given(st.sampled_from(SHAPES))
    def test_steps_are_those_of_the_session(self, name: str) -> None:
        shell = shell_on(name)
        session = shell.session
        for after in session.finished():
            typed(shell, "step")
            assert shell.session.events == after.events
            assert shell.session.offers == after.offers

    @pytest.mark.slow
    @FEW
    @given(st.sampled_from(SHAPES), st.lists(st.integers(-1, 40), max_size=5))
    def test_what_a_person_takes_is_taken_in_the_engine(self, name: str, moves: list[int]) -> None:
        shell = shell_on(name)
        for move in moves:
            choices = shell.session.offers.choices if shell.session.now.state.boundary else ()
            if move < 0 and shell.session.steps:
                typed(shell, "back")
            elif move >= 0 and choices:
                typed(shell, str(1 + move % len(choices)))
            before = shell.session
            assert shell.follow() == ""
            assert shell.session is before, "the facts say the same as the session"
        if shell.session.now.state.boundary and shell.session.offers.preferred:
            expected = shell.session.advanced()
            typed(shell, "step")
            assert expected is not None
            assert shell.session.events == expected.events


def numbers(shell: Shell) -> list[int]:
    return [fact.index for fact in shell.live.system.facts()]


def facts(shell: Shell) -> list[str]:
    return [str(fact) for fact in shell.live.system.facts()]


class TestFacts:
    @pytest.mark.slow
    @FEW
    @given(st.sampled_from(SHAPES), st.integers(1, 60))
    def test_a_fact_that_nothing_uses_changes_nothing(self, name: str, count: int) -> None:
        shell = shell_on(name)
        typed(shell, f"run {count}")
        before = facts(shell)
        (line,) = typed(shell, "assert (Evidence (kind nobody-asks) (match any))")
        number = line.split()[1]
        typed(shell, f"retract {number}")
        assert facts(shell) == before
        typed(shell, "run")
        assert trace_of(shell) == trace_of(ended(name))

    def test_what_is_retracted_lasts_and_changes_the_run(self) -> None:
        shell = shell_on("cat")
        one = next(f for f in shell.live.system.facts("Match") if str(f["id"]).startswith("parallelogram"))
        first = next(event for event in ended("cat").session.trace if hasattr(event, "preferred_to"))
        assert getattr(first, "name", "") == "parallelogram"
        parallelograms = [f.index for f in shell.live.system.facts("Match") if f["name"] == "parallelogram"]
        typed(shell, f"retract {' '.join(map(str, parallelograms))}", "step")
        assert shell.session.now.taken is not None
        assert shell.session.now.taken.match.name != "parallelogram"
        assert one.index not in numbers(shell)

    def test_a_stock_that_is_said_to_be_smaller_is_what_the_session_offers(self) -> None:
        shell = shell_on("cat")
        (stock,) = shell.live.system.facts("Stock")
        typed(shell, f"modify {stock.index} (left square)")
        assert dict(shell.session.now.state.stock) == {"square": 1}
        assert {each.match.name for each in shell.session.offers.choices} == {"square"}

    @pytest.mark.slow
    @FEW
    @given(
        st.lists(st.sampled_from(("run 9", "go", "back", "1", "undo", "reset", HULL, "retract 1", "run")), max_size=7)
    )
    def test_no_number_is_used_for_two_facts(self, lines: list[str]) -> None:
        shell = shell_on("convex-square")
        known: dict[int, str] = {}
        for line in lines:
            try:
                typed(shell, line)
            except ValueError:  # nothing to take back, no such fact
                continue
            for fact in shell.live.system.facts():
                assert known.setdefault(fact.index, str(fact)) == str(fact)

    @pytest.mark.slow
    def test_what_is_undone_is_as_it_was(self) -> None:
        shell = shell_on("lamp")
        typed(shell, "run 20", "assert (Evidence (kind a) (match b))")
        states = []
        for line in ("run 5", "step", "1", HULL, "undefrule extract", "strategy breadth", "back", "reset", "run 4"):
            states.append((numbers(shell), shell.session, list(typed(shell, "(agenda)"))))
            typed(shell, line)
        for number, session, agenda in reversed(states):
            typed(shell, "undo")
            assert (numbers(shell), typed(shell, "(agenda)")) == (number, agenda)
            assert shell.session is session


class TestFiles:
    @pytest.mark.slow
    def test_a_memory_that_is_saved_and_loaded_elsewhere_runs_to_the_same_end(self, tmp_path: Path) -> None:
        memory, traces = tmp_path / "memory.clp", [tmp_path / "one.jsonl", tmp_path / "other.jsonl"]
        first = held("digit-9", "--trace", str(traces[0]), typed=f"run 300\nsave-facts {memory}\nrun\n")
        other = held("digit-9", "--trace", str(traces[1]), typed=f"load-facts {memory}\nrun\n")
        assert "The working memory is that of the file" in other.output
        one, two = (loads(path.read_text()) for path in traces)
        assert one[-1] == two[-1]
        taken = [[event for event in trace if isinstance(event, MatchTaken)] for trace in (one, two)]
        assert 0 < len(taken[1]) < len(taken[0]), "the memory has the attempt that the run is in"
        assert taken[0][-len(taken[1]) :] == taken[1]
        assert first.exit_code == other.exit_code

    @pytest.mark.slow
    def test_the_facts_of_another_outline_are_refused(self, tmp_path: Path) -> None:
        memory = tmp_path / "memory.clp"
        held("lamp", typed=f"save-facts {memory}")
        told = held("cat", typed=f"load-facts {memory}\nfinish").output
        assert "these are the facts of another outline" in told
        assert "Solved" in told

    def test_facts_alone_are_added(self, tmp_path: Path) -> None:
        (tmp_path / "more.clp").write_text("(Evidence (kind a) (match b)) (Evidence (kind a) (match c))")
        told = held("lamp", typed=f"load-facts {tmp_path / 'more.clp'}\nfacts evidence").output
        assert "Two facts more in the working memory." in told
        assert "(Evidence (kind a) (match c))" in told

    def test_rules_come_from_a_file_and_a_fault_names_it(self, tmp_path: Path) -> None:
        rules, out = tmp_path / "mine.clp", tmp_path / "said.txt"
        rules.write_text(f"; mine\n{HULL}\n")
        wrong = tmp_path / "wrong.clp"
        wrong.write_text("\n(defrule a (Nobody) =>)")
        told = held(
            "lamp", typed=f"dribble {out}\nload {rules}\nload {wrong}\nload {tmp_path}/none\ndribble\nrun 1"
        ).output
        assert "mine is defined" in told
        assert f"{wrong}:2: (Nobody ...) is no template" in told
        assert "none: there is no such file" in told
        written = out.read_text()
        assert f"> load {rules}\nmine is defined" in written
        assert "> run 1" not in written

    def test_what_is_read_is_not_written_over(self, tmp_path: Path) -> None:
        trace = tmp_path / "trace.jsonl"
        assert "is used already" in held("lamp", "--trace", str(trace), typed=f"save-facts {trace}").output


class TestRules:
    @pytest.mark.slow
    @FEW
    @given(st.sampled_from(SHAPES), st.integers(1, 60))
    def test_a_rule_that_comes_and_goes_changes_nothing(self, name: str, count: int) -> None:
        shell = shell_on(name)
        typed(shell, f"run {count}")
        before = typed(shell, "(agenda)")
        typed(shell, HULL, "undefrule mine")
        assert typed(shell, "(agenda)") == before
        typed(shell, "run")
        assert trace_of(shell) == trace_of(ended(name))

    def test_a_rule_decides_what_is_taken(self) -> None:
        shell = shell_on("cat")
        typed(
            shell,
            "(defrule squares-first (declare (salience 8000)) (Match (id ?m) (kind piece) (name square))"
            " (not (Proposal (line ~10))) => (assert (Proposal (line 10) (match ?m) (order -1 0 0))))",
            "step",
        )
        taken = shell.session.now.taken
        assert taken is not None
        assert (taken.match.name, taken.line) == ("square", 9)
        assert "square" in typed(shell, "how")[0]

    def test_a_rule_replaces_one_of_the_same_name(self) -> None:
        shell = shell_on("cat")
        typed(shell, "(defrule extract (Proposal (line ?n)) => (halt))")
        ran, _ = shell.run()
        assert ran.fired < 60
        assert shell.session.steps == 0
        assert typed(shell, "ppdefrule extract") == ["(defrule extract (Proposal (line ?n)) => (halt))"]

    def test_a_run_stops_before_a_rule(self) -> None:
        said: list[str] = []
        shell = shell_on("cat", said)
        typed(shell, "break extract", "watch rules")
        assert "Breaking on rule extract." in typed(shell, "run")
        assert not any("extract" in line for line in said)
        typed(shell, "run")
        assert "extract" in said[said.index(next(line for line in said if "decide" in line)) + 1]
        assert typed(shell, "breaks") == ["extract"]
        typed(shell, "unbreak extract", "run")
        assert shell.session.status == "solved"

    @pytest.mark.slow
    def test_any_strategy_comes_to_the_same_end(self) -> None:
        for strategy in ("breadth", "lex", "mea", "random 3", "depth"):
            shell = shell_on("lamp")
            typed(shell, f"strategy {strategy}", "run")
            assert trace_of(shell) == trace_of(ended("lamp"))

    def test_what_happens_is_printed_as_clips_does(self) -> None:
        said: list[str] = []
        shell = shell_on("cat", said)
        typed(shell, "watch all", "run 1")
        assert re.fullmatch(r"FIRE    1 pieces-2-3-edges: f-\d+,\*,\*,\*,f-\d+,\*", said[0])
        assert re.fullmatch(r"==> f-\d+ {2,5}\(Proposal \(line 5\) \(match small-triangle@.*", said[1])
        assert any(re.fullmatch(r"==> Activation -7990  decide: f-\d+,\*", line) for line in said)
        assert any(line.startswith("<== Activation ") for line in said)
        typed(shell, "unwatch all")
        said.clear()
        typed(shell, "run")
        assert not said


FAULTS = {
    "watch nothing": "after 'watch' comes what is to be watched: facts, rules, activations, all",
    "run x": "as in 'run 10'",
    "assert (Nope (a 1))": "(Nope ...) is no template; define it",
    "assert (Now (stp 1))": "Now has no slot stp; its slots are step",
    "retract 99999": "there is no fact f-99999",
    "retract x": "'x' is not the number of a fact, as in 'retract 12'",
    "modify 1 (nope 1)": "has no slot",
    "(defrule a (Match (id ?m)) (test (> ?m 3)) =>)": "values do not go together",
    "(defrule a (Match (id ?m)) (Frob) =>)": "line 1: (Frob ...) is no template",
    "(defrule a (Match (id ?m)))": "has no =>; write it",
    "(defrule a (Match (id ?m)) => (frob))": "there is no function frob",
    "(frob 1)": "there is no function frob",
    "(defrule a": "is not closed; add )",
    "undefrule nope": "there is no rule 'nope'",
    "matches": "after 'matches' comes the name of a rule",
    "strategy nope": "a strategy is one of depth, breadth, lex, mea, or random",
    "(facts Nope)": "there is no kind of facts 'Nope'; did you mean 'Now'?",
    "undo": "nothing was done that could be taken back",
    "why not extract": "extract is no line of the ranking; 'matches extract'",
    "wach rules": "did you mean 'watch'?",
    "(wach rules)": "there is no function wach, and no command; did you mean 'watch'?",
    "rules of it": "nothing may follow 'rules'",
    "modify 1 (nope (a b))": "Line has no slot nope",
    "modify 1 (number 1 2)": "the slot number of Line takes one value",
    "retract (+ 1 2)": "'(+ 1 2)' is not the number of a fact",
    "(bind ?x 3)": "a variable lasts as long as the command",
    "(+ square 1)": "values do not go together",
}


@pytest.mark.slow
def test_faults_are_told_with_their_mend_and_nothing_is_done() -> None:
    shell = shell_on("cat")
    before = numbers(shell), shell.live.acts
    for line, words in FAULTS.items():
        with pytest.raises(ValueError, match=re.escape(words)):
            typed(shell, line)
        assert (numbers(shell), shell.live.acts) == before, line
    typed(shell, "run")
    assert trace_of(shell) == trace_of(ended("cat"))


def test_a_rule_that_cannot_do_what_it_says_ends_the_run() -> None:
    shell = shell_on("cat")
    typed(shell, "(defrule odd (declare (salience 9)) (Proposal (match ?m)) => (bind ?x (+ ?m 1)))")
    told = typed(shell, "run")
    assert told[0].startswith("The rule odd cannot do what it says: values do not go together")
    typed(shell, "undefrule odd", "run")
    assert shell.session.status == "solved"


@pytest.mark.slow
def test_a_memory_that_does_not_say_where_the_run_is_can_be_undone() -> None:
    shell = shell_on("cat")
    assert "where the run is, is not known" in typed(shell, "assert (Now (step 5))")[-1]
    with pytest.raises(ValueError, match="where the run is"):
        typed(shell, "step")
    typed(shell, "undo")
    now = next(fact.index for fact in shell.live.system.facts("Now"))
    assert "no (Extracted (step 1)) is there; 'undo'" in typed(shell, f"modify {now} (step 1)")[-1]
    typed(shell, "undo", "step")
    assert shell.session.steps == 1


def test_a_run_that_has_ended_stays_so_until_something_is_taken_back() -> None:
    shell = ended("digit-9")
    before = trace_of(shell), shell.live.acts
    assert (
        typed(shell, "run", "(run 5)").count("The run has ended; 'undo' and 'back' go back, 'reset' begins again.") == 2
    )
    with pytest.raises(ValueError, match="no rule finds a match here"):
        typed(shell, "step")
    assert (trace_of(shell), shell.live.acts) == before


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals there")
def test_an_endless_rule_can_be_interrupted() -> None:
    command = [sys.executable, "-m", "heuristan", "step", "cat"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]
        process.stdin.write("(defrule endless ?t <- (Tally (undone ?n)) => (modify ?t (undone (+ ?n 1))))\nrun\n")
        process.stdin.flush()
        while "> run" not in process.stdout.readline():
            pass
        sleep(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate("undo\nundefrule endless\nrun\n", timeout=60)
    assert re.search(r"Interrupted: [\d,]+ rules fired; what they did is kept", out)
    assert "Taken back: run." in out
    assert "Solved" in out
    assert not err


def held(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["step", *arguments], input=typed)


def test_a_rule_may_be_written_over_several_lines() -> None:
    told = held("lamp", typed="(defrule mine\n  (Stock)\n\n(defrule mine\n (Stock)\n =>)\nrules").output
    assert "the parenthesis that begins here is not closed" in told
    assert "mine is defined; one activation on the agenda." in told


def test_commands_may_stand_in_parentheses() -> None:
    told = held(
        "lamp", typed="(facts Now)\n(watch rules)\n(run 2)\n(go)\n(why)\n(set-break extract)\n(exit)\nrun"
    ).output
    assert re.search(r"f-\d+ +\(Now \(step 0\)\)\nFor a total of 1 fact.", told)
    assert "FIRE    1 " in told
    assert "Step 1: " in told
    assert "'run' stops before extract fires." in told
    assert "> run\n" not in told


def test_help_names_every_command() -> None:
    told = held("lamp", typed="help").output
    assert all(name in told for name in NAMES if name != "take")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no timer")
@pytest.mark.parametrize(
    ("bound", "most", "act", "words"),
    [
        ("MOST_SECONDS", 0.2, "(while TRUE (bind ?a 1))", "it takes more than 0.2 seconds"),
        (
            "MOST_MEMORY",
            64 << 20,
            '(bind ?s "12345678") (loop-for-count (?i 1 60) (bind ?s (str-cat ?s ?s)))',
            "it takes more than 64 MiB",
        ),
    ],
)
def test_an_act_without_an_end_is_broken_off(
    bound: str, most: float, act: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = shell_on("cat")
    typed(shell, f"(defrule mine (declare (salience 9999)) => {act})")
    before = trace_of(shell)
    with monkeypatch.context() as patched:
        patched.setattr(driving, bound, most)
        with pytest.raises(InputError, match=words):
            typed(shell, "run 1")
    assert trace_of(shell) == before
    typed(shell, "undefrule mine", "run")
    assert trace_of(shell) == trace_of(ended("cat"))
