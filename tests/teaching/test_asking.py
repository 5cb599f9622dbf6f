"""Questions in a session: what is answered, and that asking changes nothing."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.shells import told, typed
from shared.strategies import puzzles

from heuristan import Puzzle as OwnPuzzle
from heuristan.cli import app
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.lattice.lengths import parse_length
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import MatchTaken
from heuristan.tangram.trace.lines import dumps, loads
from heuristan.teaching.asking.why_not import Nearest, WhyNot
from heuristan.teaching.stepping import ChoiceError, Consultation, Session
from heuristan.teaching.stepping.chain_of_facts import HowError, describe_how
from heuristan.teaching.stepping.dialogue import next_words
from heuristan.teaching.stepping.shell import Shell
from heuristan.teaching.stepping.shell_commands import CommandError
from heuristan.teaching.stepping.working_memory import KINDS

RANKING = read_ranking(DEFAULT)
NINE = OwnPuzzle.from_vertices(
    [(0, 42), (40, 42), (26, 28), (54, 0), (54, 97), (14, 97), (0, 82)],
    holes=[[(14, 68), (28, 82), (40, 71), (40, 62), (20, 62)]],
    id="nine",
)
"""A drawn outline."""


@lru_cache
def begun(name: str, ranking: str = DEFAULT) -> Session:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return Session.begun(puzzle, read_ranking(ranking))


def consulted(name: str = "cat", *numbers: int) -> Consultation:
    session = begun(name)
    for number in numbers:
        session = session.take(number)
    return Consultation(session)


def one_line(told: object) -> str:
    return " ".join(str(told).split())


class TestFacts:
    def test_they_are_counted_by_kind(self) -> None:
        first, *rest = consulted().facts().paragraphs
        counts = {line.split()[1]: int(line.split()[0]) for line in rest}
        assert first.startswith(f"{sum(counts.values()):,} facts")
        assert counts["Figure"] == 784
        assert counts["Stock"] == 1
        assert counts.keys() <= KINDS.keys()

    def test_those_of_a_kind_are_listed_with_numbers(self) -> None:
        lines = consulted().facts("stock").paragraphs
        assert re.fullmatch(r"f-\d+ +\(Stock \(step 0\) \(left large-triangle large-triangle .*\)\)", lines[0])
        assert "(Vertex (number 1) (point (0, 4.41)) (type convex)" in str(consulted().facts("vertex"))

    def test_they_keep_their_numbers_while_nothing_is_done(self) -> None:
        consultation = consulted()
        runs = str(consultation.facts("run"))
        consultation.why_not(5, "square", 6)
        begun("digit-9").finished()
        Consultation(begun("digit-9")).agenda()
        assert str(consultation.facts("run")) == runs

    def test_headings_and_lengths_are_those_of_the_outline(self) -> None:
        runs = str(consulted().facts("runs"))
        assert (
            "(Run (start 9) (end 8) (heading north-east) (length √2) (measured √2) (first √2−1) (last 1) (grade E))"
            in runs
        )

    def test_a_composite_that_is_held_is_a_fact(self) -> None:
        session = begun("lamp").take(1)
        assert session.now.state.abeyance.lists
        assert "(Held (step 1) (taken 1) (composite triangle-2r2) (sets" in str(Consultation(session).facts("held"))

    @pytest.mark.slow
    def test_every_kind_can_be_asked_for(self) -> None:
        for ranking in (DEFAULT, "heuristan"):
            consultation = Consultation(begun("digit-9", ranking))
            assert all(str(consultation.facts(kind)) for kind in KINDS)

    def test_an_unknown_kind_is_refused_with_the_nearest(self) -> None:
        with pytest.raises(ChoiceError, match=r"no facts of the kind 'vertx'; did you mean 'Vertex'\?"):
            consulted().facts("vertx")


class TestAgenda:
    @pytest.mark.slow
    def test_what_fires_next_is_what_the_ranking_takes(self) -> None:
        for name in ("cat", "digit-9", "lamp"):
            session = begun(name)
            while (preferred := session.offers.preferred) is not None:
                consultation = Consultation(session)
                (following,) = (line for line in consultation.agenda().paragraphs if line.endswith(", fires next"))
                assert consultation.names.match(preferred.match).replace("\xa0", " ") in following
                session = session.take(preferred.number)

    def test_it_has_every_match_of_every_rule(self) -> None:
        consultation = consulted()
        told = str(consultation.agenda())
        for offer in consultation.session.offers.by_rule:
            assert offer.line is not None
            assert f"Rule {offer.line + 1} " in told
        assert told.count("parallelogram 9–8–7–6") == 4

    def test_finders_wait(self) -> None:
        told = str(Consultation(begun("cat", "heuristan")).agenda())
        assert "fires next" in told

    def test_where_no_rule_matches_it_runs_dry(self) -> None:
        *_, stuck = begun("digit-9").finished()
        assert stuck.status == "stuck"
        assert "-> run-dry, fires next" in str(Consultation(stuck).agenda())


class TestWhy:
    def test_it_names_the_facts(self) -> None:
        told = str(consulted().why())
        assert "on the agenda as pieces-2-3-edges," in told
        assert told.count("(Run ") == 4
        assert "Rules 1 to 4" in one_line(told)
        assert "because it takes a small triangle only where it finds no other figure" in one_line(told)

    def test_of_a_number_it_says_the_same_as_before(self) -> None:
        session = begun("cat")
        assert "small triangle" in str(told(session, "why 2"))

    def test_where_nothing_fires_it_is_about_the_last_step(self) -> None:
        *_, stuck = begun("digit-9").finished()
        told = Consultation(stuck).why()
        assert told.paragraphs[0].startswith(f"Step {stuck.steps}: ")
        assert "(Run " in str(told)


class TestWhyNot:
    def test_an_open_side_is_named_by_its_ends(self) -> None:
        told = consulted().why_not(5, "square", 6)
        assert isinstance(told.reason, WhyNot)
        assert told.reason.obstacle == "side"
        assert "the side from vertex 6 to (1.41, 1) is open: neither edge nor extension line" in one_line(told)
        assert "Rule 5 wants E E E X" in one_line(told)

    def test_it_is_drawn(self) -> None:
        drawn = consulted().why_not(5, "square", 6).svg
        ElementTree.fromstring(drawn)
        assert 'class="fails"' in drawn
        assert 'class="vertex-number"' in drawn

    @pytest.mark.parametrize(
        ("rule", "figure", "vertex", "words"),
        [
            (3, "square", 6, "rule 3 takes composites, and this is a piece"),
            (10, "small triangle", 5, "rule 10 takes large triangles only"),
            (8, "small triangle", 1, "rule 8 takes no three-sided figures"),
            (5, "square", 1, "outside the puzzle: an edge passes through it"),
            (9, "square", 5, "two sides are open, and only one may be"),
            (1, "small triangle", 1, "its grades are E E X and rule 1 wants E E E"),
            (6, "parallelogram-1xr2", 9, "a parallelogram has the same shape and is still to be had"),
            (5, "small triangle", 2, "preferred: rule 5 takes a parallelogram 9–8–7–6 before it"),
            (7, "small triangle", 1, "nothing fails, and it is on the agenda; but rule 5 fires first (salience 60)"),
            (5, "parallelogram", 9, "nothing fails: it fires next"),
            ("pieces-2-3-edges", "Parallelogram", 9, "nothing fails: it fires next"),
        ],
    )
    def test_each_condition_has_its_words(self, rule: int | str, figure: str, vertex: int, words: str) -> None:
        assert words in one_line(consulted().why_not(rule, figure, vertex))

    @pytest.mark.slow
    def test_a_piece_that_is_gone_and_one_that_is_withheld(self) -> None:
        session = begun("cat")
        session = session.take(next(c.number for c in session.offers.choices if c.match.name == "square"))
        told = set()
        for place in session.now.state.array.numbers_now.values():
            told.add(one_line(Consultation(session).why_not(9, "square", place)))
        assert any("no square is left" in words for words in told)
        lamp = begun("lamp")
        held = next(c for c in lamp.offers.choices if c.match.kind == "composite")
        after = lamp.take(held.number)
        withheld = [
            n for n in after.now.state.stock if after.now.state.stock[n] and n not in after.now.state.offer.pieces
        ]
        for name in withheld:
            words = one_line(Consultation(after).why_not(9, name, 1))
            assert "is withheld: the composite" in words

    def test_a_match_across_an_internal_edge(self) -> None:
        ranking = replace(RANKING, internal_edge=parse_length("2r2"))
        told = Consultation.begun(begun("cat").puzzle, ranking).why_not(8, "parallelogram", 1)
        assert "it crosses internal edge 13–2, and so lies in two subpuzzles" in one_line(told)
        assert 'class="fails"' in told.svg

    def test_what_a_repeated_rule_comes_before_is_not_tried_now(self) -> None:
        arrow = next(read_outlines("shapes/sei-shonagon"))
        assert isinstance(arrow, Puzzle)
        session = Session.begun(arrow, RANKING).take(1)
        assert session.now.line == 3
        told = one_line(Consultation(session).why_not(3))
        assert "rule 4 is tried first here, because it was just applied and is repeated" in told

    def test_of_a_rule_the_condition_that_nothing_passes(self) -> None:
        told = consulted().why_not(1)
        assert isinstance(told.reason, Nearest)
        assert told.reason.obstacle == "grades"
        assert one_line(told).startswith(
            "Of six figures with all sides on runs none has grades E E E or E E E E; the nearest"
        )
        assert "rule 7 has three matches on the agenda" in one_line(consulted().why_not(7))

    @pytest.mark.parametrize(
        ("asked", "message"),
        [
            ((11,), "there is no rule 11; the rules are 1 to 10"),
            (("peices-direct",), "there is no rule 'peices-direct'; did you mean 'pieces-direct'?"),
            ((5, "sqare", 1), "there is no piece or composite 'sqare'; did you mean 'square'?"),
            ((5, "square", 99), "there is no vertex or node 99 here; there are 1, 2, 3"),
        ],
    )
    def test_what_is_not_there_is_refused(self, asked: tuple[int | str, ...], message: str) -> None:
        with pytest.raises(ChoiceError) as refusal:
            consulted().why_not(*asked)  # type: ignore[arg-type]
        assert message in str(refusal.value)


class TestHow:
    def test_it_leads_back_to_the_outline(self) -> None:
        told = consulted("cat", 1, 1, 1, 1).how(4).paragraphs
        text = "\n".join(told)
        assert "<- edge 13–12 <- the outline" in text
        assert "<- extension line 12–4 <- prolonged from concave vertex 12 (0.71, 2.29), edge 11–12" in text
        assert "<- edge 2–13 <- made by step 2, a small triangle" in text

    def test_a_trace_is_enough(self) -> None:
        *_, session = begun("digit-9").finished()
        trace = loads(dumps(session.trace))
        taken = [event for event in trace if isinstance(event, MatchTaken)]
        for step in range(1, len(taken) + 1):
            lines = list(describe_how(trace, step))
            assert sum("<- run" in line or "<- side" in line for line in lines) == len(taken[step - 1].sides)
            assert all("prolonged from concave" in line for line in lines if "<- extension line" in line)

    def test_a_step_that_is_not_there_is_refused(self) -> None:
        with pytest.raises(ChoiceError, match="no step was taken yet"):
            consulted().how()
        with pytest.raises(HowError, match="there is no step 7; the steps are 1 to 1"):
            list(describe_how(consulted("cat", 1).session.trace, 7))


class TestRule:
    def test_it_is_applied_whatever_stands_above(self) -> None:
        shell = Shell(begun("cat"))
        said = typed(shell, "rule 10")
        after = shell.session
        assert after.steps == 1
        taken = after.now.taken
        assert taken is not None
        assert taken.rule.name == "pieces-2-edges-only"
        assert loads(dumps(after.trace)) == after.trace
        assert "A person chose it; the ranking would take" in one_line("\n".join(said))

    def test_in_python_it_gives_the_consultation_after_it(self) -> None:
        consultation = consulted()
        after = consultation.rule("pieces-2-edges-only")
        assert after.session.steps == 1
        assert after.back().session.moments == consultation.session.moments
        assert repr(after.go()) == "<Consultation on 'cat' before step 3>"
        with pytest.raises(ChoiceError, match="none has grades E E E"):
            " ".join(str(consultation.rule(1)).split())

    def test_without_a_match_it_says_why_not(self) -> None:
        shell = Shell(begun("cat"))
        before = shell.session
        assert "none has grades E E E" in one_line("\n".join(typed(shell, "rule 1")))
        assert shell.session is before

    def test_of_rules_that_match_it_takes_what_they_prefer(self) -> None:
        session = begun("cat")
        for offer in session.offers.by_rule:
            assert offer.line is not None
            after = session.apply(offer.line)
            assert after is not None
            taken = after.now.taken
            assert taken is not None
            assert taken.line == offer.line


class TestWhatIf:
    def test_it_says_what_comes_next_and_how_it_ends(self) -> None:
        told = one_line(consulted().what_if("pieces-1.5-2.5-edges"))
        assert "With rule 7 first, rule 7 takes a small triangle 13–2–1, EEX. As it is, rule 5 takes" in told
        assert "As published the run from here ends stuck" in told
        assert "With backtracking the run from here ends solved" in told

    def test_nothing_changes_for_the_rule_that_is_first(self) -> None:
        told = one_line(consulted().what_if(1))
        assert "as well" in told
        assert told.count("ends alike") == 2

    def test_composites_held_are_dealt_out_at_the_end(self) -> None:
        session = begun("lamp").take(1)
        assert session.now.state.abeyance.lists
        assert one_line(Consultation(session).what_if(2)).count("solved") >= 2


class TestLaws:
    @pytest.mark.slow
    @settings(max_examples=8)
    @given(puzzles(), st.lists(st.integers(0, 200), max_size=4), st.data())
    def test_whatever_is_asked_the_session_stays(self, puzzle: Puzzle, moves: list[int], data: st.DataObject) -> None:
        session = Session.begun(puzzle, RANKING)
        for move in moves:
            choices = session.offers.choices
            session = session.take(1 + move % len(choices)) if choices else session
        before, consultation = replace(session), Consultation(session)
        consultation.facts()
        consultation.agenda()
        line = data.draw(st.integers(1, len(RANKING.rules)))
        consultation.why_not(line)
        numbers = list(session.now.state.array.numbers_now.values())
        if numbers:
            name = data.draw(st.sampled_from(puzzle.pieces.names))
            told = consultation.why_not(line, name, data.draw(st.sampled_from(numbers)))
            ElementTree.fromstring(told.svg)
        assert consultation.session == before

    @pytest.mark.slow
    @pytest.mark.parametrize("ranking", [DEFAULT, "heuristan"])
    def test_drawings_can_be_asked(self, ranking: str) -> None:
        session = Session.begun(NINE, read_ranking(ranking))
        while session.status is None:
            consultation = Consultation(session)
            preferred = session.offers.preferred
            assert preferred is not None
            assert preferred.line is not None
            match = preferred.match
            (number, *_) = (n for p, n in session.now.state.array.numbers_now.items() if p in match.cut.ring)
            told = consultation.why_not(preferred.line + 1, match.name, number)
            assert isinstance(told.reason, WhyNot)
            assert told.reason.obstacle == ""
            assert str(consultation.agenda()).count("fires next") == 1
            assert str(consultation.why())
            session = session.take(preferred.number)
            assert str(Consultation(session).how())

    @pytest.mark.slow
    def test_two_sets_can_be_asked(self) -> None:
        double = next(puzzle for puzzle in read_outlines("shapes") if isinstance(puzzle, Puzzle) and puzzle.sets == 2)
        consultation = Consultation(Session.begun(double, RANKING))
        assert "fires next" in str(consultation.agenda())
        assert str(consultation.why_not(5, "square", 1))


class TestCommands:
    @pytest.mark.slow
    def test_a_question_may_be_put_in_several_ways(self) -> None:
        session = begun("cat")
        for one, other in (
            ("why not 5 square at 3", "Why NOT rule 5 square at vertex 3"),
            ("why not 1 small triangle at 3", "(why not pieces-direct Small Triangle at node 3)"),
            ("rule 1", "rule rule pieces-direct"),
            ("facts runs", "FACTS run"),
        ):
            assert str(told(session, one)) == str(told(session, other))

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("why not", "name a rule by its number or its name, as in 'why not 5'"),
            ("why not 5 square", "'square' does not say where; add a vertex, as in 'why not 5 square at 3'"),
            ("why not 5 square at x", "'x' is not the number of a vertex"),
            ("why nt 5", "'nt 5' is not the number of a match, as in 'why 1'"),
            ("what if 5", "ask 'what if RULE first', as in 'what if 7 first'"),
            ("what", "ask 'what if RULE first'"),
            ("rule", "name a rule by its number or its name, as in 'rule 5'"),
            ("how come", "'come' is not the number of a step, as in 'how 2'"),
            ("agenda 5", "nothing may follow 'agenda'; leave '5' out"),
            ("fcts", "there is no command 'fcts'; did you mean 'facts'?"),
        ],
    )
    def test_what_is_wrong_is_said_in_one_line(self, line: str, message: str) -> None:
        with pytest.raises(CommandError) as refusal:
            told(begun("cat"), line)
        assert message in str(refusal.value)


class TestTypingAhead:
    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("fa", ("facts",)),
            ("wh", ("what", "why")),
            ("why ", ("not",)),
            ("facts Sto", ("Stock",)),
            ("rule pieces-d", ("pieces-direct",)),
            ("why not 5 med", ("medium-triangle",)),
            ("why not 5 square ", ("at",)),
            ("why not 5 square at 17", ("17",)),
            ("what if 7 ", ("first",)),
            ("agenda ", ()),
        ],
    )
    def test_words_are_completed(self, line: str, words: tuple[str, ...]) -> None:
        assert next_words(Shell(begun("cat")), line) == words

    def test_what_is_completed_is_understood(self) -> None:
        for line in ("facts Run", "why not 5 square at 17", "what if pieces-direct first", "rule pieces-direct"):
            assert told(begun("cat"), line).paragraphs


def held(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["step", *arguments], input=typed)


class TestCommandLine:
    @pytest.mark.slow
    def test_a_session_is_asked(self, tmp_path: Path) -> None:
        picture = tmp_path / "now.svg"
        typed = "facts\nagenda\nwhy not 5 square at 6\n"
        run = held("cat", "--picture", str(picture), typed=typed)
        assert "fires next" in run.output
        assert "the side from vertex 6" in run.output
        assert "Why not: rule 5, square" in picture.read_text(encoding="utf-8")
        run = held("cat", "--picture", str(picture), typed=typed + "rule 10\nhow\nwhy not 77\nfinish\nwhy\n")
        assert run.exit_code == 0
        assert "there is no rule 77" in run.output
        assert "Solved in" in picture.read_text(encoding="utf-8")
