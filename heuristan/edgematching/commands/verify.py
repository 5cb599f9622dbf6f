"""``heuristan edgematching verify``."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import NOT_ALL, note, refuse_overwriting, refuse_reading_twice
from heuristan.cli.options import puzzles_argument
from heuristan.cli.outputs import TEXTS, Outputs, output_options, paths_of
from heuristan.cli.running import write_verdicts
from heuristan.cli.sources import names_of, read_all
from heuristan.common.faults import nearest, or_refused
from heuristan.common.files import STANDARD_INPUT, inside, name_of, read_any_text
from heuristan.common.json_text import LARGEST, Record, parse_records, read_records
from heuristan.common.quoting import shown
from heuristan.common.results import Verdict
from heuristan.edgematching.commands.sources import puzzles_of, reading_options
from heuristan.edgematching.files import Refused
from heuristan.edgematching.judge import verdict_on
from heuristan.edgematching.puzzle import Puzzle


@dataclass(frozen=True)
class PlacedVerdict(Verdict):
    """A verdict with the place of its result."""

    place: str = ""
    """The file of the result, and its line or number."""

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {"place": self.place}


@command(ok="nothing is wrong", otherwise="something is wrong or cannot be read")
@puzzles_argument
@click.argument("results", metavar="RESULTS")
@reading_options
@output_options(TEXTS, "verdicts")
def verify(puzzles: tuple[str, ...], results: str, stated: Mapping[str, Any], outputs: Outputs) -> None:
    """Verify results, whatever made them, and say what is wrong.

    PUZZLE is what 'solve' takes; RESULTS, the last word, is a file, a folder, a quoted pattern, or - for standard
    input. Each result is compared with the puzzle of its id, and nothing in it is believed: no piece may lie twice,
    every edge must match the edge that it meets, and unsolvable is right only if the colours cannot match. unchecked:
    nothing was claimed that could be checked.

    \b
    heuristan edgematching verify puzzles.jsonl results.jsonl
    heuristan edgematching verify some.json more.json results.jsonl --output verdicts.jsonl
    heuristan edgematching solve puzzle.json --format json | heuristan edgematching verify puzzle.json -
    """  # noqa: D301
    refuse_overwriting(reads=(*puzzles, results), writes=paths_of(outputs))
    refuse_reading_twice(puzzles, results, "puzzles")

    known = {puzzle.id: puzzle for puzzle in puzzles_of(puzzles, stated=stated)[0]}
    refused = [puzzle for puzzle in known.values() if isinstance(puzzle, Refused)]
    for puzzle in refused:
        note(f"{puzzle.id}: refused: {puzzle.message}")
    records = list(_records(results))
    verdicts = (_verdict(known, record) for record in records)
    status = write_verdicts(verdicts, outputs, many=len(records) > 1, total=len(records))
    raise SystemExit(status or (NOT_ALL if refused else 0))


def _records(results: str) -> Iterator[Record]:
    def files_in(folder: Path) -> list[str]:
        found = (path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
        return sorted(map(str, inside(folder, found)))

    if results == STANDARD_INPUT:
        return iter(parse_records(read_any_text(results, LARGEST), name_of(results)))
    sources = names_of(results, files_in)
    return read_all(sources, lambda source: read_records(Path(source)), lambda name, fault: Record(name, None, fault))


def _verdict(known: Mapping[str, Puzzle | Refused], record: Record) -> PlacedVerdict:
    def unreadable(name: str, words: str) -> PlacedVerdict:
        return PlacedVerdict(name, "unreadable", None, notes=(words,), place=record.place)

    if record.fault or not isinstance(record.value, dict):
        words = record.fault or f"this is not the JSON object of a result, but {shown(record.value)}"
        return unreadable(record.place, words)
    id = record.value.get("id")
    if id is None and len(known) == 1:
        id = next(iter(known))
    puzzle = known.get(id) if isinstance(id, str) else None
    name = id if isinstance(id, str) and id.isprintable() else shown(id)
    if puzzle is None:
        return unreadable(name, f"there is no puzzle {shown(id)}; {nearest(str(id), known)}")
    if isinstance(puzzle, Refused):
        return unreadable(name, f"its puzzle is refused: {puzzle.message}")
    found = or_refused(partial(verdict_on, puzzle), lambda _, words: unreadable(name, words))(record.value)
    return PlacedVerdict(name, found.verdict, found.status, found.faults, found.notes, found.merit, record.place)
