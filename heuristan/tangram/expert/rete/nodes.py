"""The memories of the hash matcher, which keep facts by their values, and its nodes, which make tokens of them."""

from collections.abc import Callable
from typing import Any, TypeAlias

from heuristan.tangram.expert.experta_shim import InitialFact
from heuristan.tangram.expert.rete.conditions import (
    Computing,
    Condition,
    Field,
    Getter,
    Kind,
    Pattern,
    Testing,
    accepting,
    getter,
    tuple_getter,
)

Fact: TypeAlias = Any
"""A fact of experta, which has no types."""


class Route:
    """Where facts go that are of the same kinds."""

    __slots__ = ("counts", "indexes", "joins", "memories")

    def __init__(self, memories: "tuple[Memory, ...]") -> None:
        self.memories = memories
        self.joins = sorted((join for memory in memories for join in memory.below), key=lambda join: join.number)
        """A join above before those below, which look at its tokens."""
        self.indexes = [index for memory in memories for index in memory.joins.values()]
        self.counts = [counts for memory in memories for counts in memory.counts.values()]


class Known:
    """A fact in the network, the memories that hold it and the tokens that end with it."""

    __slots__ = ("fact", "route", "tokens")

    def __init__(self, fact: Fact, route: Route) -> None:
        self.fact = fact
        self.route = route
        self.tokens: dict[Token, None] = {}


CHILDLESS: "dict[Any, Token]" = {}
"""The children of all tokens that have none: most of them never have any."""


class Token:
    """A partial match: that of its parent, and the fact that satisfies one condition more; none at `NOT` and `TEST`."""

    __slots__ = ("activations", "children", "is_gone", "known", "node", "parent", "supported", "values")

    def __init__(self, node: "Node", parent: "Token | None", known: Known | None, values: tuple[Any, ...]) -> None:
        self.node = node
        self.parent = parent
        self.known = known
        self.values = values
        self.children: dict[Any, Token] = CHILDLESS
        """By the child itself, or by its node where it has no fact, as the node makes one child a token there."""
        self.activations: list[Any] | None = None
        self.supported: list[Any] | None = None
        """The facts that are there because of it."""
        self.is_gone = False
        if known is not None:
            known.tokens[self] = None
        if parent is not None:
            key = node if known is None else self
            if parent.children is CHILDLESS:
                parent.children = {key: self}
            else:
                parent.children[key] = self

    def chain(self) -> "list[Token]":
        """Return the partial matches that led to it, the first of them first, and itself."""
        found, token = [self], self.parent
        while token is not None:
            found.append(token)
            token = token.parent
        return found[::-1]

    def facts(self) -> list[Fact]:
        """Return the facts of the token in the order of the conditions."""
        return [token.known.fact for token in self.chain() if token.known is not None]

    def basis(self) -> tuple[Fact | None, ...]:
        """Return its facts in the order of the conditions, and None for each `NOT` and each group."""
        chain = (token for token in self.chain() if token.known or isinstance(token.node, Stop | Gate))
        facts = (token.known and token.known.fact for token in chain)
        return tuple(fact for fact in facts if not isinstance(fact, InitialFact))


class FactIndex:
    """The facts of a memory by some of their values, for joins."""

    __slots__ = ("key_of", "known")

    def __init__(self, fields: tuple[Field, ...]) -> None:
        self.key_of: Getter = getter(fields)
        self.known: dict[Any, dict[Known, None]] = {}

    def add(self, known: Known) -> None:
        """Take in a fact."""
        self.known.setdefault(self.key_of(known.fact), {})[known] = None

    def remove(self, known: Known) -> None:
        """Take out a fact."""
        key = self.key_of(known.fact)
        bucket = self.known[key]
        del bucket[known]
        if not bucket:
            del self.known[key]


