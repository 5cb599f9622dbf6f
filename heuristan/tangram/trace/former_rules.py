"""The words of rules in traces that were recorded before rules carried their words."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class FormerEvidence(NamedTuple):
    """What a trace says today of a kind of evidence."""

    refutes: bool
    words: str


EVIDENCE: Mapping[str, FormerEvidence] = {
    "forced": FormerEvidence(False, "only where nothing else can cover some vertex"),
    "only-place": FormerEvidence(False, "only where it is the only match of its piece"),
    "bare-corner": FormerEvidence(True, "beside which nothing that is left fits at some other vertex"),
    "no-room": FormerEvidence(True, "that leaves a part, an edge or a vertex which nothing fills"),
}

PREFERENCES: Mapping[str, str] = {
    "smallest": "the smallest first",
    "largest": "the largest first",
    "fewest-fits": "at the vertex where the fewest pieces fit",
    "fewest-vertices": "the one that leaves the fewest vertices first",
    "best-grades": "the one with the best sides first",
}


def with_words(rule: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a rule, with the words that a trace of an earlier version lacks."""
    if "prefer_words" in rule:
        return dict(rule)
    evidence = EVIDENCE.get(str(rule.get("evidence")), FormerEvidence(False, ""))
    preferences = str(rule.get("prefer", "")).split(", ")
    return {
        **rule,
        "refutes": evidence.refutes,
        "evidence_words": evidence.words,
        "prefer_words": [PREFERENCES[name] for name in preferences if name in PREFERENCES],
    }
