"""Measure the site: bytes and seconds until a child plays and until the workbench steps, memory, and answers.

    PYTHONPATH=tests python benchmarks/site_start.py [--pyodide FOLDER] [--times 3] [--slowed 4] [--every 1]

Two sites are written, without and with a snapshot, and opened in Debian's Chromium by turns: cold in a fresh profile,
then again in it. A browser is slowed by stopping its renderers for all but a part of the time, so that workers are
slowed too. Bytes are those of the files that were asked for, packed by gzip. Answers are those of `heuristan serve` and
of both sites, in one run: a step, why not, and a run of each shape.
"""

import argparse
import gzip
import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import perf_counter, sleep
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Playwright, sync_playwright
from shared.browser import ARGUMENTS, CHROMIUM
from shared.hosting import hosting
from shared.serving import serving

from heuristan.tangram.outlines.reading import shape_files
from heuristan.teaching.web.site.site_folder import write_site

TURN = 0.04
"""Seconds of a turn of running and being stopped."""
TIMEOUT = 180_000
ANSWERED = """async ([module, asked]) => {
  const { send } = await import(new URL(`web/${module}.js`, document.baseURI));
  const took = [];
  for (const [name, body] of asked) {
    const begun = performance.now();
    await (await send(name, JSON.stringify(body))).text();
    took.push(performance.now() - begun);
  }
  return took;
}"""


def _say(words: str) -> None:
    print(words, flush=True)


