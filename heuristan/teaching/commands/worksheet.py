"""``heuristan worksheet``."""

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command, refuse_given
from heuristan.cli.echoing import remark
from heuristan.cli.failing import (
    NOT_ALL,
    STANDARD_OUTPUT,
    check_place,
    fail,
    note,
    refuse_overwriting,
    write,
)
from heuristan.cli.options import file_option
from heuristan.cli.progress import track
from heuristan.common.words import plural
from heuristan.lab.commands.generate import levels
from heuristan.tangram.commands.outline_options import OUTLINE, outlines_of, piece_set_of, set_option
from heuristan.teaching.commands.teaching_options import language_option
from heuristan.teaching.texts.translating import Translator

if TYPE_CHECKING:
    from heuristan.teaching.worksheets.paging import Paper
    from heuristan.teaching.worksheets.sheet_puzzles import Named, SheetPuzzle

COUNT = 12
MOST = 200
LONGEST_TITLE = 80


@command(ok="made", otherwise="made with fewer puzzles than asked for, or without some outlines")
@click.argument("outlines", nargs=-1, type=OUTLINE, metavar="[OUTLINE...]")
@click.option(
    "--count",
    type=click.IntRange(1, MOST),
    help=f"Number of puzzles.  [default: {COUNT}; of outlines that are given, all]",
)
@click.option(
    "--difficulty",
    callback=levels,
    default="easy..hard",
    metavar="EASY..HARD",
    help="Difficulty of the puzzles: easy, medium or hard, a level from 1 to 4, or a range like easy..medium or 2..3.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Seed; the same seed makes the same worksheet.")
@click.option("--hints", is_flag=True, help="Show the first piece of each solution in its place.")
@click.option("--title", help="Title of the worksheet.  [default: Tangram puzzles, in the language]")
@language_option
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", help="Paper to print on.")
@click.option(
    "--leg",
    type=click.IntRange(6, 60),
    metavar="MM",
    help="Length of the small leg in millimetres: the scale of pieces and outlines.  [default: 20, or less if an "
    "outline would not fit the page]",
)
@set_option
@click.option("--no-solutions", is_flag=True, help="Leave the solutions out.")
@file_option("--solutions", "File (.pdf) for the solutions; the worksheet is then without them.")
@file_option("--output", "File (.pdf) for the worksheet; - is standard output.")
def worksheet(
    outlines: tuple[str, ...],
    count: int | None,
    difficulty: range,
    seed: int,
    hints: bool,
    title: str | None,
    language: str,
    paper: str,
    leg: int | None,
    pieces: str | None,
    no_solutions: bool,
    solutions: Path | None,
    output: Path | None,
) -> None:
    """Make a worksheet to print: puzzles to scale, the pieces to cut out, solutions on the last pages.

    The puzzles are shapes that ship with heuristan and, one in three or more, made at random from the seed; or those
    of OUTLINE, which is what 'heuristan solve' takes. As many are chosen of each level of difficulty as of any other,
    and they come from easy to hard. With --hints the same puzzles have the first piece of the solution in its place.

    \b
    heuristan worksheet --output sheet.pdf
    heuristan worksheet --count 12 --difficulty easy..hard --seed 7 --output sheet.pdf
    heuristan worksheet --seed 7 --hints --output hints.pdf
    heuristan worksheet --seed 7 --output sheet.pdf --solutions for-the-teacher.pdf
    heuristan worksheet --count 20 --difficulty easy --no-solutions --output homework.pdf
    heuristan worksheet cat swan 'drawings/*.svg' --title "Animals" --output animals.pdf
    heuristan worksheet --difficulty hard --count 4 --leg 25 --paper letter --output hard.pdf
    heuristan worksheet --language de --output aufgaben.pdf
    heuristan worksheet --output -    # to send it to a printer
    """  # noqa: D301
    if outlines:
        refuse_given(("seed",), "is for outlines made at random, not for those that are given")
    title = Translator(language)("Tangram puzzles") if title is None else title
    place = _checked(output, title)
    if solutions is not None:
        if no_solutions:
            fail("--solutions and --no-solutions cannot both be given; leave one out")
        _check_ending(solutions)
        check_place(solutions)
    refuse_overwriting(reads=(*outlines, pieces or ""), writes=(place, *([solutions] if solutions else [])))
    from heuristan.teaching.worksheets.paging import PAPERS
    from heuristan.teaching.worksheets.typesetting import FontError, Worksheet, in_page_order, require_typst

    require_typst()
    wanted = count or (MOST if outlines else COUNT)
    puzzles, left_out = _puzzles(outlines, pieces, seed, wanted, difficulty, PAPERS[paper], leg)
    scale = _scale(puzzles, PAPERS[paper], leg)
    source = "heuristan" if outlines else f"heuristan, seed {seed}"
    puzzles = in_page_order(puzzles, scale, PAPERS[paper])
    is_whole = not (no_solutions or solutions)
    sheet = Worksheet(puzzles, title, source, PAPERS[paper], scale, hints, is_whole, language)
    try:
        write(place, sheet.pdf())
        if solutions:
            write(solutions, sheet.solutions_pdf())
    except FontError as fault:
        fail(str(fault))
    if place != STANDARD_OUTPUT:
        remark(f"{plural(len(puzzles), 'puzzle')} written to {place}; the small leg is {scale} mm long")
    is_short = len(puzzles) < wanted and not (outlines and count is None)
    if is_short:
        asked = plural(wanted, "puzzle")
        note(f"{len(puzzles)} of {asked} made; allow another --difficulty, or give more outlines")
    raise SystemExit(NOT_ALL if is_short or left_out else 0)


