"""The working memory as CLIPS writes facts, with values that people read."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Any

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.common.words import paragraph, plural
from heuristan.tangram.expert.host.fact_states import key_read, lines_read, rows_of_edges
from heuristan.tangram.expert.host.run_text import kinds_of_facts
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.production.clips_notation import Symbol
from heuristan.tangram.expert.production.clips_values import shown as as_clips
from heuristan.tangram.expert.production.facts_once import SystemFact
from heuristan.tangram.explain.words import NARROW
from heuristan.teaching.asking.standing import Memory
from heuristan.teaching.stepping.naming import DASH, Names
from heuristan.teaching.stepping.offered import ChoiceError

KINDS = kinds_of_facts()
"""The kinds of facts by their names."""
_HIDDEN = frozenset({"what", "order", "numbered"})
"""Slots that compare or number what other slots and pictures say."""


class FactWords:
    """Writes facts."""

    def __init__(self, names: Names, memory: Memory) -> None:
        self._names = names
        self._memory = memory

    def overview(self) -> Iterator[str]:
        """Count the facts of each kind."""
        counts = Counter(fact.template for fact in self._memory.memory)
        yield f"{plural(counts.total(), 'fact')} in the working memory:"
        for kind, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
            yield paragraph(self._memory.templates[kind].comment, f"  {count:4} {kind:14} ", " " * 22)

    def of_kind(self, word: str) -> Iterator[str]:
        """Write every fact of a kind.

        Raises:
            ChoiceError: if there is no such kind.
        """
        kind = kind_named(word, {**KINDS, **self._memory.templates})
        found = self.facts(kind)
        if not found:
            yield f"There is no fact of the kind {kind} here."
        for fact in found:
            yield self.line(fact)

    def facts(self, kind: str) -> list[SystemFact]:
        """Return the facts of a kind."""
        return [fact for fact in self._memory.memory if fact.template == kind]

    def line(self, fact: SystemFact) -> str:
        """Write a fact with its number."""
        return f"{self.number(fact):6} {self.text(fact)}"

    def number(self, fact: SystemFact) -> str:
        """Return the number of a fact, as CLIPS writes it."""
        return f"f-{self._memory.number(fact)}"

    def text(self, fact: SystemFact) -> str:
        """Write a fact as CLIPS does."""
        slots = (f" ({slot} {self._value(slot, fact[slot])})" for slot in fact.slots if slot not in _HIDDEN)
        return f"({fact.template}{''.join(slots)})".replace(NARROW, " ").replace(" )", ")")

    def _value(self, slot: str, found: Any) -> str:
        """Write the value of a slot."""
        special = self._special.get(slot)
        if special is not None and found not in (Symbol("nil"), ()):
            with suppress(TypeError, ValueError, LookupError, AttributeError):  # a person may write anything there
                return special(found)
        return as_clips(found)

    @cached_property
    def _special(self) -> Mapping[str, Callable[[Any], str]]:
        """What writes the values of some slots."""
        names = self._names
        lengths = ("length", "measured", "first", "last", *(f"n{k}" for k in range(1, 5)))
        headings = ("heading", *(f"h{k}" for k in range(1, 5)))
        return {
            **dict.fromkeys(lengths, names.length),
            **dict.fromkeys(headings, names.heading),
            "point": names.coordinates,
            "id": self._match,
            "match": self._match,
            "edges": lambda edges: " ".join(
                f"{names.point(a)}{DASH}{names.point(b)}" for a, b, _ in rows_of_edges(edges)
            ),
            "drawn": lambda drawn: " ".join(
                f"{names.point(line.start)}{DASH}{names.point(line.end)}" for line in lines_read(drawn)
            ),
            "sets": lambda sets: " or ".join(each.replace("+", " ") for each in sets),
        }

    def _match(self, written: str) -> str:
        """Name a match by its corners, as far as it is known here."""
        known = self._known.get(key_read(written)) if "@" in written else None
        return self._names.match(known).replace(" ", "-").replace(NARROW, "") if known else written.partition("@")[0]

    @cached_property
    def _known(self) -> Mapping[MatchKey, Match]:
        state = self._names.state
        return {match.key: match for match in (*state.matches, *state.composites, *state.joined)}


def kind_named(word: str, kinds: Collection[str] = KINDS) -> str:
    """Return the kind of facts that a word names, in the singular or plural.

    Raises:
        ChoiceError: if there is none.
    """
    plain = word.lower().replace("-", "").replace(" ", "")
    known = {name.lower().replace("-", ""): name for name in kinds}
    forms = (plain, plain.removesuffix("s"), plain.removesuffix("es"))
    special = {"vertices": "vertex", "nodes": "vertex", "pieces": "stock", "composites": "held"}
    found = next((known[form] for form in (special.get(plain, plain), *forms) if form in known), None)
    if found is None:
        raise ChoiceError(f"there are no facts of the kind {shown(word)}; {nearest(word, kinds)}")
    return found
