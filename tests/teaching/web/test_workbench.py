"""The workbench in a real browser: what stands where, what a step moves, and what leads a reader through it."""

from itertools import product

import pytest
from shared.accessibility import axe_faults, faults_of_tree
from shared.browser import visit

import heuristan

pytest.importorskip("starlette", reason="the server needs the extra 'web'")

pytestmark = pytest.mark.slow

SIZES = ((1280, 800), (1366, 650), (390, 844), (820, 1180))
STILL = """() => {
  const seen = ".rule, .rule .line button, .controls button, .board, .prospect, .telling, .legend, .more > *";
  const places = () => [...document.querySelectorAll(seen)].map((each) => {
    const { left, top, width } = each.getBoundingClientRect();
    const [name] = (each.className.baseVal ?? each.className).split(" ");
    return [name, left, top, width].join(" ");
  });
  const moved = new Set();
  const first = places();
  let shifts = 0;
  const note = (list) => list.getEntries().forEach(({ value }) => (shifts += value));
  new PerformanceObserver(note).observe({ type: "layout-shift" });
  const look = () => {
    places().forEach((place, n) => place === first[n] || moved.add(`${first[n]} -> ${place}`));
    requestAnimationFrame(look);
  };
  look();
  window.moved = () => [shifts, ...moved];
}"""
"""Notes at every frame from now on what is elsewhere than it is now."""
BEYOND = """[...document.querySelectorAll("main *")].filter((each) => each.checkVisibility() && !each.closest("svg") &&
  each.getBoundingClientRect().right > innerWidth).map((each) => each.className)"""
"""What is too wide for the screen."""
IN_SIGHT = """(selector) => {
  const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
  const spots = [[left + 2, top + 2], [(left + right) / 2, bottom - 2]];
  return spots.every((spot) => document.elementFromPoint(...spot)?.closest(selector));
}"""
"""Whether a part of the page is on the screen, and nothing lies on it."""


def steps(page, count):
    page.locator(".count", has_text=f"{count} step").wait_for()
    page.locator(".prospect p").wait_for()


@pytest.mark.part(2)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_when_a_step_is_made_or_taken_back(chromium, address, size):
    viewport = dict(zip(("width", "height"), size, strict=True))
    with visit(chromium, f"{address}#work?shape=horse", viewport=viewport) as page:
        steps(page, 0)
        page.evaluate(STILL)
        for count in (1, 2, 3):
            page.keyboard.press("ArrowRight")
            steps(page, count)
        page.keyboard.press("ArrowLeft")
        page.locator(".count", has_text="2 steps, 1 taken back").wait_for()
        page.locator(".prospect p").wait_for()
        assert page.evaluate("window.moved()") == [0]


def test_the_workbench_speaks_the_reader_s_language(chromium, address):
    with visit(chromium, f"{address}?language=fr#work?shape=horse&moves=g1") as page:
        page.locator(".prospect.bad p", has_text="Non : le reste").wait_for()
        assert page.inner_text("h1") == "Cheval"
        assert page.inner_text(".said h2").startswith("Étape 1\u00a0: une composée\u00a0: trapèze isocèle")
        assert "La règle 4 la prend" in page.inner_text(".said")
        words = page.inner_text("main").replace("Deutsch", "")
        assert not [word for word in ("Step", "rule", "match", "Take") if word in words]


