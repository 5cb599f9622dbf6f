"""Makes the pictures of the page and of the player again, with Debian's Chromium.

    PYTHONPATH=tests python docs/making/screenshots.py

Run it after a change to how they look. They are not compared with what is there, as other pictures of these pages are:
letters differ from machine to machine.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from marked import IMAGES
from shared.browser import browser
from shared.serving import serving

from heuristan import solve

SIZE = {"width": 1080, "height": 760}


def main() -> None:
    with browser() as chromium:
        context = chromium.new_context(viewport=SIZE, color_scheme="light")
        _page(context.new_page())
        _player(context.new_page())


def _page(page: Any) -> None:
    """The workbench two steps into a puzzle, with a match that is pointed at."""
    with serving() as (process, address):
        page.goto(f"{address}#work?shape=cat&moves=g2")
        page.locator(".prospect.good p").wait_for()
        page.get_by_role("button", name="Skip the tour").click()
        page.locator(".legend summary").click()
        page.locator(".rule.fires .match").first.hover()
        page.screenshot(path=IMAGES / "page.png")
        page.close()
        process.terminate()


def _player(page: Any) -> None:
    """The player in the middle of a run."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "swan.html"
        solve("swan").play().save(path)
        page.goto(f"{path.as_uri()}#moment-3")
        page.screenshot(path=IMAGES / "player.png")
        page.close()


if __name__ == "__main__":
    main()
