"""Stepping by hand: the core is a value with laws, and what is done is a trace like any other."""

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared.places import TOP
from shared.shells import shell_on, told, typed
from shared.strategies import puzzles

from heuristan.cli import app
from heuristan.common.clock import OutOfTime
from heuristan.common.faults import InputError
from heuristan.tangram.exact.search import search
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_entries import catalogue, ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.explain import explain
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import solution_svg
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import (
    AttemptStarted,
    Ended,
    MatchTaken,
    MatchUndone,
    PuzzleRead,
    Trace,
    every,
    is_one_run,
    kept_events,
)
from heuristan.tangram.trace.lines import dumps, loads
from heuristan.tangram.verification.in_integers import fault_of
from heuristan.teaching.stepping import (
    ChoiceError,
    Session,
    can_be_filled,
    last_hopeful,
    session_words,
)
from heuristan.teaching.stepping.dialogue import HELP, NAMES, help_lines, read
from heuristan.teaching.stepping.prospect import prospect
from heuristan.teaching.stepping.session_words import MAX_LISTED, SessionWords
from heuristan.teaching.stepping.shell import Shell
from heuristan.teaching.stepping.shell_commands import CommandError

SOME = settings(max_examples=6)
RANKING = read_ranking(DEFAULT)
NO_SOLUTION_HAS = catalogue()["bare-vertex"]
moves = st.lists(st.integers(-2, 200), max_size=12)
"""Numbers of matches, taken round if there are not so many; a negative one takes back."""


