"""A trace explained in words."""

from heuristan.trace import Trace


def explain(trace: Trace) -> str:
    return f"{len(trace)} events"
