"""What a shell completes with its Tab key."""

import pytest
from click.shell_completion import BashComplete

from heuristan.cli import app, main


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
    assert found[0].type == "file"  # Bash forgets what stands before it


@pytest.mark.parametrize("place", [None, "x", "9" * 5000])
def test_what_no_shell_asks_for_is_refused(place: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_HEURISTAN_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "heuristan solve ca")
    if place is not None:
        monkeypatch.setenv("COMP_CWORD", place)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
