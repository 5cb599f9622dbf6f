"""Functions in Python that rules can call: the decorator that registers them, and the file that holds them.

A file of functions is a program: it is run when it is loaded, and nothing loads one that was not asked for by name.
"""

import traceback
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from heuristan.common.faults import InputError
from heuristan.common.files import read_text
from heuristan.tangram.expert.own_rules import FunctionsFile

Function = TypeVar("Function", bound=Callable[..., Any])
LONGEST = 1 << 20
"""Maximum number of bytes of a file of functions."""
_REGISTERED: dict[str, Callable[..., Any]] = {}
_LOADED: dict[Path, FunctionsFile] = {}


def host_function(name: str) -> Callable[[Function], Function]:
    """Return the decorator that makes a function known to rules.

    The function gets numbers, truth values and symbols (as ``str``), several values one by one, and facts with
    ``fact["slot"]``. It returns one of these or a tuple of them.

    Args:
        name: what rules call it: ``(name argument ...)``.
    """

    def register(function: Function) -> Function:
        _REGISTERED[name] = function
        return function

    return register


def registered() -> Mapping[str, Callable[..., Any]]:
    """Return the functions that are registered, by their names."""
    return _REGISTERED


def load_functions(path: Path) -> None:
    """Run a file of functions, once.

    Raises:
        InputError: if it cannot be read, or ends with an error.
    """
    place = path.resolve()
    if place in _LOADED:
        return
    try:
        text = read_text(place, LONGEST, "split it", "functions")
        code = compile(text, str(path), "exec")
        exec(code, {"__name__": path.stem, "__file__": str(place)})  # asked for by its name
    except InputError:
        raise
    except SyntaxError as fault:
        raise InputError(f"{path}:{fault.lineno}: {fault.msg}") from None
    except Exception as fault:
        line = traceback.extract_tb(fault.__traceback__)[-1].lineno
        raise InputError(f"{path}:{line}: {type(fault).__name__}: {fault}") from None
    _LOADED[place] = FunctionsFile(place, blake2b(text.encode(), digest_size=8).hexdigest())


def loaded() -> tuple[FunctionsFile, ...]:
    """Return the files of functions that were run in this process."""
    return tuple(_LOADED.values())
