"""Rankings in YAML: their names and texts, and the reader of their entries."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from heuristan.common import plain_yaml
from heuristan.common.faults import InputError, nearest
from heuristan.common.files import folder, read_text
from heuristan.common.plain_yaml import (
    Items,
    Node,
    PlainYamlError,
    Table,
    Text,
    as_items,
    as_table,
    as_text,
    count_of,
    is_true,
    located,
    one_of,
    read_yaml,
)
from heuristan.common.quoting import shown
from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.figures import Kind
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.own_rules import OwnRules
from heuristan.tangram.expert.preferences import PREFERENCES, VERTEX_ORDER
from heuristan.tangram.expert.production.clips_notation import NotationFault
from heuristan.tangram.expert.ranking import COMPOSITES, DEFAULT, RankedRule, Ranking, first_of_rank
from heuristan.tangram.lattice.lengths import Length, parse_length
from heuristan.tangram.outlines.piece_sets import piece_set_names, read_piece_set
from heuristan.tangram.pieces.sets import TANGRAM

CATALOGUE = "catalogue"
RULE_KEYS = (
    "rule",
    "title",
    "of",
    "three-sided",
    "four-sided",
    "only",
    "last",
    "prefer",
    "evidence",
    "repeat",
    "may-cross",
    "note",
)
OWN_KEYS = ("rule", "file", "clips", "title", "repeat", "note")
"""The keys of an entry with rules of one's own."""
RANKING_KEYS = (
    "name",
    "title",
    "note",
    "composites",
    "most-composites",
    "extension-lines",
    "strict",
    "seed",
    "entry-points",
    "rules",
)
STRICT_ENTRY_POINTS = 2
"""The entry points that the paper names: E1 and E2."""
MOST = 999
"""Maximum number of composites that a ranking can let a run hold, and maximum seed."""
LONGEST = 100
"""Maximum length in a ranking in small legs: more than any outline has, and far within the range of exact numbers."""
EQUAL = "[pieces-direct, composites-direct]"
THRESHOLD_KEYS = ("shortest", "parallel", "internal-edge")


class RankingError(InputError):
    """A fault in a ranking. The message says file, line, fault and the nearest right word."""


def ranking_names() -> list[str]:
    """Return the names of the rankings that ship with heuristan, the default first."""
    names = sorted(path.stem for path in folder("rules").glob("*.yaml") if path.stem != CATALOGUE)
    return sorted(names, key=lambda name: name != DEFAULT)


def shipped_file(name: str) -> Path | None:
    """Return the file of a ranking that ships, by its name; None if there is none."""
    return folder("rules") / f"{name}.yaml" if name in ranking_names() else None


def text_of(source: str | Path) -> str:
    """Return the text of a ranking, by its name or its file.

    Raises:
        RankingError: if it cannot be read.
    """
    path = shipped_file(str(source)) or Path(source)
    try:
        return read_text(path, plain_yaml.LONGEST, "a ranking needs a few thousand bytes", "a ranking")
    except InputError as fault:
        raise RankingError(str(fault)) from None


@cache
def catalogue() -> Mapping[str, RankedRule]:
    """Return the rules that rankings can name."""
    table = as_table(read_yaml(text_of(folder("rules") / f"{CATALOGUE}.yaml")), ("rules",), "the catalogue")
    found: dict[str, RankedRule] = {}
    for node in as_items(table["rules"], "'rules'", "[...]"):
        entries = as_table(node, RULE_KEYS, "a rule")
        rule = _defined(node, as_text(entries["rule"], "'rule'"), entries)
        found[rule.name] = rule
    return found


def ranking_of(root: Node, stem: str, folder_of_files: Path | None = None) -> Ranking:
    """Return the ranking in a YAML document; rules of one's own in it are not compiled yet."""
    entries = as_table(root, RANKING_KEYS, "a ranking")
    if "rules" not in entries:
        raise root.fault("the ranking has no rules; add 'rules:' and a list of rules")
    rules: list[RankedRule] = []
    for line in as_items(entries["rules"], "'rules'", "[pieces-direct, pieces-2.5-3.5-edges]"):
        rank: list[RankedRule] = []
        for node in as_items(line, "rules of equal rank", EQUAL) if isinstance(line, Items) else (line,):
            rule = ranked_rule(node, folder_of_files)
            if rule.name in [earlier.name for earlier in (*rules, *rank)]:
                raise node.fault(f"the rule {shown(rule.name)} is there twice; a ranking has each rule once")
            rank.append(replace(rule, equal_rank=bool(rank)))
            if rank[1:] and (why := _unequal(rank)):
                raise node.fault(f"{shown(rule.name)} cannot stand in a list of equal rank: {why}")
        rules += rank
    if all(rule.rules_out for rule in rules):
        raise entries["rules"].fault("the rules only rule out; add a rule that extracts, such as 'forced'")
    settings = _settings(entries)
    if settings.get("strict"):
        settings["entry-points"] = tuple(rule.name for rule in rules if not (rule.rules_out or rule.equal_rank))[
            :STRICT_ENTRY_POINTS
        ]
    if "entry-points" in entries:
        settings["entry-points"] = _entry_points(entries["entry-points"], rules)
    ranking = Ranking(stem, stem, tuple(rules))
    return replace(ranking, **{key.replace("-", "_"): value for key, value in settings.items()})


