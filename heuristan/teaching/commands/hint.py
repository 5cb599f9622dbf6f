"""``heuristan hint``."""

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import fail, refuse_overwriting
from heuristan.cli.options import Choice, limit_option
from heuristan.cli.outputs import Output, Outputs, drawn_as, output_options, paths_of, with_words
from heuristan.cli.progress import moving_line
from heuristan.tangram.commands.options import figure_option, is_picture, outlines_of, set_option, the_one

if TYPE_CHECKING:
    from heuristan.tangram.api.facade import Reveal
    from heuristan.tangram.puzzle.puzzle import Puzzle
    from heuristan.tangram.verification.claims.claims import LaidPiece
    from heuristan.teaching.hinting import Advised

FORMS = ("text", "json", "svg", "png")
REVEAL = ("vertex", "piece", "place")
NO_WAY = 1


@command(
    ok="a hint is given or nothing is left to place",
    otherwise="what is placed cannot work or no solution is found",
)
@click.argument("outline")
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
@click.option("--ranking", help="Name or file of the ranking that decides where no vertex does.")
@figure_option
@set_option
@limit_option("search for certainty", 10)
@output_options(FORMS, "hint or picture")
def hint(
    outline: str,
    placed: tuple[str, ...],
    reveal: "Reveal",
    ranking: str | None,
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
    """  # noqa: D301
    refuse_overwriting(reads=(outline, *placed, ranking or "", pieces or ""), writes=paths_of(outputs))
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.teaching.hinting import PlacedError, advise_on

    puzzle = _puzzle(outline, figure, pieces)
    lying = _lying(puzzle, placed)
    try:
        with moving_line():
            advised = advise_on(puzzle, lying, limit=limit, ranking=ranking or DEFAULT)
    except PlacedError as fault:
        fail(f"what is placed cannot lie so: {fault}")
    raise SystemExit(_Report(advised, reveal, outputs, outline).write())


def _puzzle(outline: str, figure: int | None, pieces: str | None) -> "Puzzle":
    from heuristan.tangram.puzzle.drawing import Refusal

    found = the_one(outlines_of([outline], pieces), outline, figure, "a hint is for")
    if isinstance(found, Refusal):
        fail(found.message)
    return found


def _lying(puzzle: "Puzzle", placed: Iterable[str]) -> "tuple[LaidPiece, ...]":
    """Return the placed pieces, in the order given."""
    from heuristan.tangram.verification.claims.claims import NotationError

    try:
        return tuple(piece for source in placed for piece in _laid(puzzle, source))
    except NotationError as fault:
        fail(f"--placed: {fault}")


def _laid(puzzle: "Puzzle", source: str) -> "Sequence[LaidPiece]":
    from heuristan.tangram.verification.claims.claims import EXAMPLE, Unreadable, is_notation, laid_piece
    from heuristan.tangram.verification.claims.results_file import read_results

    if not source.strip():
        fail(f"--placed is empty; give a file, or a piece like '{EXAMPLE}'")
    if is_notation(source) and not os.path.exists(source):
        return [laid_piece(source)]
    found = read_results(source)
    own = found if len(found) == 1 else [result for result in found if result.id == puzzle.id]
    if len(own) != 1:
        fail(f"{source}: {len(own) or 'none'} of its {len(found)} results are of {puzzle.id}; give a file of one")
    if isinstance(own[0], Unreadable):
        fail(own[0].message)
    return own[0].pieces


class _Report:
    """Writes the advice."""

    def __init__(self, advised: "Advised", reveal: "Reveal", outputs: Outputs, source: str) -> None:
        from heuristan.teaching.hinting.words import HintWords

        self.advice, self.puzzle, reading, self.lying = advised
        self.reveal = reveal
        self.outputs = outputs
        self.picture = Path(source) if is_picture(source) else None
        self.words = HintWords(self.puzzle, reveal, reading)
        self.names = [piece.name or "" for piece in self.lying]

    def write(self) -> int:
        """Write the advice to every output, and return the exit status."""
        from heuristan.teaching.hinting import Hint, Solved

        for output in with_words(self.outputs):
            words = f"\nThe picture is in {output.path}." if output.is_picture else f"written to {output.path}"
            output.write(self._made(output), words)
        return 0 if isinstance(self.advice, Hint | Solved) else NO_WAY

    def _made(self, output: Output) -> str | bytes:
        if output.form == "json":
            return json.dumps(self.words.as_json(self.advice, self.names), ensure_ascii=False, indent=2) + "\n"
        return self._drawn(output.form) if output.is_picture else self._text() + "\n"

    def _text(self) -> str:
        from heuristan.common.words import paragraph

        words = self.words.describe(self.advice, self.names)
        # a piece in its place stays on one line, so that it can be given to --placed
        lines = [paragraph(f"{self.puzzle.id}: {words.head}"), f"  {words.piece or ''}", paragraph(words.more, "  ")]
        return "\n".join(line for line in lines if line.strip())

    def _drawn(self, form: str) -> str | bytes:
        from heuristan.teaching.hinting.drawn import hint_svg
        from heuristan.teaching.hinting.scene import scene_of

        words = self.words.describe(self.advice, self.names)
        lines = [words.head[:1].upper() + words.head[1:], words.more]
        scene = scene_of(self.puzzle, self.lying, self.advice, self.picture, with_piece=self.reveal == "place")
        drawn = hint_svg(self.puzzle.id, scene, [line for line in lines if line])
        return drawn_as(form, drawn)