def puzzle_named(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def begun(name: str) -> Session:
    return Session.begun(puzzle_named(name), RANKING)


def moved(session: Session, move: int) -> Session:
    if move < 0:
        return session.taken_back() if session.steps else session
    choices = session.offers.choices
    return session.take(1 + move % len(choices)) if choices else session


def after(session: Session, *moves: int) -> Session:
    for move in moves:
        session = moved(session, move)
    return session


def finished(session: Session) -> Session:
    *_, last = (session, *session.finished())
    return last


def first_attempt(events: Trace) -> Trace:
    """A run that ends with its first attempt, and how it was run left aside."""
    starts = [i for i, event in enumerate(events) if isinstance(event, AttemptStarted)]
    until = starts[1] if len(starts) > 1 else None
    return tuple(
        replace(event, way="as published") if isinstance(event, PuzzleRead) else event
        for event in events[:until]
        if until is None or not isinstance(event, Ended)
    )


def assert_like_any_other(events: Trace) -> None:
    assert loads(dumps(events)) == events
    assert is_one_run(events)
    assert explain(events)
    for drawn in (solution_svg(events), filmstrip_svg(events)):
        ElementTree.fromstring(drawn)


class TestLaws:
    @pytest.mark.slow
    @SOME
    @given(puzzles(), moves, st.data())
    def test_taking_and_taking_back_leaves_the_same_offers(
        self, puzzle: Puzzle, moves: list[int], data: st.DataObject
    ) -> None:
        session = after(Session.begun(puzzle, RANKING), *moves)
        assume(session.offers.choices)
        choice = data.draw(st.sampled_from(session.offers.choices))
        back = session.take(choice.number).taken_back()
        assert back.moments == session.moments
        again = replace(back, moments=tuple(moment._replace() for moment in back.moments))
        assert again.offers == session.offers
        assert back.undone == session.undone + 1

    @pytest.mark.slow
    @SOME
    @given(puzzles(), moves)
    def test_whatever_is_chosen_the_trace_is_one_like_any_other(self, puzzle: Puzzle, moves: list[int]) -> None:
        session = after(Session.begun(puzzle, RANKING), *moves)
        assert_like_any_other(session.trace)
        told = Counter(type(event) for event in session.trace)
        assert told[MatchTaken] - told[MatchUndone] == session.steps
        assert told[MatchUndone] == session.undone
        assert told[Ended] == (session.status is not None)

    @pytest.mark.slow
    @SOME
    @given(puzzles(), st.sampled_from(ranking_names()))
    def test_what_the_rules_prefer_is_the_first_attempt_of_the_ranking(self, puzzle: Puzzle, name: str) -> None:
        ranking = read_ranking(name)
        session = finished(Session.begun(puzzle, ranking))
        expected = first_attempt(solve(puzzle, ranking, backtracking=False).trace)
        assert first_attempt(session.trace)[: len(expected)] == expected
        assert {type(event) for event in session.trace[len(expected) :]} <= {Ended}
        assert session.status in ("solved", "stuck")

    @pytest.mark.slow
    @settings(max_examples=2)
    @given(puzzles(), st.data())
    def test_what_is_filled_by_hand_verifies(self, puzzle: Puzzle, data: st.DataObject) -> None:
        session = Session.begun(puzzle, RANKING)
        while session.now.state.boundary:
            choices = [c for c in session.offers.choices if can_be_filled(session.take(c.number).now.state, 30)]
            session = session.take(data.draw(st.sampled_from(choices[:8])).number)
        assert session.status == "solved"
        placed = [piece.placement for piece in session.pieces]
        assert fault_of(puzzle, placed) is None
        assert_like_any_other(session.trace)

    @SOME
    @given(puzzles(), moves)
    def test_each_match_is_offered_once_and_by_a_rule_that_takes_it(self, puzzle: Puzzle, moves: list[int]) -> None:
        offers = after(Session.begun(puzzle, RANKING), *moves).offers
        assert [choice.number for choice in offers.choices] == list(range(1, len(offers.choices) + 1))
        keys = [choice.match.key for choice in offers.choices]
        assert len(set(keys)) == len(keys)
        for offer in offers.by_rule:
            assert offer.line is not None
            assert offer.rule is RANKING.rules[offer.line]
            assert all(offer.rule.takes(choice.match.grades) for choice in offer.choices)
            assert all(choice.match.kind == offer.rule.kind for choice in offer.choices)
        lines = {offer.line for offer in offers.by_rule}
        assert lines.isdisjoint(offers.without_match)
        assert len(lines) + len(offers.without_match) == len(RANKING.rules)

    @SOME
    @given(puzzles(), moves)
    def test_it_can_be_filled_as_long_as_the_steps_say_so(self, puzzle: Puzzle, moves: list[int]) -> None:
        session = after(Session.begun(puzzle, RANKING), *moves)
        steps = last_hopeful(session, 60)
        assert steps is not None
        hopeful = [can_be_filled(moment.state, 60) for moment in session.moments]
        # what cannot be filled cannot be filled by taking more
        assert hopeful == [True] * (steps + 1) + [False] * (session.steps - steps)


class TestSession:
    def test_a_composite_is_held_and_released_in_the_end(self) -> None:
        session = after(begun("lamp"), 0)
        assert session.moments[-1].taken is not None
        assert session.moments[-1].taken.match.kind == "composite"
        assert [entry.composite for entry in session.now.state.abeyance.lists] == ["triangle-2r2"]
        assert "CompositeReleased" not in dumps(session.trace)
        solved = finished(session)
        assert solved.status == "solved"
        assert dumps(solved.trace).count("CompositeReleased") == 2
        assert "CompositeReleased" not in dumps(solved.taken_back().trace)

    def test_what_is_taken_back_appears_as_undone(self) -> None:
        session = after(begun("lamp"), 3, -1)
        told = " ".join(explain(finished(session).trace).split())
        assert "it was put back because a person took it back" in told
        assert "one of them put back" in told

    def test_what_a_rule_rules_out_can_still_be_taken_and_no_rule_takes_it(self) -> None:
        session = Session.begun(puzzle_named("runner"), read_ranking(DEFAULT))
        ranking = replace(RANKING, rules=(NO_SOLUTION_HAS, *RANKING.rules))
        strict = Session.begun(session.puzzle, ranking)
        (out,) = strict.offers.ruled_out
        assert out.line == 0
        assert out.keys
        taken = {choice.match.key for offer in strict.offers.by_rule for choice in offer.choices}
        assert taken.isdisjoint(out.keys)
        assert out.keys <= {choice.match.key for choice in strict.offers.rest.choices}
        assert "Rule 1 rules out" in "\n".join(SessionWords(strict).now())
        bad = next(choice for choice in strict.offers.choices if choice.match.key in out.keys)
        assert not can_be_filled(strict.take(bad.number).now.state, 60)

    def test_a_rule_that_is_repeated_comes_first_in_the_next_step(self) -> None:
        session = after(begun("lamp"), 0)
        taken = session.moments[-1].taken
        assert taken is not None
        assert taken.rule.repeat
        assert session.now.line == taken.line

    def test_a_piece_that_no_rule_takes_is_taken_by_vertex_fit(self) -> None:
        session = begun("lamp")
        rest = session.offers.rest
        assert rest.choices
        session = session.take(rest.choices[0].number)
        (taken,) = (event for event in session.trace if isinstance(event, MatchTaken))
        assert taken.rule == "vertex-fit"
        assert session.now.line == 0

    def test_a_session_between_start_and_end_has_no_end(self) -> None:
        session = after(begun("lamp"), 0)
        assert session.status is None
        assert not any(isinstance(event, Ended) for event in session.trace)

    def test_no_more_can_be_taken_back_than_was_taken(self) -> None:
        session = after(begun("lamp"), 0)
        for count in (-1, 0, 2):
            with pytest.raises(ChoiceError, match="taken"):
                session.taken_back(count)
        with pytest.raises(ChoiceError, match="no step was taken yet"):
            session.taken_back().taken_back()

    def test_the_search_ends_in_time(self) -> None:
        with pytest.raises(OutOfTime):
            can_be_filled(begun("cat").now.state, 0)

    def test_an_outline_without_solution_has_no_hopeful_step(self) -> None:
        name = sorted((TOP / "shapes" / "impossible").glob("*"))[0]
        puzzle = next(read_outlines(str(name)))
        assert isinstance(puzzle, Puzzle)
        assert search(puzzle).status == "unsolvable"
        assert last_hopeful(Session.begun(puzzle, RANKING), 60) is None


class TestDrawings:
    def test_a_drawing_is_stepped_in_its_first_reading_and_its_pieces_close(self) -> None:
        puzzle = drawn()
        assert puzzle.nearness
        session = finished(Session.begun(puzzle, RANKING))
        assert session.status == "solved"
        assert_like_any_other(session.trace)
        assert prospect(session, 20)[:2] == (True, None)
        assert any("The outline was read from coordinates" in line for line in SessionWords(session).opening())

    @pytest.mark.slow
    @pytest.mark.parametrize("moves", [[0], [3, 1], [5, 0, 2]])
    def test_check_says_how_many_steps_some_solution_has(self, moves: list[int]) -> None:
        session = after(Session.begun(drawn(), RANKING), *moves)
        fillable, steps, words = prospect(session, 20)
        if fillable is False and steps is not None:
            assert steps < session.steps
            assert "back" in words
            session = session.taken_back(session.steps - steps)
        assert prospect(session, 20).fillable is True

    @pytest.mark.slow
    @SOME
    @given(moves)
    def test_what_is_offered_can_be_taken(self, moves: list[int]) -> None:
        session = after(Session.begun(drawn(), RANKING), *moves)
        for choice in session.offers.choices[:5]:
            assert session.preview(choice).remaining is not None


def drawn() -> Puzzle:
    """Two squares of two by two legs, slid along each other by no length that sides add up to."""
    ring = [(0, 0), (2, 0), (2, 0.37), (4, 0.37), (4, 2.37), (2, 2.37), (2, 2), (0, 2)]
    return puzzle_of(Drawing("slid", ([ring],)))


class TestCommands:
    @pytest.mark.parametrize(
        ("line", "command"),
        [
            ("3", ("take", "3")),
            (" take 12 ", ("take", "12")),
            ("BACK all", ("back", "all")),
            ("step 2", ("go", "2")),
            ("(step 2)", ("go", "2")),
            ("save my run.jsonl", ("save", "my run.jsonl")),
            ("Why NOT rule 5", ("why", "NOT rule 5")),
            ("exit", ("quit", "")),
            ("", None),
            ("  # a remark", None),
            ("; a remark", None),
        ],
    )
    def test_what_is_typed_is_understood(self, line: str, command: tuple[str, str] | None) -> None:
        found = read(line)
        assert (found and (found.name, found.rest)) == command

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("tkae 3", "there is no command 'tkae'; did you mean 'take'?"),
            ("take", "'' is not the number of a match, as in 'take 1'"),
            ("why me", "'me' is not the number of a match, as in 'why 1'"),
            ("3 4", "'3 4' is not the number of a match"),
            ("9" * 5000, "is not the number of a match"),
            ("go far", "'far' is not a number of steps, as in 'go 2'"),
            ("back some", "or 'back all'"),
            ("finish now", "nothing may follow 'finish'; leave 'now' out"),
        ],
    )
    def test_what_is_wrong_is_said_in_one_line(self, line: str, message: str) -> None:
        with pytest.raises(CommandError) as refusal:
            told(begun("lamp"), line)
        assert message in str(refusal.value)
        assert "\n" not in str(refusal.value)

    @given(st.text(max_size=40))
    def test_any_line_is_a_command_or_a_refusal(self, line: str) -> None:
        try:
            command = read(line)
        except (CommandError, InputError):
            return
        assert command is None or command.name in NAMES or command.in_parentheses

    def test_each_has_its_line_in_the_help(self) -> None:
        assert [line.split()[0] for line in help_lines()] == [usage.split()[0] for usage in HELP]


