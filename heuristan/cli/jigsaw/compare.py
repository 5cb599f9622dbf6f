"""``heuristan jigsaw compare``."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import click

from heuristan.cli.jigsaw.failing import jigsaw_failures
from heuristan.cli.jigsaw.options import ORIENTATIONS, files_of, is_upright, name_of, shown_reading, truth_beside
from heuristan.cli.kit.failing import CANNOT_BE_USED, INTERRUPTED, fail, refuse_overwriting, write

if TYPE_CHECKING:
    from heuristan.jigsaw.comparing import Row

NOT_PERFECT = 1
OURS = "repair/learned"


@click.command(
    epilog="Exit status: 0 the scheme that is the default is perfect on every puzzle, 1 it is not, 2 the command or a "
    "file could not be used (the other puzzles are compared), 130 interrupted (what is done is told)."
)
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...")
@click.option(
    "--orientation",
    type=click.Choice(ORIENTATIONS),
    help="Whether each piece stands upright in its picture.  [default: as puzzle.json says, else unknown]",
)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="A .json file for all rows.")
def compare(puzzles: tuple[str, ...], orientation: str | None, output: Path | None) -> None:
    """Set the measures and ways of assembly side by side.

    Each PUZZLE has to have its truth beside it, as 'heuristan jigsaw generate' writes it.

    A measure is judged by best match: of all sides, how many have their true neighbour as their cheapest. A way of
    assembly is a scheme with a measure; it is judged by the neighbours that are right, and whether all pieces are.

    \b
    shape      upper envelopes, by z-buffer (the paper's shape measure)
    scc        standard colour compatibility (its baseline)
    mgc        Mahalanobis gradient compatibility (its colour measure)
    filter     mgc where shape is within a threshold (its own way to have both)
    term       shape and colour added, each scaled by its spread
    learned    shape and colour as the joints that are certain have them

    \b
    heuristan jigsaw generate coffee --pieces 91 --output puzzle
    heuristan jigsaw compare puzzle
    """  # noqa: D301
    if output is not None and output.suffix.lower() != ".json":
        fail(f"{output}: a comparison is written as JSON; end the name in .json")
    refuse_overwriting(reads=[file for puzzle in puzzles for file in files_of(puzzle)], writes=(output,))
    rows: list[Row] = []
    ended = 0
    try:
        for puzzle in puzzles:
            ended = max(ended, _compared(puzzle, orientation, rows))
    except KeyboardInterrupt:
        click.echo("heuristan: interrupted", err=True)
        ended = INTERRUPTED
    if output is not None:
        write(output, json.dumps([row._asdict() for row in rows], indent=1) + "\n")
    for line in _said(rows):
        click.echo(line)
    raise SystemExit(ended or _status(rows))


def _compared(puzzle: str, orientation: str | None, rows: "list[Row]") -> int:
    """Add the rows of a puzzle, or say why it cannot be used; the exit status."""
    from heuristan.common.faults import InputError

    with jigsaw_failures():
        try:
            for row in _rows(puzzle, orientation):
                rows.append(row)  # one by one: those before an interruption are kept
        except InputError as fault:
            click.echo(f"heuristan: {fault}", err=True)
            return CANNOT_BE_USED
    return 0


def _rows(puzzle: str, orientation: str | None) -> "Iterator[Row]":
    from heuristan.jigsaw.comparing import rows
    from heuristan.jigsaw.faults import PuzzleError
    from heuristan.jigsaw.reading import read_puzzle
    from heuristan.jigsaw.results import read_result

    truth = truth_beside(puzzle)
    if truth is None:
        raise PuzzleError(f"{puzzle}: there is no truth.json beside it; without the truth nothing can be compared")
    known = read_result(truth)
    read = read_puzzle(puzzle, track=shown_reading)
    upright = is_upright(orientation, read.is_upright)
    yield from rows(name_of(puzzle), read.pieces, known, upright=upright, stated=read.stated)


def _status(rows: "Sequence[Row]") -> int:
    ours = [row.perfect for row in rows if row.name == OURS]
    return 0 if ours and all(ours) else NOT_PERFECT


def _said(rows: "Sequence[Row]") -> Iterator[str]:
    """A line for each measure and each way, over all puzzles."""
    for kind, title in (
        ("measure", "best matches that are right"),
        ("solver", "neighbours that are right, perfect puzzles"),
    ):
        names = list(dict.fromkeys(row.name for row in rows if row.kind == kind))
        if names:
            yield f"{kind:<16}  {title}"
        for name in names:
            yield _line(name, [row for row in rows if row.name == name and row.kind == kind])


def _line(name: str, rows: "Sequence[Row]") -> str:
    right, of = sum(row.right for row in rows), sum(row.of for row in rows)
    words = f"{name:<16}  {right:>6} of {of:<6} {100 * right / max(of, 1):6.1f}%"
    perfect = [row.perfect for row in rows if row.perfect is not None]
    if perfect:
        words += f"  {sum(perfect):>3} of {len(perfect)}"
    return f"{words}  {median(row.seconds for row in rows):7.2f} s"
