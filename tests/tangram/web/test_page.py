"""The page of ``heuristan serve`` in a real browser, with the real server."""

import pytest
from shared.browser import visit
from shared.serving import serving

pytest.importorskip("fastapi", reason="the server needs the extra 'web'")

pytestmark = pytest.mark.slow

AXE = "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}"
WORK = "#work?shape=cat&ranking=deutsch-hayes-1972"


@pytest.fixture(scope="module")
def address():
    with serving() as (_, address):
        yield address


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def status(page, word):
    page.locator(f".status.{word}").wait_for()


def steps(page, count):
    page.locator(".count", has_text=f"{count} step").wait_for()


def test_a_shape_is_chosen_from_the_gallery_and_solved_step_by_step(chromium, address):
    with visit(chromium, address) as page:
        page.get_by_role("searchbox").fill("cat easy")
        page.get_by_role("link", name="Cat").first.click()
        steps(page, 0)
        button(page, "Step").click()
        steps(page, 1)
        page.keyboard.press("ArrowRight")
        steps(page, 2)
        button(page, "Take back").click()
        page.locator(".count", has_text="1 step, 1 taken back").wait_for()
        button(page, "Go on to the end").click()
        status(page, "solved")
        assert page.locator(".stage .board .tile").count() == 7
        page.go_back()
        status(page, "open")


def test_rules_and_matches_are_chosen_by_hand_until_a_puzzle_is_solved(chromium, address):
    with visit(chromium, address + WORK) as page:
        steps(page, 0)
        page.get_by_role("button", name="small triangle, EEX").first.click()
        steps(page, 1)
        for count in range(2, 8):
            page.get_by_role("button", name="Apply rule").first.click()
            page.locator(f".count:has-text('{count} step'), .status.solved").first.wait_for()
            if page.locator(".status.solved").count():
                break
        status(page, "solved")


def test_why_not_is_answered_in_words_and_a_picture(chromium, address):
    with visit(chromium, address + WORK) as page:
        page.get_by_role("button", name="Why not rule 1?").click()
        page.locator(".answer img").wait_for()
        assert "rule 1" in page.inner_text(".answer h3")
