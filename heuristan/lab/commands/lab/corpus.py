"""``heuristan lab corpus``."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo, say
from heuristan.cli.failing import NOT_ALL, check_place, fail, note, write
from heuristan.cli.progress import track
from heuristan.common.words import plural
from heuristan.lab.commands.generate import census_of
from heuristan.lab.commands.lab.corpus_options import check_output, output_option
from heuristan.tangram.outlines.geojson import LINE_SUFFIXES

NAMES = ("people", "peces", "census", "own")
"""The keys of `heuristan.lab.recipes.RECIPES`, which is not imported here so that ``--help`` stays quick."""


@command(ok="the corpus is written, or all are listed", otherwise="it is written, but has not the digest listed")
@click.argument("name", required=False, type=click.Choice(NAMES))
@click.option(
    "--packages",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="A folder with the packages; without it they are fetched from Debian.",
)
@output_option("A .geojsonl file.  [default: the corpus's name with .geojsonl]")
def corpus(name: str | None, packages: Path | None, output: Path | None) -> None:
    """Make a corpus that anybody can make.

    NAME is one of the corpora that are listed without it. 'people' and 'peces' fetch packages of Debian, one version
    of each, and check their SHA-256; nothing else of heuristan uses the network. Each outline is in the same half,
    training or test, wherever it is made. 'lab run' keeps the digest with its results, whatever it chooses of the
    outlines; a corpus of another digest has other outlines, which another version of heuristan made.

    \b
    heuristan lab corpus
    heuristan lab corpus people
    heuristan lab corpus own --output own.geojsonl
    heuristan lab corpus people --packages downloads --output people.geojsonl
    """  # noqa: D301
    from heuristan.lab.columns import split_of
    from heuristan.lab.corpora import Corpus, OutlineChoice
    from heuristan.lab.recipes import RECIPES

    if name is None:
        for each, recipe in RECIPES.items():
            echo(f"{each}: {recipe.words}. Digest: {recipe.digest}. Licence: {recipe.licence}.")
        return
    recipe, target = RECIPES[name], output or Path(f"{name}.geojsonl")
    if recipe.packages == () and packages is not None:
        fail(f"'{name}' is made of no packages; leave --packages out")
    check_output(target, LINE_SUFFIXES)
    check_place(target)
    lines = list(track(recipe.lines(_drawn, packages), "outline", None))
    if not lines:
        fail(f"{name}: the packages have no figure that is exact; give others")
    write(target, "".join(f"{line}\n" for line in lines))
    for package in recipe.packages:
        echo(f"{package.file}, sha256 {package.sha256}")
    echo(f"licence: {recipe.licence}")
    made = Corpus([str(target)], OutlineChoice())
    test = sum(split_of(outline.puzzle) == "test" for outline in made)
    words = "as listed" if made.digest == recipe.digest else f"but {recipe.digest} is listed"
    echo(f"{plural(made.taken, 'outline')}, {test:,} of them in the test half; digest {made.digest}, {words}")
    say(f"written: {target}; next: heuristan lab run --rankings deutsch-hayes-1972 --corpus {target} --split test")
    if made.digest != recipe.digest:
        note("this version of heuristan makes other outlines than docs/results.md is about: expect other figures")
        raise SystemExit(NOT_ALL)


def _drawn() -> Iterator[str]:
    """Yield the features that are drawn from the census, as 'heuristan generate --uniform --kind simple' makes them."""
    from heuristan.lab.columns import KINDS
    from heuristan.lab.generating import UNIFORM, Recipe, drawn, line_of
    from heuristan.lab.recipes import UNIFORM as COUNT

    recipe = Recipe(how="snug", kinds=KINDS[:3])
    made = islice(drawn(census_of(recipe), recipe, 1), COUNT)
    return (line_of(one, UNIFORM, 1, number) for number, one in enumerate(made, 1))
