"""Evidence for each rule of the catalogue: named cases in `cases/`, a yes and a near miss at least.

A case draws a little outline and a stock. `takes` is the match that the rule takes when it stands alone, `preferred-to`
what it is preferred to, `passes-over` matches that are there and that the rule does not accept beside the one it takes.
A case with `declines` names matches that are there while none is taken. Of a rule that rules out, `rules-out` names all
that it rules out while a rule below it takes anything, and `declines` what it lets stand; `ruled-out-before` names
matches that are ruled out already. `cases/road.yaml` has whole runs.
"""

from collections import Counter
from typing import Any

import pytest
import yaml
from shared.rule_cases import CASES, FOLDER, Case, named
from shared.states import every_match

from heuristan.common.files import folder
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.outlines.reading import read_shape
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import Ended, MatchTaken, kept_events

KEYS = {"case", "outline", "stock", "takes", "preferred-to", "passes-over", "declines", "rules-out", "ruled-out-before"}


@pytest.mark.parametrize("case", [case for case in CASES if case.rule.rules_out], ids=str)
def test_the_rule_rules_out_what_the_case_says(case: Case) -> None:
    found = Counter(named(match) for each in case.decide().ruled_out for match in each.matches)
    assert found == Counter(case.rules_out)
    assert not set(case.refused) & set(found)


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in CASES if not case.rule.rules_out], ids=str)
def test_the_rule_takes_what_the_case_says(case: Case) -> None:
    decision = case.decide()
    assert (decision.match and named(decision.match)) == case.takes
    others = Counter(map(named, decision.preferred_to))
    assert others >= Counter(case.preferred_to)
    assert not set(case.refused) & {case.takes, *others}


@pytest.mark.parametrize("case", [case for case in CASES if case.refused], ids=str)
def test_what_the_rule_refuses_is_there(case: Case) -> None:
    assert set(case.refused) <= set(map(named, every_match(case.state)))


def is_near(rule: RankedRule, refused: str) -> bool:
    """Return whether a refused match is near: the rule would take it with one other side, or one other setting."""
    name, grades, *across = refused.split()
    if grades in rule.accepted_grades:
        return bool(across) or bool(rule.only and name not in rule.only) or rule.evidence is not None
    others = {
        "".join(sorted(grades[:i] + g + grades[i + 1 :], key=GRADES.index)) for i in range(len(grades)) for g in GRADES
    }
    return bool(others & rule.accepted_grades)


RULES = {**catalogue(), **{case.rule.name: case.rule for case in CASES}}
"""The rules of the catalogue, and those that a file of cases brings along."""


@pytest.mark.parametrize("name", RULES)
def test_every_rule_has_a_yes_and_a_near_miss(name: str) -> None:
    rule, mine = RULES[name], [case for case in CASES if case.rule.name == name]
    file = f"tests/cases/{name}.yaml"
    assert mine, f"the rule {name!r} has no cases: write {file}"
    assert any(case.accepted for case in mine), f"{file} has no case with 'takes' or 'rules-out'"
    refusing = [case for case in mine if not case.accepted]
    assert refusing, f"{file} has no case in which the rule refuses everything: add one with 'declines'"
    refused = sorted({match for case in refusing for match in case.refused})
    # a rule that accepts all grades can only refuse a state
    is_enough = rule.takes_any_at_tightest or any(is_near(rule, match) for match in refused)
    assert is_enough, (
        f"{file} has no near miss: under 'declines', name a match that the rule would take with one other side or with "
        f"one other setting. {describe_asked(rule)}; refused so far: {', '.join(refused) or 'nothing'}"
    )


def describe_asked(rule: RankedRule) -> str:
    return f"It asks for {' and '.join(filter(None, (rule.three_sided, rule.four_sided)))}"


@pytest.mark.parametrize("name", RULES)
def test_a_match_that_just_serves_is_among_the_yeses(name: str) -> None:
    rule = RULES[name]
    taken = {match.split()[1] for case in CASES if case.rule == rule for match in case.accepted}
    asked = {rule.three_sided, rule.four_sided}
    if asked <= {"OOO", "OOOO", None}:  # all grades serve
        assert taken
    else:
        assert taken & asked


def test_cases_are_named_once_and_have_no_other_keys() -> None:
    names = [str(case) for case in CASES]
    assert len(names) == len(set(names))
    assert {key for case in CASES for key in case.fields} <= KEYS
    assert {path.stem for path in FOLDER.glob("*.yaml")} - {"road"} == set(RULES)
    assert set(RULES) >= set(catalogue())


ROADS: list[dict[str, Any]] = yaml.safe_load((FOLDER / "road.yaml").read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("road", ROADS, ids=lambda road: str(road["case"]))
def test_the_road_is_as_good_as_the_arrival(road: dict[str, Any]) -> None:
    puzzle = read_shape(folder("shapes") / f"{road['shape']}.yaml").puzzle
    result = solve(puzzle, backtracking=road["way"] == "with backtracking")
    assert result.status == ("stuck" if road.get("sticks") else "solved")
    used = {event.rule for event in kept_events(result.trace) if isinstance(event, MatchTaken)}
    needed, not_needed = set(road.get("needs", [])), set(road.get("needs-not", []))
    assert needed <= used
    assert not used & not_needed
    assert needed | not_needed <= set(catalogue())
    assert result.backtracks <= road.get("most-undone", result.backtracks)
    assert result.entry_point == road.get("entry-point", result.entry_point)
    assert isinstance(result.trace[-1], Ended)
