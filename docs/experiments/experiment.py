"""Common parts of the experiments of the paper: the outlines, the runs of `heuristan lab`, the page.

An experiment names the rankings that it needs and makes an answer from their results: tables, a plot, and a verdict on
each claim of the paper. Everything else is the same for all:

    python docs/experiments/NAME.py                             on the shapes and some generated outlines; prints
    python docs/experiments/NAME.py OUTLINES.geojsonl --write   on these outlines; writes verdict, NAME.txt, NAME.svg
"""

import re
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from heuristan.cli import app
from heuristan.cli.failing import NOT_ALL
from heuristan.lab.corpora import SHAPES
from heuristan.lab.generating import EVERY_COMPACT, MADE, Recipe, line_of, outlines
from heuristan.lab.reporting import ReportError
from heuristan.lab.reporting.findings import Finding
from heuristan.lab.reporting.selection import kept_open
from heuristan.lab.scoring.scoreboard import source_of
from heuristan.lab.scoring.sentences import Verdict
from heuristan.lab.scoring.stored_runs import Results
from heuristan.tangram.expert.ways import WAYS, Way

PLACE = Path(__file__).parent

RECIPE = Recipe(kinds=MADE, compact=EVERY_COMPACT)
GENERATED = 60
SEED = 1972

OWN = "the shapes that come with heuristan, and generated ones"
"""The outlines if none are given."""

ONE_SET = "sets = 1"
"""The paper's puzzles are of one set (section 3)."""

OPTIONS: Mapping[Way, list[str]] = {
    "published": ["--no-backtracking"],
    "retry": ["--retry"],
    "backtracking": ["--backtracking"],
}
"""The option of `heuristan lab run` for each way."""

SAID_BEFORE: Mapping[str, str | None] = {
    "Way": None,
    "Ranking": None,
    "Outlines": None,
    "Runs": None,
    "Not measured": "0",
    "Same version": "yes",
}
"""Columns that a table does without if all its rows say the same (of some, this): the page has said it before."""

CELL_END = re.compile(r"(?<!\\)\|")

PAGE = "README.md"
HEAD, END = "<!-- verdict, made by {}.py -->\n\n", "\n<!-- end of verdict -->"
"""Comments around the generated parts of the page."""


class Answer(NamedTuple):
    """The answer of an experiment."""

    tables: tuple[str, ...]
    """Tables in Markdown, and sentences between them."""
    shown: Finding[Any]
    """The finding whose plot is shown."""
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True)
class Experiment:
    """A question to the paper."""

    name: str
    """Name of its script, its tables and its plot, and the heading of its section."""
    rankings: tuple[str, ...]
    answer: Callable[[Results], Answer]
    ways: tuple[Way, ...] = ("published",)


def main(experiment: Experiment, doc: str | None, arguments: Sequence[str] | None = None) -> None:
    """Run one experiment with the arguments of its script."""
    run([experiment], doc, arguments)


def run(experiments: Sequence[Experiment], doc: str | None, arguments: Sequence[str] | None = None) -> None:
    """Run experiments with one results file; print the answers, and write them if asked to."""
    asked = _parser(doc).parse_args(arguments)
    with TemporaryDirectory() as place:
        path = asked.results or Path(place) / "results.duckdb"
        for way in WAYS:
            needed = dict.fromkeys(name for each in experiments if way in each.ways for name in each.rankings)
            if needed:
                _compute(needed, way, path, asked, Path(place))
        results = Results(path, asked.split, (ONE_SET, *asked.where))
        with kept_open(path):
            for experiment in experiments:
                answer = _answered(experiment, results)
                with results.selection(experiment.rankings[0]) as chosen:
                    called = chosen.corpus_in_words + ("" if asked.outlines else f": {OWN}")
                print(f"\n{experiment.name}: {called}\n\n{_result(answer)}\n{_verdict(answer)}", flush=True)
                if asked.write:
                    write(experiment, called, answer, asked.into)


def _answered(experiment: Experiment, results: Results) -> Answer:
    try:
        return experiment.answer(results)
    except ReportError as fault:
        raise SystemExit(f"{experiment.name}: {fault}") from None


