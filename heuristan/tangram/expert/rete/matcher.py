"""A matcher for experta that joins by hash and works only on what a change of facts touches.

It stands at the place that experta leaves for a matcher (`__matcher__`) and gives the same activations as experta's own
Rete, with three differences that a reader of CLIPS expects: two equal patterns of one rule may be satisfied by
different facts; a fact that came and went between two calls is not seen; equal activations do not exist, so each is
known by its identity.

The names of a rule are those in its engine.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from operator import itemgetter
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
        self._routes: dict[type, dict[tuple[Field, ...], tuple[Getter, dict[Any, list[Memory]]]]] = defaultdict(dict)
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
        self._join(dict.fromkeys(memory for known in new for memory in known.memories))
        self._settle_gates()
        return self._conflict_set.take()

    def _join(self, memories: Collection[Memory]) -> None:
        """Join the new facts of some memories: a join above before those below, which look at its tokens."""
        joins = [(join.number, join, memory) for memory in memories for join in memory.below]
        for _, join, memory in sorted(joins, key=itemgetter(0)):
            for known in memory.waiting:
                join.meet(known)
        for memory in memories:
            memory.take_in()

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
        return (known.fact for known in self.known.values() if memory in known.memories)

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
            _, by_value = self._routes[kind.fact_type].setdefault(fields, (getter(fields), {}))
            by_value.setdefault(values[0] if len(values) == 1 else values, []).append(memory)
        return self.memories[kind]

    def _memories_for(self, fact: Fact) -> list[Memory]:
        """Return the memories of all kinds that a fact is of."""
        found = []
        for key_of, by_value in self._routes.get(type(fact), {}).values():
            try:
                key = key_of(fact)
            except KeyError:
                continue
            here = by_value.get(key, ())
            found += [memory for memory in here if memory.accepts is None or memory.accepts(fact)]
        return found

    def _learn(self, fact: Fact) -> Known:
        known = self.known[id(fact)] = Known(fact, self._memories_for(fact))
        for memory in known.memories:
            memory.waiting.append(known)
            for index in memory.counts.values():
                index.count(fact, 1)
                self._touched[index] = None
        return known

    def _forget(self, fact: Fact) -> Known:
        known = self.known.pop(id(fact))
        for memory in known.memories:
            for index in memory.joins.values():
                index.remove(known)
            for counts in memory.counts.values():
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
        chain: list[Token] = []
        token: Token | None = self._token
        while token is not None:
            chain.append(token)
            token = token.parent
        return chain[-1 - number]

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
        if came and went:
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
        unique = {id(fact): fact for fact in (*came, *went)}
        new, gone = [], []
        going = set(map(id, went))
        for identity, fact in unique.items():
            known = self.network.knows(fact)
            if known and identity in going:
                gone.append(fact)
            if known + balance[identity] > 0 and (identity in going or not known):
                new.append(fact)
        return new, gone
