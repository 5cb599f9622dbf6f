"""``heuristan jigsaw compare``."""

import json
from collections.abc import Iterator, Sequence
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from heuristan.cli.jigsaw.options import COMPARED, is_upright, orientation_option
from heuristan.cli.jigsaw.sources import Source, files_of_all, sources_of, truth_beside
from heuristan.cli.kit.commands import command
from heuristan.cli.kit.failing import INTERRUPTED, NOT_ALL, note, refuse_overwriting, writing
from heuristan.cli.kit.options import puzzles_argument
from heuristan.cli.kit.outputs import Outputs, output_options, paths_of
from heuristan.cli.kit.progress import track
from heuristan.cli.kit.seconds import limit_option
from heuristan.cli.kit.several import several
from heuristan.common.faults import InputError
from heuristan.common.words import plural
from heuristan.jigsaw.faults import PuzzleError

if TYPE_CHECKING:
    from heuristan.jigsaw.comparing import Row

FORMS = ("text", "json")


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
    status = _compare(sources, compared, solvers, orientation, limit)
    for each in outputs:
        with writing(each.path) as stream:
            stream.write(
                _as_json(compared) if each.form == "json" else "".join(f"{line}\n" for line in _lines(compared))
            )
    raise SystemExit(status)


class Compared(NamedTuple):
    """The rows of the puzzles compared so far, and the name and reason of each puzzle that cannot be used."""

    rows: "list[Row]"
    refused: list[tuple[str, str]]


def _compare(
    sources: Sequence[Source], compared: Compared, solvers: Sequence[str], orientation: str | None, limit: float
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
                    compared.rows.append(row)  # one by one: Ctrl-C keeps those before it
            except InputError as fault:
                if not many:
                    raise
                note(str(fault))
                compared.refused.append((source.name, str(fault)))
            done += 1
    except KeyboardInterrupt:
        note(f"interrupted after {plural(done, 'puzzle')}")
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


def _as_json(compared: Compared) -> str:
    """Return all rows as JSON, with the puzzles that were refused."""
    refused = [{"puzzle": name, "status": "refused", "message": message} for name, message in compared.refused]
    return json.dumps([*(row._asdict() for row in compared.rows), *refused], indent=1) + "\n"


def _lines(compared: Compared) -> Iterator[str]:
    """Yield a line for each measure and each solver, over all puzzles."""
    titles = {"measure": "best matches that are right", "solver": "neighbours that are right, perfect puzzles"}
    for kind, title in titles.items():
        of_kind = [row for row in compared.rows if row.kind == kind]
        if of_kind:
            yield f"{kind:<16}  {title}"
        for name in dict.fromkeys(row.name for row in of_kind):
            yield _line(name, [row for row in of_kind if row.name == name])


def _line(name: str, rows: "Sequence[Row]") -> str:
    right, of = sum(row.right for row in rows), sum(row.of for row in rows)
    words = f"{name:<16}  {right:>6} of {of:<6} {100 * right / max(of, 1):6.1f}%"
    perfect = [row.perfect for row in rows if row.perfect is not None]
    if perfect:
        words += f"  {sum(perfect):>3} of {len(perfect)}"
    return f"{words}  {median(row.seconds for row in rows):7.2f} s"
