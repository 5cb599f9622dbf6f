"""Lines of two rankings in one list."""

from collections.abc import Sequence
from dataclasses import replace

from heuristan.tangram.expert.ranking import RankedRule


def merged(base: Sequence[str], other: Sequence[str]) -> list[str]:
    """Return the names of two lists in one, those of the first in their order.

    What only the second list has stands behind the name before it there, if the result has one, else before the name
    after it, else at the end.
    """
    found = list(base)
    for i, name in enumerate(other):
        if name in found:
            continue
        before = next((each for each in reversed(other[:i]) if each in found), None)
        after = next((each for each in other[i + 1 :] if each in found), None)
        if before is not None:
            found.insert(found.index(before) + 1, name)
        elif after is not None:
            found.insert(found.index(after), name)
        else:
            found.append(name)
    return found


def is_leading(rules: Sequence[RankedRule]) -> tuple[str, ...]:
    """Return the names of the lines with evidence that no line without evidence stands above."""
    found = []
    for rule in rules:
        if not rule.evidence:
            break
        found.append(rule.name)
    return tuple(found)


def one_line(rules: Sequence[RankedRule]) -> RankedRule | None:
    """Return the line that takes what several take that differ only in their figures; None if they differ in more."""
    three, four = {rule.three_sided for rule in rules} - {None}, {rule.four_sided for rule in rules} - {None}
    if len(rules) < 2 or len(three) > 1 or len(four) > 1 or not all(rule.only for rule in rules):
        return None
    line = replace(
        rules[0],
        name="all-in-one",
        title=" or ".join(rule.title for rule in rules),
        note="",
        three_sided=next(iter(three), None),
        four_sided=next(iter(four), None),
        only=frozenset().union(*(rule.only for rule in rules)),
    )
    kept = ("name", "title", "note", "three_sided", "four_sided", "only")
    same = {replace(rule, **{key: getattr(line, key) for key in kept}) for rule in rules}
    return line if same == {line} else None
