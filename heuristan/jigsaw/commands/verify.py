"""``heuristan jigsaw verify``."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import fail, refuse_overwriting
from heuristan.cli.judging import judge_results, records_of
from heuristan.cli.options import file_option, puzzles_argument
from heuristan.cli.outputs import TEXTS, Outputs, output_options, paths_of
from heuristan.common.faults import InputError, nearest
from heuristan.common.json_text import Record
from heuristan.common.results import Refused, Verdict, status_of
from heuristan.jigsaw.commands.options import Source, files_of_all, sources_of

if TYPE_CHECKING:
    from heuristan.jigsaw.reading import Puzzle


@command(ok="nothing is wrong", otherwise="something is wrong or cannot be read")
@puzzles_argument
@click.argument("result")
@file_option("--truth", "The truth: truth.json of the puzzle.")
@output_options(TEXTS, "verdicts")
def verify(puzzles: tuple[str, ...], result: str, truth: Path | None, outputs: Outputs) -> None:
    """Verify assemblies, whatever made them, and say what is wrong.

    PUZZLE is what 'heuristan jigsaw solve' takes. RESULT is a file that it wrote (json or jsonl), or one in that format
    by another program, or a folder or quoted pattern of such; - is standard input. Several results are matched with
    puzzles by id, the name of the puzzle.

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
    from heuristan.jigsaw.judging import check_truth, judge
    from heuristan.jigsaw.results import read_result, result_of

    records = records_of(result)
    known = read_result(truth) if truth is not None else None
    read = lru_cache(maxsize=1)(Source.read)
    if len(sources) == 1:
        records = _own(sources[0], records)
        pieces = read(sources[0]).pieces
        if known is not None:
            check_truth(str(truth), pieces, known)

    def verdict(source: Source, record: Record) -> Verdict:
        try:
            puzzle: Puzzle = read(source)
        except InputError as fault:
            return _unjudged(source, record, f"the puzzle is refused: {fault}")
        try:
            claimed = replace(result_of(record.value, record.place), id=source.id)
        except InputError as fault:
            return Verdict(source.id, "unreadable", None, notes=(str(fault),))
        return judge(puzzle.pieces, claimed, known, upright=puzzle.is_upright)

    raise SystemExit(judge_results(_there(sources), records, verdict, outputs))


def _there(sources: Sequence[Source]) -> Iterator[Source | Refused]:
    """Yield the puzzles; refused are those that do not exist, and those whose results could not be told apart."""
    counts = Counter(source.id for source in sources)
    for source in sources:
        if source.refusal or not os.path.exists(source.path):
            try:
                source.read()
            except InputError as fault:
                yield Refused(source.id, str(fault))
        elif counts[source.id] > 1:
            words = f"{counts[source.id]} puzzles are called '{source.id}'"
            yield Refused(source.id, f"{words}; results are matched by id, so rename one")
        else:
            yield source


def _own(source: Source, records: Sequence[Record]) -> list[Record]:
    """Return a single result whatever its id, or those of several that have the id of the puzzle.

    Raises:
        InputError: if none has.
    """
    objects = [record for record in records if isinstance(record.value, dict)]
    if len(records) == 1:
        return [record._replace(value={**record.value, "id": source.id}) for record in objects] or [*records]
    own = [record for record in objects if record.value.get("id") == source.id]
    if not own:
        fault = f"none of the {len(records)} results has the id '{source.id}'"
        raise InputError(f"{fault}; {nearest(source.id, [str(record.value.get('id')) for record in objects])}")
    return own


def _unjudged(source: Source, record: Record, message: str) -> Verdict:
    """Return the verdict on a result whose puzzle cannot be used."""
    status = status_of(record.value.get("status"))
    return Verdict(source.id, "unchecked" if status == "refused" else "unreadable", status, notes=(message,))
