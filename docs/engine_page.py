"""The tables of `engine.md`: kinds of facts, and which rules fire. Both are read from runs."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from heuristan.common.clock import Clock
from heuristan.tangram.expert.clips import KINDS
from heuristan.tangram.expert.engine.building import engine_for
from heuristan.tangram.expert.engine.patterns import Production
from heuristan.tangram.expert.experta_shim import InitialFact
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.runs import control_for, rules_for
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import Way
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle

RUNS: tuple[tuple[str, str, Way], ...] = (
    ("cat", "deutsch-hayes-1972", "published"),
    ("camel", "deutsch-hayes-1972", "published"),
    ("convex-square", "deutsch-hayes-1972", "retry"),
    ("camel", "deutsch-hayes-1972", "backtracking"),
    ("lamp", "deutsch-hayes-1972", "backtracking"),
    ("convex-square", "heuristan", "published"),
    ("convex-square", "heuristan", "backtracking"),
)
"""Solved at once, at a later entry point, not at all; with undoing, with two composites held, with evidence."""
TIMES = "\xd7"
OF_THE_RANKING = "rules of the ranking"
AT_THE_START = "the start of the run"


class Watched(NamedTuple):
    """What a run did: the rules that fired, in order, and which of them asserted facts of each kind."""

    fired: tuple[Production, ...]
    asserted: Mapping[type, frozenset[str]]
    productions: tuple[Production, ...]


@cache
def watched(name: str, ranking: str, way: Way) -> Watched:
    """Run a ranking on a shape, and watch the engine."""
    puzzle, read = next(iter(read_outlines(name))), read_ranking(ranking)
    assert isinstance(puzzle, Puzzle)
    control = control_for(puzzle, read, way, Tracer(puzzle, read, rules_for(read, way), lambda _: None), Clock(60))
    engine, fired = engine_for(control), list[Production]()
    known: dict[int, Any] = {id(fact): fact for fact in engine.memory}
    asserted: dict[type, set[str]] = {}

    def look() -> None:
        # a fact that was put back is known; one that is kept here keeps its identity
        for fact in [fact for fact in engine.memory if id(fact) not in known]:
            known[id(fact)] = fact
            asserted.setdefault(type(fact), set()).add(words_for(fired[-1]) if fired else AT_THE_START)

    def watch(production: Production) -> None:
        look()
        fired.append(production)

    engine.watch = watch
    engine.solve(control)
    look()
    return Watched(tuple(fired), {k: frozenset(found) for k, found in asserted.items()}, tuple(engine.productions))


def words_for(production: Production) -> str:
    """Return the name of a rule, or what the rules of all rankings are called together."""
    return OF_THE_RANKING if production.line is not None else f"`{production.name}`"


def kinds() -> Iterator[tuple[str, ...]]:
    """Yield a row for each kind of facts: what it is, which rules assert it, which rules read it."""
    seen = [watched(*run) for run in RUNS]
    asserted = {kind for each in seen for kind in each.asserted} - {InitialFact}
    assert asserted <= {*KINDS}, "a kind of facts is not among those that are defined"
    for kind in KINDS:
        by = [
            name
            for each in seen
            for name in sorted(each.asserted.get(kind, ()), key=lambda name: (name != AT_THE_START, name))
        ]
        read = [words_for(p) for each in seen for p in each.productions if kind in p.kinds_read]
        about = (kind.__doc__ or "").split("\n")[0]
        yield f"`{kind.__name__}`", about, _listed(by) or "when the engine is made", _listed(read)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def firings() -> Iterator[tuple[str, str]]:
    """Yield for each extraction from the cat, as published, the rules that fire before it and for it."""
    fired = watched(*RUNS[0]).fired
    step = list[str]()
    number = 1
    for name, group in groupby(fired, key=lambda production: production.name):
        found = list(group)
        words = f"`{name}`" if found[0].line is None else f"**`{name}`**"
        step.append(f"{words} {TIMES} {len(found)}" if len(found) > 1 else words)
        if name == "look-at-what-is-left" or found[-1] is fired[-1]:
            yield str(number), ", ".join(step)
            step, number = [], number + 1
