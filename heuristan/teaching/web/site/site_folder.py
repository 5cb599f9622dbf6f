"""The folder of the site: its files, answers that need no Python, and a lock of what is in it."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from importlib.metadata import version as version_of
from importlib.resources import files
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from heuristan.common.faults import InputError
from heuristan.common.scratch import scratch_folder
from heuristan.teaching.texts.translating import modules
from heuristan.teaching.web.answering import Answering
from heuristan.teaching.web.messages import as_json
from heuristan.teaching.web.play_pages import gallery_files
from heuristan.teaching.web.requested import all_rankings, gallery
from heuristan.teaching.web.site import lessons
from heuristan.teaching.web.site.for_disk import NAMES, for_disk
from heuristan.teaching.web.site.lessons import PARTS, lesson_files
from heuristan.teaching.web.site.pyodide_files import LOCK as PYODIDE_LOCK
from heuristan.teaching.web.site.pyodide_files import PINNED, Wheels, checked, fetch, wheels_in
from heuristan.teaching.web.site.python_bundle import (
    LIBRARIES,
    PACKAGE,
    STDLIB,
    bundle,
    packed_again,
    packed_tightly,
    versions,
)
from heuristan.teaching.web.site.site_tools import compiled, snapshot_files
from heuristan.version import __version__

LOCK = "site.json"
"""The file that says what is in the site; a folder that has it is one, and is written anew."""
_HERE = Path(__file__).parent
_PAGE = _HERE / "page"
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'"
)
FOLDERS = ("answers", "lessons", "licences", "lists", "play", "python", "web")
"""The folders of a site, in which nothing else is."""
NOT_KEPT = (".nojekyll", "index.html", "lessons/", "licences/")
"""What a browser need not keep; the page itself is kept by its address."""
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
ZIPPED, BUNDLE = "heuristan.zip", "heuristan.tar.xz"
RANKING = "deutsch-hayes-1972"
"""The ranking that the page begins with."""
LIMIT = 60.0
"""Time limit of the search behind a hint in seconds."""
OK = 200
LICENCE = re.compile(r"\.dist-info/(.*/)?(LICEN|COPYING)[^/]*$", re.IGNORECASE)
ABOUT = f"""heuristan {__version__}: MIT; experta in it: LGPL-3.0; the fonts in it: Bitstream-Vera.
Pyodide {PINNED["pyodide"]}: MPL-2.0, source at https://github.com/pyodide/pyodide/tree/{PINNED["pyodide"]}
CPython {PINNED["python"]}, in Pyodide: PSF-2.0, source at https://github.com/python/cpython
The licences of the libraries are in the folders here.
"""


def check_place(place: Path, is_for_disk: bool = False) -> None:
    """Check before any work that a folder is empty, a site of the same kind, or not there yet.

    Raises:
        InputError: if something else is in it.
    """
    found = {path.name for path in place.iterdir()} if place.is_dir() else set()
    if found and (found - {*NAMES} if is_for_disk else LOCK not in found):
        kind = "a site for a disk" if is_for_disk else "a site"
        raise InputError(f"{place}: the folder has something else than {kind} in it; choose another one")


def write_site(
    place: Path,
    given: Path | None,
    say: Callable[[str], None],
    *,
    has_snapshot: bool = False,
    of_drawings: Path | None = None,
    has_lessons: bool = False,
    is_for_disk: bool = False,
    idle: float | None = None,
) -> Mapping[str, bytes]:
    """Write a site, and return its files.

    Args:
        place: the folder.
        given: the folder with Pyodide and its wheels; they are fetched if not given.
        say: is told what is done.
        has_snapshot: whether Python begins by a snapshot of its memory.
        of_drawings: the folder with the wheels that drawings need.
        has_lessons: whether the course is in it.
        is_for_disk: whether it opens from a disk, and needs no host.
        idle: seconds without a touch after which a page for a museum begins anew; None for another page.

    Raises:
        InputError: if a part is missing, or the folder has something else in it.
        OSError: if a file cannot be written.
    """
    check_place(place, is_for_disk)
    with scratch_folder() as folder, ThreadPoolExecutor() as beside:
        if given is None:
            say("Fetching Pyodide ...")
        more = lessons.DIGESTS if has_lessons else {}
        given = given or fetch(folder, more)
        pyodide, of_lessons = checked(given), checked(given, more)
        lock = pyodide[PYODIDE_LOCK].read_bytes()
        drawing = wheels_in(of_drawings, lock) if of_drawings else Wheels()
        wheels = [path for path in (*pyodide.values(), *of_lessons.values()) if path.suffix == ".whl"]
        wheels += drawing.paths
        others = PARTS if has_lessons else ()
        say("Making the page, the first board of every shape, and what Python is to run ...")
        answers = beside.submit(lambda: dict(prepared_answers()))  # Node compiles meanwhile
        front, archives = front_end(idle), _archives(pyodide, folder, drawing.libraries)
        python = beside.submit(_python, pyodide, archives)
        found = {
            **front,
            **dict(_licences(wheels, (*drawing.libraries, *others))),
            **drawing.files(lock, front["web/python.js"]),
        }
        if has_snapshot:
            say("Taking a snapshot of Python's memory ...")
            found |= snapshot_files(pyodide[CORE[0]].parent, archives[STDLIB], archives[ZIPPED], front["web/worker.js"])
        if has_lessons:
            say("Building the lessons ...")
            found |= lesson_files(of_lessons, pyodide, folder / "lessons")
            found["index.html"] = _replaced(found["index.html"], '<html lang="en"', '<html lang="en" data-lessons')
        found |= answers.result() | python.result()
    found |= _lock(found, [path.name for path in wheels], others)
    written = for_disk(found) if is_for_disk else found
    write_files(place, written)
    return written


def write_gallery(place: Path, say: Callable[[str], None]) -> Mapping[str, bytes]:
    """Write a gallery of pages to play on, which needs no Python, and return its files.

    Args:
        place: the folder.
        say: is told what is done.

    Raises:
        InputError: if the folder has something else in it.
        OSError: if a file cannot be written.
    """
    check_place(place)
    say("Solving every shape, and making its page ...")
    found = dict(gallery_files())
    found[LOCK] = _in_lines({"parts": {"heuristan": __version__}, "files": _contents(found)})
    write_files(place, found)
    return found


def write_files(place: Path, found: Mapping[str, bytes]) -> None:
    """Write files by their names into a folder, and take away those of another version."""
    for path in (place / "sw.js", *(path for folder in FOLDERS for path in (place / folder).rglob("*"))):
        if path.is_file() and path.relative_to(place).as_posix() not in found:
            path.unlink()  # of another version
    # the lock first: a folder that has it can be written anew, if the disk is full now
    for name, data in sorted(found.items(), key=lambda file: file[0] != LOCK):
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _lock(found: Mapping[str, bytes], wheels: Iterable[str], others: Iterable[str]) -> dict[str, bytes]:
    """Return what says which files a site has, to people and to the browser that keeps them."""
    inside = _contents(found)
    version = _digest(as_json(inside))[:20]
    parts = {"pyodide": PINNED["pyodide"], "heuristan": __version__, **versions()}
    parts |= {name.split("-")[0]: name.split("-")[1] for name in wheels} | {name: version_of(name) for name in others}
    lock = _in_lines({"version": version, "parts": parts, "files": inside})
    kept = [name for name in inside if not name.startswith(NOT_KEPT)]
    site = as_json({"version": version, "files": ["./", *kept]}).decode()
    worker = _replaced((_PAGE / "sw.js").read_bytes(), "SITE_GOES_HERE", site)
    return {LOCK: lock, "sw.js": worker}


def _contents(found: Mapping[str, bytes]) -> Mapping[str, Any]:
    return {name: {"bytes": len(found[name]), "sha256": _digest(found[name])} for name in sorted(found)}


def _in_lines(lock: Mapping[str, Any]) -> bytes:
    return (json.dumps(lock, indent=1) + "\n").encode()


def front_end(idle: float | None = None) -> dict[str, bytes]:
    """Return the page and its modules; questions go to Python instead of a server.

    Args:
        idle: as for `write_site`.
    """
    own = files("heuristan.teaching.web").joinpath("page")
    places = (*files("heuristan.common.web").iterdir(), *own.iterdir())
    found = {f"web/{file.name}": file.read_bytes() for file in places if file.name.endswith((".js", ".css"))}
    found |= {f"web/{name}": data for name, data in modules().items()}
    del found["web/server.js"]
    found["web/api.js"] = _replaced(found["web/api.js"], '"./server.js"', '"./python.js"')
    found |= {
        f"web/{name}": (_PAGE / name).read_bytes() for name in ("host.js", "python.js", "snapshot.js", "worker.js")
    }
    policy = f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    page = _replaced(own.joinpath("index.html").read_bytes(), '<meta charset="utf-8">', policy)
    if idle is not None:
        page = _replaced(page, '<html lang="en">', f'<html lang="en" data-kiosk="{idle:g}">')
    return found | {
        "index.html": page,
        ".nojekyll": b"",  # some hosts leave out what they take for their own
    }


def _replaced(text: bytes, old: str, new: str) -> bytes:
    assert text.count(old.encode()) == 1, old
    return text.replace(old.encode(), new.encode())


def _archives(pyodide: Mapping[str, Path], folder: Path, libraries: Iterable[str]) -> Mapping[str, bytes]:
    """Return the archives that Python runs: the standard library and all else; compiled, if Node is there to run it."""
    wheels = [path for name, path in pyodide.items() if name.endswith(".whl")]
    archives = {STDLIB: pyodide[STDLIB].read_bytes(), ZIPPED: bundle(wheels, libraries)}
    made = compiled(archives, pyodide[CORE[0]].parent, folder, "compile_for_page")
    return {**made, STDLIB: packed_again(made[STDLIB])}


def _python(pyodide: Mapping[str, Path], archives: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return Pyodide and the archives that it runs."""
    found = {name: pyodide[name].read_bytes() for name in CORE}
    found |= {STDLIB: archives[STDLIB], BUNDLE: packed_tightly(archives[ZIPPED])}
    return {f"python/{name}": data for name, data in found.items()}


