"""Errors of the jigsaw system, each a message of one line."""

from heuristan.common.faults import InputError


class PuzzleError(InputError):
    """A picture, folder or file that cannot be used; the message says which, what is wrong, and the smallest fix."""


class MissingExtraError(ImportError):
    """The jigsaw system needs what is not installed."""

    def __init__(self, module: str) -> None:
        super().__init__(f"jigsaw puzzles need {module}; install it with: pip install 'heuristan[jigsaw]'")
