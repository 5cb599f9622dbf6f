"""What cannot be used, said in one line."""


class PuzzleError(ValueError):
    """A picture, a folder or a file that cannot be used: which, where in it, what is wrong, and the smallest fix."""


class MissingExtraError(ImportError):
    """The jigsaw system needs what is not installed."""

    def __init__(self, module: str) -> None:
        super().__init__(f"jigsaw puzzles need {module}; install it with: pip install 'heuristan[jigsaw]'")
