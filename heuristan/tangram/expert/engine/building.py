"""The rules of an engine put together from a ranking, with their saliences."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from heuristan.common.faults import InputError
from heuristan.tangram.expert.control import Control
from heuristan.tangram.expert.engine.course import (
    FIRST,
    consequences,
    ending,
    examining,
    failing_as_published,
    failing_by_undoing,
    finders,
    joining_rules,
    laying_rule,
    preparing_rules,
    returning,
    running_dry,
    seeing_dead_ends,
)
from heuristan.tangram.expert.engine.line_rules import LineRules, View, joins, laid_sides
from heuristan.tangram.expert.engine.patterns import Production
from heuristan.tangram.expert.engine.ranking_engine import RankingEngine
from heuristan.tangram.expert.figures import Figure, figures
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.ways import Way

STEP = 10
"""Distance between the saliences of two lines: finders have their place between."""
HIGHEST = FIRST - 100
"""The highest salience of a line or finder."""
MOST_LINES = HIGHEST // STEP - 1


@contextmanager
def lent_engine(control: Control) -> Iterator[RankingEngine]:
    """Lend an engine that can drive a control.

    Making one takes longer than a run, so they are kept. Nobody else has it at the time, in another thread or within
    the run, and one that was stopped in its tracks is not used again.
    """
    idle = _idle(*_needed_for(control))
    engine = idle.pop() if idle else engine_for(control)
    yield engine
    idle.append(engine)


def engine_for(control: Control) -> RankingEngine:
    """Return a new engine that can drive a control."""
    rules, stored, course, drawn = _needed_for(control)
    return make_engine(rules, stored, course, drawn=drawn)


def _needed_for(control: Control) -> tuple[tuple[RankedRule, ...], tuple[Figure, ...], "Course", bool]:
    """Return the arguments from which an engine for a control is made."""
    setting = control.start.setting
    stored = figures(setting.pieces, setting.composites, setting.denominator)
    return control.rules, stored, Course.of(control), bool(control.start.boundary.nearness)


class Course(NamedTuple):
    """What a way to run a ranking does where no rule has a match."""

    returns: bool
    """Whether it goes back to the first line after a pass that began below it."""
    attempts: int | None
    """The number of attempts at most; None if it undoes instead."""

    @classmethod
    def of(cls, control: Control) -> "Course":
        """Return the course of a control."""
        restarts = type(control) is Published
        return cls(isinstance(control, Published), len(control.entry_lines) if restarts else None)

    @classmethod
    def for_way(cls, ranking: Ranking, way: Way) -> "Course":
        """Return the course of a way to run a ranking."""
        return cls(way != "backtracking", len(ranking.entry_lines) if way == "published" else None)


@lru_cache(maxsize=16)
def _idle(*needed: object) -> list[RankingEngine]:  # noqa: ARG001
    """Return the engines of one kind that are idle."""
    return []


def make_engine(
    rules: tuple[RankedRule, ...],
    stored: tuple[Figure, ...],
    course: Course,
    *,
    drawn: bool = False,
    places: Sequence[int] = (),
    withheld: Collection[type] = (),
    matcher: type | None = None,
) -> RankingEngine:
    """Return an engine for a ranking.

    Args:
        rules: the lines of the ranking.
        stored: the figures.
        course: what is done where no rule has a match.
        drawn: whether it is for drawings, where lengths are only nearly those of sides.
        places: for each line its place among the saliences, from 0 for the highest; the place in the ranking if empty.
        withheld: kinds of facts that never come into the working memory.
        matcher: another matcher than the one that joins by hash.

    Raises:
        InputError: if there are more lines than saliences for them.
    """
    if len(rules) > MOST_LINES:
        raise InputError(f"the ranking has {len(rules)} rules; the engine takes {MOST_LINES} at most")
    view = View(stored)
    productions = tuple(productions_for(rules, view, course, places or range(len(rules)), drawn=drawn))
    body: dict[str, Any] = {f"r{number:03}_{each.name}": each.for_experta for number, each in enumerate(productions)}
    body |= {"productions": productions, "rules": rules, "view": view}
    body["kinds_read"] = frozenset(kind for each in productions for kind in each.kinds_read)
    body["lays_composites"] = any(rule.kind == "composite" and laid_sides(rule) for rule in rules)
    body["asked"] = _looked_for(rules)
    if matcher is not None:
        body["__matcher__"] = matcher
    kind: type[RankingEngine] = type("EngineOfARanking", (RankingEngine,), body)
    return kind(withheld)


def productions_for(
    rules: Sequence[RankedRule], view: View, course: Course, places: Sequence[int], *, drawn: bool = False
) -> Iterator[Production]:
    """Yield the rules of an engine for a ranking."""
    yield from consequences()
    yield from preparing_rules()
    if any(joins(rule, sides) for rule in rules for sides in (3, 4)):
        yield from joining_rules(view.side_lengths[-1])
    yield from ending()
    yield from examining()
    if not course.returns:
        yield seeing_dead_ends()
    saliences = [STEP * (len(rules) - place) for place in places]
    yield from _before_lines(rules, saliences)
    lines = LineRules(view, drawn=drawn)
    for number, (rule, salience) in enumerate(zip(rules, saliences, strict=True)):
        yield from lines.of(
            number, rule, salience, _refute if rule.checks else _rule_out if rule.rules_out else _extract
        )
    yield running_dry()
    if course.returns:
        yield returning()
    if course.attempts is None:
        yield failing_by_undoing()
    else:
        yield from failing_as_published(course.attempts)


def _before_lines(rules: Sequence[RankedRule], saliences: Sequence[int]) -> Iterator[Production]:
    """Yield the rules that lay figures and find evidence, right above the first line that asks for it."""
    laying = [s for rule, s in zip(rules, saliences, strict=True) if laid_sides(rule) and not rule.checks]
    if laying:
        yield laying_rule(max(laying) + STEP // 2)
    asking = [s for rule, s in zip(rules, saliences, strict=True) if rule.evidence and not rule.checks]
    tightest = [s for rule, s in zip(rules, saliences, strict=True) if rule.takes_any_at_tightest]
    kinds = _looked_for(rules)
    yield from finders(kinds, max(asking, default=0) + STEP // 2, max(tightest) + STEP // 2 if tightest else None)


def _looked_for(rules: Sequence[RankedRule]) -> frozenset[str]:
    """Return the kinds of evidence that are looked for in a state, not match by match."""
    return frozenset(rule.evidence for rule in rules if rule.evidence and not rule.checks)


def _extract(engine: RankingEngine, production: Production, activation_values: Mapping[str, Any]) -> None:
    """Take the match out."""
    match, *others = _found(engine, production, activation_values)
    engine.take(production, match, tuple(others))


def _rule_out(engine: RankingEngine, production: Production, activation_values: Mapping[str, Any]) -> None:
    """Rule the match out, and all others for which the line has evidence."""
    assert production.line is not None
    engine.rule_out(production.line, _found(engine, production, activation_values))


def _found(engine: RankingEngine, production: Production, activation_values: Mapping[str, Any]) -> list[Match]:
    """Return the match of the rule that fires, then the other matches of its line on the agenda, in order."""
    assert production.line is not None
    match = engine.view.match_of(production.corner, activation_values)
    others = engine.matches_in_order(production.line, engine.agenda.at(production.salience))
    return [match, *(other for _, other in others if other.key != match.key)]


def _refute(engine: RankingEngine, production: Production, activation_values: Mapping[str, Any]) -> None:  # noqa: ARG001
    """Rule out the match that was about to be taken."""
    engine.refute(activation_values["refuted"])
