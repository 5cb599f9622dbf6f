"""``heuristan course grade``."""

import csv
import io
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.commands import command
from heuristan.cli.failing import NOT_ALL, fail
from heuristan.cli.options import limit_option
from heuristan.cli.outputs import Outputs, output_options
from heuristan.cli.progress import bar
from heuristan.cli.writers import indented, line_of
from heuristan.common.quoting import as_cell
from heuristan.common.words import plural

if TYPE_CHECKING:
    from heuristan.teaching.course.grading import Grade

FORMS = ("text", "json", "jsonl", "csv")


@command(ok="every notebook was run to its end", otherwise="some were not, as a fault says")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--run", "may_run", is_flag=True, help="Run the code of the notebooks, which can do what you can do.")
@limit_option("notebook", 120)
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Number of notebooks run at once.")
@output_options(FORMS, "points")
def grade(folder: Path, may_run: bool, limit: float, jobs: int, outputs: Outputs) -> None:
    """Give points to notebooks, one folder a pupil.

    Each exercise that is right is a point. FOLDER has the notebooks of one pupil, or a folder for each pupil.
    Notebooks are run: their code can read and delete your files, so run them where that does no harm, as a user of
    their own or in a container. Each has a process of its own, with 4 GiB of memory and a time limit. A pupil who can
    program can make a notebook say anything; look at those that surprise you.

    \b
    heuristan course grade handed-in --run
    heuristan course grade handed-in --run --jobs 2 --output points.csv
    """  # noqa: D301
    from heuristan.teaching.course.grading import Grade, handed_in, rows_of, run_notebook

    found = handed_in(folder)
    paths = [path for each in found.values() for path in each]
    if not may_run:
        count = plural(len(paths), "notebook")
        fail(f"grading runs the code of {count} of others, which can do what you can do; add --run if you trust them")
    with bar("notebook") as show, ThreadPoolExecutor(jobs) as pool:
        done = {}
        for path, notebook in zip(paths, pool.map(lambda path: run_notebook(path, limit), paths), strict=True):
            done[path] = notebook
            show(len(done), len(paths), path.name)
    grades = [Grade(name, [done[path] for path in each]) for name, each in found.items()]
    rows = rows_of(grades)
    for output in outputs:
        output.write(_text(grades) if output.form == "text" else _data(rows, output.form), f"written to {output.path}")
    raise SystemExit(NOT_ALL if any(each.faults for each in grades) else 0)


def _text(grades: "Sequence[Grade]") -> str:
    from heuristan.teaching.course.exercises import MARKS
    from heuristan.teaching.course.grading import exercises_asked

    exercises = exercises_asked(grades)
    lines = []
    for each in grades:
        seeds = f", seed {' and '.join(map(str, each.seeds))}" if any(each.seeds) else ""
        lines.append(f"{each.name}: {each.points} of {plural(len(exercises), 'point')}{seeds}")
        marks = [f"{name} {MARKS.get(each.verdicts.get(name, ''), '-')}" for name in exercises]
        lines += [f"  {'  '.join(marks)}"] if marks else []
        lines += [f"  {fault}" for fault in each.faults]
    return "".join(f"{line}\n" for line in lines)


def _data(rows: Sequence[dict[str, Any]], form: str) -> str:
    if form == "jsonl":
        return "".join(f"{line_of(row)}\n" for row in rows)
    if form == "json":
        return indented(list(rows)) + "\n"
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: as_cell(value) for key, value in row.items()} for row in rows)
    return stream.getvalue()
