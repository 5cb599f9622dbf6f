"""What the makers of pages share: where pages lie, tables in Markdown, and the marked parts of a page."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1]
IMAGES, EXAMPLES = DOCS / "images", DOCS / "examples"
END = "<!-- end of table -->"


def block(maker: str) -> re.Pattern[str]:
    """Return the pattern of the tables that a maker keeps on pages, each between two comments."""
    return re.compile(rf"(<!-- table: ([\w-]+), made by {re.escape(maker)} -->\n\n).*?({END})", re.DOTALL)


def with_tables(text: str, maker: str, tables: Mapping[str, Callable[[], str]]) -> str:
    """Return the text of a page with a maker's tables as they are now; those that are not given stay."""

    def made(found: re.Match[str]) -> str:
        return f"{found[1]}{tables[found[2]]()}\n{found[3]}" if found[2] in tables else found[0]

    return block(maker).sub(made, text)


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    lines = [list(columns), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)


def recorded(name: str) -> Any:
    """Return what a maker recorded in a file of the examples."""
    return json.loads((EXAMPLES / name).read_text(encoding="utf-8"))


def record(name: str, value: Any) -> None:
    """Record a value in a file of the examples, on one line."""
    text = json.dumps(value, separators=(",", ":"))
    (EXAMPLES / name).write_text(f"{text}\n", encoding="utf-8")
