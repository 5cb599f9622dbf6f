"""``heuristan jigsaw solve``."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from operator import attrgetter
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from heuristan.cli.commands import command, refuse_given
from heuristan.cli.failing import refuse_overwriting
from heuristan.cli.options import limit_option, puzzles_argument
from heuristan.cli.outputs import PLAYER, TEXTS, Outputs, check_one, output_options, paths_of
from heuristan.cli.running import check_explain, explain_option, solve_each, write_results
from heuristan.cli.writers import Manner
from heuristan.jigsaw.commands.options import (
    MEASURES,
    SOLVERS,
    Source,
    files_of_all,
    is_upright,
    orientation_option,
    sources_of,
)
from heuristan.jigsaw.results import Result, as_text, describe, refused

if TYPE_CHECKING:
    from heuristan.common.web.film import Film
    from heuristan.jigsaw.piece import Piece

FORMS = (*TEXTS, "svg", "png", PLAYER)


@command(ok="all solved", otherwise="some not")
@puzzles_argument
@click.option(
    "--solver",
    type=click.Choice(SOLVERS),
    default="repair",
    help="paper: greedy border and pockets, as published. repair: the same, and wrong choices are repaired.",
)
@click.option(
    "--measure", type=click.Choice(MEASURES), help="Cost of a joint.  [default: learned; filter with --solver paper]"
)
@orientation_option
@limit_option("puzzle", more="Repairing stops then, and the best so far is the result (--solver repair).")
@explain_option
@output_options(FORMS)
def solve(puzzles: tuple[str, ...], outputs: Outputs, explain: bool, **how: Any) -> None:
    """Assemble pieces from their pictures.

    PUZZLE is a folder with a picture for each piece, its puzzle.json, or one picture with all pieces (a sheet); also a
    folder of such folders, or a quoted pattern. A puzzle that cannot be used is refused with the reason, and the
    others are solved. A puzzle is solved if the judge of 'heuristan jigsaw verify' finds nothing wrong or doubtful;
    otherwise what belongs together is laid, and pieces that are missing, foreign or doubtful are named (status 1).

    Pictures show the whole. Doubtful pieces are outlined and hatched.

    \b
    heuristan jigsaw solve puzzle
    heuristan jigsaw solve puzzle --output result.json --output whole.png
    heuristan jigsaw solve puzzle --explain                 # where each piece was laid, and with what evidence
    heuristan jigsaw solve puzzle --output assembly.html    # a page that plays it piece by piece
    heuristan jigsaw solve sheet.png --orientation known --measure term --output result.json
    heuristan jigsaw solve 'puzzles/*' --solver paper --output results.jsonl
    """  # noqa: D301
    if how["solver"] == "paper":
        refuse_given(("limit",), "ends repairing, and --solver paper does not repair")
    sources = sources_of(puzzles)
    many = len(sources) > 1
    check_one(outputs, "puzzle", many=many)
    check_explain(outputs, "puzzle", explain=explain, many=many)
    refuse_overwriting(reads=files_of_all(sources), writes=paths_of(outputs))
    results: Iterable[Solved] = solve_each(sources, partial(_solve, **how), _refused, many=many)
    if not many:
        results = [*results]  # an error comes before a file is opened
    manner = MANNER.explained() if explain else MANNER
    raise SystemExit(write_results(results, outputs, manner, many=many, noun="puzzle", total=len(sources)))


class Solved(NamedTuple):
    """A result, and the pieces for its pictures."""

    result: Result
    pieces: "tuple[Piece, ...]" = ()

    @property
    def status(self) -> str:
        """How solving ended."""
        return self.result.status

    @property
    def words(self) -> str:
        return describe(self.result)

    def as_json(self) -> dict[str, Any]:
        """Return the result as the command line writes it."""
        return self.result.as_json()


def _refused(source: Source | Result, message: str) -> Solved:
    return Solved(refused(source.id, message))


def _solve(source: Source, *, orientation: str | None, **how: Any) -> Solved:
    from heuristan.jigsaw import solving

    began = perf_counter()
    read = source.read()
    reading = perf_counter() - began
    upright = is_upright(orientation, read.is_upright)
    result = solving.solve(source.id, read.pieces, upright=upright, **how)
    return Solved(replace(result, reading_seconds=reading), read.pieces)


def _film(solved: Solved) -> "Film | None":
    """Return the film of a result; None if it is refused."""
    if solved.status == "refused":
        return None
    from heuristan.jigsaw.assembled import film_of

    return film_of(solved.pieces, solved.result)


def _picture(solved: Solved, form: str) -> str | bytes | None:
    """Return the picture of a result in a format; None if it is refused."""
    if solved.status == "refused":
        return None
    from heuristan.common.svg.png import to_png
    from heuristan.jigsaw.assembled import assembled_svg

    drawn = assembled_svg(solved.pieces, solved.result)
    return to_png(drawn, scale=1.0) if form == "png" else drawn


MANNER: Manner[Solved] = Manner(
    words=attrgetter("words"),
    line=attrgetter("words"),
    draw=_picture,
    film=_film,
    document=as_text,
    refuse=lambda solved, message: _refused(solved.result, message),
)
