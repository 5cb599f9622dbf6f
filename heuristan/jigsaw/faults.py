"""The error of the jigsaw system."""

from heuristan.common.faults import InputError


class PuzzleError(InputError):
    """A picture, folder or file that cannot be used; the message says which, what is wrong, and the smallest fix."""
