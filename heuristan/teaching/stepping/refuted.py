"""The matches that no rule takes because one ruled them out, and why."""

from dataclasses import dataclass
from functools import cached_property

from heuristan.tangram.expert.asking.why_not import reason_against
from heuristan.tangram.expert.matches import MatchKey
from heuristan.tangram.expert.ranking import refuting_line
from heuristan.tangram.explain.place import Place
from heuristan.tangram.explain.words import NARROW
from heuristan.tangram.lattice.points import Point
from heuristan.teaching.stepping.offers import Choice
from heuristan.teaching.stepping.session import Session


@dataclass(frozen=True)
class Refuted:
    """What the rules ruled out in a session, now or before."""

    session: Session
    place: Place

    def of_rule(self, line: int) -> tuple[Choice, ...]:
        """Return the pieces that a rule rules out now, which a person may still take."""
        return tuple(each for each in self.session.offers.rest.choices if self._now.get(each.match.key) == line)

    def composites_of_rule(self, line: int) -> int:
        """Count the composites that a rule rules out now; they have no numbers."""
        return sum(at == line for at in self._now.values()) - len(self.of_rule(line))

    def found(self, choice: Choice) -> int | None:
        """Return the place of the rule that ruled a match out, from 0; None if none did so far."""
        return (self._before | self._now).get(choice.match.key)

    def line_against(self, choice: Choice) -> int | None:
        """Return the place of the rule that ruled a match out or, asked about it alone, does; None if none does."""
        found, session = self.found(choice), self.session
        if found is not None:
            return found
        rules = session.ranking.rules
        return refuting_line(rules, len(rules), session.now.state, choice.match, self._out)

    def reason(self, choice: Choice, line: int) -> str:
        """Say why a rule ruled a match out, as a clause."""
        session = self.session
        return reason_against(session.ranking.rules[line], session.now.state, choice.match, self._out, self._vertex)

    @property
    def _out(self) -> frozenset[MatchKey]:
        return self.session.now.ruled_out | frozenset(self._now)

    @cached_property
    def _now(self) -> dict[MatchKey, int]:
        return {key: each.line for each in self.session.offers.ruled_out for key in each.keys}

    @cached_property
    def _before(self) -> dict[MatchKey, int]:
        """What was ruled out before earlier steps; it is in no solution of what is left either."""
        taken = (moment.taken for moment in self.session.moments if moment.taken)
        decisions = (decision for choice in taken for decision in choice.decisions)
        return {match.key: out.rule_number for each in decisions for out in each.ruled_out for match in out.matches}

    def _vertex(self, p: Point) -> str:
        number = self.session.now.state.array.numbers_now.get(p)
        spot = self.place.coordinates(self.session.puzzle.in_legs(p))
        return spot if number is None else f"{number}{NARROW}{spot}"
