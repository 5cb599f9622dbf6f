"""Builds the documentation site: python docs/site/build.py [FOLDER], by default build/site.

Every warning is an error: a link or an anchor that leads nowhere, a page without a place in the navigation, a docstring
that cannot be read.
"""

import shutil
import sys
from pathlib import Path

from made import FILMS, with_made_parts
from navigation import with_navigation
from notebooks import page_of
from pages import DOCS, TOP, on_site, sources
from sphinx.cmd.build import main as sphinx

HERE = Path(__file__).parent
LEFT_OUT = shutil.ignore_patterns("*.md", "__pycache__", "site")


def build(folder: Path) -> int:
    """Build the site in a folder that is made anew, and return Sphinx's exit status."""
    staged = folder.with_name(f"{folder.name}-source")
    stage(staged)
    status = render(staged / "docs", folder)
    for films in (staged / "docs").rglob(FILMS):
        shutil.copytree(films, folder / films.relative_to(staged / "docs"), dirs_exist_ok=True)
    return status


def render(pages: Path, folder: Path) -> int:
    """Turn pages into a site in a folder that is made anew, and return Sphinx's exit status: 0 if nothing is wrong."""
    shutil.rmtree(folder, ignore_errors=True)
    options = ["--fail-on-warning", "--keep-going", "--quiet", "--fresh-env", "--builder", "html"]
    return sphinx([*options, "--conf-dir", str(HERE), str(pages), str(folder)])


def stage(folder: Path) -> None:
    """Copy the pages as the site has them, and what they link, into a folder that is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, folder / "docs", ignore=LEFT_OUT)
    for name in ("heuristan", "rules", "shapes", "tests", "benchmarks"):
        (folder / name).symlink_to(TOP / name)
    for notebook in (folder / "docs").rglob("*.ipynb"):
        page = notebook.with_suffix(".md")
        text = page_of(notebook, page.with_suffix(""))
        page.write_text(on_site(text, page.relative_to(folder).as_posix()), encoding="utf-8")
        notebook.unlink()
    for place, text in sources():
        page = folder / place
        page.write_text(with_made_parts(with_navigation(text, place), page), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]) if sys.argv[1:] else TOP / "build" / "site"))
