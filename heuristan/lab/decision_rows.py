"""Decisions as data: every match in the states of attempts, which lines accept it, its features, right or wrong.

Each attempt that a run as published made is followed from its own beginning: attempts know nothing of each other. Where
the ranking would take a wrong match a right one is taken, so every state can be solved, and each match is right or
wrong. The table `decisions` has a row for each line that accepts a match, and one for each piece that fits and that no
line accepts.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from heuristan.lab.columns import in_position
from heuristan.lab.corpora import Outline
from heuristan.lab.identity import ranking_digest, version
from heuristan.lab.schema import TABLES
from heuristan.lab.store import Row, Store
from heuristan.lab.verdicts import Solutions, Which
from heuristan.tangram.expert.acceptance import in_order, taking_line
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.control import identity
from heuristan.tangram.expert.dead_ends import fits_at_tightest
from heuristan.tangram.expert.decision import NOTHING, Decision, Keys
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.ranking import RankedRule, Ranking, refuting_line
from heuristan.tangram.expert.state import State
from heuristan.tangram.puzzle.puzzle import Puzzle

_NAMES = TABLES["decisions"].names
FEATURES = {column: PREFERENCES[name] for column in _NAMES if (name := column.replace("_", "-")) in PREFERENCES}
"""The preferences whose numbers are columns."""

STATE_SIZE = 8
"""Bytes of the digest of a state."""


_NEW = """
SELECT position, seed, max(attempts) FROM results
WHERE outline = $1 AND ranking = $2 AND version = $3 AND way = 'published'
  AND (position, seed) NOT IN (SELECT (position, seed) FROM decisions WHERE (outline, ranking, version) = ($1, $2, $3))
