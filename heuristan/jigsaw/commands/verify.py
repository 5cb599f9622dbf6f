"""``heuristan jigsaw verify``."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import NOT_ALL, fail, note, refuse_overwriting
from heuristan.cli.options import file_option, puzzles_argument
from heuristan.cli.outputs import TEXTS, Outputs, output_options, paths_of
from heuristan.cli.running import write_verdicts
from heuristan.common.faults import InputError, nearest, or_refused, unexpected_as
from heuristan.jigsaw.commands.options import Source, files_of_all, sources_of
from heuristan.jigsaw.faults import PuzzleError

if TYPE_CHECKING:
    from heuristan.jigsaw.judging import Verdict
    from heuristan.jigsaw.reading import Puzzle
    from heuristan.jigsaw.results import Read, Result


def _finite(_: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """Refuse nan and infinity, which a range lets pass."""
    if value is not None and not isfinite(value):
        raise click.BadParameter(f"{value} is not a number of pixels; write one like 2.5", param=parameter)
    return value


@command(ok="nothing is wrong", otherwise="something is wrong or cannot be read")
@puzzles_argument
@click.argument("result")
@file_option("--truth", "The truth: truth.json of the puzzle.")
@click.option(
    "--slack",
    type=click.FloatRange(min=0, min_open=True),
    callback=_finite,
    metavar="PIXELS",
    help="Maximum mean distance of the curves of a joint; lengths may differ three times as much.  "
    "[default: what the assembly's own joints show]",
)
@output_options(TEXTS, "verdicts")
def verify(puzzles: tuple[str, ...], result: str, truth: Path | None, slack: float | None, outputs: Outputs) -> None:
    """Verify assemblies, whatever made them, and say what is wrong.

    PUZZLE is what 'heuristan jigsaw solve' takes. RESULT is a file that it wrote (json or jsonl), or one in that format
    by another program; - is standard input. Several results are matched with puzzles by id, the name of the puzzle.

    Without the truth the judge checks that each piece lies there once, that the grid is full, that flat sides lie at
    the border and nowhere else, that tabs meet blanks, and that shapes, lengths and colours of the joints, by the scale
    of the assembly's own joints, speak for each piece at its place and against every other piece.
    With it the judge says how many pieces are at their places, and how many neighbours are right, however the whole is
    turned. If puzzle.json says that pieces stand upright, a turned piece is wrong, and so is a turned whole.

    \b
    heuristan jigsaw verify puzzle result.json
    heuristan jigsaw verify puzzle result.json --truth puzzle/truth.json
    heuristan jigsaw verify 'puzzles/*' results.jsonl --output verdicts.jsonl
    """  # noqa: D301
    sources = sources_of(puzzles)
    refuse_overwriting(reads=[*files_of_all(sources), result, *([truth] if truth else [])], writes=paths_of(outputs))
    if truth is not None and len(sources) > 1:
        fail(f"{truth}: a truth is of one puzzle, and there are {len(sources)}; give one PUZZLE")
    from heuristan.jigsaw.results import read_result, read_results

    results = read_results(result)
    known = read_result(truth) if truth is not None else None
    if len(sources) == 1:
        found = _of_one(sources[0], results, known, str(truth), slack)
    else:
        found = _of_many(sources, results, slack)
    status = write_verdicts(found, outputs, many=len(results) > 1)
    missing = list(_missing(sources))
    for message in missing:
        note(message)
    raise SystemExit(status or (NOT_ALL if missing else 0))


def _missing(sources: Sequence[Source]) -> Iterator[str]:
    """Yield the messages of puzzles that do not exist, which need not have a result."""
    for source in sources:
        if source.refusal or not os.path.exists(source.path):
            try:
                source.read()
            except InputError as fault:
                yield str(fault)


def _of_one(
    source: Source, results: "Sequence[Read]", truth: "Result | None", truth_name: str, slack: float | None
) -> "Iterator[Verdict]":
    """Judge a single result whatever its id, or those of several that have the id of the puzzle.

    Raises:
        InputError: if the puzzle or the truth cannot be used, or no result is of the puzzle.
    """
    from heuristan.jigsaw.judging import check_truth

    own = results if len(results) == 1 else [one for one in results if one.id == source.name]
    if not own:
        fault = f"none of the {len(results)} results has the id '{source.name}'"
        raise PuzzleError(f"{fault}; {nearest(source.name, [one.id for one in results])}")
    read = source.read()
    if truth is not None:
        check_truth(truth_name, read.pieces, truth)
    return (_verdict(source, read, one, truth, slack) for one in own)


def _of_many(sources: Sequence[Source], results: "Sequence[Read]", slack: float | None) -> "Iterator[Verdict]":
    """Judge each result against the puzzle of its id, in the order of the puzzles; then those of no puzzle."""
    counts = Counter(source.name for source in sources)
    waiting: dict[str, list[Read]] = {}
    for one in results:
        waiting.setdefault(one.id, []).append(one)
    for source in sources:
        own = waiting.pop(source.name, [])
        if own and counts[source.name] > 1:
            message = (
                f"{counts[source.name]} puzzles are called '{source.name}'; results are matched by id, so rename one"
            )
            yield from (_unjudged(one, message) for one in own)
        elif own:
            try:
                with unexpected_as(PuzzleError):
                    read = source.read()
            except InputError as fault:
                yield from (_unjudged(one, f"the puzzle is refused: {fault}") for one in own)
            else:
                yield from (_verdict(source, read, one, None, slack) for one in own)
    for one in (one for own in waiting.values() for one in own):
        yield _unjudged(one, f"there is no puzzle '{one.id}'; {nearest(one.id, counts)}")


def _verdict(source: Source, read: "Puzzle", one: "Read", truth: "Result | None", slack: float | None) -> "Verdict":
    from heuristan.jigsaw.judging import judge
    from heuristan.jigsaw.results import Unreadable

    if isinstance(one, Unreadable):
        return _unjudged(one, one.message)
    # a single result is judged whatever its id
    judged = partial(judge, read.pieces, truth=truth, slack=slack, upright=read.is_upright)
    return or_refused(judged, _unjudged)(replace(one, id=source.name))


def _unjudged(one: "Read", message: str) -> "Verdict":
    """Return the verdict on a result that cannot be read, or whose puzzle cannot be used."""
    from heuristan.jigsaw.judging import Verdict
    from heuristan.jigsaw.results import Unreadable

    if isinstance(one, Unreadable):
        return Verdict(one.id, "unreadable", None, notes=(one.message,))
    return Verdict(one.id, "unchecked" if one.status == "refused" else "unreadable", one.status, notes=(message,))
