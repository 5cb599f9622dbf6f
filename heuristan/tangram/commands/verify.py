"""``heuristan verify``."""

from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import NOT_ALL, note, refuse_overwriting, refuse_reading_twice
from heuristan.cli.outputs import TEXTS, Outputs, check_one, drawn_as, output_options, paths_of
from heuristan.cli.running import write_verdicts
from heuristan.cli.sources import peek
from heuristan.tangram.commands.outline_options import OUTLINE, outlines_of, set_option

if TYPE_CHECKING:
    from heuristan.tangram.verification.judging import Verdict

FORMS = (*TEXTS, "svg", "png")


@command(ok="nothing is wrong", otherwise="something is wrong or cannot be read")
@click.argument("sources", nargs=-1, required=True, type=OUTLINE, metavar="OUTLINE... [RESULT]")
@output_options(FORMS, "verdicts")
@set_option
def verify(sources: tuple[str, ...], outputs: Outputs, pieces: str | None) -> None:
    """Verify results, whatever made them, and say what is wrong.

    OUTLINE is what 'heuristan solve' takes. RESULT, the last word of several, is a file, or - for standard input:
    results of 'heuristan solve' (json or jsonl, by id), a trace, or pieces alone as GeoJSON, a JSON list of polygons
    or WKT, with or without names, in the outline's own coordinates.

    An exact outline must be filled exactly. A drawing is compared with the pieces as it is drawn, and a note says
    how far they may be off it. Without RESULT the pieces that the author of a drawing laid are verified, where the
    file has them.

    \b
    heuristan verify convex-square result.json           # right, or every fault with its place
    heuristan verify many.geojsonl results.jsonl         # each result against the outline of its id
    heuristan verify 'drawings/*.svg' results.jsonl
    heuristan verify animals.fig                         # the author's own solutions
    heuristan solve cat --format json | heuristan verify cat -
    heuristan verify cat pieces.geojson --output faults.png
    """  # noqa: D301
    refuse_overwriting(reads=(*sources, pieces or ""), writes=paths_of(outputs))
    from heuristan.tangram.verification.claims import read_results
    from heuristan.tangram.verification.judging.judge import authors_verdicts, verdicts

    if len(sources) == 1:
        found, many = peek(authors_verdicts(outlines_of(sources, pieces)))
        check_one(outputs, "result", many=many)
        raise SystemExit(write_verdicts(found, outputs, many=many, draw=picture_of, must_check=True))
    *outlines, result = sources
    refuse_reading_twice(outlines, result, "outlines")
    results = read_results(result)
    many = len(results) > 1
    check_one(outputs, "result", many=many)
    refused: list[str] = []
    found = verdicts(outlines_of(outlines, pieces, refused.append), results)
    status = write_verdicts(found, outputs, many=many, draw=picture_of)
    for message in refused:
        note(message)
    raise SystemExit(status or (NOT_ALL if refused else 0))


def picture_of(verdict: "Verdict", form: str) -> str | bytes | None:
    """Return the picture of a verdict: the pieces as they lie, and what is wrong; None if they lie nowhere.

    Args:
        verdict: the verdict.
        form: 'svg' or 'png'.
    """
    from heuristan.tangram.api.judged import verdict_svg

    drawn = verdict_svg(verdict)
    return None if drawn is None else drawn_as(form, drawn)
