"""The site that ``heuristan site`` writes, in a real browser, on a host that only gives out files."""

import json
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from shared.browser import visit
from shared.played import PlayedPage, solution

from heuristan.common.faults import InputError
from heuristan.teaching.web.site import pyodide_files, site_folder

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
    ("judge", {**CAT, "laid": [{"piece": "square", "vertices": [[0, 0], [1, 0], [1, 1], [0, 1]]}]}),
    *(("export", {**TAKEN, "what": what}) for what in ("trace", "player", "explanation", "picture", "filmstrip")),
    ("step", {**CAT, "moves": [{"do": "take", "number": 9999}]}),
    ("step", {"puzzle": {"shape": "cat", "more": 1}}),
]
LONG = ("run", {"puzzle": {"shape": "two-swans"}, "solver": "ford", "want": "count"})
"""Takes as long as a run may."""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site as the command writes it."""
    place = tmp_path_factory.mktemp("site")
    try:
        site_folder.write_site(place, None, lambda _: None)
    except InputError as fault:
        pytest.skip(f"the site cannot be built here: {fault}")
    return place


@pytest.fixture(scope="module")
def host(folder: Path) -> Iterator[ThreadingHTTPServer]:
    """A host of files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def site(host: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{host.server_port}/"


@pytest.fixture(scope="module")
def opened(chromium: Any, site: str) -> Iterator[Any]:
    """A page of the site, where Python starts once for many tests."""
    with visit(chromium, site) as page:
        page.set_default_timeout(90_000)
        yield page


def steps(page: Any, count: int) -> None:
    page.locator(".count", has_text=re.compile(f"^{count} step")).wait_for()


def test_a_shape_is_stepped_asked_about_and_played(opened):
    page = opened
    page.get_by_role("searchbox").fill("cat medium")
    page.get_by_role("link", name="Cat").first.click()
    steps(page, 0)
    page.get_by_role("button", name="Step", exact=True).click()
    steps(page, 1)
    page.get_by_role("button", name="Why not rule 1?").click()
    page.locator(".answer img").wait_for()
    page.get_by_role("button", name="Go on to the end").click()
    page.locator(".status.solved").wait_for()
    page.get_by_role("link", name="Play").click()
    for said in ("Look at this vertex", "goes to this vertex", "goes here"):
        page.locator("button.hint").click()
        page.locator(".advice", has_text=said).wait_for()
    page.get_by_role("button", name="Lay it for me").click()
    page.locator(".said-small", has_text="1 of 7").wait_for()
    page.locator("button.hint").click()
    page.locator(".advice", has_text="Look at this vertex").wait_for()


def test_a_shape_is_played_to_the_end_by_touch_without_python(chromium, site):
    context = chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=True, service_workers="block")
    context.route("**/python/**", lambda _: None)
    at = PlayedPage(context, f"{site}#play?shape=cat")
    at.page.locator("svg.table").wait_for()
    for step in at.steps({"shape": "cat"}, solution("cat")):
        at.piece(step["number"]).tap()
        for name in ["Turn left"] * step["turn"] + ["Flip"] * step["flipped"]:
            at.page.get_by_role("button", name=name).tap()
        at.drag_by_finger(step["number"], step["at"])
    at.page.locator(".advice", has_text="Solved!").wait_for()
    assert at.page.locator(".starting progress").is_visible()
    context.close()
    assert not at.errors


def test_a_child_plays_before_python_is_there(chromium, site):
    with visit(chromium, site, service_workers="block") as page:
        page.route("**/python/**", lambda _: None)
        page.goto(f"{site}#play?shape=cat")
        page.reload()
        page.locator("button.hint").click()
        page.locator(".advice", has_text="Look at this vertex").wait_for()
        page.locator(".starting progress").wait_for()
        page.goto(f"{site}#work?shape=cat")
        steps(page, 0)
        page.unroute_all()


def test_whoever_asks_a_python_that_cannot_start_is_told(chromium, site):
    with visit(chromium, site, service_workers="block") as page:
        page.route("**/heuristan.tar.xz", lambda route: route.fulfill(body=b"no archive"))
        page.goto(f"{site}#work?shape=lamp")
        page.reload()
        page.get_by_text("Python cannot be started in this browser").wait_for()
        page.set_default_timeout(10_000)
        found = page.evaluate(f"(asked) => Promise.race([({SEND})(asked), {LATER}])", ["python", [["inspect", TAKEN]]])
        assert [status for status, _ in found] == [503]


def test_both_transports_answer_alike(chromium, opened, address):
    answers = []
    with visit(chromium, address) as served:
        for page, module in ((served, "server"), (opened, "python")):
            found = page.evaluate(SEND, [module, ALL])
            answers.append([(status, re.sub(r'"seconds": ?[0-9.e-]+', "", text)) for status, text in found])
    for asked, served, worked in zip(ALL, *answers, strict=True):
        assert served == worked, asked
    assert {status for status, _ in answers[0]} == {200, 422}


def test_what_was_answered_beforehand_is_what_python_answers(opened, folder):
    answers = json.loads((folder / "answers" / "cat.json").read_text())
    # written in another way, requests are not known beforehand
    puzzle = {"puzzle": {"shape": "cat", "sets": None}}
    asked = [(name, json.loads(body) | puzzle) for name, body in (key.split(" ", 1) for key in answers)]
    found = opened.evaluate(SEND, ["python", asked])
    assert [text for _, text in found] == [*answers.values()]


def test_what_the_page_lacks_is_said(opened, site):
    opened.goto(f"{site}#open")
    opened.get_by_text("heuristan serve has it").wait_for()
    wkt = {"name": "a.wkt", "mimeType": "text/plain", "buffer": b"POLYGON ((0 0, 2 0, 2 1, 0 0))"}
    opened.locator("input[type=file]").set_input_files([wkt])
    opened.locator("p.bad", has_text="need an installation").wait_for()


def test_what_nobody_waits_for_is_dropped_and_python_begins_anew(opened):
    opened.evaluate(SEND, ["python", [["step", TAKEN]]])
    ended = opened.evaluate(ABORTED, [[LONG, LONG, ("step", TAKEN)], 300])
    assert ended == ["AbortError", "AbortError", 200]
    opened.locator(".starting").wait_for(state="detached")


def test_pyodide_is_what_is_pinned(folder):
    lock = json.loads((folder / "site.json").read_text())
    assert lock["files"]["python/pyodide.asm.wasm"]["sha256"] == pyodide_files.DIGESTS["pyodide.asm.wasm"]


def test_it_opens_when_the_host_is_gone(opened, host, site):
    opened.evaluate("navigator.serviceWorker.ready.then(() => true)")
    host.shutdown()  # the last test here
    host.server_close()
    page = opened.context.new_page()
    page.set_default_timeout(90_000)
    page.goto(f"{site}#work?shape=cat&moves=g2")
    steps(page, 2)
    page.close()
