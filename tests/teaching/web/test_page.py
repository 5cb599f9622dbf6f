"""The page of ``heuristan serve`` in a real browser, with the real server."""

import json
from contextlib import suppress

import pytest
from shared.accessibility import ORDER, WATCH, axe_faults, faults_of_tree
from shared.browser import visit

pytest.importorskip("starlette", reason="the server needs the extra 'web'")

pytestmark = pytest.mark.slow

WORK = "#work?shape=cat&ranking=deutsch-hayes-1972"


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def status(page, word):
    page.locator(f".status.{word}").wait_for()


def steps(page, count):
    page.locator(".count", has_text=f"{count} step").wait_for()


def test_a_shape_is_chosen_from_the_gallery_and_solved_step_by_step(chromium, address):
    with visit(chromium, address) as page:
        page.get_by_role("searchbox").fill("Katze medium")
        page.get_by_role("link", name="Workbench: Cat").first.click()
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
        page.get_by_role("button", name="Why nothing? Rule 1", exact=True).click()
        page.locator(".picture img").wait_for()
        assert "rule 1" in page.inner_text(".answer h2")


def test_a_match_that_spoils_the_puzzle_is_said_and_how_far_to_step_back(chromium, address):
    with visit(chromium, address + WORK + "&moves=g2.t3") as page:
        button(page, "Take back 1 step").click()
        page.locator(".count", has_text="2 steps, 1 taken back").wait_for()
        page.locator(".prospect.good").wait_for()


def test_questions_are_asked_by_the_form(chromium, address):
    with visit(chromium, address + WORK + "&moves=g1") as page:
        asked = {
            "how": {"Step number": "1"},
            "what-if": {"Rule": "8"},
            "why-not": {"Rule": "8", "Piece": "square", "At vertex": "3"},
            "check": {},
            "why": {},
        }
        steps(page, 1)
        for kind, fields in asked.items():
            page.get_by_label("Question", exact=True).select_option(kind)
            for label, value in fields.items():
                page.get_by_role("combobox", name=label, exact=True).select_option(value)
            button(page, "Ask").click()
            page.locator(".answer p:not(.quiet)").first.wait_for()
            assert not page.locator(".answer .bad").count()


def test_a_finger_draws_a_match_before_it_takes_it(chromium, address):
    with visit(chromium, address + WORK, viewport={"width": 360, "height": 740}, has_touch=True) as page:
        match = page.get_by_role("button", name="parallelogram, EEEO").first
        match.tap()
        page.get_by_text("Touch it again to take it").wait_for()
        assert page.locator(".board .match").count() == 1
        steps(page, 0)
        match.tap()
        steps(page, 1)


def test_a_match_that_is_pressed_while_more_is_told_is_taken(chromium, address):
    with visit(chromium, address) as page:
        held = []
        page.route("**/api/inspect", lambda route: held.append(route))
        page.goto(address + WORK)
        page.get_by_role("button", name="small triangle, EEX").first.hover()
        page.mouse.down()
        while not held:
            page.wait_for_timeout(50)
        with page.expect_response("**/api/inspect"):
            held[0].continue_()
        page.wait_for_timeout(200)
        page.mouse.up()
        steps(page, 1)


def test_a_ranking_and_a_search_are_played_in_step(chromium, address):
    with visit(chromium, address + "#compare?shape=cat&solver=exact") as page:
        page.locator(".numbers .status.solved").nth(1).wait_for()
        button(page, "To the end").click()
        assert [side.locator(".tile").count() for side in page.locator(".stage").all()] == [7, 7]
        page.get_by_label("Right", exact=True).last.select_option("heuristan")
        page.locator(".numbers dt", has_text="Nodes").wait_for(state="detached")
        page.locator(".numbers .status.solved").nth(1).wait_for()