class TestAnswers:
    def test_a_rule_lists_all_that_it_offers(self) -> None:
        session = begun("lamp")
        long = next(offer for offer in session.offers.by_rule if len(offer.choices) >= MAX_LISTED)
        assert long.line is not None
        listed = "\n".join(told(session, f"list {long.line + 1}").paragraphs)
        assert all(f"\n{choice.number:4} " in listed for choice in long.choices)
        rest = told(session, "list rest").paragraphs
        assert len(rest) == len(session.offers.rest.choices)

    def test_a_long_list_is_cut_until_it_is_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(session_words, "MAX_LISTED", 2)
        session = begun("lamp")
        long = next(offer for offer in session.offers.by_rule if len(offer.choices) == 5)
        assert long.line is not None
        now = "\n".join(SessionWords(session).now())
        assert f"(and three more; 'list {long.line + 1}' shows them)" in now
        assert f"\n{long.choices[2].number:4} " not in now

    def test_why_explains_what_taking_it_would_be(self) -> None:
        shell = Shell(begun("lamp"))
        before = shell.session
        short, *whole = typed(shell, "why 2")
        assert shell.session is before
        took = typed(shell, "take 2")
        assert "Rule 4 would take it, but another match is taken first." in " ".join(short.split())
        assert took[0] == whole[0]
        chose, would = " ".join(took[1].split()), " ".join(whole[1].split())
        assert "A person chose it; the ranking would take" in chose
        assert chose.replace("A person chose it; the ranking would take", "The ranking takes") == would

    def test_a_trace_knows_who_chose(self) -> None:
        session = begun("cat").advanced()
        assert session is not None
        first = session.offers.preferred
        assert first is not None
        other = session.take(2)
        ranked, chosen = every(other.trace, MatchTaken)
        assert ranked.overruled is None
        assert chosen.overruled is not None
        assert (chosen.overruled.rule, chosen.overruled.match.name) == (first.rule.name, first.match.name)
        again = other.taken_back().take(1)
        assert every(kept_events(again.trace), MatchTaken)[-1].overruled is None

    def test_check_says_how_far_to_go_back(self) -> None:
        session = begun("cat")
        assert told(session, "check").paragraphs[0].startswith("Yes")
        bad = next(
            after
            for choice in session.offers.choices
            if not can_be_filled((after := session.take(choice.number)).now.state, 60)
        )
        assert "('back all')" in told(bad, "check").paragraphs[0]
        good = session.take(1)
        assert can_be_filled(good.now.state, 60)
        worse = next(
            after
            for choice in good.offers.choices
            if not can_be_filled((after := good.take(choice.number)).now.state, 60)
        )
        words = told(worse, "check").paragraphs[0]
        assert "the first one step can stay ('back 1')" in " ".join(words.split())

    @pytest.mark.parametrize(
        ("command", "message"),
        [
            ("take 0", "there is no match 0; the matches are 1 to"),
            ("take 999", "there is no match 999"),
            ("why 999", "there is no match 999"),
            ("list 11", "there is no rule 11; the rules are 1 to 10"),
            ("back 1", "no step was taken yet"),
            ("back all", "no step was taken yet"),
        ],
    )
    def test_a_number_that_is_not_there_is_refused(self, command: str, message: str) -> None:
        with pytest.raises(ChoiceError, match=message):
            told(begun("lamp"), command)

    def test_where_nothing_is_left_the_way_is_back(self) -> None:
        shell = shell_on("lamp")
        typed(shell, "finish")
        for command in ("take 1", "why 1"):
            with pytest.raises(ChoiceError, match=r"nothing .*; 'back' takes back the last step"):
                typed(shell, command)
        typed(shell, "back all")
        assert shell.session.moments == begun("lamp").moments


