"""The production system: an engine of experta whose rules are read from a text in CLIPS notation."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar, NamedTuple, TypeAlias

from heuristan.common.faults import InputError
from heuristan.tangram.expert.experta_shim import KnowledgeEngine, experta
from heuristan.tangram.expert.production.clips_notation import (
    Facts,
    Form,
    FunctionText,
    Mark,
    Rule,
    Several,
    Template,
    Variable,
    construct_of,
    fault,
    forms_of,
    no_slot,
)
from heuristan.tangram.expert.production.clips_values import flat, printed
from heuristan.tangram.expert.production.conflict_agenda import ConflictAgenda, strategy_key
from heuristan.tangram.expert.production.facts_once import FactsOnce, SystemFact, kind_of
from heuristan.tangram.expert.production.left_sides import LeftSide, LeftSides
from heuristan.tangram.expert.production.right_sides import Compiler, python_name
from heuristan.tangram.expert.rete.matcher import HashMatcher

Watch: TypeAlias = Callable[[str, Any], None]
"""Called with what happens and what it happens to.

That is ``rule`` and an activation that fires, ``print`` and a text, ``fact+`` or ``fact-`` and a fact that comes or
goes, ``activation+`` or ``activation-`` and one that comes to the agenda or leaves it unfired.
"""
watching: ContextVar["Callable[[System], Watch] | None"] = ContextVar("watching", default=None)
"""Makes what every system is watched by that begins meanwhile."""
Stops: TypeAlias = Callable[[Any], bool]
"""Returns whether a run stops before an activation fires."""


class RightSide(NamedTuple):
    """What a rule does: a function of the engine and of the values of some variables."""

    actions: Callable[..., Any]
    variables: tuple[str, ...]
    logical: int
    """How many of the conditions support what it asserts."""


class Engine(KnowledgeEngine):
    """An engine of experta with facts of templates, each there once, and facts that depend on others."""

    __matcher__ = HashMatcher
    kinds: ClassVar[Mapping[str, type[SystemFact]]] = {}
    right_sides: ClassVar[Mapping[str, RightSide]] = {}

    def __init__(self) -> None:
        super().__init__()
        self.matcher.reset()
        self.facts = FactsOnce()
        self.agenda = ConflictAgenda()
        self.facts.begin()
        self.watch: Watch | None = None
        self.fired: Any = None
        """The activation that fired last."""
        self.firing: Any = None
        """The activation whose right side is being done, or could not be done."""
        self._support: Any = None
        """What the facts asserted now depend on: a partial match, or nothing."""

    # what right sides call

    def declare(self, template: str, slots: Mapping[str, Any]) -> SystemFact | None:
        """Bring a fact in, unless an equal one is there; what it depends on is noted all the same."""
        kind = self.kinds[template]
        values = {**kind.defaults, **slots} if len(slots) < len(kind.slots) else slots
        key = (template, *[values[slot] for slot in kind.slots])
        known = self.facts.equal_to(key)
        if known is not None:
            self._depend(known)
            return None
        fact = kind(**values)
        fact.key = key
        self.facts.declare(fact)
        if self._support is not None:
            fact.supports = ()
            self._depend(fact)
        if self.watch is not None:
            self.watch("fact+", fact)
        return fact

    def _depend(self, fact: SystemFact) -> None:
        """Note that a fact depends on what matched, or that it depends on nothing from now on."""
        if self._support is None:
            fact.supports = None
        elif fact.supports is not None:
            fact.supports = (*fact.supports, self._support)
            self._support.supported = [*(self._support.supported or ()), fact]

    def retract(self, fact: Any) -> None:
        """Take a fact out, or several; nothing happens to those that are gone."""
        for each in fact if type(fact) is tuple else (fact,):
            if self.facts.retract(each) and self.watch is not None:
                self.watch("fact-", each)

    def modify(self, fact: Any, slots: Mapping[str, tuple[Any, ...]]) -> SystemFact | None:
        """Replace a fact by one with other values; nothing happens if they are the same."""
        (fact,) = flat(fact)
        values = _changed(fact, slots)
        if all(fact[slot] == value for slot, value in values.items()):
            return fact  # type: ignore[no-any-return]
        self.retract(fact)
        return self.declare(fact.template, values)

    def duplicate(self, fact: Any, slots: Mapping[str, tuple[Any, ...]]) -> SystemFact | None:
        """Bring in a fact like another but for some values."""
        (fact,) = flat(fact)
        return self.declare(fact.template, _changed(fact, slots))

    def each(self, *templates: str) -> Iterator[SystemFact]:
        """Yield the facts of some templates, the oldest first; none may come or go meanwhile."""
        return self.facts.of(templates)

    def of(self, *templates: str) -> Sequence[SystemFact]:
        """Return the facts of some templates, the oldest first."""
        return list(self.facts.of(templates))

    def assert_string(self, text: str) -> SystemFact | None:
        """Bring in the fact that a text describes."""
        return self.declare(*_written_fact(text, tuple(self.kinds.values())))

    def say(self, *values: Any) -> None:
        """Print values in a row; who watches the engine sees them."""
        if self.watch is not None:
            self.watch("print", "".join(map(printed, values)).rstrip("\n"))

    # the cycle of match and fire

    def update(self, added: Iterable[Any], removed: Iterable[Any]) -> None:
        """Put activations on the agenda, and take others off it."""
        for activation in removed:
            if self.watch is not None and activation in self.agenda:
                self.watch("activation-", activation)
            self.agenda.remove(activation)
        for activation in added:
            self.agenda.add(activation)
            if self.watch is not None:
                self.watch("activation+", activation)

    def refresh(self) -> None:
        """Bring the agenda up to date; facts without support go, and what follows from that."""
        while self.facts.added or self.facts.removed:
            self.update(*self.get_activations())
            for fact in self.matcher.unsupported():
                if fact.supports is not None and all(token.is_gone for token in fact.supports):
                    self.retract(fact)

    def run(self, limit: int | None = None, stops: Stops | None = None) -> int:
        """Fire rules until none is left, one halts the run, or a number has fired; return how many did.

        Args:
            limit: the number; None for any.
            stops: asked before each activation that fires.
        """
        self.running, fired = True, 0
        while self.running and fired != limit:
            self.refresh()
            activation = self.agenda.next
            if activation is None or (stops is not None and stops(activation)):
                break
            self.agenda.remove(activation)
            self.fire(activation)
            fired += 1
        self.running = False
        return fired

    def fire(self, activation: Any) -> None:
        """Do what a rule does for what it matched."""
        if self.watch is not None:
            self.watch("rule", activation)
        self.fired = self.firing = activation
        actions, variables, logical = self.right_sides[activation.rule_name]
        self._support = activation.token(logical) if logical else None
        try:
            actions(self, *activation.values_of(variables))
        finally:
            self._support = None
        self.firing = None


class _Evaluating(Compiler):
    """A compiler that also does at once what is typed."""

    def evaluate(self, form: Form, engine: Engine) -> Any:
        """Do an action, or return the value of an expression."""
        self.function(FunctionText("(typed)", (), (form,), form.line))
        return self._own["(typed)"](engine)


class System:
    """Rules from a text, with functions of the host, and their working memory."""

    def __init__(self, text: str, functions: Mapping[str, Callable[..., Any]]) -> None:
        """Read a text.

        Args:
            text: constructs; a function stands before what calls it.
            functions: those of the host, by their names. Arguments of several values come to them one by one.

        Raises:
            NotationFault: if there is a fault in it.
        """
        self._host = dict(functions)
        self._compiler = _Evaluating(self._host, self._slots_of)
        self._kinds: dict[str, type[SystemFact]] = {}
        self.templates: dict[str, Template] = {}
        """The kinds of facts as they are written, by their names."""
        self._left_sides = LeftSides(self._compiler, self._kinds, self._slots_of)
        self._right_sides: dict[str, RightSide] = {}
        self._starting: dict[str, tuple[Form, ...]] = {}
        self.rules: dict[str, Rule] = {}
        """The rules as they are written, by their names."""
        self.name_of: dict[str, str] = {}
        """The names of the rules as they are written, by those in the engine."""
        self.engine: Engine = self._engine_of(_rules_of(text))
        self._compiler.names["S"] = self.engine  # conditions call functions of the text, which may look at facts
        self.reset()

    def _engine_of(self, forms: Sequence[Form]) -> Engine:
        made: dict[str, Any] = {}
        for form in forms:
            self._compiler.read(form)
        for each in map(construct_of, forms):
            if isinstance(each, Rule):
                if each.name in self.rules:
                    raise fault(each.line, f"the rule {each.name} is defined twice")
                made |= self._made(each)
            else:
                self._take_in(each)
        body = {**made, "kinds": self._kinds, "right_sides": self._right_sides}
        engine: Engine = type("EngineOfText", (Engine,), body)()
        return engine

    def _take_in(self, each: Template | FunctionText | Facts) -> None:
        if isinstance(each, Template):
            self._define(each)
        elif isinstance(each, FunctionText):
            self._compiler.function(each)
        else:
            for form in each.facts:
                _slots_in(form, self._kinds)  # refuses what is wrong
            self._starting[each.name] = each.facts

    def _made(self, rule: Rule) -> dict[str, Any]:
        """Return a rule as experta keeps it, by its names in the engine: one for each way to satisfy it."""
        ways = [(side, self._compiler.actions(rule.actions, side.variables)) for side in self._left_sides.of(rule)]
        found = {}
        for way, (side, actions) in enumerate(ways):
            name = f"r{len(self._right_sides):03}_{rule.name}{f'_{way + 1}' if way else ''}"
            found[name] = _experta_rule(rule, side)
            self.name_of[name] = rule.name
            self._right_sides[name] = RightSide(actions, tuple(map(python_name, side.variables)), side.logical)
        self.rules[rule.name] = rule
        return found

    def _slots_of(self, template: str) -> Mapping[str, Any] | None:
        found = self.templates.get(template)
        return None if found is None else found.slots

    def _define(self, template: Template) -> None:
        if template.name in self.templates:
            raise fault(template.line, f"the template {template.name} is defined twice")
        self.templates[template.name] = template
        self._kinds[template.name] = kind_of(template)

    def assert_fact(self, template: str, /, **slots: Any) -> None:
        """Bring a fact in."""
        self.engine.declare(template, slots)

    def reset(self) -> None:
        """Begin with the facts of the text alone."""
        self.engine.retract(tuple(self.engine.of(*self._kinds)))
        self._begin_facts()

    def _begin_facts(self) -> None:
        """Bring the facts of the text in, unless they are there."""
        for form in chain.from_iterable(self._starting.values()):
            self.engine.declare(*_slots_in(form, self._kinds))

    def begin(self, functions: Mapping[str, Callable[..., Any]], kept: Collection[str]) -> None:
        """Begin afresh: facts go but for those of some templates, and functions are replaced."""
        make = watching.get()
        self.engine.watch = None if make is None else make(self)
        self._host.update(functions)
        self.engine.retract(tuple(self.engine.of(*(name for name in self._kinds if name not in kept))))
        self._begin_facts()

    def run(self, limit: int | None = None, stops: Stops | None = None) -> int:
        """Fire rules until none is left, one halts the run, or a number has fired; return how many did."""
        return self.engine.run(limit, stops)

    def define(self, text: str) -> tuple[str, ...]:
        """Take in constructs while facts are there, and return their names.

        A rule is matched against the facts that are there. It replaces one of the same name.

        Raises:
            NotationFault: if there is a fault in the text; then nothing of it is taken in that stands behind the fault.
        """
        forms = list(forms_of(text))
        for form in forms:
            self._compiler.read(form)
        constructs = tuple(map(construct_of, forms))
        for each in constructs:
            if isinstance(each, Rule):
                self._replace(each)
            else:
                self._take_in(each)
        return tuple(each.name for each in constructs)

    def _replace(self, rule: Rule) -> None:
        engine, known = self.engine, [name for name, each in self.name_of.items() if each == rule.name]
        engine.refresh()
        coming = [engine.matcher.matched(name, made) for name, made in self._made(rule).items()]
        self._give_up(known)
        for each in coming:
            engine.matcher.take_in(each)
            engine.update(each.activations, ())

    def undefine(self, name: str) -> None:
        """Take a rule out, with its activations; what it did stays.

        Raises:
            KeyError: if there is none with that name.
        """
        del self.rules[name]
        self.engine.refresh()
        self._give_up([each for each, written in self.name_of.items() if written == name])

    def _give_up(self, names: Iterable[str]) -> None:
        for name in names:
            self.engine.matcher.give_up(name)
            self.engine.update((), [each for each in self.engine.agenda if each.rule_name == name])
            del self.name_of[name]

    def evaluate(self, form: Form) -> Any:
        """Do an action as a right side would, or compute an expression and return its value.

        Raises:
            NotationFault: if there is a fault in it.
        """
        self._compiler.read(form)
        return self._compiler.evaluate(form, self.engine)

    def agenda(self) -> list[Any]:
        """Return the activations, the next to fire first."""
        self.engine.refresh()
        return list(self.engine.agenda)

    def fire(self, activation: Any) -> None:
        """Fire an activation out of its turn."""
        self.engine.agenda.remove(activation)
        self.engine.fire(activation)

    @property
    def complaint(self) -> str:
        """The first fault that did not end the run by itself: each does."""
        return ""

    @property
    def last_fired(self) -> str:
        """The name of the rule that fired last; empty if none did."""
        return "" if self.engine.fired is None else self.name_of[self.engine.fired.rule_name]

    def set_strategy(self, name: str, seed: int = 0) -> None:
        """Decide between activations of one salience by a strategy of CLIPS.

        Raises:
            KeyError: if there is no such strategy.
        """
        self.engine.agenda.key = None if name == "depth" else strategy_key(name, seed)

    def facts(self, *templates: str) -> Iterator[SystemFact]:
        """Yield the facts, or those of some templates, by their numbers."""
        found = self.engine.of(*(templates or self._kinds))
        yield from sorted(found, key=lambda fact: fact.index)

    def save_facts(self) -> str:
        """Return the facts in the notation, those left out that rules derive from others."""
        return "".join(f"{fact}\n" for fact in self.facts() if fact.supports is None)

    def load_facts(self, text: str) -> None:
        """Bring in facts that are written out.

        Raises:
            NotationFault: if there is a fault in it.
        """
        for form in forms_of(text):
            self.engine.declare(*_slots_in(form, self._kinds))


def _experta_rule(rule: Rule, side: LeftSide) -> Any:
    """Return a rule as experta keeps it; what it does is called by the engine."""

    def fire() -> None:
        """Do nothing: the engine calls the right side with values, not with names."""

    fire.__name__ = rule.name
    return experta.Rule(*side.conditions, salience=rule.salience)(fire)


def _changed(fact: SystemFact, slots: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
    """Return the values of a fact with some of them replaced."""
    for slot, value in slots.items():
        if slot not in fact.several and len(value) != 1:
            raise InputError(f"the slot {slot} of {fact.template} takes one value")
    new = {slot: flat(*value) if slot in fact.several else value[0] for slot, value in slots.items()}
    return {**{slot: fact[slot] for slot in fact.slots}, **new}


@lru_cache(maxsize=8)
def _rules_of(text: str) -> tuple[Form, ...]:
    """Return the forms of a text of rules, which is the same for every outline that it is run on."""
    return tuple(forms_of(text))


@lru_cache(maxsize=1 << 16)
def _written_fact(text: str, kinds: tuple[type[SystemFact], ...]) -> tuple[str, Mapping[str, Any]]:
    return _slots_in(next(forms_of(text)), {kind.template: kind for kind in kinds})


def _slots_in(form: Form, kinds: Mapping[str, type[SystemFact]]) -> tuple[str, dict[str, Any]]:
    """Return the template and the slots of a fact that is written out."""
    kind = kinds.get(form.head)
    if kind is None:
        raise fault(form.line, f"({form.head or '...'} ...) is no template; define it with deftemplate")
    slots: dict[str, Any] = {}
    for slot in form.rest:
        if not isinstance(slot, Form) or slot.head not in kind.slots:
            raise no_slot(form.line, form.head, slot, kind.slots)
        if slot.head not in kind.several and len(slot.rest) != 1:
            raise fault(slot.line, f"the slot {slot.head} of {form.head} takes one value")
        if any(isinstance(part, Form | Variable | Several | Mark) for part in slot.rest):
            raise fault(slot.line, f"{slot} holds something that is no value; write numbers, symbols or strings")
        slots[slot.head] = tuple(slot.rest) if slot.head in kind.several else slot.rest[0]
    return form.head, slots
