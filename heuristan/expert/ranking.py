"""Rankings: rules in order, most reliable first, read from YAML.

A ranking names its rules; what each rule asks of a match stands in the catalogue ``rules/catalogue.yaml`` or, for a
rule of one's own, in the ranking itself (see docs/add-a-rule.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache, cached_property
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, Literal, TypeAlias

import yaml

from heuristan.expert.matches import GRADES, Kind
from heuristan.notation import Length, parse_length
from heuristan.pieces import PIECES
from heuristan.resources import folder

DEFAULT = "deutsch-hayes-1972"
Preference: TypeAlias = Literal["vertex-order", "smallest", "largest", "fewest-fits"]
PREFERENCES: tuple[Preference, ...] = ("vertex-order", "smallest", "largest", "fewest-fits")
RULE_KEYS = (
    "rule",
    "title",
    "of",
    "three-sided",
    "four-sided",
    "only",
    "last",
    "prefer",
    "repeat",
    "may-cross",
    "note",
)
RANKING_KEYS = (
    "name",
    "title",
    "note",
    "composites",
    "most-composites",
    "extension-lines",
    "rules",
)
THRESHOLD_KEYS = ("shortest", "parallel", "internal-edge")


class RankingError(ValueError):
    """A ranking that cannot be used: file, line, fault and the nearest right word."""


@dataclass(frozen=True)
class RankedRule:
    """One line of a ranking: which matches it takes."""

    name: str
    title: str
    kind: Kind
    three_sided: str | None
    """The grades asked of a three-sided figure, best first; None: the rule takes none."""
    four_sided: str | None
    only: frozenset[str]
    """If not empty, the only figures it takes."""
    last: frozenset[str]
    """Figures that it takes only where it finds no other."""
    prefer: Preference
    repeat: bool
    """Whether it is applied again until it yields nothing, before the rules above it are tried again."""
    may_cross: bool
    """Whether it takes matches that lie across an internal edge, in two subpuzzles."""
    note: str

    @cached_property
    def accepted_grades(self) -> frozenset[str]:
        return accepted(self.three_sided) | accepted(self.four_sided)


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


def ranking_names() -> list[str]:
    """The rankings that ship with heuristan, the default first."""
    names = sorted(path.stem for path in folder("rules").glob("*.yaml") if path.stem != "catalogue")
    return sorted(names, key=lambda name: name != DEFAULT)


def read_ranking(source: str | Path) -> Ranking:
    """A ranking by its name, or from a file.

    Raises:
        RankingError: there is no such ranking, or its file is wrong.
    """
    shipped = folder("rules") / f"{source}.yaml"
    if str(source) in ranking_names():
        path = shipped
    else:
        path = Path(source)
        if not path.is_file():
            raise RankingError(f"there is no ranking or file {str(source)!r}{_nearest(str(source), ranking_names())}")
    return _Reader(path).ranking()


def _nearest(word: str, words: Any) -> str:
    close = get_close_matches(word, [str(w) for w in words], n=1, cutoff=0.4)
    return f"; did you mean {close[0]!r}?" if close else f"; there are {', '.join(map(str, words))}"


class _Reader:
    """Reads one file, knowing the line of everything in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            text = path.read_text(encoding="utf-8")
            node = yaml.compose(text, Loader=yaml.SafeLoader)
        except UnicodeDecodeError:
            raise RankingError(f"{path}: the file is not UTF-8 text; save it as UTF-8") from None
        except OSError as fault:
            raise RankingError(f"{path}: the file cannot be read ({fault.strerror})") from None
        except yaml.MarkedYAMLError as fault:
            line = fault.problem_mark.line + 1 if fault.problem_mark else 1
            raise RankingError(f"{path}:{line}: this is not YAML: {fault.problem}") from None
        except (yaml.YAMLError, RecursionError, ValueError) as fault:
            raise RankingError(f"{path}: this is not YAML: {type(fault).__name__}") from None
        self.root = node

    def fault(self, node: yaml.Node | None, message: str) -> RankingError:
        line = node.start_mark.line + 1 if node is not None else 1
        return RankingError(f"{self.path}:{line}: {message}")

    def mapping(self, node: yaml.Node | None, keys: tuple[str, ...], what: str) -> dict[str, yaml.Node]:
        if not isinstance(node, yaml.MappingNode) or not node.value:
            raise self.fault(node, f"{what} is empty or no mapping; it has the keys {', '.join(keys)}")
        found: dict[str, yaml.Node] = {}
        for key, value in node.value:
            if key.value not in keys:
                raise self.fault(key, f"{what} has no key {key.value!r}{_nearest(str(key.value), keys)}")
            if key.value in found:
                raise self.fault(key, f"the key {key.value!r} stands twice; remove one")
            found[key.value] = value
        return found

    def text(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode):
            raise self.fault(node, "a single word or text is wanted here")
        return str(node.value)

    def one_of(self, node: yaml.Node, words: Any) -> str:
        word = self.text(node)
        if word not in words:
            raise self.fault(node, f"unknown word {word!r}{_nearest(word, words)}")
        return word

    def names(self, node: yaml.Node) -> list[yaml.Node]:
        if not isinstance(node, yaml.SequenceNode) or not node.value:
            raise self.fault(node, "a list with at least one entry is wanted here, like [small-triangle]")
        return list(node.value)

    def ranking(self) -> Ranking:
        keys = self.mapping(self.root, RANKING_KEYS, "a ranking")
        if "rules" not in keys:
            raise self.fault(self.root, "the ranking has no rules; add 'rules:' and a list of rules")
        rules: list[RankedRule] = []
        for node in self.names(keys["rules"]):
            rule = self.ranked_rule(node)
            if rule.name in [earlier.name for earlier in rules]:
                raise self.fault(node, f"the rule {rule.name!r} stands twice; a ranking has each rule once")
            rules.append(rule)
        lines = self.thresholds(keys.get("extension-lines"))
        composites = self.one_of(keys["composites"], ("paper", "all", "none")) if "composites" in keys else "paper"
        return Ranking(
            name=self.text(keys["name"]) if "name" in keys else self.path.stem,
            title=self.text(keys["title"]) if "title" in keys else self.path.stem,
            rules=tuple(rules),
            composites=composites,  # type: ignore[arg-type]
            most_composites=self.count(keys["most-composites"]) if "most-composites" in keys else 3,
            note=" ".join(self.text(keys["note"]).split()) if "note" in keys else "",
            **lines,
        )

    def count(self, node: yaml.Node) -> int:
        word = self.text(node)
        if not word.isdecimal() or len(word) > 3:
            raise self.fault(node, f"{word!r} is no count; write a whole number such as 3")
        return int(word)

    def thresholds(self, node: yaml.Node | None) -> dict[str, Length]:
        if node is None:
            return {}
        found = {}
        for key, value in self.mapping(node, THRESHOLD_KEYS, "extension-lines").items():
            try:
                found[key.replace("-", "_")] = parse_length(self.text(value))
            except ValueError as fault:
                raise self.fault(value, str(fault)) from None
        return found

    def ranked_rule(self, node: yaml.Node) -> RankedRule:
        if isinstance(node, yaml.ScalarNode):
            return self.from_catalogue(node, str(node.value), {})
        keys = self.mapping(node, RULE_KEYS, "a rule")
        if "rule" not in keys:
            raise self.fault(node, "the rule has no name; add 'rule: NAME'")
        name = self.text(keys["rule"])
        if "of" in keys:
            return self.defined(node, name, keys)
        return self.from_catalogue(keys["rule"], name, keys)

    def from_catalogue(self, node: yaml.Node, name: str, changes: Mapping[str, yaml.Node]) -> RankedRule:
        if name not in catalogue():
            raise self.fault(
                node, f"unknown rule {name!r}{_nearest(name, catalogue())} (a rule of your own needs 'of:' and grades)"
            )
        return self.changed(catalogue()[name], changes)

    def changed(self, rule: RankedRule, keys: Mapping[str, yaml.Node]) -> RankedRule:
        """The rule with the settings that a ranking or the catalogue gives it."""
        settings: dict[str, Any] = {}
        for key, node in keys.items():
            if key == "three-sided":
                settings["three_sided"] = self.grades(node, 3)
            elif key == "four-sided":
                settings["four_sided"] = self.grades(node, 4)
            elif key in ("only", "last"):
                settings[key] = frozenset(self.figure(name, rule.kind) for name in self.names(node))
            elif key == "prefer":
                settings[key] = self.one_of(node, PREFERENCES)
            elif key in ("repeat", "may-cross"):
                settings[key.replace("-", "_")] = self.one_of(node, ("true", "false")) == "true"
            elif key in ("title", "note"):
                settings[key] = " ".join(self.text(node).split())
        return replace(rule, **settings)

    def defined(self, node: yaml.Node, name: str, keys: Mapping[str, yaml.Node]) -> RankedRule:
        if "three-sided" not in keys and "four-sided" not in keys:
            raise self.fault(node, f"the rule {name!r} takes nothing; add 'three-sided:' or 'four-sided:' with grades")
        kind: Kind = "piece" if self.one_of(keys["of"], ("pieces", "composites")) == "pieces" else "composite"
        blank = RankedRule(name, name, kind, None, None, frozenset(), frozenset(), "vertex-order", False, False, "")
        return self.changed(blank, keys)

    def grades(self, node: yaml.Node, sides: int) -> str:
        word = self.text(node).upper()
        wrong = [letter for letter in word if letter not in GRADES]
        if wrong:
            raise self.fault(
                node, f"unknown grade {wrong[0]!r}; the grades are E (edge), M (mixed), X (extension line), O (open)"
            )
        if len(word) != sides:
            raise self.fault(node, f"{word!r} has {len(word)} grades; a {sides}-sided figure has {sides}")
        return "".join(sorted(word, key=GRADES.index))

    def figure(self, node: yaml.Node, kind: Kind) -> str:
        return self.one_of(node, PIECES) if kind == "piece" else self.text(node)


@cache
def catalogue() -> Mapping[str, RankedRule]:
    """The rules that rankings can name."""
    reader = _Reader(folder("rules") / "catalogue.yaml")
    found: dict[str, RankedRule] = {}
    for node in reader.names(reader.mapping(reader.root, ("rules",), "the catalogue")["rules"]):
        keys = reader.mapping(node, RULE_KEYS, "a rule")
        rule = reader.defined(node, reader.text(keys["rule"]), keys)
        found[rule.name] = rule
    return found


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
