"""Rates of surveys of a census, exact to the puzzle: of all shapes, by vertices, symmetry and solutions."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.faults import require
from heuristan.common.files import utf8_name
from heuristan.lab.schema import quoted

SYMMETRY = "CASE WHEN turns + mirrors = 1 THEN 'none' WHEN mirrors = 0 THEN 'turns' ELSE 'mirrors' END"
SOLUTIONS = "CASE WHEN solutions < 5 THEN solutions::VARCHAR WHEN solutions < 10 THEN '5 to 9' ELSE '10 or more' END"
GROUPS = {
    "vertices": ("vertices", "part"),
    "symmetry": (SYMMETRY, "count(*) DESC"),
    "solutions": (SOLUTIONS, "min(solutions)"),
}
"""Groupings of rates: an expression over the columns of a census, and the order of its values."""


class CensusRate(NamedTuple):
    """How many shapes of a group a ranking solved."""

    ranking: str
    group: str
    shapes: int
    at_once: int
    """In the first attempt."""
    solved: int
    """In any."""


class Surveys:
    """Surveys of one census, for questions in SQL."""

    def __init__(self, census: Path, results: Mapping[str, Path]) -> None:
        """Open files.

        Args:
            census: the file of shapes.
            results: the file of each ranking's survey, by the ranking's name.
        """
        require("duckdb", "DuckDB", "lab")
        import duckdb

        self.names = list(results)
        self._connection: Any = duckdb.connect()
        self._connection.sql("SET enable_progress_bar = false")
        runs = " ".join(
            f"JOIN read_parquet({quoted(utf8_name(path))}) AS r{number} USING (digest)"
            for number, path in enumerate(results.values())
        )
        columns = ", ".join(
            f"r{number}.solved AS s{number}, r{number}.entry_point AS e{number}, r{number}.extractions AS x{number}"
            for number in range(len(results))
        )
        self._connection.execute(
            f"CREATE TABLE runs AS SELECT c.*, {columns} FROM read_parquet({quoted(utf8_name(census))}) AS c {runs}"
        )

    def rates(self, by: str | None = None) -> list[CensusRate]:
        """Return the rates of each ranking, over all shapes or by a group of `GROUPS`."""
        found: list[CensusRate] = []
        group, order = GROUPS[by] if by else ("'all'", "part")
        for number, name in enumerate(self.names):
            query = (
                f"SELECT {group} AS part, count(*), count(*) FILTER (e{number} = 1), count(*) FILTER (s{number}) "
                f"FROM runs GROUP BY part ORDER BY {order}"
            )
            found += [CensusRate(name, str(row[0]), *row[1:]) for row in self._rows(query)]
        return found

    def only(self) -> dict[str, int]:
        """Return how many shapes each ranking alone solved, and how many all and none did."""
        flags = [f"s{number}" for number in range(len(self.names))]
        sums = " + ".join(f"{flag}::INTEGER" for flag in flags)
        found = {"all": self.number(f"({sums}) = {len(flags)}"), "none": self.number(f"({sums}) = 0")}
        return found | {
            name: self.number(f"{flag} AND ({sums}) = 1") for name, flag in zip(self.names, flags, strict=True)
        }

    def shapes(self, where: str, order: str, most: int) -> list[dict[str, Any]]:
        """Return some shapes with the results on them, as records of the columns.

        Args:
            where: a condition over the columns of the census, and s0, e0, x0 and so on of the rankings.
            order: what they are sorted by; the digest decides between equal ones.
            most: maximum number.
        """
        found = self._connection.sql(f"SELECT * FROM runs WHERE {where} ORDER BY {order}, digest LIMIT {most}")
        return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]

    def number(self, where: str) -> int:
        """Return how many shapes meet a condition, written as for `shapes`."""
        return int(self._rows(f"SELECT count(*) FROM runs WHERE {where}")[0][0])

    def close(self) -> None:
        self._connection.close()

    def _rows(self, query: str) -> list[Any]:
        rows: list[Any] = self._connection.execute(query).fetchall()
        return rows
