"""What the network of the hash matcher remembers: facts and partial matches, by the values that conditions compare."""

from typing import Any, Protocol, TypeAlias

from heuristan.tangram.expert.rete.conditions import Field, Getter, Kind, accepting, getter

Fact: TypeAlias = Any
"""A fact of experta, which has no types."""


class Maker(Protocol):
    """A node of the network, as its tokens know it."""

    def forget(self, token: "Token") -> None:
        """Take a token out of the indexes."""


class Known:
    """A fact in the network, the memories that hold it and the tokens that end with it."""

    __slots__ = ("fact", "memories", "tokens")

    def __init__(self, fact: Fact, memories: list["Memory"]) -> None:
        self.fact = fact
        self.memories = memories
        self.tokens: dict[Token, None] = {}


class Token:
    """A partial match: that of its parent, and the fact that satisfies one condition more; none at `NOT` and `TEST`."""

    __slots__ = ("activations", "children", "known", "node", "parent", "values")

    def __init__(self, node: Maker, parent: "Token | None", known: Known | None, values: tuple[Any, ...]) -> None:
        self.node = node
        self.parent = parent
        self.known = known
        self.values = values
        self.children: dict[Any, Token] = {}
        """By the child itself, or by its node where it has no fact, as the node makes one child a token there."""
        self.activations: list[Any] | None = None

    def facts(self) -> list[Fact]:
        """Return the facts of the token in the order of the conditions."""
        found = []
        token: Token | None = self
        while token is not None:
            if token.known is not None:
                found.append(token.known.fact)
            token = token.parent
        found.reverse()
        return found


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

    __slots__ = ("before", "counts", "key_of")

    def __init__(self, fields: tuple[Field, ...]) -> None:
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

    __slots__ = ("accepts", "counts", "joins", "waiting")

    def __init__(self, kind: Kind) -> None:
        self.accepts = accepting(kind)
        self.joins: dict[tuple[Field, ...], FactIndex] = {}
        self.counts: dict[tuple[Field, ...], CountIndex] = {}
        self.waiting: list[Known] = []
        """New facts that the joins have not taken in yet."""

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

    def take_in(self) -> None:
        """Let the joins take in the new facts."""
        for index in self.joins.values():
            for known in self.waiting:
                index.add(known)
        self.waiting.clear()

    def clear(self) -> None:
        """Forget all facts."""
        for index in self.joins.values():
            index.known.clear()
        for counts in self.counts.values():
            counts.counts.clear()
            counts.before.clear()
        self.waiting.clear()
