"""``heuristan compare``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo, is_quiet
from heuristan.cli.failing import INTERRUPTED, NOT_ALL, fail, note, refuse_overwriting
from heuristan.cli.options import limit_option, several
from heuristan.cli.outputs import Outputs, kept_in, output_options, paths_of
from heuristan.cli.progress import bar
from heuristan.common.interrupting import uninterrupted
from heuristan.common.words import listed, plural
from heuristan.tangram.commands.outline_options import OUTLINE, RANKING, outlines_of, set_option

if TYPE_CHECKING:
    from heuristan.lab.comparison import Row
    from heuristan.tangram.expert.ranking import Ranking
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import Puzzle

FORMS = ("text", "json", "jsonl", "csv")
SOLVERS = ("expert", "retry", "published", "exact", "plain", "ford", "ford-no-pre-test")


@command(ok="no solvers contradict each other", otherwise="some do, a run failed or an outline was refused")
@click.argument("outlines", nargs=-1, required=True, type=OUTLINE, metavar="OUTLINE...")
@several(
    "--solvers",
    known=SOLVERS,
    help=f"Solvers out of {', '.join(SOLVERS)}.  [default: expert, published, exact, plain, ford]",
)
@limit_option("run", 10, "Ford's search without the pre-test may take minutes.")
@click.option("--ranking", type=RANKING, help="Name or file of a ranking, for expert, retry and published.")
@set_option
@output_options(FORMS, "rows")
def compare(
    outlines: tuple[str, ...],
    solvers: tuple[str, ...],
    limit: float,
    ranking: str | None,
    pieces: str | None,
    outputs: Outputs,
) -> None:
    """Compare the solvers side by side: status, effort, seconds.

    OUTLINE is what 'heuristan solve' takes. Every solver has one more run at first, which is not counted. Up to six
    outlines have a table each; more have one summary.

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
    heuristan compare --solvers exact plain cat
    heuristan compare many.geojsonl --output rows.csv
    """  # noqa: D301
    refuse_overwriting(reads=(*outlines, ranking or "", pieces or ""), writes=paths_of(outputs))
    from heuristan.lab.comparison import default_solvers

    names, found = solvers or default_solvers(), list(outlines_of(outlines, pieces))
    of = _ranking(ranking, names)
    if not found:
        fail(f"{', '.join(outlines)}: there is no outline to compare the solvers on")
    _prepare(names)
    rows, is_whole = _rows_of(found, names, of, limit)
    with uninterrupted():  # a second Ctrl-C must not lose what the first one kept
        is_wrong = bool(rows) and _report(rows, outputs, limit)
    if not is_whole:
        runs = plural(len(found) * len(names), "run")
        note(f"interrupted after {len(rows)} of {runs}{kept_in(outputs) * bool(rows)}")
        raise SystemExit(INTERRUPTED)
    is_wrong |= any(row.status in ("refused", "failed") for row in rows)
    raise SystemExit(NOT_ALL if is_wrong else 0)


def _ranking(name: str | None, solvers: Sequence[str]) -> "Ranking | None":
    from heuristan.lab.comparison import BY_RULES
    from heuristan.tangram.expert.ranking import DEFAULT
    from heuristan.tangram.expert.ranking_file import read_ranking

    if not set(solvers) & set(BY_RULES):
        if name is not None:
            fail(f"--ranking is for {listed(BY_RULES)} alone; name one of them with --solvers")
        return None
    return read_ranking(name or DEFAULT)


def _prepare(solvers: Sequence[str]) -> None:
    """Compile the search once, before the first process needs it; or say that it cannot be compiled."""
    from heuristan.lab.comparison import has_numba
    from heuristan.tangram.commands.solve import make_search_ready

    if "exact" not in solvers:
        return
    if has_numba():
        make_search_ready()
    else:
        note("numba is not installed, so 'exact' searches in plain Python")


def _rows_of(
    outlines: "Sequence[Puzzle | Refusal]", solvers: Sequence[str], ranking: "Ranking | None", limit: float
) -> "tuple[list[Row], bool]":
    """Return the rows of all runs, or those until Ctrl-C; and whether they are all."""
    from heuristan.lab.comparison import rows_of

    rows: list[Row] = []
    try:
        with bar("run") as show:
            for row in rows_of(outlines, solvers, ranking, limit):
                rows.append(row)
                show(len(rows), len(outlines) * len(solvers), f"{row.id}, {row.solver}")
    except KeyboardInterrupt:
        return rows, False
    return rows, True


def _report(rows: "Sequence[Row]", outputs: Outputs, limit: float) -> bool:
    """Write every output, and the words to the terminal if nothing else goes there; say where solvers contradict."""
    from heuristan.lab.comparison import contradictions, data, in_words

    text = "".join(f"{line}\n" for line in in_words(rows))
    if all(output.path for output in outputs) and not is_quiet():
        echo(text, nl=False)
    found = contradictions(rows)
    for each in found:
        note(
            f"CONTRADICTION on {each['id']}: {' and '.join(each['solved'])} solved it, and the solution was "
            f"verified; {' and '.join(each['unsolvable'])} says it is unsolvable. This is a bug: please report it"
        )
    for output in outputs:
        output.write(text if output.form == "text" else data(rows, output.form, limit), f"\nwritten to {output.path}")
    return bool(found)
