"""``heuristan jigsaw compare``."""

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import TYPE_CHECKING, NamedTuple

from heuristan.cli.commands import command
from heuristan.cli.comparing import FORMS, aligned, report, rows_in, seconds
from heuristan.cli.failing import INTERRUPTED, NOT_ALL, note, refuse_overwriting
from heuristan.cli.options import limit_option, puzzles_argument, several
from heuristan.cli.outputs import Outputs, kept_in, output_options, paths_of
from heuristan.cli.progress import track
from heuristan.common.comparing import Comparison, Quantity, Run, middle
from heuristan.common.faults import InputError
from heuristan.common.words import plural
from heuristan.jigsaw.commands.options import (
    COMPARED,
    Source,
    files_of_all,
    is_upright,
    orientation_option,
    sources_of,
    truth_beside,
)
from heuristan.jigsaw.faults import PuzzleError

if TYPE_CHECKING:
    from heuristan.jigsaw.comparing import Row

COMPARISON = Comparison(
    "puzzle",
    {},
    (
        Quantity("neighbours right", "{:.1%}".format, mean),
        Quantity("perfect", lambda value: "yes" if value else "no", sum, words_of_many="{:.0f}".format),
    ),
)


@command(ok="all compared", otherwise="a puzzle was refused")
@puzzles_argument
@several("--solvers", known=COMPARED, default=COMPARED, help="Solvers with their measures.  [default: all]")
@orientation_option
@limit_option("run", 10)
@output_options(FORMS, "rows")
def compare(
    puzzles: tuple[str, ...], solvers: tuple[str, ...], orientation: str | None, limit: float, outputs: Outputs
) -> None:
    """Set the measures and the solvers side by side.

    PUZZLE is what 'heuristan jigsaw solve' takes, with its truth beside it, as 'heuristan jigsaw generate' writes it.

    A measure is judged by best match: of all sides, how many have their true neighbour as their cheapest. A solver
    (with a measure) is judged by the neighbours that are right, and by whether all pieces are.

    \b
    shape      upper envelopes, by z-buffer (the paper's shape measure)
    scc        standard colour compatibility (its baseline)
    mgc        Mahalanobis gradient compatibility (its colour measure)
    filter     mgc where shape is within a threshold (its own combination)
    term       shape and colour added, each scaled by its spread
    learned    shape and colour, weighed as the joints that are certain have them

    \b
    heuristan jigsaw generate coffee --pieces 91 --output puzzle
    heuristan jigsaw compare puzzle
    heuristan jigsaw compare puzzle --solvers paper/filter,repair/learned --output rows.json
    """  # noqa: D301
    sources = sources_of(puzzles)
    refuse_overwriting(reads=files_of_all(sources), writes=paths_of(outputs))
    compared = Compared([], [])
    status = _compare(sources, compared, solvers, orientation, limit, outputs)
    is_wrong = report(
        COMPARISON,
        [*_runs(compared)],
        outputs,
        lambda form: _data(compared, form),
        _measures([row for _, row in compared.rows]),
    )
    raise SystemExit(status or (NOT_ALL if is_wrong else 0))


class Compared(NamedTuple):
    """The rows so far, each with the place of its puzzle; name and reason of each puzzle that cannot be used."""

    rows: "list[tuple[int, Row]]"
    refused: list[tuple[str, str]]


def _compare(
    sources: Sequence[Source],
    compared: Compared,
    solvers: Sequence[str],
    orientation: str | None,
    limit: float,
    outputs: Outputs,
) -> int:
    """Compare on all puzzles, one after the other, and return the exit status.

    Raises:
        InputError: if the only puzzle cannot be used.
    """
    many = len(sources) > 1
    done = 0
    try:
        for source in track(sources, "puzzle", len(sources), shown=many):
            try:
                for row in _rows(source, solvers, orientation, limit):
                    compared.rows.append((done + 1, row))  # one by one: Ctrl-C keeps those before it
            except InputError as fault:
                if not many:
                    raise
                note(str(fault))
                compared.refused.append((source.name, str(fault)))
            done += 1
    except KeyboardInterrupt:
        note(f"interrupted after {plural(done, 'puzzle')}{kept_in(outputs) * bool(compared.rows)}")
        return INTERRUPTED
    return NOT_ALL if compared.refused else 0


def _rows(source: Source, solvers: Sequence[str], orientation: str | None, limit: float) -> "Iterator[Row]":
    """Compare on one puzzle."""
    from heuristan.jigsaw.comparing import rows
    from heuristan.jigsaw.results import read_result

    truth = None if source.refusal else truth_beside(source.path)
    if truth is None:
        missing = f"{source.path}: there is no truth.json beside it; nothing can be compared without it"
        raise PuzzleError(source.refusal or missing)
    read, known = source.read(), read_result(truth)
    upright = is_upright(orientation, read.is_upright)
    yield from rows(source.name, read.pieces, known, upright=upright, stated=read.stated, solvers=solvers, limit=limit)


def _data(compared: Compared, form: str) -> str:
    """Return all rows, with the puzzles that were refused."""
    from heuristan.jigsaw.comparing import Row

    refused = [{"id": name, "status": "refused", "message": message} for name, message in compared.refused]
    rows = [*(row._asdict() for _, row in compared.rows), *refused]
    return rows_in(form, rows, [*Row._fields, "message"])


def _runs(compared: Compared) -> "Iterator[Run]":
    """Yield the solvers' rows in the form of all comparisons."""
    for number, row in compared.rows:
        if row.kind == "solver":
            own = (row.right / max(row.of, 1), float(bool(row.perfect)))
            yield Run(number, row.id, row.solver, str(row.status), row.seconds, None, own)
    for place, (name, message) in enumerate(compared.refused):
        yield Run(-1 - place, name, "", "refused", message=message)


def _measures(rows: "Sequence[Row]") -> list[str]:
    """Return a table of the measures, over all puzzles."""
    of_measures = [row for row in rows if row.kind == "measure"]
    lines = [("measure", "best matches that are right", "", "median s")]
    for name in dict.fromkeys(row.solver for row in of_measures):
        mine = [row for row in of_measures if row.solver == name]
        right, of = sum(row.right for row in mine), sum(row.of for row in mine)
        lines.append(
            (name, f"{right} of {of}", f"{right / max(of, 1):.1%}", seconds(middle([row.seconds for row in mine])))
        )
    return ["", *aligned(lines, "<>>>", "  ")] if of_measures else []
