"""Makes the tables of `generate.md` again.

    python docs/generate_page.py             what comes of each way of generating
    python docs/generate_page.py --speed     ... and how long it takes, measured on this machine

Run it after a change to the generator; a test compares some rows with what is generated.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from time import process_time

from heuristan.tangram.lab.generating import EVERY_COMPACT, Recipe, outlines

PAGE = Path(__file__).parent / "generate.md"
HEAD, END = "<!-- table: {}, made by generate_page.py -->\n\n", "\n<!-- end of table -->"
SAMPLE = 400
SEED = 1972

SHARES: Mapping[str, Recipe] = {
    "": Recipe(),
    "--compact 1": Recipe(compact=(1,)),
    "--compact 16": Recipe(compact=(16,)),
    "--how snug": Recipe("snug"),
    "--how snug --compact 1": Recipe("snug", compact=(1,)),
    "--sets 2": Recipe(sets=2),
    "--how snug --sets 2": Recipe("snug", 2),
}
"""The outlines of which the table of shares tells, by the options that make them."""

SPEEDS: Mapping[str, tuple[Recipe, int]] = {
    "": (Recipe(), 5000),
    "--how snug": (Recipe("snug"), 2000),
    "--sets 2": (Recipe(sets=2), 1000),
    "--corners 8-12": (Recipe(corners=range(8, 13), compact=EVERY_COMPACT), 500),
    "--corners 16-": (Recipe(corners=range(16, 100), compact=EVERY_COMPACT), 300),
    "--corners 5": (Recipe(corners=range(5, 6), compact=EVERY_COMPACT), 30),
    "--family holes": (Recipe(families=("holes",), compact=EVERY_COMPACT), 100),
    "--family touching": (Recipe(families=("touching",), compact=EVERY_COMPACT), 100),
}
"""What is measured, and how many outlines of it."""


def shares() -> str:
    """How many corners the outlines have, and of what families they are."""
    columns = ("options", "corners: least", "median", "most", *Recipe().families)
    return table(columns, map(share_row, SHARES))


def share_row(options: str) -> tuple[str, ...]:
    """The row of some options: 1 in 20 outlines has fewer corners than the least, or more than the most."""
    made = list(islice(outlines(SHARES[options], SEED), SAMPLE))
    corners = sorted(one.corners for one in made)
    families = Counter(one.family for one in made)
    spread = (corners[SAMPLE // 20], corners[SAMPLE // 2], corners[-SAMPLE // 20])
    kinds = (f"{families[family] / SAMPLE:.1%}" if families[family] else "" for family in Recipe().families)
    return (f"`{options}`" if options else "(none)", *map(str, spread), *kinds)


def speeds() -> str:
    """How many outlines are made a minute."""
    return table(("options", "outlines", "seconds of one core", "a minute"), map(speed_row, SPEEDS))


def speed_row(options: str) -> tuple[str, ...]:
    """The row of some options."""
    recipe, number = SPEEDS[options]
    start = process_time()
    made = sum(1 for _ in islice(outlines(recipe, SEED), number))
    seconds = process_time() - start
    return f"`{options}`" if options else "(none)", f"{made:,}", f"{seconds:.0f}", f"{60 * made / seconds:,.0f}"


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in Markdown."""
    return "".join(_lines(columns, rows))


def _lines(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    head = list(columns)
    for line in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(line)} |\n"


def main() -> None:
    """Write the tables into the page."""
    made = {"shares": shares()} | ({"speeds": speeds()} if "--speed" in sys.argv[1:] else {})
    text = PAGE.read_text(encoding="utf-8")
    for name, rows in made.items():
        head, _, rest = text.partition(HEAD.format(name))
        text = head + HEAD.format(name) + rows + END + rest.partition(END)[2]
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
