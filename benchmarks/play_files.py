"""Measure files to play with: their size, the time until the first board is drawn, and whether they can be played out.

    PYTHONPATH=tests python benchmarks/play_files.py [--keep FOLDER] [OUTLINE...]

The file of each outline, a shape or a file of one, is opened from the disk in Debian's Chromium, as on a telephone
without a network. Each piece is laid with a finger, after the three hints for it; what lies there in the end is judged
by `Puzzle.verify`. Printed is what went wrong, and which have no file since they have no solution. The time is from the
beginning of the navigation to the first board, with a cold page.
"""

import argparse
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from shared.browser import browser
from shared.played import PlayedPage

from heuristan import Puzzle
from heuristan.tangram.outlines.reading import shape_files
from heuristan.teaching.web.play_pages import play_page

TELEPHONE = {"viewport": {"width": 412, "height": 915}, "has_touch": True, "is_mobile": True, "offline": True}
WATCH = """new MutationObserver(() => {
  if (document.querySelector('svg.table .piece path[d]')) window.firstBoard ??= performance.now();
}).observe(document, { childList: true, subtree: true, attributes: true });"""


class Played(NamedTuple):
    """Result of playing one file to its end."""

    shape: str
    bytes: int
    milliseconds: float
    """Until the first board was drawn."""
    hints: int
    verdict: str
    """Of the judge in Python, on what the page says is solved."""
    errors: list[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="*", metavar="OUTLINE", help="Shapes, or files; all shapes if none is given.")
    parser.add_argument("--keep", type=Path, help="Folder for the files.")
    given = parser.parse_args()
    names = given.outlines or sorted(shape_files())
    with TemporaryDirectory() as temporary, browser() as chromium:
        place = given.keep or Path(temporary)
        place.mkdir(parents=True, exist_ok=True)
        played, without = [], []
        for name in names:
            puzzle = Puzzle.from_file(name)
            made = play_page(puzzle, puzzle.solve())
            if made is None:
                without.append(name)
                continue
            path = place / f"{Path(name).stem}.play.html"
            path.write_text(made, encoding="utf-8")
            played.append(play(chromium, puzzle, path))
            print(f"{name}: {played[-1].verdict}, {played[-1].errors}", flush=True)
    report(played, without)


def play(chromium: Any, puzzle: Puzzle, path: Path) -> Played:
    """Play a file to its end."""
    context = chromium.new_context(**TELEPHONE)
    context.add_init_script(WATCH)
    page, errors = context.new_page(), []
    page.on("console", lambda message: errors.append(message.text))
    page.on("pageerror", lambda fault: errors.append(str(fault)))
    page.goto(path.as_uri())
    at = PlayedPage.on(page)
    first = page.evaluate("window.firstBoard")
    count = puzzle.stock.total()
    hints = 0
    try:
        for _ in range(count):
            at.take_three_hints()
            hints += 3
            at.lay_by_finger_as_hinted()
        page.locator(".advice", has_text="Solved!").wait_for()
        verdict = puzzle.verify(lying(at, puzzle)).verdict
    except Exception as fault:  # a page that cannot be played is a finding, not an end
        verdict = f"not played to the end: {str(fault).splitlines()[0]}"
    context.close()
    return Played(path.name, path.stat().st_size, first, hints, verdict, errors)


def lying(at: PlayedPage, puzzle: Puzzle) -> list[tuple[None, list[tuple[float, float]]]]:
    """Return the pieces as they lie on the board, in the coordinates of the puzzle."""
    own = puzzle.position.own
    rings = [at.drawn(f".piece >> nth={number} >> path") for number in range(at.page.locator(".piece").count())]
    return [(None, [own(spot) for spot in ring]) for ring in rings]


def report(played: list[Played], without: list[str]) -> None:
    """Print what was measured."""
    sizes, times = [each.bytes for each in played], [each.milliseconds for each in played]
    right = [each for each in played if each.verdict == "right" and not each.errors]
    print(f"{len(right)} of {len(played)} played to the end by touch, {sum(each.hints for each in played)} hints")
    print(f"bytes: {min(sizes)} to {max(sizes)}, median {median(sizes):.0f}")
    print(f"first board after: {min(times):.0f} to {max(times):.0f} ms, median {median(times):.0f}")
    print(f"no file, since they have no solution: {len(without)} ({', '.join(without)})")


if __name__ == "__main__":
    main()
