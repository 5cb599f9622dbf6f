"""Rankings: rules in order, most reliable first.

A ranking names its rules; what each rule asks of a match stands in the catalogue ``rules/catalogue.yaml`` or, for a
rule of one's own, in the ranking itself (see docs/add-a-rule.md).
"""

from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations_with_replacement
from typing import Literal, TypeAlias

from heuristan.expert.grades import GRADES
from heuristan.expert.matches import Kind
from heuristan.notation import Length, parse_length

DEFAULT = "deutsch-hayes-1972"
Preference: TypeAlias = Literal["vertex-order", "smallest", "largest", "fewest-fits"]
COMPOSITES = ("paper", "all", "none")
PREFERENCES: tuple[Preference, ...] = ("vertex-order", "smallest", "largest", "fewest-fits")


@dataclass(frozen=True)
class RankedRule:
    """One line of a ranking: which matches it takes."""

    name: str
    title: str
    kind: Kind
    three_sided: str | None = None
    """The grades asked of a three-sided figure, best first; None: the rule takes none."""
    four_sided: str | None = None
    only: frozenset[str] = frozenset()
    """If not empty, the only figures it takes."""
    last: frozenset[str] = frozenset()
    """Figures that it takes only where it finds no other."""
    prefer: Preference = "vertex-order"
    repeat: bool = False
    """Whether it is applied again until it yields nothing, before the rules above it are tried again."""
    may_cross: bool = False
    """Whether it takes matches that lie across an internal edge, in two subpuzzles."""
    note: str = ""

    @cached_property
    def accepted_grades(self) -> frozenset[str]:
        return accepted(self.three_sided) | accepted(self.four_sided)

    def takes(self, grades: str) -> bool:
        """Whether the grades of a match serve. A piece of more than four sides is for rules that take any piece."""
        return grades in self.accepted_grades or (len(grades) > 4 and self.takes_any_at_tightest)

    @cached_property
    def takes_any_at_tightest(self) -> bool:
        """Whether it takes any piece, whatever its grades, at the vertex where the fewest fit."""
        return self.prefer == "fewest-fits" and self.kind == "piece" and {"OOO", "OOOO"} <= self.accepted_grades


@cache
def accepted(asked: str | None) -> frozenset[str]:
    """All grades that serve where some are asked: a better side always serves for a worse one."""
    if asked is None:
        return frozenset()
    worst = [GRADES.index(grade) for grade in asked]
    return frozenset(
        "".join(grades)
        for grades in combinations_with_replacement(GRADES, len(asked))
        if all(GRADES.index(grade) <= limit for grade, limit in zip(grades, worst, strict=True))
    )


@dataclass(frozen=True)
class Ranking:
    """Rules in order, and the settings that go with them."""

    name: str
    title: str
    rules: tuple[RankedRule, ...]
    composites: Literal["paper", "all", "none"] = "paper"
    most_composites: int = 3
    shortest: Length = field(default_factory=lambda: parse_length(1))
    parallel: Length = field(default_factory=lambda: parse_length(1))
    internal_edge: Length = field(default_factory=lambda: parse_length(0))
    note: str = ""


def differences(ranking: Ranking, default: Ranking) -> list[str]:
    """How a ranking differs from another, in words; empty if it does not."""
    found = []
    mine, theirs = ([rule.name for rule in each.rules] for each in (ranking, default))
    found += [f"without {name}" for name in theirs if name not in mine]
    found += [f"with {name} at place {mine.index(name) + 1}" for name in mine if name not in theirs]
    common = [name for name in mine if name in theirs]
    if common != [name for name in theirs if name in mine]:
        found.append("in the order " + ", ".join(str(theirs.index(name) + 1) for name in common))
    for rule in ranking.rules:
        other = next((each for each in default.rules if each.name == rule.name), None)
        if other is not None and rule != other:
            changed = [key for key, value in vars(rule).items() if value != getattr(other, key)]
            found.append(f"{rule.name} has another {', '.join(changed)}")
    for key in ("composites", "most_composites", "shortest", "parallel", "internal_edge"):
        if getattr(ranking, key) != getattr(default, key):
            found.append(f"{key.replace('_', ' ')}: {getattr(ranking, key)} instead of {getattr(default, key)}")
    return found
