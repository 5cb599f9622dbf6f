"""The play table and the drawing board in a real browser, at a real server."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from shared.accessibility import axe_faults
from shared.browser import Visit
from shared.played import PlayedPage, solution

pytest.importorskip("uvicorn", reason="tests of the page need the extra web")

pytestmark = pytest.mark.slow

CAT = {"shape": "cat"}
DEVICES = {
    "mouse": {"viewport": {"width": 1024, "height": 768}, "reduced_motion": "reduce"},
    "finger": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "color_scheme": "dark"},
}
SLID = {"rings": [[[0, 0], [2, 0], [2, 0.37], [4, 0.37], [4, 2.37], [2, 2.37], [2, 2], [0, 2]]]}
"""Two squares, slid along each other by no length that sides add up to."""
BODY = [[0, 42], [13, 42], [34, 21], [23, 10], [25, 10], [9, -6], [25, -6]]
BODY += [[41, 10], [68, 10], [45, 33], [61, 49], [45, 49], [45, 42], [23, 65]]
RUNNER = {"rings": [BODY, [[23, 65], [38, 71], [31, 86], [16, 80]]]}
"""Measured in pixels, with a foot that is slid and a head at another angle."""


@pytest.fixture
def visit(chromium: Any, address: str) -> Iterator[Any]:
    """Open pages that must have no error."""
    opened = []

    def opening(device: str = "mouse", **how: Any) -> PlayedPage:
        opened.append(Visit(chromium, address, **DEVICES[device], **how))
        return PlayedPage(opened[-1].page)

    yield opening
    for each in opened:
        each.close()


def other_solution() -> list[dict[str, Any]]:
    """Return another solution of the cat: its body is a square of two triangles, which is cut in two ways."""
    first = solution("cat")
    small = [each for each in first if each["piece"] != "large-triangle"]
    body = [{(0.0, 0.0), (2.0, 0.0), (2.0, 2.0)}, {(0.0, 0.0), (2.0, 2.0), (0.0, 2.0)}]
    laid = [set(map(tuple, each["ring"])) for each in first if each["piece"] == "large-triangle"]
    rings = [[(0, 0), (2, 0), (0, 2)], [(2, 0), (2, 2), (0, 2)]]
    if body[0] not in laid:
        rings = [[(0, 0), (2, 0), (2, 2)], [(0, 0), (2, 2), (0, 2)]]
    return [*small, *({"piece": "large-triangle", "ring": ring} for ring in rings)]


def turn_by_buttons(at: PlayedPage, step: dict[str, Any]) -> None:
    at.piece(step["number"]).click()
    for _ in range(step["turn"]):
        at.page.get_by_role("button", name="Turn left").click()
    if step["flipped"]:
        at.page.get_by_role("button", name="Flip").click()


def lay(at: PlayedPage, steps: list[dict[str, Any]]) -> None:
    for step in steps:
        turn_by_buttons(at, step)
        at.drag(step["number"], step["at"])


def advice(at: PlayedPage) -> Any:
    return at.page.locator(".advice")


def wait_for(at: PlayedPage, words: str) -> None:
    advice(at).filter(has_text=words).wait_for(timeout=5000)


def test_cat_is_played_with_the_mouse(visit: Any) -> None:
    at = visit()
    at.mount("play-table", "playTable", CAT)
    lay(at, at.steps(CAT, solution("cat")))
    wait_for(at, "Solved!")
    at.page.get_by_role("button", name="Watch how the rules do it").click()
    assert at.page.evaluate("window.opened") == ["work", CAT]
    at.page.get_by_role("button", name="What is wrong?").click()
    wait_for(at, "Nothing: it is solved")  # so the server says too
    at.page.get_by_role("button", name="Undo").click()
    assert "olved" not in advice(at).inner_text()


@pytest.mark.parametrize("given", [SLID, RUNNER], ids=["slid", "runner"])
def test_hints_lead_through_a_drawing_to_the_end(visit: Any, given: dict[str, Any]) -> None:
    at = visit()
    at.mount("play-table", "playTable", given)
    for _ in range(7):
        for name in ("Hint", "Which piece?", "Where exactly?", "Lay it for me"):
            at.page.get_by_role("button", name=name, exact=True).click(timeout=10_000)
    wait_for(at, "Solved!")


def test_any_correct_tiling_counts(visit: Any) -> None:
    at = visit()
    at.mount("play-table", "playTable", CAT)
    lay(at, at.steps(CAT, other_solution()))
    wait_for(at, "Solved!")


def test_cat_is_played_with_keys_alone(visit: Any) -> None:
    at = visit()
    at.mount("play-table", "playTable", CAT)
    keyboard = at.page.keyboard
    at.page.evaluate("document.body.focus()")
    steps = sorted(at.steps(CAT, solution("cat")), key=lambda step: step["number"])
    middle = (1.29289, 2.20711)  # of the outline: where a piece comes that is picked up
    while at.page.evaluate("!document.activeElement.classList.contains('piece')"):
        keyboard.press("Tab")
    for step in steps:
        for _ in range(step["turn"]):
            keyboard.press("Shift+R")
        if step["flipped"]:
            keyboard.press("f")
        keyboard.press("Enter")
        for off, back, forth in zip(
            (u - v for u, v in zip(step["at"], middle, strict=True)),
            ("ArrowLeft", "ArrowDown"),
            ("ArrowRight", "ArrowUp"),
            strict=True,
        ):
            for _ in range(round(abs(off) / 0.1) // 5):
                keyboard.press(forth if off > 0 else back)
            for _ in range(round(abs(off) / 0.1) % 5):
                keyboard.press(f"Shift+{forth if off > 0 else back}")
        keyboard.press("Enter")
        keyboard.press("Tab")
    wait_for(at, "Solved!")


def test_fingers_drag_and_flip(visit: Any) -> None:
    at = visit("finger")
    at.mount("play-table", "playTable", CAT)
    assert at.page.evaluate("document.documentElement.scrollWidth") <= 360
    step = next(each for each in at.steps(CAT, solution("cat")) if each["number"] == 6)  # the parallelogram
    for _ in range(step["turn"]):
        at.piece(6).tap()
        at.page.get_by_role("button", name="Turn left").tap()
        at.page.wait_for_timeout(10)
    before = at.piece(6).get_attribute("aria-label")
    at.page.wait_for_timeout(400)
    x, y = at.middle(6)
    at.page.touchscreen.tap(x, y)
    at.page.touchscreen.tap(x, y)
    assert ("flipped" in before) != ("flipped" in at.piece(6).get_attribute("aria-label"))
    if not step["flipped"]:
        at.page.wait_for_timeout(400)
        at.page.touchscreen.tap(x, y)
        at.page.touchscreen.tap(x, y)
    at.drag_by_finger(6, step["at"])
    assert "1 of 7" in at.page.locator(".said-small").inner_text()
    assert "parallelogram: laid." in at.page.locator(".said-small").inner_text().lower()


def test_wrong_tilings_are_not_taken_and_their_faults_are_shown(visit: Any) -> None:
    at = visit()
    at.mount("play-table", "playTable", CAT)
    steps = at.steps(CAT, solution("cat"))
    lay(at, steps[:-1])
    at.drag(steps[-1]["number"], steps[0]["at"])
    at.page.locator(".piece.misfit").nth(1).wait_for()  # before anybody asks
    assert at.page.locator(".piece.misfit").count() == 2
    assert "Solved" not in advice(at).inner_text()
    at.page.get_by_role("button", name="What is wrong?").click()
    at.page.locator(".marks .fault").first.wait_for(timeout=5000)
    assert "lie on each other" in advice(at).inner_text()
    assert not re.search(r"[0-9]", advice(at).inner_text())


def test_hints_lead_from_a_nudge_to_the_end(visit: Any) -> None:
    at = visit()
    at.mount("play-table", "playTable", CAT)
    hint = at.page.locator(".hint")
    hint.click()
    wait_for(at, "Look at this corner")
    hint.click()
    wait_for(at, "goes to this corner")
    assert at.page.locator(".piece.meant").count() >= 1
    at.page.locator(".piece.meant").first.click()
    at.page.keyboard.press("r")  # turned beside the outline: what the hint showed stays
    assert at.page.locator(".marks .look").count() == 1
    wait_for(at, "goes to this corner")
    for _ in range(7):
        while not at.page.get_by_role("button", name="Lay it for me").is_visible():
            with at.page.expect_response("**/api/hint"):
                hint.click()
            at.page.wait_for_timeout(50)
        at.page.get_by_role("button", name="Lay it for me").click()
    wait_for(at, "Solved!")


def test_a_piece_to_take_back_is_shown(visit: Any) -> None:
    at = visit()
    at.mount("play-table", "playTable", CAT)
    at.drag(5, (0.5, 0.5))  # in the body, where the large triangles go
    at.page.locator(".hint").click()
    at.page.locator(".piece.to-take-back").wait_for(timeout=9000)


def test_buttons_of_a_piece_stay_where_they_are(visit: Any) -> None:
    at = visit("finger")
    at.mount("play-table", "playTable", CAT)
    turn = at.page.get_by_role("button", name="Turn left")
    at.piece(1).tap()
    place, turned = turn.bounding_box(), set()
    for _ in range(8):
        at.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        turned.add(at.piece(1).locator("path").first.get_attribute("d"))
        assert turn.bounding_box() == place
    assert len(turned) == 8
    at.drag_by_finger(1, (1.2, 1.2))
    assert turn.get_attribute("aria-disabled") != "true"


def are_in_sight(page: Any, *parts: str) -> bool:
    boxes = [page.locator(part).bounding_box() for part in parts]
    return all(box["y"] + box["height"] <= page.viewport_size["height"] for box in boxes)


def test_controls_and_verdict_are_in_sight(visit: Any) -> None:
    for size in ({"width": 390, "height": 844}, {"width": 1280, "height": 720}, {"width": 844, "height": 390}):
        at = visit()
        at.page.set_viewport_size(size)
        at.page.goto(at.page.url.split("#")[0] + "?language=de#play?shape=cat")
        at.page.evaluate("localStorage.clear()")
        at.page.reload()
        at.page.locator("svg.table").wait_for()
        at.page.locator(".how .close").wait_for()
        assert are_in_sight(at.page, ".controls .hint"), size  # the pictures speak of it
        at.page.locator(".how .close").click()
        assert are_in_sight(at.page, ".tools", ".play-table .controls", ".advice"), size


def test_one_undo_takes_back_a_piece_with_its_turns(visit: Any) -> None:
    at = visit()
    at.mount("play-table", "playTable", CAT)
    first, second = at.steps(CAT, solution("cat"))[:2]
    lay(at, [first, second])
    at.page.get_by_role("button", name="Turn left").click()
    at.page.get_by_role("button", name="Undo").click()
    states = [at.piece(step["number"]).get_attribute("aria-label") for step in (first, second)]
    assert ["on the table" in state for state in states] == [True, False]
    at.page.get_by_role("button", name="Undo").click()
    assert at.page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"


def test_pieces_stay_on_the_table_and_everything_is_undone(visit: Any) -> None:
    at = visit()
    at.mount("play-table", "playTable", CAT)
    before = at.piece(0).locator("path").first.get_attribute("d")
    mouse = at.page.mouse
    mouse.move(*at.middle(0))
    mouse.down()
    mouse.move(-500, 5000)
    mouse.up()
    box, table = at.piece(0).bounding_box(), at.page.locator("svg.table").bounding_box()
    line = 4  # the width of a line around a piece that is chosen
    assert table["x"] <= box["x"] + line
    assert box["y"] + box["height"] <= table["y"] + table["height"] + line
    at.page.get_by_role("button", name="Undo").click()
    assert at.piece(0).locator("path").first.get_attribute("d") == before
    at.page.get_by_role("button", name="Redo").click()
    assert at.piece(0).locator("path").first.get_attribute("d") != before


def test_a_square_is_drawn_and_solved(visit: Any) -> None:
    at = visit()
    at.mount("draw-board", "drawingBoard")
    for vertex in ((4, 2), (8, 2), (8, 4), (4, 4), (4, 2)):
        x, y = at.pixel(vertex)
        at.page.mouse.click(x + 4, y - 4)
    assert "just right" in at.page.locator(".area").inner_text()
    at.page.get_by_role("button", name="Work it out").click()
    wait_for(at, "Solved")
    assert at.page.locator(".answer").count() == 7
    at.page.get_by_role("button", name="Play it").click()
    view, given = at.page.evaluate("window.opened")
    assert view == "play"
    assert given["rings"] == [[[4, 2], [8, 2], [8, 4], [4, 4]]]


def test_a_finger_that_is_never_exact_draws_a_square_on_a_telephone(visit: Any) -> None:
    at = visit("finger")
    at.mount("draw-board", "drawingBoard")
    assert at.page.evaluate("document.documentElement.scrollWidth") <= 360
    touch = at.page.context.new_cdp_session(at.page)
    off = [(7, -6), (-7, 5), (6, 7), (-5, -7), (7, 7)]  # in pixels: a finger hides what it points at
    for vertex, (dx, dy) in zip(((2, 2), (6, 2), (6, 4), (2, 4), (2, 2)), off, strict=True):
        x, y = at.pixel(vertex)
        spot = {"x": x + dx, "y": y + dy}
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x + 25, "y": y - 20}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [spot]})
        assert at.page.locator(".loupe").count() == 1
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert at.page.locator(".loupe").count() == 0
    assert "just right" in at.page.locator(".area").inner_text()
    at.page.get_by_role("button", name="Step it").click()
    assert at.page.evaluate("window.opened[1].rings") == [[[2, 2], [6, 2], [6, 4], [2, 4]]]


def test_an_outline_that_is_refused_says_why(visit: Any) -> None:
    at = visit()
    at.mount("draw-board", "drawingBoard")
    board = at.page.locator(".drawing")
    board.focus()
    for keys in (["Enter"], ["ArrowRight"] * 2 + ["Enter"], ["ArrowUp"] * 3 + ["Enter"], ["c"]):
        for key in keys:
            at.page.keyboard.press(key)
    assert "too little" in at.page.locator(".area").inner_text()
    at.page.get_by_role("button", name="Work it out").click()
    wait_for(at, "straighten it")


def test_pieces_that_are_laid_become_a_puzzle(visit: Any) -> None:
    at = visit()
    at.mount("lay-board", "layingBoard")
    at.page.get_by_role("button", name="Play it").click()
    wait_for(at, "Lay the other 7 pieces too")
    at.drag(0, (1, 1))
    at.drag(1, (4, 1))
    at.page.get_by_role("button", name="Play it").click()
    wait_for(at, "Lay the other 5 pieces too")


def test_two_pieces_that_overlap_are_named_at_once_and_make_no_puzzle(visit: Any) -> None:
    at = visit()
    at.mount("lay-board", "layingBoard")
    steps = at.steps(CAT, solution("cat"))
    lay(at, steps)
    wait_for(at, "All pieces are laid")
    first, second = steps[0]["number"], steps[1]["number"]
    x, y = steps[1]["at"]
    at.drag(first, (x + 0.1, y))
    wait_for(at, "lie on each other")
    assert {first, second} <= {n for n in range(7) if "to-take-back" in at.piece(n).get_attribute("class")}
    at.page.get_by_role("button", name="Step it").click()
    assert at.page.evaluate("window.opened") is None
    at.page.get_by_role("button", name="Undo").click()
    assert not at.page.locator(".to-take-back").count()


def test_a_piece_that_hangs_apart_is_named_and_makes_a_puzzle_all_the_same(visit: Any) -> None:
    at = visit()
    at.mount("lay-board", "layingBoard")
    lay(at, at.steps(CAT, solution("cat")))
    at.drag(4, (5.2, 4.2))
    wait_for(at, "hangs apart from the others")
    at.page.get_by_role("button", name="Play it").click()
    assert at.page.evaluate("window.opened")[0] == "play"


@pytest.mark.part(2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("module", "call", "given"), [("play-table", "playTable", CAT), ("draw-board", "drawingBoard", None)]
)
def test_axe_finds_nothing(visit: Any, from_npm: Any, module: str, call: str, given: Any, scheme: str) -> None:
    at = visit(bypass_csp=True, color_scheme=scheme)
    at.mount(module, call, given)
    if given:
        at.piece(0).click()
        at.page.locator(".hint").click()
    assert not axe_faults(at.page, from_npm)
