"""A matcher for experta that tests conditions only when they can matter.

experta's own matcher (Rete) keeps the partial matches of all rules up to date with every fact. Here facts change far
more often than rules fire, and only the rules of the line being tried can fire. So this matcher keeps facts by
their type and goes through a rule's conditions from the first on, when a fact of one of its types has changed: the
control fact comes first, so a rule whose line is not being tried costs one test. (Miranker, TREAT, AAAI 1987, argues
for keeping no partial matches.) Conditions are experta's own tests, so both matchers agree; the tests run them side by
side. Rules are plain conjunctions of facts: NOT, OR and TEST are not supported.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from heuristan.tangram.expert.experta_shim import Activation, Fact, Matcher, checks_of, is_capture, is_type_check

Identity: TypeAlias = tuple[int, ...]
"""The numbers of the facts that satisfy a rule's conditions, in order."""


class _Condition(NamedTuple):
    fact_type: type
    checks: tuple[Any, ...]

    def bound(self, fact: Any) -> dict[str, Any] | None:
        """Return the names that a fact binds, or None if it does not satisfy the condition."""
        names: dict[str, Any] = {}
        for check in self.checks:
            answer = check(fact)
            if not answer:
                return None
            if answer is not True:
                names.update(answer)
        return names


class LazyMatcher(Matcher):
    """Finds the activations of rules that are conjunctions of facts."""

    def __init__(self, engine: Any) -> None:
        super().__init__(engine)
        # the engine hands itself to a rule that fires; a rule looked up on it is bound already, a copy is not
        rules = [rule.new_conditions(*rule) for rule in engine.get_rules()]
        self._rules = [(rule, tuple(_condition(pattern) for pattern in rule)) for rule in rules]
        self._types = [frozenset(condition.fact_type for condition in conditions) for _, conditions in self._rules]
        self.reset()

    def reset(self) -> None:
        """Forget all facts."""
        self._facts: dict[type, dict[int, Any]] = defaultdict(dict)
        self._found: list[dict[Identity, Any]] = [{} for _ in self._rules]

    def changes(self, adding: Iterable[Any] = (), deleting: Iterable[Any] = ()) -> tuple[list[Any], list[Any]]:
        """Take in facts that came and went, and return the activations that came and went with them."""
        changed = set()
        # a fact may come and go between two calls, so those that go are taken last
        for fact in adding or ():
            self._facts[type(fact)][fact["__factid__"]] = fact
            changed.add(type(fact))
        for fact in deleting or ():
            del self._facts[type(fact)][fact["__factid__"]]
            changed.add(type(fact))
        added: list[Any] = []
        removed: list[Any] = []
        for number, (rule, conditions) in enumerate(self._rules):
            before = self._found[number]
            if changed.isdisjoint(self._types[number]) or not (before or self._can_begin(conditions[0])):
                continue
            now = {
                identity: before.get(identity) or Activation(rule, facts, names)
                for identity, facts, names in self._satisfying(conditions)
            }
            added += [activation for identity, activation in now.items() if identity not in before]
            removed += [activation for identity, activation in before.items() if identity not in now]
            self._found[number] = now
        return added, removed

    def _can_begin(self, first: _Condition) -> bool:
        return any(first.bound(fact) is not None for fact in self._facts[first.fact_type].values())

    def _satisfying(
        self, conditions: tuple[_Condition, ...]
    ) -> Iterator[tuple[Identity, tuple[Any, ...], dict[str, Any]]]:
        """Yield the facts that satisfy conditions together, with the names that they bind."""
        first, *others = conditions
        for number, fact in self._facts[first.fact_type].items():
            names = first.bound(fact)
            if names is None:
                continue
            if not others:
                yield (number,), (fact,), names
                continue
            for numbers, facts, more in self._satisfying(tuple(others)):
                if all(more[name] == value for name, value in names.items() if name in more):
                    yield (number, *numbers), (fact, *facts), names | more


def _condition(pattern: Any) -> _Condition:
    if not isinstance(pattern, Fact):
        raise TypeError(f"{type(pattern).__name__} is not a plain fact")
    # facts are kept by their type; most fail, so what binds a name to the whole fact comes last
    checks = [check for check in checks_of(pattern) if not is_type_check(check)]
    return _Condition(type(pattern), tuple(sorted(checks, key=is_capture)))
