"""The agenda in words: the whole conflict set, by rule, with what fires next and what waits."""

from collections.abc import Iterator
from itertools import groupby

from heuristan.common.words import paragraph
from heuristan.tangram.expert.asking.standing import FINDERS, Activation, Standing
from heuristan.tangram.explain.words import NARROW, capital, number, plural
from heuristan.teaching.stepping.asking.naming import Names

_INDENT = "     "


class AgendaWords:
    """Writes the agenda."""

    def __init__(self, names: Names, standing: Standing) -> None:
        self._names = names
        self._standing = standing

    def lines(self) -> Iterator[str]:
        """Write the agenda, the next to fire first."""
        agenda = self._standing.agenda
        of_lines = sum(each.match is not None for each in agenda)
        count = capital(plural(len(agenda), "activation"))
        yield f"{count} on the agenda, {number(of_lines)} of them matches of rules:"
        following = self._standing.next
        for (name, salience), group in groupby(agenda, key=self._heading):
            found = list(group)
            yield paragraph(f"{name} (salience {salience}): {self._counted(found)}", hanging=_INDENT)
            for each in found:
                if each.match is not None:
                    mark = "->" if each is following else "  "
                    line = f"{self._names.match(each.match)}, {each.match.grades}"
                    yield f"  {mark} {line}{', fires next' * (each is following)}".replace(NARROW, " ")
            if found[0] is following and following.match is None:
                yield f"  -> {following.production.name}, fires next"

    def _heading(self, each: Activation) -> tuple[str, int]:
        production = each.production
        if production.line is None:
            return production.name, production.salience
        rule = self._standing.place.rules[production.line]
        return f'Rule{NARROW}{production.line + 1} "{rule.title}"', production.salience

    def _counted(self, found: list[Activation]) -> str:
        if found[0].match is not None:
            return plural(len(found), "match", "matches")
        if found[0].production.name in FINDERS:
            return f"waits, {plural(len(found), 'activation')}; it fires when a rule below asks for what it finds"
        if found[0].production.name == "run-dry":
            return "fires if no rule has a match"
        return plural(len(found), "activation")
