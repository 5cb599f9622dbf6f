"""Make pages of SVG with figures in groups, frames, grids and legends, read them, and count what became of them.

    PYTHONPATH=tests python benchmarks/svg_pages.py [--pages N] [--first SEED] [--list KIND] [--keep FOLDER]

Of each page the places of its figures are known (`tests/shared/svg_pages.py`). It is "read" if each figure is a drawing
of its own, "read with more" if there are others besides, "together" if a drawing has several figures, "said" if one is
in no drawing and something is refused, "refused" as a whole, and "silent" if a figure is in no drawing and nothing is
refused: that must never be.
"""

import argparse
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from shared.svg_pages import outcome, page

KINDS = ("read", "read with more", "together", "said", "refused", "silent")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--list", nargs="+", choices=KINDS, default=["silent"], help="print these pages")
    parser.add_argument("--keep", type=Path, help="folder for the pages that are printed")
    options = parser.parse_args()
    counts, start = Counter[str](), perf_counter()
    with TemporaryDirectory() as place:
        for seed in range(options.first, options.first + options.pages):
            made = page(seed)
            kind = outcome(made, Path(place) / "page.svg")
            counts[kind] += 1
            if kind in options.list:
                print(f"{seed} | {kind} | {made.made}", flush=True)
                if options.keep:
                    (options.keep / f"{seed}.svg").write_text(made.text, encoding="utf-8")
    taken = (perf_counter() - start) / options.pages
    print(", ".join(f"{kind} {counts[kind]}" for kind in KINDS) + f"; {1000 * taken:.0f} ms each")


if __name__ == "__main__":
    main()
