"""``heuristan edgematching solve``."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from heuristan.cli.edgematching.sources import (
    LINES,
    PICTURES,
    as_text,
    check_suffix,
    draw,
    not_nan,
    plain_faults,
    puzzles_in,
    shown,
)
from heuristan.cli.kit.failing import INTERRUPTED, fail, refuse_overwriting, write, writing

if TYPE_CHECKING:
    from heuristan.edgematching.puzzle import Puzzle
    from heuristan.edgematching.relaxing.iterating import Iterate, Settings
    from heuristan.edgematching.results import Result
    from heuristan.edgematching.solving import Method

NOT_ALL_SOLVED = 1


@click.command(
    epilog="Exit status: 0 all solved, 1 some not, 2 the command or a file could not be used, 130 interrupted."
)
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLES...")
@click.option(
    "--method",
    type=click.Choice(("auto", "lp", "backtracking", "cp-sat")),
    default="auto",
    show_default=True,
    help="lp: iterated linear programs. backtracking: exact search. cp-sat: OR-tools. auto: one after the other.",
)
@click.option(
    "--basis",
    type=click.Choice(("indicators", "exponentials")),
    default="indicators",
    show_default=True,
    help="Of the equations of lp: exponentials as in the paper lose their digits beyond 6 x 6.",
)
@click.option(
    "--restarts",
    type=click.IntRange(0, 100_000),
    default=20,
    show_default=True,
    help="How many times lp begins again where it stands still.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Of lp's nudges, and of cp-sat.")
@click.option(
    "--limit",
    callback=not_nan,
    type=click.FloatRange(min=0, min_open=True, max=1e6),
    default=60.0,
    show_default=True,
    metavar="SECONDS",
    help="Most time a puzzle.",
)
@click.option(
    "--stages",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A film strip, .svg or .png, of what lp does to one puzzle.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Results as .jsonl or .json, words as .txt, or the solution of one puzzle as .svg or .png.",
)
def solve(
    puzzles: tuple[str, ...],
    method: "Method",
    basis: Literal["indicators", "exponentials"],
    restarts: int,
    seed: int,
    limit: float,
    stages: Path | None,
    output: Path | None,
) -> None:
    """Solve puzzles by linear or semidefinite programs, or by search.

    PUZZLES are files that 'generate' writes. A file of polygons, a tangram outline or the name of a shape is solved by
    semidefinite programs (Algorithm 2), everything else by the method that is asked for. What is solved has been
    checked edge by edge. not-solved says that a method gave up, which proves nothing; unsolvable is proven.

    \b
    heuristan edgematching solve puzzle.json
    heuristan edgematching solve puzzle.json --method lp --output solution.svg --stages iterates.svg
    heuristan edgematching solve puzzles.jsonl --method backtracking --output results.jsonl
    heuristan edgematching solve cat --output cat.svg
    """  # noqa: D301
    from heuristan.cli.edgematching.polygons import holds_polygons, solve_polygons

    if holds_polygons(puzzles):
        if method in ("lp", "cp-sat"):
            fail(f"--method {method} is for squares and cubes; leave it out, or write backtracking")
        chosen: Literal["sdp", "backtracking"] = "backtracking" if method == "backtracking" else "sdp"
        raise SystemExit(solve_polygons(puzzles, limit=limit, seed=seed, output=output, stages=stages, method=chosen))
    check_suffix(output, (".json", *LINES, ".txt", *PICTURES))
    if check_suffix(stages, PICTURES) and method != "lp":
        fail("--stages draws what lp does; add --method lp")
    refuse_overwriting(reads=puzzles, writes=(output, stages))
    found = puzzles_in(puzzles)
    drawn = next((path for path in (output, stages) if path is not None and path.suffix.lower() in PICTURES), None)
    if drawn is not None and len(found) > 1:
        fail(f"{drawn}: a picture is of one puzzle, and there are {len(found)}; write .jsonl, and draw one of them")
    from heuristan.edgematching.relaxing.iterating import Settings

    settings = Settings(basis=basis, restarts=restarts, seed=seed)
    raise SystemExit(_Run(found, method, settings, limit, stages).written_to(output))


class _Run:
    """Solves one puzzle after the other, and writes what comes of them."""

    def __init__(
        self, puzzles: "Sequence[Puzzle]", method: "Method", settings: "Settings", limit: float, stages: Path | None
    ) -> None:
        self.puzzles = puzzles
        self.method = method
        self.settings = settings
        self.limit = limit
        self.stages = stages
        self.done: list[tuple[Puzzle, Result]] = []

    def written_to(self, output: Path | None) -> int:
        """Solve all; the exit status. What is done is kept if it is interrupted."""
        try:
            with plain_faults():
                self._write_each(output)
        except KeyboardInterrupt:
            click.echo(f"heuristan: interrupted after {len(self.done)} of {len(self.puzzles)} puzzles", err=True)
            self._write_at_the_end(output)
            return INTERRUPTED
        self._write_at_the_end(output)
        return 0 if all(result.status == "solved" for _, result in self.done) else NOT_ALL_SOLVED

    def _write_each(self, output: Path | None) -> None:
        suffix = output.suffix.lower() if output is not None else ".txt"
        if suffix in (".txt", *LINES):
            with writing(output) as stream:
                for puzzle, result in self._results():
                    line = json.dumps(result.as_json(puzzle)) if suffix in LINES else told(puzzle, result)
                    stream.write(f"{line}\n")
                    stream.flush()
            return
        for puzzle, result in self._results():
            click.echo(told(puzzle, result))

    def _write_at_the_end(self, output: Path | None) -> None:
        """What needs to know all results: a JSON list, a picture."""
        suffix = output.suffix.lower() if output is not None else ""
        if output is not None and self.done and suffix == ".json":
            write(output, as_text([result.as_json(puzzle) for puzzle, result in self.done]))
        if output is not None and self.done and suffix in PICTURES:
            from heuristan.edgematching.render.puzzle import puzzle_svg

            draw(output, puzzle_svg(self.done[0][0], self.done[0][1].arrangement))

    def _results(self) -> "Iterator[tuple[Puzzle, Result]]":
        from heuristan.edgematching.solving import solve

        for puzzle in shown(self.puzzles, len(self.puzzles), "puzzles"):
            iterates: list[Iterate] = []
            seen = None if self.stages is None else iterates.append
            result = solve(puzzle, self.method, self.settings, self.limit, seen)
            self.done.append((puzzle, result))
            if self.stages is not None and not iterates:
                click.echo(f"heuristan: {self.stages}: there is nothing to draw; no program was solved", err=True)
            elif self.stages is not None:
                from heuristan.edgematching.render.iterates import iterates_svg, strip_of

                draw(self.stages, iterates_svg(puzzle, strip_of(iterates)))
            yield puzzle, result


def told(puzzle: "Puzzle", result: "Result") -> str:
    """A result in words, with the numbers of the pieces where it is solved."""
    words = [f"{result.id}: {result.status}"]
    if result.message:
        words.append(result.message)
    line = f"{': '.join(words)} ({result.method})"
    if result.arrangement is None:
        return line
    cells = [str(laid.piece + 1) + "rsl"[laid.turn - 1] * bool(laid.turn) for laid in result.arrangement]
    wide, columns = max(map(len, cells)), puzzle.board.sizes[-1]
    rows = [cells[at : at + columns] for at in range(0, len(cells), columns)]
    layer = puzzle.board.sizes[-2]
    lines = ["  " + " ".join(cell.rjust(wide) for cell in row) for row in rows]
    if puzzle.board.dimension == 3:
        lines = [
            line
            for at in range(0, len(lines), layer)
            for line in (f"  layer {at // layer + 1}", *lines[at : at + layer])
        ]
    return "\n".join([line, *lines])
