"""Writing results of outlines: in words, as JSON, as pictures."""

from typing import TYPE_CHECKING

from heuristan.cli.kit.outputs import drawn_as
from heuristan.cli.kit.writers import Manner

if TYPE_CHECKING:
    from heuristan.tangram.solving.result import Result
    from heuristan.tangram.trace.events import Trace


def in_words(result: "Result") -> str:
    """Return every step in words."""
    if result.status == "refused":
        return in_short(result)
    from heuristan.tangram.explain import explain

    return explain(result.trace)


def in_short(result: "Result") -> str:
    """Return one line."""
    count = result.searched.count if result.searched else None
    distinct = f"; {count.distinct:,} up to symmetry" if count is not None and count.tilings else ""
    return f"{result.id}: {result.status}: {result.message}{distinct}"


def picture_of(result: "Result", form: str) -> str | bytes | None:
    """Return the picture of a result in a format; None if the outline was refused."""
    return picture(result.trace, form) if result.status != "refused" else None


def picture(trace: "Trace", form: str) -> str | bytes:
    """Return the picture of a trace: every step as a film strip; else the solution, or all solutions if it has several.

    Args:
        trace: the events of one run.
        form: 'svg', 'png', 'filmstrip-svg' or 'filmstrip-png'.
    """
    from heuristan.tangram.render.filmstrip import filmstrip_svg
    from heuristan.tangram.render.solution import solution_svg
    from heuristan.tangram.render.solutions import has_several, solutions_svg

    if form.startswith("filmstrip"):
        drawn = filmstrip_svg(trace)
    else:
        drawn = solutions_svg(trace) if has_several(trace) else solution_svg(trace)
    return drawn_as(form, drawn)


MANNER: "Manner[Result]" = Manner(words=in_words, line=in_short, draw=picture_of)
