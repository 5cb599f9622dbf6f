"""Rules that prepare a choice: the preliminary operations of section 4.1, runs, and what is on offer."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from heuristan.tangram.expert.engine.facts import (
    Connection,
    Offer,
    Outline,
    Run,
    Stock,
    Subpuzzle,
    Vertex,
)
from heuristan.tangram.expert.engine.patterns import Production, Test, Var, Where, bound, fact, no
from heuristan.tangram.expert.vertex_array import ArrayVertex

if TYPE_CHECKING:
    from heuristan.tangram.expert.engine.running import RankingEngine

FIRST = 1_000_000
"""The salience of what is done before anything else."""


def preparing_rules() -> Iterator[Production]:
    """Yield the rules for the preliminary operations and the offer."""
    yield Production(
        "preliminary-operations",
        FIRST,
        (bound("outline", Outline, seen=False),),
        _preliminary_operations,
        "(separate-subpuzzles) (draw-extension-lines) (number-vertices)",
    )
    yield Production(
        "make-offer",
        FIRST - 3,
        (fact(Outline, seen=True), fact(Stock, left=Var("left")), no(Offer)),
        _make_offer,
        "(assert (Offer (names (pieces-and-composites-on-offer ?left))))",
    )


def joining_rules(longest: int) -> Iterator[Production]:
    """Yield the rules that join connections to runs; no side of a figure is longer than a length."""
    yield Production(
        "run-begins",
        FIRST - 1,
        (
            bound("c", Connection, start=Var("a"), end=Var("b"), heading=Var("h"), length=Var("n"), by=Var("y")),
            no(Run, start=Var("a"), end=Var("b"), heading=Var("h")),
        ),
        _run_begins,
        "(assert (Run (start ?a) (end ?b) (heading ?h) (length ?n) (first ?n) (last ?n) (grade (grade-of ?y))))",
    )
    yield Production(
        "run-goes-on",
        FIRST - 2,
        (
            bound(
                "r",
                Run,
                start=Var("a"),
                end=Var("b"),
                heading=Var("h"),
                length=Var("n"),
                first=Var("e"),
            ),
            bound("c", Connection, start=Var("b"), end=Var("z"), heading=Var("h"), length=Var("m"), by=Var("y")),
            Test(
                lambda n, e, m: n < longest or n - e + m < longest,
                f"or (< ?n {longest}) (< (+ (- ?n ?e) ?m) {longest})",
            ),
            no(Run, start=Var("a"), end=Var("z"), heading=Var("h")),
        ),
        _run_goes_on,
        "(assert (Run (start ?a) (end ?z) (heading ?h) (length (+ ?n ?m)) (first ?e) (last ?m) (grade (of ?r ?c))))",
    )


def laying_rule(salience: int) -> Production:
    """Return the rule that lays figures at convex vertices where a rule of the ranking asks for them."""
    return Production(
        "lay-figures",
        salience,
        (
            fact(Offer),
            fact(Vertex, number=Var("v"), type=Where(lambda kind: kind == "convex", "(eq ? convex)")),
        ),
        _lay_figures,
        "(lay-figures-at ?v)",
    )


def _preliminary_operations(engine: "RankingEngine", outline: Any) -> None:
    state, memory = engine.state, engine.memory
    array = state.array
    rows: dict[tuple[Any, ...], dict[str, Any]] = {}

    def wanted(kind: type, **slots: Any) -> None:
        rows[kind, *slots.values()] = slots

    for number, part in enumerate(state.subpuzzles, 1):
        wanted(Subpuzzle, number=number, area=part.area)
    for vertex in _merged(array.vertices):
        wanted(Vertex, **vertex)
    number_of = array.numbers
    for start, end, heading, length, by in array.connections:
        wanted(Connection, start=number_of[start], end=number_of[end], heading=heading, length=length, by=by)
    for known in list(memory.of(Subpuzzle, Vertex, Connection)):
        row = (type(known), *known.values_of_slots)
        if row in rows:
            del rows[row]
        else:
            memory.retract(known)
    for (kind, *_), slots in rows.items():
        memory.declare(kind, **slots)
    memory.retract(outline)
    memory.declare(Outline, step=outline["step"], state=state, seen=True)


def _merged(vertices: tuple[ArrayVertex, ...]) -> Iterator[dict[str, Any]]:
    """Yield the slots of vertices, those with one number together: where parts touch, a piece can be laid in each."""
    found: dict[int, dict[str, Any]] = {}
    for vertex in vertices:
        slots = found.setdefault(
            vertex.number, {"number": vertex.number, "point": vertex.point, "type": vertex.type, "subpuzzles": ()}
        )
        if vertex.type == "convex":
            slots["type"] = "convex"
        if vertex.subpuzzle not in slots["subpuzzles"]:
            slots["subpuzzles"] = (*slots["subpuzzles"], vertex.subpuzzle)
    yield from found.values()


def _run_begins(engine: "RankingEngine", c: Any) -> None:
    grade = "E" if c["by"] == "edge" else "X"
    start, end, heading, n = c["start"], c["end"], c["heading"], c["length"]
    engine.memory.declare(
        Run, depends_on=(c,), start=start, end=end, heading=heading, length=n, first=n, last=n, grade=grade
    )


def _run_goes_on(engine: "RankingEngine", r: Any, c: Any) -> None:
    grade = "E" if c["by"] == "edge" else "X"
    engine.memory.declare(
        Run,
        depends_on=(r, c),
        start=r["start"],
        end=c["end"],
        heading=r["heading"],
        length=r["length"] + c["length"],
        first=r["first"],
        last=c["length"],
        grade=grade if grade == r["grade"] else "M",
    )


def _make_offer(engine: "RankingEngine") -> None:
    engine.memory.replace(Offer, names=frozenset().union(*engine.state.offer))


def _lay_figures(engine: "RankingEngine", v: int) -> None:
    engine.lay_figures_at(v)
