"""What a worker of the page runs in a browser, where no native library is: answers, or words for what is missing."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from heuristan.common.faults import InputError
from heuristan.teaching.web.answering import REFUSED, Answering, Reply
from heuristan.teaching.web.messages import ReadRequest, misread_in_words

DRAWINGS = frozenset({"numpy", "shapely", "svgelements"})
"""Libraries that read drawings; a site may have them."""
PICTURES = frozenset({"cv2", "pypdfium2", "resvg_py", "scipy"})
"""Libraries that no browser has."""
LIMIT = 10.0
"""Time limit of a run in seconds, as `heuristan serve` has it."""
OF_DRAWINGS = (
    "this page takes outlines on the lattice alone that whole sets of pieces can fill; photographs, PDF, SVG that "
    "heuristan has not written, and drawings off the lattice need an installation: `heuristan serve` has it"
)
OF_PICTURES = "photographs, scans and PDF need an installation: `heuristan serve` has it"


class NotInBrowserError(InputError, ImportError):
    """Something needs a library that a browser does not have."""


class Refusing:
    """Refuses to import native libraries, in words."""

    def __init__(self) -> None:
        """Refuse all of them."""
        self.refused = DRAWINGS | PICTURES
        self.is_lacking = False
        """Whether a library of `DRAWINGS` was lacking."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:  # noqa: ARG002
        """Refuse a library that is missing here; leave others to be found.

        Raises:
            NotInBrowserError: if it is refused.
        """
        if name in self.refused:
            self.is_lacking |= name in DRAWINGS
            raise NotInBrowserError(OF_DRAWINGS if name in DRAWINGS else OF_PICTURES)


_refusing = Refusing()
sys.meta_path.insert(0, _refusing)
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
    _refusing.refused = PICTURES
