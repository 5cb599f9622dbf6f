"""Host functions that look for evidence and for dead ends."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from heuristan.tangram.expert.backtracking import Look, end_of, look, refuted_at_tightest
from heuristan.tangram.expert.dead_ends import fits_at, tightest_end
from heuristan.tangram.expert.decision import NOTHING, Keys
from heuristan.tangram.expert.evidence import EVIDENCE, evidence_in
from heuristan.tangram.expert.host.fact_states import (
    Fact,
    Values,
    edges_of,
    end_read,
    end_written,
    key_read,
    key_written,
    lines_written,
    of_kind,
    sets_written,
)
from heuristan.tangram.expert.host.laid_figures import Functions, Geometry
from heuristan.tangram.expert.matches import MatchKey
from heuristan.tangram.expert.production.clips_notation import Symbol
from heuristan.tangram.expert.ranking import RankedRule, refuting_line
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer

_END = 7
"""The number of values that describe an end of an edge."""


class Looking:
    """What is seen in what is left. The memory that functions are given has the matches ruled out too."""

    def __init__(
        self, geometry: Geometry, rules: Sequence[RankedRule], tracer: Tracer, opinion: Callable[[], str | None]
    ) -> None:
        self._geometry = geometry
        self._rules = rules
        self._tracer = tracer
        self._opinion = opinion
        self._asked = frozenset().union(*(rule.kinds_of_evidence for rule in rules if not rule.checks))
        self._last: tuple[object, Look] | None = None

    @property
    def functions(self) -> Functions:
        """The host functions, by the names that rules have for them."""
        return {
            "matches-with": self._matches_with,
            "at-tightest-vertex": self._at_tightest_vertex,
            "refuted-at-tightest-vertex": self._refuted_at_tightest_vertex,
            "has-evidence": self._has_evidence,
            "dead-end": lambda ahead, *memory: self._look(memory, ahead=ahead).reason or "",
            "tightest-end": lambda ahead, *memory: end_written(self._look(memory, ahead=ahead).end),
            "never-in-a-solution": self._never_in_a_solution,
            "end-at": self._end_at,
            "covering": self._covering,
            "situation": lambda *facts: situation(self._geometry.state(facts)),
            "next-open-choice": self._next_open_choice,
            "is-of-ones-own": self._is_of_ones_own,
            "opinion": lambda: self._opinion() or "",
        }

    # evidence

    def _matches_with(self, kind: str, *memory: Fact) -> tuple[Symbol, ...]:
        state, out = self._geometry.state(memory), self._ruled_out(memory, told=True)
        found = evidence_in(state, self._asked, self._checked(memory), out)
        return _written(key for key, kinds in found.items() if kind in kinds)

    def _checked(self, memory: Sequence[Fact]) -> dict[str, Keys]:
        """Return the matches that lines refuted one by one for the decision that is being made."""
        found: dict[str, Keys] = {}
        for fact in of_kind(memory, "RuledOut"):
            rule = None if fact["told"] else self._rules[fact["line"] - 1]
            if rule and rule.checks and rule.evidence:
                found[rule.evidence] = found.get(rule.evidence, NOTHING) | {key_read(fact["match"])}
        return found

    def _at_tightest_vertex(self, *memory: Fact) -> tuple[Symbol, ...]:
        state, out = self._geometry.state(memory), self._ruled_out(memory, told=True)
        must = of_kind(memory, "MustCover")
        end = end_read(must[0]["end"]) if must else tightest_end(state, state.matches.covering, out)
        return _written(fits_at(state, end, out) if end else ())

    def _refuted_at_tightest_vertex(self, *memory: Fact) -> tuple[Symbol, ...]:
        refuted = list[MatchKey]()
        for rule, found in refuted_at_tightest(self._rules, self._geometry.state(memory), self._ruled_out(memory)):
            self._tracer.matches_ruled_out(rule, found)
            refuted += (match.key for match in found)
        return _written(refuted)

    def _has_evidence(self, kind: str, match: str, *memory: Fact) -> bool:
        check = EVIDENCE[kind].check
        assert check is not None, "rules check one match for such evidence alone"
        return check(self._geometry.state(memory), self._geometry.match_of(match, memory), self._ruled_out(memory))

    # dead ends

    def _look(self, memory: Sequence[Fact], *, ahead: bool) -> Look:
        state, out = self._geometry.state(memory), self._ruled_out(memory)
        asked = state, out, ahead
        if self._last is None or self._last[0] != asked:  # three functions ask for the same
            self._last = asked, look(state, out, self._tracer.place, ahead=ahead)
        return self._last[1]

    def _never_in_a_solution(self, ahead: bool, *memory: Fact) -> tuple[Symbol, ...]:
        return _written(sorted(self._look(memory, ahead=ahead).ruled_out - self._ruled_out(memory)))

    def _ruled_out(self, memory: Sequence[Fact], *, told: bool = False) -> Keys:
        """Return the keys of the matches ruled out: of all, or of those that were told in a decision.

        What rules of one's own rule out is left out: it proves nothing of what is left.
        """
        facts = (fact for fact in of_kind(memory, "RuledOut") if fact["told"] or not told)
        return frozenset(key_read(fact["match"]) for fact in facts if not self._is_of_ones_own(fact["line"]))

    def _is_of_ones_own(self, line: int) -> bool:
        return 0 < line <= len(self._rules) and self._rules[line - 1].own is not None

    def _end_at(self, match: str, *memory: Fact) -> Values:
        state = self._geometry.state(memory)
        return end_written(end_of(state, self._geometry.match_of(match, memory), self._ruled_out(memory)))

    def _covering(self, *about: Any) -> tuple[Symbol, ...]:
        end, facts = about[:_END], about[_END:]
        return _written(self._geometry.state(facts).matches.covering[end_read(end)])

    # retry

    def _next_open_choice(self, attempt: int, *memory: Fact) -> Values:
        """Return the last choice of which another match leads on: its step and line, the match, and those after it."""
        failed = {tuple(fact["what"]) for fact in of_kind(memory, "Failed")}
        leads_on = partial(self._leads_on, attempt=attempt, memory=memory, failed=failed)
        for taken in sorted(of_kind(memory, "Extracted"), key=lambda fact: -fact["step"]):
            others = tuple(taken["others"])
            place = next((n for n, other in enumerate(others) if leads_on(taken, other)), None)
            if place is not None:
                return taken["step"], taken["line"], *others[place:]
        return ()

    def _leads_on(self, taken: Fact, other: str, attempt: int, memory: Sequence[Fact], failed: set[Values]) -> bool:
        step, line = taken["step"], taken["line"]
        facts = [fact for fact in of_kind(memory, "Outline", "Stock", "Held") if fact["step"] == step - 1]
        state, match = self._geometry.state(facts), self._geometry.match_of(other, facts)
        out = self._ruled_out([fact for fact in of_kind(memory, "RuledOut") if fact["step"] < step])
        if refuting_line(self._rules, line - 1, state, match, out) is not None:
            return False
        after = state.without(match)
        if after is None or not after.boundary:
            return after is not None
        is_repeated = self._rules[line - 1].repeat and (step > 1 or attempt == 1)
        return (line if is_repeated else 1, *situation(after), *lines_written(after.carried)) not in failed


def situation(state: State) -> Values:
    """Return all that decides whether a state has a solution: edges, stock and composites held, in an order of its own.

    States that differ in other ways alone are the same here, as in `control.identity`.
    """
    edges = edges_of(state.boundary)
    rows = sorted(edges[i : i + 9] for i in range(0, len(edges), 9))
    held = sorted((each.composite, sets_written(each.sets)) for each in state.abeyance.lists)
    names = (*sorted(state.stock.elements()), *(each for name, sets in held for each in (name, *sets)))
    return (*(n for row in rows for n in row), *map(Symbol, names))


def _written(keys: Iterable[MatchKey]) -> tuple[Symbol, ...]:
    return tuple(map(key_written, keys))
