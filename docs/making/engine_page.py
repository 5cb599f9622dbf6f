"""The picture and the tables of `engine.md`: the way of a run, kinds of facts, and which rules fire, read from runs."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

import svg

from heuristan.common.clock import Clock
from heuristan.common.svg.page import outline_path, page
from heuristan.common.svg.palette import FAINT, LIGHT, LINE
from heuristan.common.svg.text import GREY, label
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


WIDTH, HEIGHT = 860.0, 318.0
BOX_WIDTH, BOX_HEIGHT = 186.0, 62.0
BOXES: dict[str, tuple[float, float, str, str]] = {
    "array": (20, 20, "vertex array", "preliminary-operations"),
    "runs": (230, 20, "runs", "run-begins, run-goes-on"),
    "offer": (440, 20, "what is on offer", "make-offer"),
    "examined": (650, 20, "dead end?", "look-for-dead-end"),
    "choice": (440, 130, "conflict set", "rules of the ranking, finders"),
    "extracted": (230, 130, "extracted", "hold ..., shorten ..."),
    "left": (20, 130, "what is left", "look-at-what-is-left"),
    "end": (20, 236, "nothing left", "deal-out, solved"),
    "stuck": (650, 236, "dead end", "restart, or undo"),
}
"""For each place: left, top, what it is, and the rules that make it."""
WAYS: tuple[tuple[str, str], ...] = (
    ("array", "runs"),
    ("runs", "offer"),
    ("offer", "examined"),
    ("examined", "choice"),
    ("examined", "stuck"),
    ("choice", "extracted"),
    ("choice", "stuck"),
    ("extracted", "left"),
    ("left", "array"),
    ("left", "end"),
)
Point: TypeAlias = tuple[float, float]


def engine() -> str:
    """Draw the way of a run: round and round, until nothing is left or nothing can be done."""
    parts: list[svg.Element] = []
    for name, (x, y, title, rules) in BOXES.items():
        fill = LIGHT if name in ("choice", "end", "stuck") else FAINT
        parts.append(svg.Rect(x=x, y=y, width=BOX_WIDTH, height=BOX_HEIGHT, rx=6, fill=fill, stroke=LINE))
        parts.append(label(x + BOX_WIDTH / 2, y + 26, title, size=14.5, bold=True, anchor="middle"))
        parts.append(label(x + BOX_WIDTH / 2, y + 46, rules, size=12, fill=GREY, anchor="middle"))
    for start, end in WAYS:
        parts += _arrow(*_ends(start, end))
    parts.append(label(636, 264, "back to what was left before:", size=12, fill=GREY, anchor="end"))
    parts.append(label(636, 282, "the facts remembered are put back", size=12, fill=GREY, anchor="end"))
    words = "; ".join(f"from {BOXES[start][2]} to {BOXES[end][2]}" for start, end in WAYS)
    return page(WIDTH, HEIGHT, "A run through its rules", f"{words}.", parts, "engine")


def _ends(start: str, end: str) -> tuple[Point, Point]:
    """Return where an arrow leaves a box and where it meets the other."""
    (x0, y0, *_), (x1, y1, *_) = BOXES[start], BOXES[end]
    middle = y0 + BOX_HEIGHT / 2, y1 + BOX_HEIGHT / 2
    if y0 == y1:
        return (
            ((x0 + BOX_WIDTH, middle[0]), (x1, middle[1]))
            if x0 < x1
            else ((x0, middle[0]), (x1 + BOX_WIDTH, middle[1]))
        )
    if x0 == x1:
        across = x0 + BOX_WIDTH / 2
        return ((across, y0 + BOX_HEIGHT), (across, y1)) if y0 < y1 else ((across, y0), (across, y1 + BOX_HEIGHT))
    side = BOX_WIDTH * 3 / 4
    return (
        ((x0 + BOX_WIDTH - side, y0 + BOX_HEIGHT), (x1 + side, y1))
        if x0 > x1
        else ((x0 + side, y0 + BOX_HEIGHT), (x1 + 40, y1))
    )


def _arrow(start: Point, end: Point) -> Iterator[svg.Element]:
    (x0, y0), (x1, y1) = start, end
    yield svg.Path(d=[svg.M(x0, y0), svg.L(x1, y1)], fill="none", stroke=GREY, stroke_width=1.4)
    long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    u, v = (x1 - x0) / long, (y1 - y0) / long
    head = ((x1, y1), (x1 - 9 * u - 4.5 * v, y1 - 9 * v + 4.5 * u), (x1 - 9 * u + 4.5 * v, y1 - 9 * v - 4.5 * u))
    yield svg.Path(d=outline_path([head]), fill=GREY)


PICTURES = {"engine.svg": engine}
