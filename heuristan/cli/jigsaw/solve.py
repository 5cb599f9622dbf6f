"""``heuristan jigsaw solve``."""

import json
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, cast

import click

from heuristan.cli.jigsaw.failing import jigsaw_failures
from heuristan.cli.jigsaw.options import (
    MEASURES,
    ORIENTATIONS,
    SCHEMES,
    files_of,
    finite,
    is_upright,
    name_of,
    shown_reading,
)
from heuristan.cli.kit.failing import CANNOT_BE_USED, INTERRUPTED, fail, refuse_overwriting, write

if TYPE_CHECKING:
    from heuristan.jigsaw.assembly.assembling import Solver
    from heuristan.jigsaw.measures.costs import Measure
    from heuristan.jigsaw.piece import Piece
    from heuristan.jigsaw.results import Result

NOT_ALL_SOLVED = 1
SUFFIXES = (".json", ".jsonl", ".png", ".svg", ".apng")
STAGES = (".svg", ".png")


@click.command(
    epilog="Exit status: 0 all solved, 1 some not, 2 the command or a file could not be used, 130 interrupted (results "
    "so far are kept)."
)
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLE...")
@click.option(
    "--scheme",
    type=click.Choice(SCHEMES),
    default="repair",
    show_default=True,
    help="paper: greedy border and pockets, as published. repair: these, and what they got wrong is taken back.",
)
@click.option(
    "--measure",
    type=click.Choice(MEASURES),
    help="What a joint costs.  [default: learned; filter with --scheme paper]",
)
@click.option(
    "--orientation",
    type=click.Choice(ORIENTATIONS),
    help="Whether each piece stands upright in its picture.  [default: as puzzle.json says, else unknown]",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=0, min_open=True),
    callback=finite,
    metavar="SECONDS",
    help="Mend no longer than that, with --scheme repair only; a puzzle is laid whole in any case.  "
    "[default: no limit]",
)
@click.option(
    "--output",
    "outputs",
    type=click.Path(path_type=Path, dir_okay=False),
    multiple=True,
    help="A file to write, by its ending: .json, .jsonl (several puzzles), .png or .svg (the picture), .apng (the "
    "assembly, animated). May be given several times.",
)
@click.option(
    "--stages",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Draw the stages of the assembly, from the last strips of the border to the whole: a .svg or .png file.",
)
def solve(
    puzzles: tuple[str, ...],
    scheme: str,
    measure: str | None,
    orientation: str | None,
    limit: float | None,
    outputs: tuple[Path, ...],
    stages: Path | None,
) -> None:
    """Assemble pieces from their pictures.

    PUZZLE is a folder with a picture for each piece, its puzzle.json, or one picture with all pieces (a sheet).

    A line says how each puzzle ended. In the picture, pieces that another would replace at hardly more cost are
    outlined and hatched.

    \b
    heuristan jigsaw solve puzzle
    heuristan jigsaw solve puzzle --output result.json --output whole.png --output assembly.apng
    heuristan jigsaw solve puzzle --stages stages.svg
    heuristan jigsaw solve sheet.png --orientation known --measure term --output result.json
    heuristan jigsaw solve puzzles/* --scheme paper --output results.jsonl
    """  # noqa: D301
    _check_outputs(puzzles, outputs, stages)
    run = _Run(scheme, measure, orientation, limit, outputs, stages)
    try:
        for puzzle in puzzles:
            run.on(puzzle, alone=len(puzzles) == 1)
    except KeyboardInterrupt:
        click.echo(f"heuristan: interrupted after {len(run.results)} puzzles", err=True)
        raise SystemExit(INTERRUPTED) from None
    finally:
        run.write_lines()
    raise SystemExit(run.status())


def _check_outputs(puzzles: tuple[str, ...], outputs: tuple[Path, ...], stages: Path | None) -> None:
    """Refuse what cannot be written before any work is done."""
    drawn = [] if stages is None else [stages]
    for path in (*outputs, *drawn):
        suffixes = STAGES if path in drawn else SUFFIXES
        if path.suffix.lower() not in suffixes:
            fail(f"{path}: this cannot be written; end the name in {', '.join(suffixes)}")
        if len(puzzles) > 1 and path.suffix.lower() != ".jsonl":
            fail(f"{path}: there are several puzzles; their results are written as .jsonl")
        if not path.parent.is_dir():
            fail(f"{path}: there is no such folder; make it first, or choose another place")
    refuse_overwriting(reads=[file for puzzle in puzzles for file in files_of(puzzle)], writes=(*outputs, stages))


