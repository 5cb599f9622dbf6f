"""What the commands of ``heuristan edgematching`` do with polygons and tangram outlines."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import click

from heuristan.cli.edgematching.sources import LINES as JSON_LINES
from heuristan.cli.edgematching.sources import PICTURES, check_suffix, draw, plain_faults, printable, refuse_given
from heuristan.cli.kit.failing import INTERRUPTED, fail, refuse_overwriting, write, writing
from heuristan.cli.kit.json_lines import line_of
from heuristan.cli.kit.progress import track

if TYPE_CHECKING:
    from heuristan.cli.edgematching.polygon_sources import Refused
    from heuristan.edgematching.polygons.puzzle import PolygonPuzzle
    from heuristan.edgematching.polygons.results import Claim, Result

Method: TypeAlias = Literal["sdp", "backtracking"]

NOT_ALL = 1
"""Exit status: some puzzles are not solved, or some results not right."""
LINES = (".json", *JSON_LINES)


def holds_polygons(sources: Sequence[str]) -> bool:
    """Whether the first source is of polygons or tangram outlines."""
    from heuristan.cli.edgematching.polygon_sources import holds_polygons

    return bool(sources) and holds_polygons(sources[0])


def generate_polygons(
    *, outlines: Sequence[str], number: int, seed: int, pieces: int, colours: int, output: Path | None
) -> int:
    """Write puzzles: of outlines, if there are any, else rectangles cut up at random. The exit status."""
    refuse_given(("size", "frame", "turned", "solutions"), "does nothing for polygons")
    if outlines:
        refuse_given(("number", "pieces", "colours"), "does nothing with --from")
    check_suffix(output, (*LINES, *PICTURES))
    refuse_overwriting(reads=outlines, writes=(output,))
    from heuristan.edgematching.polygons.reading import as_json
    from heuristan.edgematching.polygons.render import puzzle_svg

    with plain_faults():
        found = list(_accepted(_made(outlines, number, seed, pieces, colours)))
        puzzles = [puzzle for puzzle in found if puzzle is not None]
        if output is not None and output.suffix.lower() in PICTURES:
            draw(output, puzzle_svg(_only(puzzles, output)))
        else:
            _write_values(output, map(as_json, puzzles))
    return 0 if puzzles and len(puzzles) == len(found) else NOT_ALL


def _made(
    outlines: Sequence[str], number: int, seed: int, pieces: int, colours: int
) -> "Iterator[PolygonPuzzle | Refused]":
    if outlines:
        from heuristan.cli.edgematching.polygon_sources import puzzles_of

        return puzzles_of(outlines, seed)
    from heuristan.edgematching.polygons.cutting import Recipe, cut_puzzle

    return (cut_puzzle(Recipe(pieces, colours), seed, i) for i in range(1, number + 1))


def solve_polygons(
    sources: Sequence[str],
    *,
    limit: float | None,
    seed: int,
    output: Path | None,
    stages: Path | None,
    method: Method = "sdp",
) -> int:
    """Solve puzzles and write the results as they come. The exit status."""
    refuse_given(("basis", "restarts"), "is of lp, which is not for polygons")
    if stages is not None and method != "sdp":
        fail("--stages draws what the semidefinite programs do; leave --method out")
    check_suffix(output, (*LINES, *PICTURES, ".txt"))
    check_suffix(stages, PICTURES)
    refuse_overwriting(reads=sources, writes=(output, stages))
    kept: list[tuple[PolygonPuzzle | None, Result]] = []

    def results() -> "Iterator[Result]":
        for puzzle, result in _solved(sources, limit, seed, method):
            kept.append((puzzle, result))
            yield result

    try:
        with plain_faults():
            _write_results(
                output, track(results(), "puzzles", None, lambda result: result.status == "solved", "solved")
            )
            _draw(kept, output, stages)
    except KeyboardInterrupt:
        click.echo(f"heuristan: interrupted after {len(kept)} puzzles", err=True)
        if output is not None and output.suffix.lower() == ".json":
            # other formats have been written line by line
            _write_values(output, [result.as_json() for _, result in kept])
        return INTERRUPTED
    return 0 if kept and all(result.status == "solved" for _, result in kept) else NOT_ALL


def _solved(
    sources: Sequence[str], limit: float | None, seed: int, method: Method
) -> "Iterator[tuple[PolygonPuzzle | None, Result]]":
    from heuristan.cli.edgematching.polygon_sources import puzzles_of
    from heuristan.edgematching.polygons.puzzle import PolygonPuzzle
    from heuristan.edgematching.polygons.results import Result

    solve = _solver(method, limit, seed)
    for puzzle in puzzles_of(sources):
        if isinstance(puzzle, PolygonPuzzle):
            yield puzzle, solve(puzzle)
        else:
            yield None, Result(puzzle.id, "refused", 0.0, puzzle.message, method=method)


def _solver(method: Method, limit: float | None, seed: int) -> "Callable[[PolygonPuzzle], Result]":
    if method == "backtracking":
        from heuristan.edgematching.polygons.searching import search

        return lambda puzzle: search(puzzle, limit)
    from heuristan.edgematching.polygons.solving import Plan, solve

    return lambda puzzle: solve(puzzle, Plan(seed=seed), limit)


def _write_results(output: Path | None, results: "Iterable[Result]") -> None:
    if output is None or output.suffix.lower() == ".txt":
        with writing(output) as stream:
            for result in results:
                stream.write(f"{result.id or 'puzzle'}: {result.status}: {result.message}\n")
                stream.flush()
    elif output.suffix.lower() in LINES:
        _write_values(output, (result.as_json() for result in results))
    else:
        for result in results:
            click.echo(f"{result.id or 'puzzle'}: {result.status}: {result.message}")


def _draw(kept: "Sequence[tuple[PolygonPuzzle | None, Result]]", output: Path | None, stages: Path | None) -> None:
    """The picture of the solution, and the film strip of the iterates, where they are asked for."""
    from heuristan.edgematching.polygons.render import iterates_svg, solution_svg

    for path, drawn in ((output, solution_svg), (stages, iterates_svg)):
        if path is None or path.suffix.lower() not in PICTURES:
            continue
        puzzle, result = _only(kept, path)
        if puzzle is None:
            fail(f"{path}: there is nothing to draw; {result.message}")
        if path == stages and not result.steps:
            click.echo(f"heuristan: {path}: there is nothing to draw; no program was solved", err=True)
            continue
        draw(path, drawn(puzzle, result))


def verify_polygons(puzzles: str, results: str, output: Path | None) -> int:
    """Judge results, by nothing but the puzzles and them. The exit status."""
    check_suffix(output, (*LINES, ".txt"))
    refuse_overwriting(reads=(puzzles, results), writes=(output,))
    with plain_faults():
        verdicts = [*_verdicts(puzzles, results)]
        if output is not None and output.suffix.lower() in LINES:
            _write_values(output, iter(verdicts))
        else:
            with writing(output) as stream:
                for verdict in verdicts:
                    stream.write(_told(verdict) + "\n")
    return NOT_ALL if any(verdict["verdict"] == "wrong" for verdict in verdicts) else 0


def _told(verdict: dict[str, Any]) -> str:
    words = "; ".join([*verdict["faults"], *verdict["notes"]])
    return f"{verdict['id']}: {verdict['verdict']}" + (f": {words}" if words else "")


def _verdicts(puzzles: str, results: str) -> Iterator[dict[str, Any]]:
    from heuristan.edgematching.polygons.results import read_claims

    known = {puzzle.id: puzzle for puzzle in _accepted(_puzzles(puzzles)) if puzzle is not None}
    for claim in read_claims(Path(results)):
        puzzle = next(iter(known.values())) if claim.id is None and len(known) == 1 else known.get(claim.id or "")
        if puzzle is None:
            fault = f"{claim.place}: there is no puzzle of that name in {puzzles}"
            yield {"id": printable(claim.id or "result"), "verdict": "wrong", "faults": [fault], "notes": []}
        else:
            yield _verdict(puzzle, claim)


def _verdict(puzzle: "PolygonPuzzle", claim: "Claim") -> dict[str, Any]:
    from heuristan.cli.edgematching.tangram_judge import exact_fault, outline_of
    from heuristan.edgematching.polygons.judge import Judge

    judge = Judge(puzzle)
    if claim.status != "solved":
        impossible = judge.impossible if claim.status == "unsolvable" else None
        note = str(impossible or f"a result that is {claim.status} claims nothing that could be checked")
        return {"id": puzzle.id, "verdict": "right" if impossible else "open", "faults": [], "notes": [note]}
    faults = [*map(str, judge.faults(claim.places))]
    note = f"the pieces fill the frame to within {puzzle.near:.2g}"
    if not faults and outline_of(puzzle) is not None:
        exact = exact_fault(puzzle, claim.places)
        faults += [f"on the tangram's lattice: {exact}"] if exact else []
        note += ", and exactly on the tangram's lattice"
    return {
        "id": puzzle.id,
        "verdict": "wrong" if faults else "right",
        "faults": faults,
        "notes": [] if faults else [note],
    }


class Row(NamedTuple):
    """A puzzle, and what became of it by each method."""

    id: str
    results: "dict[Method, Result]"

    @property
    def contradicts(self) -> bool:
        """Whether one method solves what another one calls unsolvable."""
        return {"solved", "unsolvable"} <= {result.status for result in self.results.values()}

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            m: {"status": r.status, "seconds": round(r.seconds, 6)} for m, r in self.results.items()
        }
        return {"id": self.id, **told}


def compare_polygons(sources: Sequence[str], *, limit: float | None, seed: int, output: Path | None) -> int:
    """Algorithm 2 and exhaustive search on the same puzzles. The exit status."""
    refuse_given(("methods",), "is not for polygons: sdp and backtracking stand side by side")
    check_suffix(output, (*LINES, ".txt"))
    refuse_overwriting(reads=sources, writes=(output,))
    methods: tuple[Method, ...] = ("sdp", "backtracking")
    solvers = {method: _solver(method, limit, seed) for method in methods}
    rows: list[Row] = []
    try:
        with plain_faults():
            for puzzle in _accepted(_puzzles(*sources)):
                if puzzle is not None:
                    found = {method: solve(puzzle) for method, solve in solvers.items()}
                    rows.append(Row(puzzle.id, found))
    except KeyboardInterrupt:
        click.echo(f"heuristan: interrupted after {len(rows)} puzzles", err=True)
        _write_rows(rows, methods, output)
        return INTERRUPTED
    _write_rows(rows, methods, output)
    return NOT_ALL if any(row.contradicts for row in rows) else 0


def _write_rows(rows: Sequence[Row], methods: Sequence[Method], output: Path | None) -> None:
    if output is not None and output.suffix.lower() in LINES:
        _write_values(output, (row.as_json() for row in rows))
    else:
        with writing(output) as stream:
            stream.write(_table(rows, methods))


def _table(rows: Sequence[Row], methods: Sequence[Method]) -> str:
    """A line a method: how many it solved, and how long a puzzle took it."""
    from statistics import median

    lines = [f"{'method':<14}{'solved':>10}{'median s':>12}{'most s':>12}"]
    for method in methods:
        seconds = [row.results[method].seconds for row in rows] or [0.0]
        solved = sum(row.results[method].status == "solved" for row in rows)
        lines.append(f"{method:<14}{f'{solved}/{len(rows)}':>10}{median(seconds):>12.3f}{max(seconds):>12.3f}")
    return "\n".join(lines) + "\n"


def _puzzles(*sources: str) -> "Iterator[PolygonPuzzle | Refused]":
    from heuristan.cli.edgematching.polygon_sources import puzzles_of

    return puzzles_of(sources)


def _accepted(found: "Iterable[PolygonPuzzle | Refused]") -> "Iterator[PolygonPuzzle | None]":
    """The puzzles; None for those that are refused, which are named on standard error."""
    from heuristan.edgematching.polygons.puzzle import PolygonPuzzle

    for puzzle in found:
        if isinstance(puzzle, PolygonPuzzle):
            yield puzzle
        else:
            click.echo(f"heuristan: {puzzle.message}", err=True)
            yield None


def _only(items: Sequence[Any], path: Path) -> Any:
    if len(items) != 1:
        fail(f"{path}: a picture shows one puzzle, and there are {len(items)}; write .jsonl, or give one")
    return items[0]


def _write_values(output: Path | None, values: Iterable[dict[str, Any]]) -> None:
    """Values a line each as they come; in a .json file one object, or a list where there are several."""
    if output is not None and output.suffix.lower() == ".json":
        found = [*values]
        whole = found[0] if len(found) == 1 else found
        write(output, json.dumps(whole, ensure_ascii=False, indent=1) + "\n")
        return
    with writing(output) as stream:
        for value in values:
            stream.write(line_of(value) + "\n")
            stream.flush()
