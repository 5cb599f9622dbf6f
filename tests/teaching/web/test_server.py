"""The server: whom it answers, what it refuses, and what it gives out."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared import requests
from starlette.testclient import TestClient

from heuristan.teaching.web.service.app import assets
from heuristan.teaching.web.service.security import MOST_JSON, MOST_UPLOAD

STEP = {"puzzle": {"shape": "cat"}}
pytestmark = pytest.mark.slow


class TestAnswers:
    def test_a_step_is_answered(self, client: TestClient) -> None:
        response = client.post("/api/step", json=STEP)
        assert response.status_code == 200
        assert response.json()["film"]["title"] == "cat"
        assert response.headers["cache-control"] == "no-store"

    def test_the_gallery_and_the_rankings_are_there(self, client: TestClient) -> None:
        assert len(client.get("/api/shapes").json()["shapes"]) > 50
        assert client.get("/api/rankings").json()["rankings"][0]["name"] == "deutsch-hayes-1972"

    def test_a_file_is_read(self, client: TestClient) -> None:
        text = b'{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]]}'
        found = client.post("/api/read", params={"name": "mine.geojson"}, content=text).json()
        assert [puzzle["id"] for puzzle in found["puzzles"]] == ["mine"]

    def test_a_file_to_take_away_has_a_name(self, client: TestClient) -> None:
        response = client.post("/api/export", json={**STEP, "what": "trace"})
        assert response.headers["content-disposition"] == 'attachment; filename="heuristan.jsonl"'

    @given(asked=requests.requests)
    @settings(max_examples=10)
    def test_no_request_is_an_error_of_the_server(self, client: TestClient, asked: tuple[str, Any]) -> None:
        do, body = asked
        response = client.post(f"/api/{do}", content=json.dumps(body), headers={"content-type": "application/json"})
        assert response.status_code < 500, response.text
        if response.status_code != 200:
            assert response.json()["message"]

    @given(
        st.sampled_from(["step", "ask", "run", "hint", "judge", "puzzle", "ranking", "export", "read?name=x"]),
        st.binary(max_size=40)
        | st.sampled_from([b"[" * 100_000, b'{"puzzle": NaN}', b'{"puzzle": 1e999}', b"9" * 9000]),
    )
    @settings(max_examples=10)
    def test_no_bytes_are_an_error_of_the_server(self, client: TestClient, do: str, body: bytes) -> None:
        response = client.post(f"/api/{do}", content=body, headers={"content-type": "application/json"})
        assert 400 <= response.status_code < 500
        assert response.json()["message"]


class TestWhoIsAnswered:
    @pytest.mark.parametrize(
        "host", ["evil.example", "evil.example:8765", "127.0.0.1.evil.example", "", "[::1", "a@127.0.0.1"]
    )
    def test_another_name_is_refused(self, client: TestClient, host: str) -> None:
        for address in ("/", "/api/shapes", "/web/board.js"):
            assert client.get(address, headers={"host": host}).status_code == 421

    @pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost:8765", "LOCALHOST", "[::1]:8765", "127.0.0.1"])
    def test_its_own_names_are_known(self, client: TestClient, host: str) -> None:
        assert client.get("/", headers={"host": host}).status_code == 200

    @pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1:1"])
    def test_the_page_of_another_is_refused(self, client: TestClient, origin: str) -> None:
        assert client.post("/api/step", json=STEP, headers={"origin": origin}).status_code == 403
        assert client.get("/api/shapes", headers={"origin": origin}).status_code == 403

    def test_its_own_page_is_answered(self, client: TestClient) -> None:
        headers = {"origin": "http://127.0.0.1:8765", "sec-fetch-site": "same-origin"}
        assert client.post("/api/step", json=STEP, headers=headers).status_code == 200

    def test_what_another_page_embeds_is_refused(self, client: TestClient) -> None:
        assert client.get("/api/shapes", headers={"sec-fetch-site": "cross-site"}).status_code == 403
        assert client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200  # a link leads here

    def test_json_under_another_type_is_refused(self, client: TestClient) -> None:
        # a form of another page can send text, and no JSON
        body = json.dumps(STEP)
        assert client.post("/api/step", content=body, headers={"content-type": "text/plain"}).status_code == 422


class TestSizes:
    def test_a_large_request_is_refused_before_it_is_read(self, client: TestClient) -> None:
        response = client.post("/api/step", content=b"", headers={"content-length": str(MOST_JSON + 1)})
        assert response.status_code == 413
        assert "KiB" in response.json()["message"]

    def test_one_that_does_not_say_its_size_is_cut_off(self, client: TestClient) -> None:
        parts = (b" " * 65536 for _ in range(MOST_JSON // 65536 + 1))
        assert client.post("/api/step", content=parts).status_code == 413

    def test_files_may_be_larger(self, client: TestClient) -> None:
        response = client.post("/api/read?name=a.wkt", content=b" " * (MOST_JSON + 1))
        assert response.status_code == 422
        too_large = client.post("/api/read?name=a.wkt", headers={"content-length": str(MOST_UPLOAD + 1)})
        assert too_large.status_code == 413

    @pytest.mark.parametrize("size", ["-1", "x", "9" * 30, "1e3"])
    def test_an_odd_size_is_refused(self, client: TestClient, size: str) -> None:
        assert client.post("/api/step", content=b"", headers={"content-length": size}).status_code in (400, 413)


class TestFrontEnd:
    def test_the_page_may_run_its_own_scripts_alone(self, client: TestClient) -> None:
        response = client.get("/")
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        text = response.text
        assert "<style" not in text
        assert "onload" not in text
        assert "http" not in text

    def test_every_answer_has_the_headers(self, client: TestClient) -> None:
        answers = [
            client.get("/nowhere"),
            client.get("/web/board.js"),
            client.get("/", headers={"host": "evil.example"}),
            client.post("/api/step", json={}),
        ]
        for response in answers:
            assert "content-security-policy" in response.headers
            assert response.headers["x-content-type-options"] == "nosniff"

    def test_modules_and_styles_are_given_out(self, client: TestClient) -> None:
        for name in assets():
            response = client.get(f"/web/{name}")
            assert response.status_code == 200
            again = client.get(f"/web/{name}", headers={"if-none-match": response.headers["etag"]})
            assert again.status_code == 304
            assert again.content == b""

    @pytest.mark.parametrize(
        "path",
        [
            "/web/../app.py",
            "/web/..%2fapp.py",
            "/web/%2e%2e/bundle.py",
            "/web/bundle.py",
            "/web/__init__.py",
            "/web/",
            "/web//etc/passwd",
            "/web/%2fetc%2fpasswd",
            "/web/board.js%00",
            "/web/..\\app.py",
            "/pyproject.toml",
            "/docs",
        ],
    )
    def test_no_other_file_is(self, client: TestClient, path: str) -> None:
        response = client.get(path)
        assert response.status_code == 404
        assert response.json()["message"]

    @pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
    def test_nothing_is_written(self, client: TestClient, method: str) -> None:
        for path in ("/", "/api/step", "/web/board.js"):
            assert client.request(method, path).status_code == 405
