"""Outlines made at random with a known solution, or drawn from a census. Begin with `assembling`, then `uniform`."""

from heuristan.lab.generating.assembling import (
    COMPACT,
    EVERY_COMPACT,
    MADE,
    TRIES,
    How,
    Joins,
    Made,
    NotSnug,
    Recipe,
    TooRare,
    are_apart,
    grown,
    line_of,
    outlines,
    some_joins,
)
from heuristan.lab.generating.uniform import UNIFORM, GrownCensus, KeptCensus, drawn

__all__ = [
    "COMPACT",
    "EVERY_COMPACT",
    "MADE",
    "TRIES",
    "UNIFORM",
    "GrownCensus",
    "How",
    "Joins",
    "KeptCensus",
    "Made",
    "NotSnug",
    "Recipe",
    "TooRare",
    "are_apart",
    "drawn",
    "grown",
    "line_of",
    "outlines",
    "some_joins",
]
