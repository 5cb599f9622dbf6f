"""The engine brought to a state, where it stands still: right before the next match is taken out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from threading import get_ident
from typing import Any, NamedTuple

from heuristan.common.clock import Clock
from heuristan.tangram.expert.control import ChoicePoint, Step, accepts_all
from heuristan.tangram.expert.decision import NOTHING, Keys
from heuristan.tangram.expert.engine import facts as kinds
from heuristan.tangram.expert.engine.building import Course, make_engine
from heuristan.tangram.expert.engine.patterns import Production
from heuristan.tangram.expert.engine.ranking_engine import RankingEngine
from heuristan.tangram.expert.figures import Figure, figures
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.puzzle.puzzle import Puzzle

FINDERS = frozenset({"lay-figures", "find-evidence", "find-tightest-vertex"})
"""Rules that bring facts in only when a rule of the ranking that asks for them is next."""
_ENDS = frozenset({"run-dry", "deal-out", "nothing-to-deal-out", "solved", "not-solved", "stuck"})
"""Rules before which the engine stands still as well."""


@dataclass(frozen=True)
class Place:
    """Where a run is: what is left, and what the run knows besides."""

    puzzle: Puzzle
    ranking: Ranking
    state: State
    line: int = 0
    """The line that is tried first, from 0."""
    ruled_out: Keys = NOTHING
    steps: tuple[Step, ...] = ()
    """The matches taken out so far."""

    @property
    def rules(self) -> tuple[RankedRule, ...]:
        """The lines of the ranking."""
        return self.ranking.rules


@dataclass
class _StandingStill(Published):
    """A run that is asked and does not go on."""

    place: Place | None = None
    known: Keys = field(default=NOTHING)

    @classmethod
    def at(cls, place: Place) -> "_StandingStill":
        tracer = Tracer(place.puzzle, place.ranking, place.rules, lambda _: None)
        return cls(place.state, place.rules, tracer, Clock(), accepts_all, (place.line,), place)

    def begin(self) -> None:
        """Begin where the run is."""
        assert self.place is not None
        self.entry_point = 1
        self.line, self.ruled_out = self.place.line, self.place.ruled_out
        state = self.place.state
        self.points = [ChoicePoint(state, NOTHING, None, 0, step, ()) for step in self.place.steps]


class Activation(NamedTuple):
    """A rule on the agenda; of a line of the ranking with the match that it would take."""

    production: Production
    match: Match | None
    facts: tuple[Any, ...]
    """The facts that satisfy its conditions, in their order."""


class Standing:
    """The engine in a state, with everything done that comes before the choice of the next match.

    An engine is used again in the same thread: ask one standing at a time, and make a new one for every question.
    """

    def __init__(self, place: Place, *, finds: bool = False) -> None:
        """Bring the engine to a place.

        Args:
            place: where the run is.
            finds: whether to lay figures and look for evidence even if no rule that asks for them is next.
        """
        self.place = place
        drawn = bool(place.state.boundary.nearness)
        self.engine = _engine_for(place.rules, stored_in(place.state), drawn=drawn, thread=get_ident())
        self.returned = False
        """Whether the rules from a line on found nothing, and all are tried again."""
        engine = self.engine
        self._before = engine.facts.last_index
        engine.begin(_StandingStill.at(place))
        self._advance()
        if finds:
            self.find()

    def _advance(self) -> None:
        """Fire rules until the next one would take a match out, or none would."""
        while (production := self._next()) is not None:
            name, line = production.name, production.line
            if name in _ENDS or (line is not None and not self._goes_on(line)):
                return
            self.returned |= name == "return-to-first-rule"
            self.engine.run(1)

    def _goes_on(self, line: int) -> bool:
        """Return whether a line that is next only rules out, or its match is ruled out after a look."""
        if self.place.rules[line].rules_out:
            return True
        salience = next(self.engine.agenda.saliences())
        _, match = self.engine.matches_in_order(line, self.engine.agenda.at(salience))[0]
        return bool(self.engine.refutes(line, match))

    def _next(self) -> Production | None:
        """Bring the agenda up to date, and return the rule that fires next."""
        engine = self.engine
        engine.strategy.update_agenda(engine.agenda, *engine.get_activations())
        for salience in engine.agenda.saliences():
            ready = engine.agenda.of(salience)
            if ready:
                return ready[0].rule.production  # type: ignore[no-any-return]
        return None

    def find(self) -> None:
        """Fire the rules that lay figures and look for evidence, even if no rule that asks for them is next."""
        engine = self.engine
        vars(self).pop("agenda", None)
        while waiting := [each for each in self._waiting() if each.rule.production.name in FINDERS]:
            engine.agenda.remove(waiting[0])
            waiting[0].rule(engine, **waiting[0].context)
            self._next()

    def _waiting(self) -> Iterator[Any]:
        agenda = self.engine.agenda
        return (each for salience in agenda.saliences() for each in agenda.at(salience))

    # what there is

    @property
    def memory(self) -> Any:
        """The working memory."""
        return self.engine.memory

    def number(self, fact: Any) -> int:
        """Return the number of a fact, the same whenever the engine comes to this place."""
        if type(fact) is kinds.Figure:
            return int(fact["number"]) + 1
        number: int = fact.__factid__ - self._before
        return number + len(self.engine.view.stored) + 1

    @cached_property
    def agenda(self) -> tuple[Activation, ...]:
        """The conflict set, the next to fire first; each match of a line once."""
        found: list[Activation] = []
        engine = self.engine
        for salience in engine.agenda.saliences():
            for each in engine.agenda.of(salience):
                production: Production = each.rule.production
                match = engine.match_of(each) if production.line is not None else None
                found.append(Activation(production, match, each.matched))
        return tuple(found)

    @property
    def ruled_out(self) -> Keys:
        """The matches that are ruled out here."""
        return next(iter(self.memory.of(kinds.RuledOut)))["matches"]  # type: ignore[no-any-return]

    @property
    def next(self) -> Activation | None:
        """The activation that fires next."""
        return next(iter(self.agenda), None)

    def of_line(self, line: int) -> tuple[Activation, ...]:
        """Return the activations of a line of the ranking, in the order in which it prefers them."""
        return tuple(each for each in self.agenda if each.production.line == line)

    def productions(self, line: int) -> tuple[tuple[str, Production], ...]:
        """Return the rules made of a line of the ranking, with their names in the engine."""
        named = zip(_names(self.engine.productions), self.engine.productions, strict=True)
        return tuple((name, each) for name, each in named if each.line == line)


def _names(productions: Sequence[Production]) -> Iterator[str]:
    """Yield the names that an engine gives to its rules."""
    return (f"r{number:03}_{each.name}" for number, each in enumerate(productions))


def stored_in(state: State) -> tuple[Figure, ...]:
    """Return the figures of the set that a state is filled with."""
    setting = state.setting
    return figures(setting.pieces, setting.composites, setting.denominator)


@lru_cache(maxsize=4)
def _engine_for(
    rules: tuple[RankedRule, ...],
    stored: tuple[Figure, ...],
    *,
    drawn: bool,
    thread: int,  # noqa: ARG001
) -> RankingEngine:
    """Return an engine that is kept; each thread has its own."""
    return make_engine(rules, stored, Course(returns=True, attempts=1), drawn=drawn)
