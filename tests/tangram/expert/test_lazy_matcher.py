"""The lazy matcher beside experta's own (Rete): same facts, same activations, same decisions."""

from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.states import descend, state_of_assembly
from shared.strategies import Assembly, small_assemblies

from heuristan.tangram.expert import production
from heuristan.tangram.expert.chooser import Chooser
from heuristan.tangram.expert.experta_shim import Fact, experta
from heuristan.tangram.expert.lazy_matcher import LazyMatcher
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking

RULES = read_ranking(DEFAULT).rules
RETE = experta.KnowledgeEngine.__matcher__


class Light(Fact):
    """Control."""


class Thing(Fact):
    """A colour and a size."""


def do_nothing(*_: Any, **__: Any) -> None:
    """Do nothing, as the action of a rule."""


def engine_with(matcher: Any) -> Any:
    """Rules with literals, predicates, captured facts and names shared between conditions."""
    by_name = experta.Rule(
        Light(colour=experta.MATCH.c), Thing(colour=experta.MATCH.c, size=experta.P(lambda s: s > 1))
    )
    body = {
        "on": experta.Rule(Light(colour="red"), experta.AS.thing << Thing(colour="red"), salience=2)(do_nothing),
        "same": by_name(do_nothing),
        "alone": experta.Rule(experta.AS.light << Light(colour=experta.MATCH.c & experta.P(str.islower)))(do_nothing),
        "__matcher__": matcher,
    }
    engine = type("Engine", (experta.KnowledgeEngine,), body)()
    engine.reset()
    return engine


def activations(engine: Any) -> list[tuple[int, tuple[int, ...], tuple[str, ...]]]:
    """Salience, facts and bound names of each; names that experta gives its patterns differ from engine to engine."""
    return sorted(
        (
            a.rule.salience,
            tuple(sorted(f["__factid__"] for f in a.facts)),
            tuple(sorted(name for name in a.context if not name.startswith("__"))),
        )
        for a in engine.agenda.activations
    )


COLOURS = st.sampled_from(["red", "green", "Blue"])
FACTS = st.one_of(
    st.builds(lambda colour: (Light, {"colour": colour}), COLOURS),
    st.builds(lambda colour, size: (Thing, {"colour": colour, "size": size}), COLOURS, st.integers(0, 3)),
)


@given(st.lists(st.one_of(FACTS, st.integers(0, 20)), max_size=25))
def test_the_same_rules_are_active_whatever_facts_come_and_go(changes: list[Any]) -> None:
    """A fact is declared; a number retracts one of those that stand."""
    engines = [engine_with(matcher) for matcher in (LazyMatcher, RETE)]
    declared: list[list[Any]] = [[], []]
    for change in changes:
        for engine, facts in zip(engines, declared, strict=True):
            if isinstance(change, int):
                if facts:
                    engine.retract(facts.pop(change % len(facts)))
            elif (fact := engine.declare(change[0](**change[1]))) is not None:
                facts.append(fact)
        lazy, rete = map(activations, engines)
        assert lazy == rete


@given(small_assemblies(2, 6), st.lists(st.integers(0, 99), max_size=2), st.integers(0, len(RULES) - 1))
@settings(max_examples=25)
def test_the_rules_decide_alike(assembly: Assembly, path: list[int], first_line: int) -> None:
    state = descend(state_of_assembly(assembly), path)
    with mock.patch.object(production, "LazyMatcher", RETE):
        by_rete = Chooser(RULES)
    assert Chooser(RULES).decide(state, first_line) == by_rete.decide(state, first_line)


def test_conditions_that_it_does_not_know_are_refused() -> None:
    body = {"rule": experta.Rule(experta.NOT(Light()))(do_nothing), "__matcher__": LazyMatcher}
    with pytest.raises(TypeError, match="not a plain fact"):
        type("Engine", (experta.KnowledgeEngine,), body)()
