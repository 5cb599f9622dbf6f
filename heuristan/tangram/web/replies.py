"""Answers in JSON."""

import json
from typing import Any

JSON = "application/json"


def as_json(value: Any) -> bytes:
    """Return a value as the data of an answer."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def in_words(words: str, line: int | None = None) -> bytes:
    """Return the data of an answer that says why there is no other; of a ranking also the line that is at fault."""
    return as_json({"message": words} | ({"line": line} if line is not None else {}))
