"""What is said of WKT that cannot be read: which word is wrong, and where."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heuristan.tangram.outlines.wkt import fault_of, polygons_in

FAULTS = {
    "POLYGON ((0 0, 4 0, 4 x, 0 4, 0 0))": "at 'x' (ring 1, position 3): write a number",
    "POLYGON ((0 0, 1_0 0, 4 4, 0 4, 0 0))": "at '1_0' (ring 1, position 2): write a number",
    "SRID=4326;POLYGON ((0 0; 4 0, 4 4, 0 0))": "at '0;' (ring 1, position 1): write a number",
    "POLYGON ((0 0, 9 0, 0 9), (1 1, 2 1.5.5, 1 2))": "at '1.5.5' (ring 2, position 2): write a number",
    "POLYGON ((0 0, 4, 4 4, 0 4, 0 0))": "at '4' (ring 1, position 2): 2 numbers make a position, not 1",
    "POLYGON ((0,0, 4 0, 4 4, 0 4, 0 0))": "at '0' (ring 1, position 1): 2 numbers make a position, not 1",
    "POLYGON ((0 0, 4 0 4 4, 0 4, 0 0))": "at '4 0 4 4' (ring 1, position 2): 2 numbers make a position, not 4; is a",
    "POLYGON Z ((0 0 0, 4 0, 4 4 0, 0 0 0))": "at '4 0' (ring 1, position 2): 3 numbers make a position, not 2",
    "POLYGON ((0 0, 4 0,, 4 4, 0 0))": "at ',' (ring 1, position 3): 2 numbers stand between two commas",
    "POLYGON ((0 0, 4 0, 4 4, 0 0)": "a bracket is not closed; add the ')'",
    "POLYGON ((0 0, 4 0, 4 4, 0 0": "a bracket is not closed; add the ')'",
    "POLYGON ((0 0, 4 0, 4 4, 0 0)))": "a ')' closes no bracket; remove it",
    "POLYGON ((0 0, 4 0, 4 4, 0 0)) x": "at 'x': there are POLYGON",
    "POLYGON ((0 0, 4 0), 4 4, (0 0, 1 1))": "at '4': a number stands outside of a ring; check the brackets",
    "GEOMETRYCOLLECTION (POLIGON ((0 0, 4 0, 4 4, 0 0)))": "at 'POLIGON': did you mean 'POLYGON'?",
    "POLYGON (0 0, 4 0, 4 4, 0 0)": "at 'POLYGON': check its brackets and commas; write it like POLYGON ((0 0",
    "(0 0, 4 0, 4 4, 0 0)": "at '(': there are POLYGON",
    "POLYGON ((EMPTY))": "at 'EMPTY' (ring 1, position 1): write a number",
    "POLYGON ((0 0, EMPTY, 4 2, 0 2))": "at 'EMPTY' (ring 1, position 2): write a number",
    "POLYGON Z ((0 0 EMPTY, 4 0 1, 4 2 1))": "at 'EMPTY' (ring 1, position 1): write a number",
}


@pytest.mark.parametrize("text", FAULTS)
def test_the_wrong_word_and_its_place_are_named(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(FAULTS[text])):
        polygons_in(text)


@given(st.lists(st.sampled_from(["POLYGON", "(", ")", ",", " 0 0", "4", "x", "EMPTY", " "]), max_size=12))
def test_whatever_cannot_be_read_is_told_in_words(words: list[str]) -> None:
    text = "".join(words)
    said = fault_of(text.strip())
    if said is not None:
        assert said.isprintable()
        with pytest.raises(ValueError, match=re.escape(said)):
            polygons_in(text)
        return
    try:
        assert polygons_in(text)
    except ValueError as fault:
        if not re.match("the geometry is empty|a ring has too few", str(fault)):
            raise