class _Run:
    """Solves puzzles, says how each ended, and keeps the results."""

    def __init__(
        self,
        scheme: str,
        measure: str | None,
        orientation: str | None,
        limit: float | None,
        outputs: tuple[Path, ...],
        stages: Path | None,
    ) -> None:
        self.scheme = scheme
        self.measure = measure
        self.orientation = orientation
        self.limit = limit
        self.outputs = outputs
        self.stages = stages
        self.results: list[Result] = []

    def on(self, puzzle: str, *, alone: bool) -> None:
        """Solve one puzzle."""
        from heuristan.common.faults import InputError
        from heuristan.jigsaw.results import refused

        with jigsaw_failures():
            try:
                pieces, result = self.solved(puzzle)
            except InputError as fault:
                if alone:
                    raise
                click.echo(f"heuristan: {fault}", err=True)
                self.results.append(refused(name_of(puzzle), str(fault)))
                return
        self.results.append(result)
        click.echo(said(result))
        for path in self.outputs:
            if path.suffix.lower() != ".jsonl":
                write(path, _content(path.suffix.lower(), pieces, result))
        if self.stages is not None:
            write(self.stages, _staged(self.stages.suffix.lower(), pieces, result))

    def solved(self, puzzle: str) -> "tuple[tuple[Piece, ...], Result]":
        """The pieces of a puzzle, and what came of them. The time of reading is counted."""
        from dataclasses import replace

        from heuristan.jigsaw.reading import read_puzzle
        from heuristan.jigsaw.solving import solve as solve_pieces

        began = perf_counter()
        read = read_puzzle(puzzle, track=shown_reading)
        result = solve_pieces(
            name_of(puzzle),
            read.pieces,
            solver=cast("Solver", self.scheme),
            measure=cast("Measure | None", self.measure),
            upright=is_upright(self.orientation, read.is_upright),
            stated=read.stated,
            limit=self.limit,
        )
        return read.pieces, replace(result, seconds=perf_counter() - began)

    def write_lines(self) -> None:
        """Write the results of all puzzles so far, a line each."""
        for path in self.outputs:
            if path.suffix.lower() == ".jsonl":
                write(path, "".join(f"{json.dumps(result.as_json())}\n" for result in self.results))

    def status(self) -> int:
        """The exit status."""
        if any(result.status == "refused" for result in self.results):
            return CANNOT_BE_USED
        return 0 if all(result.status == "solved" for result in self.results) else NOT_ALL_SOLVED


def said(result: "Result") -> str:
    """One line on a result, without its time."""
    from heuristan.jigsaw.results import doubtful_words

    words = [f"{result.id}: {result.status}"]
    if result.pieces:
        words.append(f"{result.rows} x {result.columns}, {len(result.pieces)} pieces, {doubtful_words(result)}")
    return "; ".join([*words, *filter(None, [result.message])])


def _content(suffix: str, pieces: "tuple[Piece, ...]", result: "Result") -> str | bytes:
    """What is written into a file with such an ending."""
    if suffix == ".json":
        return as_text(result)
    from heuristan.common.svg.png import to_png
    from heuristan.jigsaw.render.assembled import animated_png, assembled_svg

    if suffix == ".apng":
        return animated_png(pieces, result)
    drawn = assembled_svg(pieces, result)
    return drawn if suffix == ".svg" else to_png(drawn, scale=1.0)


def _staged(suffix: str, pieces: "tuple[Piece, ...]", result: "Result") -> str | bytes:
    from heuristan.common.svg.png import to_png
    from heuristan.jigsaw.render.stages import stages_svg, tiles

    drawn = stages_svg(tiles(pieces, result), result.id)
    return drawn if suffix == ".svg" else to_png(drawn)


def as_text(result: "Result") -> str:
    """JSON with a piece on each line."""
    fields = result.as_json()
    pieces = ",\n".join(f"    {json.dumps(one)}" for one in fields.pop("pieces"))
    head = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in fields.items())
    return f'{{\n{head}  "pieces": [\n{pieces}\n  ]\n}}\n'
