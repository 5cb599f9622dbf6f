"""The site that ``heuristan site`` writes, in real browsers: on a host that only gives out files, and on a disk."""

import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any
from zipfile import ZipFile

import pytest
from shared.accessibility import axe_faults
from shared.browser import REFUSED, device, does_npm_answer, in_firefox, visit
from shared.hosting import hosting
from shared.places import TOP
from shared.played import PlayedPage, solution

from heuristan import solve
from heuristan.common.faults import InputError
from heuristan.teaching.web.site import lessons, pyodide_files, python_bundle, site_folder
from heuristan.teaching.web.site.for_disk import for_disk
from heuristan.teaching.web.site.pyodide_files import NEEDED

pytestmark = pytest.mark.slow

SEND = """async ([module, asked]) => {
  const { send } = await import(new URL(`web/${module}.js`, document.baseURI));
  const answers = [];
  for (const [name, body] of asked) {
    const answer = await send(name, JSON.stringify(body));
    answers.push([answer.status, await answer.text()]);
  }
  return answers;
}"""
"""Sends requests by a transport of the page, one after another."""
LATER = "new Promise((_, refuse) => setTimeout(() => refuse(new Error('nobody answers')), 5000))"
ABORTED = """async ([asked, pause]) => {
  const { send } = await import(new URL("web/python.js", document.baseURI));
  const ended = asked.map(([name, body], place) => {
    const aborting = new AbortController();
    if (place < asked.length - 1) setTimeout(() => aborting.abort(), pause);
    const sent = send(name, JSON.stringify(body), { signal: aborting.signal });
    return sent.then((answer) => answer.status, (fault) => fault.name);
  });
  return Promise.all(ended);
}"""
"""Sends requests at once and aborts all but the last; says how each ended."""

CAT = {"puzzle": {"shape": "cat"}}
TAKEN = {**CAT, "moves": [{"do": "go", "count": 1}, {"do": "take", "number": 2}]}
ALL = [
    ("puzzle", {"puzzle": {"shape": "two-swans"}}),
    ("puzzle", {"puzzle": {"rings": [[[0, 0], [4, 0], [4, 2], [0, 2]]]}}),
    ("ranking", {"text": "rules: [no-such-rule]"}),
    ("step", TAKEN),
    ("inspect", TAKEN),
    *(("ask", {**TAKEN, "question": {"ask": kind}}) for kind in ("why", "how", "agenda", "facts", "firings", "check")),
    ("ask", {**TAKEN, "question": {"ask": "why-not", "line": 0}}),
    ("ask", {**TAKEN, "question": {"ask": "what-if", "line": 3}}),
    ("step", {**TAKEN, "rules": "(defrule mine => (printout t hello))"}),
    *(("run", {**CAT, "solver": solver}) for solver in ("auto", "expert", "exact", "ford")),
    ("hint", {**CAT, "reveal": "place"}),
    ("attempts", CAT),
    ("difference", {"both": 21, "only_first": 20, "only_second": 2, "neither": 18}),
    ("judge", {**CAT, "laid": [{"piece": "square", "vertices": [[0, 0], [1, 0], [1, 1], [0, 1]]}]}),
    *(("export", {**TAKEN, "what": what}) for what in ("trace", "player", "explanation", "picture", "filmstrip")),
    ("step", {**CAT, "moves": [{"do": "take", "number": 9999}]}),
    ("step", {"puzzle": {"shape": "cat", "more": 1}}),
]
ARCHIVE = "**/heuristan.tar.xz"
"""What Python runs, if it starts without the snapshot."""
PLAYED = {"cat", "lamp", "two-swans"}
"""Shapes that are opened here."""
FEW = 8
"""Number of requests that a Python that starts without a snapshot is sent."""
LESSONS = "lessons/index.html"
OTHERS = 3
"""Shapes of the site beside them."""
LONG = ("run", {"puzzle": {"shape": "two-swans"}, "solver": "ford", "want": "count"})
"""Takes as long as a run may."""


DRAWING = {
    "name": "a.svg",
    "mimeType": "image/svg+xml",
    "buffer": b'<svg viewBox="0 0 9 9"><path d="M0 0H4V2H0Z"/></svg>',
}


ASKED_BY_CHROMIUM = "content-autofill.googleapis.com"
"""A host that Chromium itself asks where there are fields."""
VIEWS = {
    "gallery": "#gallery",
    "open": "#open",
    "draw": "#draw",
    "lay": "#lay",
    "play": "#play?shape=cat",
    "work": "#work?shape=cat&moves=g1",
}


