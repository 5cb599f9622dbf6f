"""Decisions as data: every match in the states of attempts, which lines accept it, its features, right or wrong.

Each attempt that a run as published made is followed from its own beginning: attempts know nothing of each other. Where
the ranking would take a wrong match a right one is taken, so every state can be solved, and each match is right or
wrong. The table `decisions` has a row for each line that accepts a match, and one for each piece that fits and that no
line accepts.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from heuristan.lab.columns import in_position
from heuristan.lab.corpora import Outline
from heuristan.lab.identity import ranking_digest, version
from heuristan.lab.schema import TABLES
from heuristan.lab.store import Row, Store
from heuristan.lab.verdicts import Solutions, Which
from heuristan.tangram.expert.acceptance import in_order, taking_line
from heuristan.tangram.expert.chooser import chooser_for
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
            unknown |= {} if rows else {outline.puzzle.id: None}
    return list(unknown)


def decisions(puzzle: Puzzle, ranking: Ranking, attempts: int) -> list[Row] | None:
    """Return the rows of the first attempts of a ranking, without those columns that identify the run.

    Returns:
        None if the solutions of the outline are not known.
    """
    solutions = Solutions.of(puzzle)
    if solutions is None:
        return None
    rows = _Followed(puzzle, ranking, solutions).rows(attempts)
    return [tuple(row[name] for name in _NAMES if name in row) for row in rows]


class _Followed:
    """Attempts that are followed."""

    def __init__(self, puzzle: Puzzle, ranking: Ranking, solutions: Solutions) -> None:
        self._puzzle = puzzle
        self._ranking = ranking
        self._rules = ranking.rules
        self._solutions = solutions
        self._chooser = chooser_for(ranking.rules)

    def rows(self, attempts: int) -> Iterator[dict[str, Any]]:
        for attempt, line in enumerate(self._ranking.entry_lines[:attempts], 1):
            self._state = State.start(self._puzzle, self._ranking)
            yield from ({"attempt": attempt, **row} for row in self._rows_from(line, is_first=attempt == 1))

    def _rows_from(self, line: int, *, is_first: bool) -> Iterator[dict[str, Any]]:
        """Yield the rows of an attempt that begins at a line, as `heuristan.tangram.expert.published` goes on."""
        left, out = self._solutions.every, NOTHING
        while self._state.boundary and left:
            decision, known = self._chooser.decide(self._state, line, out), out
            out |= decision.keys_ruled_out
            if decision.match is None and line and self._state.steps:
                line = 0
                continue
            accepted = dict(self._chooser.accepted(self._state, known))
            matches = list(dict.fromkeys((*(m for found in accepted.values() for m in found), *self._state.matches)))
            right = {match: which for match in matches if (which := self._with(match, left))}
            yield from self._described(decision, matches, accepted, right, out)
            chosen = decision.match if decision.match in right else next(iter(right), None)
            if chosen is None:
                return
            by, is_usual = decision.rule_number, is_first or self._state.steps
            line = by if decision.match and is_usual and self._rules[by].repeat else 0
            left, after = right[chosen], self._state.without(chosen)
            assert after is not None
            self._state = after

    def _described(
        self,
        decision: Decision,
        matches: list[Match],
        accepted: Mapping[int, tuple[Match, ...]],
        right: Mapping[Match, Which],
        out: Keys,
    ) -> Iterator[dict[str, Any]]:
        state, rules = self._state, self._rules
        out |= frozenset(m.key for m in matches if refuting_line(rules, len(rules), state, m, out) is not None)
        tightest = fits_at_tightest(state, out)
        turns = {line: self._turns(rules[line], found, out, tightest) for line, found in accepted.items()}
        lines: dict[Match, list[int | None]] = {}
        for accepting, found in accepted.items():
            for match in found:
                lines.setdefault(match, []).append(accepting)
        same = {"step": state.steps + 1, "state": _digest(state)}
        taking = decision.match and taking_line(rules, decision.rule_number, decision.match)
        for number, match in enumerate(matches):
            described = same | {
                "match": number,
                "kind": match.kind,
                "figure": match.name,
                "place": json.dumps([self._puzzle.in_legs(p) for p in match.placement.ring]),
                "grades": match.grades,
                "ruled_out": match.key in out,
                "is_right": match in right,
                **{name: int(feature.key(state, match, tightest)) for name, feature in FEATURES.items()},
            }
            for line in lines.get(match, [None]):
                yield described | {
                    "line": None if line is None else line + 1,
                    "rule": None if line is None else rules[line].name,
                    "turn": None if line is None else turns[line].get(match.key),
                    "taken": match == decision.match and line == taking,
                }

    def _turns(
        self, rule: RankedRule, found: tuple[Match, ...], out: Keys, tightest: tuple[MatchKey, ...]
    ) -> Mapping[MatchKey, int]:
        """Return the place of each match that is not ruled out in the order in which a line takes them, from 1."""
        kept = [match for match in found if match.key not in out]
        ordered = kept if rule.own else in_order((rule,), self._state, kept, tightest)
        return {match.key: number for number, match in enumerate(ordered, 1)}

    def _with(self, match: Match, among: Which) -> Which:
        """Return which of some solutions have a match of the state."""
        vertices = tuple(map(self._puzzle.in_legs, match.placement.ring))
        if match.kind == "piece":
            return self._solutions.with_piece(match.name, vertices, among)
        _, abeyance = self._state.supply_after(match.kind, match.name, self._state.steps + 1)
        return self._solutions.with_composite(vertices, abeyance.lists[-1].sets, among)


def _digest(state: State) -> str:
    content = state.boundary.segments, sorted(state.stock.elements())
    return blake2b(repr(content).encode(), digest_size=STATE_SIZE).hexdigest()