def _checked(output: Path | None, title: str) -> Path:
    """Return where the worksheet goes, checked before any work."""
    if output is None:
        fail("a worksheet is a PDF and needs a file; add --output FILE.pdf (- is standard output)")
    if output == STANDARD_OUTPUT:
        if sys.stdout.isatty():
            fail("a PDF is not for a terminal; add --output FILE.pdf, or send it to another program")
    else:
        _check_ending(output)
    check_place(output)
    if not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        fail(f"--title: write one line of 1 to {LONGEST_TITLE} letters")
    return output


def _check_ending(output: Path) -> None:
    if output.suffix.lower() != ".pdf":
        fail(f"{output}: a worksheet is a PDF; end the name in .pdf")


def _puzzles(
    outlines: tuple[str, ...],
    pieces: str | None,
    seed: int,
    wanted: int,
    levels: range,
    paper: "Paper",
    leg: int | None,
) -> "tuple[list[SheetPuzzle], int]":
    """Return the puzzles of the worksheet, and how many of the outlines that are given had to be left out."""
    from heuristan.teaching.worksheets.paging import LEG, SHORTEST_LEG
    from heuristan.teaching.worksheets.sheet_puzzles import candidates, chosen

    left_out: list[str] = []
    named = _given(outlines, pieces, left_out.append) if outlines else _made(pieces, seed, levels)
    least = leg or (SHORTEST_LEG if outlines else LEG)
    found = chosen(track(candidates(named, paper, least, left_out.append), "outline"), wanted, levels)
    if not outlines:
        left_out.clear()  # others took their places
    for reason in left_out:
        note(f"left out: {reason}")
    if not found:
        fail("there is no puzzle for the worksheet; allow another --difficulty, or give other outlines")
    return found, len(left_out)


def _scale(puzzles: "Sequence[SheetPuzzle]", paper: "Paper", leg: int | None) -> int:
    """Return the length of the small leg, in millimetres."""
    from heuristan.teaching.worksheets.paging import LEG, SHORTEST_LEG
    from heuristan.teaching.worksheets.typesetting import leg_for

    largest = leg_for(puzzles, paper)
    if largest < (leg or SHORTEST_LEG):
        fail(f"the pieces do not fit the page; give --leg {largest} or less, or another set of pieces")
    return leg or min(LEG, largest)


def _given(outlines: tuple[str, ...], pieces: str | None, leave_out: Callable[[str], None]) -> "Iterator[Named]":
    """Yield the outlines that are given, with their names."""
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.teaching.worksheets.sheet_puzzles import name_of

    for outline in outlines_of(outlines, pieces):
        if isinstance(outline, Refusal):
            leave_out(f"{outline.id}: {outline.message}")
        else:
            yield name_of(outline), outline


def _made(pieces: str | None, seed: int, levels: range) -> "Iterator[Named]":
    """Return the puzzles of a worksheet for which none are given."""
    from heuristan.tangram.pieces.sets import TANGRAM
    from heuristan.teaching.worksheets.sheet_puzzles import default_puzzles

    return default_puzzles(piece_set_of(pieces) or TANGRAM, seed, levels)
