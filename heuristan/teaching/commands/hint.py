"""``heuristan hint``."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import fail, refuse_overwriting
from heuristan.cli.options import Choice, limit_option
from heuristan.cli.outputs import Outputs, drawn_as, output_options, paths_of
from heuristan.cli.progress import moving_line
from heuristan.cli.running import write_advice
from heuristan.tangram.commands.outline_options import (
    OUTLINE,
    RANKING,
    figure_option,
    is_picture,
    set_option,
)
from heuristan.teaching.commands.teaching_options import language_option, the_one

if TYPE_CHECKING:
    from heuristan.tangram.api.facade import Reveal
    from heuristan.tangram.puzzle.drawing import LaidPiece
    from heuristan.tangram.puzzle.puzzle import Puzzle

FORMS = ("text", "json", "svg", "png")
REVEAL = ("vertex", "piece", "place")


@command(
    ok="a hint is given or nothing is left to place",
    otherwise="what is placed cannot work or no solution is found",
)
@click.argument("outline", type=OUTLINE)
@click.option(
    "--placed",
    multiple=True,
    metavar="FILE|PIECE",
    help="Pieces that are placed already: a file, or one piece by its vertices. Repeatable.",
)
@click.option(
    "--reveal",
    type=Choice(REVEAL),
    default="place",
    help="Part of the hint to reveal: where to look, which piece goes there, or how it lies.",
)
@click.option("--ranking", type=RANKING, help="Name or file of the ranking that decides where no vertex does.")
@language_option
@figure_option
@set_option
@limit_option("search for certainty", 10)
@output_options(FORMS, "hint or picture")
def hint(
    outline: str,
    placed: tuple[str, ...],
    reveal: "Reveal",
    ranking: str | None,
    language: str,
    figure: int | None,
    pieces: str | None,
    limit: float,
    outputs: Outputs,
) -> None:
    """Say where one piece goes, and give nothing else away.

    OUTLINE is what 'heuristan solve' takes. What is placed already is a file that 'heuristan verify' reads, or a piece
    written as its name and its vertices in the outline's own coordinates. If it can no longer work, the hint says
    which piece to take back.

    \b
    heuristan hint cat                              # the most certain piece, where it goes and why
    heuristan hint cat --reveal vertex              # only where to look
    heuristan hint cat --placed "square 0,3 0.70711,2.29289 1.41421,3 0.70711,3.70711"
    heuristan hint cat --placed pieces.json --output hint.png
    heuristan hint cat --language de                # in German
    """  # noqa: D301
    refuse_overwriting(reads=(outline, *placed, ranking or "", pieces or ""), writes=paths_of(outputs))
    if language == "zh" and any(output.form == "png" for output in outputs):
        fail("the font of PNG pictures has no Chinese letters; write FILE.svg, or give another --language")
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.teaching.hinting import PlacedError, advise_on
    from heuristan.teaching.hinting.hint_words import HintWords

    puzzle = the_one(outline, pieces, figure, "a hint is for")
    lying = _lying(puzzle, placed)
    try:
        with moving_line():
            advised = advise_on(puzzle, lying, limit=limit, ranking=ranking or DEFAULT)
    except PlacedError as fault:
        fail(f"what is placed cannot lie so: {fault}")
    told = HintWords(advised.puzzle, reveal, advised.reading, language).describe(
        advised.advice, [piece.name or "" for piece in advised.lying]
    )
    picture = Path(outline) if is_picture(outline) else None

    def drawn(form: str) -> str | bytes:
        from heuristan.teaching.hinting.hint_picture import advice_svg

        return drawn_as(form, advice_svg(advised, told, picture, with_piece=reveal == "place"))

    raise SystemExit(write_advice(told, outputs, drawn))


def _lying(puzzle: "Puzzle", placed: Iterable[str]) -> "tuple[LaidPiece, ...]":
    """Return the placed pieces, in the order given."""
    from heuristan.tangram.verification.claims import NotationError

    try:
        return tuple(piece for source in placed for piece in _laid(puzzle, source))
    except NotationError as fault:
        fail(f"--placed: {fault}")


def _laid(puzzle: "Puzzle", source: str) -> "Sequence[LaidPiece]":
    from heuristan.tangram.api.facade import claim_in_file
    from heuristan.tangram.verification.claims import EXAMPLE, is_notation, laid_piece

    if not source.strip():
        fail(f"--placed is empty; give a file, or a piece like '{EXAMPLE}'")
    if is_notation(source) and not os.path.exists(source):
        return [laid_piece(source)]
    return claim_in_file(puzzle, source).pieces