def _entry_points(node: Node, rules: Sequence[RankedRule]) -> tuple[str, ...]:
    names = tuple(rule.name for rule in rules if not rule.rules_out)
    points = tuple(one_of(each, names, "an entry point") for each in as_items(node, "'entry-points'", f"[{names[0]}]"))
    lines = {rule.name: first_of_rank(rules, line) for line, rule in enumerate(rules)}
    if len({lines[name] for name in points}) < len(points):
        raise node.fault("'entry-points' names each line once, by one rule")
    return points


def _unequal(rank: Sequence[RankedRule]) -> str:
    """Return why the last of some rules cannot have the rank of the first, and what to do; empty if it can."""
    rule, first = rank[-1], rank[0]
    other = next((each for each in rank if each.own or each.asks_for_more), None)
    if other:
        return f"{shown(other.name)} does not choose by grades alone; give it a line of its own"
    if rule.prefer != first.prefer:
        wanted = ", ".join(first.prefer) or VERTEX_ORDER
        return f"the rules of a list prefer the same; add 'prefer: [{wanted}]', or change the others"
    if rule.repeat != first.repeat:
        return f"all rules of a list are repeated or none; add 'repeat: {str(first.repeat).lower()}'"
    others = (each for each in rank if each.kind == rule.kind)
    if any(rule.asks(n) and each.asks(n) and rule.joins(n) != each.joins(n) for each in others for n in (3, 4)):
        return (
            "its grades have two or more O, and those of another rule do not, so that they look for one figure in "
            "different places; give it a line of its own"
        )
    return ""


def _settings(entries: Mapping[str, Node]) -> dict[str, Any]:
    """Return the settings of a ranking, without its rules."""
    found: dict[str, Any] = {
        key: as_text(entries[key], f"'{key}'") for key in ("name", "title", "note") if key in entries
    }
    if "composites" in entries:
        found["composites"] = one_of(entries["composites"], COMPOSITES, "'composites'")
    if (node := entries.get("most-composites")) is not None:
        found["most-composites"] = count_of(node, "most-composites", MOST, "composites", minimum=0)
    if (node := entries.get("seed")) is not None:
        found["seed"] = count_of(node, "seed", MOST, "seeds", minimum=0)
    if "strict" in entries:
        found["strict"] = is_true(entries["strict"], "'strict'")
    if "extension-lines" in entries:
        thresholds = as_table(entries["extension-lines"], THRESHOLD_KEYS, "'extension-lines'")
        found |= {key: _length(node, f"'{key}'") for key, node in thresholds.items()}
    return found


def ranked_rule(node: Node, folder_of_files: Path | None = None) -> RankedRule:
    """Return the rule for one entry of a ranking: a name, a name with changes, or a rule of your own."""
    if isinstance(node, Text):
        return _from_catalogue(node, as_text(node, "a rule"), {})
    is_own = isinstance(node, Table) and not {"file", "clips"}.isdisjoint(node.entries)
    entries = as_table(node, OWN_KEYS if is_own else RULE_KEYS, "a rule")
    if is_own:
        return _own(node, entries, folder_of_files)
    if "rule" not in entries:
        raise node.fault("the rule has no name; add 'rule: NAME', or 'file: FILE' with rules of your own")
    name = as_text(entries["rule"], "'rule'")
    return _defined(node, name, entries) if "of" in entries else _from_catalogue(entries["rule"], name, entries)


def _own(node: Node, entries: Mapping[str, Node], folder_of_files: Path | None) -> RankedRule:
    """Return a line with rules of one's own, which stand in a file or in the entry itself."""
    if ("file" in entries) == ("clips" in entries):
        raise node.fault("the rules stand in a file or here; leave out 'file:' or 'clips:'")
    own, stem = _in_file(entries["file"], folder_of_files) if "file" in entries else (_in_entry(entries["clips"]), "")
    name = as_text(entries["rule"], "'rule'") if "rule" in entries else stem
    if not name:
        raise node.fault("the rule has no name; add 'rule: NAME'")
    try:
        own.check()
    except NotationFault as fault:
        raise fault_in(own, fault) from None
    rule = RankedRule(name, own.title or name, "piece", own=own, salience=own.salience)
    return _changed(rule, {key: each for key, each in entries.items() if key in ("title", "repeat", "note")})


