"""The rules of every run: what prepares a choice, what finds evidence for it, and what follows from it.

The preliminary operations of section 4.1, runs and the offer; finders, which assert evidence where a line asks for it;
the consequences of an extraction, dead ends, restarts, and the end of the run.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from heuristan.tangram.expert.engine.facts import (
    Attempt,
    Connection,
    DeadEnd,
    Dealt,
    Evidence,
    Examined,
    Extracted,
    Held,
    Offer,
    Outline,
    Run,
    Stock,
    Stuck,
    Subpuzzle,
    Vertex,
)
from heuristan.tangram.expert.engine.patterns import Production, Test, Var, Where, bound, fact, no, support
from heuristan.tangram.expert.figures import lengths_near
from heuristan.tangram.expert.preferences import FEWEST_FITS
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.vertex_array import ArrayVertex
from heuristan.tangram.lattice.points import Code

if TYPE_CHECKING:
    from heuristan.tangram.expert.engine.ranking_engine import RankingEngine

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


def finders(kinds: frozenset[str], salience: int, tightest: int | None) -> Iterator[Production]:
    """Yield the rules that look for evidence: of the kinds that lines ask for, and for the tightest vertex."""
    if kinds:
        first = min(kinds)
        yield Production(
            "find-evidence",
            salience,
            (fact(Examined), no(Evidence, kind=first)),
            _find_evidence,
            "\n   ".join(f"(assert (Evidence (kind {kind}) (matches (find {kind}))))" for kind in sorted(kinds)),
        )
    if tightest is not None:
        yield Production(
            "find-tightest-vertex",
            tightest,
            (fact(Examined), no(Evidence, kind=FEWEST_FITS)),
            _find_tightest,
            f"(assert (Evidence (kind {FEWEST_FITS}) (matches (pieces-at-tightest-vertex))))",
        )


def _find_evidence(engine: "RankingEngine") -> None:
    engine.find_evidence()


def _find_tightest(engine: "RankingEngine") -> None:
    engine.find_tightest()


CONSEQUENCES = FIRST + 900
"""The salience of what follows from an extraction."""
LAST = -FIRST
"""The salience of what is done where no rule of the ranking has a match."""


def consequences() -> Iterator[Production]:
    """Yield the rules for what an extraction brings about."""
    yield Production(
        "hold-composite",
        CONSEQUENCES,
        (fact(Extracted, kind="composite", step=Var("step"), name=Var("name")), no(Held, step=Var("step"))),
        _hold,
        "(assert (Held (step ?step) (composite ?name) (sets (sets-that-make ?name))))",
    )
    yield Production(
        "shorten-abeyance-lists",
        CONSEQUENCES - 1,
        (
            fact(Extracted, lists=Var("lists")),
            fact(Held, step=Var("step"), sets=Var("sets")),
            Test(lambda step, sets, lists: (step, sets) not in lists, "not (is-among ?step ?sets ?lists)"),
        ),
        _shorten,
        "(shorten-abeyance-lists ?lists)",
    )
    yield Production(
        "look-at-what-is-left",
        CONSEQUENCES - 2,
        (bound("extracted", Extracted),),
        _arrive,
        "(retract ?extracted) (go-on)",
    )


def ending() -> Iterator[Production]:
    """Yield the rules for an outline with nothing left."""
    yield Production(
        "deal-out",
        FIRST - 10,
        (fact(Outline, seen=True), no(Subpuzzle), fact(Held), no(Dealt)),
        _deal_out,
        "(deal-out)",
    )
    yield Production(
        "nothing-to-deal-out",
        FIRST - 10,
        (fact(Outline, seen=True), no(Subpuzzle), no(Held), no(Dealt)),
        _deal_out,
        "(deal-out)",
    )
    yield Production(
        "solved",
        FIRST - 11,
        (bound("dealt", Dealt, failure="", pieces=Var("pieces")),),
        _solve,
        "(solved ?pieces) (halt)",
    )
    yield Production(
        "not-solved",
        FIRST - 11,
        (bound("dealt", Dealt, failure=Where(bool, '(neq ? "")', "reason")),),
        _not_solved,
        "(retract ?dealt) (assert (DeadEnd (reason ?reason)))",
    )


def examining() -> Iterator[Production]:
    """Yield the rules that look for dead ends before the ranking is tried."""
    yield Production(
        "look-for-dead-end",
        FIRST - 20,
        (fact(Outline, seen=True), fact(Offer), fact(Subpuzzle), no(Examined), no(DeadEnd)),
        _examine,
        "(examine)",
    )


def seeing_dead_ends() -> Production:
    """Return the rule for a dead end that was seen on arriving: nothing is prepared there."""
    return Production(
        "see-dead-end",
        FIRST + 1,
        (fact(Outline, seen=False), no(DeadEnd)),
        _see_dead_end,
        "(see-dead-end)",
    )


def returning() -> Production:
    """Return the rule that goes back to the first line of the ranking after a pass that began below it."""
    return Production(
        "return-to-first-rule",
        LAST + 1,
        (fact(Examined), bound("attempt", Attempt, line=Where(lambda line: line > 1, "(> ? 1)"), extracted=True)),
        _return_to_first_line,
        "(modify ?attempt (line 1)) (go-on)",
    )


def running_dry() -> Production:
    """Return the rule for a state where no rule of the ranking has a match."""
    return Production("run-dry", LAST, (fact(Examined),), _run_dry, "(assert (DeadEnd (reason (no-match))))")


def failing_as_published(last_attempt: int) -> Iterator[Production]:
    """Yield the rules for a run without undoing: stuck, restart at the next entry point, no entry point left."""
    yield Production("stuck", CONSEQUENCES + 2, (bound("end", DeadEnd),), _stuck, "(retract ?end) (assert (Stuck))")
    yield Production(
        "restart",
        CONSEQUENCES + 1,
        (bound("stuck", Stuck), fact(Attempt, number=Where(lambda n: n < last_attempt, f"(< ? {last_attempt})", "n"))),
        _restart,
        "(retract ?stuck) (begin-attempt (+ ?n 1)) (go-on)",
    )
    yield Production(
        "no-entry-point-left",
        CONSEQUENCES + 1,
        (bound("stuck", Stuck), fact(Attempt, number=last_attempt)),
        _exhausted,
        "(retract ?stuck) (stuck) (halt)",
    )


def failing_by_undoing() -> Production:
    """Return the rule that puts back what was taken last, and with it the working memory of that moment."""
    return Production(
        "undo",
        CONSEQUENCES + 2,
        (bound("end", DeadEnd, reason=Var("reason")),),
        _undo,
        "(retract ?end) (undo ?reason) (go-on)",
    )


def _published(engine: "RankingEngine") -> Published:
    control = engine.control
    assert isinstance(control, Published)
    return control


def _hold(engine: "RankingEngine", step: int) -> None:
    engine.control.hold()
    held = engine.taken.abeyance.lists[-1]
    engine.memory.declare(Held, step=step, composite=held.composite, sets=held.sets)


def _shorten(engine: "RankingEngine") -> None:
    engine.control.shorten()
    sets = {entry.step: entry.sets for entry in engine.taken.abeyance.lists}
    for held in list(engine.memory.of(Held)):
        if held["sets"] != sets[held["step"]]:
            engine.memory.retract(held)
            engine.memory.declare(Held, step=held["step"], composite=held["composite"], sets=sets[held["step"]])


def _arrive(engine: "RankingEngine", extracted: Any) -> None:
    engine.memory.retract(extracted)
    engine.control.arrive()
    engine.follow()


def _deal_out(engine: "RankingEngine") -> None:
    engine.deal_out()


def _solve(engine: "RankingEngine", dealt: Any) -> None:
    engine.control.solve(dealt["pieces"])
    engine.follow()


def _not_solved(engine: "RankingEngine", dealt: Any) -> None:
    engine.memory.retract(dealt)
    engine.memory.declare(DeadEnd, reason=dealt["failure"])


def _examine(engine: "RankingEngine") -> None:
    engine.examine()


def _see_dead_end(engine: "RankingEngine") -> None:
    engine.see_dead_end()


def _return_to_first_line(engine: "RankingEngine") -> None:
    engine.control.note(engine.nothing_found())
    _published(engine).return_to_first_line()
    engine.follow()


def _stuck(engine: "RankingEngine", end: Any) -> None:
    engine.memory.retract(end)
    _published(engine).stuck(end["reason"])
    engine.memory.declare(Stuck)


def _restart(engine: "RankingEngine", stuck: Any) -> None:
    engine.memory.retract(stuck)
    _published(engine).restart()
    engine.follow()


def _exhausted(engine: "RankingEngine", stuck: Any) -> None:
    engine.memory.retract(stuck)
    _published(engine).exhausted()
    engine.follow()


def _undo(engine: "RankingEngine", end: Any) -> None:
    engine.memory.retract(end)
    engine.control.fail(end["reason"])
    engine.follow()


def _run_dry(engine: "RankingEngine") -> None:
    engine.run_dry()
