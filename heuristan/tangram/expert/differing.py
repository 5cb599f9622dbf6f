"""How a ranking differs from another, line by line in words, and which of those that ship is nearest to it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking

Sign: TypeAlias = Literal[" ", "+", "-", ">", "~"]
"""The line is the same, is new, is missing, is at another place, or asks for something else."""

PROSE = ("name", "title", "note")
"""Fields that change no run."""

OF_RANKING = "convex"
"""The field of a line that says what a setting of the ranking says."""


class Line(NamedTuple):
    """A line of a ranking, or a setting, beside the other ranking's."""

    sign: Sign
    place: int | None
    """Place in the ranking, from 1; None if it has no such line."""
    name: str
    words: str
    """What is different; empty if nothing is."""


def nearest_ranking(mine: Ranking, leaving_out: str | None = None) -> Ranking:
    """Return the shipped ranking with the fewest differences; of equals the first.

    Args:
        mine: the ranking.
        leaving_out: the name of one that does not count, if it ships itself.
    """
    shipped = [read_ranking(name) for name in ranking_names() if name != leaving_out]
    return min(shipped, key=lambda other: sum(line.sign != " " for line in compared(mine, other)))


def compared(mine: Ranking, other: Ranking) -> list[Line]:
    """Return the lines of a ranking, then the lines that only the other has, then settings that differ."""
    return [*_lines(mine.rules, other.rules), *_missing(mine.rules, other.rules), *_settings(mine, other)]


def _lines(mine: Sequence[RankedRule], other: Sequence[RankedRule]) -> Iterator[Line]:
    there = {rule.name: (place, rule) for place, rule in enumerate(other, 1)}
    in_order = _longest_in_order([there[rule.name][0] for rule in mine if rule.name in there])
    for number, rule in enumerate(mine, 1):
        if rule.name not in there:
            yield Line("+", number, rule.name, "not there")
            continue
        place, same = there[rule.name]
        changes = list(_changes(rule, same))
        moved = [] if place in in_order else [f"place {place} there"]
        sign: Sign = "~" if changes else ">" if moved else " "
        yield Line(sign, number, rule.name, "; ".join(moved + changes))


def _missing(mine: Sequence[RankedRule], other: Sequence[RankedRule]) -> Iterator[Line]:
    names = {rule.name for rule in mine}
    for place, rule in enumerate(other, 1):
        if rule.name not in names:
            yield Line("-", None, rule.name, f"left out; place {place} there")


def _settings(mine: Ranking, other: Ranking) -> Iterator[Line]:
    for field in fields(Ranking):
        if field.name not in (*PROSE, "rules") and getattr(mine, field.name) != getattr(other, field.name):
            values = _in_words(getattr(mine, field.name)), _in_words(getattr(other, field.name))
            yield Line("~", None, _key(field.name), "{}, there {}".format(*values))


def _changes(rule: RankedRule, other: RankedRule) -> Iterator[str]:
    for field in fields(RankedRule):
        here, there = getattr(rule, field.name), getattr(other, field.name)
        if field.name not in (*PROSE, OF_RANKING) and here != there:
            yield f"{_key(field.name)}: {_in_words(here)}, there {_in_words(there)}"


def _key(name: str) -> str:
    return name.replace("_", "-")


def _in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return " and ".join(sorted(value)) or "none"
    if type(value) is tuple:  # lengths are tuples too
        return " and ".join(value) or "none"
    return "none" if value is None else str(value)


def _longest_in_order(places: Sequence[int]) -> set[int]:
    """Return the longest run of places that rise: lines that need not have moved."""
    ends: list[int] = []  # for each length the least place that ends such a run
    best: list[list[int]] = []
    for place in places:
        length = bisect_left(ends, place)
        run = [*(best[length - 1] if length else ()), place]
        ends[length : length + 1] = [place]
        best[length : length + 1] = [run]
    return set(best[-1]) if best else set()