def test_rules_are_moved_switched_off_and_changed_and_faults_are_shown_at_their_line(chromium, address):
    with visit(chromium, address + "#rank?shape=cat") as page:
        first = page.locator(".edited li b").first
        page.get_by_role("button", name="Move down: Direct match, pieces").click()
        page.locator(".edited li b").first.get_by_text("2½–3½ edges, pieces").wait_for()
        page.keyboard.press("Enter")  # the focus went with the rule
        page.locator(".edited li b").nth(2).get_by_text("Direct match, pieces").wait_for()
        page.wait_for_url(lambda url: "rules=" in url)
        handle = page.locator(".handle").nth(2).bounding_box()
        page.mouse.move(handle["x"] + 5, handle["y"] + 5)
        page.mouse.down()
        page.mouse.move(handle["x"] + 5, page.locator(".handle").first.bounding_box()["y"] - 20, steps=3)
        page.mouse.up()
        first.get_by_text("Direct match, pieces").wait_for()
        page.get_by_role("checkbox", name="3 edges only, pieces").uncheck()
        page.locator(".edited .off").wait_for()
        order = page.locator(".edited li b").all_inner_texts()
        page.get_by_role("checkbox", name="3 edges only, pieces").check()
        page.locator(".edited .off").wait_for(state="detached")
        assert page.locator(".edited li b").all_inner_texts() == order
        assert page.evaluate("document.activeElement.type") == "checkbox"
        page.locator("details summary").first.click()
        page.get_by_label("Grades, three-sided: Direct match, pieces").fill("EEQ")
        page.keyboard.press("Tab")
        page.locator(".edited .bad").wait_for()
        assert page.locator(".prospect.bad").inner_text().startswith("Line ")
        button(page, "Reset").click()
        page.locator(".prospect.good").wait_for()
        assert page.locator(".edited").first.locator("li").count() == 10


