"""The engine brought to a state, where it stands still: right before the next match is taken out."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from heuristan.tangram.expert.acceptance import in_order
from heuristan.tangram.expert.control import Step
from heuristan.tangram.expert.dead_ends import fits_at_tightest
from heuristan.tangram.expert.decision import NOTHING, Keys
from heuristan.tangram.expert.figures import Figure, figures
from heuristan.tangram.expert.host.driving import STORED
from heuristan.tangram.expert.host.fact_states import key_read
from heuristan.tangram.expert.host.laid_figures import Geometry
from heuristan.tangram.expert.host.own_matches import DECIDED, engine_in, fire_until, own_matches
from heuristan.tangram.expert.host.remembered import Remembered
from heuristan.tangram.expert.host.run_text import lines_of_rules
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.preferences import FEWEST_FITS
from heuristan.tangram.expert.production.clips_notation import Template
from heuristan.tangram.expert.production.facts_once import SystemFact
from heuristan.tangram.expert.production.right_sides import python_name
from heuristan.tangram.expert.production.system import System
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.ranking import RankedRule, Ranking, first_of_rank, of_rank
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.teaching.asking.live_run import FINDERS, LiveRun

_GOES_ON = frozenset({"find-nothing", "return-to-first-rule"})
"""Rules that fire where no rule of the ranking has a match from some line on, and all are tried again."""


class Place(NamedTuple):
    """Where a run is: what is left, and what the run knows besides."""

    puzzle: Puzzle
    ranking: Ranking
    state: State
    line: int = 0
    """The line that is tried first, from 0."""
    ruled_out: Keys = NOTHING
    steps: tuple[Step, ...] = ()
    """The matches taken out so far."""
    remembered: Remembered | None = None
    """The memory of the run, if rules of one's own may look into it."""

    @property
    def rules(self) -> tuple[RankedRule, ...]:
        """The lines of the ranking."""
        return self.ranking.rules


class Activation(NamedTuple):
    """A rule on the agenda; of a line of the ranking with the match that it would take."""

    name: str
    """Of the rule."""
    salience: int
    line: int | None
    """Of the ranking, from 0; None for a rule of every run."""
    match: Match | None
    facts: tuple[SystemFact, ...]
    """The facts that satisfy its conditions, in their order."""


class Memory:
    """What an engine knows where it stands."""

    def __init__(self, place: Place, system: System, geometry: Geometry, line_of: Mapping[str, int]) -> None:
        """Look into an engine.

        Args:
            place: where the run is.
            system: the engine.
            geometry: what knows the matches that its facts name.
            line_of: the line of the ranking, from 0, of each rule that is made of one.
        """
        self.place = place
        self._system = system
        self._geometry = geometry
        self._line_of = line_of

    @classmethod
    def of(cls, live: LiveRun, place: Place) -> "Memory":
        """Look into an engine that a person drives."""
        return cls(place, live.system, live.geometry, live.line_of)

    @property
    def templates(self) -> Mapping[str, Template]:
        """The kinds of facts."""
        return self._system.templates

    def _named(self, activation: Any) -> str:
        return self._system.name_of[activation.rule_name]

    @property
    def memory(self) -> Iterator[SystemFact]:
        """The facts in the working memory, by their numbers."""
        return self._system.facts()

    def support(self, fact: SystemFact) -> tuple[SystemFact, ...]:
        """Return the facts that a fact was derived from; none if it does not depend on others."""
        return tuple(fact.supports[0].facts()) if fact.supports else ()

    def number(self, fact: SystemFact) -> int:
        """Return the number of a fact."""
        return fact.index

    @cached_property
    def agenda(self) -> tuple[Activation, ...]:
        """The conflict set, the next to fire first; each match of a line once."""
        every = map(self._activation, self._system.agenda())
        return tuple(each for _, group in groupby(every, self._rank_of) for each in self._ordered(list(group)))

    def _rank_of(self, each: Activation) -> tuple[int | None, int]:
        return None if each.line is None else first_of_rank(self.place.rules, each.line), each.salience

    def _ordered(self, found: list[Activation]) -> list[Activation]:
        """Return the activations of one rank in the order in which its matches are taken, each match once a line."""
        if found[0].line is None:
            return found
        state, rules = self.place.state, self.place.rules
        by_match: dict[MatchKey, dict[int, Activation]] = {}
        for each in sorted(found, key=lambda each: each.line or 0):
            if each.match and each.line is not None:
                by_match.setdefault(each.match.key, {}).setdefault(each.line, each)
        rank = [rules[line] for line in of_rank(rules, found[0].line)]
        if rank[0].own:
            matches = own_matches(rules, found[0].line, state, self.place.ruled_out, self.place.remembered)
        else:
            tightest = fits_at_tightest(state, self.ruled_out) if FEWEST_FITS in rank[0].prefer else ()
            given = {each.match.key: each.match for each in found if each.match}
            matches = tuple(in_order(rank, state, given.values(), tightest))
        return [each for match in matches for each in by_match.get(match.key, {}).values()]

    def _activation(self, found: Any) -> Activation:
        name = self._named(found)
        line = self._line_of.get(name)
        match = None
        if line is not None:
            with suppress(LookupError, ValueError):  # a person may say that there is a match where nothing fits
                own = self.place.rules[line].own
                variable = own.variables[name] if own else "?match"
                match = self._geometry.match_of(found.context[python_name(variable[1:])], self._outline)
        return Activation(name, found.salience, None if match is None else line, match, found.matched)

    @cached_property
    def _outline(self) -> list[SystemFact]:
        return [each for each in self._system.facts("Outline") if each["step"] == self.place.state.steps]

    @property
    def ruled_out(self) -> Keys:
        """The matches that are ruled out here."""
        return frozenset(key_read(fact["match"]) for fact in self._system.facts("RuledOut"))

    @property
    def next(self) -> Activation | None:
        """The activation that fires next."""
        return next(iter(self.agenda), None)

    def of_line(self, line: int) -> tuple[Activation, ...]:
        """Return the activations of a line of the ranking, in the order in which it prefers them."""
        return tuple(each for each in self.agenda if each.line == line)


