"""A system that is changed while it is live: what is on its agenda, and what its rules hold, is what CLIPS has."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heuristan.tangram.expert.production.system import System
from heuristan.teaching.stepping.clips_words import Accepted, held_for

TEMPLATES = "(deftemplate A (slot x) (slot y)) (deftemplate B (slot x)) (deftemplate C (slot x))"
SIDES = {
    "join": "(A (x ?x) (y ?y)) (B (x ?y))",
    "absent": "(A (x ?x)) (not (B (x ?x)))",
    "tested": "(A (x ?x)) (B (x ?y)) (test (> ?x ?y)) (C (x ?))",
    "there": "(C (x ?x)) (exists (B))",
    "neither": "(not (A)) (C (x ?x))",
}
RULES = {
    f"{name}-{more}": f"(defrule {name}-{more} (declare (salience {more})) {side} => (note))"
    for name, side in SIDES.items()
    for more in (1, 2)
}
VALUES = st.integers(0, 2)
CHANGES = st.one_of(
    st.builds("(A (x {}) (y {}))".format, VALUES, VALUES),
    st.builds("(B (x {}))".format, VALUES),
    st.builds("(C (x {}))".format, VALUES),
    st.builds("retract {}".format, st.integers(1, 8)),
    st.builds("define {}".format, st.sampled_from(sorted(RULES))),
    st.builds("undefine {}".format, st.sampled_from(sorted(RULES))),
    st.just("run 1000"),
)
START = "join-1", "absent-1", "there-2"


class Here:
    def __init__(self) -> None:
        self.system = System(TEMPLATES + "".join(RULES[name] for name in START), {"note": lambda: None})

    def does(self, change: str) -> None:
        system, (word, _, rest) = self.system, change.partition(" ")
        if change.startswith("("):
            system.load_facts(change)
        elif word == "retract":
            if int(rest) in system.engine.facts:
                system.engine.retract(system.engine.facts[int(rest)])
        elif word == "define":
            system.define(RULES[rest])
        elif word == "undefine":
            if rest in system.rules:
                system.undefine(rest)
        else:
            system.run(int(rest))

    @property
    def agenda(self) -> list[str]:
        return sorted(f"{self.system.name_of[a.rule_name]}: {basis(a.basis)}" for a in self.system.agenda())

    def matches(self, rule: str) -> Iterator[list[str]]:
        (name,) = [name for name, written in self.system.name_of.items() if written == rule]
        self.system.agenda()
        for held in held_for(*self.system.engine.matcher.network_of(name)):
            yield (
                sorted(basis((f,)) for f in held.facts)
                if isinstance(held, Accepted)
                else sorted(map(basis, held.bases))
            )


def basis(facts: Any) -> str:
    return ",".join("*" if fact is None else f"f-{fact.index}" for fact in facts)


class InClips:
    def __init__(self) -> None:
        clips = pytest.importorskip("clips")
        self.environment = clips.Environment()
        self.said: list[str] = []
        said = self.said

        class Listening(clips.Router):  # type: ignore[misc,name-defined]
            def __init__(self) -> None:
                super().__init__("listening", 40)

            def query(self, name: str) -> bool:
                return name == "stdout"

            def write(self, _: str, words: str) -> None:
                said.append(words)

        self.environment.define_function(lambda: None, "note")
        for template in ("A (slot x) (slot y)", "B (slot x)", "C (slot x)"):
            self.environment.build(f"(deftemplate {template})")
        for name in START:
            self.environment.build(RULES[name])
        self.listening = Listening()
        self.environment.add_router(self.listening)

    def does(self, change: str) -> None:
        word, _, rest = change.partition(" ")
        if change.startswith("("):
            self.environment.assert_string(change)
        elif word == "define":
            self.environment.build(RULES[rest])
        elif word == "undefine":
            if rest in [rule.name for rule in self.environment.rules()]:
                self.environment.eval(f"(undefrule {rest})")
        elif word == "retract":
            if int(rest) in [fact.index for fact in self.environment.facts()]:
                self.environment.eval(f"(retract {rest})")
        else:
            self.environment.run(int(rest))

    def said_to(self, command: str) -> list[str]:
        self.said.clear()
        self.environment.eval(command)
        return "".join(self.said).splitlines()

    @property
    def agenda(self) -> list[str]:
        return sorted(line.split(maxsplit=1)[1] for line in self.said_to("(agenda)") if ":" in line)

    def matches(self, rule: str) -> Iterator[list[str]]:
        found: list[list[str]] = []
        for line in self.said_to(f"(matches {rule})"):
            if line.startswith("Activations"):
                break
            if line.startswith(("Matches", "Partial")):
                found.append([])
            elif line.strip() != "None":
                found[-1].append(line)
        return map(sorted, found)


@given(st.lists(CHANGES, max_size=25))
@settings(max_examples=25)
def test_whatever_is_done_the_agenda_and_the_matches_are_those_of_clips(changes: list[str]) -> None:
    here, clips = Here(), InClips()
    for change in changes:
        here.does(change)
        clips.does(change)
        assert here.agenda == clips.agenda
        for rule in here.system.rules:
            assert list(here.matches(rule)) == list(clips.matches(rule))


LOGICAL = "(defrule l (logical (A (x ?x))) => (assert (C (x ?x))))"


def test_a_fact_stays_where_the_rule_that_it_depended_on_goes() -> None:
    here = Here()
    here.system.define(LOGICAL)
    for change in ("(A (x 1) (y 1))", "run 10", "undefine l", "retract 1", "run 10"):
        here.does(change)
    assert [str(fact) for fact in here.system.facts()] == ["(C (x 1))"]


def test_a_fact_goes_with_what_supports_it_though_the_rule_came_later() -> None:
    here = Here()
    here.does("(A (x 1) (y 1))")
    here.system.define(LOGICAL)
    for change in ("run 10", "retract 1", "run 10"):
        here.does(change)
    assert not list(here.system.facts())


def test_of_activations_that_are_gone_those_that_fired_are_not_told() -> None:
    """The first of two rules takes away the fact of both: the second leaves the agenda unfired."""
    rules = "(defrule one (declare (salience 1)) ?f <- (C) => (retract ?f)) (defrule two (C) => (note))"
    system, told = System(TEMPLATES + rules, {"note": lambda: None}), list[tuple[str, str]]()

    def watch(kind: str, thing: Any) -> None:
        if kind.startswith("activation"):
            told.append((kind, system.name_of[thing.rule_name]))

    system.engine.watch = watch
    system.load_facts("(C (x 1))")
    system.run(9)
    assert sorted(told) == [("activation+", "one"), ("activation+", "two"), ("activation-", "two")]
