"""Runs driven to their end: a loop that asks the rules, and calls the acts of the control."""

from collections.abc import Callable
from typing import TypeAlias

from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.control import Control
from heuristan.tangram.expert.decision import Decision
from heuristan.tangram.expert.running import OutOfTime, Run

Decide: TypeAlias = Callable[[Control], Decision]
"""Returns the decision of the rules where a control is now."""


def by_rules(control: Control) -> Decision:
    """Decide by the production system."""
    chooser = chooser_for(control.rules, control.depth)
    return chooser.decide(control.state, control.line, control.ruled_out, control.end)


def drive(control: Control, decide: Decide = by_rules) -> Run:
    """Run a ranking to its end."""
    try:
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
    except OutOfTime:
        control.end_run("limit", control.too_late)
    assert control.run is not None
    return control.run
