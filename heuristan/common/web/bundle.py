"""One HTML page with everything in it: it opens from a disk, and asks nobody for anything."""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from heuristan.common.quoting import as_data, as_markup

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z-]+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=function|class|const)", re.MULTILINE)


@cache
def bundled(name: str) -> str:
    """Return a module with all that it imports before it, as one script.

    The modules import each other by name and export functions, classes and constants alone, whose names are all
    different (a test demands it): so one after the other they are one script, which people can still read.
    """
    return "\n".join(_plain(module) for module in _needed(name))


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
    code = f"{bundled(script)}\n{call}(document.getElementById('page'), {read});\n"
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


def _needed(name: str, before: tuple[str, ...] = ()) -> list[str]:
    """Return the names of a module and of all that it imports, each after what it imports."""
    found = list(before)
    for other in _IMPORT.findall(text_of(f"{name}.js")):
        found += [each for each in _needed(other) if each not in found]
    return [*found, name]


def _plain(module: str) -> str:
    return _EXPORT.sub("", _IMPORT.sub("", text_of(f"{module}.js")))


def _hash(code: str) -> str:
    return f"sha256-{b64encode(sha256(code.encode()).digest()).decode()}"
