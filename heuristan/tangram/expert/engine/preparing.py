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
from heuristan.tangram.expert.engine.patterns import Production, Test, Var, bound, fact, no, support
from heuristan.tangram.expert.figures import lengths_near
from heuristan.tangram.expert.vertex_array import ArrayVertex
from heuristan.tangram.lattice.points import Code

if TYPE_CHECKING:
    from heuristan.tangram.expert.engine.running import RankingEngine

FIRST = 9_000
"""The salience of what is done before anything else. CLIPS has saliences up to 10,000."""


def preparing_rules() -> Iterator[Production]:
    """Yield the rules for the preliminary operations and the offer."""
    yield Production(
        "preliminary-operations",
        FIRST,
        (bound("outline", Outline, seen=False),),
        _preliminary_operations,
        "(preliminary-operations) (modify ?outline (seen TRUE))",
    )
    yield Production(
        "make-offer",
        FIRST - 3,
        (fact(Outline, seen=True), fact(Stock, left=Var("left")), no(Offer)),
        _make_offer,
        "(assert (Offer (names (on-offer ?left))))",
    )


def joining_rules(longest: int) -> Iterator[Production]:
    """Yield the rules that join connections to runs; no side of a figure is longer than a length."""
    yield Production(
        "run-begins",
        FIRST - 1,
        (
            support("connection", Connection, **_way("a", "b"), length=Var("length"), by=Var("by")),
            no(Run, **_way("a", "b")),
        ),
        _run_begins,
        "(assert (Run (start ?a) (end ?b) (heading ?heading) (length ?length) (measured ?length)\n"
        "                (first ?length) (last ?length) (grade (grade-on ?by))))",
    )
    yield Production(
        "run-goes-on",
        FIRST - 2,
        (
            support("run", Run, **_way("a", "b"), measured=Var("length"), first=Var("first"), grade=Var("grade")),
            support("connection", Connection, **_way("b", "c"), length=Var("more"), by=Var("by")),
            Test(
                lambda length, first, more: length < longest or length - first + more < longest,
                "or (< ?length (longest-side)) (< (+ (- ?length ?first) ?more) (longest-side))",
            ),
            no(Run, **_way("a", "c")),
        ),
        _run_goes_on,
        "(assert (Run (start ?a) (end ?c) (heading ?heading) (length (+ ?length ?more)) (measured (+ ?length ?more))\n"
        "                (first ?first) (last ?more) (grade (both ?grade (grade-on ?by)))))",
    )


def _way(start: str, end: str) -> dict[str, Var]:
    return {"start": Var(start), "end": Var(end), "heading": Var("heading")}


def laying_rule(salience: int) -> Production:
    """Return the rule that lays figures at convex vertices where a rule of the ranking asks for them."""
    return Production(
        "lay-figures",
        salience,
        (
            fact(Offer),
            fact(Vertex, number=Var("vertex"), type="convex"),
        ),
        _lay_figures,
        "(lay-figures-at ?vertex)",
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


def _run_begins(engine: "RankingEngine", connection: Any) -> None:
    grade = "E" if connection["by"] == "edge" else "X"
    start, end, heading, n = connection["start"], connection["end"], connection["heading"], connection["length"]
    _declare_run(engine, (connection,), n, start=start, end=end, heading=heading, first=n, last=n, grade=grade)


def _run_goes_on(engine: "RankingEngine", run: Any, connection: Any) -> None:
    grade = "E" if connection["by"] == "edge" else "X"
    _declare_run(
        engine,
        (run, connection),
        run["measured"] + connection["length"],
        start=run["start"],
        end=connection["end"],
        heading=run["heading"],
        first=run["first"],
        last=connection["length"],
        grade=grade if grade == run["grade"] else "M",
    )


def _declare_run(engine: "RankingEngine", joined: tuple[Any, ...], measured: Code, **slots: Any) -> None:
    """Assert a run; in a drawing, one for each length of a side that it nearly has."""
    leeway = engine.state.boundary.leeway
    lengths = lengths_near(measured, engine.view.side_lengths, leeway) if leeway else ()
    for length in lengths or (measured,):
        engine.memory.declare(Run, depends_on=joined, length=length, measured=measured, **slots)


def _make_offer(engine: "RankingEngine") -> None:
    engine.memory.replace(Offer, names=frozenset().union(*engine.state.offer))


def _lay_figures(engine: "RankingEngine", vertex: int) -> None:
    engine.lay_figures_at(vertex)
