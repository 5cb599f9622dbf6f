"""Values of JSON as types say: dataclasses, typed dictionaries, tuples, and what these hold."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from math import isfinite
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from heuristan.common.faults import nearest
from heuristan.common.json_text import in_words

_SCALARS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number, not negative",
    float: "a finite number",
    str: "a text",
}
_LARGEST = 10**300
"""Maximum whole number that is read as a float; a larger one may be none."""


class UnfitError(ValueError):
    """A value that is not of its type: what is wrong with it."""

    place = ""
    """The place of the value in the whole, like `sides[0].start`; each level puts its part before it."""

    def __str__(self) -> str:
        return f"{self.place} {self.args[0]}".lstrip(" .")


def typed(hint: Any, data: Any) -> Any:
    """Return the value of a type hint from plain JSON data.

    Raises:
        UnfitError: if the data are not of the type; whole numbers are never negative.
    """
    if hint in _SCALARS:
        return _scalar(hint, data)
    if is_dataclass(hint) or is_typeddict(hint):
        return _object(hint, data)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _tuple(arguments, data)
    if origin is Literal:
        if data not in arguments:
            raise UnfitError(f"is {in_words(data)}; it must be one of {', '.join(arguments)}")
        return data
    assert origin in (UnionType, Union), "no other type is read"
    return None if data is None else typed(arguments[0], data)


@cache
def _keys(kind: Any) -> tuple[dict[str, Any], list[str]]:
    """Return the types of the keys of an object, and the keys that it must have."""
    needed = [field.name for field in fields(kind)] if is_dataclass(kind) else kind.__required_keys__
    return get_type_hints(kind), sorted(needed, key=[*get_type_hints(kind)].index)


def _object(kind: Any, data: Any) -> Any:
    if not isinstance(data, dict):
        raise UnfitError(f"is {in_words(data)}; it must be an object")
    hints, needed = _keys(kind)
    missing = next((name for name in needed if name not in data), None)
    if missing is not None:
        raise UnfitError(f"lacks the key '{missing}'")
    other = next((name for name in data if name not in hints), None)
    if other is not None:
        raise UnfitError(f"has no key {in_words(other)}; {nearest(other, hints)}")
    return kind(**{name: _part(hints[name], item, f".{name}") for name, item in data.items()})


def _part(hint: Any, data: Any, place: str) -> Any:
    """Return a part of a value; a fault names its place in the whole."""
    try:
        return typed(hint, data)
    except UnfitError as fault:
        fault.place = place + fault.place
        raise


def _tuple(arguments: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise UnfitError(f"is {in_words(data)}; it must be a list")
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        arguments = arguments[:1] * len(data)
    if len(data) != len(arguments):
        raise UnfitError(f"has {len(data)} values; it must have {len(arguments)}")
    return tuple(_part(hint, item, f"[{i}]") for i, (hint, item) in enumerate(zip(arguments, data, strict=True)))


def _scalar(kind: type, data: Any) -> Any:
    if kind is float and type(data) is int and abs(data) <= _LARGEST:
        data = float(data)
    if type(data) is not kind or not _is_in_range(data):
        raise UnfitError(f"is {in_words(data)}; it must be {_SCALARS[kind]}")
    return data


def _is_in_range(value: Any) -> bool:
    """Return whether a value is in the range that is read: a float is finite, and a whole number is not negative."""
    return isfinite(value) if isinstance(value, float) else not isinstance(value, int) or value >= 0