def main() -> None:
    """Write the sites and measure them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pyodide", type=Path, help="folder with Pyodide, as for heuristan site")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--slowed", type=float, default=4.0)
    parser.add_argument("--every", type=int, default=1, help="1 for all shapes, 10 for each tenth")
    given = parser.parse_args()
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        folder = Path(stack.enter_context(TemporaryDirectory()))
        sites = {}
        for name, has_snapshot in (("plain", False), ("snapshot", True)):
            write_site(folder / name, given.pyodide, lambda _: None, has_snapshot=has_snapshot)
            server = stack.enter_context(hosting(folder / name))
            sites[name] = (folder / name, f"http://127.0.0.1:{server.server_port}/")
            _say(f"{name}: {_megabytes(folder / name, _files(folder / name))} MB in all")
        for slowed in (1.0, given.slowed):
            _starts(playwright, sites, given.times, slowed)
        _, address = stack.enter_context(serving())
        _answers(playwright, {"serve": address} | {name: address for name, (_, address) in sites.items()}, given.every)


def _starts(playwright: Playwright, sites: dict[str, tuple[Path, str]], times: int, slowed: float) -> None:
    """Print what it takes to play and to step, cold and again."""
    for goal in (_plays, _steps):
        found: dict[str, list[tuple[float, ...]]] = {name: [] for name in sites}
        for name, (place, address) in list(sites.items()) * times:
            found[name].append(_start(playwright, place, address, goal, slowed))
        for name, rows in found.items():
            cold, again, size, memory = (median(column) for column in zip(*rows, strict=True))
            words = f"{goal.__name__[1:]}, slowed {slowed:g}, {name}"
            _say(f"{words}: cold {cold:.2f} s, again {again:.2f} s; {size:.2f} MB; {memory:.0f} MiB in the tab")


def _start(
    playwright: Playwright, place: Path, address: str, goal: Callable[[Any], None], slowed: float
) -> tuple[float, ...]:
    with _profile(playwright) as (context, folder):
        asked: set[str] = set()
        context.on("request", lambda request: asked.add(request.url))
        seconds = []
        for _ in ("cold", "again"):
            page = context.new_page()
            page.set_default_timeout(TIMEOUT)
            with _slowed(folder, slowed):
                begun = perf_counter()
                page.goto(f"{address}{'#play' if goal is _plays else '#work'}?shape=cat")
                goal(page)
                seconds.append(perf_counter() - begun)
            names = {urlsplit(url).path[1:] or "index.html" for url in asked}
            # a child does not wait for Python, which is fetched meanwhile
            size = _megabytes(place, {name for name in names if goal is _steps or not name.startswith("python/")})
            memory = max(map(_pss, _renderers(folder)), default=0.0)
            page.close()
        return (*seconds, size, memory)


def _plays(page: Any) -> None:
    page.locator("button.hint").click()
    page.locator(".advice", has_text="Look at this vertex").wait_for()


def _steps(page: Any) -> None:
    page.locator(".count", has_text=re.compile("^0 steps")).wait_for()
    page.get_by_role("button", name="Step", exact=True).click()
    page.locator(".count", has_text=re.compile("^1 step")).wait_for()


def _answers(playwright: Playwright, addresses: dict[str, str], every: int) -> None:
    """Print how long answers take, at the server and in the sites."""
    shapes = sorted(shape_files())[::every]
    kinds: dict[str, Callable[[str], tuple[str, dict[str, Any]]]] = {
        "step": lambda shape: ("step", {"puzzle": {"shape": shape}, "moves": [{"do": "go"}]}),
        "why not": lambda shape: ("ask", {"puzzle": {"shape": shape}, "question": {"ask": "why-not", "line": 0}}),
        "run": lambda shape: ("run", {"puzzle": {"shape": shape}}),
    }
    with _profile(playwright) as (context, _):
        pages = {name: context.new_page() for name in addresses}
        for name, page in pages.items():
            page.set_default_timeout(TIMEOUT)
            page.goto(addresses[name])
            page.evaluate(ANSWERED, [_module(name), [kinds["step"]("cat")]])  # whatever is imported late is there
        for kind, request in kinds.items():
            for name, page in pages.items():
                took = page.evaluate(ANSWERED, [_module(name), [request(shape) for shape in shapes]])
                _say(f"{kind}, {name}: {median(took):.0f} ms, at most {max(took):.0f} ms, of {len(took)} shapes")


def _module(name: str) -> str:
    return "server" if name == "serve" else "python"


@contextmanager
def _profile(playwright: Playwright) -> Iterator[tuple[Any, str]]:
    """Start a browser of its own; yield its context and its folder."""
    with TemporaryDirectory() as folder:
        how = {"executable_path": str(CHROMIUM), "args": list(ARGUMENTS), "service_workers": "block"}
        context = playwright.chromium.launch_persistent_context(folder, **how)
        yield context, folder
        context.close()


@contextmanager
def _slowed(folder: str, times: float) -> Iterator[None]:
    """Let the renderers of a browser run a part of the time."""
    ended = Event()

    def stop_and_go() -> None:
        while not ended.wait(TURN / times):
            renderers = _renderers(folder)
            _signal(renderers, signal.SIGSTOP)
            sleep(TURN - TURN / times)
            _signal(renderers, signal.SIGCONT)

    worker = Thread(target=stop_and_go)
    if times > 1:
        worker.start()
    yield
    ended.set()
    if times > 1:
        worker.join()


def _signal(processes: list[int], number: int) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def _renderers(folder: str) -> list[int]:
    """Return the renderers of the browser whose profile is in a folder."""
    parents, words = {}, {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(place.name)] = int((place / "stat").read_text().rpartition(")")[2].split()[1])
            words[int(place.name)] = (place / "cmdline").read_bytes().decode(errors="replace")

    def is_of_it(process: int) -> bool:
        return folder in words.get(process, "") or (process in parents and is_of_it(parents[process]))

    return [process for process, word in words.items() if "--type=renderer" in word and is_of_it(process)]


def _pss(process: int) -> float:
    """Return the memory of a process in MiB; what it shares counts in parts."""
    with suppress(OSError):
        found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{process}/smaps_rollup").read_text(), re.MULTILINE)
        return int(found[1]) / 1024 if found else 0.0
    return 0.0


def _files(place: Path) -> set[str]:
    return {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}


def _megabytes(place: Path, names: set[str]) -> float:
    return round(sum(_packed(place / name) for name in names) / 1e6, 2)


@cache
def _packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes())) if path.is_file() else 0


if __name__ == "__main__":
    main()
