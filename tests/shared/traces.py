"""Strategies for events and traces."""

from dataclasses import fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from heuristan.tangram.trace.events import (
    Event,
)


@cache
def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a type hint that an event may use."""
    origin, arguments = get_origin(hint), get_args(hint)
    if is_dataclass(hint) and isinstance(hint, type):
        return st.builds(hint, **{name: values(get_type_hints(hint)[name]) for name in names_of(hint)})
    if origin is tuple and arguments[1:] == (...,):
        return st.lists(values(arguments[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, arguments))
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (UnionType, Union):
        return st.one_of([values(argument) for argument in arguments])
    return SCALARS[hint]


def names_of(kind: type) -> list[str]:
    return [field.name for field in fields(kind)]


SCALARS: dict[Any, st.SearchStrategy[Any]] = {
    type(None): st.none(),
    bool: st.booleans(),
    int: st.integers(0),
    float: st.floats(allow_nan=False, allow_infinity=False),
    str: st.text(),
}


KINDS: dict[str, Any] = dict(Event.kinds)


events = st.sampled_from(sorted(KINDS)).flatmap(lambda name: values(KINDS[name]))


traces = st.lists(events, max_size=4).map(tuple)
