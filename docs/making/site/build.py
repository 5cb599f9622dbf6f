"""Builds the documentation site: python docs/making/site/build.py [FOLDER].

Every warning is an error: a link or an anchor that leads nowhere, a page without a place in the navigation, a docstring
that cannot be read.
"""

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from made import FILMS, with_made_parts
from navigation import with_navigation
from notebooks import Notebook, as_run, page_of, with_download
from pages import DOCS, TOP, on_site, sources
from trial import TRIAL

from heuristan.common.faults import MissingExtraError, require

HERE = Path(__file__).parent
MADE_BY_SPHINX = ".buildinfo"
"""A file that every site has."""

LEFT_OUT = shutil.ignore_patterns("*.md", "__pycache__", "site")


def build(folder: Path, read: Callable[[Path], Notebook] = as_run) -> int:
    """Build the site in a folder that is made anew, and return Sphinx's exit status.

    Args:
        folder: where it goes.
        read: reads a notebook; by default it is run.

    Raises:
        FileExistsError: if the folder holds something else than a site.
        MissingExtraError: if the extra docs is not installed.
    """
    with TemporaryDirectory() as place:
        stage(Path(place), read)
        pages = Path(place, "docs")
        status = render(pages, folder)
        for made in (*pages.rglob(FILMS), *pages.glob(TRIAL)):
            shutil.copytree(made, folder / made.relative_to(pages), dirs_exist_ok=True)
    return status


def render(pages: Path, folder: Path) -> int:
    """Turn pages into a site in a folder that is made anew, and return Sphinx's exit status: 0 if nothing is wrong."""
    sphinx = require("sphinx.cmd.build", "Sphinx, MyST and Furo", "docs")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MADE_BY_SPHINX).exists():
        raise FileExistsError(f"{folder} holds something else than a site; name a folder that is new")
    shutil.rmtree(folder, ignore_errors=True)
    options = ["--fail-on-warning", "--keep-going", "--quiet", "--fresh-env", "--builder", "html"]
    return int(sphinx.main([*options, "--conf-dir", str(HERE), str(pages), str(folder)]))


def stage(folder: Path, read: Callable[[Path], Notebook]) -> None:
    """Copy the pages as the site has them, and what they link, into an empty folder."""
    shutil.copytree(DOCS, folder / "docs", ignore=LEFT_OUT)
    for name in ("heuristan", "rules", "shapes", "tests", "benchmarks"):
        (folder / name).symlink_to(TOP / name)
    for notebook in (folder / "docs").rglob("*.ipynb"):
        page = notebook.with_suffix(".md")
        content = page_of(read(notebook), page.with_suffix(""))
        text = on_site(content, page.relative_to(folder).as_posix())
        page.write_text(with_download(text, notebook), encoding="utf-8")
    for place, text in sources():
        page = folder / place
        page.write_text(with_made_parts(with_navigation(text, place), page), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the site where the command says, and return the exit status."""
    folder = options().parse_args(arguments).folder
    try:
        status = build(folder)
    except (FileExistsError, MissingExtraError) as fault:
        print(fault, file=sys.stderr)
        return 2
    if status == 0:
        print(f"the site is built; open {folder / 'index.html'}")
    return status


def options() -> argparse.ArgumentParser:
    """Return what the command takes."""
    parser = argparse.ArgumentParser(
        description="Build the documentation site: the pages of docs/, the notebooks of the course, which are run, "
        "players of runs, the Python API, and the page to try (`heuristan site`), which is left out without npm. It "
        "takes a minute or two and needs the extra docs (pip install --editable '.[docs]'). Every warning is an error: "
        "then the exit status is not 0.",
    )
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        default=TOP / "build" / "site",
        help="where the site goes: a folder that is new or has an earlier site, which is replaced "
        "(build/site in the checkout if not given); open its index.html",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
