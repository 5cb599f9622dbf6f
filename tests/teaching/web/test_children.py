"""The way of a child through the page, of visitors of a museum, and of readers of other languages."""

from collections.abc import Iterator
from typing import Any

import pytest
from shared.accessibility import axe_faults
from shared.browser import visit

pytest.importorskip("starlette", reason="the server needs the extra 'web'")

pytestmark = pytest.mark.slow

SOLVED = """(shapes) => {
  const rings = [[[0, 0], [1, 0], [0, 1]]];
  const kept = (shape) => ({ given: { shape }, id: shape, rings, poses: [], isSolved: true });
  localStorage.setItem("heuristan", JSON.stringify({ puzzles: shapes.map(kept), rankings: [] }));
}"""
EASY = ("baby", "ballerina", "bat", "child", "horse", "rabbit", "runner", "skater", "squirrel")


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    """A page of a browser that was never here."""
    context = chromium.new_context(viewport={"width": 1024, "height": 768}, bypass_csp=True, reduced_motion="reduce")
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(str(error)))
    found.on("console", lambda message: faults.append(message.text))
    found.goto(address)
    yield found
    context.close()
    assert not faults


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def solve_by_hints(page: Any, pieces: int = 7) -> None:
    for _ in range(pieces):
        for name in ("Hint", "Which piece?", "Where exactly?", "Lay it for me"):
            button(page, name).click()


def test_from_the_gallery_through_a_puzzle_to_the_next_one_of_its_level(page: Any, from_npm: Any) -> None:
    page.evaluate(SOLVED, [name for name in EASY if name not in ("bat", "child", "skater")])
    page.reload()
    level = page.get_by_role("button", name="Easy 6 of 9 solved")
    level.click()
    assert page.locator(".shape:visible").count() == 9
    assert page.locator(".shape.solved:visible").count() == 6
    page.get_by_role("link", name="Play: Child walking").click()
    pictures = page.locator(".how")
    pictures.wait_for()
    assert pictures.locator("svg").count() == 4
    button(page, "Hint").click()
    page.locator(".advice", has_text="Look at").wait_for()
    assert pictures.is_hidden()
    for name in ("Which piece?", "Where exactly?", "Lay it for me"):
        button(page, name).click()
    solve_by_hints(page, 6)
    following = page.get_by_role("link", name="Next puzzle")
    following.wait_for()
    assert following.evaluate("(link) => link === document.activeElement")
    assert page.locator(".advice").get_attribute("aria-live") == "polite"
    assert "Solved!" in page.inner_text(".advice")
    box, frame = page.locator(".end").bounding_box(), page.locator(".table-frame").bounding_box()
    assert frame["y"] <= box["y"]
    assert box["y"] + box["height"] <= min(frame["y"] + frame["height"], 768)
    assert not axe_faults(page, from_npm)
    following.click()
    page.get_by_role("heading", name="Skater").wait_for()
    assert pictures.is_hidden()
    button(page, "How to play").click()
    assert pictures.is_visible()
    page.get_by_role("link", name="Shapes").click()
    page.get_by_role("button", name="Easy 7 of 9 solved").wait_for()  # and the level is still chosen
    assert page.locator(".shape:visible").count() == 9


def test_pictures_for_fingers_hide_nothing_of_the_table_and_go_at_one_tap(chromium: Any, address: str) -> None:
    for width, height in ((360, 740), (844, 390)):
        with visit(
            chromium, address, viewport={"width": width, "height": height}, has_touch=True, is_mobile=True
        ) as page:
            page.evaluate("localStorage.clear()")
            page.goto(f"{address}?language=de#play?shape=cat")
            pictures = page.locator(".how")
            pictures.wait_for()
            box, table = pictures.bounding_box(), page.locator("svg.table").bounding_box()
            assert box["y"] >= table["y"] + table["height"] or box["x"] >= table["x"] + table["width"], width
            assert pictures.locator(".hand").count() == 3  # a finger also taps the buttons
            pictures.tap()
            assert pictures.is_hidden()


def test_whether_it_can_be_filled_is_not_said_where_a_link_says_so(page: Any, address: str) -> None:
    spoilt = "#work?shape=cat&moves=g2.t3"
    page.goto(f"{address}?check=off{spoilt}")
    page.locator(".count", has_text="3 steps").wait_for()
    page.locator(".rules .state").first.wait_for()
    with page.expect_response("**/api/inspect"):
        page.reload()
    page.wait_for_timeout(200)
    assert not page.inner_text(".prospect")
    page.goto(f"{address}{spoilt}")
    page.get_by_label("say whether it can still be filled").check()
    button(page, "Take back 1 step").wait_for()


def test_a_museum_has_no_way_out_and_begins_anew_for_the_next_visitor(page: Any, address: str, from_npm: Any) -> None:
    page.clock.install()
    page.goto(f"{address}?kiosk=60#gallery")
    first = page.get_by_role("link", name="Play: Aeroplane")
    first.wait_for()
    assert not page.locator("a[href*='#work'], a[href*='#open'], a[href^='http'], input").count()
    sizes = [each.bounding_box() for each in page.locator("button, .button, select").all()]
    assert min(min(box["width"], box["height"]) for box in sizes) >= 48
    assert not axe_faults(page, from_npm)
    first.click()
    button(page, "Hint").click()
    page.locator(".advice", has_text="Look at").wait_for()
    assert min(box.bounding_box()["height"] for box in page.locator(".tools button").all()) >= 48
    page.goto(f"{address}?kiosk=60#open")
    first.wait_for()
    page.get_by_label("Language").select_option("de")
    page.get_by_role("link", name="Spielen: Flugzeug").click()
    page.locator(".hint", has_text="Tipp").click()
    page.clock.fast_forward(46_000)
    page.get_by_role("button", name="Ja, weiter").wait_for()
    page.clock.fast_forward(20_000)
    first.wait_for()
    assert page.evaluate("Object.keys(localStorage)") == []
    assert page.evaluate("location.hash") == "#gallery"
    assert not page.locator(".idle").count()
