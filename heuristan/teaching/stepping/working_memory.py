"""The working memory as CLIPS writes facts, with values that people read."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from typing import Any

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.common.words import paragraph, plural
from heuristan.tangram.boundary import Area
from heuristan.tangram.expert.asking.standing import Standing
from heuristan.tangram.expert.engine import facts as kinds
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.explain.words import NARROW, ROOT, length
from heuristan.teaching.stepping.naming import DASH, Names
from heuristan.teaching.stepping.offered import ChoiceError

KINDS = {
    kind.__name__: kind for kind in vars(kinds).values() if isinstance(kind, type) and kind.__module__ == kinds.__name__
}
"""The kinds of facts by their names."""
_HIDDEN = frozenset({"state"})
"""Slots whose value is everything that other facts say."""


class FactWords:
    """Writes facts."""

    def __init__(self, names: Names, standing: Standing) -> None:
        self._names = names
        self._standing = standing

    def overview(self) -> Iterator[str]:
        """Count the facts of each kind."""
        counts = Counter(type(fact).__name__ for fact in self._standing.memory)
        yield f"{plural(counts.total(), 'fact')} in the working memory:"
        for kind, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
            about = (KINDS[kind].__doc__ or "").split("\n")[0]
            yield paragraph(about, f"  {count:4} {kind:14} ", " " * 22)

    def of_kind(self, word: str) -> Iterator[str]:
        """Write every fact of a kind.

        Raises:
            ChoiceError: if there is no such kind.
        """
        kind = kind_named(word)
        found = self.facts(kind)
        if not found:
            yield f"There is no fact of the kind {kind.__name__} here."
        for fact in found:
            yield self.line(fact)

    def facts(self, kind: type) -> list[Any]:
        """Return the facts of a kind."""
        return [fact for fact in self._standing.memory if type(fact) is kind]

    def line(self, fact: Any) -> str:
        """Write a fact with its number."""
        return f"{self.number(fact):6} {self.text(fact)}"

    def number(self, fact: Any) -> str:
        """Return the number of a fact, as CLIPS writes it."""
        return f"f-{self._standing.number(fact)}"

    def text(self, fact: Any) -> str:
        """Write a fact as CLIPS does."""
        order = {slot: place for place, slot in enumerate(type(fact).slots)}
        there = sorted((slot for slot in fact if slot in order and slot not in _HIDDEN), key=order.__getitem__)
        slots = (f" ({slot} {self._value(slot, fact[slot])})" for slot in there)
        return f"({type(fact).__name__}{''.join(slots)})".replace(NARROW, " ")

    def _value(self, slot: str, found: Any) -> str:
        """Write the value of a slot."""
        special = self._special.get(slot)
        if special is not None:
            return special(found)
        if isinstance(found, bool):
            return str(found).upper()
        if isinstance(found, tuple):
            return " ".join(map(str, found))
        text = str(found)
        return f'"{text}"' if " " in text or not text else text

    @cached_property
    def _special(self) -> Mapping[str, Callable[[Any], str]]:
        """What writes the values of some slots."""
        names = self._names
        lengths = ("length", "measured", "measured", "first", "last", *(f"n{k}" for k in range(1, 5)))
        headings = ("heading", *(f"h{k}" for k in range(1, 5)))
        return {
            **dict.fromkeys(lengths, names.length),
            **dict.fromkeys(headings, names.heading),
            "point": names.coordinates,
            "match": self._match,
            "area": self._area,
            "left": lambda left: " ".join(f"{name} {count}" for name, count in left),
            "matches": self._matches,
            "edges": lambda edges: " ".join(f"{a}{DASH}{b}" for a, b in edges) or "none",
            "sets": lambda sets: " or ".join(" ".join(each) for each in sets),
            "names": lambda found: " ".join(sorted(found)) or "none",
        }

    def _match(self, match: Match) -> str:
        return self._names.match(match).replace(" ", "-").replace(NARROW, "")

    def _area(self, doubled: Area) -> str:
        """Write an area in square legs."""
        whole, root = doubled
        return length((whole + root / ROOT) / 2 * self._names.session.puzzle.unit**2)

    def _matches(self, keys: Collection[MatchKey] | None) -> str:
        if keys is None:
            return "any"
        state = self._names.state
        known = {match.key: match for match in (*state.matches, *state.composites, *state.joined)}
        return " ".join(sorted(self._match(known[key]) if key in known else key[0] for key in keys)) or "none"


def kind_named(word: str) -> type:
    """Return the kind of facts that a word names, in the singular or plural.

    Raises:
        ChoiceError: if there is none.
    """
    plain = word.lower().replace("-", "").replace(" ", "")
    known = {name.lower(): kind for name, kind in KINDS.items()}
    forms = (plain, plain.removesuffix("s"), plain.removesuffix("es"))
    special = {"vertices": "vertex", "nodes": "vertex", "pieces": "stock", "composites": "held"}
    found = next((known[form] for form in (special.get(plain, plain), *forms) if form in known), None)
    if found is None:
        raise ChoiceError(f"there are no facts of the kind {shown(word)}; {nearest(word, KINDS)}")
    return found
