"""A matcher for experta that joins by hash and works only on what a change of facts touches.

It stands at the place that experta leaves for a matcher (`__matcher__`) and gives the same activations as experta's own
Rete, with three differences that a reader of CLIPS expects: two equal patterns of one rule may be satisfied by
different facts; a fact that came and went between two calls is not seen; equal activations do not exist, so each is
known by its identity.

The names of a rule are those in its engine.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from heuristan.tangram.expert.experta_shim import Activation, Matcher, rules_of
from heuristan.tangram.expert.rete.conditions import (
    Absence,
    Computing,
    Condition,
    Field,
    Getter,
    Group,
    Kind,
    Testing,
    getter,
    read_conditions,
    tuple_getter,
)
from heuristan.tangram.expert.rete.nodes import (
    Activate,
    Arrival,
    Check,
    Compute,
    ConflictSet,
    CountIndex,
    End,
    Fact,
    Gate,
    Join,
    Known,
    Memory,
    Node,
    Route,
    Stop,
    Token,
)


class Network:
    """The nodes of all rules."""

    def __init__(self, activate: Activate) -> None:
        self.nodes: list[Node] = []
        """All nodes but the top, each after those above it."""
        self.top = Node(())
        self._conflict_set = ConflictSet(activate)
        self.memories: dict[Kind, Memory] = {}
        # for each type of fact the memories by their literals: a look by value finds the few that may accept it
        self._by_type: dict[type, dict[tuple[Field, ...], tuple[Getter, dict[Any, list[Memory]]]]] = defaultdict(dict)
        self._routes: dict[tuple[Memory, ...], Route] = {}
        self._touched: dict[CountIndex, None] = {}
        """The counts for `NOT` that changed in this batch."""
        self._gates: list[Gate] = []
        self.known: dict[int, Known] = {}
        """The facts in the network, by identity, in the order in which they came."""
        self.top_token = Token(self.top, None, None, ())

    def add_rule(self, name: str, conditions: Iterable[Condition]) -> None:
        """Add the nodes of a rule, as far as no rule before it has the same. Only before the first `start`."""
        End(name, self._below(self.top, conditions), self._conflict_set)

    def start(self) -> None:
        """Forget all facts."""
        for memory in self.memories.values():
            memory.clear()
        for node in (self.top, *self.nodes):
            for index in node.looking:
                index.tokens.clear()
            if isinstance(node, Join) and node.passes is None:
                node.take_over_test()
        for gate in self._gates:
            gate.counts.clear()
            gate.pending.clear()
        self.known.clear()
        self._touched.clear()
        self._conflict_set.take()
        self.top_token = Token(self.top, None, None, ())
        self.top.hand_down(self.top_token)

    def change(self, adding: Iterable[Fact], deleting: Iterable[Fact]) -> tuple[list[Any], list[Any]]:
        """Take in facts that came and went, and return the activations that came and went with them.

        A fact is known by its identity: those that go are among those that came.
        """
        gone = [self._forget(fact) for fact in deleting]
        new = [self._learn(fact) for fact in adding]
        for known in gone:
            while known.tokens:
                self._conflict_set.drop(known.tokens.popitem()[0])
        if self._touched:
            self._settle_stops()
        self._settle_gates()
        self._join(new)
        self._settle_gates()
        return self._conflict_set.take()

    def _join(self, new: Sequence[Known]) -> None:
        """Join new facts, and let the joins take them in when all are joined."""
        joins = ((join, known) for known in new for join in known.route.joins)
        for join, known in joins if len(new) == 1 else sorted(joins, key=lambda each: each[0].number):
            join.meet(known)
        for known in new:
            for index in known.route.indexes:
                index.add(known)

    def unsupported(self) -> list[Any]:
        """Return the facts that lost a support since this was asked last, each as often as it lost one."""
        found, self._conflict_set.unsupported = self._conflict_set.unsupported, []
        return found

    def _settle_gates(self) -> None:
        while waiting := [gate for gate in self._gates if gate.pending]:
            for gate in waiting:
                gate.settle(self._conflict_set)

    def knows(self, fact: Fact) -> bool:
        """Return whether a fact is in the network."""
        return id(fact) in self.known

    @property
    def facts(self) -> Iterator[Fact]:
        """The facts in the network, in the order in which they came."""
        return (known.fact for known in self.known.values())

    def node(self, conditions: Iterable[Condition]) -> Node:
        """Return the node for the first conditions of a rule."""
        node = self.top
        for condition in conditions:
            node = node.below[condition]
        return node

    def accepted_by(self, kind: Kind) -> Iterator[Fact]:
        """Yield the facts of a kind."""
        memory = self.memories[kind]
        return (known.fact for known in self.known.values() if memory in known.route.memories)

    def tokens(self) -> Iterator[Token]:
        """Yield all tokens, each before those that follow from it."""
        waiting = [self.top_token]
        while waiting:
            token = waiting.pop()
            yield token
            waiting += token.children.values()

    def _node(self, above: Node, condition: Condition) -> Node:
        if isinstance(condition, Testing):
            return Check(above, condition)
        if isinstance(condition, Computing):
            return Compute(above, condition)
        if isinstance(condition, Group):
            return self._gate(above, condition)
        if isinstance(condition, Absence):
            return Stop(above, condition.pattern, self._memory(condition.pattern.kind), len(self.nodes))
        return Join(above, condition, self._memory(condition.kind), len(self.nodes))

    def _gate(self, above: Node, group: Group) -> Gate:
        gate = Gate(above, exists=group.exists)
        last = self._below(above, group.conditions)
        self.nodes.append(Arrival(last, len(group.conditions), gate, self._conflict_set))
        above.following.append(gate)  # behind the group's own nodes: what satisfies it is counted before
        self._gates.append(gate)
        return gate

    def _below(self, node: Node, conditions: Iterable[Condition]) -> Node:
        """Return the last node for conditions, made as far as no rule has the same."""
        for condition in conditions:
            if condition not in node.below:
                node.below[condition] = self._node(node, condition)
                self.nodes.append(node.below[condition])
            node = node.below[condition]
        return node

    def _memory(self, kind: Kind) -> Memory:
        if kind not in self.memories:
            memory = self.memories[kind] = Memory(kind)
            fields = tuple(field for field, _ in kind.literals)
            values = tuple(value for _, value in kind.literals)
            _, by_value = self._by_type[kind.fact_type].setdefault(fields, (getter(fields), {}))
            by_value.setdefault(values[0] if len(values) == 1 else values, []).append(memory)
        return self.memories[kind]

    def _route_of(self, fact: Fact) -> Route:
        """Return the way to the memories of all kinds that a fact is of."""
        found: list[Memory] = []
        for key_of, by_value in self._by_type[type(fact)].values():
            try:
                here = by_value.get(key_of(fact), ())
            except KeyError:
                continue
            found += [memory for memory in here if memory.accepts is None or memory.accepts(fact)]
        memories = tuple(found)
        if memories not in self._routes:
            self._routes[memories] = Route(memories)
        return self._routes[memories]

    def _learn(self, fact: Fact) -> Known:
        known = self.known[id(fact)] = Known(fact, self._route_of(fact))
        for counts in known.route.counts:
            counts.count(fact, 1)
            self._touched[counts] = None
        return known

    def _forget(self, fact: Fact) -> Known:
        known = self.known.pop(id(fact))
        for index in known.route.indexes:
            index.remove(known)
        for counts in known.route.counts:
            counts.count(fact, -1)
            self._touched[counts] = None
        return known

    def _settle_stops(self) -> None:
        """Stop the tokens that a `NOT` stops now, and release the others."""
        changes = {index: index.changed() for index in self._touched}
        stops = sorted((stop for index in changes for stop in index.stops), key=lambda stop: stop.number)
        self._touched.clear()
        for stop in stops:
            for key, is_there in changes[stop.facts]:
                if is_there:
                    stop.block(key, self._conflict_set)
        # what one lets pass comes to those below, which give their final answer then: these must be done before
        for stop in reversed(stops):
            for key, is_there in changes[stop.facts]:
                if not is_there:
                    stop.release(key)


@lru_cache(maxsize=1 << 10)
def _getter_of(bound: tuple[str, ...], names: tuple[str, ...]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    return tuple_getter([bound.index(name) for name in names])


class Found(Activation):
    """An activation: a rule and facts that satisfy its conditions together."""

    def __init__(self, rule: Any, end: End, token: Token) -> None:
        # facts and bindings are looked up when they are asked for: most activations never fire
        # (so `Activation.__init__`, which wants them, is not called)
        self.rule = rule
        self.rule_name = end.name
        self.salience: int = rule.salience
        self.arrival = 0
        """Its number on the agenda; later ones have greater numbers."""
        self.key: Any = None
        self._names = end.names
        self._token = token

    @property
    def facts(self) -> set[Fact]:
        """The facts, each once."""
        return set(self.matched)

    @property
    def matched(self) -> tuple[Fact, ...]:
        """The facts in the order of the conditions; one may stand there twice, `NOT` and `TEST` have none."""
        return tuple(self._token.facts())

    @property
    def basis(self) -> tuple[Fact | None, ...]:
        """The facts in the order of the conditions, and None for each `NOT` and each group."""
        return self._token.basis()

    def token(self, number: int) -> Token:
        """Return the partial match of its first conditions, by their number; what experta puts first counts too."""
        return self._token.chain()[number]

    @property
    def context(self) -> dict[str, Any]:
        """The names that the conditions bind, with their values."""
        return dict(zip(self._names, self._token.values, strict=True))

    def values_of(self, names: tuple[str, ...]) -> tuple[Any, ...]:
        """Return the values of some names that the conditions bind."""
        if names == self._names:
            return self._token.values
        return _getter_of(self._names, names)(self._token.values)

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class Coming(NamedTuple):
    """A rule matched against the facts that are there, and not taken in yet."""

    name: str
    conditions: tuple[Condition, ...]
    network: Network
    activations: list[Any]


class HashMatcher(Matcher):
    """Finds the activations of an engine's rules, and of rules that come and go while facts are there.

    A rule that comes has a network of its own, which is told all facts that are there; so nothing that was matched is
    matched again. The network of a rule that goes goes with it.
    """

    def __init__(self, engine: Any) -> None:
        """Read the rules of an engine.

        Raises:
            TypeError: if a rule has a condition that this matcher does not know.
        """
        super().__init__(engine)
        self._rules = rules_of(engine)
        self.network = Network(lambda end, token: Found(self._rules[end.name], end, token))
        """The nodes of the engine's own rules."""
        for name, rule in self._rules.items():
            self.network.add_rule(name, read_conditions(name, rule))
        self._own: dict[str, Coming] = {}
        """The rules that came, by their names."""
        self._gone: set[str] = set()
        """Those of the engine's rules that went."""
        self.reset()

    def reset(self) -> None:
        """Forget all facts."""
        for network in self._networks():
            network.start()

    def _networks(self) -> Iterator[Network]:
        yield self.network
        yield from (own.network for own in self._own.values())

    def matched(self, name: str, rule: Any) -> Coming:
        """Match a rule against the facts that are there."""
        conditions, network = read_conditions(name, rule), Network(lambda end, token: Found(rule, end, token))
        network.add_rule(name, conditions)
        network.start()
        activations, _ = network.change(self.network.facts, ())
        return Coming(name, conditions, network, activations)

    def take_in(self, coming: Coming) -> None:
        """Let a rule come."""
        self._own[coming.name] = coming

    def give_up(self, name: str) -> None:
        """Let a rule go. Facts that depended on its matches alone depend on nothing from now on, as in CLIPS."""
        own = self._own.pop(name, None)
        if own is None:
            self._gone.add(name)
            return
        for token in own.network.tokens():
            for fact in token.supported or ():
                fact.supports = tuple(each for each in fact.supports or () if each is not token) or None

    def changes(
        self, adding: Iterable[Any] | None = None, deleting: Iterable[Any] | None = None
    ) -> tuple[list[Any], list[Any]]:
        """Take in facts that came and went, and return the activations that came and went with them."""
        came, went = adding or (), deleting or ()
        if not {*map(id, came)}.isdisjoint(map(id, went)):
            came, went = self._net(came, went)
        added, removed = self.network.change(came, went)
        if self._gone:
            added = [each for each in added if each.rule_name not in self._gone]
        for own in self._own.values():
            more, fewer = own.network.change(came, went)
            added, removed = [*added, *more], [*removed, *fewer]
        return added, removed

    def unsupported(self) -> list[Any]:
        """Return the facts that lost a support since this was asked last, each as often as it lost one."""
        return [fact for network in self._networks() for fact in network.unsupported()]

    def network_of(self, name: str) -> tuple[Network, tuple[Condition, ...]]:
        """Return the network of a rule, and the conditions by which its nodes are found there."""
        own = self._own.get(name)
        return (own.network, own.conditions) if own else (self.network, read_conditions(name, self._rules[name]))

    def _net(self, came: Iterable[Fact], went: Iterable[Fact]) -> tuple[list[Fact], list[Fact]]:
        """Return which facts are new and which of those known before go, if some came and went, or the other way."""
        balance = Counter(map(id, came))
        balance.subtract(map(id, went))
        knows = self.network.knows
        new = {id(fact): fact for fact in came if knows(fact) + balance[id(fact)] > 0}
        gone = {id(fact): fact for fact in went if knows(fact)}
        return list(new.values()), list(gone.values())
