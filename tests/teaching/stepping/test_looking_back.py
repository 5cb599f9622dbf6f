"""Rules of one's own that look back: what is told of the next step is what is done, with an engine or without."""

import pytest
from shared.rankings_of_ones_own import GOOD, LOOK_BACK, ranking_with

from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.teaching.asking.why_not import Asked
from heuristan.teaching.hinting.advice import Choosing
from heuristan.teaching.hinting.tabletop import Completions, Table
from heuristan.teaching.stepping import Consultation, Session
from heuristan.teaching.stepping.session_words import SessionWords
from heuristan.teaching.stepping.shell import Shell

SHAPES = ("cat", "runner", "lamp", "whale", "swan", "convex-square")


def begun(shape: str, rules: str) -> Session:
    (puzzle,) = read_outlines(shape)
    assert isinstance(puzzle, Puzzle)
    return Session.begun(puzzle, ranking_with(LOOK_BACK.get(rules, rules)))


def check_before_step(shell: Shell) -> None:
    """Check that each answer about the next step names the same match."""
    consultation, preferred = shell.consultation, shell.session.offers.preferred
    assert preferred is not None
    rules = shell.session.ranking.rules
    of_lines = (each for each in consultation._memory.agenda if each.line is not None)
    following = next(each for each in of_lines if each.line is not None and not rules[each.line].rules_out)
    assert following.match is not None
    assert (following.line, following.match.key) == (preferred.line, preferred.match.key)
    assert preferred.line is not None
    nearest = Asked(consultation.place, preferred.line).nearest()
    assert nearest.matches, f"why not {preferred.line + 1} denies what fires next: {nearest.condition}"


@pytest.mark.slow
@pytest.mark.part(6)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("rules", LOOK_BACK)
def test_what_fires_next_is_what_is_taken(rules: str, shape: str) -> None:
    shell = Shell(begun(shape, rules))
    by_moves = shell.session  # which no engine drives
    while shell.session.now.state.boundary and shell.session.offers.preferred:
        check_before_step(shell)
        preferred = shell.session.offers.preferred
        (after,) = shell.steps(1)
        advanced = by_moves.advanced()
        assert advanced is not None
        by_moves = advanced
        for session in (after, by_moves):
            assert session.now.taken is not None
            assert session.now.taken.is_same(preferred)


@pytest.mark.slow
def test_a_rule_that_sees_the_step_before_is_told_as_it_fires() -> None:
    shell = Shell(begun("cat", "near-last"))
    shell.steps(2)
    assert "Rule 1" in str(shell.consultation.agenda()).split("fires next")[0].rsplit("->", 1)[0]
    assert "Nothing fails" in str(Consultation(shell.session).why_not(1))
    check_before_step(shell)


@pytest.mark.slow
def test_what_they_rule_out_is_called_their_word() -> None:
    shell = Shell(begun("cat", "no-small-early"))
    words = " ".join(SessionWords(shell.session).now())
    assert "Rule 1 rules out" in words
    assert "no solution has" not in words


@pytest.mark.slow
def test_an_order_of_ones_own_is_told_and_what_rules_print_is_seen() -> None:
    order = '(println ?name " here") (propose ?m (if (eq ?name parallelogram) then 0 else 1))'
    said: list[str] = []
    shell = Shell(begun("cat", f"(defrule q (Match (id ?m) (kind piece) (name ?name) {GOOD}) => {order})"), said.append)
    assert "because its order 0 comes before 1" in " ".join(str(shell.consultation.why()).split())
    assert not said
    (after,) = shell.steps(1)
    assert "parallelogram here" in said
    assert "by the order in its text" in " ".join(" ".join(SessionWords(after).step()).split())


@pytest.mark.slow
def test_a_hint_knows_the_pieces_on_the_table_as_taken() -> None:
    session = begun("cat", "near-last")
    first = session.offers.preferred
    assert first is not None
    table = Table(session.puzzle).with_piece(first.match.placement)
    choosing = Choosing(table, None, Completions(1.0), session.ranking)
    assert choosing._remembered is not None
    facts = [slots for kind, slots in choosing._remembered.facts if kind in ("Extracted", "Outline")]
    assert sorted(slots["step"] for slots in facts if slots["step"] >= 0) == [0, 1, 1]
    hint = choosing._by_rule()
    assert hint.rule == session.ranking.rules[0].title
