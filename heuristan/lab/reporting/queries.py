"""The queries of the report, in SQL over the tables of a results file (`heuristan lab sql FILE` lists them).

They stand in `queries.sql`. Each begins with what `selection.py` writes: the tables `trial` (rankings and ways, the
latest version of each), `chosen` (outlines) and `run` (the results of these trials on these outlines). The report shows
each query in full, so that it can be copied and changed.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from heuristan.lab.columns import KINDS

FIRST_ATTEMPTS = "\n    WHERE attempt = 1"


@cache
def _queries() -> Mapping[str, str]:
    """Return all queries by their names."""
    text = Path(__file__).with_name("queries.sql").read_text(encoding="utf-8")
    _, *parts = re.split(r"^-- query: (\w+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def query(name: str, **places: object) -> str:
    """Return a query to follow the beginning of all, with what its places in braces hold."""
    text = _queries()[name].strip().format(**places)
    return text if text.startswith(",") else f"\n{text}"


class By(NamedTuple):
    """A property that outlines are grouped by."""

    title: str
    words: str
    """An expression over the columns of `outlines`."""
    order: str
    """The order of the groups: an expression over a group of runs."""


_KINDS = ", ".join(f"'{kind}'" for kind in KINDS)

BY = {
    "kind": By("Kind", "kind", f"min(list_position([{_KINDS}], kind)), part"),
    "vertices": By("Vertices", "concat((vertices + 1) // 2 * 2 - 1, ' or ', (vertices + 1) // 2 * 2)", "min(vertices)"),
    "made": By("Made by", "coalesce(made, '(not said)')", "part"),
    "split": By("Split", "split", "part DESC"),
}
"""The usual ones. Numbers of vertices are taken in pairs, with a border between ten and eleven as in the paper."""

BY_RUN = BY | {"position": By("Position", "CAST(position AS VARCHAR)", "part")}
"""Those that runs of outlines are grouped by."""


def rates(by: str | None) -> str:
    """Return the query for the rates by one of BY or by another expression; None for all outlines together."""
    return query("rates", by=part_of(by), order=BY_RUN[by].order if by in BY_RUN else "part")


def part_of(by: str | None) -> str:
    """Return an expression for the part that an outline belongs to."""
    if by is None:
        return "'all'"
    return BY_RUN[by].words if by in BY_RUN else f"CAST({by} AS VARCHAR)"


def reliability(by: str, *, first_attempts: bool) -> str:
    """Return the query for the reliability by a column of the table `extractions`."""
    return query("reliability", by=by, attempts=FIRST_ATTEMPTS if first_attempts else "")
