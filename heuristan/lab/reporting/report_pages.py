"""A report as a page: HTML with its plots inside, or Markdown with plots in files beside it."""

from collections.abc import Iterator
from os import fsencode
from pathlib import Path
from typing import Any
from urllib.parse import quote

from heuristan.common.quoting import as_code, as_markup, as_words
from heuristan.lab.reporting.findings import Finding
from heuristan.lab.reporting.full_report import Report

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
