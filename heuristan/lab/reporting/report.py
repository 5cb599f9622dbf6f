"""The whole report: its findings in order, and remarks about all of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from heuristan.common.words import listed, plural
from heuristan.lab.reporting import measures, outline_by_outline
from heuristan.lab.reporting.baseline_rates import run_baselines
from heuristan.lab.reporting.conclusion import conclusions
from heuristan.lab.reporting.described import rankings_in_words
from heuristan.lab.reporting.findings import Finding
from heuristan.lab.reporting.galleries import Gallery, galleries
from heuristan.lab.reporting.precision import precision
from heuristan.lab.reporting.queries import BY
from heuristan.lab.reporting.selection import Selection
from heuristan.lab.reporting.together import together

Found: TypeAlias = Finding[Any]


@dataclass(frozen=True)
class Report:
    """Findings about some runs."""

    title: str
    conclusions: tuple[str, ...]
    """What it comes to, a paragraph for each way."""
    rankings: tuple[tuple[str, str], ...]
    """Each ranking, and what it is."""
    remarks: tuple[str, ...]
    """The runs that the report is about, and cautions."""
    findings: tuple[Found, ...]
    galleries: tuple[Gallery, ...] = ()
    """Some of the outlines behind the numbers."""

    def __getitem__(self, name: str) -> Found:
        return next(finding for finding in self.findings if finding.name == name)


class Asked(NamedTuple):
    """The numbers of outlines on which a report asks again; none of 0."""

    baselines: int = 0
    """On which baselines are run."""
    accepted: int = 0
    """On which all matches that rules accept are judged."""
    seen: Callable[[int, int], None] = lambda *_: None
    """Is told how many of them are done."""


NOTHING_ASKED = Asked()


def report_on(of: Selection, asked: Asked = NOTHING_ASKED) -> Report:
    """Return the report on some runs.

    Raises:
        ReportError: if a condition cannot be used.
    """
    runs, solved, pairs = measures.runs(of), measures.rates(of), measures.comparisons(of)
    baselines = run_baselines(of, asked.baselines, asked.seen) if asked.baselines else None
    judged = precision(of, asked.accepted, asked.seen) if asked.accepted else None
    findings: Iterator[Found] = chain(
        [runs, measures.rates(of, None, baselines)],
        (measures.rates(of, by, baselines) for by in BY),
        [
            measures.tries(of),
            pairs,
            together(of),
            outline_by_outline.beside(of),
            outline_by_outline.within_matches(of),
            measures.reliability(of),
            measures.reliability(of, attempts="first"),
            *([judged] if judged else []),
            measures.rule_use(of),
            measures.first_wrong(of),
            measures.undone(of),
            measures.effort(of),
            measures.stuck(of),
            measures.timing(of),
            outline_by_outline.within_time(of),
        ],
    )
    return Report(
        f"Rankings: {listed(of.names)}",
        conclusions(solved, pairs),
        rankings_in_words(of),
        tuple(_remarks(of, runs)),
        tuple(findings),
        galleries(of),
    )


def _remarks(of: Selection, runs: Sequence[Any] | Finding[Any]) -> Iterator[str]:
    yield f"From {of.path.name}: {plural(sum(row.runs for row in runs), 'run')} on {of.in_words}."
    if of.left_out:
        yield f"{plural(of.left_out, 'older run')} left out: only the latest version and limit of each count."
    if len({trial.version for trial in of.trials}) > 1:
        yield "The rankings were run by different versions of heuristan: their differences may be the code's."
    if len({row.runs for row in runs}) > 1:
        yield "Not all were run on the same outlines; only the comparison is about outlines that both were run on."
    if failed := sum(row.failed for row in runs):
        yield f"{plural(failed, 'run')} failed because of an error in heuristan; they count as not solved."
