"""What a shell completes with its Tab key."""

import pytest
from click.shell_completion import BashComplete

from heuristan.cli import app


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("solve ca", "cat"),
        ("step c", "crown"),
        ("solve cat --ranking ", "heuristan"),
        ("solve cat --ranking fore", "foresight"),
        ("lab run --rankings ", "deutsch-hayes-1972"),
        ("lab run --corpus sw", "swan"),
        ("worksheet cat rab", "rabbit"),
    ],
)
def test_names_are_completed(typed: str, offered: str) -> None:
    *before, word = typed.split(" ")
    found = BashComplete(app, {}, "heuristan", "_HEURISTAN_COMPLETE").get_completions(before, word)
    assert offered in [item.value for item in found if item.type == "plain"]
    assert "file" in [item.type for item in found]
