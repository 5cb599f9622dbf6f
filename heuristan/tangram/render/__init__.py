"""Pictures of runs, made from the trace alone: SVG with svg.py, PNG with resvg.

It imports `trace` and the building blocks of `heuristan.common.svg`, and no solver. Begin with `story`, which reads the
kept path from a trace, and `solution`.
"""

from heuristan.common.svg.png import to_png
from heuristan.tangram.render.contact_sheet import contact_sheet_svg
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import attempts_svg, solution_svg, solutions_svg
from heuristan.tangram.render.story import DrawingError

__all__ = [
    "DrawingError",
    "attempts_svg",
    "contact_sheet_svg",
    "filmstrip_svg",
    "solution_svg",
    "solutions_svg",
    "to_png",
]
