"""Files to play with: what is in them, and how they are played in a real browser, alone and in a frame."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from shared.browser import visit
from shared.commands import Run
from shared.played import PlayedPage, middle_of, solution

from heuristan import Puzzle
from heuristan.cli.outputs import outputs_of
from heuristan.common.quoting import as_markup
from heuristan.tangram.solving.result import Result
from heuristan.teaching.web import play_pages
from heuristan.teaching.web.play_pages import Known, facts_of, known_of, page_of, play_page

MOST_BYTES = 150_000
FORMS = ("text", "png", "html", "play")
SLID = [(0, 0), (2, 0), (2, 0.37), (4, 0.37), (4, 2.37), (2, 2.37), (2, 2), (0, 2)]
"""Two squares, slid along each other by no length that sides add up to."""
AXE = "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})"
TELEPHONE = {"viewport": {"width": 412, "height": 915}, "has_touch": True}
EMBEDDING = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>A page around</title>
<link rel="icon" href="data:,"><script>
const heard = []; addEventListener("message", ({{ data }}) => heard.push(data));</script>
<iframe title="A puzzle" sandbox="allow-scripts" width="800" height="700" srcdoc="{page}"></iframe></html>"""


def known(puzzle: Puzzle) -> Known:
    return known_of(puzzle, puzzle.solve())


@pytest.fixture(scope="module")
def cat() -> str:
    puzzle = Puzzle.from_name("cat")
    page = play_page(puzzle, puzzle.solve())
    assert page is not None
    return page


