"""A class: its state and its requests, and the page for a pupil and for the projector."""

import csv
import io
import json
import re
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.accessibility import faults_of_tree
from shared.browser import visit
from shared.serving import serving

pytest.importorskip("starlette", reason="the server needs the extra 'web'")

from shared.clients import ADDRESS, TestClient

from heuristan.teaching.web.service import addresses
from heuristan.teaching.web.service.app import make_app
from heuristan.teaching.web.service.classroom import MOST_PUPILS, ClassError, Classroom, Ranked, StrangerError
from heuristan.teaching.web.service.server import Server, Settings

SHAPES = ("cat", "goose", "swan")
MARKUP = "<img src=x>"
MANY = """Promise.all([...Array(50).keys()].map((k) => fetch("api/class", {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({do: "enter", name: `Y${k}`})
})))"""


class TestState:
    @given(
        done=st.lists(st.tuples(st.integers(0, 3), st.sampled_from(SHAPES)), max_size=12),
        strange=st.text(max_size=30),
    )
    def test_what_a_pupil_reports_is_that_pupils_alone(self, done: list[tuple[int, str]], strange: str) -> None:
        room = Classroom(SHAPES)
        mine = [room.enter(name, "here") for name in ("Ada", "Bo", "Cy", "Di")]
        for who, shape in done:
            room.report(mine[who], [shape], [Ranked(shape, who, 9)])
        for who, (secret, pupil) in enumerate(zip(mine, room.pupils, strict=True)):
            assert room.pupil(secret) is pupil
            assert pupil.solved == {shape for other, shape in done if other == who}
            assert {ranked.solved for ranked in pupil.rankings.values()} <= {who}
        for guess in (strange, room.token, "Ada"):
            with pytest.raises(StrangerError):
                room.report(guess, ["cat"], [])
        with pytest.raises(StrangerError):
            room.check_teacher(strange)

    @given(names=st.lists(st.text(max_size=10), max_size=12), places=st.lists(st.sampled_from("abc"), min_size=12))
    def test_names_are_seen_and_told_apart(self, names: list[str], places: list[str]) -> None:
        room = Classroom(SHAPES)
        for name, place in zip(names, places, strict=False):
            try:
                room.enter(name, place)
            except ClassError:
                continue
        found = [pupil.name for pupil in room.pupils]
        assert len({name.casefold() for name in found}) == len(found)
        assert all(name.isprintable() and name == name.strip() != "" for name in found)

    def test_a_computer_that_makes_up_names_keeps_nobody_out(self) -> None:
        room = Classroom(SHAPES)
        honest = room.enter("Ada", "a")
        for number in range(MOST_PUPILS - 1):
            room.enter(f"x{number}", "b")
        with pytest.raises(ClassError, match="full"):
            room.enter("one more", "b")
        room.enter("Bo", "c")
        assert len(room.pupils) == MOST_PUPILS
        assert room.pupil(honest).name == "Ada"
        room.remove_idle(room.pupils[1].number)
        assert [pupil.name for pupil in room.pupils] == ["Ada", "Bo"]

    def test_nobody_enters_while_the_door_is_closed(self) -> None:
        room = Classroom(SHAPES)
        room.is_open = False
        with pytest.raises(ClassError, match="teacher"):
            room.enter("Ada", "a")

    def test_the_results_are_a_table_that_computes_nothing(self) -> None:
        room = Classroom(SHAPES)
        assert room.set_task(["cat", "swan"], "") is room.set_task(["cat", "swan"], "")
        room.report(room.enter("=1+1", "a"), ["cat", "goose"], [Ranked("mine", 41, 61)])
        rows = [*csv.reader(io.StringIO(room.table()))]
        assert rows[0] == ["name", "solved", "task_1", "ranking", "ranking_solved", "ranking_of", "shapes"]
        assert rows[1] == ["'=1+1", "2", "1", "mine", "41", "61", "cat goose"]


@pytest.fixture
def room() -> Classroom:
    return Classroom(SHAPES)


@pytest.fixture
def page(room: Classroom) -> TestClient:
    """A browser's end of a server with a class, whose workers are not started."""
    return TestClient(make_app(Server(Settings(room=room, links=("http://192.0.2.7:8765/",)))), base_url=ADDRESS)


def asked(page: TestClient, **request: object) -> tuple[int, dict[str, object]]:
    answer = page.post("/api/class", json=request)
    return answer.status_code, answer.json()


