"""Conditions on outlines: `made=human`, or a SQL expression over the columns of the table `outlines`."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from heuristan.common.faults import InputError, require
from heuristan.lab.store import Row, shut_in
from heuristan.lab.tables import TABLES, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_EQUAL = re.compile(r"([A-Za-z_][\w-]*)=([^='\"()<>]*)")
"""A column or property and its value."""


class ConditionError(InputError):
    """A condition cannot be used."""


class Filter:
    """Conditions that outlines must meet."""

    def __init__(self, conditions: Sequence[str]) -> None:
        """Check the conditions.

        Raises:
            ConditionError: if one cannot be used.
        """
        self._conditions = [as_sql(condition) for condition in conditions]
        for written, condition in zip(conditions, self._conditions, strict=True):
            self._try(written, condition)

    def keeps(self, outlines: Sequence[Row]) -> list[bool]:
        """Return for each of some rows of the table `outlines` whether it meets all conditions."""
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
                f"'{written}' is not a condition ({reason}); write it like made=human, or as SQL "
                f'like "vertices > 12" over the columns {columns}'
            ) from None

    @cached_property
    def _connection(self) -> "DuckDBPyConnection":
        require("duckdb", "DuckDB", "lab")
        import duckdb

        connection = duckdb.connect()
        shut_in(connection)
        return connection


def as_sql(condition: str) -> str:
    """Return a condition as SQL; `made=human` compares a column of the table, or else a property."""
    found = _EQUAL.fullmatch(condition.strip())
    if found is None:
        return condition
    name, value = found[1], quoted(found[2])
    if name in TABLES["outlines"].names and name != "properties":
        return f"CAST({name} AS VARCHAR) = {value}"
    return f"properties->>'{name}' = {value}"


def _over(condition: str) -> str:
    columns = TABLES["outlines"].columns
    lists = ", ".join(f"unnest(${i}::{column.type}[]) AS {column.name}" for i, column in enumerate(columns, 1))
    return f"SELECT {condition} FROM (SELECT {lists})"
