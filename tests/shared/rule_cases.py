"""The cases of the rules, read from their files.

A file names a rule of the catalogue, or has a rule of its own, as a ranking has it.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import yaml

from heuristan.common.plain_yaml import Table, read_yaml
from heuristan.tangram.expert.chooser import Chooser
from heuristan.tangram.expert.decision import Decision
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.ranking_entries import catalogue, ranked_rule
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.lengths import parse_length
from heuristan.tangram.outlines.exact_rings import as_lattice, nested
from shared.places import TOP
from shared.states import every_match, state_of

FOLDER = TOP / "tests" / "cases"


ANYTHING = replace(catalogue()["vertex-fit"], prefer=())


@dataclass(frozen=True)
class Case:
    rule: RankedRule
    fields: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.rule.name}: {self.fields['case']}"

    @property
    def takes(self) -> str | None:
        return self.fields.get("takes")

    @property
    def preferred_to(self) -> list[str]:
        return list(self.fields.get("preferred-to", []))

    @property
    def rules_out(self) -> list[str]:
        return list(self.fields.get("rules-out", []))

    @property
    def ruled_out_before(self) -> frozenset[MatchKey]:
        """The first matches of these names."""
        wanted = Counter(self.fields.get("ruled-out-before", []))
        by_name: dict[str, list[MatchKey]] = {}
        for match in every_match(self.state):
            by_name.setdefault(named(match), []).append(match.key)
        return frozenset(key for name, count in wanted.items() for key in by_name[name][:count])

    @property
    def accepted(self) -> list[str]:
        return [*filter(None, [self.takes]), *self.preferred_to, *self.rules_out]

    @property
    def refused(self) -> list[str]:
        """Matches that are there and that the rule does not accept."""
        return [*self.fields.get("declines", []), *self.fields.get("passes-over", [])]

    @property
    def state(self) -> State:
        outline = self.fields["outline"]
        rings = outline if isinstance(outline[0][0], list) else [outline]
        corners = [[(parse_length(x), parse_length(y)) for x, y in ring] for ring in rings]
        lattice, denominator, _ = as_lattice(corners)
        return state_of(nested(lattice), Counter(self.fields["stock"]), denominator=denominator)

    def decide(self) -> Decision:
        below = (ANYTHING,) * self.rule.rules_out
        return Chooser((self.rule, *below)).decide(self.state, 0, self.ruled_out_before)


def cases() -> list[Case]:
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        if path.stem != "road":
            text = path.read_text(encoding="utf-8")
            node = read_yaml(text)
            assert isinstance(node, Table)
            rule = ranked_rule(node.entries["rule"])
            found += [Case(rule, fields) for fields in yaml.safe_load(text)["cases"]]
    return found


def named(match: Match) -> str:
    """A match as the cases write it: its name, its grades, and whether it lies across an internal edge."""
    return f"{match.placement.name} {match.grades}" + " across" * match.crosses_internal_edge


CASES = cases()
