"""How the commands of the jigsaw system end when something cannot be used."""

from collections.abc import Iterator
from contextlib import contextmanager

from heuristan.cli.kit.failing import fail
from heuristan.common.faults import InputError
from heuristan.jigsaw.faults import MissingExtraError


@contextmanager
def jigsaw_failures() -> Iterator[None]:
    """Turn what cannot be used into messages without a traceback: pictures, folders, files, a missing extra."""
    try:
        yield
    except (InputError, MissingExtraError) as fault:
        fail(str(fault))
