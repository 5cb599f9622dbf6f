"""``heuristan compare``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.comparing import FORMS, report
from heuristan.cli.failing import INTERRUPTED, NOT_ALL, fail, note, refuse_overwriting
from heuristan.cli.options import limit_option, several
from heuristan.cli.outputs import Outputs, kept_in, output_options, paths_of
from heuristan.cli.progress import bar
from heuristan.common.words import listed, plural
from heuristan.tangram.commands.outline_options import outlines_of, set_option

if TYPE_CHECKING:
    from heuristan.lab.measuring import Row, Run
    from heuristan.tangram.expert.ranking import Ranking

SOLVERS = ("expert", "retry", "published", "exact", "plain", "ford", "ford-no-pre-test")


@command(ok="no solvers contradict each other", otherwise="some do, a run failed or an outline was refused")
@click.argument("outlines", nargs=-1, required=True, metavar="OUTLINE...")
@several(
    "--solvers",
    known=SOLVERS,
    help=f"Solvers out of {', '.join(SOLVERS)}.  [default: expert, published, exact, plain, ford]",
)
@limit_option("run", 10, "Ford's search without the pre-test may take minutes.")
@click.option(
    "--repeat",
    type=click.IntRange(1, 1000),
    default=1,
    help="Number of runs of each solver on each outline; the median counts.",
)
@click.option("--ranking", help="Name or file of a ranking, for expert, retry and published.")
@set_option
@output_options(FORMS, "rows")
def compare(
    outlines: tuple[str, ...],
    solvers: tuple[str, ...],
    limit: float,
    repeat: int,
    ranking: str | None,
    pieces: str | None,
    outputs: Outputs,
) -> None:
    """Compare the solvers side by side: status, effort, seconds, memory.

    OUTLINE is what 'heuristan solve' takes. Every solver has a fresh process for every outline, which is warm before
    the time is taken. Up to six outlines have a table each; more have one summary.

    \b
    expert              ranked rules with backtracking
    retry               ranked rules, and the next match of a rule where one led nowhere
    published           ranked rules as published, without undoing
    exact               exhaustive search, compiled where numba is installed
    plain               exhaustive search in plain Python
    ford                Ford's search (2022)
    ford-no-pre-test    ... without his test of vertices

    \b
    heuristan compare cat swan
    heuristan compare --solvers exact plain --repeat 9 cat
    heuristan compare many.geojsonl --output rows.csv
    """  # noqa: D301
    refuse_overwriting(reads=(*outlines, ranking or "", pieces or ""), writes=paths_of(outputs))
    from heuristan.lab.executors import uninterrupted
    from heuristan.lab.measuring import default_solvers, runs

    names = solvers or default_solvers()
    plan = runs(outlines_of(outlines, pieces), names, _ranking(ranking, names), limit=limit, repeat=repeat)
    if not plan:
        fail(f"{', '.join(outlines)}: there is no outline to compare the solvers on")
    _prepare(names)
    rows, is_whole = _rows_of(plan)
    with uninterrupted():  # a second Ctrl-C must not lose what the first one kept
        is_wrong = _report(rows, outputs, limit, repeat)
    if not is_whole:
        note(f"interrupted after {len(rows)} of {plural(len(plan), 'run')}{kept_in(outputs) * bool(rows)}")
        raise SystemExit(INTERRUPTED)
    is_wrong |= any(row.status in ("refused", "failed") for row in rows)
    raise SystemExit(NOT_ALL if is_wrong else 0)


def _ranking(name: str | None, solvers: Sequence[str]) -> "Ranking | None":
    from heuristan.lab.measuring import BY_RULES
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.tangram.expert.ranking_file import read_ranking

    if not set(solvers) & set(BY_RULES):
        if name is not None:
            fail(f"--ranking is for {listed(BY_RULES)} alone; name one of them with --solvers")
        return None
    return read_ranking(name or DEFAULT)


def _prepare(solvers: Sequence[str]) -> None:
    """Compile the search once, before the first process needs it; or say that it cannot be compiled."""
    from heuristan.lab.measuring import has_numba
    from heuristan.tangram.commands.solvers import make_search_ready

    if "exact" not in solvers:
        return
    if has_numba():
        make_search_ready()
    else:
        note("numba is not installed, so 'exact' searches in plain Python")


def _rows_of(plan: "Sequence[Run]") -> "tuple[list[Row], bool]":
    """Return the rows of all runs, or those until Ctrl-C; and whether they are all."""
    rows: list[Row] = []
    try:
        with bar("run") as show:
            for run in plan:
                show(len(rows), len(plan), f"{run.of.id}, {run.solver}")
                rows.append(run.row())
    except KeyboardInterrupt:
        return rows, False
    return rows, True


def _report(rows: "Sequence[Row]", outputs: Outputs, limit: float, repeat: int) -> bool:
    """Write every output, and return whether solvers contradict each other."""
    from heuristan.lab.commands.comparison import comparison_of, data, run_of

    runs = [run_of(row) for row in rows]
    return report(comparison_of(), runs, outputs, lambda form: data(rows, form, limit, repeat))
