"""How deep texts nest, against a count bracket by bracket; and that each reader asks before a library is asked."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heuristan.common import json_text
from heuristan.common.json_text import DEEPEST, JsonTextError, first_keys, is_deeper, is_json, read_json

balanced = st.recursive(
    st.just(""), lambda inner: st.lists(inner, max_size=4).map(lambda parts: "".join(f"[{part}]" for part in parts))
)


def depth_of(text: str) -> int:
    depth = most = 0
    for letter in text:
        depth = max(0, depth + (letter in "([{") - (letter in ")]}"))
        most = max(most, depth)
    return most


@given(balanced | st.text("([{}]) a,", max_size=60), st.integers(0, 9))
def test_depth_is_measured_whatever_closes_nothing(text: str, most: int) -> None:
    assert is_deeper(text, most) == (depth_of(text) > most)


words = st.text('[]{}"\\a', max_size=6)
values = st.recursive(
    st.none() | st.text('[]{}"\\a', max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('[]{}"\\'), inner, max_size=3),
)


def levels_of(value: Any) -> int:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if items is None else 1 + max(map(levels_of, items), default=0)


@given(values, st.integers(0, 5))
def test_brackets_in_strings_do_not_count(value: Any, most: int) -> None:
    assert is_deeper(json.dumps(value), most, has_strings=True) == (levels_of(value) > most)


@pytest.mark.parametrize("text", ['"' + '\\"' * 50_000, '"' * 99_999, "\\" * 99_999])
def test_a_string_without_an_end_takes_no_longer(text: str) -> None:
    assert not is_deeper(text, DEEPEST, has_strings=True)


@pytest.mark.parametrize(
    "text", ["[" * 65, "[" * 65 + "]" * 65, '{"a":' * 65, '[{"a":' * 33 + "1" + "}]" * 33, "[" * 10**6]
)
def test_no_library_is_asked_for_json_that_is_deep(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(json, "loads", asked)
    monkeypatch.setattr(json.JSONDecoder, "raw_decode", asked)
    with pytest.raises(JsonTextError, match=f"in more than {DEEPEST} levels"):
        read_json(text)
    assert not is_json(text)
    assert not is_json(text.encode())
    assert not [*first_keys('{"a": ' + text)]


def test_the_number_of_values_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_text, "MOST_VALUES", 9)
    assert read_json("[1, [2], {}, 4, 5]")
    with pytest.raises(JsonTextError, match="more than 9 values"):
        read_json("[1, [2], {}, 4, 5, 6, 7, 8]")


def test_what_people_write_is_shallow() -> None:
    assert read_json("[" * DEEPEST + "]" * DEEPEST)
    assert read_json('"' + "[" * 999 + '"') == "[" * 999
