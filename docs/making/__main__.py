"""Makes the tables and pictures of all pages again: python docs/making [tables | pictures] [--check]

With --check nothing is written: what is not up to date is named, and the exit status is 1 if anything is. Measured
figures, recorded runs and screenshots are left alone: each is made by a module of its own, which its page names.
"""

import argparse
import sys


def main() -> None:
    """Make what is asked for, or say what is not up to date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["tables", "pictures"], help="these alone [default: both]")
    parser.add_argument("--check", action="store_true", help="write nothing, name what is not up to date")
    asked = parser.parse_args()
    stale: list[str] = []
    if asked.what != "pictures":
        import every_table

        stale += [path.name for path in every_table.stale()] if asked.check else []
        if not asked.check:
            every_table.make()
    if asked.what != "tables":
        import every_picture

        stale += every_picture.stale() if asked.check else []
        if not asked.check:
            every_picture.make_all()
    if stale:
        sys.exit(f"not up to date: {', '.join(stale)}; run python docs/making")


if __name__ == "__main__":
    main()
