"""Rankings written as YAML: rules of the catalogue by name, with their changes; others whole."""

from textwrap import indent, wrap
from typing import Any

import yaml

from heuristan.tangram.expert.preferences import VERTEX_ORDER
from heuristan.tangram.expert.ranking import RankedRule, Ranking, of_rank
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.lattice.lengths import Length

WIDTH = 118
"""Maximum number of characters in a line of prose."""

_USUAL = Ranking("", "", ())


def ranking_text(ranking: Ranking) -> str:
    """Return a ranking as YAML. Rules of the catalogue are named, with their changes; others are written out."""
    lines = [_entry("name", ranking.name), _entry("title", ranking.title)]
    lines += [_prose("note", ranking.note)] if ranking.note else []
    lines += [f"composites: {ranking.composites}", f"most-composites: {ranking.most_composites}"]
    thresholds = {"shortest": ranking.shortest, "parallel": ranking.parallel, "internal-edge": ranking.internal_edge}
    lines += [
        f"extension-lines: {in_a_line({key: _length_entry(length) for key, length in thresholds.items()})}",
        *(["strict: true"] if ranking.strict else []),
        *([f"seed: {ranking.seed}"] if ranking.seed else []),
        "rules:",
    ]
    for line, rule in enumerate(ranking.rules):
        if not rule.equal_rank:
            rank = [rule_entry(ranking.rules[n]) for n in of_rank(ranking.rules, line)]
            lines.append(f"  - {in_a_line(rank if len(rank) > 1 else rank[0])}")
    if ranking.entry_points != _USUAL.entry_points:
        lines += [f"entry-points: {in_a_line(list(ranking.entry_points))}"]
    return "\n".join(lines) + "\n"


def rule_entry(rule: RankedRule) -> Any:
    """Return a rule as the entry of a ranking: a name, a name with changes, or a whole rule."""
    if rule.own:
        settings = {"title": rule.title, "repeat": rule.repeat, "note": rule.note}
        usually = {"title": rule.own.title or rule.name, "repeat": False, "note": ""}
        changed = {key: value for key, value in settings.items() if value != usually[key]}
        return {"rule": rule.name, "clips": rule.own.text} | changed
    usual = catalogue().get(rule.name)
    own = {"rule": rule.name, "of": f"{rule.kind}s"} | _changes(rule, RankedRule(rule.name, rule.name, rule.kind))
    if usual is None or usual.kind != rule.kind:
        return own
    changes = _changes(rule, usual)
    # a key of the catalogue can be changed, but not removed
    if None in changes.values() or [] in changes.values():
        return own
    return {"rule": rule.name} | changes if changes else rule.name


def _changes(rule: RankedRule, usual: RankedRule) -> dict[str, Any]:
    """Return the entries of a rule that differ from the usual ones, as a file has them."""
    own, usually = _entries(rule), _entries(usual)
    return {key: value for key, value in own.items() if value != usually[key]}


def _entries(rule: RankedRule) -> dict[str, Any]:
    prefer: Any = list(rule.prefer) if len(rule.prefer) > 1 else "".join(rule.prefer) or VERTEX_ORDER
    return {
        "title": rule.title,
        "three-sided": rule.three_sided,
        "four-sided": rule.four_sided,
        "only": sorted(rule.only),
        "last": sorted(rule.last),
        "prefer": prefer,
        "evidence": rule.evidence,
        "repeat": rule.repeat,
        "may-cross": rule.may_cross,
        "note": rule.note,
    }


def _length_entry(length: Length) -> str | int:
    text = str(length)
    return int(text) if text.isdecimal() else text


def in_a_line(value: Any) -> str:
    """Return a value as YAML in one line."""
    if isinstance(value, str):
        value = [value]  # more is quoted within brackets, so that a word is safe anywhere
        return in_a_line(value)[1:-1]
    text: str = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=float("inf"))
    return text.strip()


def _entry(key: str, text: str) -> str:
    return f"{key}: {in_a_line(text)}"


def _prose(key: str, text: str) -> str:
    """Return an entry with a text of any length, folded where that changes nothing."""
    folded = wrap(text, WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    if len(text) < WIDTH - len(key) - 2 or " ".join(folded) != text or not text.isprintable():
        return _entry(key, text)
    return f"{key}: >-\n" + indent("\n".join(folded), "  ")
