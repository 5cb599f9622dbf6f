"""Cells of CSV files, which programs for tables take for formulas if they begin like one."""

import re
from typing import Any

_FORMULA = re.compile(r"\s*[=+\-@]")
_NUMBER = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*")


def as_cell(value: Any) -> Any:
    """Return a value as a cell: a text that a program for tables would compute has an apostrophe before it."""
    if isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value):
        return f"'{value}"
    return value