def test_the_picture_of_an_answer_lies_on_the_board_and_moves_nothing_when_it_goes(chromium, address):
    with visit(chromium, f"{address}#work?shape=horse&moves=g1", viewport={"width": 1280, "height": 800}) as page:
        steps(page, 1)
        page.get_by_role("button", name="Skip the tour").click()
        page.get_by_role("button", name="Why nothing? Rule 10", exact=True).click()  # it stands at the end of the list
        page.locator(".board-box .picture img").wait_for()
        page.locator(".answer", has_text="What comes nearest").wait_for()
        assert page.evaluate(IN_SIGHT, ".answer p")
        page.locator(".rule .match").first.hover()
        page.evaluate(STILL)
        assert not page.locator(".picture img").is_visible()  # the match is on the board
        page.mouse.move(0, 0)
        assert page.locator(".picture img").is_visible()
        page.keyboard.press("ArrowRight")
        steps(page, 2)
        assert not page.locator(".picture img").count()
        assert page.evaluate("window.moved()") == [0]
        page.locator(".rule.finds .match:not(.folded)").first.click()
        steps(page, 3)  # the pointer lies on another match now, and the board shows what fires
        assert page.locator(".rule.fires .taken").inner_text() == page.locator(".board .match title").text_content()


def test_what_is_asked_and_chosen_is_answered_in_sight_on_a_telephone(chromium, address):
    size = {"width": 390, "height": 844}
    with visit(chromium, f"{address}#work?shape=horse&moves=g1.t3", viewport=size) as page:
        page.locator(".said", has_text="the rules would have taken a small triangle, on the right").wait_for()
        assert page.locator(".board .instead").count() == 1
        ask = page.get_by_role("button", name="Why nothing? Rule 10")
        ask.evaluate("(button) => button.scrollIntoView({ block: 'nearest' })")  # at once: the list may be drawn again
        before = page.evaluate("scrollY")
        ask.click()
        page.locator(".answer", has_text="What comes nearest: a large triangle").wait_for()
        assert page.evaluate("scrollY") == before
        page.locator(".answer summary").click()
        for part in (".answer", ".answer .whole"):
            box = page.locator(part).bounding_box()
            assert 0 <= box["y"] < box["y"] + box["height"] <= size["height"], part
        assert "grades" in page.inner_text(".answer .whole")


def test_more_matches_than_a_row_has_room_for_are_shown_when_they_are_asked_for(chromium, address):
    with visit(chromium, f"{address}#work?shape=horse&moves=g1", viewport={"width": 390, "height": 844}) as page:
        steps(page, 1)
        every = page.get_by_role("button", name="All matches of rule").first
        row = page.locator(".rule", has=every).first.locator(".matches")
        before = row.bounding_box()["height"]
        every.click()
        assert row.bounding_box()["height"] > 2 * before
        assert every.get_attribute("aria-expanded") == "true"
        page.evaluate(STILL)
        page.keyboard.press("ArrowRight")
        steps(page, 2)
        assert page.evaluate("window.moved()") == [0]  # what is open stays open


def test_the_tour_names_what_the_reader_has_done_and_stays_done(chromium, address):
    with visit(chromium, f"{address}#work?shape=cat") as page:
        page.evaluate("localStorage.clear()")
        page.reload()
        steps(page, 0)
        tour, do = page.locator(".tour"), lambda name: page.get_by_role("button", name=name).first.click()

        def named(word):
            tour.locator(".done", has_text=word).wait_for()
            do("Next")

        assert page.evaluate(IN_SIGHT, ".grades")  # what E, M, X and O are is told where they stand
        page.keyboard.press("ArrowRight")
        named("heuristic")
        do("Why nothing?")
        named("expert system")
        page.get_by_role("button", name="Apply rule 10").click()
        assert page.evaluate(IN_SIGHT, ".tour p")
        named("overruled")
        do("Take a figure that is hard")
        steps(page, 0)
        assert not tour.locator(".done").count()
        page.keyboard.press("End")
        named("dead end")
        while not tour.locator(".done", has_text="backtracking").count():
            page.keyboard.press("ArrowLeft")
            page.locator(".prospect p").wait_for()
        do("End the tour")
        page.reload()
        do("Take the tour")
        assert tour.inner_text().startswith("1/5")
        do("Skip the tour")
        assert not tour.is_visible()
        page.evaluate("localStorage.clear()")


