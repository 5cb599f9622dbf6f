"""Explain a run in words, from its trace alone. Begin with `text`: the whole, and the same on one screen.

It imports the events of `heuristan.tangram.trace` and what `heuristan.common` has, no engine and no solver.
"""

from heuristan.tangram.explain.text import explain, in_brief

__all__ = ["explain", "in_brief"]
