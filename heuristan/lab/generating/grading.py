"""How hard outlines are that were made, for those who want easy or hard ones."""

from heuristan.lab.generating.recipes import Made
from heuristan.tangram.solving.difficulty import difficulty_of


def graded(made: Made, levels: range | None) -> Made | None:
    """Return an outline with its difficulty; None if that is not wanted.

    There is no time limit: the same seed makes the same outlines on machines of any speed.

    Args:
        made: the outline.
        levels: the levels that are wanted; None for any, and the difficulty is not measured then.
    """
    if levels is None:
        return made
    found = difficulty_of(made.puzzle)
    return made._replace(difficulty=found) if found is not None and found.level in levels else None
