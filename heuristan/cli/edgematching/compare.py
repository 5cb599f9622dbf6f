"""``heuristan edgematching compare``."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.edgematching.sources import (
    LINES,
    PICTURES,
    check_suffix,
    draw,
    not_nan,
    plain_faults,
    puzzles_in,
    shown,
)
from heuristan.cli.kit.failing import INTERRUPTED, fail, refuse_overwriting, write

if TYPE_CHECKING:
    from heuristan.edgematching.puzzle import Puzzle
    from heuristan.edgematching.solving import Method

COLUMNS = ("id", "method", "status", "seconds", "message")
NOT_ALL_WELL = 1
COUNTED = ("solved", "unsolvable", "not-solved", "limit")
"""Statuses that a run may end with, by the columns of the table."""


@click.command(
    epilog="Exit status: 0 no methods contradict each other, 1 some do, 2 the command or a file could not be used, "
    "130 interrupted (what is done is kept)."
)
@click.argument("puzzles", nargs=-1, required=True, metavar="PUZZLES...")
@click.option(
    "--methods",
    default="lp,backtracking,cp-sat",
    show_default=True,
    metavar="NAME,...",
    help="Out of auto, lp, backtracking and cp-sat.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Of lp's nudges, and of cp-sat.")
@click.option(
    "--limit",
    callback=not_nan,
    type=click.FloatRange(min=0, min_open=True, max=1e6),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="Most time a puzzle and method.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The runs as .jsonl or .csv, the table as .txt, or a plot .svg or .png.",
)
def compare(puzzles: tuple[str, ...], methods: str, seed: int, limit: float, output: Path | None) -> None:
    """Set the methods side by side on the same puzzles.

    Seconds are those of the processor, in all processes of a method; what a process takes to load its libraries is
    counted too. For polygons and tangram outlines the semidefinite programs stand beside the exact search.

    \b
    heuristan edgematching compare puzzles.jsonl
    heuristan edgematching compare puzzles.jsonl --methods lp,backtracking --limit 2 --output runs.csv
    heuristan edgematching compare puzzles.jsonl --output plot.svg
    heuristan edgematching compare cat swan
    """  # noqa: D301
    from heuristan.cli.edgematching.polygons import compare_polygons, holds_polygons

    if holds_polygons(puzzles):
        raise SystemExit(compare_polygons(puzzles, limit=limit, seed=seed, output=output))
    check_suffix(output, (*LINES, ".csv", ".txt", *PICTURES))
    refuse_overwriting(reads=puzzles, writes=(output,))
    chosen = _methods(methods)
    rows: list[dict[str, Any]] = []
    found = puzzles_in(puzzles)
    try:
        with plain_faults():
            rows.extend(shown(_runs(found, chosen, seed, limit), len(found) * len(chosen), "runs"))
    except KeyboardInterrupt:
        click.echo(f"heuristan: interrupted after {len(rows)} of {len(found) * len(chosen)} runs", err=True)
        _report(rows, chosen, limit, output)
        raise SystemExit(INTERRUPTED) from None
    _report(rows, chosen, limit, output)
    raise SystemExit(NOT_ALL_WELL if _contradictions(rows) else 0)


def _methods(text: str) -> "list[Method]":
    from heuristan.common.plain_yaml import nearest
    from heuristan.common.plain_yaml import shown as quoted
    from heuristan.edgematching.solving import METHODS

    chosen: list[Method] = []
    for name in text.split(","):
        known = [method for method in METHODS if method == name.strip()]
        if not known:
            fail(f"--methods: there is no {quoted(name)}; {nearest(name, METHODS)}")
        chosen += [method for method in known if method not in chosen]
    return chosen


def _runs(
    puzzles: "Sequence[Puzzle]", methods: "Sequence[Method]", seed: int, limit: float
) -> Iterator[dict[str, Any]]:
    from heuristan.edgematching.relaxing.iterating import Settings
    from heuristan.edgematching.solving import solve

    for puzzle in puzzles:
        for method in methods:
            result = solve(puzzle, method, Settings(seed=seed), limit)
            yield {
                "id": puzzle.id,
                "method": method,
                "status": result.status,
                "seconds": round(result.seconds, 4),
                "message": result.message,
            }


def _contradictions(rows: Sequence[dict[str, Any]]) -> list[str]:
    """The puzzles that one method solves and another one calls unsolvable."""
    said: dict[str, set[str]] = {}
    for row in rows:
        said.setdefault(row["id"], set()).add(row["status"])
    return [name for name, statuses in said.items() if {"solved", "unsolvable"} <= statuses]


def _report(rows: Sequence[dict[str, Any]], methods: Sequence[str], limit: float, output: Path | None) -> None:
    suffix = output.suffix.lower() if output is not None else ".txt"
    table = "".join(f"{line}\n" for line in _table(rows, methods))
    if output is None or suffix != ".txt":
        click.echo(table, nl=False)
    if output is None:
        return
    if suffix in PICTURES:
        from heuristan.edgematching.render.runs import Run, runs_svg

        runs = [Run(row["id"], row["method"], row["status"], row["seconds"]) for row in rows]
        draw(output, runs_svg(runs, limit))
    elif suffix == ".csv":
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        write(output, text.getvalue())
    else:
        write(output, table if suffix == ".txt" else "".join(f"{json.dumps(row)}\n" for row in rows))


def _table(rows: Sequence[dict[str, Any]], methods: Sequence[str]) -> Iterator[str]:
    yield f"{'method':<14}{'puzzles':>8}{'solved':>8}{'unsolvable':>12}{'not-solved':>12}{'limit':>7}{'median s':>10}"
    for method in methods:
        of_method = [row for row in rows if row["method"] == method]
        counts = [sum(row["status"] == status for row in of_method) for status in COUNTED]
        seconds = f"{median(row['seconds'] for row in of_method):.3f}" if of_method else "-"
        told = "".join(f"{count:>{wide}}" for count, wide in zip(counts, (8, 12, 12, 7), strict=True))
        yield f"{method:<14}{len(of_method):>8}{told}{seconds:>10}"
    for name in _contradictions(rows):
        yield f"{name}: one method solves it and another one calls it unsolvable"
