"""Runs driven by the rules of an engine alone, from the outline to the end."""

from heuristan.tangram.expert.control import Control
from heuristan.tangram.expert.engine.building import engine_for, forget_engines


def drive_by_engine(control: Control) -> None:
    """Run a ranking to its end.

    Raises:
        OutOfTime: if the control's time is over.
    """
    engine = engine_for(control)
    try:
        engine.solve(control)
    except BaseException:
        forget_engines()  # one that was stopped in its tracks is not used again
        raise