class CountIndex:
    """The number of facts of a memory by some of their values, for `NOT`."""

    __slots__ = ("before", "counts", "key_of", "stops")

    def __init__(self, fields: tuple[Field, ...]) -> None:
        self.stops: list[Stop] = []
        """The nodes that look at it."""
        self.key_of: Getter = getter(fields)
        self.counts: dict[Any, int] = {}
        self.before: dict[Any, bool] = {}
        """For the values of facts that came or went in this batch, whether there were any before."""

    def count(self, fact: Fact, change: int) -> None:
        """Add to the number of facts with the values of one."""
        key = self.key_of(fact)
        number = self.counts.get(key, 0)
        self.before.setdefault(key, number > 0)
        if number + change:
            self.counts[key] = number + change
        else:
            del self.counts[key]

    def changed(self) -> list[tuple[Any, bool]]:
        """Return for which values facts are there now (True) or no longer (False), and close the batch."""
        found = [(key, key in self.counts) for key, before in self.before.items() if before != (key in self.counts)]
        self.before.clear()
        return found


class Memory:
    """The facts of one kind."""

    __slots__ = ("accepts", "below", "counts", "joins")

    def __init__(self, kind: Kind) -> None:
        self.below: list[Join] = []
        """The joins that look for facts in it."""
        self.accepts = accepting(kind)
        self.joins: dict[tuple[Field, ...], FactIndex] = {}
        self.counts: dict[tuple[Field, ...], CountIndex] = {}

    def index(self, fields: tuple[Field, ...]) -> FactIndex:
        """Return the index by some fields, for joins."""
        if fields not in self.joins:
            self.joins[fields] = FactIndex(fields)
        return self.joins[fields]

    def count_index(self, fields: tuple[Field, ...]) -> CountIndex:
        """Return the index by some fields, for `NOT`."""
        if fields not in self.counts:
            self.counts[fields] = CountIndex(fields)
        return self.counts[fields]

    def clear(self) -> None:
        """Forget all facts."""
        for index in self.joins.values():
            index.known.clear()
        for counts in self.counts.values():
            counts.counts.clear()
            counts.before.clear()


Activate: TypeAlias = Callable[["End", Token], Any]
"""Makes the activation of a rule for a token that satisfies all its conditions."""


class ConflictSet:
    """The activations that came and went in a batch."""

    def __init__(self, activate: Activate) -> None:
        self.activate = activate
        self.added: list[Any] = []
        self.removed: list[Any] = []
        self.unsupported: list[Any] = []
        """The facts that lost a support."""

    def take(self) -> tuple[list[Any], list[Any]]:
        """Return the activations added and removed, and close the batch."""
        added, removed = self.added, self.removed
        self.added, self.removed = [], []
        if added and removed:  # what a group lets pass first, it may stop later in the batch
            both = set(map(id, added)) & set(map(id, removed))
            if both:
                added = [each for each in added if id(each) not in both]
                removed = [each for each in removed if id(each) not in both]
        return added, removed

    def drop(self, token: Token) -> None:
        """Drop a token with everything that follows from it."""
        if token.parent is not None:
            del token.parent.children[token if token.known else token.node]
        self._drop(token)

    def _drop(self, token: Token) -> None:
        if token.known is not None:
            token.known.tokens.pop(token, None)
        token.node.forget(token)
        if token.children:
            for child in token.children.values():
                self._drop(child)
            token.children = CHILDLESS  # what points at each other would wait for the garbage collector
        if token.activations:
            self.removed += token.activations
            token.activations = None
        if token.supported:
            self.unsupported += token.supported
        token.is_gone = True


class TokenIndex:
    """The tokens of a node by some of their values, and the nodes below that compare these."""

    __slots__ = ("joins", "key_of", "stops", "tokens")

    def __init__(self, places: tuple[int, ...]) -> None:
        self.key_of: Getter = getter(places)
        self.tokens: dict[Any, dict[Token, None]] = {}
        self.joins: list[Join] = []
        self.stops: list[Stop] = []