def _licences(wheels: Iterable[Path], libraries: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the licences of all that is in the site."""
    yield "licences/README.txt", ABOUT.encode()
    for name in ("heuristan", *LIBRARIES.values(), *libraries):
        with suppress(PackageNotFoundError):
            for file in distribution(name).files or ():
                if LICENCE.search(str(file)):
                    yield f"licences/{name}/{file.name}", Path(str(file.locate())).read_bytes()
    for wheel in wheels:
        with ZipFile(wheel) as packed:
            for named in packed.namelist():
                if LICENCE.search(named):
                    yield f"licences/{wheel.name.split('-')[0]}/{Path(named).name}", packed.read(named)
    own = files("heuristan").joinpath("common/svg/fonts/LICENSE.txt")
    yield "licences/heuristan/fonts.txt", own.read_bytes()
    for path in (PACKAGE.parent / "LICENSE", *sorted((PACKAGE.parent / "licenses").glob("*.txt"))):
        if path.is_file():
            yield f"licences/heuristan/{path.name}", path.read_bytes()


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def prepared_answers() -> Iterator[tuple[str, bytes]]:
    """Yield answers with which the page shows and plays what ships before Python is there.

    They are files by their names: the lists, and for each shape what is asked of it before anything is done with it.
    """
    yield "lists/shapes.json", as_json(gallery())
    yield "lists/rankings.json", as_json(all_rankings())
    answering = Answering(LIMIT)
    for shape in gallery()["shapes"]:
        yield f"answers/{shape['shape']}.json", as_json(_answers_of(answering, shape["shape"]))


def _answers_of(answering: Answering, shape: str) -> dict[str, str]:
    """Return the texts of answers, as they are, by what is asked."""
    found = {}
    for name, body in _requests_of(shape):
        data = as_json(body)  # as the page writes it
        answer = answering.reply({"do": name}, data)
        if answer.status == OK:
            found[f"{name} {data.decode()}"] = answer.data.decode()
    return found


def _requests_of(shape: str) -> Iterator[tuple[str, dict[str, Any]]]:
    puzzle = {"puzzle": {"shape": shape}}
    yield "puzzle", puzzle
    yield "step", {**puzzle, "ranking": {"name": RANKING}, "rules": "", "moves": []}
    for reveal in ("vertex", "piece", "place"):
        yield "hint", {**puzzle, "laid": [], "reveal": reveal}
