"""Rules of one's own on the page, and what fires between two extractions, asked without a server or a browser."""

import json
import re
from typing import Any

import pytest

from heuristan.teaching.web import sessions
from heuristan.teaching.web.answering import Answering, Reply

HULL = """(defrule squares-first
   (declare (salience 8000))
   (Match (id ?match) (kind piece) (name square))
   =>
   (propose ?match))
"""
GO = {"do": "go", "count": 1}
answering = Answering(2.0)


def reply_to(do: str, **request: Any) -> Reply:
    return answering.reply({"do": do}, json.dumps({"puzzle": {"shape": "cat"}, **request}).encode())


def asked(do: str, **request: Any) -> Any:
    reply = reply_to(do, **request)
    assert reply.status == 200, reply.data
    return json.loads(reply.data)


def refused(do: str, **request: Any) -> Any:
    reply = reply_to(do, **request)
    assert reply.status == 422, reply.data
    return json.loads(reply.data)


def firings(**request: Any) -> list[str]:
    words: list[str] = asked("ask", question={"ask": "firings"}, **request)["words"]
    return words


@pytest.mark.slow
def test_what_fired_between_two_extractions_is_listed() -> None:
    assert re.search(r"rules fired before the first choice", firings()[0])
    first, second = firings(moves=[GO]), firings(moves=[GO, GO])
    assert first != second
    for lines in (first, second):
        assert sum(": " in line and " go-on:" in line for line in lines) == 1
        assert all(re.fullmatch(r"FIRE +\d+ [\w.-]+: (f-\d+|\*)(,(f-\d+|\*))*", line) for line in lines)
    assert firings(moves=[{"do": "go", "count": 2}])[-1].split()[2:] == second[-1].split()[2:]
    taken = firings(moves=[{"do": "take", "number": 2}])
    assert sum(" go-on:" in line for line in taken) == 1


@pytest.mark.slow
def test_a_rule_that_is_typed_decides_what_is_taken() -> None:
    plain, own = asked("step", moves=[GO]), asked("step", rules=HULL, moves=[GO])
    assert plain["film"] != own["film"]
    assert any("squares-first:" in line for line in firings(rules=HULL, moves=[GO]))
    told = asked("ask", rules=HULL, question={"ask": "agenda"})["words"]
    assert 'Rule 11 "squares-first" (salience 8000): four matches' in told
    assert asked("step", rules=HULL)["film"]["rules"][-1]["title"] == "squares-first"
    assert asked("step", rules="  ", moves=[GO]) == plain


@pytest.mark.slow
def test_moves_lead_to_the_same_whoever_asked_before() -> None:
    moves = [GO, {"do": "take", "number": 1}, {"do": "back", "count": 1}, GO]
    step_by_step = [asked("step", rules=HULL, moves=moves[:n]) for n in range(5)][-1]
    other = Answering(2.0)
    request = {"puzzle": {"shape": "cat"}, "rules": HULL, "moves": moves}
    assert json.loads(other.reply({"do": "step"}, json.dumps(request).encode()).data) == step_by_step


@pytest.mark.slow
def test_a_fault_has_its_line_and_its_mend() -> None:
    fault = refused("step", rules="; mine\n(defrule mine\n   (Nobody)\n   =>)")
    assert (fault["line"], fault["message"][:24]) == (3, "(Nobody ...) is no templ")
    assert refused("step", rules="(defrule mine (Stock)")["message"].endswith("add )")
    assert "no rule" not in refused("step", rules="(defrule mine (Stock))")["message"]
    assert "is no name" in refused("step", rules="(deftemplate a'b (slot x))")["message"]
    assert "is no construct" in refused("step", rules="(retract 1)")["message"]
    failing = "(defrule mine (declare (salience 9)) (Stock) => (bind ?x (+ 1 a)))"
    assert "the rule mine cannot do what it says" in refused("step", rules=failing, moves=[GO])["message"]


def test_a_rule_without_an_end_is_stopped(monkeypatch: Any) -> None:
    monkeypatch.setattr(sessions, "MOST_FIRED", 300)
    endless = "(defrule mine (declare (salience 9)) ?t <- (Tally (undone ?n)) => (modify ?t (undone (+ ?n 1))))"
    assert "300 rules fired without an end" in refused("step", rules=endless, moves=[GO])["message"]


@pytest.mark.slow
def test_a_whole_run_is_not_taken_away_with_rules_of_ones_own() -> None:
    refused("export", rules=HULL, what="trace", run=True)
    assert reply_to("export", rules=HULL, moves=[GO], what="trace", run=False).status == 200
