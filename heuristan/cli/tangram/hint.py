"""``heuristan hint``."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.kit.failing import fail, plain_failures, refuse_overwriting, write
from heuristan.cli.kit.outputs import form_of

if TYPE_CHECKING:
    from heuristan.tangram.assisting.hinting import Advice
    from heuristan.tangram.assisting.hinting.words import Tell
    from heuristan.tangram.pieces.sets import PieceSet, Placement
    from heuristan.tangram.puzzle.puzzle import Puzzle
    from heuristan.tangram.render.hint import Board
    from heuristan.tangram.verification.claims.claims import LaidPiece

TEXTS = ("text", "json")
PICTURES = ("svg", "png")
TELL = ("corner", "piece", "place")
NO_WAY = 1


@click.command(
    epilog="Exit status: 0 a hint is given or nothing is left to place, 1 what is placed cannot work or there is no "
    "solution, 2 the command or a file could not be used."
)
@click.argument("outline")
@click.option(
    "--placed",
    multiple=True,
    metavar="FILE|PIECE",
    help="What lies there already: a file, or one piece by its corners. May be given several times.",
)
@click.option(
    "--tell",
    type=click.Choice(TELL),
    default="place",
    show_default=True,
    help="How much: where to look, which piece goes there, or how it lies.",
)
@click.option("--ranking", help="Name or file of the ranking that decides where no corner does.")
@click.option("--set", "pieces", metavar="NAME|FILE", help="The set of pieces.  [default: as the outline says]")
@click.option(
    "--limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    default=10,
    show_default=True,
    help="Most time to search for certainty.",
)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="File for the hint or picture.")
@click.option(
    "--format",
    "form",
    type=click.Choice(TEXTS + PICTURES),
    help="What to write; guessed from the output's ending, else text.",
)
def hint(
    outline: str,
    placed: tuple[str, ...],
    tell: "Tell",
    ranking: str | None,
    pieces: str | None,
    limit: float,
    output: Path | None,
    form: str | None,
) -> None:
    """Say where one piece goes, and give nothing else away.

    OUTLINE is what 'heuristan solve' takes; of drawings, those that can be read exactly. What is placed already is a
    file that 'heuristan verify' reads, or a piece written as its name and its corners in the outline's own
    coordinates. If it can no longer work, the hint says which piece to take back.

    \b
    heuristan hint cat                              the most certain piece, where it goes and why
    heuristan hint cat --tell corner                only where to look
    heuristan hint cat --placed "square 0,3 0.70711,2.29289 1.41421,3 0.70711,3.70711"
    heuristan hint cat --placed pieces.json --output hint.png
    """  # noqa: D301
    form = form or (form_of(output, TEXTS + PICTURES) if output else "text")
    if form == "png" and output is None:
        fail("a PNG picture needs a file; add --output FILE.png")
    if isnan(limit):
        raise click.BadParameter("nan is no number of seconds", param_hint="--limit")
    refuse_overwriting(reads=(outline, *placed, ranking or "", pieces or ""), writes=(output,))
    from heuristan.tangram.assisting.hinting import check_exact

    with plain_failures():
        puzzle = _puzzle(outline, _piece_set(pieces))
        with _drawn_failures(outline):
            check_exact(puzzle, with_placed=bool(placed))
            lying = _lying(puzzle, placed)
            advice = _advice(puzzle, lying, limit, ranking)
        raise SystemExit(_Report(puzzle, lying, tell, form, output).on(advice))


def _piece_set(pieces: str | None) -> "PieceSet | None":
    from heuristan.tangram.outlines.piece_sets import PieceSetError, read_piece_set

    try:
        return read_piece_set(pieces) if pieces else None
    except PieceSetError as fault:
        fail(str(fault))


def _puzzle(outline: str, pieces: "PieceSet | None") -> "Puzzle":
    from heuristan.tangram.outlines.reading import read_outlines
    from heuristan.tangram.puzzle.drawing import Refusal

    found = list(islice(read_outlines(outline, pieces), 2))
    if len(found) != 1:
        fail(f"{outline}: a hint is for one outline, and there are {'several' if found else 'none'}; give one alone")
    if isinstance(found[0], Refusal):
        fail(found[0].message)
    return found[0]


@contextmanager
def _drawn_failures(outline: str) -> Iterator[None]:
    """Say of a drawing why there are no hints for it."""
    from heuristan.tangram.assisting.hinting import DrawnError

    try:
        yield
    except DrawnError as fault:
        fail(f"{outline}: {fault}")


def _lying(puzzle: "Puzzle", placed: Iterable[str]) -> "tuple[Placement, ...]":
    """What lies there, exactly, in the order given."""
    from heuristan.tangram.assisting.hinting import PlacedError, put_down
    from heuristan.tangram.assisting.hinting.notation import NotationError
    from heuristan.tangram.verification.claims.claims import ResultFileError

    try:
        return put_down(puzzle, [piece for source in placed for piece in _laid(puzzle, source)])
    except NotationError as fault:
        fail(f"--placed: {fault}")
    except PlacedError as fault:
        fail(f"what is placed cannot lie so: {fault}")
    except ResultFileError as fault:
        fail(str(fault))


def _laid(puzzle: "Puzzle", source: str) -> "Sequence[LaidPiece]":
    from heuristan.tangram.assisting.hinting.notation import EXAMPLE, is_notation, laid_piece
    from heuristan.tangram.verification.claims.claims import Unreadable
    from heuristan.tangram.verification.claims.reading import read_results

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


def _advice(puzzle: "Puzzle", lying: "Sequence[Placement]", limit: float, ranking: str | None) -> "Advice":
    from heuristan.tangram.assisting.hinting import advise
    from heuristan.tangram.expert.ranking import DEFAULT

    return advise(puzzle, lying, limit=limit, ranking=ranking or DEFAULT)


class _Report:
    """Writes what is advised."""

    def __init__(
        self, puzzle: "Puzzle", lying: "Sequence[Placement]", tell: "Tell", form: str, output: Path | None
    ) -> None:
        from heuristan.tangram.assisting.hinting.words import Words

        self.puzzle = puzzle
        self.lying = lying
        self.tell = tell
        self.form = form
        self.output = output
        self.words = Words(puzzle, tell)
        self.names = [placement.name for placement in lying]

    def on(self, advice: "Advice") -> int:
        """Write it; the exit status."""
        from heuristan.tangram.assisting.hinting import Hint, Solved

        told = self._told(advice)
        if self.output is None:
            click.echo(self._drawn(advice) if self.form in PICTURES else told, nl=self.form not in PICTURES)
        elif self.form in PICTURES:
            write(self.output, self._drawn(advice))
            click.echo(f"{told}\n\nThe picture is in {self.output}.")
        else:
            write(self.output, f"{told}\n")
            click.echo(f"written to {self.output}")
        return 0 if isinstance(advice, Hint | Solved) else NO_WAY

    def _told(self, advice: "Advice") -> str:
        if self.form == "json":
            return json.dumps(self.words.as_json(advice, self.names), ensure_ascii=False, indent=2)
        from heuristan.tangram.explain.text import paragraph

        told = self.words.told(advice, self.names)
        # a piece in its place stays on one line, so that it can be given to --placed
        lines = [paragraph(f"{self.puzzle.id}: {told.head}"), f"  {told.piece or ''}", paragraph(told.more, "  ")]
        return "\n".join(line for line in lines if line.strip())

    def _drawn(self, advice: "Advice") -> str | bytes:
        from heuristan.common.svg.png import to_png
        from heuristan.tangram.render.hint import hint_svg

        told = self.words.told(advice, self.names)
        words = [told.head[:1].upper() + told.head[1:], told.more]
        drawn = hint_svg(self.puzzle.id, self._board(advice), [line for line in words if line])
        return to_png(drawn) if self.form == "png" else drawn

    def _board(self, advice: "Advice") -> "Board":
        from heuristan.tangram.assisting.hinting import Hint, TakeBack
        from heuristan.tangram.render.hint import Board

        legs = self.puzzle.in_legs
        outline, placed = (
            tuple(tuple(map(legs, ring)) for ring in rings)
            for rings in (self.puzzle.rings, [placement.ring for placement in self.lying])
        )
        board = Board(outline, placed, self.puzzle.frame.angle)
        if isinstance(advice, TakeBack):
            return board._replace(taken_back=advice.pieces)
        if not isinstance(advice, Hint):
            return board
        board = board._replace(corner=legs(advice.corner))
        name, ring = advice.piece.name, tuple(map(legs, advice.piece.ring))
        return board._replace(hinted=(name, ring)) if self.tell == "place" else board
