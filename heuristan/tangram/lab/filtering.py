"""Conditions on outlines: `made=human`, or an expression of SQL over the columns of the table `outlines`."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from heuristan.tangram.lab.store import MissingExtraError, Row
from heuristan.tangram.lab.tables import TABLES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_EQUAL = re.compile(r"([A-Za-z_][\w-]*)=([^='\"()<>]*)")
"""A column or property, and its value."""


class ConditionError(ValueError):
    """A condition that cannot be used."""


class Filter:
    """Tells whether outlines meet some conditions."""

    def __init__(self, conditions: Sequence[str]) -> None:
        """Raises ConditionError where one cannot be used."""
        self._conditions = [as_sql(condition) for condition in conditions]
        for written, condition in zip(conditions, self._conditions, strict=True):
            self._try(written, condition)

    def keeps(self, outlines: Sequence[Row]) -> list[bool]:
        """For each of some rows of the table `outlines` whether it meets all of them."""
        if not self._conditions or not outlines:
            return [True] * len(outlines)
        return self._ask(" AND ".join(f"({each})" for each in self._conditions), outlines)

    def _ask(self, condition: str, outlines: Sequence[Row]) -> list[bool]:
        columns = list(map(list, zip(*outlines, strict=True)))
        return [bool(kept) for (kept,) in self._connection.execute(_over(condition), columns).fetchall()]

    def _try(self, written: str, condition: str) -> None:
        import duckdb

        try:
            self._ask(condition, [(None,) * len(TABLES["outlines"].columns)])
        except duckdb.Error as fault:
            reason = str(fault).splitlines()[0]
            columns = ", ".join(TABLES["outlines"].names)
            raise ConditionError(
                f"'{written}' is no condition ({reason}); write like made=human, or SQL like \"corners > 12\" over "
                f"the columns {columns}"
            ) from None

    @cached_property
    def _connection(self) -> "DuckDBPyConnection":
        try:
            import duckdb
        except ImportError:
            raise MissingExtraError("DuckDB") from None
        return duckdb.connect()


def as_sql(condition: str) -> str:
    """An expression; of `made=human` the column, or else the property, that has the value."""
    found = _EQUAL.fullmatch(condition.strip())
    if found is None:
        return condition
    name, value = found[1], found[2].replace("'", "''")
    if name in TABLES["outlines"].names and name != "properties":
        return f"CAST({name} AS VARCHAR) = '{value}'"
    return f"properties->>'{name}' = '{value}'"


def _over(condition: str) -> str:
    columns = TABLES["outlines"].columns
    lists = ", ".join(f"unnest(${i}::{column.type}[]) AS {column.name}" for i, column in enumerate(columns, 1))
    return f"SELECT {condition} FROM (SELECT {lists})"
