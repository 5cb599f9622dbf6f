"""Outlines made at random, each with a known solution. Begin with `making`."""

from heuristan.tangram.lab.generating.growing import Joins, grown
from heuristan.tangram.lab.generating.joining import How, NotSnug, are_apart, some_joins
from heuristan.tangram.lab.generating.making import COMPACT, EVERY_COMPACT, MADE, TRIES, Made, Recipe, TooRare, outlines
from heuristan.tangram.lab.generating.writing import line_of

__all__ = [
    "COMPACT",
    "EVERY_COMPACT",
    "MADE",
    "TRIES",
    "How",
    "Joins",
    "Made",
    "NotSnug",
    "Recipe",
    "TooRare",
    "are_apart",
    "grown",
    "line_of",
    "outlines",
    "some_joins",
]
