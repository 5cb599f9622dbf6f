"""What a worker of the page runs in a browser, where no native library is: answers, or words for what is missing."""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from heuristan.common.faults import InputError
from heuristan.teaching.web.answering import REFUSED, Answering, Reply
from heuristan.teaching.web.messages import ReadRequest, misread_in_words

NATIVE = frozenset({"cv2", "numpy", "pypdfium2", "resvg_py", "scipy", "shapely", "svgelements"})
"""Libraries that this page is without."""
LIMIT = 10.0
"""Time limit of a run in seconds, as `heuristan serve` has it."""


class NotInBrowserError(InputError, ImportError):
    """Something needs a library that a browser does not have."""


class Refusing:
    """Refuses to import native libraries, in words."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:  # noqa: ARG002
        """Refuse a library that is missing here; leave others to be found.

        Raises:
            NotInBrowserError: if it is one of `NATIVE`.
        """
        if name in NATIVE:
            raise NotInBrowserError(
                "this page takes outlines on the lattice alone that whole sets of pieces can fill; photographs, PDF, "
                "SVG, WKT and drawings off the lattice need an installation: `heuristan serve` has it"
            )


sys.meta_path.insert(0, Refusing())
_answering = Answering(LIMIT)


def reply(fields: Mapping[str, Any], data: bytes) -> Reply:
    """Answer a request, as a server does."""
    if fields["do"] == "read":
        try:
            asked = ReadRequest.model_validate({name: value for name, value in fields.items() if name != "do"})
        except ValidationError as fault:
            return Reply(REFUSED, misread_in_words(fault.errors()))
        fields = {"do": "read", **asked.model_dump()}
    return _answering.reply(fields, data)
