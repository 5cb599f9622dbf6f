"""``heuristan generate``."""

import re
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.commands import command, refuse_given
from heuristan.cli.failing import INTERRUPTED, NOT_ALL, STANDARD_OUTPUT, fail, note, refuse_overwriting, writing
from heuristan.cli.options import file_option, several
from heuristan.cli.progress import track
from heuristan.common.interrupting import undisturbed
from heuristan.common.words import plural
from heuristan.lab.commands.census import MOST_SHAPES, check_speed, grown, growth_of
from heuristan.tangram.commands.outline_options import piece_set_of

if TYPE_CHECKING:
    from heuristan.lab.generating import GrownCensus, Made, Recipe

SIMPLE = ("convex", "simple-10-", "simple-11+")
KINDS = ("simple", *SIMPLE, "holes", "touching")
MOST_SETS = 10
SUFFIXES = (".geojsonl", ".geojsons", ".jsonl", ".ndjson")


def _number_range(_: click.Context, __: click.Parameter, text: str | None) -> range | None:
    """Parse a number of vertices: 9, 8-12, 11- (or more)."""
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,4})(?:(-)(\d{1,4})?)?", text, re.ASCII)
    if found is None:
        raise click.BadParameter(f"{text!r} is not a number of vertices; write 9, or 8-12, or 11- for eleven or more")
    least = int(found[1])
    most = int(found[3]) if found[3] else sys.maxsize - 1 if found[2] else least
    if most < least:
        raise click.BadParameter(f"{text!r} is empty; write the smaller number first: {most}-{least}")
    return range(least, most + 1)


def levels(_: click.Context, __: click.Parameter, text: str | None) -> range | None:
    """Parse a difficulty: easy, 3, easy..hard, 1..4."""
    if text is None:
        return None
    from heuristan.lab.difficulty import levels_in

    try:
        return levels_in(text)
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None


@command(
    ok="all made",
    otherwise="fewer (there are no more, or they are too rare)",
)
@click.option("-n", "--number", type=click.IntRange(min=1), default=100, help="Number of outlines.")
@click.option("--seed", type=click.IntRange(min=0), default=1, help="Seed; the same seed makes the same file.")
@click.option(
    "--how",
    type=click.Choice(("assembly", "snug")),
    default="assembly",
    help="Way to join pieces. assembly: sides along sides, a vertex on a vertex. snug: the unit triangles of the "
    "pieces meet whole side to whole side, so that all lie on one square grid.",
)
@click.option("--sets", type=click.IntRange(1, MOST_SETS), default=1, help="Sets of pieces in each outline.")
@click.option(
    "--vertices", callback=_number_range, metavar="N|N-M|N-", help="Number of vertices.  [default: any number]"
)
@several(
    "--kind",
    "kinds",
    known=KINDS,
    help=f"Kinds of outline, out of {', '.join(KINDS)}: simple is the three after it (one part, no hole), touching is "
    "parts that meet in points alone.  [default: simple, holes]",
)
@click.option(
    "--compact",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Candidate joins for each piece; the one with the fewest vertices wins (1: random).  "
    "[default: 4, or with --vertices or --kind what proves to work]",
)
@click.option(
    "--uniform",
    is_flag=True,
    help="Draw from all snug outlines, each as likely as any other; --how and --compact do nothing then.",
)
@click.option(
    "--difficulty",
    callback=levels,
    metavar="EASY..HARD",
    help="Difficulty of the outlines: easy, medium or hard, a level from 1 to 4, or a range like easy..medium or 2..3; "
    "each is solved for it.  [default: any]",
)
@click.option("--set", "pieces", metavar="NAME|FILE", help="Name or file of the set of pieces.  [default: tangram]")
@file_option("--output", "A .geojsonl file.  [default: standard output]")
def generate(
    number: int,
    seed: int,
    output: Path | None,
    pieces: str | None,
    uniform: bool,
    **wanted: Any,
) -> None:
    """Make outlines at random that can be solved, no two the same up to turning and mirroring.

    All pieces of a set are joined one by one, and the outline of what they cover is written, a GeoJSON feature per
    line, with properties that say what it is and how it was made. Turned, mirrored and moved copies are
    left out. A larger --number with the same options begins with the same outlines.

    What can be made in many ways comes first. So outlines are less intricate than most: --how snug makes 8.6 vertices
    in the mean, and the 4,842,205 simple outlines that the seven tans make so have 13.9. --uniform draws from all.

    \b
    heuristan generate -n 5000 --output corpus.geojsonl
    heuristan generate --how snug --kind simple --vertices 8-12 --output snug.geojsonl
    heuristan generate --sets 2 -n 20 --seed 7 --output doubles.geojsonl
    heuristan generate --kind holes touching --output gaps.geojsonl
    heuristan generate --uniform --kind simple -n 2000 --output sample.geojsonl
    heuristan generate --difficulty hard -n 20 --output hard.geojsonl
    heuristan solve hard.geojsonl --solver exact --output results.jsonl
    """  # noqa: D301
    if output not in (None, STANDARD_OUTPUT) and output.suffix.lower() not in SUFFIXES:
        fail(f"{output}: a GeoJSON feature per line is written; end the name in .geojsonl ('convert' does the rest)")
    refuse_overwriting(reads=(pieces or "",), writes=(output,))
    if uniform:
        refuse_given(("how", "compact"), "is for outlines that are joined at random, not for --uniform")
        wanted["how"] = "snug"
    recipe = _recipe(pieces, **wanted)
    from heuristan.lab.generating import UNIFORM, drawn, outlines

    if uniform:
        made, how = drawn(census_of(recipe), recipe, seed), UNIFORM
    else:
        made, how = outlines(recipe, seed), recipe.how
    raise SystemExit(_write(islice(made, number), how, seed, number, output))


