"""Work for other processes that goes wrong; a process that does it has nothing else to import."""

import os
from collections.abc import Callable


def ends_at_1(item: int) -> int:
    """Return an item; 1 ends the process."""
    if item == 1:
        os._exit(9)
    return item


def cannot_be_sent(_: int) -> Callable[[], None]:
    return lambda: None
