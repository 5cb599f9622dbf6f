"""Answers in JSON."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from heuristan.common.quoting import readable

JSON = "application/json"
LONGEST = 400
"""Maximum number of letters of a message about the form of a request."""


def as_json(value: Any) -> bytes:
    """Return a value as the data of an answer."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def in_words(words: str, line: int | None = None) -> bytes:
    """Return the data of an answer that says why there is no other; of a ranking also the line that is at fault."""
    return as_json({"message": words} | ({"line": line} if line is not None else {}))


def misread_in_words(errors: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the data of an answer that says the first thing that is wrong with the form of a request."""
    first = errors[0]
    where = ".".join(str(part)[:40] for part in first["loc"] if part != "body")
    words = first["msg"].removeprefix("Value error, ")
    return in_words(" ".join(readable(f"{where}: {words}" if where else str(words)).split())[:LONGEST])
