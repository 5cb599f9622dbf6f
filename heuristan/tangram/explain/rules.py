"""The rules of a ranking in words."""

from collections.abc import Iterator

from heuristan.tangram.explain.words import NARROW, article, listed, plural, spoken
from heuristan.tangram.trace.events import Rule

_GRADED_SIDES = {"E": "edge", "M": "mixed side", "X": "extension line", "O": "open side"}
"""The name of a side of each grade, best first."""


def line_of(place: int, rule: Rule) -> str:
    """Describe a rule as a line of the ranking."""
    asked = _asked(rule)
    if rule.refutes:
        asked = f"rules out {asked} {rule.evidence_words}"
    return f"{place}. {title(rule)}: {'; '.join((asked, *_besides(rule)))}."


def title(rule: Rule) -> str:
    """Return the title of a rule, or else its name in words."""
    return rule.title or rule.name.replace("-", " ")


def numbered(name: str, place: int | None) -> str:
    """Name a rule within a sentence, by its place in the ranking."""
    return f'the rule "{name.replace("-", " ")}"' if place is None else f"rule{NARROW}{place}"


def _asked(rule: Rule) -> str:
    """Describe the figures that the rule takes, and the grades that it asks of their sides."""
    asked = [grades for grades in (rule.three_sided, rule.four_sided) if grades is not None]
    figures = _figures(rule)
    if not asked:
        return "nothing"
    if set("".join(asked)) == {"O"}:
        # such a rule takes pieces of more than four sides as well
        figures = ["any piece"] if figures == _PIECES else figures
        fits = "" if rule.refutes else " that fits, whatever its sides lie on"
        return f"{listed(figures, 'or')}{fits}"
    if set("".join(asked)) == {"E"}:
        return f"{listed(figures, 'or')} with edges all round"
    return ", or ".join(f"{figure} with {_sides(grades)}" for figure, grades in zip(figures, asked, strict=True))


_PIECES = ["a triangle", "a four-sided piece"]


def _figures(rule: Rule) -> list[str]:
    """Name the three-sided and the four-sided figures that a rule is for."""
    figures = []
    if rule.three_sided is not None:
        figures.append("a triangle" if rule.kind == "piece" else "a three-sided composite")
    if rule.four_sided is not None:
        figures.append(f"a four-sided {'piece' if rule.kind == 'piece' else 'composite'}")
    return figures


def _sides(grades: str) -> str:
    """Write grades in words: "EEM" is "two edges and one mixed side"."""
    return listed(plural(grades.count(grade), side) for grade, side in _GRADED_SIDES.items() if grade in grades)


def _besides(rule: Rule) -> Iterator[str]:
    if rule.only:
        yield f"only {_kinds(rule.only)}"
    if rule.last:
        yield f"{_kinds(rule.last)} only if it finds nothing else"
    if rule.evidence_words and not rule.refutes:
        yield rule.evidence_words
    if rule.prefer_words:
        yield ", then ".join(rule.prefer_words)
    if rule.repeat:
        yield "repeated as long as it finds matches"


def _kinds(names: tuple[str, ...]) -> str:
    return listed((article(spoken(name)) for name in names), "or")
