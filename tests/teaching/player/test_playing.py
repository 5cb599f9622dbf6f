"""Notebooks show the player."""

import re
from html import unescape

import pytest

from heuristan import solve


@pytest.mark.slow
def test_notebook_shows_the_page_in_a_frame_of_its_own(tmp_path):
    player = solve("cat").play()
    (shown,) = re.findall(r'<iframe title="cat" .* srcdoc="([^"]*)"></iframe>', player._repr_html_(), re.DOTALL)
    player.save(tmp_path / "cat.html")
    assert unescape(shown) == player.page == (tmp_path / "cat.html").read_text(encoding="utf-8")
