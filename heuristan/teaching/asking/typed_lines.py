"""The lines of a ranking where rules are typed: a rule that proposes is a line of its own, behind those that are there.

Its salience says when it is tried, 0 if it declares none. A rule of a line may be typed anew, and be taken out.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from heuristan.tangram.expert.host.run_text import finders_of, lines_of_rules
from heuristan.tangram.expert.own_rules import OwnRules
from heuristan.tangram.expert.production.clips_notation import fault, split
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.ranking import RankedRule, saliences

WAY = Published.way


@lru_cache(maxsize=8)
def constructs_in(text: str) -> tuple[tuple[str, str, int], ...]:
    """Return the name of each construct of a text, the construct as it is written, and its line.

    Raises:
        NotationFault: if parentheses or quotes are not balanced.
    """
    each = split(text)
    return tuple((t[2].words if len(t) > 2 else "", text[t[0].position : t[-1].end], t[0].line) for t in each)


class TypedLines:
    """The lines of a ranking, and those that are made of what a person types."""

    def __init__(self, rules: tuple[RankedRule, ...], written: Mapping[str, str]) -> None:
        """Begin with a ranking.

        Args:
            rules: its lines.
            written: the constructs of its run, by their names.
        """
        self.rules = rules
        """The lines now."""
        self._written = written
        self._of_runs = frozenset(written)
        self._typed: dict[int, dict[str, str]] = {}
        """The rules of each line that was typed or changed."""
        self._helpers: dict[str, str] = {}
        """What was typed besides: the lines may need it."""
        self._finders = finders_of(rules, WAY)

    def placed(self, name: str, text: str, at: int) -> str:
        """Take in a construct, and return it with what its place decides.

        Args:
            name: of the construct.
            text: the construct.
            at: the line of a text where it begins, for messages.

        Raises:
            NotationFault: if it proposes no match, or for a line that is not its own.
        """
        own, lines_before = OwnRules(text), "\n" * (at - 1)
        line = self._line_of.get(name, len(self.rules))
        if own.proposing:
            OwnRules(lines_before + text).check()
            _check_numbers(own, name, line, at)
            self._set_line(line, own, name)
        elif name not in self._of_runs:
            self._helpers[name] = own.placed(0, 0, undoes=False, helping=0)
        self._make_lines()
        salience = self.rules[line].salience if own.proposing else None
        placed = text if salience is None else own.placed(line + 1, salience, undoes=False)
        return lines_before + placed

    def leave_out(self, name: str) -> None:
        """Let a rule go; a line without rules takes nothing."""
        self._helpers.pop(name, None)
        line = self._line_of.get(name)
        if line is not None:
            self._set_saliences()
            self._typed[line] = {each: text for each, text in self._texts_of(line).items() if each != name}
        self._make_lines()

    def other_finders(self) -> str:
        """Return the rules that look for what lines ask for, if others are needed than before."""
        before, self._finders = self._finders, finders_of(self.rules, WAY)
        return "" if self._finders == before else "\n".join(self._finders)

    @property
    def _line_of(self) -> Mapping[str, int]:
        return lines_of_rules(self.rules, WAY)

    def _texts_of(self, line: int) -> dict[str, str]:
        """Return the rules of a line as they are written."""
        if line in self._typed:
            return self._typed[line]
        return {name: self._written[name] for name, at in self._line_of.items() if at == line}

    def _set_saliences(self) -> None:
        """Let every line keep its salience where others come or go."""
        of_lines = zip(self.rules, saliences(self.rules), strict=True)
        self.rules = tuple(replace(rule, salience=salience) for rule, salience in of_lines)

    def _set_line(self, line: int, own: OwnRules, name: str) -> None:
        self._set_saliences()
        self._typed[line] = {**(self._texts_of(line) if line < len(self.rules) else {}), name: own.text}
        if line == len(self.rules):
            rule = RankedRule(name, own.title or name, "piece", own=own, salience=own.salience or 0)
        else:
            rule = self.rules[line]
            salience = rule.salience if own.salience is None else own.salience
            rule = replace(rule, title=own.title or rule.title, salience=salience)
        self.rules = (*self.rules[:line], rule, *self.rules[line + 1 :])

    def _make_lines(self) -> None:
        """Let the lines be what their rules say; what was typed besides stands before the first of them."""
        rules, helpers = list(self.rules), [*self._helpers.values()]
        for line, texts in sorted(self._typed.items()):
            text = "\n".join([*helpers, *texts.values()])
            own = OwnRules(text) if texts else None
            rules[line] = replace(rules[line], own=own, three_sided=None, four_sided=None, evidence=None)
            helpers = [] if own else helpers
        self.rules = tuple(rules)


def _check_numbers(own: OwnRules, name: str, line: int, at: int) -> None:
    """Refuse a rule that proposes for a line that is not its own.

    Raises:
        NotationFault: if it does.
    """
    others = sorted(own.numbers - {line + 1})
    if others:
        words = f"{name} is no rule of line {others[0]}"
        raise fault(at, f"{words}; write (propose ?match) without a number, and it is a line of its own")
