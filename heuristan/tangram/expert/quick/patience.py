"""When attempts are run by kernels: compiled they are twenty times faster than the loop, but compiling takes a minute.

In plain Python kernels are slower than the loop, because they find out more than a run needs.
"""

from functools import cache

from heuristan.common import kernels
from heuristan.tangram.expert.quick import attempts

PATIENCE = 4000
"""Number of runs of one process after which compiling is worth its time; numba keeps the outcome on the disk."""

_asked = 0


def backend_for_attempts() -> kernels.Backend | None:
    """Return the backend to run attempts by, or None as long as the loop is quicker."""
    global _asked
    _asked += 1
    if _asked >= PATIENCE:
        return kernels.compiled_backend()
    return kernels.compiled_backend() if kernels.current() is not kernels.PLAIN and is_compiled() else None


@cache
def is_compiled() -> bool:
    """Return whether the disk had machine code of the kernels when this was first asked."""
    return kernels.has_numba() and kernels.is_cached(attempts.run)
