"""How the commands of the laboratory end when something cannot be used."""

from collections.abc import Iterator
from contextlib import contextmanager

from heuristan.cli.kit.failing import fail, plain_failures


@contextmanager
def lab_failures() -> Iterator[None]:
    """Turn what cannot be used into messages without a traceback: outlines, rankings, results files, clusters."""
    from heuristan.tangram.lab.executors import ExecutorError
    from heuristan.tangram.lab.store import MissingExtraError, StoreError

    try:
        with plain_failures():
            yield
    except (StoreError, MissingExtraError, ExecutorError) as fault:
        fail(str(fault))
