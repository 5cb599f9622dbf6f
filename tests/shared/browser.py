"""A real browser, and what comes from npm: each is skipped with a clear word where it is missing."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import which
from types import MappingProxyType
from typing import Any, TypeAlias
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import pytest

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
FROM_NPM = ("typescript@5.9", "axe-core@4.10")
FOR_FIREFOX = "puppeteer-core@25"
"""It drives a Firefox as it is; Playwright needs one of its own."""
FIREFOX = Path("/usr/bin/firefox-esr")
REFUSED = "status of 422"
"""What the browser notes of a request that the server refuses with words, which is an answer."""
SECONDS = 90
"""Time limit of a download: a machine without a network shall not wait longer."""

Routes: TypeAlias = Mapping[str, Callable[[Any], Any]]
"""What becomes of requests, by their addresses."""
NO_ROUTES: Routes = MappingProxyType({})


@contextmanager
def browser() -> Iterator[Any]:
    """Start Chromium as Debian has it."""
    playwright = pytest.importorskip("playwright.sync_api", reason="tests in a browser need playwright")
    if not CHROMIUM.exists():
        pytest.skip("tests in a browser need Debian's chromium: apt-get install chromium")
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=str(CHROMIUM), args=list(ARGUMENTS))
        yield chromium
        chromium.close()


_devices: WeakKeyDictionary[Any, dict[str, Any]] = WeakKeyDictionary()
_left: WeakKeyDictionary[Any, list[Any]] = WeakKeyDictionary()
"""The pages of a device that visitors left, for the next ones: a new one takes a new process, and twice the time."""
USUAL = {"width": 1280, "height": 720}
PATIENCE = 30_000
"""What Playwright begins with: the size of a page, and how long it waits, in milliseconds."""
NOWHERE = "about:blank"


def device(browser: Any, **how: Any) -> Any:
    """Return the device of a kind, made once a browser: the pages keep nothing there, and a new one takes longer.

    Its reader wants no motion, if nothing else is said: what moves takes a processor as long as a test waits.
    """
    known, how = _devices.setdefault(browser, {}), {"reduced_motion": "reduce", **how}
    kind = repr(sorted(how.items()))
    if kind not in known:
        known[kind] = browser.new_context(**how)
    return known[kind]


def close_devices(browser: Any) -> None:
    """Forget what pages kept: the next module begins with new devices."""
    for each in _devices.pop(browser, {}).values():
        each.close()


class Visit:
    """A page that is visited, with everything that went wrong there and all that it asked for."""

    def __init__(self, browser: Any, page: Path | str, routes: Routes = NO_ROUTES, **how: Any) -> None:
        """Open a page.

        Args:
            browser: Chromium.
            page: a file, which is opened without a network; or the address of a page that a server has.
            routes: what becomes of requests to some addresses, until the page is left.
            **how: what kind of device looks at it, as Playwright has it.
        """
        self.address = page if isinstance(page, str) else page.as_uri()
        self._device = device(browser, offline=isinstance(page, Path), **how)
        self._size = how.get("viewport", USUAL)
        self._routes = routes
        left = _left.setdefault(self._device, [])
        self.page = left.pop() if left else self._device.new_page()
        self.errors: list[str] = []
        self.asked: list[str] = []
        self._heard = {"console": self._note, "pageerror": self._note, "request": self._note_request}
        for event, hear in self._heard.items():
            self.page.on(event, hear)
        for address, answer in routes.items():
            self._device.route(address, answer)
        self.page.goto(self.address)

    def _note(self, fault: Any) -> None:
        text = getattr(fault, "text", str(fault))
        if REFUSED not in text:
            self.errors.append(text)

    def _note_request(self, request: Any) -> None:
        self.asked.append(request.url)

    def close(self) -> None:
        """Leave the page; demand that nothing went wrong and that it asked nobody but where it came from."""
        page = self.page
        for event, hear in self._heard.items():
            page.remove_listener(event, hear)
        page.goto(NOWHERE)
        page.unroute_all()
        for address in self._routes:
            self._device.unroute(address)
        page.mouse.move(0, 0)
        page.set_viewport_size(self._size)
        page.set_default_timeout(PATIENCE)
        _left[self._device].append(page)
        assert not self.errors, self.errors
        asked = [url for url in self.asked if not url.startswith(("data:", "blob:"))]
        if self.address.startswith("file:"):
            assert {urlsplit(url).path.rpartition("/")[0] for url in asked} == {
                urlsplit(self.address).path.rpartition("/")[0]
            }
        assert {urlsplit(url)[:2] for url in asked} == {urlsplit(self.address)[:2]}


@contextmanager
def visit(browser: Any, page: Path | str, routes: Routes = NO_ROUTES, **how: Any) -> Iterator[Any]:
    """Open a page for a while; see `Visit`."""
    visited = Visit(browser, page, routes, **how)
    yield visited.page
    visited.close()


def does_npm_answer() -> bool:
    """Return whether npm is there, and its registry answers."""
    if not which("npm"):
        return False
    with suppress(subprocess.TimeoutExpired):
        return not subprocess.run(["npm", "ping"], timeout=SECONDS, capture_output=True, check=False).returncode
    return False


def in_firefox(folder: Path, script: Path, *arguments: str) -> Any:
    """Let a script drive Firefox, and return what it prints as JSON.

    Args:
        folder: an empty folder.
        script: a module for Node, which gets the path of Firefox first.
        *arguments: what it gets then.
    """
    if not FIREFOX.exists():
        pytest.skip("tests in Firefox need Debian's firefox-esr: apt-get install firefox-esr")
    copy = shutil.copy(script, npm_folder(folder, FOR_FIREFOX).parent)  # beside what it imports
    command = ["node", str(copy), str(FIREFOX), *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=4 * SECONDS, check=False)
    assert not ran.returncode, ran.stderr
    return json.loads(ran.stdout)


def npm_folder(folder: Path, *packages: str) -> Path:
    """Download what only tests need into a folder, and return where it is."""
    if not which("node") or not which("npm"):
        pytest.skip("this test needs Node and npm")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder)]
    try:
        ended = subprocess.run([*command, *packages], timeout=SECONDS, capture_output=True, text=True, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip("the registry of npm does not answer")
    if ended.returncode:
        pytest.skip(f"the registry of npm is not to be had: {ended.stderr.strip()[-200:]}")
    return folder / "node_modules"
