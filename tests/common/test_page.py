"""What every picture has: a title and words for readers who do not see it."""

import pytest

from heuristan.common.svg.page import page


@pytest.mark.parametrize(("title", "shown"), [("My puzzle", "My puzzle"), ("", "run tree"), (" \t", "run tree")])
def test_a_picture_without_a_title_is_titled_with_its_kind(title: str, shown: str) -> None:
    assert f"<title>{shown}</title>" in page(10, 10, title, "words", [], "run-tree")
