"""The memory that a process may use, and the search for cycles in it, paused where it can find none."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import ENOMEM
from pathlib import Path

LEAST = 256 << 20
"""Minimum memory of a process that is sure to load what it needs, in bytes of addresses. With less, OpenBLAS, which
comes with numpy, ends the process itself, with an exit status of its own."""
LEAST_OF_LAB = 1 << 30
"""Minimum memory of a process that loads DuckDB, PyArrow and numba: threads without memory end it, too."""

LOADING = ("failed to map segment", "cannot allocate memory")
"""What the loader of libraries says, in small letters, when there is no memory for one."""


def allowed(most: int) -> int:
    """Return how many bytes of some this process may use, where the system tells it."""
    with suppress(ImportError):
        import resource

        own, _ = resource.getrlimit(resource.RLIMIT_AS)
        return most if own == resource.RLIM_INFINITY else min(most, own)
    return most


def bound_memory(most: int) -> None:
    """Bound the memory of this process, where the system can; and let it leave no image of itself when it is killed."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def addresses() -> int:
    """Return how many bytes of addresses this process takes.

    Raises:
        OSError, ImportError: where the system does not tell.
    """
    import resource

    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


@contextmanager
def at_most(more: int) -> Iterator[None]:
    """Let this process take no more than some bytes of addresses more in the block, where the system can.

    What asks for more gets a MemoryError.
    """
    try:
        import resource

        own, most = resource.getrlimit(resource.RLIMIT_AS)
        wanted = addresses() + more if own == resource.RLIM_INFINITY else min(addresses() + more, own)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, most))
    except (ImportError, ValueError, OSError):
        yield
        return
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (own, most))


def ran_out(fault: BaseException | None) -> bool:
    """Return whether an error is one of too little memory, or came of one, as where a library was to be loaded."""
    while fault is not None:
        if isinstance(fault, MemoryError) or getattr(fault, "errno", None) == ENOMEM:
            return True
        if isinstance(fault, ImportError | OSError) and any(words in str(fault).lower() for words in LOADING):
            return True
        fault = fault.__cause__ or fault.__context__
    return False


@contextmanager
def without_collector() -> Iterator[None]:
    """Pause the collector of cycles, for work that makes many objects and no cycles: what is unused is freed anyway."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
