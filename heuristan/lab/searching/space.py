"""The moves of a search, each from a ranking to another one that is valid: what may change, and how."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, Literal, TypeAlias, get_args

from heuristan.tangram.expert.preferences import PREFERENCES, RANDOM, VERTEX_ORDER
from heuristan.tangram.expert.ranking import COMPOSITES, RankedRule, Ranking
from heuristan.tangram.lattice.lengths import parse_length

Varied: TypeAlias = Literal["order", "rules", "prefer", "repeat", "entry-points", "composites", "extension-lines"]
VARIED: tuple[Varied, ...] = get_args(Varied)

Move: TypeAlias = Callable[[Ranking, Random], Ranking]
"""Returns a ranking in which one thing is otherwise; the same ranking where that is not possible."""

PREFERRED: tuple[tuple[str, ...], ...] = (
    *((name,) if name != VERTEX_ORDER else () for name in PREFERENCES if name != RANDOM),
    ("fewest-vertices", "best-grades"),
    ("best-grades", "fewest-vertices"),
    ("largest", "best-grades"),
    ("largest", "fewest-vertices"),
    ("smallest", "best-grades"),
    ("fewest-fits", "best-grades"),
    ("most-fits-left", "best-grades"),
)
LENGTHS = tuple(map(parse_length, ("0", "r2/2", "1", "r2", "2")))
THRESHOLDS = ("shortest", "parallel", "internal_edge")
MOST_COMPOSITES = (1, 2, 3, 4)

STAYING = 0.55
"""Chance to end after each move."""

ORDERS = 0.5
"""Share of moves that change the place of a rule, if more than the order may change."""

FAR = 60
"""Number of moves after which hardly anything is as it was."""


@dataclass(frozen=True)
class Space:
    """The rankings around one: what may change, and the rules that may be added."""

    start: Ranking
    more: tuple[RankedRule, ...]
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
        names = {rule.name for rule in start.rules}
        added = tuple(rule for rule in more if rule.name not in names)
        return cls(trimmed(start, attempts), added, frozenset(varied) | ({"rules"} if added else set()), attempts)

    @cached_property
    def pool(self) -> tuple[RankedRule, ...]:
        """The rules of the start and those that may be added."""
        return (*self.start.rules, *self.more)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves that change something else than the order."""
        found: dict[str, Move] = {"rules": self._in_or_out, "prefer": _preferring, "repeat": _repeating}
        found |= {"entry-points": _entering, "extension-lines": _measuring}
        if any(rule.kind == "composite" for rule in self.pool):
            found["composites"] = _composing
        return tuple(move for name, move in found.items() if name in self.varied)

    def moved(self, ranking: Ranking, rng: Random) -> Ranking:
        """Return a ranking that is one or a few moves away."""
        ranking = self._changed(ranking, rng)
        while rng.random() >= STAYING:
            ranking = self._changed(ranking, rng)
        return ranking

    def anywhere(self, rng: Random) -> Ranking:
        """Return a ranking that is many moves away from the start."""
        ranking = self.start
        for _ in range(FAR):
            ranking = self._changed(ranking, rng)
        return ranking

    def _changed(self, ranking: Ranking, rng: Random) -> Ranking:
        is_order = "order" in self.varied and (not self.moves or rng.random() < ORDERS)
        if not is_order and not self.moves:
            return ranking
        return trimmed((_reordered if is_order else rng.choice(self.moves))(ranking, rng), self.attempts)

    def _in_or_out(self, ranking: Ranking, rng: Random) -> Ranking:
        """Take a rule in, anywhere if the order may change, or leave one out; one that extracts something stays."""
        rule, rules = rng.choice(self.pool), list(ranking.rules)
        left = [each for each in rules if each.name != rule.name]
        if len(left) == len(rules):
            order = [each.name for each in self.pool]
            before = [each for each in rules if order.index(each.name) < order.index(rule.name)]
            rules.insert(rng.randrange(len(rules) + 1) if "order" in self.varied else len(before), rule)
        elif any(not each.rules_out for each in left):
            rules = left
        names = {each.name for each in rules}
        return replace(
            ranking, rules=tuple(rules), entry_points=tuple(name for name in ranking.entry_points if name in names)
        )


def _reordered(ranking: Ranking, rng: Random) -> Ranking:
    return replace(ranking, rules=tuple(_placed(ranking.rules, rng)))


def _placed(items: Sequence[RankedRule], rng: Random) -> list[RankedRule]:
    """Return items after one of them is moved between two others, mostly nearby."""
    found = list(items)
    here = rng.randrange(len(found))
    there = here + rng.choice((-1, 1)) * (1 + int(rng.expovariate(0.5)))
    found.insert(max(0, min(len(found) - 1, there)), found.pop(here))
    return found


def _preferring(ranking: Ranking, rng: Random) -> Ranking:
    return _with_rule(ranking, rng, lambda rule: replace(rule, prefer=rng.choice(PREFERRED)))


def _repeating(ranking: Ranking, rng: Random) -> Ranking:
    return _with_rule(ranking, rng, lambda rule: replace(rule, repeat=not rule.repeat))


def _with_rule(ranking: Ranking, rng: Random, change: Callable[[RankedRule], RankedRule]) -> Ranking:
    """Return a ranking in which a rule that extracts something is changed."""
    chosen = rng.choice([rule for rule in ranking.rules if not rule.rules_out])
    return replace(ranking, rules=tuple(change(rule) if rule == chosen else rule for rule in ranking.rules))


def _entering(ranking: Ranking, rng: Random) -> Ranking:
    """Let attempts start at every rule again, or at another rule, at one less, or in another order."""
    entries, extracting = list(entry_names(ranking)), [rule.name for rule in ranking.rules if not rule.rules_out]
    name, way = rng.choice(extracting), rng.choice(("all", "one", "order"))
    if way == "all":
        entries = []
    elif way == "order":
        rng.shuffle(entries)
    elif name not in entries:
        entries.insert(rng.randrange(len(entries) + 1), name)
    elif len(entries) > 1:
        entries.remove(name)
    return replace(ranking, entry_points=tuple(entries))


def _composing(ranking: Ranking, rng: Random) -> Ranking:
    return _set(ranking, rng, {"composites": COMPOSITES, "most_composites": MOST_COMPOSITES})


def _measuring(ranking: Ranking, rng: Random) -> Ranking:
    return _set(ranking, rng, dict.fromkeys(THRESHOLDS, LENGTHS))


def _set(ranking: Ranking, rng: Random, values: Mapping[str, Sequence[Any]]) -> Ranking:
    """Return a ranking in which one of some settings has one of its values."""
    name = rng.choice([*values])
    return replace(ranking, **{name: rng.choice(values[name])})


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