class Node:
    """A place in the network."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        """The names of the values of its tokens, in order."""
        self.below: dict[Condition, Node] = {}
        self.indexes: dict[tuple[int, ...], TokenIndex] = {}
        self.looking: list[TokenIndex] = []
        self.following: list[Check | Compute | Gate | Arrival | End] = []

    def make(self, parent: Token, known: Known | None, values: tuple[Any, ...]) -> None:
        """Make a token and hand it down."""
        self.hand_down(Token(self, parent, known, values))

    def hand_down(self, token: Token) -> None:
        """Remember a token, and let the nodes below go on with it."""
        values = token.values
        for index in self.looking:
            key = index.key_of(values)
            bucket = index.tokens.get(key)
            if bucket is None:
                index.tokens[key] = {token: None}
            else:
                bucket[token] = None
            for join in index.joins:
                found = join.facts.get(key)
                if found is not None:
                    for known in found:
                        joined = values + join.bound(known.fact)
                        if join.passes is None or join.passes(joined):
                            join.make(token, known, joined)
            for stop in index.stops:
                if key not in stop.counts:
                    stop.make(token, None, values)
        for follower in self.following:
            follower.follow(token)

    def forget(self, token: Token) -> None:
        """Take a token out of the indexes."""
        for index in self.looking:
            key = index.key_of(token.values)
            bucket = index.tokens[key]
            del bucket[token]
            if not bucket:
                del index.tokens[key]

    def index(self, places: tuple[int, ...]) -> TokenIndex:
        """Return the index of its tokens by the values at some places."""
        if places not in self.indexes:
            self.indexes[places] = TokenIndex(places)
            self.looking.append(self.indexes[places])
        return self.indexes[places]

    def places(self, names: list[str]) -> tuple[int, ...]:
        """Return where its tokens have the values of some names."""
        return tuple(self.names.index(name) for name in names)


class Join(Node):
    """A fact that must be there: one token for each that goes with a token from above."""

    def __init__(self, above: Node, pattern: Pattern, memory: Memory, number: int) -> None:
        self.number = number
        """Greater than that of every node above."""
        memory.below.append(self)
        compared = {name: field for name, field in pattern.names if name in above.names}
        new = {name: field for name, field in pattern.names if name not in above.names}
        names = (*above.names, *new)
        fields = tuple_getter(list(new.values()))
        self.bound: Callable[[Fact], tuple[Any, ...]] = fields
        if pattern.capture is not None:
            names = (*names, pattern.capture)
            self.bound = lambda fact: (*fields(fact), fact)
        super().__init__(names)
        right = memory.index(tuple(compared.values()))
        self.key_of = right.key_of
        self.facts = right.known
        left = above.index(above.places(list(compared)))
        left.joins.append(self)
        self.tokens = left.tokens
        self.passes: Callable[[tuple[Any, ...]], Any] | None = None
        """The test that the node below would make first of all."""

    def meet(self, known: Known) -> None:
        """Join a new fact with the tokens from above."""
        found = self.tokens.get(self.key_of(known.fact))
        if found is not None:
            bound = self.bound(known.fact)
            for token in found:
                joined = token.values + bound
                if self.passes is None or self.passes(joined):
                    self.make(token, known, joined)

    def take_over_test(self) -> None:
        """Make no tokens that would fail at once, if nothing but a test goes on with them."""
        check = self.following[0] if self.following else None
        if len(self.following) == 1 and not self.looking and isinstance(check, Check):
            self.passes, check.passes = check.passes, lambda _: True


class Stop(Node):
    """A fact that must not be there: tokens from above pass while no fact goes with them."""

    def __init__(self, above: Node, pattern: Pattern, memory: Memory, number: int) -> None:
        super().__init__(above.names)
        self.number = number
        """Greater than that of every node above."""
        compared = {name: field for name, field in pattern.names if name in above.names}
        self.facts = memory.count_index(tuple(compared.values()))
        self.facts.stops.append(self)
        self.counts = self.facts.counts
        left = above.index(above.places(list(compared)))
        left.stops.append(self)
        self.tokens = left.tokens

    def block(self, key: Any, conflict_set: ConflictSet) -> None:
        """Drop the tokens that passed with some values."""
        for token in self.tokens.get(key, ()):
            conflict_set.drop(token.children[self])

    def release(self, key: Any) -> None:
        """Pass on the tokens that wait with some values."""
        for token in self.tokens.get(key, ()):
            self.make(token, None, token.values)


class Check(Node):
    """A `TEST`: tokens from above that satisfy it pass. It is called once for each token."""

    def __init__(self, above: Node, testing: Testing) -> None:
        super().__init__(above.names)
        arguments = tuple_getter(above.places(list(testing.parameters)))
        test = testing.test
        self.passes: Callable[[tuple[Any, ...]], Any] = lambda values: test(*arguments(values))
        above.following.append(self)

    def follow(self, token: Token) -> None:
        """Let a token pass if it satisfies the test."""
        if self.passes(token.values):
            self.make(token, None, token.values)


class Compute(Node):
    """A value computed from those of a token."""

    def __init__(self, above: Node, computing: Computing) -> None:
        super().__init__((*above.names, computing.name))
        arguments, function = tuple_getter(above.places(list(computing.parameters))), computing.function
        self.value: Callable[[tuple[Any, ...]], Any] = lambda values: function(*arguments(values))
        above.following.append(self)

    def follow(self, token: Token) -> None:
        """Pass a token on with the value."""
        self.make(token, None, (*token.values, self.value(token.values)))


class Gate(Node):
    """A group of conditions: tokens from above pass while it is satisfied, or while it is not.

    The group has nodes of its own below the node above; `Arrival` counts what comes to their end for each token.
    """

    def __init__(self, above: Node, *, exists: bool) -> None:
        super().__init__(above.names)
        self.exists = exists
        self.counts: dict[Token, int] = {}
        self.pending: list[Token] = []
        """Tokens from above for which a way to satisfy the group has gone."""

    def follow(self, token: Token) -> None:
        """Let a token pass if it may."""
        if (token in self.counts) == self.exists and self not in token.children:
            self.make(token, None, token.values)

    def settle(self, conflict_set: ConflictSet) -> None:
        """Stop or pass the tokens that wait for it."""
        pending, self.pending = self.pending, []
        for token in pending:
            if not token.is_gone:
                self.decide(token, conflict_set)

    def decide(self, token: Token, conflict_set: ConflictSet) -> None:
        """Stop a token that passed and may not, or let it pass if it may now."""
        if (token in self.counts) == self.exists:
            self.follow(token)
        elif self in token.children:
            conflict_set.drop(token.children[self])


class Arrival(Node):
    """The end of a group: each token that comes here is a way to satisfy it for a token above."""

    def __init__(self, last: Node, size: int, gate: Gate, conflict_set: ConflictSet) -> None:
        super().__init__(last.names)
        self._size = size
        self._gate = gate
        self._conflict_set = conflict_set
        self._owners: dict[Token, Token] = {}
        last.following.append(self)

    def follow(self, token: Token) -> None:
        """Count a way to satisfy the group."""
        owner = token
        for _ in range(self._size):
            assert owner.parent is not None
            owner = owner.parent
        mark = Token(self, token, None, ())
        self._owners[mark] = owner
        counts = self._gate.counts
        counts[owner] = counts.get(owner, 0) + 1
        if counts[owner] == 1:
            self._gate.decide(owner, self._conflict_set)

    def forget(self, token: Token) -> None:
        """Take a way out of the count."""
        owner = self._owners.pop(token)
        counts = self._gate.counts
        counts[owner] -= 1
        if not counts[owner]:
            del counts[owner]
            self._gate.pending.append(owner)


class End:
    """The end of a rule: each token that comes here is an activation."""

    def __init__(self, name: str, above: Node, conflict_set: ConflictSet) -> None:
        self.name = name
        self.names = above.names
        self._conflict_set = conflict_set
        above.following.append(self)

    def follow(self, token: Token) -> None:
        """Make the activation and keep it with the token."""
        activation = self._conflict_set.activate(self, token)
        token.activations = [*(token.activations or ()), activation]
        self._conflict_set.added.append(activation)