def test_a_ranking_is_run_on_all_shapes_beside_what_it_was(chromium, address):
    some = ("cat", "goose", "crown", "digit-9", "swan")

    def fewer(route):
        shapes = route.fetch().json()["shapes"]
        route.fulfill(json={"shapes": [each for each in shapes if each["shape"] in some]})

    with visit(chromium, address) as page:
        page.route("**/api/shapes", fewer)
        page.goto(f"{address}#rank?shape=cat")
        page.reload()
        for title in ("Direct match, pieces", "2½–3½ edges, pieces"):
            before = page.url
            page.get_by_role("checkbox", name=f"Use: {title}").uncheck()
            page.wait_for_url(lambda url, before=before: url != before)
        page.get_by_label("Beside").select_option("heuristan")
        page.get_by_role("button", name="Run it on all shapes").click()
        page.get_by_text("It ran on 5 shapes.").wait_for()
        page.locator(".trial .moment").nth(3).wait_for()
        said = page.locator(".trial .moment").all_inner_texts()
        assert len(said) == 4  # in the first attempt and in any, beside two
        names = ("deutsch-hayes-1972", "heuristan")
        solved = {name: [attempts(shape, name) for shape in some] for name in names}
        pairs = [(name, measure) for measure in ("first", "any") for name in names]
        for sentence, (name, measure) in zip(said, pairs, strict=True):
            count = sum(each[measure] for each in solved[name])
            assert f"” {count}: " in sentence, (sentence, name, measure)
        link = page.locator(".trial a").first
        assert "rules=" in link.get_attribute("href")
        assert link.get_attribute("href").startswith("#work?shape=")
        page.unroute("**/api/shapes")
        page.evaluate("localStorage.clear()")


def attempts(shape, ranking):
    result = heuristan.solve(shape, ranking=ranking, way="published")
    return {"first": result.entry_point == 1, "any": result.status == "solved"}


def test_the_lesson_sets_the_workbench_up_for_a_room(chromium, address):
    with visit(chromium, f"{address}#lesson?", viewport={"width": 1920, "height": 1080}) as page:
        page.get_by_label("projector").check()
        links = {}
        while True:
            found = page.locator(".part .links a").all()
            links |= {each.inner_text(): each.get_attribute("href") for each in found}
            if not page.get_by_role("button", name="Next").is_visible():
                break
            page.get_by_role("button", name="Next").click()
        assert len(links) == 11
        assert all(link.endswith("projector=") for link in links.values())
        ends = {"filled": "solved", "stuck": "stuck"}
        for words, link in links.items():
            page.goto(f"{address}{link}")
            if link.startswith("#work"):
                status = ends.get(words.split()[-1], "open")
                page.locator(f".status.{status}").wait_for()
                page.locator(".board .left").wait_for(state="attached")
        page.goto(f"{address}{links['The runner, before its third piece']}")
        page.get_by_role("button", name="large triangle, EEM, taken").wait_for()
        small = "each.checkVisibility() && parseFloat(getComputedStyle(each).fontSize) < 24"
        texts = "main :is(p, h1, h2, button, a, label, span, summary, select, li)"
        assert not page.evaluate(f"[...document.querySelectorAll('{texts}')].filter((each) => {small}).length")
        for language, width in product(("en", "de"), (360, 390)):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(f"{address}?language={language}#work?shape=cat&moves=g2&projector")
            page.locator(".rule button").first.wait_for()
            assert not page.evaluate(BEYOND), (language, width)


@pytest.mark.part(2)
@pytest.mark.parametrize("large", ["", "projector="])
def test_the_lesson_and_the_trial_are_for_everybody(chromium, from_npm, address, large):
    with visit(chromium, f"{address}#lesson?{large}", bypass_csp=True) as page:
        for view in ("lesson", "work", "rank"):
            page.goto(f"{address}#{view}?shape=cat&moves=t2&{large}")
            page.locator(f"main.{view} h1").wait_for()
            page.wait_for_load_state("networkidle")
            assert not axe_faults(page, from_npm), view
            assert not faults_of_tree(page), view
