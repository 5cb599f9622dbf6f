"""The files of the front end: those on a list, by their names, and no other."""

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

MEDIA = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}
"""The files of the front end that are given out, by their endings."""

_PAGE = files(__package__).joinpath("page")
"""The modules of the page alone; those of the player are shared by all systems."""


class Asset(NamedTuple):
    """A file of the front end."""

    data: bytes
    media: str
    tag: str
    """Changes when the file does."""


@cache
def assets() -> dict[str, Asset]:
    """Return every file of the front end by its name."""
    found = {}
    for file in (*files("heuristan.common.web").iterdir(), *_PAGE.iterdir()):
        ending = file.name.rpartition(".")[2]
        if file.is_file() and ending in MEDIA:
            found[file.name] = _asset(file.read_bytes(), MEDIA[ending])
    return found


@cache
def front_page() -> Asset:
    """Return the page itself."""
    return _asset(_PAGE.joinpath("index.html").read_bytes(), "text/html; charset=utf-8")


def _asset(data: bytes, media: str) -> Asset:
    return Asset(data, media, f'"{sha256(data).hexdigest()[:20]}"')