def _parser(doc: str | None) -> ArgumentParser:
    parser = ArgumentParser(description=doc, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="*", metavar="OUTLINES", help="files of outlines, or folders")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--results", type=Path, metavar="FILE.duckdb", help="file for the runs")
    parser.add_argument("--where", nargs="+", default=(), metavar="CONDITION", help="as for 'heuristan lab run'")
    parser.add_argument("--split", choices=("training", "test", "all"), default="all", help="half of the outlines")
    parser.add_argument("--sample", type=int, help="number of outlines to draw")
    parser.add_argument("--write", action="store_true", help="write tables and plot, and the verdict into the page")
    parser.add_argument("--into", type=Path, default=PLACE, metavar="FOLDER", help="where the page is")
    return parser


def _compute(rankings: Iterable[str], way: Way, path: Path, asked: Namespace, place: Path) -> None:
    """Run the laboratory for the runs that are not in the file."""
    corpus = asked.outlines or [SHAPES, str(_generated(place))]
    command = ["lab", "run", "--rankings", *map(source_of, rankings), "--corpus", *corpus, "--sets", "1"]
    command += ["--split", asked.split, "--jobs", str(asked.jobs), "--results", str(path)]
    command += OPTIONS[way]
    command += ["--where", *asked.where] if asked.where else []
    command += ["--sample", str(asked.sample)] if asked.sample else []
    try:
        app.main(command, prog_name="heuristan")
    except SystemExit as end:
        if end.code not in (0, NOT_ALL):
            raise


def _generated(place: Path) -> Path:
    made = enumerate(islice(outlines(RECIPE, SEED), GENERATED), 1)
    path = place / "generated.geojsonl"
    path.write_text("".join(f"{line_of(one, RECIPE.how, SEED, number)}\n" for number, one in made), encoding="utf-8")
    return path


def write(experiment: Experiment, called: str, answer: Answer, into: Path = PLACE) -> None:
    """Write an answer: its tables and its plot beside the page, the verdict into the experiment's section."""
    name, ways = experiment.name, " and ".join(WAYS[way] for way in experiment.ways)
    if answer.shown.has_plot:
        (into / f"{name}.svg").write_text(answer.shown.svg(), encoding="utf-8")
    tables = f"On {called}; {ways}.\n\n{_result(answer)}\n{_verdict(answer)}"
    (into / f"{name}.txt").write_text(tables, encoding="utf-8")
    page = into / PAGE
    page.write_text(with_verdict(page.read_text(encoding="utf-8"), name, answer.verdicts), encoding="utf-8")


def with_verdict(text: str, name: str, verdicts: Iterable[Verdict]) -> str:
    """Return the text of the page with the verdict of one experiment."""
    head = HEAD.format(name)
    before, is_there, rest = text.partition(head)
    _, has_end, after = rest.partition(END)
    if not is_there or not has_end:
        raise SystemExit(f"{name}: the page has no marks for the verdict; add {head.strip()} and {END.strip()}")
    words = "".join(f"- {each.short}: **{each.outcome}**, {each.figures}\n" for each in verdicts)
    return f"{before}{head}{words}{END}{after}"


def _result(answer: Answer) -> str:
    return "\n".join(map(without_repetition, answer.tables))


def _verdict(answer: Answer) -> str:
    return "".join(f"- {verdict.claim} **{verdict.in_words}** {verdict.because}\n" for verdict in answer.verdicts)


def without_repetition(markdown: str) -> str:
    """Return a table without the columns in which all rows say what the page has said before; a sentence as it is."""
    lines = [CELL_END.split(line)[1:-1] for line in markdown.splitlines() if line.startswith("|")]
    if not lines[3:]:  # after the head and its rule one row at most: nothing is repeated
        return markdown
    titles, _, *rows = (tuple(cell.strip() for cell in line) for line in lines)
    kept = [number for number, title in enumerate(titles) if not _is_said(title, {row[number] for row in rows})]
    return "".join(f"|{'|'.join(line[number] for number in kept)}|\n" for line in lines)


def _is_said(title: str, cells: set[str]) -> bool:
    return title in SAID_BEFORE and len(cells) == 1 and SAID_BEFORE[title] in (None, *cells)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """Return a table in Markdown; the first columns have words, the others numbers."""
    rules = ["---"] * words + ["--:"] * (len(columns) - words)
    return "".join(f"| {' | '.join(line)} |\n" for line in (columns, rules, *rows))
