"""Which picture goes with which format."""

from heuristan.trace import Trace


def picture(trace: Trace, form: str) -> str | bytes:
    """The picture of a trace: 'svg' or 'png' of the solution, 'filmstrip-svg' or 'filmstrip-png' of every step."""
    from heuristan.render.filmstrip import filmstrip_svg
    from heuristan.render.png import to_png
    from heuristan.render.solution import solution_svg

    drawn = filmstrip_svg(trace) if form.startswith("filmstrip") else solution_svg(trace)
    return to_png(drawn) if form.endswith("png") else drawn
