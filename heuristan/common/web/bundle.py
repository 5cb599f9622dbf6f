"""One HTML page with everything in it: it opens from a disk, and asks nobody for anything."""

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias

from heuristan.common.quoting import as_data, as_markup

_IMPORT = re.compile(r'^import \{ ([^}]*) \} from "\./([a-z-]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_AGAIN = re.compile(r"^export \{ ([\w, ]+) \};$", re.MULTILINE)
_LATER = re.compile(r"\bimport\(`\./\$\{(\w+)\}\.js`\)")
HERE = files(__package__)
"""The folder of the modules that all pages share; rooms may have more."""
Folders: TypeAlias = tuple[Traversable, ...]
TextOf: TypeAlias = Callable[[str], str]
"""Returns the text of a module by its name."""


@cache
def bundled(name: str, folders: Folders = (HERE,)) -> str:
    """Return a module with all that it imports before it, as one script, which people can still read."""
    return one_script((name,), lambda each: text_of(f"{each}.js", folders))


def one_script(names: Sequence[str], text: TextOf) -> str:
    """Return modules as one script, each after what it imports.

    Each module has a scope of its own and leaves what it exports in ``modules``. It may import by name, and export
    functions, classes and constants alone; what it imports later by a name that is computed must be among those given.
    """
    needed: dict[str, str] = {}
    for name in names:
        _need(name, text, needed)
    return "\n".join(("const modules = {};", *(_scope(*each) for each in needed.items())))


def page(
    title: str,
    script: str,
    styles: Sequence[str],
    data: Any,
    words: str,
    *,
    call: str,
    folders: Folders = (HERE,),
) -> str:
    """Return a page that runs a script on some data.

    Args:
        title: the title of the page.
        script: the name of a module.
        styles: the names of style sheets.
        data: a JSON value.
        words: what the page says where scripts do not run.
        call: the function of the module that gets the element to fill, and the data.
        folders: where modules and style sheets are looked for.
    """
    read = "JSON.parse(document.getElementById('data').textContent)"
    run = f'modules["{script}"].{call}(document.getElementById("page"), {read});'
    code = f"{bundled(script, folders)}\n{run}\n"
    body = f"""<div id="page"><noscript><h1>{as_markup(title)}</h1><pre>{as_markup(words)}</pre></noscript></div>
<script type="application/json" id="data">{as_data(data)}</script>
<script type="module">{code}</script>"""
    css = "\n".join(text_of(f"{style}.css", folders) for style in styles)
    # the page may run its own script and nothing else, and may ask for nothing
    policy = f"default-src 'none'; script-src '{_hash(code)}'; style-src 'unsafe-inline'; img-src data:"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{as_markup(title)}</title>
<link rel="icon" href="data:,">
<style>
{css}</style>
</head>
<body>
{body}
</body>
</html>
"""


def text_of(name: str, folders: Folders = (HERE,)) -> str:
    """Return the text of a file of the front end."""
    return next(place for folder in folders if (place := folder / name).is_file()).read_text(encoding="utf-8")


def _need(name: str, text: TextOf, found: dict[str, str]) -> None:
    """Add a module to those that are found, after all that it imports."""
    if name in found:
        return
    own = text(name)
    for _, other in _IMPORT.findall(own):
        _need(other, text, found)
    found[name] = own


def _scope(name: str, text: str) -> str:
    """Return a module as a function that runs at once, and whose names are its own."""
    exported = ", ".join([*_EXPORT.findall(text), *_AGAIN.findall(text)])
    own = _IMPORT.sub(lambda found: f'const {{ {found[1].replace(" as ", ": ")} }} = modules["{found[2]}"];', text)
    own = _EXPORT.sub("", _AGAIN.sub("", _LATER.sub(r"modules[\1]", own)))
    return f'modules["{name}"] = (() => {{\n{own}\nreturn {{ {exported} }};\n}})();\n'


def _hash(code: str) -> str:
    return f"sha256-{b64encode(sha256(code.encode()).digest()).decode()}"
