"""A beginning for a process of its own that makes imports fail, as where a library is not installed."""

from collections.abc import Iterable

_HOOK = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name in {refused}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Refuse())
"""


def refusing(names: Iterable[str]) -> str:
    """Return code that refuses libraries to all that comes after it."""
    return _HOOK.format(refused=set(names))
