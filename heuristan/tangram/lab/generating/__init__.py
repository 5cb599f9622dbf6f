"""Outlines made at random, each with a known solution, or drawn from a census. Begin with `making`, then `drawing`."""

from heuristan.tangram.lab.generating.drawing import UNIFORM, GrownCensus, KeptCensus, drawn
from heuristan.tangram.lab.generating.growing import Joins, grown
from heuristan.tangram.lab.generating.joining import How, NotSnug, are_apart, some_joins
from heuristan.tangram.lab.generating.making import TRIES, TooRare, outlines
from heuristan.tangram.lab.generating.recipes import COMPACT, EVERY_COMPACT, MADE, Made, Recipe
from heuristan.tangram.lab.generating.writing import line_of

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