def test_a_file_is_opened_and_its_figure_solved(chromium, address, tmp_path):
    ring = [[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]
    feature = {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    (tmp_path / "mine.geojson").write_text(json.dumps(feature), encoding="utf-8")
    (tmp_path / "bad.geojson").write_text("{", encoding="utf-8")
    with visit(chromium, address + "#open") as page:
        page.set_input_files("#file", tmp_path / "bad.geojson")
        page.locator("p.bad").wait_for()
        page.set_input_files("#file", tmp_path / "mine.geojson")
        page.get_by_role("link", name="Work it out").click()
        button(page, "Go on to the end").click()
        page.locator(".status.solved, .status.stuck").wait_for()
        assert "feature=" in page.url


def test_an_answer_that_comes_late_does_not_replace_that_of_the_next_file(chromium, address, tmp_path):
    from playwright.sync_api import Error

    ring = [[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]
    feature = {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    for name in ("slow.geojson", "mine.geojson"):
        (tmp_path / name).write_text(json.dumps(feature), encoding="utf-8")
    held = []
    with visit(chromium, address + "#open") as page:
        page.route("**/api/read?name=slow.geojson", lambda route: held.append(route))
        with page.expect_request("**/api/read?name=slow.geojson"):
            page.set_input_files("#file", tmp_path / "slow.geojson")
        page.set_input_files("#file", tmp_path / "mine.geojson")
        page.get_by_role("link", name="Work it out").wait_for()
        with suppress(Error):
            held[0].fulfill(status=400, json={"message": "too late"})
        page.wait_for_timeout(200)
        assert page.get_by_role("status").first.inner_text().startswith("mine.geojson: 1 figure")


def test_a_puzzle_is_solved_by_keyboard_alone(chromium, address):
    with visit(chromium, address + WORK) as page:
        steps(page, 0)
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        for _ in range(4):
            page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        steps(page, 1)
        page.keyboard.press("End")
        status(page, "solved")


def test_a_run_is_taken_away_as_files(chromium, address):
    with visit(chromium, address + "#take?shape=cat&moves=f") as page:
        for name in ("Player", "Outline, SVG", "Ranking", "Trace"):
            with page.expect_download() as saved:
                button(page, f"Save: {name}").click()
            assert saved.value.path().stat().st_size > 100
        for wide in (1600, 800):
            page.get_by_label("A PNG is this wide").select_option(str(wide))
            with page.expect_download() as saved:
                button(page, "Save: Picture, PNG").click()
            assert saved.value.suggested_filename == "solution.png"
            assert saved.value.path().read_bytes()[16:20] == wide.to_bytes(4, "big")
        assert page.get_by_label("Link", exact=True).input_value().endswith("moves=f")


WIDTHS = (360, 1024, 1920)
VIEWS = {
    "gallery": "",
    "work": WORK + "&moves=g1",
    "rank": "#rank?shape=cat",
    "compare": "#compare?shape=cat",
    "open": "#open",
    "take": "#take?shape=cat",
    "play": "#play?shape=cat",
    "draw": "#draw",
    "lay": "#lay",
}
DRAWN = "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
"""Waits for the next frame, in which parts that observe their size are placed again."""
DEVICES = {
    "telephone, dark": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"},
    "desk": {"viewport": {"width": 1024, "height": 768}},
}


@pytest.mark.part(6)
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("view", VIEWS)
def test_views_are_for_everybody(chromium, from_npm, address, view, device):
    with visit(chromium, address + VIEWS[view], bypass_csp=True, **DEVICES[device]) as page:
        page.locator(f"main.{view} h1").wait_for()
        page.wait_for_load_state("networkidle")
        assert not axe_faults(page, from_npm)
        assert not faults_of_tree(page)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate(DRAWN)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
            assert page.evaluate(ORDER) == {"wrong": [], "jumps": 0}, width


def test_each_change_is_said_once(chromium, address):
    with visit(chromium, address + WORK) as page:
        page.locator(".prospect p").wait_for()
        button(page, "Skip the tour").click()
        page.evaluate(WATCH)
        button(page, "Step").click()
        steps(page, 1)
        page.locator(".prospect p").wait_for()
        said = page.evaluate("window.announced")
        assert len(said) == len({*said}) == 2  # the step, and then whether the rest can be filled
        page.goto(f"{address}#compare?shape=cat")
        page.locator(".numbers .status.solved").nth(1).wait_for()
        page.evaluate("window.announced = []")
        button(page, "Forward").click()
        assert len(page.evaluate("window.announced")) == 2  # what happened on either side
        page.goto(f"{address}#draw")
        page.locator("svg.drawing").focus()
        page.evaluate("window.announced = []")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        moved, placed = page.evaluate("window.announced")
        assert moved.endswith(".5 across, 4 up")
        assert placed == f"Vertex 1: {moved}"


def test_rules_that_are_moved_in_haste_go_as_far_as_they_were_moved(chromium, address):
    with visit(chromium, address + "#rank?shape=cat") as page:
        page.get_by_role("button", name="Move down: Direct match, pieces").focus()
        for _ in range(4):
            page.keyboard.press("Enter")
        page.locator(".edited li b").nth(4).get_by_text("Direct match, pieces").wait_for()
        page.locator(".prospect.good").wait_for()
        page.wait_for_load_state("networkidle")
        page.locator(".edited li b").nth(4).get_by_text("Direct match, pieces").wait_for()
        for box in page.get_by_role("checkbox", name="Use: ").all():
            box.click()  # the last one stays: a ranking has a rule
        page.locator(".edited li:not(.off)").nth(1).wait_for(state="detached")
        page.locator(".prospect.bad").wait_for()
        assert page.locator(".edited li:not(.off)").count() == 1


def test_each_view_says_so_if_the_server_is_gone(chromium, address):
    context = chromium.new_context()
    page = context.new_page()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address)
    page.locator(".shape").first.wait_for()
    page.route("**/api/*", lambda route: route.abort())
    for view in ("work", "compare", "rank", "play", "lay"):
        page.evaluate(f"location.hash = '{VIEWS[view]}'")
        page.locator(f"main.{view}").get_by_text("The server does not answer").first.wait_for()
    context.close()
    assert not faults


def test_hasty_keys_and_views_left_at_once_do_no_harm(chromium, address):
    with visit(chromium, address + WORK) as page:
        steps(page, 0)
        for _ in range(40):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("End")
        status(page, "solved")
        assert not page.locator(".prospect.bad").count()
        for view in ("compare", "gallery", "rank", "take", "work"):
            page.evaluate(f"location.hash = '{WORK}'.replace('work', '{view}')")
        steps(page, 0)


def test_an_outline_is_drawn_by_keys_and_worked_out(chromium, address):
    with visit(chromium, address) as page:
        page.get_by_role("link", name="Draw one").click()
        page.locator("svg.drawing").focus()
        for key, count in (("ArrowRight", 0), ("ArrowRight", 4), ("ArrowDown", 2), ("ArrowLeft", 4)):
            for _ in range(count):
                page.keyboard.press(key)
            page.keyboard.press("Enter")
        page.keyboard.press("c")
        button(page, "Step it").click()
        button(page, "Go on to the end").click()
        page.locator(".status.solved, .status.stuck").wait_for()


def test_whoever_is_stuck_is_led_to_a_run_that_undoes_its_choices(chromium, address):
    with visit(chromium, address + "#work?shape=digit-9&moves=f") as page:
        status(page, "stuck")
        page.get_by_role("link", name="See it with backtracking").click()
        page.locator(".numbers .status.solved").nth(1).wait_for()


def test_rules_are_typed_and_what_fired_is_listed(chromium, address):
    with visit(chromium, address + WORK) as page:
        steps(page, 0)
        page.get_by_text("Rules of your own").click()
        text = page.get_by_role("textbox", name="Rules of your own")
        text.fill("(defrule mine\n  (Nobody)\n  =>)")
        button(page, "Use them").click()
        page.get_by_text("Line 2: (Nobody ...) is no template").wait_for()
        text.fill(
            "(defrule mine (declare (salience 9)) (Proposal (line ?n)) => (assert (Evidence (kind mine) (match any))))"
        )
        button(page, "Use them").click()
        steps(page, 0)
        button(page, "Step").click()
        steps(page, 1)
        page.get_by_text("What fired in the last step").click()
        page.locator(".firings li", has_text="mine: f-").first.wait_for()
        page.locator(".firings li", has_text="extract: f-").wait_for()


def test_pieces_that_are_laid_stay_until_they_are_thrown_away(chromium, address):
    with visit(chromium, f"{address}#play?shape=digit-9") as page:
        for said in ("Look at this corner", "goes to this corner", "goes here"):
            page.locator("button.hint").click()
            page.locator(".advice", has_text=said).wait_for()
        button(page, "Lay it for me").click()
        page.locator(".said-small", has_text="1 of 7").wait_for()
        page.reload()
        page.locator(".piece[aria-label*='on the table']").wait_for()
        page.goto(f"{address}#work?shape=digit-9")
        page.go_back()
        page.locator(".piece[aria-label*='on the table']").wait_for()
        page.goto(f"{address}#gallery")
        page.get_by_text("Played here: 0 solved, 1 in all").click()
        with page.expect_download() as taken:
            button(page, "Take it away").click()
        all_kept = json.loads(taken.value.path().read_text())
        assert [each["given"] for each in all_kept["puzzles"]] == [{"shape": "digit-9"}]
        button(page, "Throw it away").click()
        page.reload()
        page.get_by_text("Played here: 0 solved, 0 in all").click()
        for text, said in (("[]", "cannot be kept"), (json.dumps(all_kept), "is here too")):
            file = {"name": "played.json", "mimeType": "application/json", "buffer": text.encode()}
            page.get_by_label("Bring back").set_input_files([file])
            page.get_by_text(said).wait_for()
        page.locator(".played .shape").click()
        page.locator(".piece[aria-label*='on the table']").wait_for()
        page.evaluate("localStorage.clear()")


def test_a_ranking_that_is_changed_stays_in_the_place_of_what_it_was(chromium, address):
    with visit(chromium, address + "#rank?shape=cat") as page:
        for _ in range(2):
            before = page.url
            page.get_by_role("button", name="Move down: Direct match, pieces").click()
            page.wait_for_url(lambda url, before=before: url != before)
        changed = page.url
        page.goto(f"{address}{WORK}")
        mine = page.get_by_label("Ranking", exact=True).locator("option", has_text="yours: ")
        mine.wait_for(state="attached")  # there is one
        page.get_by_label("Ranking", exact=True).select_option(mine.get_attribute("value"))
        page.wait_for_url(changed.replace("#rank", "#work"))
        page.goto(f"{address}#gallery")
        page.get_by_text("own rankings: 1").wait_for()
        page.evaluate("localStorage.clear()")