@pytest.fixture(scope="module", autouse=True)
def building(
    random: Random, pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Future[Path]]:
    """A site as the command writes it, with a snapshot; of a few shapes, and with `--all` of all.

    Its lessons are none. It is begun before all else: a browser and a server start meanwhile.
    """
    fetched, place = tmp_path_factory.mktemp("pyodide"), tmp_path_factory.mktemp("site")

    def build() -> Path:
        pyodide = pyodide_files.fetch(fetched)
        site_folder.write_site(place, pyodide, lambda _: None, has_snapshot=True, has_lessons=True)
        return place

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor() as beside:
        patch.setattr(python_bundle, "EFFORT", 1)
        patch.setattr(lessons, "DIGESTS", {})
        patch.setattr(site_folder, "PARTS", ())
        patch.setattr(site_folder, "lesson_files", lambda *_: {LESSONS: b"<title>Lessons</title>"})
        if not pytestconfig.option.all:
            every = site_folder.gallery()["shapes"]
            others = [each["shape"] for each in every if each["shape"] not in PLAYED]
            drawn = PLAYED | {*random.sample(others, OTHERS)}
            some = {"shapes": [each for each in every if each["shape"] in drawn]}
            patch.setattr(site_folder, "gallery", lambda: some)
        yield beside.submit(build)


@pytest.fixture(scope="module")
def folder(building: Future[Path]) -> Path:
    """The site, once it is written."""
    try:
        return building.result()
    except InputError as fault:
        if does_npm_answer():
            raise
        pytest.skip(f"the site cannot be built here: {fault}")


