"""What is wrong with a file of puzzles or results, and what is not installed."""

from importlib.util import find_spec


class PuzzleFileError(ValueError):
    """A file that cannot be used: which, where in it, what is wrong, and the smallest fix."""

    def __init__(self, place: object, message: str) -> None:
        super().__init__(f"{place}: {message}")
        self.message = message


class MissingExtraError(ImportError):
    """A method needs what is not installed."""

    def __init__(self, module: str) -> None:
        super().__init__(f"this method needs {module}; install it with: pip install 'heuristan[edgematching]'")


def require(*modules: str) -> None:
    """Raises MissingExtraError where one of the modules is not installed."""
    for module in modules:
        if find_spec(module) is None:
            raise MissingExtraError(module)
