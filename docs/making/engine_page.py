"""The picture and the tables of `engine.md`: the way of a run, kinds of facts, and which rules fire, read from runs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from heuristan.common.clock import Clock
from heuristan.common.svg import elements as svg
from heuristan.common.svg.page import GREY, label, outline_path, page
from heuristan.common.svg.palette import FAINT, LIGHT, LINE
from heuristan.tangram.expert.backtracking import rules_for
from heuristan.tangram.expert.host.driving import begin, host_of, text_of, with_figures
from heuristan.tangram.expert.host.run_text import kinds_of_facts, lines_of_rules
from heuristan.tangram.expert.production.clips_notation import Form, Part, Symbol
from heuristan.tangram.expert.production.system import System
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.runs import control_for
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
    """Record of a run: the rules that fired, in order, and the rules that asserted and read facts of each kind."""

    fired: tuple[str, ...]
    asserted: Mapping[str, frozenset[str]]
    read: Mapping[str, frozenset[str]]
    lines: Mapping[str, int]


@cache
def watched(name: str, ranking: str, way: Way) -> Watched:
    """Run a ranking on a shape, and watch the engine."""
    puzzle, read = next(iter(read_outlines(name))), read_ranking(ranking)
    assert isinstance(puzzle, Puzzle)
    control = control_for(puzzle, read, way, Tracer(puzzle, read, rules_for(read, way), lambda _: None), Clock(60))
    geometry, functions = host_of(control)
    system, fired = System(text_of(control), functions), list[str]()
    lines = lines_of_rules(control.rules, control.way)
    asserted: dict[str, set[str]] = {kind: {AT_THE_START} for kind in ("Line", "EntryPoint")}
    reading: dict[str, set[str]] = {}

    def watch(what: str, about: Any) -> None:
        if what == "rule":
            fired.append(system.name_of[about.rule_name])
        elif what == "fact+":
            asserted.setdefault(about.template, set()).add(words_for(fired[-1], lines) if fired else AT_THE_START)

    system.engine.watch = watch
    begin(with_figures(system, geometry.figures), control, functions)
    system.run()
    for rule in system.rules.values():
        for kind in {*kinds_in(rule.conditions), *kinds_in(rule.actions, head=False)}:
            reading.setdefault(kind, set()).add(words_for(rule.name, lines))
    by, read_by = ({kind: frozenset(names) for kind, names in each.items()} for each in (asserted, reading))
    return Watched(tuple(fired), by, read_by, lines)


def kinds_in(parts: Iterable[Part], *, head: bool = True) -> Iterator[str]:
    """Yield the kinds of facts that stand first in a form, as in a condition, or later, as in a query."""
    for form in parts:
        if isinstance(form, Form):
            named = form.items[:1] if head else form.rest
            yield from (part for part in named if isinstance(part, Symbol) and part in kinds_of_facts())
            yield from kinds_in(form.items, head=head)


def words_for(name: str, lines: Mapping[str, int]) -> str:
    """Return the name of a rule, or what several are called together."""
    if name.startswith("match-of-"):
        return "`match-of-...`"
    return OF_THE_RANKING if name in lines else f"`{name}`"


def kinds() -> Iterator[tuple[str, ...]]:
    """Yield a row for each kind of facts: what it is, which rules assert it, which rules read it."""
    seen = [watched(*run) for run in RUNS]
    for name, kind in kinds_of_facts().items():
        by, read = (
            ", ".join(sorted(frozenset().union(*(each.get(name, frozenset()) for each in tables)), key=_start_first))
            for tables in ([each.asserted for each in seen], [each.read for each in seen])
        )
        yield f"`{name}`", kind.comment, by, read


def _start_first(words: str) -> tuple[bool, str]:
    return words != AT_THE_START, words


def firings() -> Iterator[tuple[str, str]]:
    """Yield for each extraction from the cat, as published, the rules that fire before it and for it."""
    run = watched(*RUNS[0])
    number, step = 1, Counter[str]()
    for name in run.fired:
        step[f"**`{name}`**" if name in run.lines else words_for(name, run.lines)] += 1
        if name in ("go-on", "deal-out"):
            yield str(number), ", ".join(f"{words} {TIMES} {n}" if n > 1 else words for words, n in step.items())
            number, step = number + 1, Counter()


WIDTH, HEIGHT = 860.0, 318.0
BOX_WIDTH, BOX_HEIGHT = 186.0, 62.0
BOXES: dict[str, tuple[float, float, str, str]] = {
    "array": (20, 20, "vertex array", "preliminary-operations"),
    "runs": (230, 20, "runs", "run-begins, run-goes-on"),
    "offer": (440, 20, "what is on offer", "make-offer"),
    "matches": (650, 20, "matches", "match-of-three-sides ..."),
    "proposals": (440, 130, "proposals", "rules of the ranking"),
    "extracted": (230, 130, "extracted", "decide, extract"),
    "left": (20, 130, "what is left", "take-out-of-outline ..."),
    "end": (20, 236, "nothing left", "deal-out"),
    "stuck": (650, 236, "no proposal", "restart, retry or undo"),
}
"""For each place: left, top, what it is, and the rules that make it."""
WAYS: tuple[tuple[str, str], ...] = (
    ("array", "runs"),
    ("runs", "offer"),
    ("offer", "matches"),
    ("matches", "proposals"),
    ("matches", "stuck"),
    ("proposals", "extracted"),
    ("extracted", "left"),
    ("left", "array"),
    ("left", "end"),
)
Point: TypeAlias = tuple[float, float]


def engine() -> str:
    """Draw the way of a run: round and round, until nothing is left or nothing can be done."""
    parts: list[svg.Element] = []
    for name, (x, y, title, rules) in BOXES.items():
        fill = LIGHT if name in ("proposals", "end", "stuck") else FAINT
        parts.append(svg.Rect(x=x, y=y, width=BOX_WIDTH, height=BOX_HEIGHT, rx=6, fill=fill, stroke=LINE))
        parts.append(label(x + BOX_WIDTH / 2, y + 26, title, size=14.5, bold=True, anchor="middle"))
        parts.append(label(x + BOX_WIDTH / 2, y + 46, rules, size=12, fill=GREY, anchor="middle"))
    for start, end in WAYS:
        parts += _arrow(*_ends(start, end))
    parts.append(label(636, 264, "back to what was left before:", size=12, fill=GREY, anchor="end"))
    parts.append(label(636, 282, "later facts are retracted", size=12, fill=GREY, anchor="end"))
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
    yield svg.Path(d=[svg.to("M", x0, y0), svg.to("L", x1, y1)], fill="none", stroke=GREY, stroke_width=1.4)
    long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
    u, v = (x1 - x0) / long, (y1 - y0) / long
    head = ((x1, y1), (x1 - 9 * u - 4.5 * v, y1 - 9 * v + 4.5 * u), (x1 - 9 * u + 4.5 * v, y1 - 9 * v - 4.5 * u))
    yield svg.Path(d=outline_path([head]), fill=GREY)


PICTURES = {"engine.svg": engine}
