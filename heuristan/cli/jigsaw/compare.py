"""``heuristan jigsaw compare``."""

import json
from collections.abc import Iterator, Sequence
from statistics import median
from typing import TYPE_CHECKING

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
    run = _Run(sources, solvers, orientation, limit)
    status = run.over()
    for each in outputs:
        with writing(each.path) as stream:
            stream.write(run.as_json() if each.form == "json" else "".join(f"{line}\n" for line in run.lines()))
    raise SystemExit(status)


class _Run:
    """Compares puzzle after puzzle, and keeps the rows."""

    def __init__(
        self, sources: Sequence[Source], solvers: Sequence[str], orientation: str | None, limit: float
    ) -> None:
        self.sources = sources
        self.solvers = solvers
        self.orientation = orientation
        self.limit = limit
        self.rows: list[Row] = []
        self.refused: list[tuple[str, str]] = []
        """Name and reason of each puzzle that cannot be used."""

    def over(self) -> int:
        """Compare on all puzzles, and return the exit status.

        Raises:
            InputError: if the only puzzle cannot be used.
        """
        many = len(self.sources) > 1
        done = 0
        try:
            for source in track(self.sources, "puzzles", len(self.sources), shown=many):
                try:
                    for row in self.on(source):
                        self.rows.append(row)  # one by one: Ctrl-C keeps those before it
                except InputError as fault:
                    if not many:
                        raise
                    note(str(fault))
                    self.refused.append((source.name, str(fault)))
                done += 1
        except KeyboardInterrupt:
            note(f"interrupted after {plural(done, 'puzzle')}")
            return INTERRUPTED
        return NOT_ALL if self.refused else 0

    def on(self, source: Source) -> "Iterator[Row]":
        """Compare on one puzzle."""
        from heuristan.jigsaw.comparing import rows
        from heuristan.jigsaw.faults import PuzzleError
        from heuristan.jigsaw.results import read_result

        truth = None if source.refusal else truth_beside(source.path)
        if truth is None:
            missing = f"{source.path}: there is no truth.json beside it; nothing can be compared without it"
            raise PuzzleError(source.refusal or missing)
        read = source.read()
        upright = is_upright(self.orientation, read.is_upright)
        yield from rows(
            source.name,
            read.pieces,
            read_result(truth),
            upright=upright,
            stated=read.stated,
            solvers=self.solvers,
            limit=self.limit,
        )

    def as_json(self) -> str:
        """Return all rows as JSON, with the puzzles that were refused."""
        refused = [{"puzzle": name, "status": "refused", "message": message} for name, message in self.refused]
        return json.dumps([*(row._asdict() for row in self.rows), *refused], indent=1) + "\n"

    def lines(self) -> Iterator[str]:
        """Yield a line for each measure and each solver, over all puzzles."""
        for kind, title in (
            ("measure", "best matches that are right"),
            ("solver", "neighbours that are right, perfect puzzles"),
        ):
            names = list(dict.fromkeys(row.name for row in self.rows if row.kind == kind))
            if names:
                yield f"{kind:<16}  {title}"
            for name in names:
                yield _line(name, [row for row in self.rows if row.name == name and row.kind == kind])


def _line(name: str, rows: "Sequence[Row]") -> str:
    right, of = sum(row.right for row in rows), sum(row.of for row in rows)
    words = f"{name:<16}  {right:>6} of {of:<6} {100 * right / max(of, 1):6.1f}%"
    perfect = [row.perfect for row in rows if row.perfect is not None]
    if perfect:
        words += f"  {sum(perfect):>3} of {len(perfect)}"
    return f"{words}  {median(row.seconds for row in rows):7.2f} s"
