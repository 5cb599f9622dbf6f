"""Every match that the rules of a ranking accept in states that can be solved, right or wrong.

What a rule takes depends on its place: it is asked where the rules above it find nothing, and only its first choice is
taken. Here each rule is asked in every state of a walk, whatever the others find, and all that it accepts is judged.
The walk is that of labels: the ranking's choices from its first line on, with a right match where it would take a wrong
one, so that every state can be solved.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from heuristan.lab.verdicts import Solutions, Which
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.decision import NOTHING
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.puzzle.puzzle import Puzzle


class Judged(NamedTuple):
    """The matches of a rule in the states of one outline."""

    accepted: int
    right: int
    """Number of matches accepted that are right."""
    taken: int
    """Number of matches that the ranking would take by the rule."""
    taken_right: int


def accepted_by_rules(puzzle: Puzzle, ranking: Ranking) -> dict[str, Judged] | None:
    """Return how many matches each rule accepts; None if the solutions of the outline are not known."""
    solutions = Solutions.of(puzzle)
    if solutions is None:
        return None
    found: Counter[tuple[str, str]] = Counter()
    for rule, count in _walk(puzzle, ranking, solutions):
        found[rule, count] += 1
    return {
        rule.name: Judged(*(found[rule.name, field] for field in Judged._fields))
        for rule in ranking.rules
        if not rule.rules_out
    }


def _walk(puzzle: Puzzle, ranking: Ranking, solutions: Solutions) -> Iterator[tuple[str, str]]:
    """Yield the name of a rule and what is to be counted, for each match."""
    state, left, out = State.start(puzzle, ranking), solutions.every, NOTHING
    chooser = chooser_for(ranking.rules)
    while state.boundary and left:
        decision, known = chooser.decide(state, 0, out), out
        out |= decision.keys_ruled_out
        after: dict[Match, Which] = {}
        for line, matches in chooser.accepted(state, known):
            for match in (match for match in matches if match.key not in out):
                after.setdefault(match, _with(puzzle, state, match, solutions, left))
                yield from _counts(ranking.rules[line].name, after[match], ("accepted", "right"))
        chosen = decision.match
        if chosen is not None:
            yield from _counts(ranking.rules[decision.rule_number].name, after[chosen], ("taken", "taken_right"))
        if chosen is None or not after[chosen]:
            fits = (*after, *state.matches)
            chosen = next((match for match in fits if _with(puzzle, state, match, solutions, left)), None)
        if chosen is None:
            return
        left, following = _with(puzzle, state, chosen, solutions, left), state.without(chosen)
        assert following is not None
        state = following


def _counts(rule: str, which: Which, fields: tuple[str, str]) -> Iterator[tuple[str, str]]:
    yield rule, fields[0]
    if which:
        yield rule, fields[1]


def _with(puzzle: Puzzle, state: State, match: Match, solutions: Solutions, among: Which) -> Which:
    """Return which of some solutions have a match of a state."""
    vertices = tuple(map(puzzle.in_legs, match.placement.ring))
    if match.kind == "piece":
        return solutions.with_piece(match.name, vertices, among)
    _, abeyance = state.supply_after(match.kind, match.name, state.steps + 1)
    return solutions.with_composite(vertices, abeyance.lists[-1].sets, among)
