"""Rules that follow a choice: what an extraction brings about, dead ends, restarts, and the end of the run."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from heuristan.tangram.expert.engine.facts import (
    Attempt,
    DeadEnd,
    Dealt,
    Examined,
    Extracted,
    Held,
    Offer,
    Outline,
    Stuck,
    Subpuzzle,
)
from heuristan.tangram.expert.engine.patterns import Production, Test, Var, Where, bound, fact, no
from heuristan.tangram.expert.engine.preparing import FIRST
from heuristan.tangram.expert.published import Published

if TYPE_CHECKING:
    from heuristan.tangram.expert.engine.running import RankingEngine

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
