"""A report as a page: HTML with its plots inside, or Markdown with plots in files beside it."""

from collections.abc import Iterator
from os import fsencode
from typing import Any
from urllib.parse import quote

from heuristan.common.quoting import as_code, as_markup, as_words
from heuristan.lab.reporting.findings import Finding
from heuristan.lab.reporting.full_report import Report

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 "DejaVu Sans", Verdana, Geneva, sans-serif; color: #1a1a1a; background: #fff; max-width: 78rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; }
h2 { font-size: 1.2rem; margin-top: 2.5rem; border-top: 1px solid #c8c8c8; padding-top: 1rem; }
header p, dl { max-width: 60rem; }
p.conclusion { font-size: 1.1rem; border-left: 4px solid #005a8c; padding-left: .8rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; font-size: .9rem; }
dt { font-weight: bold; } dd { margin: 0; }
p.note { color: #595959; font-size: .9rem; max-width: 48rem; }
div.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: .25rem .5rem; text-align: left; white-space: nowrap; }
thead th { border-bottom: 2px solid #1a1a1a; vertical-align: bottom; white-space: normal; }
tbody tr:nth-child(odd) { background: #f7f7f7; }
tbody .words { white-space: normal; min-width: 14rem; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
details { margin: .5rem 0; font-size: .9rem; } summary { cursor: pointer; color: #005a8c; }
pre { background: #f7f7f7; padding: .8rem; overflow-x: auto; font-size: .8rem; }
nav ul { columns: 2; font-size: .9rem; } a { color: #005a8c; }
@media screen and (max-width: 60rem) {
  table { font-size: .75rem; } th, td { padding: .2rem .35rem; white-space: normal; overflow-wrap: anywhere; }
  dl { grid-template-columns: 1fr; } nav ul { columns: 1; }
}
@media print {
  @page { margin: 12mm; }
  body { font-size: 9.5pt; max-width: none; margin: 0; padding: 0; }
  nav, details { display: none; }
  div.table { overflow: visible; }
  table { font-size: 6.5pt; } th, td { padding: .1rem .25rem; white-space: normal; } td.number { white-space: nowrap; }
  h2 { break-after: avoid; } tr, figure, p { break-inside: avoid; } thead { display: table-header-group; }
}
"""


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
