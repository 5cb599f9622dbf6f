"""The ways to run a ranking, and the engines that run it, by the names that people and stored results use."""

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

from heuristan.tangram.trace import events as trace

Way: TypeAlias = Literal["published", "retry", "backtracking"]

WAYS: Mapping[Way, trace.Way] = {
    "published": "as published",
    "retry": "with retry",
    "backtracking": "with backtracking",
}
"""The ways in words, from the least undone to the most."""

Engine: TypeAlias = Literal["production", "clips", "compiled"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
