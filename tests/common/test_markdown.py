"""Whatever strings from files say in Markdown, they stay words."""

from hypothesis import given
from hypothesis import strategies as st

from heuristan.common.markdown import as_code, as_words

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
