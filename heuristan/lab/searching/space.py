"""The space of rankings that a search goes through.

A candidate is a table of plain values, so that any optimiser can propose one:

- a *place* is a number from 0 to 1: rules and entry points are in the order of their places;
- a *choice* is one of some words: whether a rule is included, what it prefers, whether it repeats, which composites
  there are.

Every candidate represents a valid ranking. The ranking that a search starts from is one of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, TypeAlias, get_args

from heuristan.tangram.expert.preferences import PREFERENCES, RANDOM, VERTEX_ORDER
from heuristan.tangram.expert.ranking import COMPOSITES, RankedRule, Ranking
from heuristan.tangram.lattice.lengths import parse_length

Candidate: TypeAlias = Mapping[str, float | str]
"""Values by name. A place has a number, a choice a word."""

Varied: TypeAlias = Literal["order", "rules", "prefer", "repeat", "entry-points", "composites", "extension-lines"]
VARIED: tuple[Varied, ...] = get_args(Varied)
ONLY_ORDER: tuple[Varied, ...] = ("order", "repeat")

YES, NO = "yes", "no"
AS_RANKED, OWN = "as ranked", "own"
"""Attempts start at every rule in rank order, or at the entry points of the candidate."""

PREFERRED = (
    *(name for name in PREFERENCES if name != RANDOM),
    "fewest-vertices best-grades",
    "best-grades fewest-vertices",
    "largest best-grades",
    "largest fewest-vertices",
    "smallest best-grades",
    "fewest-fits best-grades",
    "most-fits-left best-grades",
)
LENGTHS = ("0", "r2/2", "1", "r2", "2")
THRESHOLDS = ("shortest", "parallel", "internal_edge")
MOST_COMPOSITES = ("1", "2", "3", "4")


@dataclass(frozen=True)
class Place:
    """A number from 0 to 1. Places of one group are compared with each other."""

    group: str


@dataclass(frozen=True)
class OneOf:
    """One of some words."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Space:
    """The rankings around one: what may change, and the rules that they are made from."""

    start: Ranking
    pool: tuple[RankedRule, ...]
    """The rules of the start and rules that may be added."""
    varied: frozenset[str]
    attempts: int
    """Maximum number of entry points."""

    @classmethod
    def around(
        cls, start: Ranking, more: Iterable[RankedRule] = (), varied: Iterable[str] = VARIED, attempts: int = 10
    ) -> "Space":
        """Return the space around a ranking.

        Args:
            start: the ranking; entry points beyond the maximum are cut off.
            more: rules that may be added to its own.
            varied: what may change.
            attempts: maximum number of entry points.
        """
        pool = {rule.name: rule for rule in (*more, *start.rules)}
        own = tuple(start.rules)
        added = tuple(rule for rule in pool.values() if rule not in own)
        vary = frozenset(varied) | ({"rules"} if added else set())
        if all(rule.kind == "piece" for rule in own + added):
            vary -= {"composites"}
        return cls(trimmed(start, attempts), own + added, vary, attempts)

    @cached_property
    def parameters(self) -> Mapping[str, Place | OneOf]:
        """The parameters of a candidate that have several values."""
        found: dict[str, Place | OneOf] = {}
        for rule in self.pool:
            found |= {f"{key}: {rule.name}": parameter for key, parameter in self._of_rule(rule).items()}
        if "entry-points" in self.varied:
            found["attempts"] = OneOf((AS_RANKED, OWN))
        if "composites" in self.varied:
            found["composites"] = OneOf(COMPOSITES)
            found["most composites"] = OneOf(_with(MOST_COMPOSITES, str(self.start.most_composites)))
        if "extension-lines" in self.varied:
            found |= {key: OneOf(_with(LENGTHS, str(getattr(self.start, key)))) for key in THRESHOLDS}
        return found

    def _of_rule(self, rule: RankedRule) -> dict[str, Place | OneOf]:
        found: dict[str, Place | OneOf] = {}
        if "order" in self.varied:
            found["place"] = Place("order")
        if "rules" in self.varied:
            found["in"] = OneOf((YES, NO))
        if rule.rules_out:
            return found
        if "prefer" in self.varied:
            found["prefer"] = OneOf(_with(PREFERRED, _preference(rule)))
        if "repeat" in self.varied:
            found["repeat"] = OneOf((YES, NO))
        if "entry-points" in self.varied:
            found |= {"enters": OneOf((YES, NO)), "entry": Place("entry-points")}
        return found

    @cached_property
    def first(self) -> Candidate:
        """The candidate that represents the start."""
        return {name: self._all[name] for name in self.parameters}

    @cached_property
    def _all(self) -> Mapping[str, float | str]:
        """All values of the start, fixed ones too."""
        start, names = self.start, [rule.name for rule in self.start.rules]
        entries = entry_names(start)
        entries += tuple(rule.name for rule in self.pool if rule.name not in entries)
        order = [rule.name for rule in self.pool]
        values: dict[str, float | str] = {}
        for rule in self.pool:
            values[f"place: {rule.name}"] = _middle(order.index(rule.name), len(order))
            values[f"entry: {rule.name}"] = _middle(entries.index(rule.name), len(entries))
            values[f"in: {rule.name}"] = YES if rule.name in names else NO
            values[f"enters: {rule.name}"] = YES if rule.name in entry_names(start) else NO
            values[f"prefer: {rule.name}"] = _preference(rule)
            values[f"repeat: {rule.name}"] = YES if rule.repeat else NO
        values["attempts"] = OWN if start.entry_points else AS_RANKED
        values["composites"], values["most composites"] = start.composites, str(start.most_composites)
        return values | {key: str(getattr(start, key)) for key in THRESHOLDS}

    def ranking(self, candidate: Candidate) -> Ranking:
        """Return the ranking that a candidate represents, with the name and the texts of the start."""
        values = {**self._all, **candidate}
        rules = tuple(self._changed(rule, values) for rule in self._chosen(values))
        settings: dict[str, Any] = {key: parse_length(str(values[key])) for key in THRESHOLDS}
        settings |= {"composites": values["composites"], "most_composites": int(values["most composites"])}
        return replace(self.start, rules=rules, entry_points=self._entry_points(rules, values), **settings)

    def _chosen(self, values: Candidate) -> list[RankedRule]:
        """Return the rules that are included, in order. At least one of them extracts something."""
        chosen = [rule for rule in self.pool if values[f"in: {rule.name}"] == YES]
        if all(rule.rules_out for rule in chosen):
            chosen += [next(rule for rule in self.pool if not rule.rules_out)]
        return sorted(chosen, key=lambda rule: values[f"place: {rule.name}"])

    def _changed(self, rule: RankedRule, values: Candidate) -> RankedRule:
        if rule.rules_out:
            return rule
        words = str(values[f"prefer: {rule.name}"]).split()
        known = (word for word in PREFERENCES if word in words and word != VERTEX_ORDER)
        prefer = tuple(sorted(known, key=words.index))
        return replace(rule, prefer=prefer, repeat=values[f"repeat: {rule.name}"] == YES)

    def _entry_points(self, rules: Sequence[RankedRule], values: Candidate) -> tuple[str, ...]:
        ranked = [rule.name for rule in rules if not rule.rules_out]
        own = [name for name in ranked if values[f"enters: {name}"] == YES]
        if values["attempts"] == OWN and own:
            return tuple(sorted(own, key=lambda name: values[f"entry: {name}"]))[: self.attempts]
        return tuple(ranked[: self.attempts]) if len(ranked) > self.attempts else ()


def trimmed(ranking: Ranking, attempts: int) -> Ranking:
    """Return the ranking with only its first entry points.

    Args:
        ranking: the ranking.
        attempts: maximum number of entry points.
    """
    if len(ranking.entry_lines) <= attempts:
        return ranking
    return replace(ranking, entry_points=entry_names(ranking)[:attempts])


def entry_names(ranking: Ranking) -> tuple[str, ...]:
    """Return the rules at which attempts start, in order."""
    return tuple(ranking.rules[line].name for line in ranking.entry_lines)


def _preference(rule: RankedRule) -> str:
    return " ".join(rule.prefer) or VERTEX_ORDER


def _with(words: tuple[str, ...], word: str) -> tuple[str, ...]:
    return words if word in words else (*words, word)


def _middle(number: int, count: int) -> float:
    """Return the middle of one of some equal intervals from 0 to 1."""
    return (number + 0.5) / count
