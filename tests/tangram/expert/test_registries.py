"""Every kind of evidence and every preference has its words, its page and its cases."""

import re

import pytest
from shared.places import TOP
from shared.rule_cases import CASES

from heuristan.tangram.expert.evidence import EVIDENCE, Evidence
from heuristan.tangram.expert.preferences import PREFERENCES, VERTEX_ORDER
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.explain.opening import line_of
from heuristan.tangram.outlines.reading import read_shape
from heuristan.tangram.trace.events import Event, PuzzleRead

PAGE = (TOP / "docs" / "rules" / "README.md").read_text(encoding="utf-8")
FORMAT = (TOP / "docs" / "format-rankings.md").read_text(encoding="utf-8")


def assert_is_part_of_a_sentence(words: str, where: str) -> None:
    assert words.strip(), f"{where} is empty; write what a reader sees"
    assert words == words.strip(" .;"), f"{where} is part of a sentence: no full stop at its end"


def explained(rule: RankedRule) -> str:
    """A rule as the explanation of a run words it."""
    events: list[Event] = []
    puzzle = read_shape(TOP / "shapes" / "cat.yaml").puzzle
    Tracer(puzzle, Ranking("mine", "mine", (rule,)), (rule,), events.append).puzzle_read("as published")
    (read,) = events
    assert isinstance(read, PuzzleRead)
    return line_of(1, read.rules[0])


class TestEvidence:
    @pytest.mark.parametrize("kind", EVIDENCE.values(), ids=list(EVIDENCE))
    def test_it_has_words(self, kind: Evidence) -> None:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", kind.name), "ranking files write names in small letters with hyphens"
        assert_is_part_of_a_sentence(kind.meaning, f"'meaning' of the evidence {kind.name!r}")
        assert_is_part_of_a_sentence(kind.words, f"'words' of the evidence {kind.name!r}")
        rule = RankedRule("mine", "Mine", "piece", "OOO", "OOOO", evidence=kind.name)
        assert kind.words in explained(rule)
        assert ("rules out" in explained(rule)) == kind.refutes

    @pytest.mark.parametrize("name", EVIDENCE)
    def test_it_has_a_section(self, name: str) -> None:
        heading = f"\n### {name.replace('-', ' ').capitalize()}\n"
        assert PAGE.count(heading) == 1, f"docs/rules/README.md has no section on the evidence {name!r}"
        text = PAGE.partition(heading)[2].partition("\n##")[0]
        for part in ("**Question.**", "**What it looks at.**", "**An example.**", "**What it costs.**"):
            assert part in text, f"the section on {name!r} in docs/rules/README.md has no {part!r}"
        wrong = "**Why it is never wrong.**" if EVIDENCE[name].refutes else " wrong.**"
        assert wrong in text, f"docs/rules/README.md does not say whether the evidence {name!r} can be wrong"
        assert f"\n| [`{name}`](#{name}) " in PAGE, f"docs/rules/README.md has no row for the evidence {name!r}"
        assert f"(rules/README.md#{name})" in FORMAT, (
            "the tables of the docs are not up to date: run python docs/making"
        )

    @pytest.mark.parametrize("name", EVIDENCE)
    def test_it_has_a_yes_and_a_near_miss(self, name: str) -> None:
        mine = [case for case in CASES if case.rule.evidence == name]
        where = f"the evidence {name!r}: a file in tests/cases/ whose rule asks for it"
        assert mine, f"there are no cases of {where}"
        assert any(case.accepted for case in mine), f"there is no case that finds {where}, with 'takes' or 'rules-out'"
        refused = [match for case in mine if not case.accepted for match in case.refused]
        assert any(is_declined_for_evidence_alone(mine[0].rule, match) for match in refused), (
            f"there is no near miss of {where}, with 'declines' and a match whose grades would serve"
        )


def is_declined_for_evidence_alone(rule: RankedRule, refused: str) -> bool:
    return refused.split()[1] in rule.accepted_grades


def test_evidence_needs_a_finder_or_if_it_refutes_a_check() -> None:
    for refutes in (True, False):
        with pytest.raises(ValueError, match="needs either 'find' or"):
            Evidence("mine", refutes, "it is mine", "only mine")
    with pytest.raises(ValueError, match="needs either 'find' or"):
        Evidence("mine", False, "it is mine", "only mine", check=lambda _state, _match, _out: True)


class TestPreferences:
    @pytest.mark.parametrize("name", PREFERENCES)
    def test_it_has_words_and_a_place_in_the_docs(self, name: str) -> None:
        preference = PREFERENCES[name]
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name), "ranking files write names in small letters with hyphens"
        assert_is_part_of_a_sentence(preference.meaning, f"'meaning' of the preference {name!r}")
        assert_is_part_of_a_sentence(preference.words, f"'words' of the preference {name!r}")
        assert preference.words in explained(RankedRule("mine", "Mine", "piece", "EEO", prefer=(name,)))
        assert f"| `{name}` |" in FORMAT, "the tables of the docs are not up to date: run python docs/making"

    @pytest.mark.parametrize("name", PREFERENCES)
    def test_it_has_a_yes_and_a_near_miss(self, name: str) -> None:
        mine = [case for case in CASES if case.rule.prefer == (() if name == VERTEX_ORDER else (name,))]
        where = f"the preference {name!r}: a file in tests/cases/ whose rule has it, and no other"
        assert mine, f"there are no cases of {where}"
        assert any(set(case.preferred_to) - {case.takes} for case in mine), (
            f"there is no case of {where} with 'takes' and, under 'preferred-to', another match that comes after it"
        )
