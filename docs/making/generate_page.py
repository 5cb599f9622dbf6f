"""Makes the table of `generate.md` again.

    python docs/making/generate_page.py             the shares of kinds for each way of generating
    python docs/making/generate_page.py --speed     prints the speed on this machine

Run it after a change to the generator; a test compares some rows with what is generated.
"""

import sys
from collections import Counter
from collections.abc import Mapping
from itertools import islice
from time import process_time

from marked import DOCS, table, with_tables

from heuristan.lab.generating import EVERY_COMPACT, Recipe, outlines

PAGE = DOCS / "generate.md"
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
"""The rows of the table of shares: recipes by their options."""

SPEEDS: Mapping[str, tuple[Recipe, int]] = {
    "": (Recipe(), 5000),
    "--how snug": (Recipe("snug"), 2000),
    "--sets 2": (Recipe(sets=2), 1000),
    "--vertices 8-12": (Recipe(vertices=range(8, 13), compact=EVERY_COMPACT), 500),
    "--vertices 16-": (Recipe(vertices=range(16, 100), compact=EVERY_COMPACT), 300),
    "--vertices 5": (Recipe(vertices=range(5, 6), compact=EVERY_COMPACT), 30),
    "--kind holes": (Recipe(kinds=("holes",), compact=EVERY_COMPACT), 100),
    "--kind touching": (Recipe(kinds=("touching",), compact=EVERY_COMPACT), 100),
}
"""The rows of the table of speeds: recipes and numbers of outlines by their options."""


def shares() -> str:
    """Return the table of numbers of vertices and kinds."""
    columns = ("options", "vertices: 5 %", "median", "95 %", *Recipe().kinds)
    return table(columns, map(share_row, SHARES))


def share_row(options: str) -> tuple[str, ...]:
    """Return the row of some options."""
    made = list(islice(outlines(SHARES[options], SEED), SAMPLE))
    vertices = sorted(one.vertices for one in made)
    counts = Counter(one.kind for one in made)
    spread = (vertices[SAMPLE // 20], vertices[SAMPLE // 2], vertices[-SAMPLE // 20])
    shares = (f"{counts[kind] / SAMPLE:.1%}" if counts[kind] else "" for kind in Recipe().kinds)
    return (f"`{options}`" if options else "(none)", *map(str, spread), *shares)


def speeds() -> str:
    """Return the table of outlines made per minute."""
    return table(("options", "outlines", "seconds of one core", "a minute"), map(speed_row, SPEEDS))


def speed_row(options: str) -> tuple[str, ...]:
    """Return the row of some options."""
    recipe, number = SPEEDS[options]
    start = process_time()
    made = sum(1 for _ in islice(outlines(recipe, SEED), number))
    seconds = process_time() - start
    return f"`{options}`" if options else "(none)", f"{made:,}", f"{seconds:.0f}", f"{60 * made / seconds:,.0f}"


def main() -> None:
    """Write the table of shares into the page, or print that of speeds."""
    if "--speed" in sys.argv[1:]:
        print(speeds())
        return
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(with_tables(text, "generate_page.py", {"shares": shares}), encoding="utf-8")


if __name__ == "__main__":
    main()
