"""``heuristan site`` without a browser: what is in the folder, and what is refused."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from shutil import copytree
from zipfile import ZipFile

import pytest
from shared.commands import Run

from heuristan.common.faults import InputError
from heuristan.teaching.web.messages import as_json
from heuristan.teaching.web.site import lessons, pyodide_files, python_bundle, site_folder, site_tools
from heuristan.teaching.web.site.pyodide_files import Wheels, wheels_in
from heuristan.teaching.web.site.python_bundle import bundle

FILES = {name: name.encode() for name in pyodide_files.DIGESTS} | {
    "pyodide-lock.json": b'{"info": {}, "packages": {"a": 1}}',
    "pyodide.asm.mjs": b"const _createPyodideModule = 1;export default _createPyodideModule;",
    "pyodide.mjs": b"const load=async e=>await import(e);export{load as loadPyodide,load as version};",
}
TWO = "cat", "digit-9"


@pytest.fixture(scope="module")
def patched() -> Iterator[pytest.MonkeyPatch]:
    """What is patched here; packed quickly, for one thing."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(python_bundle, "EFFORT", 1)
        yield patch


@pytest.fixture(scope="module")
def pyodide(patched: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like Pyodide's, and holds nothing of it."""
    folder = tmp_path_factory.mktemp("pyodide")
    digests = {}
    for name, data in FILES.items():
        if name.endswith((".whl", ".zip")):
            made = BytesIO()
            with ZipFile(made, "w") as wheel:
                wheel.writestr(f"{name.split('-')[0]}/__init__.py", "")
            data = made.getvalue()
        (folder / name).write_bytes(data)
        digests[name] = sha256(data).hexdigest()
    patched.setattr(pyodide_files, "DIGESTS", digests)
    return folder


@pytest.fixture
def spoilt(pyodide: Path, tmp_path: Path) -> Path:
    """A copy of that folder, to take something from it."""
    return Path(copytree(pyodide, tmp_path / "pyodide"))


@pytest.fixture(scope="module")
def site(patched: pytest.MonkeyPatch, pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with two shapes, whose Python is not compiled."""
    shapes = [each for each in site_folder.gallery()["shapes"] if each["shape"] in TWO]
    patched.setattr(site_folder, "gallery", lambda: {"shapes": shapes})
    patched.setattr(site_tools, "which", lambda _: None)
    place = tmp_path_factory.mktemp("site")
    site_folder.write_site(place, pyodide, lambda _: None)
    return place


def test_what_is_left_out_is_there() -> None:
    named = {*lessons.LEFT_OUT, *python_bundle.LEFT_OUT, *python_bundle.KEPT} - {"data"}  # that is made in a wheel
    assert not [part for part in named if not (python_bundle.PACKAGE / part).exists()]


def test_the_bundle_has_what_the_page_needs_and_no_other_room():
    with ZipFile(BytesIO(bundle([]))) as packed:
        names = packed.namelist()
    assert {"heuristan/teaching/web/answering.py", "heuristan/data/shapes/cat.yaml", "experta/__init__.py"} <= {
        re.sub(r"shapes/.*/", "shapes/", name) for name in names
    }
    others = (
        "cli",
        "lab/searching",
        "jigsaw",
        "pictures/images/sketching",
        "teaching/web/service",
        "teaching/commands",
        "tangram/commands",
    )
    assert not [name for name in names if name.startswith(tuple(f"heuristan/{each}/" for each in others))]
    assert not [name for name in names if name.endswith((".pyc", ".html", ".js")) and "/common/web/" not in name]
    assert bundle([]) == bundle([])


@pytest.mark.slow
class TestFolder:
    def test_its_lock_says_what_is_in_it(self, site: Path) -> None:
        lock = json.loads((site / "site.json").read_text())
        there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
        assert set(lock["files"]) == there - {"site.json", "sw.js"}
        for name, about in lock["files"].items():
            assert about["sha256"] == sha256((site / name).read_bytes()).hexdigest(), name
        assert lock["parts"]["pyodide"] == pyodide_files.PINNED["pyodide"]
        assert not [name for name, version in lock["parts"].items() if not re.match(r"\d|bundled", version)]
        kept = (site / "sw.js").read_text()
        assert lock["version"] in kept
        assert all(f'"{name}"' in kept for name in there if name.startswith(("answers/", "lists/", "python/", "web/")))

    def test_the_page_may_ask_its_own_host_alone(self, site: Path) -> None:
        page = (site / "index.html").read_text()
        assert "script-src 'self' 'wasm-unsafe-eval';" in page
        assert "connect-src 'self'" in page
        assert not re.findall(r'(?:src|href)="(?!web/|data:,)', page)
        assert "./python.js" in (site / "web" / "api.js").read_text()
        assert not (site / "web" / "server.js").exists()

    def test_first_boards_and_hints_are_files(self, site: Path) -> None:
        answers = json.loads((site / "answers" / "cat.json").read_text())
        asked = as_json({"puzzle": {"shape": "cat"}}).decode()
        assert json.loads(answers[f"puzzle {asked}"])["id"] == "cat"
        assert sorted({each.split()[0] for each in answers}) == ["hint", "puzzle", "step"]
        assert [each["shape"] for each in json.loads((site / "lists" / "shapes.json").read_text())["shapes"]] == [*TWO]

    def test_it_has_the_licences(self, site: Path) -> None:
        found = {path.parent.name for path in (site / "licences").rglob("*") if path.is_file()}
        assert {"heuristan", "frozendict", "PyYAML"} <= found

    def test_it_is_written_anew(self, site: Path, pyodide: Path) -> None:
        before = (site / "site.json").read_bytes()
        (site / "python" / "of-another-version.zip").touch()
        site_folder.write_site(site, pyodide, lambda _: None)
        assert (site / "site.json").read_bytes() == before
        assert not (site / "python" / "of-another-version.zip").exists()


@pytest.mark.slow
def test_for_a_disk_it_is_three_files(site: Path, pyodide: Path, tmp_path: Path) -> None:
    place = tmp_path / "stick"
    site_folder.write_site(place, pyodide, lambda _: None, is_for_disk=True)
    site_folder.check_place(place, is_for_disk=True)
    page, lists, python = ((place / name).read_text() for name in sorted(path.name for path in place.iterdir()))
    assert re.findall(r'(?:src|href)="(?!data:)([^"]+)', page) == ["page.js"]
    assert "connect-src data:;" in page
    assert not re.search(r"^(import|export) ", lists, re.MULTILINE)
    assert '"answers/cat.json": {' in lists
    assert python.startswith("/* licences/README.txt")
    assert '"python/heuristan.tar.xz":' in python
    with pytest.raises(InputError, match="something else than a site for a disk"):
        site_folder.write_site(site, pyodide, lambda _: None, is_for_disk=True)
    with pytest.raises(InputError, match="something else than a site in it"):
        site_folder.write_site(place, pyodide, lambda _: None)


def test_a_site_that_was_not_written_to_its_end_can_be_written_anew(tmp_path: Path) -> None:
    (tmp_path / "index.html").mkdir()
    with pytest.raises(OSError, match=r"index\.html"):
        site_folder.write_files(tmp_path, {"a.js": b"", "index.html": b"", "site.json": b"{}"})
    site_folder.check_place(tmp_path)


def test_a_folder_with_something_else_is_refused(tmp_path: Path, heuristan: Run) -> None:
    (tmp_path / "letter.txt").write_text("Dear reader")
    done = heuristan("site", str(tmp_path), "--pyodide", str(tmp_path))
    assert done.status == 2
    assert "something else than a site" in done.err


def test_a_wrong_file_is_refused(spoilt: Path) -> None:
    (spoilt / "pyodide.mjs").write_bytes(b"other")
    with pytest.raises(InputError, match=r"pyodide\.mjs: this is not the file .* sha256"):
        pyodide_files.checked(spoilt)


def lock_of(wheels: Mapping[str, bytes]) -> bytes:
    entries = {name: {"file_name": f"{name}.whl", "sha256": sha256(data).hexdigest()} for name, data in wheels.items()}
    return as_json({"packages": {**entries, "scipy": {"file_name": "scipy.whl", "sha256": ""}}})


class TestDrawingWheels:
    def test_right_ones_are_put_in_and_others_are_not_named(self, tmp_path: Path) -> None:
        made = {"numpy": b"one", "shapely": b"two"}
        for name, data in made.items():
            (tmp_path / f"{name}.whl").write_bytes(data)
        page = (Path(site_folder.__file__).with_name("page") / "python.js").read_bytes()
        found = wheels_in(tmp_path, lock_of(made)).files(lock_of(made), page)
        assert (found["python/numpy.whl"], found["python/shapely.whl"]) == (b"one", b"two")
        assert set(json.loads(found["python/pyodide-lock.json"])["packages"]) == {"numpy", "shapely"}
        assert found["web/python.js"] != page
        assert "packages" in json.loads(Wheels().files(lock_of(made), page)["python/pyodide-lock.json"])

    def test_a_wrong_one_is_refused(self, tmp_path: Path) -> None:
        for name in ("numpy", "shapely"):
            (tmp_path / f"{name}.whl").write_bytes(b"other")
        with pytest.raises(InputError, match=r"shapely\.whl: this is not the file .* sha256 must be"):
            wheels_in(tmp_path, lock_of({"numpy": b"other", "shapely": b"two"}))

    def test_a_missing_one_is_said(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match=r"numpy\.whl is missing"):
            wheels_in(tmp_path, lock_of({"numpy": b"one", "shapely": b"two"}))


def test_a_missing_file_is_said(spoilt: Path) -> None:
    (spoilt / "python_stdlib.zip").unlink()
    with pytest.raises(InputError, match=r"python_stdlib\.zip is missing"):
        pyodide_files.checked(spoilt)


def test_npm_that_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pyodide_files, "which", lambda _: None)
    with pytest.raises(InputError, match=r"npm is missing.*--pyodide"):
        pyodide_files.fetch(tmp_path)


def test_npm_that_fails_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "npm").write_text("#!/bin/sh\necho 'no network' >&2\nexit 1\n")
    (tmp_path / "npm").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(sys, "executable", "true")  # pip, which runs beside it, is not the point
    with pytest.raises(InputError, match=r"npm cannot fetch .*\(no network\)"):
        pyodide_files.fetch(tmp_path)


IN_BROWSER = """
import json, sys
from heuristan.teaching.web.site.in_browser import is_lacking, reply
outline = [[[0, 0], [2, 0], [2, 0.37], [4, 0.37], [4, 2.37], [2, 2.37], [2, 2], [0, 2]]]
given = json.dumps({"puzzle": {"rings": outline}}).encode()
wkt = b"POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))"
svg = json.dumps({"what": "outline", "form": "svg", "puzzle": {"shape": "cat"}}).encode()
written = reply({"do": "export"}, svg).data
polygon = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H4V2H0Z"/></svg>'
read = (("a.wkt", wkt), ("cat.svg", written), ("a.svg", polygon), ("a.png", b"\\x89PNG\\r\\n\\x1a\\n"), ("", wkt))
asked = [({"do": "puzzle"}, given), *(({"do": "read", "name": name}, data) for name, data in read)]
print(json.dumps([(found.status, found.data.decode(), is_lacking()) for found in (reply(*each) for each in asked)]))
"""


@pytest.mark.slow
def test_what_a_browser_can_is_read_and_what_it_lacks_is_said() -> None:
    done = subprocess.run([sys.executable, "-c", IN_BROWSER], capture_output=True, text=True, check=True)
    drawn, wkt, written, other, picture, nameless = json.loads(done.stdout)
    for status, words, is_lacking in (drawn, other, picture):
        assert (status, is_lacking) == (422, True)
        assert "`heuristan serve` has it" in words
    for status, text, is_lacking in (wkt, written):
        assert (status, is_lacking) == (200, False)
        assert len(json.loads(text)["puzzles"]) == 1
    assert (nameless[0], nameless[2]) == (422, False)
    assert "name" in nameless[1]
