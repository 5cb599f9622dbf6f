"""The outputs of commands: results in words, as JSON and as pictures; pages solved; files of traces."""

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from heuristan.cli.failing import check_place, fail, note
from heuristan.cli.outputs import IN_CHARACTERS, PLAY, PLAYER, LateFile, Output, Outputs, drawn_as
from heuristan.cli.progress import moving_line
from heuristan.cli.writers import Manner, Writer
from heuristan.common.results import headline
from heuristan.common.rooms import provided
from heuristan.tangram.commands.outline_options import Wording, are, described, is_picture

if TYPE_CHECKING:
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import Puzzle
    from heuristan.tangram.solving.result import Result
    from heuristan.tangram.trace.events import Trace
    from heuristan.tangram.trace.kept_path import AskedAttempt


class TraceFile(LateFile):
    """A file that gets the trace of every result; it fails at once if nothing can be written there."""

    def __init__(self, path: Path) -> None:
        check_place(path)
        super().__init__(path)

    def add(self, result: "Result") -> None:
        """Write the trace of a result; an outline that was refused keeps its place among the others."""
        from heuristan.tangram.trace.lines import dumps

        self.put(result.id, dumps(result.trace or _trace_of_refused(result)))


def _trace_of_refused(result: "Result") -> "Trace":
    from heuristan.tangram.trace.events import Ended, Frame, PuzzleRead

    read = PuzzleRead(
        result.id, (), 0, (), result.ranking or "", (), "with backtracking", Frame(1.0, 0.0, (0, 0), False)
    )
    return (read, Ended(result.status, None, 0, 0, result.message))


def run_of(runs: Sequence["Trace"], path: Path, figure: int | None) -> "Trace":
    """Return the only run of a file of traces, or the one that ``--figure`` names; fail if there is nothing to show.

    Args:
        runs: the runs of the file.
        path: the file, for messages.
        figure: the number after ``--figure``, if it is given.
    """
    from heuristan.tangram.trace.events import Ended

    if not runs:
        fail(f"{path}: the trace is empty; record one with: heuristan solve OUTLINE --trace {path}")
    if figure is None and len(runs) > 1:
        fail(f"{path}: it holds the runs of {len(runs)} outlines; choose one with --figure N")
    if (figure or 1) > len(runs):
        fail(f"{path}: there is no figure {figure}; there {are(len(runs))}, numbered from 1")
    run = runs[(figure or 1) - 1]
    if isinstance(run[-1], Ended) and run[-1].status == "refused":
        fail(f"{path}: the outline was refused: {run[-1].message}")
    return run


class Pages(Protocol):
    """The pages of a picture, and the results of their figures; the room of pictures provides it."""

    def add(self, outline: "Puzzle | Refusal", result: "Result") -> None:
        """Add the next figure, and its result."""

    def pictures(self) -> Iterator[tuple[int, str]]:
        """Yield each page with a figure as an SVG picture, after its number, which is 0 for the only page."""


class Latest:
    """Outlines on their way through a solver, of which the latest result is known, and its outline."""

    outline: "Puzzle | Refusal"

    def __init__(self, outlines: "Iterable[Puzzle | Refusal]") -> None:
        self._outlines = outlines
        self._waiting: deque[Puzzle | Refusal] = deque()
        self.result: Result | None = None

    def __iter__(self) -> "Iterator[Puzzle | Refusal]":
        """Yield the outlines; `take` then takes their results in the same order."""
        for outline in self._outlines:
            self._waiting.append(outline)
            yield outline

    def take(self, result: "Result") -> None:
        """Take the result of the first outline that has none yet."""
        self.outline, self.result = self._waiting.popleft(), result


def _page_to_play(outline: "Puzzle | Refusal", result: "Result") -> str | None:
    """Return the page to play an outline on; None if it has no solution that is known."""
    if result.status != "solved":
        note(f"{result.id}: no page to play on was made, because no solution is known")
        return None
    play_page = provided("play_page", "a page to play on")
    with moving_line("looking for other solutions"):
        made: str | None = play_page(outline, result)
    return made


WHOLE = ("svg", "png")
"""Formats in which a page is drawn with all its figures."""


def is_of_pages(output: Output) -> bool:
    """Return whether an output is a page with all its figures, if a picture is solved."""
    return output.form in WHOLE and not output.is_folder


