"""Runs driven to their end, in one of two ways that make the same trace.

*compiled*: a loop that goes over the lines of the ranking, and calls the acts of the control. *production*: the rules
of an engine, whose right sides call them. The engine is the definition, and can be watched and asked; the loop is fast.
"""

from collections.abc import Callable
from typing import TypeAlias

from heuristan.common.clock import OutOfTime
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.control import Control
from heuristan.tangram.expert.decision import Decision
from heuristan.tangram.expert.running import Run
from heuristan.tangram.expert.ways import Engine

Decide: TypeAlias = Callable[[Control], Decision]
"""Returns the decision of the rules where a control is now."""


def by_lines(control: Control) -> Decision:
    """Decide by going over the lines of the ranking."""
    return chooser_for(control.rules).decide(control.state, control.line, control.ruled_out, control.end)


def drive(control: Control, engine: Engine = "compiled") -> Run:
    """Run a ranking to its end."""
    if engine == "compiled":
        return drive_by_loop(control)
    from heuristan.tangram.expert.engine.driving import drive_by_engine

    return _ended(control, drive_by_engine)


def drive_by_loop(control: Control, decide: Decide = by_lines) -> Run:
    """Run a ranking to its end without an engine."""
    return _ended(control, lambda control: _loop(control, decide))


def _ended(control: Control, go: Callable[[Control], None]) -> Run:
    try:
        go(control)
    except OutOfTime:
        control.end_run("limit", control.too_late)
    if control.run is None:
        raise RuntimeError("the rules of the engine ended before the run did")
    return control.run


def _loop(control: Control, decide: Decide) -> None:
    control.begin()
    while control.run is None:
        control.clock.check()
        if control.is_covered:
            control.finish()
        elif (reason := control.dead_end()) is not None:
            control.fail(reason)
        elif control.is_impatient:
            control.give_up()
        else:
            control.examine()
            decision = decide(control)
            (control.run_dry if decision.match is None else control.extract)(decision)