@pytest.fixture(scope="module")
def files(cat: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of an exact outline, of one of which one solution alone is known, and of such a drawing."""
    folder = tmp_path_factory.mktemp("play")
    exact, drawn = known(Puzzle.from_name("convex-square")), known(Puzzle.from_vertices(SLID))
    pages = {"cat": cat, "square": page_of(exact._replace(solutions=exact.solutions[:1], is_complete=False))}
    pages["slid"] = page_of(drawn._replace(solutions=drawn.solutions[:1]))
    for name, page in pages.items():
        (folder / f"{name}.play.html").write_text(page, encoding="utf-8")
    return folder


def data_of(page: str) -> dict[str, Any]:
    (found,) = re.findall(r'id="data">(.*?)</script>', page, re.DOTALL)
    data: dict[str, Any] = json.loads(found)
    return data


def test_a_page_is_small_and_may_ask_nobody(cat: str) -> None:
    assert len(cat.encode()) < MOST_BYTES
    assert {*re.findall(r"\w+://[^\s\"'`)]+", cat)} == {"http://www.w3.org/2000/svg"}
    (script,) = re.findall(r'<script type="module">(.*?)</script>', cat, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', cat)
    assert policy.startswith(
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:"
    )
    puzzle = Puzzle.from_name("cat")
    assert cat == play_page(puzzle, puzzle.solve())


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["cat", "shonagon-house", "banquet-hall"])
def test_every_solution_is_known_where_there_are_few(shape: str) -> None:
    puzzle = Puzzle.from_name(shape)
    found = known(puzzle)
    assert found.is_complete
    assert len(found.solutions) == puzzle.count().tilings
    own = puzzle.position.own
    for tiling in found.solutions[:5]:
        assert puzzle.verify([(name, [own(spot) for spot in ring]) for name, ring in tiling]).verdict == "right"
    assert len(page_of(found).encode()) < MOST_BYTES


@pytest.mark.slow
def test_what_is_not_searched_to_the_end_is_not_called_complete() -> None:
    assert not known(Puzzle.from_name("gatehouse")).is_complete
    drawn = known(Puzzle.from_vertices(SLID))
    assert not drawn.is_complete
    assert "to within" in facts_of(drawn)["reading"]


def test_the_first_solution_is_in_the_order_of_the_run() -> None:
    puzzle = Puzzle.from_name("cat")
    solved: Result = puzzle.solve()
    data = data_of(page_of(known_of(puzzle, solved)))
    kinds = [data["pieces"][data["places"][place][0]]["piece"] for place in data["solutions"][0]]
    assert kinds == [piece.piece for piece in solved.pieces]


@pytest.mark.parametrize(
    ("name", "form", "is_folder"),
    [
        ("play.html", "play", False),
        ("cat.play.html", "play", False),
        ("replay.html", "html", False),
        ("play/", "play", True),
        ("zoo.play/", "play", True),
        ("display/", "png", True),
    ],
)
def test_names_that_end_in_play_are_to_be_played(name: str, form: str, is_folder: bool) -> None:
    (output,) = outputs_of([name], None, FORMS, with_folders=True)
    assert (output.form, output.is_folder) == (form, is_folder)
    assert outputs_of(["play.html"], None, FORMS[:3])[0].form == "html"


def test_solve_writes_a_page_for_each_that_has_a_solution(heuristan: Run, tmp_path: Path) -> None:
    folder = tmp_path / "play"
    done = heuristan("solve", "cat", "impossible-bowl", "--output", f"{folder}/")
    assert done.status == 1
    assert "impossible-bowl: no page to play on was made" in done.err
    assert [path.name for path in folder.iterdir()] == ["cat.play.html"]
    assert data_of((folder / "cat.play.html").read_text(encoding="utf-8"))["id"] == "cat"


@pytest.mark.slow
def test_a_gallery_has_a_page_for_each_shape(heuristan: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("cat", "two-swans")
    shapes = {name: path for name, path in play_pages.shape_files().items() if name in names}
    monkeypatch.setattr(play_pages, "shape_files", lambda: shapes)
    place = tmp_path / "tangrams"
    assert heuristan("site", str(place), "--play").status == 0
    index = (place / "index.html").read_text(encoding="utf-8")
    assert [each["page"] for each in data_of(index)["cards"]] == [f"play/{name}.html" for name in names]
    cat, swans = (data_of((place / "play" / f"{name}.html").read_text(encoding="utf-8")) for name in names)
    assert (cat["next"], cat["gallery"], swans.get("next")) == ("two-swans.html", "../index.html", None)
    assert {path.name for path in (place / "play").iterdir()} == {f"{name}.html" for name in names}
    assert heuristan("site", str(place), "--play").status == 0
    assert (
        "--pyodide is for the page with Python"
        in heuristan("site", str(place), "--play", "--pyodide", str(tmp_path)).err
    )


@pytest.mark.slow
class TestPlayed:
    def test_by_touch_to_the_end_with_three_hints_each(self, chromium: Any, files: Path) -> None:
        with visit(chromium, files / "cat.play.html", **TELEPHONE) as page:
            at = PlayedPage.on(page)
            for _ in range(7):
                at.take_three_hints()
                at.lay_by_finger_as_hinted()
            page.locator(".advice", has_text="Solved!").wait_for()
            assert page.get_by_role("button", name="Watch how").count() == 0

    @pytest.mark.parametrize("shape", ["square", "slid"])
    def test_in_another_way_than_the_one_that_is_known(self, chromium: Any, files: Path, shape: str) -> None:
        puzzle = Puzzle.from_name("convex-square") if shape == "square" else Puzzle.from_vertices(SLID)
        other = known(puzzle).solutions[-1]
        with visit(chromium, files / f"{shape}.play.html", **TELEPHONE) as page:
            at = PlayedPage.on(page)
            for name, ring in other:
                at.lay_by_finger(at.waiting(name), ring)
            page.locator(".advice", has_text="Solved!").wait_for()
            page.get_by_role("button", name="Undo").tap()
            page.get_by_role("button", name="Hint", exact=True).tap()
            page.locator(".advice", has_text="The solution that this page knows").wait_for()
            assert page.locator(".piece.to-take-back").count()
            assert "in your own way" in page.inner_text(".advice")

    def test_what_is_certain_is_said_so(self, chromium: Any, files: Path) -> None:
        with visit(chromium, files / "cat.play.html", **TELEPHONE) as page:
            at = PlayedPage.on(page)
            body = [each["ring"] for each in solution("cat") if each["piece"] == "large-triangle"]
            low = [(x, y) for ring in body for x, y in ring]
            corner = (min(x for x, _ in low), min(y for _, y in low))
            at.lay_by_finger(
                at.waiting("square"), [(corner[0] + x, corner[1] + y) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
            )
            page.get_by_role("button", name="What is wrong?").tap()
            page.locator(".advice", has_text="cannot be completed").wait_for()
            page.locator(".piece.to-take-back").wait_for()

    def test_faults_are_shown(self, chromium: Any, files: Path) -> None:
        first = solution("cat")[0]
        with visit(chromium, files / "cat.play.html", **TELEPHONE) as page:
            at = PlayedPage.on(page)
            at.lay_by_finger(at.waiting(first["piece"]), first["ring"])
            at.drag_by_finger(at.waiting("square"), middle_of(first["ring"]))
            page.get_by_role("button", name="What is wrong?").tap()
            page.locator(".advice", has_text="lie on each other").or_(
                page.locator(".advice", has_text="sticks out")
            ).wait_for()
            assert page.locator(".marks .fault").count()

    def test_in_a_frame_that_lets_it_run_scripts_alone(self, chromium: Any, cat: str, tmp_path: Path) -> None:
        (tmp_path / "around.html").write_text(EMBEDDING.format(page=as_markup(cat)), encoding="utf-8")
        page = chromium.new_page()
        errors: list[str] = []
        page.on("console", lambda message: errors.append(message.text))
        page.goto((tmp_path / "around.html").as_uri())
        frame = page.frame_locator("iframe")
        for _ in range(7):
            for name in ("Hint", "Which piece?", "Where exactly?", "Lay it for me"):
                frame.get_by_role("button", name=name, exact=True).click()
        frame.locator(".advice", has_text="Solved!").wait_for()
        heard = page.evaluate("heard")
        assert all((each["heuristan"], each["kind"], each["id"]) == (1, "play", "cat") for each in heard)
        assert [each["event"] for each in heard] == ["ready", *["move"] * 7, "solved"]
        assert heard[0]["pieces"] == heard[-1]["moves"] == 7
        assert heard[-1]["seconds"] >= heard[1]["seconds"] >= 0
        page.close()
        assert not errors

    def test_a_player_in_a_frame_tells_its_moments(self, chromium: Any, tmp_path: Path) -> None:
        player = Puzzle.from_name("cat").solve().play()
        (tmp_path / "around.html").write_text(EMBEDDING.format(page=as_markup(player.page)), encoding="utf-8")
        page = chromium.new_page()
        page.goto((tmp_path / "around.html").as_uri())
        page.frame_locator("iframe").get_by_role("button", name="Forward").click()
        page.wait_for_function("heard.length > 1")
        ready, moment = page.evaluate("heard")
        assert (ready["event"], ready["kind"], moment["event"], moment["moment"]) == ("ready", "player", "moment", 2)
        assert moment["moments"] == ready["moments"] > 2
        page.close()

    @pytest.mark.part(2)
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_axe_finds_nothing(
        self, chromium: Any, from_npm: Path, files: Path, monkeypatch: pytest.MonkeyPatch, scheme: str
    ) -> None:
        shapes = {"cat": play_pages.shape_files()["cat"]}
        monkeypatch.setattr(play_pages, "shape_files", lambda: shapes)
        (files / "index.html").write_bytes(play_pages.gallery_files()["index.html"])
        for name in ("slid.play.html", "index.html"):
            with visit(chromium, files / name, bypass_csp=True, color_scheme=scheme) as page:
                page.evaluate((from_npm / "axe-core" / "axe.min.js").read_text(encoding="utf-8"))
                found = page.evaluate(AXE)["violations"]
                assert not [(each["id"], [node["html"][:200] for node in each["nodes"]]) for each in found]
