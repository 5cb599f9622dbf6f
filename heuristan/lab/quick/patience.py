"""When attempts are run by kernels: compiled they are twenty times faster than the loop, but compiling takes a minute.

In plain Python kernels are slower than the loop, because they find out more than a run needs.
"""

from functools import cache

from heuristan.common import kernels
from heuristan.lab.quick import attempts

PATIENCE = 50
"""Number of runs of one process after which loading compiled kernels is worth its time."""

PATIENCE_UNCOMPILED = 4000
"""Number of runs after which even compiling them is; numba keeps the outcome on the disk."""

_asked = 0


def backend_for_attempts() -> kernels.Backend | None:
    """Return the backend to run attempts by, or None as long as the loop is quicker."""
    global _asked
    _asked += 1
    is_worth_loading = _asked > PATIENCE or kernels.current() is not kernels.PLAIN
    if _asked > PATIENCE_UNCOMPILED or (is_worth_loading and is_compiled()):
        return kernels.compiled_backend()
    return None


@cache
def is_compiled() -> bool:
    """Return whether the disk had machine code of the kernels when this was first asked."""
    return kernels.has_numba() and kernels.is_cached(attempts.run)
