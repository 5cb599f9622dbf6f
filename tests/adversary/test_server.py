"""The server under attack: the short twin of `python -m adversary traffic` and `connections`."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")
pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from adversary import neighbours
from adversary.answers import Answer, faults
from adversary.connections import ATTACKS
from adversary.findings import Report
from adversary.killing import rounds
from adversary.requests import interface, request_for, requests
from adversary.serving import attacked
from shared.clients import browser
from starlette.testclient import TestClient

from heuristan.teaching.web.service import connections, security

pytestmark = pytest.mark.slow
NUMBER = 42


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with browser() as found:
        yield found


def answer_of(client: TestClient, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
    sent = {key: value.encode("latin-1") for key, value in headers.items()}
    found = client.request(method, path, content=body, headers=sent)
    return Answer(found.status_code, {key.lower(): value for key, value in found.headers.items()}, found.content)


def test_every_operation_answers_whatever_it_is_asked(client: TestClient, random: Random) -> None:
    seed = random.randrange(10**6)
    for number, request in requests(interface(), seed):
        if number == NUMBER:
            return
        answer = answer_of(client, request.method, request.path, request.body, **request.headers)
        assert not [*faults(answer)], f"seed {seed}, request {number}"


def test_a_new_operation_joins_by_itself() -> None:
    schema = {"type": "object", "properties": {"colour": {"type": "string"}}, "required": ["colour"]}
    body = {"content": {"application/json": {"schema": schema}}}
    description = {"paths": {"/api/paint": {"post": {"requestBody": body}}}}
    made = [request_for(description, "/api/paint", "post", Random(seed)) for seed in range(20)]
    assert {each.operation for each in made} == {"/api/paint"}
    assert any(b"colour" in each.body for each in made)


@pytest.mark.parametrize(
    "feature",
    [
        '{"id": "\\ud800"}',
        '{"\\udfff": 1}',
        '{"a": ' + "[" * 300 + "]" * 300 + "}",
        '{"a": ' * 150 + "1" + "}" * 150,
        '{"a": NaN}',
        '{"a": [1, {"b": -Infinity}]}',
    ],
)
def test_json_that_cannot_be_written_again_is_refused(client: TestClient, feature: str) -> None:
    body = f'{{"puzzle": {{"feature": {feature}}}}}'.encode()
    answer = answer_of(client, "POST", "/api/puzzle", body, **{"content-type": "application/json"})
    assert answer.status == 422
    assert not [*faults(answer)]
    beginnings = ("puzzle.feature: ", "Invalid JSON: ", "lists and objects nest too deep")
    assert json.loads(answer.body)["message"].startswith(beginnings)


def test_a_message_has_no_letter_that_nobody_sees(client: TestClient) -> None:
    body = json.dumps({"puzzle": {"shape": "cat", "\x1b[31m\u202e": 1}, "moves": [{"do": "\xa0"}]}).encode()
    answer = answer_of(client, "POST", "/api/step", body, **{"content-type": "application/json"})
    assert json.loads(answer.body)["message"].isprintable()


def test_all_that_is_sent_at_once_has_a_bound(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "MOST_HELD", 1000)
    monkeypatch.setattr(security, "MOST_JSON", 500)
    monkeypatch.setattr(security, "SECONDS_TO_DRAIN", 0.1)
    answer = answer_of(client, "POST", "/api/read?name=a.wkt", b" " * 1001)
    assert answer.status == 503
    assert answer.headers["retry-after"]
    # what was refused is forgotten
    assert answer_of(client, "POST", "/api/read?name=a.wkt", b" " * 999).status == 422


def test_files_that_are_held_keep_no_click_out(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "MOST_HELD", 0)
    assert answer_of(client, "POST", "/api/step", b"{}", **{"content-type": "application/json"}).status == 422


def test_all_that_is_asked_at_once_has_a_bound(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "MOST_REQUESTS", 0)
    monkeypatch.setattr(security, "SECONDS_TO_DRAIN", 0.1)
    answer = answer_of(client, "GET", "/")
    assert answer.status == 503
    assert not [*faults(answer)]
    monkeypatch.undo()
    assert answer_of(client, "GET", "/").status == 200


def odd_connections_and_a_crowd(patch: pytest.MonkeyPatch, report: Report, random: Random) -> None:
    patch.setattr("adversary.connections.AT_ONCE", connections.ROOMY + 200)
    with attacked(report, "--limit", "2") as target:
        for name in ("floods of headers", "half-closed", "in a row", "a crowd", "a crowd of halves", "many at once"):
            assert target.step().status == 200
            report.add(name, "done", ATTACKS[name](target, random))


def a_page_that_holds_it(patch: pytest.MonkeyPatch, report: Report, random: Random) -> None:
    patch.setattr(neighbours, "HOLDS", ("anything, by new names",))
    patch.setattr(neighbours, "NUMBER", 2)
    patch.setattr(neighbours, "SECONDS", 2.5)
    patch.setattr(neighbours, "BEARABLE", 8.0)  # other tests may run beside this one
    neighbours.hold_server(report, 1, random.randrange(10**6))


def workers_that_are_killed(patch: pytest.MonkeyPatch, report: Report, random: Random) -> None:
    patch.setattr("adversary.killing.KILLS", 2)
    rounds(report, 2, random.randrange(10**6))


@pytest.mark.part(3)
@pytest.mark.parametrize(
    ("attack", "tried"),
    [
        (odd_connections_and_a_crowd, {"a crowd": 1, "in a row": 1, "many at once": 1}),
        (a_page_that_holds_it, {"anything, by new names": 1}),
        (workers_that_are_killed, {"kill": 2}),
    ],
)
def test_the_server_serves_others_and_leaves_nothing(
    attack: Callable[[pytest.MonkeyPatch, Report, Random], None],
    tried: dict[str, int],
    monkeypatch: pytest.MonkeyPatch,
    random: Random,
) -> None:
    report = Report()
    attack(monkeypatch, report, random)
    assert not report.found
    assert report.tried >= Counter(tried)
