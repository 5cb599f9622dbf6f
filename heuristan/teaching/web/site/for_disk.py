"""The site for a disk: browsers let a page from a disk read scripts alone, so it is the page and two scripts."""

import gzip
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path

from heuristan.common.web.bundle import one_script
from heuristan.teaching.texts.translating import LANGUAGES
from heuristan.teaching.web.messages import as_json

NAMES = ("index.html", "page.js", "python.js")
"""The files of the folder."""
POLICY = (
    "default-src 'none'; script-src file: blob: 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; "
    "img-src data: blob:; connect-src data:; base-uri 'none'; form-action 'none'"
)
LATER = ("draw-board", "lay-board", "play-table", *(f"texts-{language}" for language in LANGUAGES))
"""Modules that the page imports when they are needed."""
PLACE = "memory:/web/worker.js"
"""The address of the worker, which has none on a disk; its files are read from memory."""
_HERE = Path(__file__).with_name("page")
_STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">\n')
_POLICY = re.compile(r'(Content-Security-Policy" content=")[^"]+')
_OF_PYODIDE = re.compile(r'^import (.+) from "\.\./python/([\w.]+)\.mjs";$', re.MULTILINE)


def for_disk(site: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """Return the files of a folder that opens from a disk, made of the files of a site."""
    texts = {name[4:-3]: data.decode() for name, data in site.items() if re.fullmatch(r"web/[\w-]+\.js", name)}
    texts |= {name: (_HERE / f"{name}.js").read_bytes().decode() for name in ("disk", "disk-worker")}
    return dict(zip(NAMES, (_index(site), _page(site, texts), _python(site, texts)), strict=True))


def _index(site: Mapping[str, bytes]) -> bytes:
    page = _POLICY.sub(rf"\1{POLICY}", site["index.html"].decode())
    page = _STYLE.sub(lambda link: f"<style>\n{site[link[1]].decode()}</style>\n", page)
    return _replaced(page, '<script type="module" src="web/app.js">', '<script defer src="page.js">').encode()


def _page(site: Mapping[str, bytes], texts: dict[str, str]) -> bytes:
    """Return all modules of the page as one script, with lists and answers."""
    files = ",\n".join(
        f'"{name}": {data.decode()}' for name, data in site.items() if name.startswith(("lists/", "answers/"))
    )
    python = _replaced(texts["python"], '"./host.js"', '"./disk.js"')
    code = one_script([*LATER, "app"], {**texts, "python": python}.__getitem__)
    return f'"use strict";\nglobalThis.heuristan = {{\n{files}\n}};\n{{\n{code}}}\n'.encode()


def _python(site: Mapping[str, bytes], texts: dict[str, str]) -> bytes:
    """Return a script of the worker and its files, with their licences before them."""
    files = {"web/worker.js": _worker(site, texts).encode()}
    files |= {name: data for name, data in site.items() if name.startswith("python/") and not name.endswith(".mjs")}
    packed = {name: b64encode(gzip.compress(data, 9, mtime=0)).decode() for name, data in files.items()}
    licences = "\n".join(_comments(site))
    return f"{licences}\nglobalThis.python = {as_json(packed).decode()};\n".encode()


def _comments(site: Mapping[str, bytes]) -> Iterator[str]:
    for name, data in site.items():
        if name.startswith("licences/"):
            yield f"/* {name}\n\n{data.decode().strip().replace('*/', '* /')}\n*/"


def _worker(site: Mapping[str, bytes], texts: dict[str, str]) -> str:
    """Return a worker as one script that is no module, with what begins Pyodide in it."""
    begin, core = (site[f"python/{name}"].decode() for name in ("pyodide.mjs", "pyodide.asm.mjs"))
    name = re.search(r"export ?\{(\w+) as loadPyodide\b[^}]*\};", begin)
    assert name
    begin = _replaced(begin, name[0], f"return {{ loadPyodide: {name[1]} }};")
    begin = _replaced(begin, "async e=>await import(e)", 'async()=>({default:modules["pyodide.asm"]})')
    core = _replaced(core, "export default _createPyodideModule;", "return _createPyodideModule;")
    own = _OF_PYODIDE.sub(r'const \1 = modules["\2"];', texts["worker"])
    code = one_script(["disk-worker", "worker"], {**texts, "worker": own}.__getitem__)
    scopes = "".join(
        f'modules["{name}"] = (() => {{\n{text}\n}})();\n' for name, text in (("pyodide.asm", core), ("pyodide", begin))
    )
    head, before, rest = code.partition('modules["worker"]')
    return f'"use strict";\n{head}{scopes}{before}{rest}'.replace("import.meta.url", f'"{PLACE}"')


def _replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)
