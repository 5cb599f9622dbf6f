"""A run explained in words, from its trace alone."""

from heuristan.explain.text import explain

__all__ = ["explain"]
