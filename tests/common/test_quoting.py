"""What strangers wrote, quoted in Markdown and CSV."""

import csv
import io

import pytest
from adversary.escaping import comma_separated
from hypothesis import given
from hypothesis import strategies as st

from heuristan.common.quoting import as_cell, as_code, as_words, readable


@pytest.mark.parametrize("text", ["=cmd", "+1+1", "-a", "@SUM(1)", "\t=1", " =1", "-1+1"])
def test_what_looks_like_a_formula_is_a_text(text: str) -> None:
    assert as_cell(text) == f"'{text}"


@pytest.mark.parametrize("value", ["cat", "-1.5", "+2e3", "", "a=b", -1, None, True, 0.5])
def test_anything_else_stays(value: object) -> None:
    assert as_cell(value) is value


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers())
def test_a_number_stays_a_number_though_it_is_a_text(number: float) -> None:
    assert as_cell(str(number)) == str(number)


formulas = st.text(
    st.sampled_from("=+-@ \t\r\n0123456789.eE'\",;\0") | st.characters(exclude_categories=["Cs"]), max_size=12
)


@given(st.lists(formulas, min_size=1, max_size=4))
def test_no_cell_of_a_table_is_a_formula_and_each_says_what_it_said(texts: list[str]) -> None:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(map(as_cell, texts))
    assert not [*comma_separated(stream.getvalue())]
    [cells] = csv.reader(io.StringIO(stream.getvalue(), newline=""))
    for cell, text in zip(cells, map(readable, texts), strict=True):
        assert cell in (text, f"'{text}")


hostile = st.text(st.sampled_from("<>&|`*_[]()\\~\n\x1b\u202e!#a") | st.characters())


@given(hostile)
def test_words_are_no_element_link_code_or_cell(text: str) -> None:
    words = as_words(text)
    assert not set(words) & set("<>\n\x1b\u202e")
    plain = words.replace("\\\\", "")
    assert all(plain[: plain.index(mark)].endswith("\\") for mark in "|`*_[]~" if mark in plain)


@given(hostile)
def test_code_is_ended_by_nothing_in_it(text: str) -> None:
    code = as_code(text)
    assert code.count("<") == 4
    assert code.endswith("</code></pre>")
    assert not set(code) & set("\x1b\u202e")
