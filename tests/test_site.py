"""The documentation site: built strictly, nothing fetched, searched from disk."""

import json
import re
import shutil
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from shared.browser import device, visit
from shared.places import TOP

pytest.importorskip("sphinx", reason="the site needs the extra docs")
pytest.importorskip("myst_parser", reason="the site needs the extra docs")
pytest.importorskip("furo", reason="the site needs the extra docs")

from heuristan.common.web.film import player_page as page_of
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.teaching.player.film import film_of as film_of_run

pytestmark = [
    pytest.mark.filterwarnings(f"ignore::{kind}") for kind in ("DeprecationWarning", "PendingDeprecationWarning")
]

FILMED = "pieces-2-3-edges"
"""A rule that fires after others."""
SITE = TOP / "docs" / "making" / "site"
LOADED = re.compile(
    r"""<(?:script|img|iframe|source|embed|object)\b[^>]*?\b(?:src|data)="([^"]+)"|<link\b[^>]*?href="([^"]+)"""
)
IN_STYLES = re.compile(r"""@import\s*["'(]?\s*["']?([^"')]+)|url\(\s*["']?([^"')]+)""")


@pytest.fixture(scope="module")
def building() -> Iterator[dict[str, ModuleType]]:
    """The modules of docs/making/site by name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SITE))
        yield {
            name: import_module(name)
            for name in ("build", "films", "made", "navigation", "notebooks", "pages", "trial")
        }


@pytest.fixture(scope="module")
def site(
    building: dict[str, ModuleType], tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config
) -> Path:
    """The site, as `python docs/making/site/build.py` builds it, but for the notebooks, which other tests run.

    With `--all` alone each rule has a film of its own, the engine is asked for it, and all shapes are in their table:
    other tests play films with answers.
    """
    folder = tmp_path_factory.mktemp("built") / "site"
    with pytest.MonkeyPatch.context() as patch:
        if not pytestconfig.option.all:
            with_less(building, patch, Random(pytestconfig.option.hypothesis_seed))
        assert building["build"].build(folder, building["notebooks"].as_kept, write_nothing) == 0, (
            "python docs/making/site/build.py says what is wrong"
        )
    return folder


def with_less(building: dict[str, ModuleType], patch: pytest.MonkeyPatch, random: Random) -> None:
    """Make films for which the engine is not asked, most rules with that of another, and a table of few shapes."""
    film_of = building["films"].film_of
    own = {FILMED, *random.sample(sorted(catalogue()), 3)}
    patch.setattr(building["made"], "player_page", lambda events: page_of(film_of_run(events, {})))
    patch.setattr(building["made"], "film_of", lambda rule: film_of(rule if rule in own else FILMED))
    patch.setattr(import_module("every_table"), "shape_names", lambda: ["cat"])


def write_nothing(tried: Path) -> None:
    """Write a page to try that is empty; other tests build it."""
    tried.mkdir()
    (tried / "index.html").touch()


@pytest.mark.slow
class TestSite:
    def test_its_first_page_leads_to_the_page_to_try(self, site: Path) -> None:
        (link,) = re.findall(r'<p class="trial"><a href="([^"]+)"', (site / "index.html").read_text(encoding="utf-8"))
        assert (site / link).is_file()

    def test_every_page_is_there(self, site: Path) -> None:
        pages = {path.relative_to(TOP / "docs").with_suffix(".html") for path in (TOP / "docs").rglob("*.md")}
        missing = [page for page in pages - {Path("README.html")} if not (site / page).is_file()]
        assert not missing
        assert all(
            (site / name).is_file()
            for name in ("index.html", "contributing.html", "changes.html", "security.html", "search.html")
        )

    def test_nothing_is_fetched_from_elsewhere(self, site: Path) -> None:
        for page in site.rglob("*.html"):
            loaded = ["".join(each) for each in LOADED.findall(page.read_text(encoding="utf-8"))]
            assert not [each for each in loaded if re.match(r"(https?:)?//", each)], page
        for sheet in site.rglob("*.css"):
            loaded = ["".join(each) for each in IN_STYLES.findall(sheet.read_text(encoding="utf-8"))]
            assert not [each for each in loaded if re.match(r"(https?:)?//", each)], sheet

    def test_every_public_name_is_documented(self, site: Path) -> None:
        import heuristan

        page = (site / "api.html").read_text(encoding="utf-8")
        names = [name for name in heuristan.__all__ if not name.startswith("_")]
        assert not [name for name in names if not re.search(rf'id="heuristan\.[\w.]*{name}"', page)]
        for member in (
            "Puzzle.from_vertices",
            "Puzzle.hint",
            "Solution.pieces",
            "Solution.trace",
            "Consultation.why_not",
        ):
            assert f'id="heuristan.{member}"' in page
        assert "The drawing, if it could be read: its author" in page

    def test_every_rule_has_a_film(self, site: Path) -> None:
        page = (site / "rules" / "README.html").read_text(encoding="utf-8")
        by_size = {"squares", "parallelograms", "medium-triangles", "small-triangles"}
        assert not [rule for rule in {*catalogue()} - by_size if f'<iframe src="films/{rule}.html#moment-' not in page]
        films = set(re.findall(r'<iframe src="([^"#]+)', page))
        assert all((site / "rules" / film).stat().st_size < 400_000 for film in films)

    def test_a_film_shows_the_moment_in_which_its_rule_fires(
        self, site: Path, building: dict[str, ModuleType], chromium: Any
    ) -> None:
        found = building["films"].film_of(FILMED)
        assert found.moment > 1
        film = f"{(site / 'rules' / 'films' / f'{found.rule}.html').as_uri()}#moment-{found.moment}"
        with visit(chromium, film, viewport={"width": 730, "height": 700}) as page:
            assert page.inner_text(".count").startswith(f"{found.moment} of ")
            assert page.evaluate("window.scrollY") == 0
            assert "fires" in page.locator(".ranking li", has_text=catalogue()[found.rule].title).first.inner_text()

    def test_the_keyboard_reaches_what_scrolls_and_headings_have_levels(self, site: Path) -> None:
        for page in (site / "engine.html", site / "commands.html", site / "rules" / "README.html"):
            text = page.read_text(encoding="utf-8")
            assert not re.findall(r"<pre(?![^>]*tabindex)[^>]*>", text)
            assert not re.findall(r'<div class="table-wrapper', text)
            assert not re.findall(r'role="heading"(?! aria-level)', text)
            assert all("title=" in frame for frame in re.findall(r"<iframe[^>]*>", text))
            assert all("alt=" in image for image in re.findall(r"<img[^>]*>", text))

    def test_the_search_works_from_disk_without_a_network(self, site: Path, chromium: Any) -> None:
        page = device(chromium, offline=True).new_page()
        asked, faults = [], []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.goto((site / "index.html").as_uri())
        page.fill("input[name=q] >> visible=true", "abeyance")
        page.keyboard.press("Enter")
        page.wait_for_selector("#search-results li p.context")
        first = page.locator("#search-results li a").first
        assert "abeyance" in page.locator("#search-results li p.context").first.inner_text().lower()
        first.click()
        page.wait_for_load_state()
        assert "abeyance" in page.inner_text("article").lower()
        assert not faults
        assert not [url for url in asked if not url.startswith(("file:", "data:"))]


@pytest.mark.slow
def test_links_that_lead_nowhere_end_the_build(
    building: dict[str, ModuleType], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "other.md").write_text("# Other\n\n## Here\n", encoding="utf-8")

    def built(*links: str) -> int:
        lines = ["# Home", *links, "```{toctree}\nother.md\n```"]
        (pages / "index.md").write_text("\n\n".join(lines), encoding="utf-8")
        return int(building["build"].render(pages, tmp_path / "site"))

    wrong = ("[a page](nowhere.md)", "[an anchor](#nobody)", "![a picture](nothing.svg)", "[other](other.md#never)")
    assert built(*wrong) != 0
    said = capfd.readouterr().err
    for number, name in enumerate(("nowhere.md", "nobody", "nothing.svg", "never")):
        assert re.search(rf"index\.md:{3 + 2 * number}: WARNING: .*{re.escape(name)}", said), name
    assert built("[there](other.md#here)") == 0


@pytest.mark.slow
def test_the_page_without_a_server_is_a_part_if_it_is_asked_for(
    building: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def render(pages: Path, folder: Path) -> int:
        shutil.copytree(pages / "course", folder / "course")
        return 0

    def write(_: Path | None, has_lessons: bool, folder: Path) -> None:
        assert has_lessons
        (folder / "lessons").mkdir(parents=True)
        (folder / "index.html").touch()

    monkeypatch.setattr(building["build"], "with_made_parts", lambda text, _: text)
    monkeypatch.setattr(building["build"], "render", render)
    monkeypatch.setattr(building["build"], "write_trial", write)
    build = partial(building["build"].build, read=building["notebooks"].as_kept)
    monkeypatch.setattr(building["build"], "build", build)
    assert building["build"].main([str(tmp_path / "site"), "--try-it"]) == 0
    assert (tmp_path / "site" / "try" / "index.html").exists()
    assert "try this lesson here" in (tmp_path / "site" / "course" / "1-search.md").read_text(encoding="utf-8")


def test_without_pyodide_there_is_nothing_to_try(
    building: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    building["trial"].write_trial(None, False, tmp_path / "try")
    assert "nothing to try: npm is missing" in capsys.readouterr().err
    assert building["trial"].trial(tmp_path / "docs" / "index.md") == ""


def test_its_help_builds_nothing(building: dict[str, ModuleType], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        building["build"].main(["--help"])
    assert ended.value.code == 0
    assert "build/site" in capsys.readouterr().out


def test_a_folder_that_holds_something_else_is_left_alone(building: dict[str, ModuleType], tmp_path: Path) -> None:
    mine = tmp_path / "mine" / "letter.txt"
    mine.parent.mkdir()
    mine.write_text("Dear reader", encoding="utf-8")
    with pytest.raises(FileExistsError, match="something else than a site"):
        building["build"].render(tmp_path / "pages", mine.parent)
    assert mine.read_text(encoding="utf-8") == "Dear reader"


@pytest.mark.parametrize(
    ("link", "place", "there"),
    [
        ("README.md", "docs/hint.md", "index.md"),
        ("../README.md#begin", "docs/rules/README.md", "../index.md#begin"),
        ("docs/hint.md#drawings", "CONTRIBUTING.md", "hint.md#drawings"),
        ("../CONTRIBUTING.md", "docs/architecture.md", "contributing.md"),
        ("../heuristan/cli/__init__.py", "docs/architecture.md", "../heuristan/cli/__init__.py"),
        ("rules/catalogue.yaml", "CONTRIBUTING.md", "../rules/catalogue.yaml"),
        ("https://example.org/README.md", "docs/hint.md", "https://example.org/README.md"),
        ("#begin", "docs/hint.md", "#begin"),
        ("course/one.ipynb", "docs/teachers.md", "course/one.md"),
    ],
)
def test_links_lead_to_the_same_on_the_site(link: str, place: str, there: str, building: dict[str, ModuleType]) -> None:
    assert building["pages"].link_on_site(link, place) == there


def test_links_in_code_stay(building: dict[str, ModuleType]) -> None:
    page = "[hint.md](hint.md)\n\n```\n[hint.md](README.md)\n```\n"
    assert building["pages"].on_site(page, "docs/step.md") == "[](hint.md)\n\n```\n[hint.md](README.md)\n```\n"


def test_the_navigation_is_that_of_the_index(building: dict[str, ModuleType]) -> None:
    index = (
        "# Home\n\n## Begin\n\n- [One](one.md): and [two](two.md)\n- [Three](in/README.md)\n\n## Nothing\n\nWords.\n"
    )
    made = building["navigation"].with_navigation(index, "docs/index.md").removeprefix(index)
    assert re.findall(r"^(?::caption: )?([A-Z]\w*|\S+\.md)$", made.replace(":caption: ", ""), re.MULTILINE) == [
        "Begin",
        "one.md",
        "in/README.md",
    ]
    assert building["navigation"].with_navigation(index, "docs/hint.md") == index


def test_a_notebook_is_a_page(building: dict[str, ModuleType], tmp_path: Path) -> None:
    picture = {"output_type": "display_data", "data": {"image/svg+xml": ["<svg/>"], "text/plain": ["a drawing"]}}
    printed = {"output_type": "stream", "text": ["1\n", "2\n"]}
    frame = {
        "output_type": "execute_result",
        "data": {"text/html": ["<iframe></iframe>\n"], "text/plain": ["a player"]},
    }
    cells = [
        {"cell_type": "markdown", "source": ["# One\n", "\n", "Think first."]},
        {"cell_type": "code", "source": ["print(1)\n", "draw()"], "outputs": [printed, picture, frame]},
        {"cell_type": "code", "source": [], "outputs": []},
    ]
    notebook = tmp_path / "one.ipynb"
    notebook.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    page = building["notebooks"].page_of(building["notebooks"].as_kept(notebook), tmp_path / "one")
    assert page.startswith("# One\n\nThink first.\n\n```python\nprint(1)\ndraw()\n```\n\n```text\n1\n2\n```\n")
    whole = building["notebooks"].with_download(page, notebook)
    assert whole.splitlines()[:4] == ["# One", "", whole.splitlines()[2], ""]
    assert "](one.ipynb)" in whole
    tried = {
        name: building["notebooks"].with_download(page, Path(f"{name}.ipynb"), "../try") for name in ("1-a", "6-a")
    }
    assert "../try/lessons/notebooks/index.html?path=1-a.ipynb" in tried["1-a"]
    assert "<a" not in tried["6-a"]
    (drawn,) = re.findall(r"\]\((one/.*\.svg)\)", page)
    assert (tmp_path / drawn).read_text(encoding="utf-8") == "<svg/>"
    assert re.search(r"^(`{4,})\{raw\} html\n<iframe></iframe>\n\1$", page, re.MULTILINE)
    assert "a player" not in page


@pytest.mark.slow
def test_a_notebook_is_run_for_its_page(
    building: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ipykernel", reason="notebooks are run with the extra docs")
    nbclient = pytest.importorskip("nbclient", reason="notebooks are run with the extra docs")
    cells = [
        {"cell_type": "code", "id": "a", "metadata": {}, "source": ["6 * 7"], "outputs": [], "execution_count": None}
    ]
    notebook = tmp_path / "one.ipynb"
    notebook.write_text(
        json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), encoding="utf-8"
    )
    notebooks = building["notebooks"]
    assert notebooks.page_of(notebooks.as_run(notebook), tmp_path) == "```python\n6 * 7\n```\n\n```text\n42\n```\n"

    def misses_a_module(_: object) -> None:
        raise nbclient.exceptions.CellExecutionError("", "ModuleNotFoundError", "No module named 'x'")

    monkeypatch.setattr(nbclient.NotebookClient, "execute", misses_a_module)
    assert notebooks.page_of(notebooks.as_run(notebook), tmp_path) == "```python\n6 * 7\n```\n"
