"""``heuristan edgematching verify``."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.edgematching.sources import LINES, check_suffix, plain_faults, printable, puzzles_in
from heuristan.cli.kit.failing import refuse_overwriting, writing

if TYPE_CHECKING:
    from heuristan.edgematching.puzzle import Puzzle

NOT_ALL_RIGHT = 1


@click.command(epilog="Exit status: 0 nothing is wrong, 1 something is, 2 the command or a file could not be used.")
@click.argument("puzzles", metavar="PUZZLES")
@click.argument("results", metavar="RESULTS")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Verdicts as .jsonl, or words as .txt.  [default: words on standard output]",
)
def verify(puzzles: str, results: str, output: Path | None) -> None:
    """Check results, whatever made them, and say what is wrong.

    Each result is set against the puzzle of its id, edge by edge, and nothing that it says is believed: pieces may
    not lie twice, every edge must match the one that it meets, and what is called unsolvable is right only if its
    colours cannot pair. open: nothing was claimed that could be checked.

    \b
    heuristan edgematching verify puzzles.jsonl results.jsonl
    heuristan edgematching verify cat.json results.jsonl
    """  # noqa: D301
    from heuristan.cli.edgematching.polygons import holds_polygons, verify_polygons

    if holds_polygons((puzzles,)):
        raise SystemExit(verify_polygons(puzzles, results, output))
    suffix = check_suffix(output, (".txt", *LINES))
    refuse_overwriting(reads=(puzzles, results), writes=(output,))
    known = {puzzle.id: puzzle for puzzle in puzzles_in((puzzles,))}
    with plain_faults():
        verdicts = list(_verdicts(known, results))
    counts = Counter(verdict["finding"] for verdict in verdicts)
    with writing(output) as stream:
        for verdict in verdicts:
            stream.write(f"{json.dumps(verdict) if suffix in LINES else _words(verdict)}\n")
        if suffix not in LINES:
            told = ", ".join(f"{counts[finding]} {finding}" for finding in ("right", "wrong", "open"))
            stream.write(f"{len(verdicts)} results: {told}\n")
    raise SystemExit(NOT_ALL_RIGHT if counts["wrong"] else 0)


def _verdicts(known: "dict[str, Puzzle]", results: str) -> Iterator[dict[str, Any]]:
    """For each result what is found, and where it stands."""
    from heuristan.common.plain_yaml import nearest, shown
    from heuristan.edgematching.judge import judged
    from heuristan.edgematching.results import read_results

    for place, fields in read_results(Path(results)):
        name = fields.get("id")
        if not isinstance(name, str) or name not in known:
            fault = f"there is no puzzle {shown(name)}; {nearest(str(name), known)}"
            yield {"id": printable(str(name)), "place": place, "finding": "wrong", "faults": [fault]}
            continue
        verdict = judged(known[name], fields)
        yield {"id": name, "place": place, "finding": verdict.finding, "faults": list(verdict.faults)}


def _words(verdict: dict[str, Any]) -> str:
    if verdict["finding"] == "right":
        return f"{verdict['id']}: right"
    told = "".join(f"\n  {fault}" for fault in verdict["faults"])
    return f"{verdict['id']}: {verdict['finding']} ({verdict['place']}){told}"
