"""What there is to choose from in a state: the matches of each rule, as the rules themselves decide."""

from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import NamedTuple

from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.production import Decision
from heuristan.tangram.expert.ranking import RankedRule, refuting_rule
from heuristan.tangram.expert.ranking_file import catalogue
from heuristan.tangram.expert.state import State


class ChoiceError(ValueError):
    """A number under which there is no match, step or rule: which numbers there are."""


@dataclass(frozen=True)
class Choice:
    """A match that can be taken, and the rule that takes it."""

    number: int
    """From 1, in the order in which a run would prefer them."""
    rule: RankedRule
    line: int | None
    """The place of the rule in the ranking, from 0; None where no rule of the ranking takes the match."""
    match: Match
    preferred_to: tuple[Match, ...]
    """What else the rule takes, and would take after it."""
    decisions: tuple[Decision, ...]
    """What the rules do until they come to it: what they rule out, and which find nothing."""


@dataclass(frozen=True)
class RuleOffer:
    """What one rule offers."""

    rule: RankedRule
    line: int | None
    choices: tuple[Choice, ...]
    """Those that no rule tried before it offers."""
    above: int = 0
    """How many more it takes, which are offered already by a rule tried before it."""


@dataclass(frozen=True)
class RuledOut:
    """What a rule rules out."""

    line: int
    keys: frozenset[MatchKey]


@dataclass(frozen=True)
class Offers:
    """All that can be taken in a state."""

    by_rule: tuple[RuleOffer, ...]
    """The rules that find a match, in the order in which a run tries them."""
    rest: RuleOffer
    """The pieces that fit besides, and that no rule takes."""
    ruled_out: tuple[RuledOut, ...]
    in_vain: tuple[int, ...]
    """The rules that find nothing."""
    run: tuple[Decision, ...]
    """What a run decides here, up to the match that it takes or until it is stuck."""

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(choice for offer in (*self.by_rule, self.rest) for choice in offer.choices)

    @property
    def preferred(self) -> Choice | None:
        """What a run takes next; None where it is stuck."""
        return self.by_rule[0].choices[0] if self.run[-1].match is not None else None

    def numbered(self, number: int) -> Choice:
        """The choice with a number.

        Raises:
            ChoiceError: there is none.
        """
        if not self.choices:
            raise ChoiceError("nothing can be taken any more; 'back' takes back the last step")
        if not 1 <= number <= len(self.choices):
            raise ChoiceError(f"there is no match {number}; the matches are 1 to {len(self.choices)}")
        return self.choices[number - 1]


class _Turn(NamedTuple):
    """A rule that finds matches."""

    rule: RankedRule
    matches: tuple[Match, ...]
    """The one that it prefers first."""
    decisions: tuple[Decision, ...]
    """What the rules do until they come to it."""


@dataclass(frozen=True)
class Asking:
    """Asks the rules what they would take in a state, one after another."""

    state: State
    rules: tuple[RankedRule, ...]
    ruled_out: frozenset[MatchKey]
    """What the rules know already that no solution has."""

    def offers(self, first_line: int, *, returns: bool) -> Offers:
        """All that can be taken.

        Each match is offered once, by the rule by which a run would take it: the first that takes it, in the order in
        which the rules are tried.

        Args:
            first_line: the rule that is tried first, from 0: one that is repeated, an entry point, or the first of all.
            returns: whether a run that finds nothing from there on tries all the rules again.
        """
        below = self._decided(first_line, self.ruled_out)
        run = below[:1]
        if first_line and returns and below[0].match is None:
            again = self._decided(0, self.ruled_out | below[0].keys_ruled_out)
            run, turns = (*run, again[0]), self._turns(again, below)
        else:
            above = self._decided(0, self.ruled_out) if first_line else ()
            turns = [*self._turns(below), *self._turns(above, until=first_line)]
        by_rule, offered = _each_once(turns)
        found = {offer.line for offer in by_rule}
        in_vain = tuple(i for i, rule in enumerate(self.rules) if i not in found and not rule.rules_out)
        return Offers(by_rule, self._rest(offered, run), self._ruled_out(run, turns), in_vain, run)

    def _decided(self, line: int, known: frozenset[MatchKey]) -> tuple[Decision, ...]:
        """What the rules come to from one on, then from the one below the one that found a match, and so on."""
        decisions: list[Decision] = []
        while line < len(self.rules):
            decisions.append(chooser_for(self.rules).decide(self.state, line, known | self._misfits))
            known |= decisions[-1].keys_ruled_out
            line = decisions[-1].rule_number + 1
        return tuple(decisions)

    @cached_property
    def _misfits(self) -> frozenset[MatchKey]:
        """The matches that cannot be taken out: in an exact puzzle none."""
        if not self.state.boundary.nearness:
            return frozenset()
        matches = self.state.matches.by_key
        return frozenset(key for key, match in matches.items() if self.state.without(match) is None)

    def _turns(
        self, decisions: tuple[Decision, ...], before: tuple[Decision, ...] = (), until: int | None = None
    ) -> list[_Turn]:
        """The rules that find a match, one after another; those above a line alone, if it is given."""
        return [
            _Turn(
                self.rules[decision.rule_number],
                (decision.match, *(m for m in decision.preferred_to if not self._is_refuted(m, decision.rule_number))),
                (*before, *decisions[: place + 1]),
            )
            for place, decision in enumerate(decisions)
            if decision.match is not None and (until is None or decision.rule_number < until)
        ]

    def _is_refuted(self, match: Match, line: int) -> bool:
        """Return whether a rule above rules out a match by evidence that is checked match by match."""
        return refuting_rule(self.rules, line, self.state, match, self.ruled_out) is not None

    def _rest(self, offered: frozenset[MatchKey], run: tuple[Decision, ...]) -> RuleOffer:
        """The pieces that no rule offers: they are taken by the rule that takes anything."""
        vertex_fit = catalogue()["vertex-fit"]
        rule = next((rule for rule in self.rules if rule.name == vertex_fit.name), vertex_fit)
        gone = offered | self._misfits
        matches = (match for match in self.state.matches if match.kind == "piece" and match.key not in gone)
        numbers = count(len(offered) + 1)
        return RuleOffer(rule, None, tuple(Choice(next(numbers), rule, None, match, (), run) for match in matches))

    def _ruled_out(self, run: tuple[Decision, ...], turns: list[_Turn]) -> tuple[RuledOut, ...]:
        """What each rule rules out, in rank order."""
        decisions = [*run, *(turn.decisions[-1] for turn in turns)]
        found: dict[int, frozenset[MatchKey]] = {}
        for line, matches in (each for decision in decisions for each in decision.ruled_out):
            found[line] = found.get(line, frozenset()) | {match.key for match in matches}
        return tuple(RuledOut(line, found[line]) for line in sorted(found))


def _each_once(turns: list[_Turn]) -> tuple[tuple[RuleOffer, ...], frozenset[MatchKey]]:
    """What each rule offers, each match under the rule that comes to it first; and all that is offered."""
    numbers, offered = count(1), dict[MatchKey, None]()
    offers: list[RuleOffer] = []
    for rule, matches, decisions in turns:
        line, preferred_to = decisions[-1].rule_number, decisions[-1].preferred_to
        choices = tuple(
            Choice(next(numbers), rule, line, match, matches[place:] if place > 1 else preferred_to, decisions)
            for place, match in enumerate(matches, 1)
            if match.key not in offered
        )
        offers.append(RuleOffer(rule, line, choices, len(matches) - len(choices)))
        offered |= {match.key: None for match in matches}
    return tuple(offers), frozenset(offered)
