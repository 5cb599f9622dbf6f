"""Pictures, made from the trace alone: SVG with svg.py, PNG with resvg."""

from heuristan.render.filmstrip import filmstrip_svg
from heuristan.render.png import to_png
from heuristan.render.sheet import contact_sheet_svg
from heuristan.render.solution import solution_svg
from heuristan.render.solutions import solutions_svg
from heuristan.render.story import DrawingError

__all__ = ["DrawingError", "contact_sheet_svg", "filmstrip_svg", "solution_svg", "solutions_svg", "to_png"]
