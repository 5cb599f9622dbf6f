"""A Rete network with hashed memories: partial matches of rules, kept up to date as facts come and go.

A token is a partial match: facts that satisfy the first conditions of a rule together. Rules whose first conditions are
the same share the nodes that make those tokens. Tokens and facts are kept by the values that the next condition
compares, so a join is one look into a dictionary (Forgy, Artificial Intelligence 19, 1982; Doorenbos, Production
Matching for Large Learning Systems, 1995). Changes are taken as a batch:

1. facts leave and enter what `NOT` counts, so that from here on it gives its final answer;
2. tokens of the facts that went go, and those that `NOT` now stops;
3. tokens that `NOT` now lets pass go on, the last node first;
4. new facts meet the tokens of each join, the first node first; they enter the joins' own memories only afterwards, so
   a token that comes down meanwhile does not meet them twice.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from heuristan.tangram.expert.rete.conditions import Absence, Condition, Field, Getter, Kind, Testing, getter
from heuristan.tangram.expert.rete.memory import Fact, Known, Memory, Token
from heuristan.tangram.expert.rete.nodes import Activate, Check, ConflictSet, End, Join, Node, Stop


class Size(NamedTuple):
    """The number of entries in the memories of a network."""

    facts: int
    accepted: int
    """Facts that some condition of some rule accepts by themselves."""
    tokens: int
    keys: int
    """Keys of all indexes."""


class Network:
    """The nodes of all rules."""

    def __init__(self, activate: Activate) -> None:
        self.nodes: list[Node] = []
        """All nodes but the top, each after those above it."""
        self._top = Node(())
        self._conflict_set = ConflictSet(activate)
        self._memories: dict[Kind, Memory] = {}
        # for each type of fact the memories by their literals: a look by value finds the few that may accept it
        self._routes: dict[type, dict[tuple[Field, ...], tuple[Getter, dict[Any, list[Memory]]]]] = defaultdict(dict)
        self._joins: list[tuple[Join, Memory]] = []
        self._stops: list[Stop] = []
        self._known: dict[int, Known] = {}
        self._top_token = Token(self._top, None, None, ())

    def add_rule(self, name: str, conditions: Iterable[Condition]) -> None:
        """Add the nodes of a rule, as far as no rule before it has the same. Only before the first `start`."""
        node = self._top
        for condition in conditions:
            if condition not in node.below:
                node.below[condition] = self._node(node, condition)
                self.nodes.append(node.below[condition])
            node = node.below[condition]
        End(name, node, self._conflict_set)

    def start(self) -> None:
        """Forget all facts."""
        for memory in self._memories.values():
            memory.clear()
        for node in (self._top, *self.nodes):
            for index in node.looking:
                index.tokens.clear()
        self._known.clear()
        self._conflict_set.take()
        self._top_token = Token(self._top, None, None, ())
        self._top.hand_down(self._top_token)

    def change(self, adding: Iterable[Fact], deleting: Iterable[Fact]) -> tuple[list[Any], list[Any]]:
        """Take in facts that came and went, and return the activations that came and went with them.

        A fact is known by its identity: those that go are among those that came.
        """
        gone = [self._forget(fact) for fact in deleting]
        new = [self._learn(fact) for fact in adding]
        for known in gone:
            while known.tokens:
                self._conflict_set.drop(known.tokens.popitem()[0])
        self._settle_stops()
        for join, memory in self._joins:
            for known in memory.waiting:
                join.meet(known)
        for known in new:
            for memory in known.memories:
                if memory.waiting:
                    memory.take_in()
        return self._conflict_set.take()

    def knows(self, fact: Fact) -> bool:
        """Return whether a fact is in the network."""
        return id(fact) in self._known

    @property
    def facts(self) -> Iterator[Fact]:
        """The facts in the network, in the order in which they came."""
        return (known.fact for known in self._known.values())

    def size(self) -> Size:
        """Return what the memories hold."""
        indexes: list[dict[Any, Any]] = [index.tokens for node in (self._top, *self.nodes) for index in node.looking]
        for memory in self._memories.values():
            indexes += [index.known for index in memory.joins.values()]
            indexes += [index.counts for index in memory.counts.values()]
        accepted = sum(1 for known in self._known.values() if known.memories)
        return Size(len(self._known), accepted, _below(self._top_token), sum(map(len, indexes)))

    def _node(self, above: Node, condition: Condition) -> Node:
        if isinstance(condition, Testing):
            return Check(above, condition)
        if isinstance(condition, Absence):
            stop = Stop(above, condition.pattern, self._memory(condition.pattern.kind))
            self._stops.append(stop)
            return stop
        memory = self._memory(condition.kind)
        join = Join(above, condition, memory)
        self._joins.append((join, memory))
        return join

    def _memory(self, kind: Kind) -> Memory:
        if kind not in self._memories:
            memory = self._memories[kind] = Memory(kind)
            fields = tuple(field for field, _ in kind.literals)
            values = tuple(value for _, value in kind.literals)
            _, by_value = self._routes[kind.fact_type].setdefault(fields, (getter(fields), {}))
            by_value.setdefault(values[0] if len(values) == 1 else values, []).append(memory)
        return self._memories[kind]

    def _memories_for(self, fact: Fact) -> Iterator[Memory]:
        """Yield the memories of all kinds that a fact is of."""
        for key_of, by_value in self._routes.get(type(fact), {}).values():
            try:
                key = key_of(fact)
            except KeyError:
                continue
            for memory in by_value.get(key, ()):
                if memory.accepts(fact):
                    yield memory

    def _learn(self, fact: Fact) -> Known:
        known = self._known[id(fact)] = Known(fact, list(self._memories_for(fact)))
        for memory in known.memories:
            memory.waiting.append(known)
            for index in memory.counts.values():
                index.count(fact, 1)
        return known

    def _forget(self, fact: Fact) -> Known:
        known = self._known.pop(id(fact))
        for memory in known.memories:
            for index in memory.joins.values():
                index.remove(known)
            for counts in memory.counts.values():
                counts.count(fact, -1)
        return known

    def _settle_stops(self) -> None:
        """Stop the tokens that `NOT` stops now, and let those pass that it no longer stops."""
        changed = {index: index.changed() for index in dict.fromkeys(stop.facts for stop in self._stops)}
        for stop in self._stops:
            for key, stops in changed[stop.facts]:
                if stops:
                    stop.block(key, self._conflict_set)
        # what one lets pass comes to those below, which give their final answer then: these must be done before
        for stop in reversed(self._stops):
            for key, stops in changed[stop.facts]:
                if not stops:
                    stop.release(key)


def _below(token: Token) -> int:
    return sum(1 + _below(child) for child in token.children.values())
