"""Matches judged by all solutions, in states that can be solved.

The first attempt of a run as published is followed; where the ranking would take a wrong match a right one is taken, so
every state could be solved. `labels` has a row for every piece that fits in each state: the numbers by which
preferences order it, and whether it is right. `accepted_by_rules` counts what each rule accepts, whatever the rules
above it find, and how much of it is right.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from heuristan.common.faults import require
from heuristan.common.files import utf8_name
from heuristan.common.scratch import scratch_folder
from heuristan.lab.columns import split_of
from heuristan.lab.corpora import Outline
from heuristan.lab.verdicts import Solutions, Which
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.dead_ends import fits_at_tightest
from heuristan.tangram.expert.decision import NOTHING, Decision, Keys
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.ranking import Ranking, refuting_line
from heuristan.tangram.expert.state import State
from heuristan.tangram.puzzle.puzzle import Puzzle

TEXTS = {
    "outline": "the digest of the outline",
    "split": "training or test",
    "piece": "the kind of piece",
    "grades": "the grades of its sides, best first",
    "rule": "the rule that takes a match in this state",
}
FLAGS = {
    "is_right": "whether a solution has the match and all that was taken before",
    "ruled_out": "whether rules of the ranking rule it out",
    "taken": "whether the ranking takes it",
}
NUMBERS = {
    "step": "the number of the step, from 1",
    "match": "the number of the match in its state, from 0",
    **{
        name.replace("-", "_"): f"the number by which 'prefer: {name}' orders matches, the minimum first"
        for name in PREFERENCES
    },
}
MEANINGS = {**TEXTS, **FLAGS, **NUMBERS}
"""The meaning of each column."""

Row = dict[str, object]


def labels(outline: Outline, ranking: Ranking) -> list[Row] | None:
    """Return a row for each match of each state; None if the solutions of the outline are not known."""
    digest, puzzle = outline
    solutions = Solutions.of(puzzle)
    if solutions is None:
        return None
    same: Row = {"outline": digest, "split": split_of(puzzle)}
    return [{**same, **row} for row in _rows(puzzle, ranking, solutions)]


def _rows(puzzle: Puzzle, ranking: Ranking, solutions: Solutions) -> Iterator[Row]:
    state, left, out = State.start(puzzle, ranking), solutions.every, NOTHING
    chooser = chooser_for(ranking.rules)
    while state.boundary and left:
        decision = chooser.decide(state, 0, out)
        out |= decision.keys_ruled_out
        found = [(match, _with(puzzle, state, match, solutions, left)) for match in state.matches]
        yield from _described(state, decision, ranking, found, out | _refuted(state, ranking, out))
        rights = {match.key: which for match, which in found if which}
        chosen = decision.match
        if chosen is None or chosen.kind != "piece" or chosen.key not in rights:
            chosen = next((match for match, which in found if which), None)
        if chosen is None:
            return
        left, after = _with(puzzle, state, chosen, solutions, left), state.without(chosen)
        assert after is not None
        state = after


def _refuted(state: State, ranking: Ranking, out: Keys) -> Keys:
    """Return the matches that rules refute one by one, whether or not one is about to be taken."""
    lines = len(ranking.rules)
    return frozenset(m.key for m in state.matches if refuting_line(ranking.rules, lines, state, m, out) is not None)


def _described(
    state: State, decision: Decision, ranking: Ranking, found: Sequence[tuple[Match, Which]], out: Keys
) -> Iterator[Row]:
    tightest = fits_at_tightest(state, out)
    rule = ranking.rules[decision.rule_number].name if decision.match else ""
    for number, (match, which) in enumerate(found):
        yield {
            "step": state.steps + 1,
            "match": number,
            "piece": match.name,
            "grades": match.grades,
            "rule": rule,
            "is_right": bool(which),
            "ruled_out": match.key in out,
            "taken": decision.match is not None and match.key == decision.match.key,
            **{
                name.replace("-", "_"): int(preference.key(state, match, tightest))
                for name, preference in PREFERENCES.items()
            },
        }


def write_labels(path: Path, batches: Iterable[Sequence[Row]]) -> int:
    """Write rows as Parquet, which gets its name when it is whole and has any; return their number.

    Raises:
        OSError: if the file cannot be written.
        MissingExtraError: if pyarrow is not installed.
    """
    require("pyarrow.parquet", "pyarrow", "lab")
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

    utf8_name(path)
    types = dict.fromkeys(TEXTS, pa.string()) | dict.fromkeys(FLAGS, pa.bool_()) | dict.fromkeys(NUMBERS, pa.int64())
    schema = pa.schema([pa.field(name, types[name], False, {"meaning": words}) for name, words in MEANINGS.items()])
    count = 0
    with scratch_folder(path.parent) as folder:
        part = folder / path.name
        with ParquetWriter(part, schema, compression="zstd") as writer:
            for batch in batches:
                writer.write_table(pa.Table.from_pylist(list(batch), schema=schema))
                count += len(batch)
        if count:
            os.replace(part, path)
    return count


class Judged(NamedTuple):
    """Counts of a rule's matches in the states of one outline."""

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
    for rule, count in _accepted(puzzle, ranking, solutions):
        found[rule, count] += 1
    return {
        rule.name: Judged(*(found[rule.name, field] for field in Judged._fields))
        for rule in ranking.rules
        if not rule.rules_out
    }


def _accepted(puzzle: Puzzle, ranking: Ranking, solutions: Solutions) -> Iterator[tuple[str, str]]:
    """Yield the name of a rule and the field to count, for each match."""
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
