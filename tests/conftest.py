"""How the tests run: the number of examples, the seed, what is drawn, and what is left out without its extra.

A run tries some examples of each law and draws a part of the cases of the tests marked `part`, both with a seed that it
prints. A run of all rooms draws a third of the slow tests of each file outside of the core, too: who changes a room
runs the tests of the room, and then none of them is left out; and one of the tests marked `night(is_short=True)`.
`--all` tries a thousand examples of each law, all cases and tests, and those marked `night`; `--fast` leaves out the
tests marked `slow` and tries few examples of each law. In CI each commit draws other cases and tests.
"""

import asyncio
import gc
import os
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Iterator
from math import inf
from pathlib import Path
from random import Random, SystemRandom, randrange
from typing import Any

import pytest
from hypothesis import settings
from shared.browser import FROM_NPM, browser, close_devices, npm_folder
from shared.commands import Outcome, Run
from shared.compiling import MANY, compile_kernels
from shared.extras import MISSING
from shared.places import TOP

CI = bool(os.environ.get("CI"))
SEED_OF_CI = 1972
AT_A_SERVER = ("test_children.py", "test_command.py", "test_page.py", "test_play_table.py", "test_workbench.py")
"""Tests of the page that share a server."""

CORE = "tangram"
ROOMS = {CORE, "edgematching", "jigsaw", "lab", "pictures", "sliding", "teaching"}

if sys.dont_write_bytecode:
    # hundreds of processes start here, and each would compile all modules: let them do it once, not beside the sources
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(TOP / ".pytest_cache" / "bytecode")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

os.environ["HEURISTAN_DEBUG"] = "1"
"""An error of heuristan itself is not hidden in a line, but fails the test that meets it."""
# lines are as long as where there is no terminal. Readline, which pytest loads, sets their length where only other
# processes see it, so it must be there to be taken out
os.environ["COLUMNS"] = ""
del os.environ["COLUMNS"]

settings.register_profile("heuristan", deadline=None, max_examples=10, print_blob=True, derandomize=CI)
settings.register_profile("thorough", settings.get_profile("heuristan"), max_examples=1000)
settings.register_profile("fast", settings.get_profile("heuristan"), max_examples=5)
settings.load_profile("heuristan")

collect_ignore = [folder for folder, names in MISSING.items() if names]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="Leave out slow tests; try few examples of each law.")
    parser.addoption("--all", action="store_true", help="Run all cases; try a thousand examples of each law.")


def pytest_report_header() -> list[str]:
    """Name the folders that are left out, so that a green run does not hide them."""
    return [f"left out: tests/{folder}, as {', '.join(names)} is missing" for folder, names in MISSING.items() if names]


