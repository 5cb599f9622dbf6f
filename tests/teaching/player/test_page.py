"""The player in a real browser: every way to go through a run, and for everybody."""

import re
import shutil
import subprocess
from collections import Counter

import pytest
from shared.accessibility import ORDER, WATCH, axe_faults, faults_of_tree
from shared.browser import visit
from shared.places import TOP

from heuristan import solve
from heuristan.common.svg.palette import Tone
from heuristan.common.web.bundle import bundled
from heuristan.common.web.film import Shape, Still, Titles, film_of_stills
from heuristan.common.web.film import player_page as player_page_of
from heuristan.teaching.player.film import player_page

pytestmark = pytest.mark.slow

SITE = [f"teaching/web/site/page/{name}.js" for name in ("disk", "host", "python", "snapshot")]
MODULES = [
    path
    for modules in ("common/web/*.js", "teaching/web/page/*.js", *SITE)
    for path in sorted((TOP / "heuristan").glob(modules))
]
TSC = "--checkJs --allowJs --noEmit --strict --noUnusedLocals --noUnusedParameters --target es2022 --module es2022"
TSC += " --moduleResolution bundler --lib es2023,dom,dom.iterable"
RUNS = {"cat": {}, "digit-9": {"backtracking": False}, "convex-square": {"solver": "exact", "want": "all"}}
DEVICES = {
    "telephone": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "reduced_motion": "no-preference"},
    "projector, dark": {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark"},
    "desk": {"viewport": {"width": 1024, "height": 768}},
}
FOCUSED = "(each => each.getAttribute('role') || each.tagName.toLowerCase())(document.activeElement)"
SIZES = "(all) => all.map((each) => each.getBoundingClientRect()).map(({ width, height }) => [width, height])"
SMALLEST_TARGET = 24
"""In pixels: WCAG 2.2, 2.5.8."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    for name, how in RUNS.items():
        (folder / f"{name}.html").write_text(player_page(solve(name, **how).trace), encoding="utf-8")
    return folder


def moment(page):
    """The number of the moment that the page shows, from 1."""
    return int(page.inner_text(".count").split()[0])


def last(page):
    return int(page.inner_text(".count").split()[-1])


def letters(text):
    """Only the letters and figures: lines are broken and hyphens set anew on paper."""
    return re.sub(r"[^a-z0-9]+", "", text.lower())


def test_buttons_keys_and_slider_go_through_a_run(chromium, pages):
    with visit(chromium, pages / "cat.html") as page:
        assert moment(page) == 1
        page.get_by_role("button", name="Forward").click()
        page.keyboard.press("ArrowRight")
        assert moment(page) == 3
        assert page.locator(".stage .board .tile").count() == 2
        page.keyboard.press("End")
        assert moment(page) == last(page)
        assert "solved" in page.inner_text(".said").lower()
        page.keyboard.press("Home")
        page.get_by_role("slider").fill("3")
        assert moment(page) == 4
        page.get_by_role("button", name="Back").click()
        assert moment(page) == 3


def test_each_step_is_said_once_and_whole(chromium, pages):
    with visit(chromium, pages / "cat.html") as page:
        page.evaluate(WATCH)
        page.get_by_role("button", name="Forward").click()
        assert page.evaluate("window.announced") == [page.inner_text(".said").strip()]
        page.get_by_role("slider").focus()
        page.keyboard.press("ArrowRight")
        assert page.get_by_role("slider").get_attribute("aria-valuetext") == page.inner_text(".count")


def test_film_runs_to_its_end_in_silence(chromium, pages):
    with visit(chromium, pages / "cat.html") as page:
        said = page.locator(".said")
        page.clock.install()
        page.get_by_role("combobox", name="Speed").select_option("4")
        page.get_by_role("button", name="Run").click()
        assert said.get_attribute("aria-live") == "off"
        page.clock.run_for(20_000)
        assert moment(page) == last(page)
        assert said.get_attribute("aria-live") == "polite"
        assert page.get_by_role("button", name="Run").is_visible()


def test_a_match_that_a_reader_points_at_is_drawn(chromium, pages):
    with visit(chromium, pages / "cat.html") as page:
        taken = page.locator(".stage .board .match").get_attribute("d")
        other = page.locator(".matches button:not(.taken)").first
        other.hover()
        assert page.locator(".stage .board .match").get_attribute("d") != taken
        page.mouse.move(0, 0)
        assert page.locator(".stage .board .match").get_attribute("d") == taken
        other.focus()
        assert page.locator(".stage .board .match").get_attribute("d") != taken


def test_rule_that_fires_is_lit_and_others_say_what_they_lack(chromium, pages):
    with visit(chromium, pages / "cat.html") as page:
        assert page.locator(".rule.fires").count() == 1
        assert page.locator(".rule[aria-current=step]").count() == 1
        assert all(words.strip() for words in page.locator(".rule.finds-nothing .lacks").all_inner_texts())
        assert page.locator(".facts tr").count() > 0


def test_tree_is_walked_by_arrows_and_visited_by_the_mouse(chromium, pages):
    with visit(chromium, pages / "digit-9.html") as page:
        here = page.locator("[role=treeitem][aria-selected=true]")
        assert page.locator("[role=treeitem][tabindex='0']").count() == 1
        here.focus()
        page.keyboard.press("ArrowRight")
        assert here.get_attribute("aria-level") == "2"
        assert page.evaluate("document.activeElement.getAttribute('aria-selected')") == "true"
        page.keyboard.press("ArrowLeft")
        assert (here.get_attribute("aria-level"), moment(page)) == ("1", 1)
        page.keyboard.press("End")
        assert "stuck" in here.get_attribute("aria-label")
        page.locator("[role=treeitem]").nth(3).click()
        assert here.get_attribute("aria-level") == "4"


def test_everything_is_reached_by_the_keyboard_alone(chromium, pages):
    with visit(chromium, pages / "digit-9.html") as page:
        reached = Counter()
        for _ in range(80):
            page.keyboard.press("Tab")
            reached[page.evaluate(FOCUSED)] += 1
        assert reached["button"] >= 6
        assert {"input", "select", "summary", "treeitem"} <= {*reached}
        page.locator("button.run").focus()
        page.keyboard.press("Space")
        assert page.inner_text("button.run") == "Pause"


def test_page_is_printed_with_every_step_in_words_and_its_board(chromium, pages):
    pypdfium2 = pytest.importorskip("pypdfium2", reason="reading the printed page needs the extra image")
    with visit(chromium, pages / "cat.html", color_scheme="dark") as page:
        steps = page.locator(".transcript li").all_text_contents()
        printed = pypdfium2.PdfDocument(page.pdf())
        words = letters(" ".join(sheet.get_textpage().get_text_range() for sheet in printed))
        assert not [step for step in steps if letters(step) not in words]
        assert page.locator(".transcript .board").count() == 7
        assert len(printed) <= 4


def test_films_of_other_systems_are_drawn(chromium, tmp_path):
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    shape = Shape(square, Tone("#56b4e9", "#1a1a1a"), "12", "a tile", is_marked=True)
    stills = [Still("Nothing", "Nothing lies.", []), Still("Step 1", "A tile lies.", [shape])]
    path = tmp_path / "film.html"
    titles = Titles("sliding", "one tile", "About it.", "solved", "In brief.")
    path.write_text(player_page_of(film_of_stills(titles, stills)), encoding="utf-8")
    with visit(chromium, path) as page:
        assert page.locator(".board .shape").count() == 0
        page.keyboard.press("ArrowRight")
        assert page.locator(".board .shape.marked").count() == 1
        assert page.text_content(".board .written") == "12"
        assert page.inner_text(".said h2") == "Step 1"
        assert not page.locator(".ranking, .stock, .legend").count()


def test_a_player_speaks_the_reader_s_language(chromium, pages):
    with visit(chromium, f"{(pages / 'cat.html').as_uri()}?language=de") as page:
        assert page.inner_text("h1") == "Katze"
        page.keyboard.press("ArrowRight")
        assert page.inner_text(".said h2").startswith("Schritt 1: ein ")
        assert page.inner_text(".rule .title >> nth=0") == "Direkter Treffer, Teile"
        assert page.get_by_text("sind auf Englisch").is_visible()  # what is not translated is said once


@pytest.mark.parametrize("device", DEVICES)
def test_page_fits_each_device_and_a_finger(chromium, pages, device):
    with visit(chromium, pages / "cat.html", **DEVICES[device]) as page:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        sizes = page.locator("button, input, select, summary, .dot").evaluate_all(SIZES)
        assert not [size for size in sizes if 0 < min(size) < SMALLEST_TARGET]
        moving = "getComputedStyle(document.querySelector('.rule')).transitionDuration"
        assert (page.evaluate(moving) == "0s") == ("reduced_motion" not in DEVICES[device])


@pytest.mark.part(2)
@pytest.mark.parametrize(("name", "scheme"), [("cat", "dark"), ("convex-square", "light")])
def test_axe_finds_nothing(chromium, pages, from_npm, name, scheme):
    with visit(chromium, pages / f"{name}.html", color_scheme=scheme, bypass_csp=True) as page:
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        page.keyboard.press("ArrowRight")
        assert not faults_of_tree(page)
        for width in (360, 1024, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(ORDER) == {"wrong": [], "jumps": 0}, width
        assert not axe_faults(page, from_npm)


def test_types_of_the_modules_hold(from_npm, tmp_path):
    # they are served from one place, and import each other there
    copies = [shutil.copy(module, tmp_path) for module in MODULES]
    command = ["node", str(from_npm / "typescript" / "bin" / "tsc"), *TSC.split(), *copies]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not checked.returncode, checked.stdout


def test_a_bundle_imports_nothing_and_each_of_its_modules_has_a_scope():
    text = bundled("player")
    assert not re.search(r"^(import|export) ", text, re.MULTILINE)
    scopes = re.findall(r'^modules\["([a-z-]+)"\] = ', text, re.MULTILINE)
    assert len(scopes) == len(set(scopes)) > 1
    assert {*re.findall(r'modules\["([a-z-]+)"\]', text)} == {*scopes}
