"""A function for rules: run by `--functions turns.py`, and called as (is-diagonal HEADING)."""

from heuristan import host_function


@host_function("is-diagonal")
def is_diagonal(heading: int) -> bool:
    """Return whether a side runs at 45 degrees to the axes."""
    return heading % 2 == 1