def seed_of(config: pytest.Config) -> str:
    return str(config.option.hypothesis_seed or SEED_OF_CI)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed here, before Hypothesis looks at its option, so that it is known when a test fails."""
    if not CI and config.option.hypothesis_seed is None:
        given = getattr(config, "workerinput", {})
        config.option.hypothesis_seed = given.get("hypothesis_seed") or str(randrange(2**32))
    profile = "fast" if config.option.fast else "thorough" if config.option.all else None
    config.option.hypothesis_profile = config.option.hypothesis_profile or profile
    config.option.loadscopereorder = False  # see `longest_first`; pytest-xdist would only count the tests of a file


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Give the seed to a process that runs some of the tests, so that all draw the same."""
    node.workerinput["hypothesis_seed"] = node.config.option.hypothesis_seed


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the garbage collector pass over what is collected here: it stays until the end, and there is much of it."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    is_of_all_rooms = {folder for item in items for folder in item.nodeid.split("/")[1:2]} >= ROOMS
    seed = commit() or seed_of(config)
    if config.option.fast:
        leave_out(config, items, [item for item in items if item.get_closest_marker("slow")])
    if not config.option.all:
        leave_out(config, items, list(not_by_day(items, seed, draws_one=is_of_all_rooms and not config.option.fast)))
        leave_out(config, items, list(not_drawn(items, seed)))
        if is_of_all_rooms:
            leave_out(config, items, list(not_drawn_of_all(items, seed)))
    if hasattr(config, "workerinput"):
        longest_first(items)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Compile what many tests need, once: a fresh checkout has no machine code, and each process would compile all."""
    config = session.config
    if len(session.items) >= MANY and not config.option.collectonly:
        place = config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined] # there is no public way before tests
        claims = place.parent if hasattr(config, "workerinput") else place
        compile_kernels(claims, all_of_them=config.option.all)


def longest_first(items: list[pytest.Item]) -> None:
    """Let the files that seem to take longest come first, so that no process has one of them at the end alone."""
    length = Counter[Path]()
    for item in items:
        in_browser = "chromium" in getattr(item, "fixturenames", ())
        length[item.path] += 20 if in_browser else 10 if item.get_closest_marker("slow") else 1
    items.sort(key=lambda item: -length[item.path])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Start one process more than there are processors: some tests wait for a browser, or for another process."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return allowed + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give the files that open the page of a server to one process, which starts a server and a browser for all."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file: str = super()._split_scope(nodeid)
            return "at a server" if file.removeprefix("tests/teaching/web/") in AT_A_SERVER else file

    return Scheduling(config, log) if config.option.dist == "loadfile" else None


def leave_out(config: pytest.Config, items: list[pytest.Item], out: list[pytest.Item]) -> None:
    names = {item.nodeid for item in out}
    items[:] = [item for item in items if item.nodeid not in names]
    config.hook.pytest_deselected(items=out)


def not_by_day(items: list[pytest.Item], seed: str, *, draws_one: bool) -> Iterator[pytest.Item]:
    """Yield the tests of the night, but for one of the short ones where one is drawn: what never runs rots."""
    of_night = [item for item in items if item.get_closest_marker("night")]
    short = [item for item in of_night if item.get_closest_marker("night").kwargs]  # type: ignore[union-attr]
    drawn = Random(f"{seed} night").choice(short) if short and draws_one else None
    yield from (item for item in of_night if item is not drawn)


def not_drawn(items: list[pytest.Item], seed: str) -> Iterator[pytest.Item]:
    """Yield the cases of tests marked `part(n)` that are not drawn: of each test one in n is, and at least one."""
    cases = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        if item.get_closest_marker("part"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for name, group in cases.items():
        (share,) = group[0].get_closest_marker("part").args  # type: ignore[union-attr]
        drawn = Random(f"{seed} {name}").sample(range(len(group)), max(1, len(group) // share))
        yield from (item for place, item in enumerate(group) if place not in drawn)


def commit() -> str:
    """Return the commit that CI runs, so that each draws other tests, and the same ones when it is run again."""
    if not CI:
        return ""
    return subprocess.run(("git", "rev-parse", "HEAD"), cwd=TOP, capture_output=True, text=True, check=False).stdout


def not_drawn_of_all(items: list[pytest.Item], seed: str) -> Iterator[pytest.Item]:
    """Yield the slow tests that a run of all rooms leaves out: of each file but the core's it draws a third."""
    slow = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        file = item.nodeid.partition("::")[0]
        _, folder, *below = file.split("/")
        is_of_night = item.get_closest_marker("night")  # it is drawn, if it is still there
        if item.get_closest_marker("slow") and not is_of_night and below and folder != CORE:
            slow[file].append(item)
    for file, group in slow.items():
        yield from Random(f"{seed} {file}").sample(group, 2 * len(group) // 3)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    seed = config.option.hypothesis_seed
    if seed is not None and (terminalreporter.stats.get("failed") or not config.option.all):
        terminalreporter.write_line(f"To repeat what was drawn: pytest --hypothesis-seed={seed}; to run all: --all")


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C interrupt: what a shell starts in the background, and all that this starts, ignores it else."""
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, usual)


@pytest.fixture(scope="session", autouse=True)
def _by_the_loop() -> Iterator[None]:
    """Leave rankings to the rules, however long this process has run: a test that breaks one means that one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("heuristan.tangram.solving.program.FEW_SECONDS", inf)
        yield


@pytest.fixture
def heuristan(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in a folder of its own, in this process."""
    from heuristan.cli import app

    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Outcome:
        with pytest.raises(SystemExit) as ended:
            app([str(argument) for argument in arguments], prog_name="heuristan")
        status = ended.value.code
        return Outcome(status if isinstance(status, int) else int(bool(status)), *capsys.readouterr())

    return run


@pytest.fixture(scope="module")
def random() -> Random:
    """A source of chance; its seed is printed where a test fails, HEURISTAN_SEED repeats a run, and CI has one seed."""
    seed = int(os.environ.get("HEURISTAN_SEED") or (SEED_OF_CI if CI else SystemRandom().randrange(10**9)))
    print(f"HEURISTAN_SEED={seed}")  # noqa: T201 - pytest shows it where a test fails
    return Random(seed)


@pytest.fixture(scope="session")
def part(pytestconfig: pytest.Config) -> Callable[[int], int]:
    """Returns how many of a number of random cases are tried: a sixteenth, and with --all all."""
    return lambda number: number if pytestconfig.option.all else max(1, number // 16)


@pytest.fixture(scope="session")
def _chromium() -> Iterator[Any]:
    with browser() as started:
        asyncio._set_running_loop(None)
        yield started
        asyncio._set_running_loop(started._loop)


@pytest.fixture(scope="module")
def chromium(_chromium: Any) -> Iterator[Any]:
    """Chromium, started once, with devices of the module's own.

    Between its calls Playwright's event loop is called a running one; other modules run loops of their own.
    """
    asyncio._set_running_loop(_chromium._loop)
    yield _chromium
    close_devices(_chromium)
    asyncio._set_running_loop(None)


@pytest.fixture(scope="session")
def from_npm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return npm_folder(tmp_path_factory.mktemp("npm"), *FROM_NPM)
