"""What a run would do from here if a rule stood first: the compiled way of the ranking, without the engine."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from heuristan.common.clock import Clock
from heuristan.tangram.expert.backtracking import Backtracking, rules_with_vertex_fit
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.control import Accepts, Control, Run, Step, accepts_all
from heuristan.tangram.expert.decision import Decision
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.ranking import Ranking, in_turn, of_rank
from heuristan.tangram.expert.runs import drive
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import Way
from heuristan.teaching.asking.standing import Place


class Ends(NamedTuple):
    """How a run ends from here with a ranking."""

    published: Run
    backtracking: Run


class WhatIf(NamedTuple):
    """What changes if a rule stands first."""

    ranking: Ranking
    """The ranking with the rule first."""
    decision: Decision
    """The match that is taken next with it."""
    now: Decision
    """The match that is taken next with the ranking as it is."""
    ends: Ends | None
    """None where rules of one's own may look at what was taken before: a run that begins here would have no past."""
    ends_now: Ends | None


@dataclass
class _GoesOn(Control):
    before: Sequence[Step] = ()

    @property
    def steps(self) -> list[Step]:
        """The extractions, those before the run began included: composites may be held since then."""
        return [*self.before, *super().steps]


@dataclass
class _Published(_GoesOn, Published):
    """A run as published that goes on."""


@dataclass
class _Backtracking(_GoesOn, Backtracking):
    """A run with backtracking that goes on."""


def what_if_first(place: Place, line: int, seconds: float, accepts: Accepts = accepts_all) -> WhatIf:
    """Return what a run would do from here if a line of the ranking stood first.

    Args:
        place: where the run is.
        line: the line, from 0.
        seconds: time limit of each run.
        accepts: whether pieces that cover everything are a solution, for drawings.
    """
    rules = place.rules
    others = [other for other in in_turn(rules) if other != line]
    apart = {line, next((other for other in of_rank(rules, line) if other != line), line)}
    first = tuple(
        replace(rules[each], salience=None, equal_rank=rules[each].equal_rank and each not in apart)
        for each in (line, *others)
    )
    ranking = replace(place.ranking, rules=first, entry_points=())
    known = place.remembered
    as_it_is = chooser_for(rules).decide(place.state, place.line, place.ruled_out, remembered=known)
    changed = chooser_for(ranking.rules).decide(place.state, 0, place.ruled_out, remembered=known)
    if known and place.steps:
        return WhatIf(ranking, changed, as_it_is, None, None)
    ends, ends_now = (_ends(place, each, seconds, accepts) for each in (ranking, place.ranking))
    return WhatIf(ranking, changed, as_it_is, ends, ends_now)


def _ends(place: Place, ranking: Ranking, seconds: float, accepts: Accepts) -> Ends:
    return Ends(*(drive(_control(place, ranking, way, seconds, accepts)) for way in ("published", "backtracking")))


def _control(place: Place, ranking: Ranking, way: Way, seconds: float, accepts: Accepts) -> Control:
    tracer = Tracer(place.puzzle, ranking, rules_with_vertex_fit(ranking), lambda _: None)
    clock = Clock(seconds)
    if way == "published":
        control: Control = _Published(
            place.state, ranking.rules, tracer, clock, accepts, ranking.entry_lines, place.steps
        )
    else:
        rules = rules_with_vertex_fit(ranking)
        control = _Backtracking(place.state, rules, tracer, clock, accepts, place.steps)
    return control
