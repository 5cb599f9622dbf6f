"""The workbench in a real browser: what stands where, what a step moves, and what leads a reader through it."""

import pytest
from shared.browser import visit

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


def steps(page, count):
    page.locator(".count", has_text=f"{count} step").wait_for()
    page.locator(".prospect p").wait_for()


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


def test_the_picture_of_an_answer_lies_on_the_board_and_moves_nothing_when_it_goes(chromium, address):
    with visit(chromium, f"{address}#work?shape=horse&moves=g1", viewport={"width": 1280, "height": 800}) as page:
        steps(page, 1)
        page.get_by_role("button", name="Skip the tour").click()
        page.get_by_role("button", name="Why not rule 1?").click()
        page.locator(".board-box .picture img").wait_for()
        page.evaluate(STILL)
        page.locator(".rule .match").first.hover()
        assert not page.locator(".picture img").is_visible()  # the match is on the board
        page.mouse.move(0, 0)
        assert page.locator(".picture img").is_visible()
        page.keyboard.press("ArrowRight")
        steps(page, 2)
        assert not page.locator(".picture img").count()
        assert page.evaluate("window.moved()") == [0]


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

        page.keyboard.press("ArrowRight")
        named("heuristic")
        do("Why not rule")
        named("expert system")
        page.locator(".rule .match:not(.taken):not(.folded)").first.click()
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
