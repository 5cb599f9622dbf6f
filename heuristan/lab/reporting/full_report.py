"""The whole report: a conclusion, what each ranking is, remarks, and the findings in order; and its pages.

The conclusion is a sentence or two for each way. The best ranking is set against the others, on the outlines that both
were run on. A difference is called open if its interval holds zero, or if p, adjusted by Holm's method where several
rankings are compared with the first, is 5 % or more.

A page is HTML with its plots inside, or Markdown with plots in files beside it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from os import fsencode
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote

from heuristan.common.plain_yaml import Text
from heuristan.common.proportions import Proportion
from heuristan.common.quoting import as_code, as_markup, as_words
from heuristan.common.words import listed, plural
from heuristan.lab.identity import entries_of
from heuristan.lab.reporting import comparisons, queries, rule_tables, solved
from heuristan.lab.reporting.comparisons import Comparison
from heuristan.lab.reporting.findings import Finding, p_value, percent, span, way_words
from heuristan.lab.reporting.queries import BY
from heuristan.lab.reporting.selection import Selection
from heuristan.lab.reporting.solved import Rate


def rankings_in_words(of: Selection) -> tuple[tuple[str, str], ...]:
    """Return the name of each ranking and its description: title, number of rules, first and last rule."""
    texts = dict(of.connection.execute("SELECT ranking, text FROM rankings").fetchall())
    digests = {trial.name: trial.ranking for trial in of.trials}
    return tuple((name, _words(texts[digests[name]], of.rules[digests[name]])) for name in of.names)


def _words(text: str, rules: tuple[str, ...]) -> str:
    title, ends = entries_of(text).get("title"), f", from {rules[0]} to {rules[-1]}" if len(rules) > 1 else ""
    counted = plural(len(rules), "rule") + ends if rules else "its rules cannot be read here"
    return "; ".join(filter(None, (title.text if isinstance(title, Text) else "", counted)))


MEASURE = "solved"
POSITION = "position"

UNSURE = 0.05
"""The least p of a difference that is called open."""


def conclusions(rates: Iterable[Rate], pairs: Iterable[Comparison]) -> tuple[str, ...]:
    """Return a paragraph for each way.

    Args:
        rates: what each ranking solved, of all outlines together.
        pairs: the first ranking compared with the others.
    """
    pairs = tuple(pairs)
    return tuple(
        " ".join(_of_way(list(group), [pair for pair in pairs if pair.way == way and pair.measure == MEASURE]))
        for way, group in groupby(rates, key=lambda rate: rate.way)
    )


def _of_way(rates: Sequence[Rate], pairs: Sequence[Comparison]) -> Iterator[str]:
    best, *others = sorted(rates, key=lambda rate: -rate.solved.share)
    way = way_words(best.way).capitalize()
    mean = ", in the mean over its runs" if best.everywhere else ""
    at_once = f"{percent(best.at_once.share)} in the first attempt with nothing undone{mean}"
    if not others:
        yield f"{way}, {best.ranking} solves {_share(best.solved)} of {best.outlines:,} outlines; {at_once}."
        return
    if all(each.solved.share == best.solved.share for each in others):
        yield f"{way}, {listed([each.ranking for each in rates])} solve equally much: {_share(best.solved)}."
        return
    rest = listed([f"{each.ranking} {percent(each.solved.share)}" for each in others])
    yield f"{way}, {best.ranking} solves most: {_share(best.solved)} of {best.outlines:,} outlines ({at_once}); {rest}."
    yield from _against(best.ranking, others[0].ranking, pairs)


def _against(best: str, second: str, pairs: Sequence[Comparison]) -> Iterator[str]:
    """Say how sure the difference is: to the first ranking, or to the second best if the best is the first."""
    for pair in pairs:
        if pair.second == best or (pair.first, pair.second) == (best, second):
            sign = 1 if pair.second == best else -1
            other = pair.first if sign > 0 else pair.second
            low, high = sorted(sign * end for end in pair.interval)
            p, by = _sure(pair, len(pairs))
            words = (
                f"On the {pair.outlines:,} outlines that both were run on, {best} solves "
                f"{100 * sign * pair.difference:.1f} points more than {other} (95 %: {span(low, high)}; "
                f"p {p_value(p)}{by})"
            )
            is_open = low <= 0 <= high or (by and p >= UNSURE)
            yield f"{words}: which of them is better is open." if is_open else f"{words}."
            return


def _sure(pair: Comparison, count: int) -> tuple[float, str]:
    """Return p, and how it is adjusted where a number of rankings are compared with the first."""
    if count == 1 or pair.adjusted is None:
        return pair.p, ""
    return pair.adjusted, f", adjusted by Holm's method for {count} comparisons"


def _share(share: Proportion) -> str:
    return f"{percent(share.share)} ({span(share.low, share.high)})"


Found: TypeAlias = Finding[Any]


@dataclass(frozen=True)
class Report:
    """Findings about some runs."""

    title: str
    conclusions: tuple[str, ...]
    """The conclusion, a paragraph for each way."""
    rankings: tuple[tuple[str, str], ...]
    """The name and the description of each ranking."""
    remarks: tuple[str, ...]
    """The runs that the report is about, and cautions."""
    findings: tuple[Found, ...]

    def __getitem__(self, name: str) -> Found:
        return next(finding for finding in self.findings if finding.name == name)


class AskedAgain(NamedTuple):
    """The number of outlines on which a report runs baselines; none of 0."""

    baselines: int = 0
    seen: Callable[[int, int], None] = lambda *_: None
    """Is told how many of them are done."""


NOTHING_ASKED = AskedAgain()


def report_on(of: Selection, asked: AskedAgain = NOTHING_ASKED) -> Report:
    """Return the report on some runs.

    Raises:
        ReportError: if a condition cannot be used.
    """
    runs, rates, pairs = solved.runs(of), solved.rates(of), comparisons.comparisons(of)
    baselines = solved.run_baselines(of, asked.baselines, asked.seen) if asked.baselines else None
    judged = rule_tables.precision(of)
    findings: Iterator[Found] = chain(
        [runs, solved.rates(of, None, baselines)],
        (solved.rates(of, by, baselines) for by in BY),
        [solved.rates(of, POSITION)] if any(row.positions > 1 for row in runs) else [],
        [
            solved.tries(of),
            pairs,
            comparisons.together(of),
            rule_tables.reliability(of),
            rule_tables.reliability(of, attempts="first"),
            *([judged] if judged else []),
            rule_tables.first_wrong(of),
            solved.undone(of),
            solved.timing(of),
        ],
    )
    return Report(
        f"Rankings: {listed(of.names)}",
        conclusions(rates, pairs),
        rankings_in_words(of),
        tuple(_remarks(of, runs)),
        tuple(findings),
    )


def _remarks(of: Selection, runs: Sequence[Any] | Finding[Any]) -> Iterator[str]:
    yield f"From {of.path.name}: {plural(sum(row.runs for row in runs), 'run')} on {of.in_words}."
    yield from _provenance(of)
    if of.left_out:
        yield f"{plural(of.left_out, 'older run')} left out: only the latest version and limit of each count."
    if len({trial.version for trial in of.trials}) > 1:
        yield "The rankings were run by different versions of heuristan: their differences may be the code's."
    if len({row.runs // row.seeds // row.positions for row in runs}) > 1:
        yield "Not all were run on the same outlines; only the comparison is about outlines that both were run on."
    if alone := dict.fromkeys(row.ranking for row in runs if row.positions == 1):
        yield (
            f"Outlines were run only as they lie by {listed(list(alone))}, and intervals take that as given. Turned or "
            "mirrored, others are solved: 'heuristan lab run --positions 8' adds these runs."
        )
    if failed := sum(row.failed for row in runs):
        yield f"{plural(failed, 'run')} failed because of an error in heuristan; they count as not solved."


def _provenance(of: Selection) -> Iterator[str]:
    """Yield the corpus, and the machines and versions that computed the runs."""
    yield f"By digest: {of.corpus_in_words}."
    for machine, processors, python, libraries, limit in of.ask(queries.query("provenance")):
        limits = f"{limit:g} s a run" if limit else "none"
        yield (
            f"Computed on {machine}, {plural(processors, 'processor')}, with Python {python}, {libraries}; "
            f"time limit: {limits}."
        )


STYLE = "\n" + Path(__file__).with_name("report.css").read_text(encoding="utf-8")


LONGEST_NAME = 50
"""Maximum number of characters of a cell that names something; longer ones are sentences, whose lines may be broken."""


def html(report: Report) -> str:
    """Return one page that needs nothing else: no script, no font, no picture from elsewhere."""
    title = as_markup(report.title)
    entries = "".join(f'<li><a href="#{each.name}">{as_markup(each.title)}</a></li>' for each in report.findings)
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        f'<head><meta charset="utf-8"/><title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        f"<style>{STYLE}</style></head>",
        "<body>",
        f"<header><h1>{title}</h1>",
        *(f'<p class="conclusion">{as_markup(each)}</p>' for each in report.conclusions),
        *_rankings(report),
        *(f"<p>{as_markup(remark)}</p>" for remark in report.remarks),
        f'<nav aria-label="Tables"><ul>{entries}</ul></nav></header>',
        "<main>",
        *(line for finding in report.findings for line in _section(finding)),
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _rankings(report: Report) -> Iterator[str]:
    entries = (f"<dt>{as_markup(name)}</dt><dd>{as_markup(words)}</dd>" for name, words in report.rankings)
    yield f"<dl>{''.join(entries)}</dl>"


def _section(finding: Finding[Any]) -> Iterator[str]:
    yield f'<section id="{finding.name}"><h2>{as_markup(finding.title)}</h2>'
    if finding.has_plot:
        yield f"<figure>{finding.svg()}</figure>"
    if finding.rows:
        yield from _table(finding)
        yield f'<p class="note">{as_markup(finding.note)}</p>'
    else:
        yield f"<p>{as_markup(finding.nothing)}</p>"
    if finding.sql:
        yield f"<details><summary>The query</summary><pre>{as_markup(finding.sql)}</pre></details>"
    yield "</section>"


def _table(finding: Finding[Any]) -> Iterator[str]:
    head, rows, numeric = finding.cells
    longest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    kinds = [
        ' class="number"' if right else ' class="words"' if length > LONGEST_NAME else ""
        for right, length in zip(numeric, longest, strict=True)
    ]
    yield f'<div class="table" tabindex="0"><table><caption>{as_markup(finding.title)}</caption>'
    cells = (f'<th scope="col"{kind}>{as_markup(cell)}</th>' for cell, kind in zip(head, kinds, strict=True))
    yield f"<thead><tr>{''.join(cells)}</tr></thead><tbody>"
    for first, *others in rows:
        cells = (f"<td{kind}>{as_markup(cell)}</td>" for cell, kind in zip(others, kinds[1:], strict=True))
        yield f'<tr><th scope="row"{kinds[0]}>{as_markup(first)}</th>{"".join(cells)}</tr>'
    yield "</tbody></table></div>"


def markdown(report: Report, plots: str) -> str:
    """Return a page in Markdown.

    Args:
        report: the report.
        plots: the beginning of the names of its plots' files (`plot_name`).
    """
    lines = [f"# {as_words(report.title)}", "", *(line for each in report.conclusions for line in (as_words(each), ""))]
    lines += [f"- **{as_words(name)}**: {as_words(words)}" for name, words in report.rankings]
    lines += ["", *map(as_words, report.remarks), ""]
    for finding in report.findings:
        title = as_words(finding.title)
        lines += [f"## {title}", ""]
        lines += [f"![{title}]({quote(fsencode(plot_name(plots, finding)))})", ""] if finding.has_plot else []
        lines += [finding.markdown()]
        lines += [as_words(finding.note), ""] if finding.rows else []
        query = ["<details><summary>The query</summary>", "", as_code(finding.sql), "", "</details>", ""]
        lines += query if finding.sql else []
    return "\n".join(lines).rstrip() + "\n"


def plot_name(plots: str, finding: Finding[Any]) -> str:
    """Return the name of the file of a plot."""
    return f"{plots}-{finding.name}.svg"
