"""Faults of puzzles, and the extra that solvers need."""

from heuristan.common.faults import InputError

EXTRA = "edgematching"
"""The extra of heuristan with the libraries of the solvers."""


class PuzzleError(InputError):
    """A puzzle that cannot be used; the message names the spot in it, and the reader of a file adds file and line."""
