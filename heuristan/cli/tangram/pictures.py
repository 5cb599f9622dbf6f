"""Which picture goes with which format."""

from heuristan.tangram.trace.events import Trace


def picture(trace: Trace, form: str) -> str | bytes:
    """The picture of a trace, as 'svg' or 'png': the solution, or all solutions if there are several.

    As 'filmstrip-svg' or 'filmstrip-png': every step.
    """
    from heuristan.common.svg.png import to_png

    drawn = _drawn(trace, form)
    return to_png(drawn) if form.endswith("png") else drawn


def _drawn(trace: Trace, form: str) -> str:
    from heuristan.tangram.render.filmstrip import filmstrip_svg
    from heuristan.tangram.render.solution import solution_svg
    from heuristan.tangram.render.solutions import has_several, solutions_svg

    if form.startswith("filmstrip"):
        return filmstrip_svg(trace)
    return solutions_svg(trace) if has_several(trace) else solution_svg(trace)
