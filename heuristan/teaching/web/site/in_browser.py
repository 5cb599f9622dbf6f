"""What a worker of the page runs in a browser, where no native library is: answers, or words for what is missing.

Before a snapshot of its memory is taken everything is imported, and a cat is asked about.
"""

import gc
import json
import sys
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from heuristan.common.native import refuse
from heuristan.teaching.web.answering import REFUSED, Answering, Reply
from heuristan.teaching.web.messages import ReadRequest, misread_in_words

LIMIT = 10.0
"""Time limit of a run in seconds, as `heuristan serve` has it."""
OF_DRAWINGS = (
    "this page takes outlines on the lattice alone that whole sets of pieces can fill; photographs, PDF, SVG that "
    "heuristan has not written, and drawings off the lattice need an installation: `heuristan serve` has it"
)
OF_PICTURES = "photographs, scans and PDF need an installation: `heuristan serve` has it"


_refusing = refuse(OF_DRAWINGS, OF_PICTURES)
_answering = Answering(LIMIT)


def reply(fields: Mapping[str, Any], data: bytes) -> Reply:
    """Answer a request, as a server does."""
    _refusing.is_lacking = False
    if fields["do"] == "read":
        try:
            asked = ReadRequest.model_validate({name: value for name, value in fields.items() if name != "do"})
        except ValidationError as fault:
            return Reply(REFUSED, misread_in_words(fault.errors()))
        fields = {"do": "read", **asked.model_dump()}
    return _answering.reply(fields, data)


def reply_to(fields: Any, data: Any) -> Reply:
    """Answer a request that comes from the page, as values of JavaScript."""
    return reply(fields.to_py(), data.to_bytes())


def is_lacking() -> bool:
    """Return whether the last answer lacked a library of `DRAWINGS`."""
    return _refusing.is_lacking


def allow() -> None:
    """Let the libraries of `DRAWINGS` be imported: they are there."""
    _refusing.allow_drawings()


CAT = {"puzzle": {"shape": "cat"}}
MOVED = {**CAT, "moves": [{"do": "go"}]}
ASKED = (
    ("step", MOVED),
    ("inspect", MOVED),
    ("ask", {**MOVED, "question": {"ask": "why-not", "line": 0}}),
    ("run", CAT),
    ("hint", CAT),
)
"""What is asked first of a page; what Python learns by it is kept too."""


def warm() -> str:
    """Ask, and return the files of the modules that are in memory then, as JSON."""
    for do, body in ASKED:
        answer = reply({"do": do}, json.dumps(body).encode())
        assert answer.status == 200, answer.data
    gc.collect()
    files = (getattr(module, "__file__", None) for module in sys.modules.values())
    return json.dumps(sorted({file for file in files if file}))