def census_of(recipe: "Recipe") -> "GrownCensus":
    """Return all shapes of the pieces of a recipe, grown now."""
    from heuristan.lab.generating import GrownCensus

    growth = growth_of(recipe.pieces, recipe.sets)
    check_speed(growth)
    return GrownCensus(growth, grown(growth, MOST_SHAPES, "take fewer pieces"))


def _recipe(
    pieces: str | None, compact: int | None, kinds: tuple[str, ...], vertices: range | None, **wanted: Any
) -> "Recipe":
    """Return the recipe that the options ask for."""
    from heuristan.lab.generating import EVERY_COMPACT, NotSnug, Recipe

    used = piece_set_of(pieces)
    if used is not None:
        wanted["pieces"] = used
    if kinds:
        wanted["kinds"] = tuple(
            dict.fromkeys(one for name in kinds for one in (SIMPLE if name == "simple" else (name,)))
        )
    if compact is not None:
        wanted["compact"] = (compact,)
    elif kinds or vertices is not None or wanted["difficulty"] is not None:
        wanted["compact"] = EVERY_COMPACT
    try:
        recipe = Recipe(vertices=vertices, **wanted)
    except NotSnug as fault:
        fail(f"the set '{wanted['pieces'].name}' cannot be laid snugly: {fault}; take --how assembly")
    _check_vertices(recipe)
    return recipe


def _check_vertices(recipe: "Recipe") -> None:
    """Refuse numbers of vertices that no outline has."""
    if recipe.vertices is None:
        return
    if recipe.vertices[-1] < 3:
        fail("--vertices: an outline has three vertices or more")
    if recipe.vertices[0] > recipe.max_vertices:
        sets = f"{recipe.sets} sets" if recipe.sets > 1 else "one set"
        fail(
            f"--vertices: the pieces of {sets} have {recipe.max_vertices} vertices together, and no outline has more; "
            "ask for fewer, or for more --sets"
        )


def _write(made: "Iterator[Made]", how: str, seed: int, number: int, output: Path | None) -> int:
    """Write all outlines, each as soon as it is made, and return the exit status."""
    from heuristan.lab.generating import TooRare, line_of

    written = 0
    try:
        with writing(output) as stream:
            for one in track(made, "outline", number):
                with undisturbed(unless_again=True):
                    stream.write(line_of(one, how, seed, written + 1) + "\n")
                    written += 1
                stream.flush()
    except KeyboardInterrupt:
        kept = f"; they are kept in {output}" if output else ""
        note(f"interrupted after {plural(written, 'outline')}{kept}")
        return INTERRUPTED
    except TooRare as fault:
        note(
            f"{plural(fault.tries, 'try', 'tries')} in a row made nothing new; {written} of "
            f"{plural(number, 'outline')} made; allow other vertices or kinds"
        )
        return NOT_ALL
    if written < number:
        note(f"there are no more: {written} of {plural(number, 'outline')} made; allow other vertices or kinds")
        return NOT_ALL
    return 0
