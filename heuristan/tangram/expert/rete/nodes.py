"""The nodes of the hash matcher's network: each makes tokens out of those from above and hands them down."""

from collections.abc import Callable
from typing import Any, TypeAlias

from heuristan.tangram.expert.rete.conditions import Condition, Getter, Pattern, Testing, getter, tuple_getter
from heuristan.tangram.expert.rete.memory import Fact, Known, Memory, Token

Activate: TypeAlias = Callable[["End", Token], Any]
"""Makes the activation of a rule for a token that satisfies all its conditions."""


class ConflictSet:
    """The activations that came and went in a batch."""

    def __init__(self, activate: Activate) -> None:
        self.activate = activate
        self.added: list[Any] = []
        self.removed: list[Any] = []

    def take(self) -> tuple[list[Any], list[Any]]:
        """Return what came and what went, and close the batch."""
        changes = self.added, self.removed
        self.added, self.removed = [], []
        return changes

    def drop(self, token: Token) -> None:
        """Drop a token with everything that follows from it."""
        if token.parent is not None:
            del token.parent.children[token if token.known else token.node]
        self._drop(token)

    def _drop(self, token: Token) -> None:
        if token.known is not None:
            token.known.tokens.pop(token, None)
        token.node.forget(token)
        for child in token.children.values():
            self._drop(child)
        # all that goes in a batch goes before anything comes, so what goes here was there before
        self.removed += token.activations or ()
        # what points at each other would wait for the garbage collector
        token.children, token.activations = {}, None


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
        self.following: list[Check | End] = []

    def make(self, parent: Token, known: Known | None, values: tuple[Any, ...]) -> None:
        """Make a token and hand it down."""
        token = Token(self, parent, known, values)
        if known is None:
            parent.children[self] = token
        else:
            parent.children[token] = token
            known.tokens[token] = None
        self.hand_down(token)

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
                        join.make(token, known, values + join.bound(known.fact))
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

    def __init__(self, above: Node, pattern: Pattern, memory: Memory) -> None:
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

    def meet(self, known: Known) -> None:
        """Join a new fact with the tokens from above."""
        found = self.tokens.get(self.key_of(known.fact))
        if found is not None:
            bound = self.bound(known.fact)
            for token in found:
                self.make(token, known, token.values + bound)


class Stop(Node):
    """A fact that must not be there: tokens from above pass while no fact goes with them."""

    def __init__(self, above: Node, pattern: Pattern, memory: Memory) -> None:
        super().__init__(above.names)
        compared = {name: field for name, field in pattern.names if name in above.names}
        self.facts = memory.count_index(tuple(compared.values()))
        self.counts = self.facts.counts
        left = above.index(above.places(list(compared)))
        left.stops.append(self)
        self.tokens = left.tokens

    def block(self, key: Any, conflict_set: ConflictSet) -> None:
        """Drop what passed with some values."""
        for token in self.tokens.get(key, ()):
            conflict_set.drop(token.children[self])

    def release(self, key: Any) -> None:
        """Let pass what waits with some values."""
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