class Standing(Memory):
    """The engine in a state, with everything done that comes before the choice of the next match.

    An engine is used again in the same thread: ask one standing at a time, and make a new one for every question.
    """

    def __init__(self, place: Place, *, finds: bool = False) -> None:
        """Bring the engine to a place.

        Args:
            place: where the run is.
            finds: whether to lay figures and look for evidence even if no rule that asks for them is next.
        """
        tracer = Tracer(place.puzzle, place.ranking, place.rules, lambda _: None)
        self._system, self._geometry, self._before = engine_in(
            "standing", place.state, place.rules, place.line, place.ruled_out, tracer, place.remembered
        )
        super().__init__(place, self._system, self._geometry, lines_of_rules(place.rules, Published.way))
        self.returned = False
        """Whether the rules from a line on found nothing, and all are tried again."""
        self._advance()
        if finds:
            self.find()

    def _advance(self) -> None:
        """Fire rules until a match would be taken out, or none; what was proposed for it is forgotten."""
        if self.place.state.boundary:
            fire_until(self._system, self._is_decided)
        engine = self._system.engine
        engine.retract(tuple(engine.of("Proposal")))
        (attempt,) = engine.of("Attempt")
        engine.modify(attempt, {"choice": (attempt["choice"] + 1,)})
        fire_until(self._system, lambda each: self._named(each) not in FINDERS)

    def _is_decided(self, following: Any) -> bool:
        """Return whether a match would be taken out now, or none."""
        name = self._named(following)
        if following.salience < DECIDED and name not in _GOES_ON:
            return True
        self.returned |= name == "return-to-first-rule"
        return False

    def find(self) -> None:
        """Fire the rules that lay figures and look for evidence, even if no rule that asks for them is next."""
        vars(self).pop("agenda", None)
        while waiting := [each for each in self._system.agenda() if self._named(each) in FINDERS]:
            self._system.fire(waiting[0])

    def number(self, fact: SystemFact) -> int:
        """Return the number of a fact, the same whenever the engine comes to this place."""
        if fact.template in STORED:
            return fact.index
        return fact.index - self._before + self._stored

    @cached_property
    def _stored(self) -> int:
        return max(fact.index for fact in self._system.facts(*STORED))


def stored_in(state: State) -> tuple[Figure, ...]:
    """Return the figures of the set that a state is filled with."""
    setting = state.setting
    return figures(setting.pieces, setting.composites, setting.denominator)
