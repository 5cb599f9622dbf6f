"""``heuristan census``, and the growing of shapes with progress and refusals, which ``heuristan generate`` shares."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo
from heuristan.cli.failing import INTERRUPTED, STANDARD_OUTPUT, check_place, fail, need_memory, note
from heuristan.cli.options import file_option
from heuristan.cli.progress import bar
from heuristan.common.files import utf8_name
from heuristan.common.memory import LEAST_OF_LAB
from heuristan.common.words import plural
from heuristan.tangram.commands.outline_options import piece_set_of

if TYPE_CHECKING:
    from heuristan.lab.census.census_file import Summary
    from heuristan.lab.census.described import Batch
    from heuristan.lab.census.levels import Growth, Shapes
    from heuristan.tangram.pieces.sets import PieceSet


MOST_SHAPES = 20_000_000
"""Maximum number of shapes of a selection of the pieces; ten million take about 2 GB."""

MOST_PLAIN = 7
"""Maximum number of unit triangles whose shapes plain Python grows in the time that loading compiled code takes."""

MOST_SLOW = 10
"""Maximum number whose shapes it grows in a minute or two."""


def growth_of(pieces: "PieceSet", sets: int) -> "Growth":
    """Return what grows the shapes of some sets of pieces; fail if they are not snug, or too many."""
    from heuristan.common.kernels import PLAIN, compiled_backend
    from heuristan.lab.census.levels import Growth, NotOnGrid, TooLarge, pieces_of

    try:
        found, counts = pieces_of(pieces, sets)
    except NotOnGrid as fault:
        fail(f"the set '{pieces.name}' has no snug shapes: {fault}; take another set")
    except TooLarge as fault:
        fail(f"{fault}; take {'fewer --sets' if sets > 1 else 'a set of smaller or fewer pieces'}")
    triangles = sum(count * piece.size for count, piece in zip(counts, found, strict=True))
    backend = compiled_backend() if triangles > MOST_PLAIN else None
    return Growth(found, counts, backend or PLAIN)


def check_speed(growth: "Growth") -> None:
    """Check that all shapes are grown in a time that one waits for.

    Raises:
        MissingExtraError: if that needs compiled code, and numba is not installed.
    """
    from heuristan.common.faults import MissingExtraError
    from heuristan.common.kernels import PLAIN

    triangles = sum(count * piece.size for count, piece in zip(growth.counts, growth.pieces, strict=True))
    if growth.backend is PLAIN and triangles > MOST_SLOW:
        raise MissingExtraError("numba", "fast")


def grown(growth: "Growth", most: int, advice: str) -> "Shapes":
    """Return all shapes, and show meanwhile how many there are; fail with advice if there are too many."""
    from heuristan.lab.census.levels import TooMany

    with bar("shape") as show:

        def tell(level: int, count: int) -> None:
            show(count, None, f"with {level} of {growth.levels} pieces")

        try:
            return growth.run(most, tell)
        except TooMany as fault:
            fail(f"{fault}; {advice}")
        except KeyboardInterrupt:
            note("interrupted; nothing was written")
            raise SystemExit(INTERRUPTED) from None


MOST_SETS = 4


@command(ok="all shapes were counted")
@click.option("--set", "pieces", metavar="NAME|FILE", help="Name or file of the set of pieces.  [default: tangram]")
@click.option("--sets", type=click.IntRange(1, MOST_SETS), default=1, help="Number of sets of pieces in each shape.")
@file_option("--output", "A .parquet file of all shapes.")
def census(pieces: str | None, sets: int, output: Path | None) -> None:
    """Count every snug shape that the pieces make, each once up to turning and mirroring.

    Snug: the pieces are joined along whole sides of their unit triangles, so that all lie on one square grid (Read,
    2004). Shapes are grown piece by piece. The file says of each shape where its vertices are, how many holes and
    symmetries it has, and in how many ways the pieces can be laid. The seven tans take two minutes with the extra
    'fast', and hours without.

    \b
    heuristan census
    heuristan census --output tangrams.parquet
    heuristan census --set sei-shonagon
    """  # noqa: D301
    _check(output)
    from heuristan.tangram.pieces.sets import TANGRAM

    growth = growth_of(piece_set_of(pieces) or TANGRAM, sets)
    try:
        summary = _count(growth, output)
    except KeyboardInterrupt:
        note("interrupted; nothing was written")
        raise SystemExit(INTERRUPTED) from None
    echo("\n".join(_lines(summary)))
    if output is not None:
        echo(f"All shapes are in {output}.")


def _check(output: Path | None) -> None:
    if output is None:
        return
    if output == STANDARD_OUTPUT or output.suffix.lower() != ".parquet":
        fail(f"{output}: shapes are written as Parquet; end the name in .parquet")
    need_memory(LEAST_OF_LAB)
    check_place(output)
    utf8_name(output)  # fail now, before hours of counting


def _count(growth: "Growth", output: Path | None) -> "Summary":
    """Grow all shapes, count them, and write them if they are asked for."""
    from heuristan.lab.census import census_file
    from heuristan.lab.census.census_file import Summary
    from heuristan.lab.census.described import Descriptions

    shapes = grown(growth, MOST_SHAPES, "take fewer pieces")
    summary = Summary()
    batches = summary.counting(_tracked(Descriptions(growth).batches(shapes), shapes.count))
    if output is not None:
        census_file.write(output, batches, growth.made_of)
    else:
        for _ in batches:
            pass
    return summary


def _tracked(batches: "Iterable[Batch]", total: int) -> "Iterator[Batch]":
    done = 0
    with bar("shape") as show:
        for batch in batches:
            done += len(batch.solutions)
            show(done, total)
            yield batch


def _lines(summary: "Summary") -> Iterator[str]:
    yield f"{plural(summary.all, 'snug shape')}, each once up to turning and mirroring:"
    for words, number in (
        ("simple polygons", summary.simple),
        ("parts that meet in a point alone", summary.kinds[False, True]),
        ("holes", summary.kinds[True, False]),
        ("both", summary.kinds[True, True]),
    ):
        yield f"  {number:>12,}  {words}"
    yield "Simple polygons by vertices:"
    for vertices, number in sorted(summary.vertices.items()):
        yield f"  {number:>12,}  {vertices}"
    symmetric = summary.all - summary.symmetries[1, 0]
    yield f"Symmetric: {symmetric:,}, of them by mirrors and turns:"
    for (turns, mirrors), number in sorted(summary.symmetries.items(), key=lambda each: -each[1]):
        if (turns, mirrors) != (1, 0):
            yield f"  {number:>12,}  {plural(mirrors, 'mirror')}, {plural(turns, 'turn')}"
    fewest, most = min(summary.solutions), max(summary.solutions)
    yield (
        f"One solution: {summary.solutions[1]:,}, up to symmetry {summary.unique:,}; "
        f"at most {most} ({fewest} at least)."
    )