def fault_in(own: OwnRules, fault: NotationFault) -> ValueError:
    """Return a fault in rules of one's own with the place where they stand: their file, or a line of the ranking."""
    if own.file:
        return RankingError(f"{own.file}:{fault.line}: {fault.words}")
    return PlainYamlError(own.line, f"'clips', {fault}")


def _in_entry(node: Node) -> OwnRules:
    if not isinstance(node, Text):
        raise node.fault("'clips' must be a text of rules; write it below 'clips: |', further to the right")
    return OwnRules(node.text, line=node.line)


def _in_file(node: Node, folder_of_files: Path | None) -> tuple[OwnRules, str]:
    """Return the rules in a file, and a name for them."""
    named = as_text(node, "'file'")
    if folder_of_files is None:
        raise node.fault("there are no files here; write the rules themselves below 'clips: |'")
    path = folder_of_files / named
    if not path.resolve().is_relative_to(folder_of_files.resolve()):
        raise node.fault(f"{shown(named)} leads out of the ranking's folder; put the file beside the ranking")
    try:
        return OwnRules(text_of(path), str(path)), path.stem
    except RankingError as fault:
        raise node.fault(str(fault)) from None


def _from_catalogue(node: Node, name: str, changes: Mapping[str, Node]) -> RankedRule:
    if name not in catalogue():
        raise node.fault(
            f"unknown rule {shown(name)}; {nearest(name, catalogue())} (a rule of your own needs 'of:' and grades)"
        )
    return _changed(catalogue()[name], changes)


def _defined(node: Node, name: str, entries: Mapping[str, Node]) -> RankedRule:
    if "three-sided" not in entries and "four-sided" not in entries:
        raise node.fault(f"the rule {shown(name)} takes nothing; add 'three-sided:' or 'four-sided:' with grades")
    if "of" not in entries:
        raise node.fault(f"the rule {shown(name)} needs 'of: pieces' or 'of: composites'")
    kind: Kind = "piece" if one_of(entries["of"], ("pieces", "composites"), "'of'") == "pieces" else "composite"
    return _changed(RankedRule(name, name, kind), entries)


def _changed(rule: RankedRule, entries: Mapping[str, Node]) -> RankedRule:
    """Return the rule with the settings that a ranking or the catalogue gives it."""
    settings: dict[str, Any] = {}
    for key, node in entries.items():
        field, what = key.replace("-", "_"), f"'{key}'"
        if key in ("three-sided", "four-sided"):
            settings[field] = _grades(node, 3 if key == "three-sided" else 4)
        elif key in ("only", "last"):
            figures = as_items(node, what, "[small-triangle]")
            settings[field] = frozenset(_figure(each, rule.kind) for each in figures)
        elif key == "prefer":
            settings[field] = _preferences(node)
        elif key == "evidence":
            settings[field] = one_of(node, EVIDENCE, what)
        elif key in ("repeat", "may-cross"):
            settings[field] = is_true(node, what)
        elif key in ("title", "note"):
            settings[field] = as_text(node, what)
    return replace(rule, **settings)


def _preferences(node: Node) -> tuple[str, ...]:
    """Return the preferences that a word or a list of words names."""
    nodes = (node,) if isinstance(node, Text) else as_items(node, "'prefer'", "[largest, best-grades]")
    words = (one_of(each, PREFERENCES, "'prefer'") for each in nodes)
    return tuple(word for word in words if word != VERTEX_ORDER)


def _grades(node: Node, sides: int) -> str:
    word = as_text(node, "the grades").upper()
    wrong = next((letter for letter in word if letter not in GRADES), None)
    if wrong is not None:
        known = "E (edge), M (mixed), X (extension line), O (open)"
        raise node.fault(f"unknown grade {shown(wrong)}; the grades are {known}")
    if len(word) != sides:
        raise node.fault(f"{shown(word)} has {len(word)} grades; a {sides}-sided figure has {sides}")
    return "".join(sorted(word, key=GRADES.index))


def _figure(node: Node, kind: Kind) -> str:
    """Return a piece or composite of some set that ships. A puzzle whose set does not have it has no match of it."""
    from heuristan.tangram.pieces.composites import composites, figure_names

    if kind == "piece":
        sets = [TANGRAM, *map(read_piece_set, piece_set_names())]
        return one_of(node, tuple(dict.fromkeys(name for pieces in sets for name in pieces.names)), "a piece")
    tans = tuple(each.shape.name for each in composites("all"))
    word = as_text(node, "a composite")
    # whether the pieces of another set really make it takes a search, so a figure that they might make will do
    if word in tans or any(word in figure_names(read_piece_set(name)) for name in piece_set_names()):
        return word
    return one_of(node, tans, "a composite")


def _length(node: Node, what: str) -> Length:
    length = located(node, lambda: parse_length(as_text(node, what)))
    if float(length) < 0 or max(abs(length.whole), abs(length.root)) > LONGEST:
        raise node.fault(f"{length} is not a length for {what}; take one from 0 to {LONGEST} small legs")
    return length