@pytest.fixture(scope="module")
def stick(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the same site as the command writes it for a disk, where there is no snapshot."""
    place = tmp_path_factory.mktemp("stick")
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    del files["python/snapshot.bin"]
    for name, data in for_disk({**files, **site_folder.front_end()}).items():
        (place / name).write_bytes(data)
    return place / "index.html"


def made_wheel(name: str, place: Path) -> Mapping[str, Any]:
    """Write a wheel that says that it is there when it is imported, and return what a lock says of it."""
    path = place / f"{name}-1-py3-none-any.whl"
    about = {"METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", "WHEEL": "Wheel-Version: 1.0\n"}
    with ZipFile(path, "w") as wheel:
        code = f'from heuristan.common.faults import InputError\nraise InputError("{name} is there")\n'
        wheel.writestr(f"{name}/__init__.py", code)
        for file, text in {**about, "RECORD": ""}.items():
            wheel.writestr(f"{name}-1.dist-info/{file}", text)
    return {
        "name": name,
        "version": "1",
        "file_name": path.name,
        "install_dir": "site",
        "sha256": sha256(path.read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": [name],
        "depends": [],
        "unvendored_tests": False,
    }


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[ThreadingHTTPServer]:
    """A host of the site."""
    with hosting(folder) as server:
        yield server


@pytest.fixture(scope="module")
def site(host: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{host.server_port}/"


@pytest.fixture(scope="module")
def way(chromium: Any) -> Iterator[dict[str, Any]]:
    """How pages are opened here: whatever asks another host than their own is noted, and is a fault."""
    asked = []

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if not self.path.startswith(ASKED_BY_CHROMIUM):
                asked.append(self.path)
            self.send_error(HTTPStatus.GONE)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        do_CONNECT = do_GET  # noqa: N815

    with ThreadingHTTPServer(("127.0.0.1", 0), Other) as others:
        Thread(target=others.serve_forever, daemon=True).start()
        how = {"proxy": {"server": f"http://127.0.0.1:{others.server_port}", "bypass": "127.0.0.1,localhost"}}
        yield how
        assert not asked
        device(chromium, **how).new_page().goto("http://nowhere.invalid/")
        assert asked[0] == "http://nowhere.invalid/"  # it would have been noted
        others.shutdown()


@pytest.fixture(scope="module")
def opened(
    chromium: Any,
    address: str,  # noqa: ARG001 - the server starts while the site is written
    site: str,
    folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
    way: dict[str, Any],
) -> Iterator[Any]:
    """A page of the site, where Python starts once for many tests: by the snapshot alone, and wheels are at hand."""
    place = tmp_path_factory.mktemp("wheels")
    entries = {name: made_wheel(name, place) for name in NEEDED}
    lock = json.loads((folder / "python" / "pyodide-lock.json").read_text()) | {"packages": entries}
    wheels = {f"**/{each['file_name']}": (place / each["file_name"]).read_bytes() for each in entries.values()}
    routes = {"**/pyodide-lock.json": giving(json.dumps(lock)), **{name: giving(data) for name, data in wheels.items()}}
    context = device(chromium, offline=False, **way)
    context.route(ARCHIVE, giving("no archive"))
    with visit(chromium, site, routes, **way) as page:
        page.set_default_timeout(90_000)
        ((status, _),) = page.evaluate(SEND, ["python", [["step", TAKEN]]])
        context.unroute(ARCHIVE)
        assert status == HTTPStatus.OK
        yield page


@pytest.fixture(scope="module")
def framed(chromium: Any, folder: Path, site: str, way: dict[str, Any]) -> Iterator[Any]:
    """The site in a frame of a page from elsewhere. Its snapshot is broken: Python starts without it."""
    frame = f'<iframe src="{site}#work?shape=cat" title="A puzzle" width="900" height="700"></iframe>'
    (folder / "course.html").write_text(f'<!DOCTYPE html><link rel="icon" href="data:,">{frame}')
    context = chromium.new_context(reduced_motion="reduce", forced_colors="active", **way)
    context.route("**/snapshot.bin", giving("no snapshot"))
    page, faults, asked = context.new_page(), [], []
    page.set_default_timeout(90_000)
    page.on("console", lambda message: REFUSED in message.text or faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    context.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site.replace('127.0.0.1', 'localhost')}course.html")
    yield page.frames[1]
    context.close()
    assert not faults
    assert [url for url in asked if url.endswith("heuristan.tar.xz")]


def giving(body: str | bytes, kind: str | None = None) -> Callable[[Any], None]:
    """Return what answers a request in the place of the site."""
    return lambda route: route.fulfill(body=body, content_type=kind)


def leave_open(_: Any) -> None:
    """Give no answer to a request."""


def steps(page: Any, count: int) -> None:
    page.locator(".count", has_text=re.compile(f"^{count} step")).wait_for()


def step_ask_and_play(page: Any) -> None:
    """Step the cat, ask, and play: as whoever is on its workbench does."""
    steps(page, 0)
    page.get_by_role("button", name="Step", exact=True).click()
    steps(page, 1)
    page.get_by_role("button", name="Why nothing? Rule 1", exact=True).click()
    page.locator(".picture img").wait_for()
    page.get_by_role("button", name="Go on to the end").click()
    page.locator(".status.solved").wait_for()
    page.get_by_role("link", name="Play").click()
    for said in ("Look at this corner", "goes to this corner", "goes here"):
        page.locator("button.hint").click()
        page.locator(".advice", has_text=said).wait_for()
    page.get_by_role("button", name="Lay it for me").click()
    page.locator(".said-small", has_text="1 of 7").wait_for()
    page.locator("button.hint").click()
    page.locator(".advice", has_text="Look at this corner").wait_for()


def test_a_shape_is_stepped_asked_about_and_played(opened):
    assert opened.get_by_role("link", name="Lessons with Python").get_attribute("href") == LESSONS
    opened.get_by_role("searchbox").fill("cat medium")
    opened.get_by_role("link", name="Workbench: Cat").first.click()
    step_ask_and_play(opened)


@pytest.mark.part(2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(opened, site, from_npm, scheme):
    opened.emulate_media(color_scheme=scheme)
    for view, link in VIEWS.items():
        opened.goto(f"{site}{link}")
        opened.locator(f"main.{view} h1").wait_for()
        if view == "work":
            opened.get_by_role("button", name="Why nothing? Rule 1", exact=True).click()
            opened.locator(".picture img").wait_for()
        elif view == "play":
            opened.locator("button.hint").click()
            opened.locator(".advice", has_text="Look at this corner").wait_for()
        assert not axe_faults(opened, from_npm), view


def test_it_works_in_a_frame_of_a_page_from_elsewhere(framed):
    step_ask_and_play(framed)


def test_it_works_from_a_disk(chromium, stick):
    with visit(chromium, stick) as page:
        page.set_default_timeout(90_000)
        page.goto(f"{stick.as_uri()}#work?shape=cat")
        step_ask_and_play(page)
        page.goto(f"{stick.as_uri()}#gallery")
        page.route("**/python.js", giving("", "text/javascript"))  # it started once, which takes long
        page.reload()
        page.get_by_text("Played here: 0 solved, 1 in all").wait_for()
        page.goto(f"{stick.as_uri()}#take?shape=cat")
        page.get_by_text("It opens where this folder lies in the same place").wait_for()


@pytest.mark.night
@pytest.mark.parametrize("place", ["host", "disk"])
def test_it_works_in_firefox(site, stick, tmp_path, place):
    script = Path(__file__).with_name("site.firefox.mjs")
    for address, heard in in_firefox(tmp_path, script, {"host": site, "disk": stick.as_uri()}[place]).items():
        assert heard["advice"].startswith("Look at this corner")
        assert not heard["errors"]
        asked = {url for url in heard["asked"] if not url.startswith(("data:", "blob:"))}
        assert asked or address == stick.as_uri()  # Firefox says nothing of files
        assert all(url.startswith(address.removesuffix("index.html")) for url in asked), asked


def test_a_child_plays_by_touch_to_the_end_before_python_is_there(chromium, site, way):
    how = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "service_workers": "block", **way}
    with visit(chromium, f"{site}#play?shape=cat", {"**/python/**": leave_open}, **how) as page:
        at = PlayedPage.on(page)
        page.locator("button.hint").tap()
        page.locator(".advice", has_text="Look at this corner").wait_for()
        for step in at.steps({"shape": "cat"}, solution("cat")):
            page.touchscreen.tap(*at.middle(step["number"]))
            for name in ["Turn left"] * step["turn"] + ["Flip"] * step["flipped"]:
                page.get_by_role("button", name=name).tap()
            at.drag_by_finger(step["number"], step["at"])
        page.locator(".advice", has_text="Solved!").wait_for()
        assert page.locator(".starting progress").is_visible()
        page.goto(f"{site}#work?shape=cat")
        steps(page, 0)


def test_whoever_asks_a_python_that_cannot_start_is_told(chromium, site, way):
    routes = {"**/python/pyodide.asm.mjs": giving("throw new Error('no program');", "text/javascript")}
    with visit(chromium, f"{site}#work?shape=lamp", routes, service_workers="block", **way) as page:
        page.get_by_text("Python cannot be started in this browser").wait_for()
        page.set_default_timeout(10_000)
        found = page.evaluate(f"(asked) => Promise.race([({SEND})(asked), {LATER}])", ["python", [["inspect", TAKEN]]])
        assert [status for status, _ in found] == [503]


def test_both_transports_answer_alike(chromium, opened, framed, address, random, pytestconfig):
    laid = [{"piece": each.piece, "vertices": [*map(list, each.vertices)]} for each in solve("two-swans").pieces]
    requests = [*ALL, ("puzzle", {"puzzle": {"laid": laid}})]
    few = requests if pytestconfig.option.all else random.sample(requests, FEW)  # the same Python, begun in another way
    with visit(chromium, address) as served:
        answers = answered(served, "server", requests)
    assert answered(opened, "python", requests) == answers
    assert answered(framed, "python", few).items() <= answers.items()
    assert {status for status, _ in answers.values()} == {200, 422}


def answered(page: Any, module: str, requests: Sequence[Any]) -> dict[str, tuple[int, str]]:
    """Return the answers to requests by a transport, without the time that each took."""
    found = page.evaluate(SEND, [module, requests])
    seconds = re.compile(r'"seconds": ?[0-9.e-]+')
    return {str(asked): (status, seconds.sub("", text)) for asked, (status, text) in zip(requests, found, strict=True)}


def test_what_was_answered_beforehand_is_what_python_answers(opened, folder):
    files = [*(folder / "answers").iterdir()]
    answers = {key: text for file in files for key, text in json.loads(file.read_text()).items()}
    assert len(files) >= len(PLAYED) + OTHERS
    asked = []
    for name, body in (key.split(" ", 1) for key in answers):
        request = json.loads(body)
        request["puzzle"]["sets"] = None  # written in another way, it is not known beforehand
        asked.append((name, request))
    found = opened.evaluate(SEND, ["python", asked])
    assert [text for _, text in found] == [*answers.values()]


def test_what_the_page_lacks_is_said(framed, site):
    framed.goto(f"{site}#open")
    framed.get_by_text("heuristan serve has it").wait_for()
    framed.locator("input[type=file]").set_input_files([DRAWING])
    framed.locator("p.bad", has_text="need an installation").wait_for()


def test_what_drawings_need_is_loaded_if_the_site_has_it(opened, site):
    opened.goto(f"{site}#open")
    opened.locator("input[type=file]").set_input_files([DRAWING])
    opened.locator("p.bad", has_text="numpy is there").wait_for()


def test_what_nobody_waits_for_is_dropped_and_python_begins_anew(opened):
    opened.evaluate(SEND, ["python", [["step", TAKEN], ["puzzle", {"puzzle": LONG[1]["puzzle"]}]]])
    with opened.expect_worker():
        ended = opened.evaluate(ABORTED, [[LONG, LONG, ("step", TAKEN)], 300])
    assert ended == ["AbortError", "AbortError", 200]
    opened.locator(".starting").wait_for(state="detached")


def test_pyodide_is_what_is_pinned(folder):
    lock = json.loads((folder / "site.json").read_text())
    assert lock["files"]["python/pyodide.asm.wasm"]["sha256"] == pyodide_files.DIGESTS["pyodide.asm.wasm"]


def test_the_snapshot_knows_nothing_of_where_it_was_taken(folder):
    snapshot = gzip.decompress((folder / "python" / "snapshot.bin").read_bytes())
    assert str(TOP).encode() not in snapshot


def test_it_opens_when_the_host_is_gone(opened, host, site):
    opened.evaluate("navigator.serviceWorker.ready.then(() => true)")
    host.shutdown()  # the last test here
    host.server_close()
    page = opened.context.new_page()
    page.set_default_timeout(90_000)
    page.goto(f"{site}#work?shape=cat&moves=g2")
    steps(page, 2)
    page.close()