def held(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["step", *arguments], input=typed)


class TestCommandLine:
    def test_a_lesson_from_a_pipe(self, tmp_path: Path) -> None:
        trace, picture = tmp_path / "run.jsonl", tmp_path / "now.svg"
        run = held(
            "lamp", "--trace", str(trace), "--picture", str(picture), typed="# a lesson\n4\nback\nfinish\nquit\n1\n"
        )
        assert run.exit_code == 0, run.output
        assert "> finish" in run.output
        assert run.output.rstrip().endswith(f"What was done is in {trace}.")
        events = loads(trace.read_text(encoding="utf-8"))
        assert_like_any_other(events)
        assert any(isinstance(event, MatchUndone) for event in events)
        assert "Solved in" in picture.read_text(encoding="utf-8")
        shown = CliRunner().invoke(app, ["show", str(trace), "--explain"])
        assert shown.exit_code == 0
        assert "a person took it back" in " ".join(shown.output.split())

    def test_the_end_of_the_input_ends_the_session(self) -> None:
        assert held("lamp").exit_code == 1
        assert held("lamp", typed="finish").exit_code == 0

    def test_wrong_input_does_not_end_it(self) -> None:
        run = held("lamp", typed="nonsense\n999\n\ufffd\nback\nfinish\n")
        assert run.exit_code == 0
        assert "there is no match 999" in run.output

    def test_bytes_that_are_no_text_are_a_wrong_command(self) -> None:
        run = CliRunner().invoke(app, ["step", "lamp"], input=b"\xff\xfe\nfinish\n")
        assert run.exit_code == 0
        assert "there is no command" in run.output

    def test_what_was_done_can_be_saved(self, tmp_path: Path) -> None:
        outline = tmp_path / "lamp.yaml"
        outline.write_text((TOP / "shapes/lamp.yaml").read_text(encoding="utf-8"), encoding="utf-8")
        typed = f"1\nsave {tmp_path}/one.jsonl\nsave {outline}\nsave {tmp_path}/none/x\nsave a\0b\nfinish\n"
        run = held(str(outline), typed=typed)
        assert run.exit_code == 0
        assert "used already and would be lost" in run.output
        assert run.output.count("cannot be written") == 2
        events = loads((tmp_path / "one.jsonl").read_text(encoding="utf-8"))
        assert sum(isinstance(event, MatchTaken) for event in events) == 1

    def test_an_interruption_keeps_the_trace(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from heuristan.teaching.stepping import dialogue

        def interrupted(*_: object) -> bool:
            raise KeyboardInterrupt

        monkeypatch.setattr(dialogue, "prospect", interrupted)
        trace = tmp_path / "run.jsonl"
        run = held("lamp", "--trace", str(trace), typed="1\ncheck\n")
        assert run.exit_code == 130
        assert f"interrupted; what was done is in {trace}" in run.output
        events = loads(trace.read_text(encoding="utf-8"))
        assert sum(isinstance(event, MatchTaken) for event in events) == 1

    @pytest.mark.slow
    @pytest.mark.parametrize("ending", ["svg", "png"])
    def test_the_picture_is_there_from_the_start(self, ending: str, tmp_path: Path) -> None:
        picture = tmp_path / f"now.{ending}"
        held("lamp", "--picture", str(picture))
        assert picture.stat().st_size > 1000

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("no-such-shape",), "no-such-shape"),
            (("lamp", "--ranking", "no-such"), "there is no ranking or file 'no-such'"),
            (("lamp", "--picture", "now.jpg"), "end its name in .svg or .png"),
            (("lamp", "--trace", "no/such/folder/run.jsonl"), "cannot be written"),
            (("-",), "read from standard input"),
            (("shapes/sei-shonagon",), "a session is on one outline"),
        ],
    )
    def test_what_cannot_be_used_is_said_in_one_line(
        self, arguments: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(TOP)
        run = held(*arguments)
        assert run.exit_code == 2
        assert message in run.output
        assert "Traceback" not in run.output


PAGE, FIRST_PAGE = ((TOP / "docs" / name).read_text(encoding="utf-8") for name in ("step.md", "first-puzzle.md"))
SESSION = re.compile(r"^```text\n\$ (heuristan step .*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("quoted", [*SESSION.findall(PAGE), *SESSION.findall(FIRST_PAGE)])
def test_what_the_page_quotes_is_what_is_printed(quoted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    command, *lines = quoted.rstrip("\n").split("\n")
    typed = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> "))
    assert typed
    printed = " ".join(CliRunner().invoke(app, command.split()[1:], input=typed).output.split())
    for line in lines:  # in this order, with other words between them
        words = " ".join(line.split())
        assert words in printed
        printed = printed.partition(words)[2]


def test_the_page_quotes_sessions_and_has_every_command() -> None:
    assert len(SESSION.findall(PAGE)) == 3
    assert len(SESSION.findall(FIRST_PAGE)) == 1
    assert re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE) == [*HELP]


class TestRuledOut:
    """What a rule rules out is listed under it, and no rule is said to take it."""

    SESSION = Session.begun(puzzle_named("goose"), read_ranking("heuristan"))

    def told(self, line: str) -> str:
        said = told(self.SESSION, line).in_short_first
        return " ".join(" ".join(said).replace("\u202f", " ").replace("\xa0", " ").split())

    def test_the_rule_lists_what_it_rules_out_with_the_vertex_that_stays_bare(self) -> None:
        told = self.told("list 1")
        assert "finds nothing" not in told
        assert "Rule 1 rules out 15 matches" in told
        assert told.count("beside it nothing that is left fits at the vertex") == 15

    def test_no_rule_takes_it_but_a_person_may(self) -> None:
        told = self.told("why 49")
        assert "no rule takes it" in told
        assert 'Rule 1 ("Bare vertex") rules it out' in told
        assert "at the vertex 9 (2, -4)" in told
        assert "a person did" in self.told("take 49")

    def test_a_rule_that_would_rule_it_out_is_named_too(self) -> None:
        assert 'Rule 2 ("No room") rules it out' in self.told("why 30")

    def test_nothing_covers_the_vertex_that_is_named(self) -> None:
        state, pairs = self.SESSION.now.state, self.SESSION.now.state.pairs
        out = pairs.beside_nothing(frozenset())
        for match in state.matches:
            bare = pairs.bare_beside(match.key, out)
            assert (bare is not None) == (match.key in out)
