"""``heuristan generate``."""

import re
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.kit.failing import INTERRUPTED, fail, plain_failures, refuse_overwriting, writing

if TYPE_CHECKING:
    from heuristan.tangram.lab.generating import Made, Recipe
    from heuristan.tangram.pieces.sets import PieceSet

NOT_ALL_MADE = 1
SIMPLE = ("convex", "simple-10-", "simple-11+")
FAMILIES = ("simple", *SIMPLE, "holes", "touching")
MOST_SETS = 10
SUFFIXES = (".geojsonl", ".geojsons", ".jsonl", ".ndjson")


def _corner_range(_: click.Context, __: click.Parameter, text: str | None) -> range | None:
    """How many corners: 9, 8-12, 11- (or more)."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,4})(?:(-)(\d{1,4})?)?", text, re.ASCII)
    if found is None:
        raise click.BadParameter(f"{text!r} is no number of corners; write 9, or 8-12, or 11- for eleven or more")
    least = int(found[1])
    most = int(found[3]) if found[3] else sys.maxsize - 1 if found[2] else least
    if most < least:
        raise click.BadParameter(f"{text!r} is empty; write the smaller number first: {most}-{least}")
    return range(least, most + 1)


@click.command(
    epilog="Exit status: 0 all made, 1 fewer (there are no more, or they are too rare), "
    "2 the command or a file could not be used, 130 interrupted."
)
@click.option("-n", "--number", type=click.IntRange(min=1), default=100, show_default=True, help="How many outlines.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The same makes the same file.")
@click.option(
    "--how",
    type=click.Choice(("assembly", "snug")),
    default="assembly",
    show_default=True,
    help="assembly: sides along sides, a corner on a corner. snug: the unit triangles of the pieces meet whole side "
    "to whole side, so that all lie on one square grid.",
)
@click.option("--sets", type=click.IntRange(1, MOST_SETS), default=1, show_default=True, help="Sets of pieces in each.")
@click.option("--corners", callback=_corner_range, metavar="N|N-M|N-", help="How many corners.  [default: any number]")
@click.option(
    "--family",
    "families",
    type=click.Choice(FAMILIES),
    multiple=True,
    help="What kind, may be given several times: simple is the three after it (one part, no hole), touching is parts "
    "that meet in points alone.  [default: simple, holes]",
)
@click.option(
    "--compact",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Of N ways to join a piece take the one that leaves the fewest corners; 1 is merely random.  [default: 4, or "
    "with --corners or --family what proves to work]",
)
@click.option("--avoid", metavar="OUTLINES", multiple=True, help="Make none that is the same as one there; repeatable.")
@click.option("--set", "pieces", metavar="NAME|FILE", help="The set of pieces.  [default: tangram]")
@click.option(
    "--tries",
    type=click.IntRange(min=1),
    default=3000,
    show_default=True,
    help="Give up after so many in a row that make nothing new.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A .geojsonl file.  [default: standard output]",
)
def generate(
    number: int, seed: int, avoid: tuple[str, ...], tries: int, output: Path | None, pieces: str | None, **wanted: Any
) -> None:
    """Make outlines at random that can be solved, no two the same up to turning and mirroring.

    All pieces of a set are joined one by one, and the outline of what they cover is written, a GeoJSON feature a line,
    with the properties sets, made, how, seed, number, corners and family. Turned, mirrored and moved copies are left
    out. A larger --number with the same options begins with the same outlines.

    \b
    heuristan generate -n 5000 --output corpus.geojsonl
    heuristan generate --how snug --family simple --corners 8-12 --output snug.geojsonl
    heuristan generate --sets 2 -n 20 --seed 7 --output doubles.geojsonl
    heuristan generate --family holes --family touching --output gaps.geojsonl
    heuristan generate -n 50 --seed 2 --avoid corpus.geojsonl --output new.geojsonl
    heuristan solve new.geojsonl --solver exact --output results.jsonl
    """  # noqa: D301
    if output is not None and output.suffix.lower() not in SUFFIXES:
        fail(f"{output}: a GeoJSON feature a line is written; end the name in .geojsonl ('convert' does the rest)")
    refuse_overwriting(reads=(*avoid, pieces or ""), writes=(output,))
    with plain_failures():
        recipe = _recipe(pieces, **wanted)
        known = _shapes_of(avoid, recipe.pieces if pieces else None)
    from heuristan.tangram.lab.generating import outlines

    made = islice(outlines(recipe, seed, known, tries), number)
    raise SystemExit(_Run(recipe, seed, number, output).over(made))


def _recipe(pieces: str | None, compact: int | None, families: tuple[str, ...], **wanted: Any) -> "Recipe":
    """What is to be made, from the options."""
    from heuristan.tangram.lab.generating import EVERY_COMPACT, NotSnug, Recipe
    from heuristan.tangram.outlines.piece_sets import read_piece_set

    if pieces is not None:
        wanted["pieces"] = read_piece_set(pieces)
    if families:
        wanted["families"] = tuple(
            dict.fromkeys(one for name in families for one in (SIMPLE if name == "simple" else (name,)))
        )
    if compact is not None:
        wanted["compact"] = (compact,)
    elif families or wanted["corners"] is not None:
        wanted["compact"] = EVERY_COMPACT
    try:
        recipe = Recipe(**wanted)
    except NotSnug as fault:
        fail(f"the set '{wanted['pieces'].name}' cannot be laid snugly: {fault}; take --how assembly")
    _check_corners(recipe)
    return recipe


def _check_corners(recipe: "Recipe") -> None:
    """Refuse what no outline has."""
    if recipe.corners is None:
        return
    if recipe.corners[-1] < 3:
        fail("--corners: an outline has three corners or more")
    if recipe.corners[0] > recipe.most_corners:
        sets = f"{recipe.sets} sets" if recipe.sets > 1 else "one set"
        fail(
            f"--corners: the pieces of {sets} have {recipe.most_corners} corners together, and no outline has more; "
            "ask for fewer, or for more --sets"
        )


def _shapes_of(sources: Iterable[str], pieces: "PieceSet | None") -> frozenset[str]:
    """The shape digests of the outlines of files."""
    from heuristan.tangram.outlines.reading import read_outlines
    from heuristan.tangram.puzzle.digests import shape_digest
    from heuristan.tangram.puzzle.drawing import Refusal

    outlines = (outline for source in sources for outline in read_outlines(source, pieces))
    return frozenset(shape_digest(outline) for outline in outlines if not isinstance(outline, Refusal))


class _Run:
    """Writes outlines as they come, and counts them."""

    def __init__(self, recipe: "Recipe", seed: int, number: int, output: Path | None) -> None:
        self.recipe = recipe
        self.seed = seed
        self.number = number
        self.output = output
        self.written = 0

    def over(self, made: "Iterator[Made]") -> int:
        """Write all outlines; the exit status."""
        from heuristan.tangram.lab.generating import TooRare

        try:
            self.all(made)
        except KeyboardInterrupt:
            kept = f"; {self.written} are kept in {self.output}" if self.output else ""
            click.echo(f"heuristan: interrupted after {self.written} outlines{kept}", err=True)
            return INTERRUPTED
        except TooRare as fault:
            click.echo(
                f"heuristan: {fault.tries} tries in a row made nothing new; {self.written} of {self.number} outlines "
                "are made; allow other corners or families, or raise --tries",
                err=True,
            )
            return NOT_ALL_MADE
        return 0

    def all(self, made: "Iterator[Made]") -> None:
        """Write all outlines, each as soon as it is made."""
        from heuristan.tangram.lab.generating import line_of

        with writing(self.output) as stream:
            for one in _shown(made, self.number):
                stream.write(line_of(one, self.recipe, self.seed, self.written + 1) + "\n")
                # counted before it can be seen, so that an interruption then tells the right number
                self.written += 1
                stream.flush()


def _shown(made: "Iterator[Made]", number: int) -> "Iterable[Made]":
    """The outlines, with a bar and the time left where standard error is a terminal."""
    if not sys.stderr.isatty():
        return made
    from rich.console import Console
    from rich.progress import track

    return track(made, "outlines", total=number, console=Console(stderr=True), transient=True)
