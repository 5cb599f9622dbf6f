"""Outlines made at random, each with a known solution, or drawn from a census. Begin with `making`, then `drawing`."""

from heuristan.lab.generating.drawing import UNIFORM, GrownCensus, KeptCensus, drawn
from heuristan.lab.generating.growing import Joins, grown
from heuristan.lab.generating.joining import How, NotSnug, are_apart, some_joins
from heuristan.lab.generating.making import TRIES, TooRare, outlines
from heuristan.lab.generating.recipes import COMPACT, EVERY_COMPACT, MADE, Made, Recipe
from heuristan.lab.generating.writing import line_of

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
