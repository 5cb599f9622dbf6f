"""Options of the kit: several values, choices, outputs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from heuristan.cli.commands import command
from heuristan.cli.echoing import echo
from heuristan.cli.options import Choice, several
from heuristan.cli.outputs import PICTURES, TEXTS, Output, Outputs, output_options, outputs_of

KNOWN = ("red", "green", "dark-blue")


@command(ok="done", otherwise="not")
@click.argument("words", nargs=-1)
@several("--colours", known=KNOWN)
@click.option("--quick", is_flag=True)
@click.option("--size", type=Choice(("small", "large")))
def paint(**values: Any) -> None:
    """Paint."""
    echo(repr(values))


@command(ok="done")
@several("--files")
@several("--names")
def read(**values: Any) -> None:
    """Read."""
    echo(repr(values))


@command(ok="done")
@click.argument("words", nargs=-1)
@several("--files")
def mix(**values: Any) -> None:
    """Mix."""
    echo(repr(values))


def run(tested: click.Command, *arguments: str) -> Result:
    return CliRunner().invoke(tested, arguments)


def values_of(tested: click.Command, *arguments: str) -> dict[str, Any]:
    done = run(tested, *arguments)
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = eval(done.stdout)  # what the command itself printed
    return found


class TestSeveral:
    @given(
        st.lists(st.lists(st.sampled_from(KNOWN), min_size=1, max_size=3), max_size=3),
        st.lists(st.sampled_from(("cat", "dog", "-"))),
        st.data(),
    )
    def test_one_grammar(self, groups: list[list[str]], words: list[str], data: st.DataObject) -> None:
        arguments: list[str] = []
        for group in groups:
            spelt = data.draw(st.sampled_from(("spaces", "commas", "equals", "each")))
            if spelt == "each":
                arguments += [part for one in group for part in ("--colours", one)]
            elif spelt == "equals":
                arguments.append(f"--colours={','.join(group)}")
            else:
                arguments += ["--colours", *(group if spelt == "spaces" else [",".join(group)])]
        found = values_of(paint, *arguments, *words)
        assert found["colours"] == tuple(dict.fromkeys(one for group in groups for one in group))
        assert found["words"] == tuple(words)

    def test_values_end_at_the_first_word_that_is_not_known(self) -> None:
        found = values_of(paint, "a", "--colours", "red", "green", "b", "red", "--quick", "c")
        assert (found["colours"], found["words"]) == (("red", "green"), ("a", "b", "red", "c"))

    def test_nothing_is_read_after_two_hyphens(self) -> None:
        found = values_of(paint, "--colours", "red", "--", "--colours", "green")
        assert (found["colours"], found["words"]) == (("red",), ("--colours", "green"))

    @pytest.mark.parametrize("arguments", [("--colours",), ("--colours", "--quick"), ("--colours=",)])
    def test_a_value_is_needed(self, arguments: Sequence[str]) -> None:
        done = run(paint, *arguments)
        assert done.exit_code == 2
        assert "the option --colours needs a value, or several" in done.output

    def test_an_unknown_word_has_a_suggestion(self) -> None:
        done = run(paint, "--colours", "gren")
        assert done.exit_code == 2
        assert "there is no 'gren'; did you mean 'green'?" in done.output

    def test_without_choices_values_go_on_to_the_next_option(self) -> None:
        found = values_of(read, "--files", "a", "b,c", "--names", "d", "e", "--files", "f")
        assert found == {"files": ("a", "b", "c", "f"), "names": ("d", "e")}

    def test_without_choices_arguments_are_not_values(self) -> None:
        assert values_of(mix, "--files", "a,b", "c", "d") == {"files": ("a", "b"), "words": ("c", "d")}

    def test_a_file_may_have_commas_in_its_name(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("a,b").write_text("", encoding="utf-8")
        assert values_of(read, "--files", "a,b", "c,d")["files"] == ("a,b", "c", "d")


FORMS = TEXTS + PICTURES


class TestOutputs:
    @pytest.mark.parametrize(
        ("name", "form"),
        [
            ("a.json", "json"),
            ("a.JSONL", "jsonl"),
            ("a.ndjson", "jsonl"),
            ("a.txt", "text"),
            ("a", "text"),
            ("a.svg", "svg"),
            ("a.b.png", "png"),
            ("a.filmstrip.svg", "filmstrip-svg"),
            ("a.filmstrip.png", "filmstrip-png"),
            ("/dev/null", "text"),
        ],
    )
    def test_endings(self, name: str, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        assert outputs_of([Path(name)], None, FORMS) == (Output(Path(name), form),)

    def test_the_format_decides_for_one(self, tmp_path: Path) -> None:
        assert outputs_of([tmp_path / "a.txt"], "json", FORMS)[0].form == "json"
        assert outputs_of([], "json", FORMS) == (Output(None, "json"),)
        assert outputs_of([], None, FORMS) == (Output(None, "text"),)

    def test_a_hyphen_is_standard_output(self) -> None:
        assert outputs_of([Path("-")], None, FORMS) == (Output(None, "text"),)
        assert outputs_of([Path("-")], "json", FORMS) == (Output(None, "json"),)
        assert outputs_of([Path("-"), Path("/dev/null")], None, FORMS)[0] == Output(None, "text")

    @pytest.mark.parametrize(
        ("paths", "form", "words"),
        [
            (["-", "-"], None, "standard output would be written twice"),
            (["a.json", "b.svg"], "json", "--format is for one --output"),
            (["a.pdf"], None, "no format ends in .pdf; use .filmstrip.svg"),
            (["gone/a.json"], None, "cannot be written"),
            (["."], None, "this is a folder"),
            ([], "png", "a PNG picture needs a file"),
        ],
    )
    def test_what_cannot_be_written(
        self,
        paths: list[str],
        form: str | None,
        words: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(tmp_path)
        with pytest.raises(SystemExit) as ended:
            outputs_of([Path(path) for path in paths], form, FORMS)
        assert ended.value.code == 2
        assert words in capsys.readouterr().err

    def test_the_options(self) -> None:
        @command(ok="done")
        @output_options(FORMS)
        def tested(outputs: Outputs) -> None:
            echo(str([(str(each.path), each.form) for each in outputs]))

        done = run(tested, "--output", "/dev/null", "--format", "json")
        assert done.stdout == "[('/dev/null', 'json')]\n"
