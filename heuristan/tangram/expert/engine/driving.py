"""Runs driven by the rules of an engine alone, from the outline to the end."""

from heuristan.tangram.expert.control import Control
from heuristan.tangram.expert.engine.building import lent_engine


def drive_by_engine(control: Control) -> None:
    """Run a ranking to its end.

    Raises:
        OutOfTime: if the control's time is over.
    """
    with lent_engine(control) as engine:
        engine.solve(control)
