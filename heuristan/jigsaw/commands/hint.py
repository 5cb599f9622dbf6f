"""``heuristan jigsaw hint``."""

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import fail, refuse_overwriting
from heuristan.cli.options import limit_option
from heuristan.cli.outputs import Outputs, output_options, paths_of
from heuristan.cli.progress import moving_line
from heuristan.cli.running import FORMS, write_advice
from heuristan.jigsaw.commands.options import files_of_all, is_upright, orientation_option, sources_of


@command(ok="a hint is given or nothing is left to place", otherwise="nothing was found that can be joined")
@click.argument("puzzle")
@click.option(
    "--placed",
    multiple=True,
    metavar="PIECE",
    help="Name of a piece that is joined already; the hint joins one more to those that are named. Repeatable.",
)
@orientation_option
@limit_option("puzzle", more="Repairing stops then, and the hint is of what was found.")
@output_options(FORMS, "hint")
def hint(puzzle: str, placed: tuple[str, ...], orientation: str | None, limit: float | None, outputs: Outputs) -> None:
    """Say which two sides belong together: the surest joint that is left.

    PUZZLE is one puzzle of what 'heuristan jigsaw solve' takes. The whole is assembled to find it, and nothing else is
    given away.

    \b
    heuristan jigsaw hint puzzle
    heuristan jigsaw hint puzzle --placed p3 --placed p17     # ... one more piece beside these
    heuristan jigsaw hint sheet.png --format json
    """  # noqa: D301
    sources = sources_of([puzzle])
    refuse_overwriting(reads=files_of_all(sources), writes=paths_of(outputs))
    if len(sources) > 1:
        fail(f"{puzzle}: a hint is for one puzzle, and there are {len(sources)}; give one")
    from heuristan.jigsaw import solving
    from heuristan.jigsaw.hinting import advise

    (source,) = sources
    read = source.read()
    upright = is_upright(orientation, read.is_upright)
    with moving_line():
        result = solving.solve(source.id, read.pieces, upright=upright, limit=limit)
        advice = advise(read.pieces, result, placed)
    raise SystemExit(write_advice(advice, outputs))