GROUP BY ALL ORDER BY ALL"""


def add_decisions(store: Store, ranking: Ranking, outlines: Iterable[Outline]) -> list[str]:
    """Follow the runs of a ranking as published whose decisions are not in a file yet; return the outlines left out.

    Outlines whose solutions are not known have no rows.
    """
    digest, unknown = ranking_digest(ranking), dict[str, None]()
    for outline in outlines:
        for position, seed, attempts in store.rows(_NEW, [outline.digest, digest, version()]):
            same = (outline.digest, digest, position, seed, version())
            rows = decisions(in_position(outline.puzzle, position), replace(ranking, seed=seed), attempts)
            store.add({"decisions": [same + row for row in rows or ()]})
            if not rows:
                unknown[outline.puzzle.id] = None
    return list(unknown)


def decisions(puzzle: Puzzle, ranking: Ranking, attempts: int) -> list[Row] | None:
    """Return the rows of attempts of a ranking, from the first, without those columns that identify the run.

    Returns:
        None if the solutions of the outline are not known.
    """
    solutions = Solutions.of(puzzle)
    if solutions is None:
        return None
    rows = _Followed(puzzle, ranking, solutions).rows(attempts)
    return [tuple(row[name] for name in _NAMES if name in row) for row in rows]


Accepted: TypeAlias = Mapping[int, tuple[Match, ...]]
"""The matches that each line accepts."""


class _At(NamedTuple):
    """A place in an attempt."""

    state: State
    line: int
    """The first line to try."""
    out: Keys
    """The matches that are ruled out."""
    left: Which
    """The solutions that have all that was taken."""
    may_repeat: bool
    """Whether a line marked `repeat` is tried again after it succeeds; not at the first success of a later attempt."""

    @property
    def key(self) -> object:
        """Everything that decides how the attempt goes on; the numbers of vertices are those of the way there."""
        numbers = frozenset(self.state.ground.array.numbers.items())
        return identity(self.state), self.state.carried, numbers, self.state.steps, *self[1:]


@dataclass
class _Followed:
    """Attempts that are followed."""

    puzzle: Puzzle
    ranking: Ranking
    solutions: Solutions
    seen: dict[object, tuple[list[dict[str, Any]], _At | None]] = field(default_factory=dict)
    """The rows of each place, and the next place: most attempts come to places of those before."""

    def rows(self, attempts: int) -> Iterator[dict[str, Any]]:
        start = State.start(self.puzzle, self.ranking)
        for attempt, line in enumerate(self.ranking.entry_lines[:attempts], 1):
            at: _At | None = _At(start, line, NOTHING, self.solutions.every, attempt == 1)
            while at and at.left and at.state.boundary:
                key = at.key
                if key not in self.seen:
                    self.seen[key] = self._decided(at)
                rows, at = self.seen[key]
                yield from ({"attempt": attempt, **row} for row in rows)

    def _decided(self, at: _At) -> tuple[list[dict[str, Any]], _At | None]:
        """Return the rows of a place, and the next place, as `heuristan.tangram.expert.published` goes on."""
        state, rules = at.state, self.ranking.rules
        decision = chooser_for(rules).decide(state, at.line, at.out)
        out = at.out | decision.keys_ruled_out
        if decision.match is None and at.line and state.steps:
            return [], at._replace(line=0, out=out)
        accepted = dict(chooser_for(rules).accepted(state, at.out))
        having = {m: self._with(state, m, at.left) for m in (*chain(*accepted.values()), *state.matches)}
        rows = list(self._described(state, decision, accepted, having, out))
        chosen = next((m for m in (decision.match, *having) if m and having.get(m)), None)
        if chosen is None:
            return rows, None
        by, after = decision.rule_number, state.without(chosen)
        assert after is not None
        is_repeated = decision.match and at.may_repeat and rules[by].repeat
        return rows, _At(after, by if is_repeated else 0, out, having[chosen], may_repeat=True)

    def _described(
        self, state: State, decision: Decision, accepted: Accepted, having: Mapping[Match, Which], out: Keys
    ) -> Iterator[dict[str, Any]]:
        rules = self.ranking.rules
        out |= frozenset(m.key for m in having if refuting_line(rules, len(rules), state, m, out) is not None)
        tightest = fits_at_tightest(state, out)
        turns = {line: self._turns(state, rules[line], found, out, tightest) for line, found in accepted.items()}
        same = {"step": state.steps + 1, "state": _digest(state)}
        taking = decision.match and taking_line(rules, decision.rule_number, decision.match)
        for number, match in enumerate(having):
            described = same | {
                "match": number,
                "kind": match.kind,
                "figure": match.name,
                "place": json.dumps([self.puzzle.in_legs(p) for p in match.placement.ring]),
                "grades": match.grades,
                "ruled_out": match.key in out,
                "is_right": having[match] > 0,
                **{name: int(feature.key(state, match, tightest)) for name, feature in FEATURES.items()},
            }
            if not any(match in found for found in accepted.values()):
                yield described | {"line": None, "rule": None, "turn": None, "taken": False}
            for line in (line for line, found in accepted.items() if match in found):
                by = {"line": line + 1, "rule": rules[line].name, "turn": turns[line].get(match.key)}
                yield described | by | {"taken": match == decision.match and line == taking}

    def _turns(
        self, state: State, rule: RankedRule, found: tuple[Match, ...], out: Keys, tightest: tuple[MatchKey, ...]
    ) -> Mapping[MatchKey, int]:
        """Return the place of each match that is not ruled out in the order in which a line takes them, from 1."""
        kept = [match for match in found if match.key not in out]
        ordered = kept if rule.own else in_order((rule,), state, kept, tightest)
        return {match.key: number for number, match in enumerate(ordered, 1)}

    def _with(self, state: State, match: Match, among: Which) -> Which:
        """Return which of some solutions have a match of a state."""
        vertices = tuple(map(self.puzzle.in_legs, match.placement.ring))
        if match.kind == "piece":
            return self.solutions.with_piece(match.name, vertices, among)
        _, abeyance = state.supply_after(match.kind, match.name, state.steps + 1)
        return self.solutions.with_composite(vertices, abeyance.lists[-1].sets, among)


def _digest(state: State) -> str:
    content = state.boundary.segments, sorted(state.stock.elements())
    return blake2b(repr(content).encode(), digest_size=STATE_SIZE).hexdigest()
