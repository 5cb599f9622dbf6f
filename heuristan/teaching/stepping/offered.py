"""The choices in a state: the matches of each rule, as the rules themselves decide."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import dist
from typing import NamedTuple

from heuristan.common.plane import Ring, Spot
from heuristan.tangram.expert.acceptance import accepts, taking_line
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.decision import Decision
from heuristan.tangram.expert.host.remembered import Remembered
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.ranking import RankedRule, first_of_rank, in_turn, of_rank, refuting_line
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point
from heuristan.teaching.asking.live_run import Done


class ChoiceError(ValueError):
    """There is no match, step or rule with a number; the message says which numbers there are."""


class Choice(NamedTuple):
    """A match that can be taken, and the rule that takes it."""

    number: int
    """Number from 1, in the order in which a run would prefer the matches; 0 if a rule was asked for its match."""
    rule: RankedRule
    line: int | None
    """Place of the rule in the ranking, from 0; None if no rule of the ranking takes the match."""
    match: Match
    preferred_to: tuple[Match, ...]
    """The other matches of the rule, which it would take after this one."""
    decisions: tuple[Decision, ...]
    """The decisions of the rules up to this match: what they rule out, and which find nothing."""

    @property
    def done(self) -> Done:
        """What taking it does in an engine."""
        match, others = self.match, tuple(each.key for each in self.preferred_to)
        by_line = (each for decision in self.decisions for each in decision.ruled_out)
        ruled_out = tuple((line, frozenset(each.key for each in matches)) for line, matches in by_line)
        return Done(match.key, match.kind, match.name, self.line, others, ruled_out)

    def is_same(self, other: "Choice") -> bool:
        """Return whether the same rule takes the same match."""
        return (self.line, self.match.key) == (other.line, other.match.key)


class RuleOffer(NamedTuple):
    """The matches that one rule offers."""

    rule: RankedRule
    line: int | None
    choices: tuple[Choice, ...]
    """The matches that no rule tried before it offers."""
    above: int = 0
    """Number of further matches, which a rule tried before it offers already."""


class RuledOut(NamedTuple):
    """The matches that a rule rules out."""

    line: int
    keys: frozenset[MatchKey]


@dataclass(frozen=True)
class Offers:
    """Everything that can be taken in a state."""

    by_rule: tuple[RuleOffer, ...]
    """The rules that find a match, in the order in which a run tries them."""
    rest: RuleOffer
    """The other pieces that fit, which no rule takes."""
    ruled_out: tuple[RuledOut, ...]
    without_match: tuple[int, ...]
    """The rules that find nothing."""
    run: tuple[Decision, ...]
    """The decisions of a run here, up to the match that it takes or until it is stuck."""

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """All choices, by their numbers."""
        return tuple(choice for offer in (*self.by_rule, self.rest) for choice in offer.choices)

    @property
    def preferred(self) -> Choice | None:
        """The choice that a run takes next; None if it is stuck."""
        return self.by_rule[0].choices[0] if self.run[-1].match is not None else None

    def numbered(self, number: int) -> Choice:
        """Return the choice with a number.

        Raises:
            ChoiceError: if there is none.
        """
        if not self.choices:
            raise ChoiceError("nothing more can be taken; 'back' takes back the last step")
        if not 1 <= number <= len(self.choices):
            raise ChoiceError(f"there is no match {number}; the matches are 1 to {len(self.choices)}")
        return self.choices[number - 1]


def nearest_choice(
    choices: Iterable[Choice], ring: Ring, spot: Callable[[Point], Spot], within: float
) -> Choice | None:
    """Return the match that lies at a ring, wherever this begins; None if none is as near.

    Args:
        choices: the matches to choose from.
        ring: the vertices.
        spot: takes a point of the lattice to the coordinates of the ring.
        within: how far each vertex may be from one of the ring, at most.
    """

    def away(choice: Choice) -> float:
        return max(min(dist(spot(p), q) for q in ring) for p in choice.match.placement.ring)

    alike = (choice for choice in choices if len(choice.match.placement.ring) == len(ring))
    found = min(alike, key=away, default=None)
    return found if found is not None and away(found) < within else None


class _Turn(NamedTuple):
    """A rule that finds matches, or several of one rank."""

    matches: tuple[Match, ...]
    """The matches, the preferred one first."""
    decisions: tuple[Decision, ...]
    """The decisions of the rules up to it."""


@dataclass(frozen=True)
class Offering:
    """Finds what each rule would take in a state, one after another."""

    state: State
    rules: tuple[RankedRule, ...]
    ruled_out: frozenset[MatchKey]
    """The matches that were already found to be in no solution."""
    remembered: Remembered | None = None
    """The memory of the run, if rules of one's own may look into it."""

    def offers(self, first_line: int, *, returns: bool) -> Offers:
        """Return everything that can be taken.

        Each match is offered once, by the rule by which a run would take it: the first that takes it, in the order in
        which the rules are tried.

        Args:
            first_line: the rule that is tried first, from 0: one that is repeated, an entry point, or the first of all.
            returns: whether a run that finds nothing from there on tries all rules again.
        """
        below = self._decided(first_line, self.ruled_out)
        run = below[:1]
        if first_line and returns and below[0].match is None:
            again = self._decided(0, self.ruled_out | below[0].keys_ruled_out)
            run, turns = (*run, again[0]), self._turns(again, below)
        else:
            above = self._decided(0, self.ruled_out) if first_line else ()
            turns = [*self._turns(below), *self._turns(above, until=first_line)]
        by_rule, offered = self._each_once(turns)
        found = {offer.line for offer in by_rule}
        without_match = tuple(i for i, rule in enumerate(self.rules) if i not in found and not rule.rules_out)
        return Offers(by_rule, self._rest(offered, run), self._ruled_out(run, turns), without_match, run)

    def choice_of(self, line: int) -> Choice | None:
        """Return the match that a rule takes, whatever stands above it; None if it has none."""
        first = first_of_rank(self.rules, line)
        before = (None, *self._in_turn)[self._in_turn.index(first)]
        decision = self._decision(0, self.ruled_out, before)
        if decision.match is None or decision.rule_number != first:
            return None
        others = (each for each in decision.preferred_to if not self._is_refuted(each, line))
        mine = [each for each in (decision.match, *others) if taking_line(self.rules, line, each) == line]
        only = decision._replace(found_nothing=())
        return Choice(0, self.rules[line], line, mine[0], tuple(mine[1:]), (only,)) if mine else None

    def _decided(self, line: int, known: frozenset[MatchKey]) -> tuple[Decision, ...]:
        """Return the decisions from one rule on, then from the rule after the one that found a match, and so on."""
        decisions = [self._decision(line, known)]
        while decisions[-1].match is not None and decisions[-1].rule_number != self._in_turn[-1]:
            known |= decisions[-1].keys_ruled_out
            decisions.append(self._decision(line, known, decisions[-1].rule_number))
        return tuple(decisions)

    @cached_property
    def _in_turn(self) -> tuple[int, ...]:
        return in_turn(self.rules)

    def _decision(self, line: int, known: frozenset[MatchKey], behind: int | None = None) -> Decision:
        """Return the decision of the rules from one on, or behind one, all of whose matches can be taken out."""
        misfits = self._misfits
        while True:
            decision = chooser_for(self.rules).decide(
                self.state, line, known | misfits, remembered=self.remembered, behind=behind
            )
            # composites, and what is joined elsewhere, are found by rules only
            found = self._misfits_among(match for match in (decision.match, *decision.preferred_to) if match)
            if not found:
                return decision
            misfits |= found

    @cached_property
    def _misfits(self) -> frozenset[MatchKey]:
        """The pieces at vertices that cannot be taken out."""
        return self._misfits_among(self.state.matches)

    def _misfits_among(self, matches: Iterable[Match]) -> frozenset[MatchKey]:
        """Return the matches that cannot be taken out; there are none in an exact puzzle."""
        if not self.state.boundary.nearness:
            return frozenset()
        return frozenset(match.key for match in matches if self.state.without(match) is None)

    def _turns(
        self, decisions: tuple[Decision, ...], before: tuple[Decision, ...] = (), until: int | None = None
    ) -> list[_Turn]:
        """Return the rules that find a match, one after another; if a line is given, only those above it."""
        return [
            _Turn(
                (decision.match, *(m for m in decision.preferred_to if not self._is_refuted(m, decision.rule_number))),
                (*before, *decisions[: place + 1]),
            )
            for place, decision in enumerate(decisions)
            if decision.match is not None and (until is None or decision.rule_number < until)
        ]

    def _is_refuted(self, match: Match, line: int) -> bool:
        """Return whether a rule above rules out a match by evidence that is checked match by match."""
        return refuting_line(self.rules, line, self.state, match, self.ruled_out) is not None

    def _rest(self, offered: frozenset[MatchKey], run: tuple[Decision, ...]) -> RuleOffer:
        """Return the pieces that no rule offers, as matches of the rule that takes anything."""
        vertex_fit = catalogue()["vertex-fit"]
        rule = next((rule for rule in self.rules if rule.name == vertex_fit.name), vertex_fit)
        gone = offered | self._misfits
        matches = (match for match in self.state.matches if match.kind == "piece" and match.key not in gone)
        numbers = count(len(offered) + 1)
        return RuleOffer(rule, None, tuple(Choice(next(numbers), rule, None, match, (), run) for match in matches))

    def _ruled_out(self, run: tuple[Decision, ...], turns: list[_Turn]) -> tuple[RuledOut, ...]:
        """Return what each rule rules out, in rank order."""
        decisions = [*run, *(turn.decisions[-1] for turn in turns)]
        found: dict[int, frozenset[MatchKey]] = {}
        for line, matches in (each for decision in decisions for each in decision.ruled_out):
            found[line] = found.get(line, frozenset()) | {match.key for match in matches}
        return tuple(RuledOut(line, found[line]) for line in sorted(found))

    def _each_once(self, turns: list[_Turn]) -> tuple[tuple[RuleOffer, ...], frozenset[MatchKey]]:
        """Return what each rule offers, with each match under the first rule that finds it, and all that is offered."""
        numbers, offered = count(1), dict[MatchKey, None]()
        offers: list[RuleOffer] = []
        for matches, decisions in turns:
            last, rank = decisions[-1], of_rank(self.rules, decisions[-1].rule_number)
            taking = [taking_line(self.rules, rank[0], match) for match in matches]
            for line in dict.fromkeys((*taking, *rank)):
                rule = self.rules[line]
                found = [place for place, match in enumerate(matches, 1) if not rank[1:] or accepts(rule, match)]
                choices = tuple(
                    Choice(next(numbers), rule, line, match, others, decisions)
                    for place in found
                    if (match := matches[place - 1]).key not in offered and taking[place - 1] == line
                    for others in (matches[place:] if place > 1 else last.preferred_to,)
                )
                if found:
                    offers.append(RuleOffer(rule, line, choices, len(found) - len(choices)))
            offered |= {match.key: None for match in matches}
        return tuple(offers), frozenset(offered)