def pages_of(sources: Sequence[str], outputs: Outputs, figure: int | None) -> "Pages | None":
    """Return the pages to draw solutions on; None if no picture was read, or no picture of it is asked for."""
    if len(sources) != 1 or not any(map(is_of_pages, outputs)) or not is_picture(sources[0]):
        return None
    pages: Pages = provided("SolvedPages", "a picture of a page")(Path(sources[0]), figure or 1)
    return pages


class PagesWriter(Writer["Result"]):
    """Draws the pages when all their figures are solved: a file, or a numbered one for each of several pages."""

    def __init__(self, pages: Pages, output: Output) -> None:
        super().__init__(sys.stdout)
        self._pages = pages
        self._output = output

    def one(self, result: "Result") -> None:
        """Do nothing: the pages have the result already."""

    def end(self) -> None:
        for page, drawn in self._pages.pictures():
            output = self._output_for(page)
            output.write(drawn_as(output.form, drawn), f"\nThe page with the pieces on it is in {output.path}.")

    def _output_for(self, page: int) -> Output:
        """Return where a page of several goes; 0 is the only one."""
        if not page:
            return self._output
        if self._output.path is None:
            fail("there are several pages, and a picture is of one; give a file, which gets the number of the page")
        return self._output._replace(path=numbered(self._output.path, page))


def numbered(path: Path, page: int) -> Path:
    """Return the name of a page of several: solved.png is solved-2.png for the second."""
    return path.with_name(f"{path.stem}-{page}{path.suffix}")


def in_words(result: "Result", attempt: "AskedAttempt" = None, wording: Wording = "whole") -> str:
    """Return a result in as many words as asked for."""
    if result.status == "refused" or wording == "line":
        return in_short(result)
    words = described(result.trace, attempt, wording)
    if not result.reading:
        return words
    from heuristan.common.words import paragraph
    from heuristan.tangram.explain.words import capital

    return f"{words}\n\n{paragraph(f'{capital(result.reading.words)}.')}"


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
        form: 'svg', 'png', 'filmstrip-svg' or 'filmstrip-png'; 'printout' or 'vertex-array', in
            characters; 'html' for the page that plays the whole run.
        attempt: the number of the attempt to draw, or all; if None, the one that solved the puzzle or came furthest.
            The page has them all.
        ranking: the name or file of the ranking of the run, if it is known, for the page.

    Raises:
        AttemptError: if the run does not have the attempt.
    """
    if form == PLAYER:
        return _page(trace, ranking)
    if form in IN_CHARACTERS:
        from heuristan.tangram.render.printout import printout, vertex_table

        return (printout if form == "printout" else vertex_table)(trace, attempt)
    if form.startswith("filmstrip"):
        from heuristan.tangram.render.filmstrip import filmstrip_svg

        return drawn_as(form, filmstrip_svg(trace, attempt=attempt))
    from heuristan.tangram.render.solution import attempts_svg, has_several, solution_svg, solutions_svg

    if attempt == "all":
        drawn = attempts_svg(trace)
    elif attempt is None and has_several(trace):
        drawn = solutions_svg(trace)
    else:
        drawn = solution_svg(trace, attempt=attempt)
    return drawn_as(form, drawn)


def _page(trace: "Trace", ranking: str | None) -> str:
    """Return the page that plays a run; the engine is asked at each state, which takes a while."""
    from heuristan.tangram.expert.ranking_file import read_ranking

    with moving_line("asking the engine what it could do at each step"):
        player_page = provided("player_page", "a page that plays a run")
        page: str = player_page(trace, read_ranking(ranking) if ranking else None)
        return page


def manner_of(
    attempt: "AskedAttempt",
    wording: Wording = "screen",
    pages: Pages | None = None,
    ranking: str | None = None,
    latest: Latest | None = None,
) -> "Manner[Result]":
    """Return the way in which results are written.

    Args:
        attempt: the attempt that words and pictures show.
        wording: how many words a single result has.
        pages: the pages that a picture of all results shows, if a picture was read.
        ranking: the name or file of the ranking, if it is known.
        latest: the outline of each result, for pages to play on.
    """

    def draw(result: "Result", form: str) -> str | bytes | None:
        if form == PLAY and latest is not None:
            return _page_to_play(latest.outline, result)
        return picture_of(result, form, attempt, ranking)

    def together(output: Output) -> "Writer[Result] | None":
        return PagesWriter(pages, output) if pages is not None and is_of_pages(output) else None

    return Manner(
        words=partial(in_words, attempt=attempt, wording=wording),
        line=in_short,
        draw=draw,
        together=together,
        refuse=_refused,
    )
