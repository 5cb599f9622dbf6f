"""Native libraries where there are none: in a browser. There they are refused in words."""

import sys
from collections.abc import Sequence

from heuristan.common.faults import InputError

NATIVE = frozenset({"cv2", "numpy", "pypdfium2", "resvg_py", "scipy", "shapely", "svgelements"})
"""Libraries that a browser is without."""


class NotInBrowserError(InputError, ImportError):
    """Something needs a library that a browser does not have."""


class Refusing:
    """Refuses to import native libraries, in words."""

    def __init__(self, words: str) -> None:
        """Begin.

        Args:
            words: what is missing here, and where it is to be had.
        """
        self.words = words

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> None:  # noqa: ARG002
        """Refuse a library that is missing here; leave others to be found.

        Raises:
            NotInBrowserError: if it is one of `NATIVE`.
        """
        if name in NATIVE:
            raise NotInBrowserError(self.words)


def refuse(words: str) -> None:
    """Refuse native libraries from now on, with words that say what is missing and where it is to be had."""
    sys.meta_path.insert(0, Refusing(words))
