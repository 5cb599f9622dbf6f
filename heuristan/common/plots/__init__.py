"""Plots that all systems share, as SVG without ids, scripts or anything from elsewhere.

`comparison_svg` puts solvers side by side on the same puzzles, a mark for each run; `intervals_svg` draws values with
their intervals: begin with `comparison` and `intervals`. Both give the same picture for the same input.
"""

from heuristan.common.plots.comparison import MAX_LINES, STATUS_WORDS, Line, Mark, Panel, comparison_svg
from heuristan.common.plots.intervals import Estimate, Plot, Scale, intervals_svg
from heuristan.common.plots.marks import FORMS, Form

__all__ = [
    "FORMS",
    "MAX_LINES",
    "STATUS_WORDS",
    "Estimate",
    "Form",
    "Line",
    "Mark",
    "Panel",
    "Plot",
    "Scale",
    "comparison_svg",
    "intervals_svg",
]
