"""The tables of a results file: their columns, and what each means. The file itself carries these words as comments."""

from typing import NamedTuple

SCHEMA = 1
"""Raised whenever a column changes, so that a file of another shape is refused and not misread."""


class Column(NamedTuple):
    """A column of a table."""

    name: str
    type: str
    """As DuckDB names it."""
    meaning: str


class Table(NamedTuple):
    """A table of a results file."""

    meaning: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    """The columns that tell its rows apart; none where rows are only ever added together with another table's."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


RUN = (
    Column("outline", "VARCHAR", "which outline: its digest"),
    Column("ranking", "VARCHAR", "which ranking: its digest"),
    Column("way", "VARCHAR", "'published' (nothing is undone) or 'backtracking'"),
    Column("version", "VARCHAR", "of heuristan, and a digest of the code that decides results"),
    Column("time_limit", "DOUBLE", "the most seconds that the run was allowed; 0 where there was no limit"),
)
"""What tells runs apart. ('limit' alone is a word of SQL.)"""

RUN_KEY = tuple(column.name for column in RUN)

TABLES = {
    "outlines": Table(
        "One row for each outline, however many rankings were tried on it.",
        (
            Column("outline", "VARCHAR", "16 hex digits of the outline as it lies, position apart"),
            Column("shape", "VARCHAR", "the same for all eight turns and mirror images of it"),
            Column("id", "VARCHAR", "its name where it was read first"),
            Column("split", "VARCHAR", "'training' or 'test', by the shape"),
            Column("family", "VARCHAR", "convex, simple-10-, simple-11+, holes, touching, parts (see docs/lab.md)"),
            Column("made", "VARCHAR", "by whom, where the file says so in properties.made"),
            Column("corners", "INTEGER", "vertices of all rings"),
            Column("parts", "INTEGER", "outer rings: parts that touch in points alone are counted one by one"),
            Column("pieces", "VARCHAR", "the set that it is laid with"),
            Column("sets", "INTEGER", "how many of that set"),
            Column("area", "DOUBLE", "in squares of the small leg"),
            Column("exact", "BOOLEAN", "whether it lay on the lattice; else it was drawn, and read nearly"),
            Column("properties", "JSON", "what a GeoJSON feature says of it besides"),
        ),
        ("outline",),
    ),
    "rankings": Table(
        "One row for each ranking that was tried.",
        (
            Column(
                "ranking", "VARCHAR", "16 hex digits of its rules and settings, names and notes of the ranking apart"
            ),
            Column("name", "VARCHAR", "its name when it was tried first"),
            Column("text", "VARCHAR", "the ranking as YAML"),
        ),
        ("ranking",),
    ),
    "results": Table(
        "One row for each run: one outline by one ranking in one way.",
        (
            *RUN,
            Column(
                "status",
                "VARCHAR",
                "solved, stuck, unsolvable, limit, or failed: a fault of heuristan (see message)",
            ),
            Column("solved", "BOOLEAN", "whether the status is solved"),
            Column("entry_point", "INTEGER", "of the attempt that solved it, 1 for the first; NULL where none did"),
            Column("attempts", "INTEGER", "attempts begun"),
            Column("restarts", "INTEGER", "attempts after the first"),
            Column("extractions", "INTEGER", "matches taken, all attempts together"),
            Column("undone", "INTEGER", "how many of them were put back"),
            Column("composites", "INTEGER", "how many of them were composites"),
            Column("seconds", "DOUBLE", "for solving alone"),
            Column("stuck_at", "INTEGER", "matches out in the attempt that came furthest; NULL where it was solved"),
            Column("message", "VARCHAR", "in a sentence"),
            Column("solutions", "INTEGER", "all solutions, equal pieces not told apart; NULL where they are not known"),
        ),
        RUN_KEY,
    ),
    "extractions": Table(
        "One row for each match that a run took, in order, all attempts.",
        (
            *RUN,
            Column("attempt", "INTEGER", "from 1: the attempt's place among those of the run"),
            Column("entry_point", "INTEGER", "the rule at which the attempt began, 1 for the first"),
            Column("number", "INTEGER", "from 1: its place among the matches taken in the run"),
            Column("step", "INTEGER", "from 1: how many matches were out with it"),
            Column("rule", "VARCHAR", "the rule that took it"),
            Column("kind", "VARCHAR", "'piece' or 'composite'"),
            Column("figure", "VARCHAR", "the piece or composite"),
            Column("verdict", "VARCHAR", "'right', 'wrong' or 'late' against all solutions; NULL where not measured"),
            Column("undone", "BOOLEAN", "whether it was put back again"),
            Column("kept", "BOOLEAN", "whether it is part of the solution that the run came to"),
        ),
    ),
}
