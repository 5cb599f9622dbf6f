"""Play every shape that ships to the end on the page: each piece of a solution is laid by the play table itself.

    python benchmarks/playing.py [--shapes NAME ...]

The pieces come from the exact search, and go where a hand would drop them: up to a fifth of a leg beside their place,
by a seed that is printed. The table snaps them, tests them, and asks the judge. Needs the extra ``web``, Playwright
and Debian's Chromium.
"""

import argparse
import sys
from pathlib import Path
from random import Random, randrange
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from shared.browser import browser
from shared.played import PlayedPage
from shared.serving import serving

PLAY = """async ([given, beside]) => {
  const { ask } = await import("/web/api.js");
  const { playTable } = await import("/web/play-table.js");
  const { Table } = await import("/web/table.js");
  const { poseOn } = await import("/web/table-pieces.js");
  const run = await ask("run", { puzzle: given, solver: "exact" });
  if (run.status !== "solved") return { status: run.status };
  const place = document.createElement("main");
  document.getElementById("page").replaceChildren(place);
  let table = null;
  const watched = Table.prototype.resized;
  Table.prototype.resized = function () { table = this; return watched.call(this); };
  const leave = playTable(place, { ...(await ask("puzzle", { puzzle: given })), given }, { ask, open: () => {} });
  Table.prototype.resized = watched;
  const free = table.kinds.map((kind, number) => ({ kind, number }));
  for (const { piece, ring } of run.pieces) {
    const [{ kind, number }] = free.splice(free.findIndex((each) => each.kind.piece === piece), 1);
    const pose = poseOn(kind, ring, table.angles);
    const [dx, dy] = beside.shift();
    table.put(number, table.snapped(number, { ...pose, at: [pose.at[0] + dx, pose.at[1] + dy] }));
  }
  const end = performance.now() + 5000;
  while (!place.querySelector(".solved") && performance.now() < end) await new Promise((wait) => setTimeout(wait, 20));
  const words = place.querySelector(".advice").textContent;
  leave();
  return { status: place.querySelector(".solved") ? "played" : "not played", words, lack: table.lack };
}"""


def main() -> int:
    """Play, and say what was not played to the end."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--shapes", nargs="*", help="names of shapes; all that have a solution if not given")
    parser.add_argument("--seed", type=int, default=randrange(10**6))
    parser.add_argument(
        "--beside", type=float, default=0.1, help="how far beside its place a piece is dropped, in legs"
    )
    options = parser.parse_args()
    random, began, failed = Random(options.seed), perf_counter(), []
    with serving() as (_, address), browser() as chromium:
        page = PlayedPage(chromium.new_context(viewport={"width": 1024, "height": 768}), address)
        shapes = page.page.evaluate("fetch('/api/shapes').then((answer) => answer.json())")["shapes"]
        names = options.shapes or [each["shape"] for each in shapes if each["possible"]]
        for name in names:
            played = play(page, name, random, options.beside)
            if played["status"] != "played":
                failed.append(name)
                print(f"{name}: {played}")
        errors = page.errors
    print(
        f"seed {options.seed}: {len(names) - len(failed)} of {len(names)} shapes played to the end, "
        f"{len(errors)} errors on the page, {perf_counter() - began:.0f} s"
    )
    return 1 if failed or errors else 0


def play(page: PlayedPage, name: str, random: Random, beside: float) -> dict[str, Any]:
    """Play one shape."""
    drops = [(random.uniform(-beside, beside), random.uniform(-beside, beside)) for _ in range(100)]
    found: dict[str, Any] = page.page.evaluate(PLAY, [{"shape": name}, drops])
    return found


if __name__ == "__main__":
    sys.exit(main())