class TestRequests:
    def test_a_pupil_sees_tasks_and_nobody_else(self, page: TestClient, room: Classroom) -> None:
        assert asked(page, do="task", token=room.token, shapes=["cat"], question=MARKUP)[0] == 200
        _, entered = asked(page, do="enter", name="Bo")
        _, told = asked(page, do="report", secret=entered["secret"], solved=["cat"])
        assert told == {"tasks": [{"number": 1, "shapes": ["cat"], "question": MARKUP}]}
        _, all_of_it = asked(page, do="look", token=room.token)
        assert [pupil["solved"] for pupil in all_of_it["pupils"]] == [["cat"]]  # type: ignore[index,union-attr]
        assert "secret" not in json.dumps(all_of_it)

    @pytest.mark.parametrize("do", ["look", "task", "drop", "remove", "door", "table"])
    def test_only_the_teacher_does_what_is_the_teachers(self, page: TestClient, room: Classroom, do: str) -> None:
        _, entered = asked(page, do="enter", name="Bo")
        fields = {"drop": {"number": 1}, "remove": {"number": 1}, "door": {"is_open": False}}.get(do, {})
        for token in ("", str(entered["secret"]), room.token[:-1], "\u00e9"):
            assert asked(page, do=do, token=token, **fields)[0] == 403
        assert room.is_open
        assert len(room.pupils) == 1

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"[" * 100_000,
            b"[" * 60_000,
            b'{"do": "enter", "name": "\\ud800"}',
            b'{"do": "look", "token": "\\ud800"}',
            b'{"do": "enter", "name": "%s"}' % (b"a" * 25),
            b'{"do": "report", "secret": "x", "solved": ["nothing"]}',
            b'{"do": "enter", "name": "a", "number": 1}',
        ],
    )
    def test_anything_else_is_refused_in_words(self, page: TestClient, room: Classroom, body: bytes) -> None:
        answer = page.post("/api/class", content=body, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500
        assert answer.json()["message"]
        assert not room.pupils

    def test_the_page_knows_where_pupils_open_it(self, page: TestClient) -> None:
        assert '<body data-address="http://192.0.2.7:8765/" data-class>' in page.get("/").text
        assert page.get("/class.svg").headers["content-type"].startswith("image/svg")
        assert page.post("/api/class", content="{}", headers={"content-type": "text/plain"}).status_code == 422


class TestAddresses:
    def test_all_names_that_are_told_are_known(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(addresses.socket, "gethostname", lambda: "Teacher")
        monkeypatch.setattr(addresses, "_own_numbers", lambda _: ["192.0.2.7"])
        links = addresses.links_for("0.0.0.0", 8765, ["Room7.school"])
        assert links[:2] == ["http://room7.school:8765/", "http://192.0.2.7:8765/"]
        assert "http://teacher.local:8765/" in links
        names = addresses.names_for("0.0.0.0", ["Room7.school"])
        hosts = {re.sub(r"https?://|:8765/", "", each) for each in links}
        assert hosts - {"192.0.2.7"} == {*names} - {"localhost"}

    def test_a_code_has_the_address(self) -> None:
        cv2 = pytest.importorskip("cv2", reason="codes are read with the extra image")
        import numpy as np

        rows = addresses.code_as_text("http://192.0.2.7:8765/").splitlines()
        light = [[cell in cells for cell in row] for row in rows for cells in ("█▀", "█▄")]
        picture = np.kron(np.array(light, np.uint8) * 255, np.ones((8, 8), np.uint8))
        assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == "http://192.0.2.7:8765/"


@pytest.fixture(scope="module")
def class_links() -> Iterator[tuple[str, str]]:
    """The links of a class at this computer alone: the pupils', and the teacher's."""
    with serving("--class", "--host", "127.0.0.1") as (process, address):
        assert process.stdout is not None
        teacher = re.search(r"http://\S+#class\S+", process.stdout.readline())
        assert teacher
        yield address, teacher[0]


@pytest.mark.slow
def test_a_class_is_held(chromium, class_links) -> None:  # type: ignore[no-untyped-def]
    address, for_teacher = class_links
    with visit(chromium, for_teacher, viewport={"width": 1280, "height": 720}) as projector:
        projector.locator(".invitation img").wait_for()
        assert projector.url == f"{address}#class"  # the token is not shown
        projector.get_by_text("For the teacher").click()
        projector.get_by_label("Question of a task").fill(MARKUP)
        for typed, told in (
            ("cat, two swns", "Is it “Two swans”?"),
            ("Katze; two-swans 天鹅", "Two swans 0 of 0, Swan 0 of"),
        ):
            projector.get_by_label("Shapes of a task").fill(typed)
            projector.get_by_role("button", name="Set the task", exact=True).click()
            projector.locator("p", has_text=told).wait_for()
        with visit(chromium, address, viewport={"width": 390, "height": 844}) as pupil:
            pupil.get_by_label("Your name").fill(f"Bo {MARKUP}")
            pupil.get_by_role("button", name="Enter").click()
            pupil.locator("section p", has_text=MARKUP).wait_for()
            pupil.get_by_role("link", name="Two swans").wait_for()
            pupil.evaluate("import('./web/class-pupil.js').then(({ reportRanking }) => reportRanking('mine', 41, 61))")
            pupil.get_by_role("link", name="Cat").click()
            for _ in range(7):
                for said in ("Look at this corner", "goes to this corner", "goes here"):
                    pupil.locator("button.hint").click()
                    pupil.locator(".advice", has_text=said).wait_for()
                pupil.get_by_role("button", name="Lay it for me").click()
            pupil.locator(".advice", has_text="Solved!").wait_for()
            pupil.locator(".end", has_text="Task 1: 1 of 3 solved").wait_for()
            assert "shape=two-swans" in pupil.get_by_role("link", name="Next of the task").get_attribute("href")
            pupil.go_back()
            pupil.locator(".is-solved", has_text="Cat").wait_for()
        row = projector.get_by_role("row", name=f"Bo {MARKUP}")
        row.get_by_role("cell", name="✓").wait_for()
        row.get_by_role("cell", name="41 of 61").wait_for()
        assert not projector.locator("td img, th img").count()
        assert not faults_of_tree(projector)
        with projector.expect_download() as taken:
            projector.get_by_role("button", name="Save the results as CSV").click()
        assert "mine,41,61,cat" in taken.value.path().read_text()
        projector.evaluate(MANY)
        last = projector.get_by_role("row", name="Y49")
        last.wait_for()
        projector.get_by_text("For the teacher").click()
        assert projector.evaluate("document.documentElement.scrollHeight <= innerHeight")
        projector.get_by_text("For the teacher").click()
        last.get_by_role("button", name="Take out all").click()
        row.get_by_role("button", name="Take out Bo").click()
        projector.get_by_text("Nobody is here yet").wait_for()
        projector.evaluate("localStorage.clear(); sessionStorage.clear()")
