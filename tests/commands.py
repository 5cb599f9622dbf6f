"""Running the command line in tests: see the fixture `heuristan` in conftest.py."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


Run: TypeAlias = Callable[..., Outcome]
