"""``heuristan sliding verify``."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.kit.failing import CANNOT_BE_USED, INTERRUPTED, fail, refuse_overwriting, writing
from heuristan.cli.sliding.sources import GOAL_HELP, format_of, puzzles_of, with_bar

if TYPE_CHECKING:
    from heuristan.sliding.judging import Verdict

FORMS = ("text", "json", "jsonl")
NOT_ALL_RIGHT = 1
LARGEST_RESULTS = 512 * 1024 * 1024
"""Bytes that are read: plans of all boards of 3 x 3 take 60 MB."""


@click.command(
    epilog="Exit status: 0 all that claim something are right, 1 some are not, 2 the command or a file could not be "
    "used, or nothing is claimed, 130 interrupted (what is judged is kept)."
)
@click.argument("source")
@click.argument("results")
@click.option("--goal", help=GOAL_HELP)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="File for the verdicts.")
@click.option("--format", "form", type=click.Choice(FORMS), help="What to write; guessed from the output, else text.")
def verify(source: str, results: str, goal: str | None, output: Path | None, form: str | None) -> None:
    """Check moves, whatever made them, and say what is wrong.

    SOURCE has the boards, as 'solve' takes them; RESULTS is a file, or - for standard input: what 'solve' writes as
    json or jsonl, or an object like {"id": "board-1", "status": "solved", "moves": "LDR"}. The moves are made again on
    the board of the file, and must end at its goal. That a solution is a shortest one is checked up to nine cells, and
    against the fewest moves where the file has them.

    \b
    heuristan sliding verify boards.txt results.jsonl
    heuristan sliding solve 358102674 --format json | heuristan sliding verify 358102674 -
    """  # noqa: D301
    form = format_of(output, form, FORMS)
    refuse_overwriting(reads=(source, results), writes=(output,))
    puzzles = puzzles_of(source, goal)
    claims = _claims(results)
    from heuristan.common.svg.page import counted
    from heuristan.sliding.judging import verdicts

    found: list[Verdict] = []
    status = 0
    try:
        found.extend(verdicts(puzzles, with_bar(claims, "results")))
    except KeyboardInterrupt:
        click.echo(f"heuristan: interrupted after {counted(len(found), 'result')}", err=True)
        status = INTERRUPTED
    _write(found, form, output)
    counts = Counter(verdict.outcome for verdict in found)
    if len(found) > 1 or len(puzzles) > len(found):
        told = [f"{counts['right']} of {len(found)} right"]
        told += [f"{counts[kind]} {kind}" for kind in ("wrong", "unchecked") if counts[kind]]
        missing = len({puzzle.id for puzzle in puzzles} - {verdict.id for verdict in found})
        told += [f"{counted(missing, 'board')} without a result"] if missing else []
        click.echo(", ".join(told), err=True)
    if not status and not counts["right"] + counts["wrong"]:
        status = CANNOT_BE_USED
    raise SystemExit(status or (NOT_ALL_RIGHT if counts["wrong"] else 0))


def _claims(name: str) -> list[Any]:
    """The results of a file: an array, an object, or a line each."""
    text = _text(name)
    if not text.strip():
        fail(f"{name}: there is no result in it")
    try:
        found = json.loads(text)
        return found if isinstance(found, list) else [found]
    except (ValueError, RecursionError):
        pass  # lines, perhaps
    claims = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            claims.append(json.loads(line))
        except (ValueError, RecursionError):
            fail(f"{name}:{number}: this is not JSON; results are written by 'solve' with --format json or jsonl")
    return claims


def _text(name: str) -> str:
    try:
        with click.open_file(name, "rb") as stream:
            data = stream.read(LARGEST_RESULTS + 1)
    except OSError as fault:
        fail(f"{name}: cannot be read ({fault.strerror or fault})")
    except ValueError:
        fail(f"{name!r}: cannot be read, as no file has such a name")
    if len(data) > LARGEST_RESULTS:
        fail(f"{name}: more than {LARGEST_RESULTS // 1024 // 1024} MB are not read; cut the file in parts")
    try:
        return bytes(data).decode("utf-8-sig")
    except UnicodeDecodeError:
        fail(f"{name}: this is no text in UTF-8; results are JSON")


def _write(found: "Iterable[Verdict]", form: str, output: Path | None) -> None:
    with writing(output) as stream:
        if form == "json":
            stream.write(json.dumps([verdict.as_json() for verdict in found], ensure_ascii=False, indent=2) + "\n")
            return
        for verdict in found:
            line = "\n".join(in_words(verdict)) if form == "text" else json.dumps(verdict.as_json(), ensure_ascii=False)
            stream.write(line + "\n")
        stream.flush()


def in_words(verdict: "Verdict") -> list[str]:
    """The verdict in a line, then a line for each fault and note."""
    count = len(verdict.faults)
    told = f"{count} fault{'s' * (count > 1)}" if count else verdict.merit
    faults = [f"  {fault}" for fault in verdict.faults]
    return [f"{verdict.id}: {verdict.outcome}: {told}", *faults, *(f"  note: {note}" for note in verdict.notes)]
