"""Builds the documentation site: python docs/making/site/build.py [FOLDER].

Every warning is an error: a link or an anchor that leads nowhere, a page without a place in the navigation, a docstring
that cannot be read.
"""

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from made import FILMS, with_made_parts
from navigation import with_navigation
from notebooks import Notebook, as_run, page_of, with_download
from pages import DOCS, TOP, on_site, sources

from heuristan.common.faults import InputError, MissingExtraError, require

HERE = Path(__file__).parent
MADE_BY_SPHINX = ".buildinfo"
"""A file that every site has."""

TRIED = "try"
"""The folder of the site in which the page runs without a server."""

LEFT_OUT = shutil.ignore_patterns("*.md", "__pycache__", "site")


def build(
    folder: Path, read: Callable[[Path], Notebook] = as_run, write_tried: Callable[[Path], object] | None = None
) -> int:
    """Build the site in a folder that is made anew, and return Sphinx's exit status.

    Args:
        folder: where it goes.
        read: reads a notebook; by default it is run.
        write_tried: writes the page without a server and its lessons, if they are a part of the site.

    Raises:
        FileExistsError: if the folder holds something else than a site.
        InputError: if the page without a server cannot be built.
        MissingExtraError: if the extra docs is not installed.
    """
    with TemporaryDirectory() as place:
        tried = Path(place, TRIED)
        if write_tried:
            write_tried(tried)
        stage(Path(place), read, TRIED if write_tried else "")
        pages = Path(place, "docs")
        status = render(pages, folder)
        for films in pages.rglob(FILMS):
            shutil.copytree(films, folder / films.relative_to(pages), dirs_exist_ok=True)
        if write_tried:
            shutil.copytree(tried, folder / TRIED)
    return status


def render(pages: Path, folder: Path) -> int:
    """Turn pages into a site in a folder that is made anew, and return Sphinx's exit status: 0 if nothing is wrong."""
    sphinx = require("sphinx.cmd.build", "Sphinx, MyST and Furo", "docs")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MADE_BY_SPHINX).exists():
        raise FileExistsError(f"{folder} holds something else than a site; name a folder that is new")
    shutil.rmtree(folder, ignore_errors=True)
    options = ["--fail-on-warning", "--keep-going", "--quiet", "--fresh-env", "--builder", "html"]
    return int(sphinx.main([*options, "--conf-dir", str(HERE), str(pages), str(folder)]))


def stage(folder: Path, read: Callable[[Path], Notebook], tried: str = "") -> None:
    """Copy the pages as the site has them, and what they link, into a folder without them.

    Args:
        folder: the folder.
        read: reads a notebook.
        tried: the folder of the site where lessons run in a browser; none if empty.
    """
    shutil.copytree(DOCS, folder / "docs", ignore=LEFT_OUT)
    for name in ("heuristan", "rules", "shapes", "tests", "benchmarks"):
        (folder / name).symlink_to(TOP / name)
    for notebook in (folder / "docs").rglob("*.ipynb"):
        page = notebook.with_suffix(".md")
        content = page_of(read(notebook), page.with_suffix(""))
        text = on_site(content, page.relative_to(folder).as_posix())
        page.write_text(with_download(text, notebook, tried and f"../{tried}"), encoding="utf-8")
    for place, text in sources():
        page = folder / place
        page.write_text(with_made_parts(with_navigation(text, place), page), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site where the command says, and return the exit status."""
    given = options().parse_args(arguments)
    folder = given.folder
    try:
        status = build(folder, write_tried=partial(write_site, given.pyodide) if given.try_it else None)
    except (FileExistsError, InputError, MissingExtraError) as fault:
        print(fault, file=sys.stderr)
        return 2
    if status == 0:
        print(f"the site is built; open {folder / 'index.html'}")
    return status


def write_site(pyodide: Path | None, folder: Path) -> None:
    """Write the page without a server, with the lessons."""
    require("pydantic", "pydantic", "web")
    from heuristan.teaching.web.site import site_folder

    site_folder.write_site(folder, pyodide, print, has_lessons=True)


def options() -> argparse.ArgumentParser:
    """Return what the command takes."""
    parser = argparse.ArgumentParser(
        description="Build the documentation site: the pages of docs/, the notebooks of the course, which are run, "
        "players of runs, and the Python API. It takes a minute or two and needs the extra docs "
        "(pip install --editable '.[docs]'). Every warning is an error: then the exit status is not 0.",
    )
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        default=TOP / "build" / "site",
        help="where the site goes: a folder that is new or has an earlier site, which is replaced "
        "(build/site in the checkout if not given); open its index.html",
    )
    parser.add_argument(
        "--try-it",
        action="store_true",
        help="add the page without a server and lessons 1 to 5 in the folder try, as `heuristan site --lessons` "
        "writes them, and link them from the lessons",
    )
    parser.add_argument("--pyodide", type=Path, help="folder with Pyodide and its wheels for --try-it, if not fetched")
    return parser


if __name__ == "__main__":
    sys.exit(main())
