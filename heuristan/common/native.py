"""Refusal of native libraries in a browser, which has none: an import says in words what is missing."""

import sys
from collections.abc import Mapping, Sequence

from heuristan.common.faults import InputError

DRAWINGS = frozenset({"numpy", "shapely", "svgelements"})
"""Libraries that read drawings; a site may have them."""
PICTURES = frozenset({"cv2", "pypdfium2", "resvg_py", "scipy"})
"""Libraries that no browser has."""


class NotInBrowserError(InputError, ImportError):
    """Something needs a library that a browser does not have."""


class Refusing:
    """Refuses to import native libraries, in words."""

    def __init__(self, drawings: str, pictures: str) -> None:
        """Refuse all of them.

        Args:
            drawings: what is missing without `DRAWINGS`, and where it is to be had.
            pictures: the same without `PICTURES`.
        """
        self._words: Mapping[str, str] = dict.fromkeys(DRAWINGS, drawings) | dict.fromkeys(PICTURES, pictures)
        self.is_lacking = False
        """Whether an import of one of the `DRAWINGS` libraries failed."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:  # noqa: ARG002
        """Refuse a library that is missing here; leave others to be found.

        Raises:
            NotInBrowserError: if it is refused.
        """
        if name in self._words:
            self.is_lacking |= name in DRAWINGS
            raise NotInBrowserError(self._words[name])

    def allow_drawings(self) -> None:
        """Let the libraries of `DRAWINGS` be imported: they are there."""
        self._words = {name: words for name, words in self._words.items() if name in PICTURES}


def refuse(drawings: str, pictures: str = "") -> Refusing:
    """Refuse native libraries from now on; the words are those of `Refusing`, and one text may do for all."""
    refusing = Refusing(drawings, pictures or drawings)
    sys.meta_path.insert(0, refusing)
    return refusing
