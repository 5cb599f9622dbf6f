"""One HTML page with everything in it: it opens from a disk, and asks nobody for anything."""

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from heuristan.common.quoting import as_data, as_markup

_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([a-z-]+)\.js";\n', re.MULTILINE)
_LATER = re.compile(r"\bimport\(`\./\$\{(\w+)\}\.js`\)")
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_AGAIN = re.compile(r"^export \{ ([\w, ]+) \};\n", re.MULTILINE)


def bundled(names: Sequence[str], texts: Mapping[str, str]) -> str:
    """Return modules with all that they import before them, as one script, which people can still read.

    A module is a function that returns what it exports, so names of two modules may be the same. The modules import
    each other by name, and export functions, classes and constants alone.

    Args:
        names: the modules that are run, or imported when they are needed.
        texts: the texts of all modules by their names.
    """
    needed: list[str] = []
    for name in names:
        _need(name, texts, needed)
    return "\n".join(["const modules = {};", *(_scope(name, texts[name]) for name in needed)])


@cache
def texts_of(*packages: str) -> Mapping[str, str]:
    """Return the texts of all modules in folders of packages, by their names."""
    found = (file for package in packages for file in files(package).iterdir())
    return {
        file.name.removesuffix(".js"): file.read_text(encoding="utf-8") for file in found if file.name.endswith(".js")
    }


def page(title: str, script: str, style: str, data: Any, words: str, *, call: str) -> str:
    """Return a page that runs a script on some data.

    Args:
        title: the title of the page.
        script: the name of a module.
        style: the name of a style sheet.
        data: a JSON value.
        words: what the page says where scripts do not run.
        call: the function of the module that gets the element to fill, and the data.
    """
    read = "JSON.parse(document.getElementById('data').textContent)"
    code = f"{_player(script)}\nmodules['{script}'].{call}(document.getElementById('page'), {read});\n"
    css = text_of(f"{style}.css")
    # the page may run its own script and nothing else, and may ask for nothing
    policy = f"default-src 'none'; script-src '{_hash(code)}'; style-src 'unsafe-inline'; img-src data:"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{as_markup(title)}</title>
<link rel="icon" href="data:,">
<style>
{css}</style>
</head>
<body>
<div id="page"><noscript><h1>{as_markup(title)}</h1><pre>{as_markup(words)}</pre></noscript></div>
<script type="application/json" id="data">{as_data(data)}</script>
<script type="module">{code}</script>
</body>
</html>
"""


def text_of(name: str) -> str:
    """Return the text of a file of the front end."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def _player(name: str) -> str:
    return bundled([name], texts_of(__package__))


def _need(name: str, texts: Mapping[str, str], found: list[str]) -> None:
    """Add a module to those found, after all that it imports."""
    if name not in found:
        for _, other in _IMPORT.findall(texts[name]):
            _need(other, texts, found)
        found.append(name)


def _scope(name: str, text: str) -> str:
    """Return a module as a function that is run at once, and what it exports is kept by its name."""
    exported = ", ".join([*_EXPORT.findall(text), *_AGAIN.findall(text)])
    text = _IMPORT.sub(r'const \1 = modules["\2"];\n', text)
    text = _LATER.sub(r"modules[\1]", text)
    text = _AGAIN.sub("", _EXPORT.sub("", text))
    return f'modules["{name}"] = (() => {{\n{text}return {{ {exported} }};\n}})();\n'


def _hash(code: str) -> str:
    return f"sha256-{b64encode(sha256(code.encode()).digest()).decode()}"
