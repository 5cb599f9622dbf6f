"""Writes the tables of `lab.md` again: the columns of a results file.

python docs/lab_tables.py
"""

from pathlib import Path

from heuristan.lab.schema import RUN, TABLES, Table

PAGE = Path(__file__).parent / "lab.md"
HEAD, END = "<!-- tables, made by lab_tables.py -->\n\n", "<!-- end of tables -->"


def section(name: str, table: Table) -> str:
    """Return a table of a results file in Markdown, without the columns of a run where `results` has them."""
    shared = RUN if name != "results" and set(RUN) <= set(table.columns) else ()
    rows = "".join(
        f"| `{column.name}` | {column.type} | {column.meaning} |\n" for column in table.columns if column not in shared
    )
    besides = f" {', '.join(f'`{column.name}`' for column in shared)} are as in `results`." if shared else ""
    return f"### `{name}`\n\n{table.meaning}{besides}\n\n| column | type | meaning |\n| --- | --- | --- |\n{rows}\n"


def tables() -> str:
    """Return all tables in Markdown."""
    return "".join(section(name, table) for name, table in TABLES.items())


if __name__ == "__main__":
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(HEAD)
    PAGE.write_text(before + HEAD + tables() + END + rest.partition(END)[2], encoding="utf-8")
