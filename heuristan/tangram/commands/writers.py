"""Writing results of outlines: in words, as JSON, as pictures."""

from functools import partial
from typing import TYPE_CHECKING

from heuristan.cli.outputs import PLAYER, Output, drawn_as
from heuristan.cli.progress import status
from heuristan.cli.writers import Manner, Writer
from heuristan.common.results import headline
from heuristan.common.rooms import provided
from heuristan.tangram.commands.pages import Pages, PagesWriter, is_of_pages
from heuristan.tangram.commands.wording import Wording, described

if TYPE_CHECKING:
    from heuristan.tangram.solving.result import AsRead, Result
    from heuristan.tangram.trace.attempts import AskedAttempt
    from heuristan.tangram.trace.events import Trace


def in_words(result: "Result", attempt: "AskedAttempt" = None, wording: Wording = "whole") -> str:
    """Return a result in as many words as asked for."""
    if result.status == "refused" or wording == "line":
        return in_short(result)
    words = described(result.trace, attempt, wording)
    return f"{words}\n\n{_reading(result.reading)}" if result.reading else words


def _reading(read: "AsRead") -> str:
    """Return how a drawing was read."""
    from heuristan.tangram.explain.text import paragraph
    from heuristan.tangram.explain.words import capital

    return paragraph(f"{capital(read.words)}.")


def _refused(result: "Result", message: str) -> "Result":
    from heuristan.tangram.solving.result import refused

    return refused(result.id, message, result.solver, result.ranking)


def in_short(result: "Result") -> str:
    """Return one line."""
    count = result.searched.count if result.searched else None
    distinct = f"; {count.distinct:,} up to symmetry" if count is not None and count.tilings else ""
    message = result.reading.brief if result.reading and result.reading.brief else result.message
    return f"{result.id}: {headline(result.status, message)}{distinct}"


def picture_of(
    result: "Result", form: str, attempt: "AskedAttempt" = None, ranking: str | None = None
) -> str | bytes | None:
    """Return the picture of a result in a format; None if the outline was refused."""
    return picture(result.trace, form, attempt, ranking) if result.status != "refused" else None


def picture(trace: "Trace", form: str, attempt: "AskedAttempt" = None, ranking: str | None = None) -> str | bytes:
    """Return the picture of a trace: every step as a film strip; else the solution, or all solutions if it has several.

    Args:
        trace: the events of one run.
        form: 'svg', 'png', 'filmstrip-svg' or 'filmstrip-png'; 'html' for the page that plays the whole run.
        attempt: the number of the attempt to draw, or all; if None, the one that solved the puzzle or came furthest.
            The page has them all.
        ranking: the name or file of the ranking of the run, if it is known, for the page.

    Raises:
        AttemptError: if the run does not have the attempt.
    """
    if form == PLAYER:
        return _page(trace, ranking)
    from heuristan.tangram.render.attempts import attempts_svg
    from heuristan.tangram.render.filmstrip import filmstrip_svg
    from heuristan.tangram.render.solution import solution_svg
    from heuristan.tangram.render.solutions import has_several, solutions_svg

    if form.startswith("filmstrip"):
        drawn = filmstrip_svg(trace, attempt=attempt)
    elif attempt == "all":
        drawn = attempts_svg(trace)
    elif attempt is None and has_several(trace):
        drawn = solutions_svg(trace)
    else:
        drawn = solution_svg(trace, attempt=attempt)
    return drawn_as(form, drawn)


def _page(trace: "Trace", ranking: str | None) -> str:
    """Return the page that plays a run; the engine is asked at each state, which takes a while."""
    from heuristan.tangram.expert.ranking_file import read_ranking

    with status("asking the engine what it could do at each step"):
        player_page = provided("player_page", "a page that plays a run")
        page: str = player_page(trace, read_ranking(ranking) if ranking else None)
        return page


def manner_of(
    attempt: "AskedAttempt",
    wording: Wording = "screen",
    pages: Pages | None = None,
    ranking: str | None = None,
) -> "Manner[Result]":
    """Return the way in which results are written.

    Args:
        attempt: the attempt that words and pictures show.
        wording: how many words a single result has.
        pages: the pages that a picture of all results shows, if a picture was read.
        ranking: the name or file of the ranking, if it is known.
    """

    def together(output: Output) -> "Writer[Result] | None":
        return PagesWriter(pages, output) if pages is not None and is_of_pages(output) else None

    return Manner(
        words=partial(in_words, attempt=attempt, wording=wording),
        line=in_short,
        draw=partial(picture_of, attempt=attempt, ranking=ranking),
        together=together,
        refuse=_refused,
    )
