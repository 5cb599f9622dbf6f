"""``heuristan jigsaw verify``."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.jigsaw.failing import jigsaw_failures
from heuristan.cli.jigsaw.options import files_of, finite, name_of, shown_reading
from heuristan.cli.kit.failing import fail, refuse_overwriting, write

if TYPE_CHECKING:
    from heuristan.jigsaw.judging import Verdict

NOT_RIGHT = 1
SHOWN = 20
"""Faults in words; a file has them all."""


@click.command(
    epilog="Exit status: 0 nothing is wrong (and, with --truth, all is right), 1 something is, 2 the command or a file "
    "could not be used."
)
@click.argument("puzzle")
@click.argument("result", type=click.Path(path_type=Path))
@click.option("--truth", type=click.Path(path_type=Path), help="Where each piece belongs: truth.json of the puzzle.")
@click.option(
    "--slack",
    type=click.FloatRange(min=0, min_open=True),
    callback=finite,
    metavar="PIXELS",
    help="How far the curves of a joint may be apart on the mean; lengths may differ three times as much.  "
    "[default: 1 for each 80 pixels of a side, and 1 at least]",
)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="A .json file for the verdict.")
def verify(puzzle: str, result: Path, truth: Path | None, slack: float | None, output: Path | None) -> None:
    """Check an assembly, whatever made it, and say what is wrong.

    PUZZLE is what 'heuristan jigsaw solve' takes, RESULT the .json file that it wrote, or one in that format by another
    program. Of a .jsonl file with several results the one is taken that has the puzzle's name as its id.

    Without the truth it is checked that each piece lies there once, that the grid is full, that flat sides lie outside
    and nowhere else, that tabs meet blanks, and that the sides of each joint have the same length and shape. With it
    the judge says how many pieces are at their places, and how many neighbours are right, however the whole is turned.
    Where puzzle.json says that pieces stand upright, one that is turned is wrong, and so is a whole that is turned.

    \b
    heuristan jigsaw verify puzzle result.json
    heuristan jigsaw verify puzzle result.json --truth puzzle/truth.json
    """  # noqa: D301
    if output is not None and output.suffix.lower() != ".json":
        fail(f"{output}: a verdict is written as JSON; end the name in .json")
    refuse_overwriting(reads=[*files_of(puzzle), result, *([truth] if truth else [])], writes=(output,))
    with jigsaw_failures():
        verdict = _verdict(puzzle, result, truth, slack)
    if output is not None:
        write(output, json.dumps(_as_json(verdict), indent=2) + "\n")
    for line in _said(verdict):
        click.echo(line)
    raise SystemExit(0 if verdict.is_right else NOT_RIGHT)


def _verdict(puzzle: str, path: Path, truth: Path | None, slack: float | None) -> "Verdict":
    from heuristan.jigsaw.judging import check_truth, judge
    from heuristan.jigsaw.reading import read_puzzle
    from heuristan.jigsaw.results import read_result

    result = read_result(path, name_of(puzzle))
    known = read_result(truth) if truth else None
    read = read_puzzle(puzzle, track=shown_reading)
    if known is not None:
        check_truth(str(truth), read.pieces, known)
    return judge(read.pieces, result, known, slack, upright=read.is_upright)


def _said(verdict: "Verdict") -> list[str]:
    """The verdict in words."""
    lines = [f"{fault.where}: {fault.message}" for fault in verdict.faults[:SHOWN]]
    if len(verdict.faults) > SHOWN:
        lines.append(f"... and {len(verdict.faults) - SHOWN} more")
    lines.append(f"{len(verdict.faults)} faults" if verdict.faults else "no fault: the pieces fit")
    if verdict.agreement is not None:
        known = verdict.agreement
        lines.append(
            f"{'perfect' if known.is_perfect else 'not as the truth has it'}: {known.pieces} of {known.of_pieces} "
            f"pieces, {known.neighbours} of {known.of_neighbours} neighbours"
        )
    return lines


def _as_json(verdict: "Verdict") -> dict[str, object]:
    found: dict[str, object] = {
        "right": verdict.is_right,
        "faults": [fault._asdict() for fault in verdict.faults],
    }
    if verdict.agreement is not None:
        found["truth"] = {"perfect": verdict.agreement.is_perfect, **verdict.agreement._asdict()}
    return found
