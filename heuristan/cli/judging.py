"""Results judged, whatever made them: they are read from files, and each is matched with the puzzle of its id."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from heuristan.cli.failing import NOT_ALL, note
from heuristan.cli.outputs import Outputs
from heuristan.cli.running import write_verdicts
from heuristan.cli.sources import files_of_folder, names_of, read_all
from heuristan.common.faults import nearest, or_refused
from heuristan.common.files import STANDARD_INPUT, name_of, read_any_text
from heuristan.common.json_text import LARGEST, Record, parse_records, read_records
from heuristan.common.quoting import shown
from heuristan.common.results import Refused, Verdict
from heuristan.common.words import plural


class Named(Protocol):
    """A puzzle, by whose id results are matched with it."""

    @property
    def id(self) -> str: ...


P = TypeVar("P", bound=Named)


def records_of(results: str) -> list[Record]:
    """Read the results of a file, a folder, a quoted pattern, or - for standard input.

    Raises:
        InputError: if the only file cannot be read, or is not JSON.
    """
    if results == STANDARD_INPUT:
        return [*parse_records(read_any_text(results, LARGEST), name_of(results))]
    missing = "this folder has no file of results; give a file"
    sources = names_of(results, lambda folder: files_of_folder(folder, lambda _: True, missing))
    return [
        *read_all(sources, lambda source: read_records(Path(source)), lambda name, fault: Record(name, None, fault))
    ]


def judge_results(
    puzzles: Iterable[P | Refused],
    records: Sequence[Record],
    judge: Callable[[P, Record], Verdict],
    outputs: Outputs,
    noun: str = "puzzle",
) -> int:
    """Write a verdict on each result, and return the exit status; puzzles that are refused are noted.

    Args:
        puzzles: the puzzles; a single one needs no id in its result.
        records: the results.
        judge: judges a result, which is a JSON object, against its puzzle.
        outputs: where to write what.
        noun: what a puzzle is called.
    """
    known = {puzzle.id: puzzle for puzzle in puzzles}
    refused = [puzzle for puzzle in known.values() if isinstance(puzzle, Refused)]
    for puzzle in refused:
        note(f"{puzzle.id}: refused: {puzzle.message}")
    without = known.keys() - {puzzle.id for puzzle in refused}

    def verdicts() -> Iterator[Verdict]:
        for record in records:
            verdict = replace(_verdict(known, record, judge, noun), place=record.place)
            without.discard(verdict.id)
            yield verdict

    status = write_verdicts(verdicts(), outputs, many=len(records) > 1, total=len(records))
    if without and status in (0, NOT_ALL):
        note(f"{plural(len(without), noun)} without a result")
    return status or (NOT_ALL if refused else 0)


def _verdict(
    known: Mapping[str, P | Refused], record: Record, judge: Callable[[P, Record], Verdict], noun: str
) -> Verdict:
    def unreadable(name: str, words: str) -> Verdict:
        return Verdict(name, "unreadable", None, notes=(words,))

    if record.fault or not isinstance(record.value, dict):
        return unreadable(
            record.place, record.fault or f"this is not the JSON object of a result, but {shown(record.value)}"
        )
    id = record.value.get("id")
    if id is None and len(known) == 1:
        id = next(iter(known))
    puzzle = known.get(id) if isinstance(id, str) else None
    name = id if isinstance(id, str) and id.isprintable() else shown(id)
    if puzzle is None:
        return unreadable(name, f"there is no {noun} {shown(id)}; {nearest(str(id), known)}")
    if isinstance(puzzle, Refused):
        return unreadable(name, f"its {noun} is refused: {puzzle.message}")
    return or_refused(partial(judge, puzzle), lambda _, words: unreadable(name, words))(record)
