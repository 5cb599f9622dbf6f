"""Faults of puzzles, and the extra that solvers need."""

from types import ModuleType

from heuristan.common.faults import InputError
from heuristan.common.faults import require as require_module

EXTRA = "edgematching"
"""The extra of heuristan with the libraries of the solvers."""


class PuzzleError(InputError):
    """A puzzle that cannot be used; the message names the spot in it, and the reader of a file adds file and line."""


def require(module: str, what: str) -> ModuleType:
    """Import a module of the extra.

    Args:
        module: the module's full name.
        what: the library, as users call it.

    Raises:
        MissingExtraError: if the module cannot be imported.
    """
    return require_module(module, what, EXTRA)
