"""A run explained in words, from its trace alone."""

from heuristan.tangram.explain.text import explain

__all__ = ["explain"]
