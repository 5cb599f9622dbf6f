"""What an answer of the server must be, whatever was asked."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adversary import escaping

SECONDS = 20.0
"""Maximum time for an answer."""
BUSY = 503
"""The one error of the server that is meant."""
LONGEST = 5000
"""Letters of a message: it may name every piece that was laid."""
NAME = re.compile(r'attachment; filename="[a-z]+\.[a-z]+"')
CHECKS = {
    "text/html": escaping.html,
    "image/svg+xml": escaping.svg,
    "text/plain": escaping.plain,
    "application/json": lambda text: escaping.as_json(text if text.startswith("{\n") else text.replace("\n", " ")),
}


class Answer(NamedTuple):
    """An answer as a client gets it."""

    status: int
    headers: Mapping[str, str]
    """By their names in small letters."""
    body: bytes
    seconds: float = 0.0


def faults(answer: Answer) -> Iterator[str]:
    """Yield what is wrong with an answer."""
    status, media = answer.status, answer.headers.get("content-type", "").partition(";")[0]
    if status >= 500 and status != BUSY:
        yield f"the status {status}"
    if answer.seconds > SECONDS:
        yield f"it took more than {SECONDS:g} seconds"
    if b"Traceback (most recent" in answer.body:
        yield "a traceback"
    if "content-security-policy" not in answer.headers:
        yield "no content security policy"
    disposition = answer.headers.get("content-disposition")
    if disposition is not None and not NAME.fullmatch(disposition):
        yield f"the name of a file is {disposition!r}"
    if status >= 400:
        yield from _said(answer.body)
    elif media in CHECKS:
        yield from (f"in {media}: {what}" for what in CHECKS[media](answer.body.decode()))


def _said(body: bytes) -> Iterator[str]:
    """Yield what is wrong with the words of a refusal."""
    try:
        words = json.loads(body)["message"]
    except (ValueError, KeyError, TypeError):
        yield f"a refusal without a message: {body[:80]!r}"
        return
    if not words or not words.replace("\n", " ").isprintable():
        yield f"a message that cannot be read: {words[:80]!r}"
    if len(words) > LONGEST:
        yield f"a message of more than {LONGEST} letters"
