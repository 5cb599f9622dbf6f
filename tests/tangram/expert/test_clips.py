"""Rules as text: well-formed, and nothing in them that is not defined."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

import pytest
from click.testing import CliRunner
from shared.places import TOP

from heuristan.cli import app
from heuristan.common.clock import Clock
from heuristan.tangram.expert.clips import FUNCTIONS, rules_as_text
from heuristan.tangram.expert.engine.building import engine_for
from heuristan.tangram.expert.engine.facts import Figure
from heuristan.tangram.expert.engine.patterns import Production
from heuristan.tangram.expert.experta_shim import InitialFact
from heuristan.tangram.expert.ranking_file import ranking_names, read_ranking
from heuristan.tangram.expert.runs import control_for, rules_for
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import WAYS, Way
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle

OF_CLIPS = {"and", "or", "not", "neq", "member$", "create$", "<", "<=", ">", "+", "-", "halt"}
"""The functions of CLIPS that rules use."""
LISTS = {"logical", "not", "test", "assert", "retract", "modify"}
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+')
Expression: TypeAlias = "str | list[Any]"
EVERY = [(name, way) for name in ranking_names() for way in WAYS]
OF_LINES = ["deutsch-hayes-1972", "heuristan"]


def puzzle_named(name: str) -> Puzzle:
    puzzle = next(iter(read_outlines(name)))
    assert isinstance(puzzle, Puzzle)
    return puzzle


@cache
def text_of(name: str, way: Way) -> str:
    return rules_as_text(read_ranking(name), way)


@cache
def read(name: str, way: Way) -> list[Any]:
    """Return the expressions of the text, comments left out."""
    code = "\n".join(line.partition(";")[0] for line in text_of(name, way).split("\n"))
    tokens = iter(TOKEN.findall(code))
    found = list(expressions(tokens, closes=False))
    assert next(tokens, None) is None
    return found


def expressions(tokens: Iterator[str], *, closes: bool) -> Iterator[Expression]:
    for token in tokens:
        if token == ")":
            assert closes, "a parenthesis too many"
            return
        yield list(expressions(tokens, closes=True)) if token == "(" else token
    assert not closes, "a parenthesis is missing"


def rules(name: str, way: Way) -> Iterator[tuple[str, int, list[Any], list[Any]]]:
    """Yield name, salience, left side and right side of each rule."""
    for expression in read(name, way):
        if expression[0] == "defrule":
            _, rule, (declare, (salience, number)), *rest = expression
            assert (declare, salience) == ("declare", "salience")
            arrow = rest.index("=>")
            yield rule, int(number), rest[:arrow], rest[arrow + 1 :]


def words_in(expression: Expression) -> Iterator[str]:
    if isinstance(expression, str):
        yield expression
    else:
        for each in expression:
            yield from words_in(each)


def variables_in(expression: Expression) -> set[str]:
    return {found for word in words_in(expression) for found in re.findall(r"\?([a-z][a-z0-9-]*)", word)}


def templates(name: str, way: Way) -> dict[str, dict[str, str]]:
    """Return the slots of each kind of facts, with whether they hold one value or several."""
    found = [each for each in read(name, way) if each[0] == "deftemplate"]
    return {kind: {slot: word for word, slot in slots} for _, kind, _, *slots in found}


def facts_in(expression: Expression) -> Iterator[list[Any]]:
    """Yield the patterns and facts within an expression: kinds begin with a capital letter."""
    if isinstance(expression, list):
        if expression and isinstance(expression[0], str) and expression[0][0].isupper():
            yield expression
        for each in expression:
            yield from facts_in(each)


def calls_in(expression: Expression) -> Iterator[str]:
    """Yield the functions that are called within an expression."""
    if isinstance(expression, list) and expression:
        head, *rest = expression
        is_fact = isinstance(head, str) and head[0].isupper()
        if not is_fact and isinstance(head, str) and head not in LISTS:
            yield head
        parts = [each for slot in rest for each in slot[1:]] if is_fact else rest
        parts = [each for slot in rest[1:] for each in slot[1:]] if head == "modify" else parts
        for each in parts:
            yield from calls_in(each)


@pytest.mark.parametrize(("name", "way"), EVERY)
class TestText:
    def test_each_variable_that_is_used_is_bound_before(self, name: str, way: Way) -> None:
        for rule, _, left, right in rules(name, way):
            bound: set[str] = set()
            for place, condition in enumerate(left):
                if left[place + 1 : place + 2] == ["<-"]:
                    bound |= variables_in(condition)
                elif condition != "<-":
                    if condition[0] in ("test", "not"):
                        assert variables_in(condition) <= bound, rule
                    else:
                        bound |= variables_in(condition)
            assert variables_in(right) <= bound, rule

    def test_every_kind_of_facts_and_slot_is_defined(self, name: str, way: Way) -> None:
        known = templates(name, way)
        used: set[str] = set()
        for rule, _, left, right in rules(name, way):
            for kind, *slots in facts_in([left, right]):
                used.add(kind)
                for slot, *values in slots:
                    assert slot in known[kind], (rule, kind, slot)
                    if known[kind][slot] == "multislot":
                        assert all(isinstance(value, list) or value.startswith("$?") for value in values), rule
        assert used == {*known}

    def test_every_function_is_explained_or_one_of_clips(self, name: str, way: Way) -> None:
        for rule, _, left, right in rules(name, way):
            for called in [call for each in (*left, *right) for call in calls_in(each)]:
                assert called in OF_CLIPS or called in FUNCTIONS, (rule, called)
                assert called in OF_CLIPS or f"; ({called}" in text_of(name, way)

    def test_saliences_fall_in_the_order_of_the_ranking(self, name: str, way: Way) -> None:
        lines = rules_for(read_ranking(name), way)
        places = [
            (place, salience)
            for place, line in enumerate(lines)
            for rule, salience, _, _ in rules(name, way)
            if re.fullmatch(rf"{re.escape(line.name)}-(laid|[34](-open-[1-4])?)|{re.escape(line.name)}", rule)
        ]
        assert {place for place, _ in places} == {*range(len(lines))}
        by_place = {place: {s for p, s in places if p == place} for place in range(len(lines))}
        assert all(len(found) == 1 for found in by_place.values())
        saliences = [max(found) for found in by_place.values()]
        assert saliences == sorted(saliences, reverse=True)
        shown = [salience for _, salience, _, _ in rules(name, way) if 0 < salience < 1000]
        assert shown == sorted(shown, reverse=True)

    def test_saliences_are_those_that_clips_allows(self, name: str, way: Way) -> None:
        assert all(-10_000 <= salience <= 10_000 for _, salience, _, _ in rules(name, way))

    def test_rules_have_names_of_their_own(self, name: str, way: Way) -> None:
        names = [rule for rule, *_ in rules(name, way)]
        assert len(names) == len({*names})

    def test_lines_have_their_titles(self, name: str, way: Way) -> None:
        for number, line in enumerate(rules_for(read_ranking(name), way), 1):
            assert f"; Rule {number}: {line.title}\n" in text_of(name, way)


@pytest.mark.parametrize(("name", "way"), [("deutsch-hayes-1972", "published"), ("heuristan", "backtracking")])
def test_facts_in_a_run_have_the_slots_of_their_kinds(name: str, way: Way) -> None:
    puzzle, ranking, wrong = puzzle_named("convex-square"), read_ranking(name), set[tuple[str, ...]]()
    rules = rules_for(ranking, way)
    control = control_for(puzzle, ranking, way, Tracer(puzzle, ranking, rules, lambda _: None), Clock(10))
    engine = engine_for(control)

    def watch(_: Production) -> None:
        for fact in engine.memory:
            slots = [slot for slot in fact if not fact.is_special(slot)]
            # a figure of three sides has no fourth one
            if type(fact) is not InitialFact and {*slots} != {*fact.slots} and type(fact) is not Figure:
                wrong.add((type(fact).__name__, *slots))

    engine.watch = watch
    engine.solve(control)
    assert not wrong


def test_a_missing_parenthesis_is_noticed() -> None:
    with pytest.raises(AssertionError, match="missing"):
        list(expressions(iter(TOKEN.findall("(a (b)")), closes=False))
    with pytest.raises(AssertionError, match="too many"):
        list(expressions(iter(TOKEN.findall("(a (b)))")), closes=False))


class TestCommand:
    def run(self, *arguments: str) -> str:
        return CliRunner().invoke(app, ["rankings", *arguments]).output

    @pytest.mark.parametrize("name", OF_LINES)
    def test_it_prints_the_rules(self, name: str) -> None:
        assert self.run("--show", name) == text_of(name, "published") + "\n"
        assert self.run("--show", name, "--way", "backtracking") == text_of(name, "backtracking") + "\n"

    def test_ways_differ(self) -> None:
        published, retry, backtracking = (text_of("deutsch-hayes-1972", way) for way in WAYS)
        assert "(defrule restart\n" in published
        assert "(defrule undo\n" not in published
        assert "(defrule restart\n" not in retry
        assert "(defrule return-to-first-rule\n" in retry
        assert "(defrule vertex-fit-laid\n" in backtracking
        assert "(defrule return-to-first-rule\n" not in backtracking

    def test_a_file_of_your_own(self) -> None:
        assert "(defrule composites-3-edges-only-4\n" in self.run("--show", str(TOP / "docs/examples/my-ranking.yaml"))

    def test_an_unknown_name(self) -> None:
        told = CliRunner().invoke(app, ["rankings", "--show", "deutsch-hayes"])
        assert told.exit_code == 2
        assert "there is no ranking or file 'deutsch-hayes'; did you mean 'deutsch-hayes-1972'?" in told.output

    def test_a_way_without_a_ranking(self) -> None:
        told = CliRunner().invoke(app, ["rankings", "--way", "retry"])
        assert told.exit_code == 2
        assert "--show" in told.output
