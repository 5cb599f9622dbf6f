"""``heuristan verify``."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.kit.failing import CANNOT_BE_USED, fail, refuse_overwriting, write, writing
from heuristan.cli.tangram.writers import format_for

if TYPE_CHECKING:
    from heuristan.tangram.verification.judging import Verdict

TEXTS = ("text", "json", "jsonl")
PICTURES = ("svg", "png")
NOT_ALL_RIGHT = 1
OTHERS = ("wrong", "unchecked", "unreadable")


@click.command(
    epilog="Exit status: 0 all that claim to be solved are right, 1 some are not, 2 the command or a file could not "
    "be used."
)
@click.argument("outline")
@click.argument("result", required=False)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="File for the verdict or picture.")
@click.option(
    "--format",
    "form",
    type=click.Choice(TEXTS + PICTURES),
    help="What to write; guessed from the output's ending, else text.",
)
@click.option("--set", "pieces", metavar="NAME|FILE", help="Set of pieces, instead of the outline's own.")
def verify(outline: str, result: str | None, output: Path | None, form: str | None, pieces: str | None) -> None:
    """Check results, whatever made them, and say what is wrong.

    OUTLINE is what 'heuristan solve' takes. RESULT is a file, or - for standard input: results of 'heuristan solve'
    (json or jsonl, by id), a trace, or pieces alone as GeoJSON, a JSON list of polygons or WKT, with or without
    names, in the outline's own coordinates.

    An exact outline must be filled exactly. A drawing is compared with the pieces as it is drawn, and a note says
    how far they may be off it. Without RESULT it is told whether the pieces that the author of a drawing laid, where
    the file has them, are a solution.

    \b
    heuristan verify convex-square result.json           right, or every fault with its place
    heuristan verify many.geojsonl results.jsonl         each result against the outline of its id
    heuristan verify animals.fig                         the author's own solutions
    heuristan solve cat --format json | heuristan verify cat -
    heuristan verify cat pieces.geojson --output faults.png
    """  # noqa: D301
    form = format_for(output, form)
    if form not in TEXTS + PICTURES:
        fail(f"{output}: a verdict is written as {', '.join(TEXTS + PICTURES)}; say which with --format")
    refuse_overwriting(reads=[name for name in (outline, result, pieces) if name], writes=(output,))
    from heuristan.common.faults import InputError
    from heuristan.tangram.outlines.piece_sets import PieceSetError, read_piece_set
    from heuristan.tangram.outlines.reading import read_outlines
    from heuristan.tangram.verification.claims.claims import ResultFileError
    from heuristan.tangram.verification.claims.reading import read_results
    from heuristan.tangram.verification.judging.pairing import authors_verdicts, verdicts

    try:
        laid_with = read_piece_set(pieces) if pieces else None
        if result is None:
            found, many = _counted(authors_verdicts(read_outlines(outline, laid_with)))
        else:
            results = read_results(result)
            found, many = verdicts(read_outlines(outline, laid_with), results), len(results) > 1
        if form in PICTURES and many:
            fail(f"{result or outline}: a picture is of one result, and there are several; take --format text")
        raise SystemExit(_Report(form, output, many=many, something=result is None).on(found))
    except (InputError, PieceSetError, ResultFileError) as fault:
        fail(str(fault))


def _counted(found: "Iterator[Verdict]") -> "tuple[Iterator[Verdict], bool]":
    """Verdicts, and whether there are several of them."""
    first = list(islice(found, 2))
    return chain(first, found), len(first) > 1


class _Report:
    """Writes verdicts as they come, and counts them."""

    def __init__(self, form: str, output: Path | None, *, many: bool, something: bool) -> None:
        """Args:
        form: of TEXTS or PICTURES.
        output: the file; standard output if None.
        many: whether there are several verdicts.
        something: whether there must be something that could be checked.
        """
        self.form = form
        self.output = output
        self.many = many
        self.useless = {"unreadable", "unchecked"} if something else {"unreadable"}
        self.counts: Counter[str] = Counter()

    def on(self, found: "Iterator[Verdict]") -> int:
        """Write all verdicts; the exit status."""
        if self.form in PICTURES:
            self._draw(next(found))
        else:
            self._write(found)
        if self.many:
            total = sum(self.counts.values())
            others = [f"{self.counts[kind]} {kind}" for kind in OTHERS if self.counts[kind]]
            click.echo(", ".join([f"{self.counts['right']} of {total} right", *others]), err=True)
        if set(self.counts) <= self.useless:
            return CANNOT_BE_USED
        return NOT_ALL_RIGHT if self.counts["wrong"] + self.counts["unreadable"] else 0

    def _write(self, found: "Iterator[Verdict]") -> None:
        is_array = self.form == "json" and self.many
        with writing(self.output) as stream:
            for number, verdict in enumerate(found):
                self.counts[verdict.outcome] += 1
                before = ("," if number else "[") + "\n" if is_array else ""
                stream.write(before + self._said(verdict) + ("" if is_array else "\n"))
            stream.write("\n]\n" if is_array else "")
            stream.flush()

    def _said(self, verdict: "Verdict") -> str:
        if self.form == "text":
            return "\n".join(in_words(verdict))
        return json.dumps(verdict.as_json(), ensure_ascii=False, indent=2 if self.form == "json" else None)

    def _draw(self, verdict: "Verdict") -> None:
        """The picture into its file, with the words on the terminal, or on standard output alone."""
        self.counts[verdict.outcome] += 1
        if self.form == "png" and self.output is None:
            fail("a PNG picture needs a file; add --output FILE.png")
        if self.output is not None or verdict.board is None:
            click.echo("\n".join(in_words(verdict)))
        if verdict.board is None:
            return
        drawn = picture_of(verdict, self.form)
        if self.output is None:
            click.echo(drawn, nl=False)
        else:
            write(self.output, drawn)
            click.echo(f"\nThe picture is in {self.output}.")


def in_words(verdict: "Verdict") -> list[str]:
    """The verdict in a line, then a line for each fault and note."""
    if verdict.outcome == "unreadable":
        return [f"{verdict.id}: unreadable: {'; '.join(verdict.notes)}"]
    if verdict.outcome == "unchecked":
        return [f"{verdict.id}: unchecked: {'; '.join(verdict.notes)}"]
    count = len(verdict.faults)
    told = f"wrong: {count} fault{'s' * (count > 1)}" if count else f"right: {verdict.merit}"
    faults = [f"  {fault.message}" for fault in verdict.faults]
    return [f"{verdict.id}: {told}", *faults, *(f"  note: {note}" for note in verdict.notes)]


def picture_of(verdict: "Verdict", form: str) -> str | bytes:
    """What lies where, and what is wrong with it: 'svg' or 'png'."""
    from heuristan.common.svg.png import to_png
    from heuristan.tangram.render.faults import STYLES, Board, Mark, faults_svg

    assert verdict.board is not None
    board = Board(verdict.board.outline, verdict.board.pieces, verdict.board.angle)
    # a fault of one of many solutions has no place in a picture of the first
    marks = [Mark(fault.kind, fault.region) for fault in verdict.faults if fault.kind in STYLES and fault.region]
    drawn = faults_svg(verdict.id, board, marks, [line.strip() for line in in_words(verdict)])
    return to_png(drawn) if form == "png" else drawn
