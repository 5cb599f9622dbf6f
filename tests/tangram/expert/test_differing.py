"""How rankings differ: laws, and the command."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from heuristan.cli import app
from heuristan.tangram.expert.ranking import DEFAULT, RankedRule, Ranking, differences
from heuristan.tangram.expert.ranking_entries import catalogue, ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking

RULES = sorted(catalogue().values(), key=lambda rule: rule.name)
of_rules = st.lists(st.sampled_from(RULES), unique=True, max_size=8)


def ranking(rules: Iterable[RankedRule]) -> Ranking:
    return replace(read_ranking(DEFAULT), rules=tuple(rules))


@given(of_rules, of_rules)
def test_each_rule_of_one_alone_is_told_once(mine: list[RankedRule], other: list[RankedRule]) -> None:
    found = differences(ranking(mine), ranking(other))
    with_or_without = [words.split()[:2] for words in found if words.startswith("with")]
    assert sorted(with_or_without) == sorted(
        [["with", rule.name] for rule in mine if rule not in other]
        + [["without", rule.name] for rule in other if rule not in mine]
    )
    assert bool(found) == (mine != other)


@given(st.permutations(RULES[:6]), st.integers(0, 5), st.integers(0, 5))
def test_one_rule_at_another_place_is_one_difference(rules: list[RankedRule], at: int, to: int) -> None:
    moved = [rule for rule in rules if rule is not rules[at]]
    moved.insert(to, rules[at])
    found = differences(ranking(moved), ranking(rules))
    assert [words.startswith("in the order ") for words in found] == [True] * (at != to)


def test_settings_and_what_a_rule_asks_are_told() -> None:
    mine = read_ranking(DEFAULT)
    first, *others = mine.rules
    changed = replace(mine, composites="none", rules=(replace(first, prefer=("largest",), note="mine"), *others))
    assert differences(changed, mine) == [
        f"{first.name} has another prefer",
        f"composites: none instead of {mine.composites}",
    ]


def asked(*words: object) -> Result:
    return CliRunner().invoke(app, ["rankings", *map(str, words)])


class TestCommand:
    def test_a_copy_does_the_same_until_it_is_edited(self, tmp_path: Path) -> None:
        mine = tmp_path / "my own.yaml"
        for name in ranking_names():
            assert asked("--show", name, "--output", mine).exit_code == 0
            assert read_ranking(mine).name == "my own"
            assert asked(mine).stdout == f"my own does the same as {name}.\n"
        assert asked("--show", "heuristan", "--output", mine).exit_code == 0
        mine.write_text(mine.read_text(encoding="utf-8").replace("  - no-room\n", ""), encoding="utf-8")
        told = asked(mine).output
        assert "my own is nearest to heuristan:" in told
        assert "- without no-room" in told

    def test_a_shipped_one_is_compared_with_another(self) -> None:
        assert "heuristan is nearest to " in asked("heuristan").output

    def test_rules_as_the_engine_has_them_can_be_written(self, tmp_path: Path) -> None:
        assert asked("--show", "heuristan", "--output", tmp_path / "rules.clp").exit_code == 0
        assert (tmp_path / "rules.clp").read_text(encoding="utf-8") == asked("--show", "heuristan").output

    def test_what_cannot_be_asked(self, tmp_path: Path) -> None:
        mine = tmp_path / "mine.yaml"
        assert asked("--show", "heuristan", "--output", mine).exit_code == 0
        before = mine.read_bytes()
        for words, reason in (
            ((mine, "--show", "heuristan"), "leave out --show"),
            ((mine, "--output", tmp_path / "a.yaml"), "add --show NAME"),
            (("--show", mine, "--output", mine), "would be lost"),
            (("hueristan",), "did you mean"),
        ):
            told = asked(*words)
            assert (told.exit_code, reason in told.output) == (2, True), told.output
        assert mine.read_bytes() == before
