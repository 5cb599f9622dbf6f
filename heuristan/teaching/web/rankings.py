"""The ranking of a request, and rankings as a page shows them."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from heuristan.common.faults import LineError, nearest
from heuristan.common.plain_yaml import shown
from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.ranking import RankedRule, Ranking, differences
from heuristan.tangram.expert.ranking_file import (
    RankingError,
    catalogue,
    in_a_line,
    ranking_in,
    ranking_names,
    read_ranking,
    rule_entry,
    shipped_file,
)
from heuristan.tangram.expert.tracing import rule_as_traced
from heuristan.tangram.explain.rules import line_of, title
from heuristan.teaching.web.models import RankingGiven

STEM = "yours"
"""The name of a ranking whose text has none."""


def ranking_given(given: RankingGiven) -> Ranking:
    """Return the ranking of a request.

    Raises:
        RankingError: if there is none of that name.
        LineError: if its text cannot be used.
    """
    if given.text is not None:
        return ranking_in(given.text, STEM)
    assert given.name is not None
    if shipped_file(given.name) is None:  # `read_ranking` would look for a file
        raise RankingError(f"there is no ranking {shown(given.name)}; {nearest(given.name, ranking_names())}")
    return read_ranking(given.name)


def text_of(given: RankingGiven) -> str:
    """Return the text of a ranking, as it ships or as it was given.

    Raises:
        RankingError: if there is none of that name.
        LineError: if its text cannot be used.
    """
    ranking_given(given)
    file = shipped_file(given.name) if given.name is not None else None
    return file.read_text(encoding="utf-8") if file is not None else given.text or ""


@cache
def all_rankings() -> dict[str, Any]:
    """Return every ranking that ships, the catalogue of rules, and the words that entries of rules may have."""
    return {
        "rankings": [checked(RankingGiven(name=name)) for name in ranking_names()],
        "catalogue": [_rule(place, rule) for place, rule in enumerate(catalogue().values())],
        "evidence": {name: each.words for name, each in EVIDENCE.items()},
        "preferences": list(PREFERENCES),
    }


def checked(given: RankingGiven) -> dict[str, Any]:
    """Return a ranking with its rules in words; or what is wrong with it, and in which line."""
    try:
        ranking = ranking_given(given)
    except LineError as fault:
        return {"ok": False, "line": fault.line, "message": fault.message}
    except RankingError as fault:
        return {"ok": False, "line": None, "message": str(fault)}
    return {
        "ok": True,
        "name": ranking.name,
        "title": ranking.title,
        "note": ranking.note,
        "text": text_of(given),
        "rules": [_rule(place, rule) for place, rule in enumerate(ranking.rules)],
        "differences": differences(ranking, read_ranking(ranking_names()[0])),
    }


def _rule(place: int, rule: RankedRule) -> Mapping[str, Any]:
    """Return a rule in words, and as the entry of a ranking: as a value, and as the text of a line."""
    traced, entry = rule_as_traced(rule), rule_entry(rule)
    return {
        "rule": rule.name,
        "title": title(traced),
        "text": line_of(place + 1, traced),
        "refutes": rule.rules_out,
        "note": rule.note,
        "of": f"{rule.kind}s",
        "three-sided": rule.three_sided,
        "four-sided": rule.four_sided,
        "evidence": rule.evidence,
        "prefer": list(rule.prefer),
        "entry": entry,
        "line": in_a_line(entry),
    }
