"""Outlines as the commands read them, and the options that several commands have.

Sources are names of shapes, files, folders, quoted patterns, and standard input. The options are ``--set``,
``--figure`` (one of the outlines of a file), ``--attempt`` (of a run as published), ``--explain`` and ``--brief`` (how
many words the result of one outline has).
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import click

from heuristan.cli.echoing import remark
from heuristan.cli.failing import check_place, fail, write
from heuristan.cli.options import NameOrFile, file_option
from heuristan.cli.outputs import Outputs
from heuristan.cli.sources import names_of, or_standard_input, read_all
from heuristan.common.faults import InputError
from heuristan.common.rooms import provided
from heuristan.common.words import plural

if TYPE_CHECKING:
    from heuristan.tangram.outlines.formats import Found
    from heuristan.tangram.pieces.sets import PieceSet
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import Puzzle
    from heuristan.tangram.trace.events import Trace
    from heuristan.tangram.trace.kept_path import AskedAttempt


def _shapes() -> Iterable[str]:
    from heuristan.tangram.outlines.reading import shape_files

    return sorted(shape_files())


def _rankings() -> Iterable[str]:
    from heuristan.tangram.expert.ranking_entries import ranking_names

    return ranking_names()


OUTLINE, RANKING = NameOrFile(_shapes), NameOrFile(_rankings)
"""The types of outlines and rankings."""

set_option = click.option(
    "--set", "pieces", metavar="NAME|FILE", help="Name or file of the set of pieces.  [default: as the outline says]"
)


sheet_option = file_option(
    "--sheet", "File (.png) for the picture that was read, with what was recognised drawn over it."
)


def _run_functions(_: click.Context, __: click.Parameter, paths: tuple[Path, ...]) -> None:
    if paths:
        from heuristan.tangram.expert.host.registered import load_functions

        for path in paths:
            load_functions(path)


functions_option = click.option(
    "--functions",
    type=click.Path(path_type=Path),
    multiple=True,
    metavar="FILE",
    callback=_run_functions,
    expose_value=False,
    help="Python file with functions that rules of your own call. It is a program, and is run.",
)


def outlines_of(
    sources: Sequence[str],
    pieces: str | None,
    report: Callable[[str], None] | None = None,
    sheet: Path | None = None,
) -> "Iterator[Puzzle | Refusal]":
    """Return the outlines of all sources, read while they are asked for.

    Args:
        sources: names of shapes, files, folders, patterns, and - for standard input.
        pieces: name or file of the set of pieces, if not the outlines' own.
        report: gets the reason why a source as a whole cannot be used, besides the refusal among the outlines.
        sheet: the file for what is recognised on the only source, a picture, figures that are refused too.

    Raises:
        InputError: if the only source cannot be used, or the set of pieces.
    """
    from heuristan.common.images.decoding import LIBRARIES
    from heuristan.tangram.outlines.reading import read_outlines
    from heuristan.tangram.puzzle.drawing import Refusal

    if not {"cv2", "numpy"} & sys.modules.keys():
        # for this process too, which is copied to decode pictures; and starting numpy's threads takes long
        os.environ.update(LIBRARIES)
    used = piece_set_of(pieces)
    if sheet is not None:
        _check_sheet(sheet, sources)
    read = partial(read_outlines, pieces=used) if sheet is None else partial(_read_with_sheet, used, sheet)

    def refuse(id: str, message: str) -> "Refusal":
        if report is not None:
            report(message)
        return Refusal(id, message)

    return read_all(sources, or_standard_input(read), refuse)


def _check_sheet(sheet: Path, sources: Sequence[str]) -> None:
    """Fail if a sheet is not a PNG, cannot be written, or is of several sources."""
    if sheet.suffix.lower() != ".png":
        fail(f"{sheet}: the sheet is a PNG; end its name in .png")
    check_place(sheet)
    if sum(len(names_of(source)) for source in sources) > 1:
        fail("a sheet is of one picture; give one, or leave out --sheet")


def _read_with_sheet(pieces: "PieceSet | None", sheet: Path, source: str) -> "Found":
    """Return the outlines of a picture, and write what was recognised on it."""
    if not is_picture(source):
        from heuristan.common.files import exists
        from heuristan.tangram.outlines.reading import read_outlines, shape_files

        what = "--sheet shows what is recognised on a picture or PDF, not on this file; leave it out"
        if exists(source) or source in shape_files():
            raise InputError(f"{source}: {what}")
        return read_outlines(source, pieces)  # it says what is missing
    drawn, found = provided("read_with_sheet", "a sheet of a picture")(Path(source), pieces)
    write(sheet, drawn)
    return cast("Found", found)


def piece_set_of(pieces: str | None) -> "PieceSet | None":
    """Return the set of pieces of ``--set``; None if it is not given.

    Raises:
        InputError: if there is no such set.
    """
    if not pieces:
        return None
    from heuristan.tangram.outlines.piece_sets import read_piece_set

    return read_piece_set(pieces)


def is_picture(source: str) -> bool:
    """Return whether a source is a file with a picture: PNG, JPEG, WebP, TIFF, BMP or PDF."""
    from heuristan.common.files import is_file, read_head, with_pages
    from heuristan.tangram.outlines.formats import format_of

    file, _ = with_pages(source)
    kind = format_of(read_head(file)) if is_file(file) else None
    return kind is not None and kind.is_picture


def _attempt(_: click.Context, __: click.Parameter, text: str | None) -> "AskedAttempt":
    """Parse the number of an attempt, or all."""
    if text is None or text == "all":
        return "all" if text else None
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) > 0):
        raise click.BadParameter(f"{text!r} is not the number of an attempt; write a number from 1, or all")
    return int(text)


def check_attempt(attempt: "AskedAttempt", outputs: Outputs, *, many: bool) -> None:
    """Fail if an attempt is asked for where no words or pictures of a single run are written.

    Args:
        attempt: the value of ``--attempt``.
        outputs: what is written.
        many: whether there are several outlines.
    """
    if attempt is None:
        return
    if many:
        fail("--attempt is for one outline, and there are several; give one, or leave out --attempt")
    if not any(output.is_picture or output.form == "text" for output in outputs):
        fail("--attempt chooses what words and pictures show, and only JSON is written; leave it out")


attempt_option = click.option(
    "--attempt",
    callback=_attempt,
    metavar="N|all",
    help="Attempt to show, of a run as published, or all.  [default: the one that solved it, else came furthest]",
)


figure_option = click.option(
    "--figure",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of the outline, if a file has several; the first is 1, as on the --sheet.",
)


def chosen(
    outlines: "Iterator[Puzzle | Refusal]", sources: Sequence[str], figure: int | None
) -> "Iterator[Puzzle | Refusal]":
    """Return the outline that ``--figure`` names, or all if it is not given; or fail with the number that there are."""
    if figure is None:
        return outlines
    if len(sources) > 1:
        fail("--figure is for one file with several outlines; give one file")
    passed = 0
    last = ""
    for outline in islice(outlines, figure - 1):
        passed += 1
        last = getattr(outline, "message", "")  # pages that were not read are the last
    found = list(islice(outlines, 1))
    if not found:
        fail(f"{sources[0]}: there is no figure {figure}; there {are(passed)}, numbered from 1{last and f' ({last})'}")
    return iter(found)


def are(number: int) -> str:
    """Return how many outlines there are, with the verb."""
    return f"{'is' if number == 1 else 'are'} {plural(number, 'outline')}"


Wording: TypeAlias = Literal["line", "screen", "whole"]
"""A line for the result; a line for each step, on one screen; or everything, with the words that it uses explained."""

explain_option = click.option(
    "--explain",
    is_flag=True,
    help="Explain the whole run: the rules, the meaning of the words, every step and its reason.",
)


def check_wording(outputs: Outputs, *, explain: bool, brief: bool, many: bool) -> Wording:
    """Return the wording asked for; fail if that cannot be had."""
    option = "--explain" if explain else "--brief"
    if (explain or brief) and not any(output.form == "text" or output.is_picture for output in outputs):
        fail(f"{option} is for words, and no output takes them; leave out --format, or {option}")
    if explain and brief:
        fail("--explain writes everything and --brief a line; give one of them")
    if explain and many:
        fail("--explain is for one outline, and there are several; give one, or leave out --explain")
    return "whole" if explain else "line" if brief else "screen"


def advise(status: str, wording: Wording) -> None:
    """Say on a terminal what a person may want next, after the result of one outline."""
    if status == "limit":
        remark("\nThe time limit was reached: --limit none lifts it, --limit SECONDS sets another.")
    elif wording == "screen" and status != "refused" and sys.stdout.isatty():
        remark("\n--explain says why each step was taken; --output FILE.png draws it.")


def described(trace: "Trace", attempt: "AskedAttempt", wording: Wording) -> str:
    """Return a run in words.

    Args:
        trace: the events of the run.
        attempt: the attempt to describe.
        wording: how many words.

    Raises:
        AttemptError: if the run does not have the attempt.
    """
    from heuristan.tangram.explain import explain, in_brief

    return (explain if wording == "whole" else in_brief)(trace, attempt)
