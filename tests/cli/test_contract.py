"""One contract for all systems: options, results, verdicts, exit statuses, whatever verb and whatever puzzle."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import click
import pytest
from shared.commands import Outcome, Run, every_command

from heuristan.cli import app, running
from heuristan.cli.commands import Command
from heuristan.cli.options import Seconds
from heuristan.cli.outputs import Output
from heuristan.cli.writers import Manner
from heuristan.common.results import STATUSES, VERDICT_WORDS

COMMANDS = every_command()
NAMES = list(COMMANDS)


def system_of(name: str) -> str:
    first, _, verb = name.partition(" ")
    return first if verb else "tangram"


SYNONYMS = {
    "--method": "--solver",
    "--methods": "--solvers",
    "--scheme": "--solver",
    "--schemes": "--solvers",
    "--stages": "--output FILE.filmstrip.svg",
    "--most": "--sample",
    "--tell": "--reveal",
    "--vary": "--change",
    "--family": "--kind",
    "--corners": "--vertices",
}
"""Names that no option has, and the names that say it."""

METAVARS = {
    "--output": "FILE|FOLDER",
    "--limit": "SECONDS",
    "--set": "NAME|FILE",
    "--trace": "FILE",
    "--sheet": "FILE",
}
"""What stands for the value of an option that several commands have; some take folders, or names alone."""

NO_BEGINNINGS = ("how ", "what ", "most ", "of ", "whether ", "so ", "which ", "the same ", "may ")
"""The help of an option begins with a verb or a noun phrase."""


def has_usual_metavar(option: click.Option) -> bool:
    usual = [METAVARS[name] for name in option.opts if name in METAVARS]
    return all(set((option.metavar or "").split("|")) & set(metavar.split("|")) for metavar in usual)


def has_good_help(option: click.Option) -> bool:
    words = option.help or ""
    return bool(words) and not words.lower().startswith(NO_BEGINNINGS) and words.rstrip().endswith((".", "]"))


def has_usual_numbers(option: click.Option) -> bool:
    kind = option.type
    bounds = (kind.min, kind.max) if isinstance(kind, click.IntRange) else None
    return ("--jobs" not in option.opts or bounds == (1, 256)) and (
        "--seed" not in option.opts or (bounds is not None and bounds[0] == 0)
    )


LAWS: dict[str, Callable[[click.Option], bool]] = {
    "the same thing has the same name": lambda option: not set(option.opts) & set(SYNONYMS),
    "the same option has the same metavar": has_usual_metavar,
    "its help begins with a verb or a noun, and ends": has_good_help,
    "seconds are of one type": lambda option: (option.metavar == "SECONDS") == isinstance(option.type, Seconds),
    "numbers of the same thing are of one type": has_usual_numbers,
    "-n is --number": lambda option: ("-n" in option.opts) == ("--number" in option.opts),
}
"""What holds for every option."""


class TestHelp:
    @pytest.mark.parametrize("name", NAMES)
    def test_it_shows_an_example(self, name: str) -> None:
        assert f"heuristan {name} " in f"{COMMANDS[name].help} ", "add a line to its docstring that can be pasted"

    @pytest.mark.parametrize("name", NAMES)
    def test_it_ends_with_the_exit_statuses(self, name: str) -> None:
        epilog = COMMANDS[name].epilog or ""
        assert epilog.startswith("Exit status: 0 ")
        assert "2 the command or a file could not be used, 130 interrupted." in epilog, "say what statuses 0 and 1 mean"

    @pytest.mark.parametrize("name", NAMES)
    def test_every_command_is_one_of_the_kit(self, name: str) -> None:
        assert isinstance(COMMANDS[name], Command)

    @pytest.mark.parametrize("name", NAMES)
    def test_every_command_can_be_quiet_and_debugged(self, name: str) -> None:
        assert {"--quiet", "--debug"} <= {opt for param in COMMANDS[name].params for opt in param.opts}

    def test_the_help_of_all_says_so(self, heuristan: Run) -> None:
        told = heuristan("--help").out
        assert "--quiet" in told
        assert "--debug" in told

    @pytest.mark.parametrize("name", NAMES)
    def test_options_keep_the_contract(self, name: str) -> None:
        faults = [
            f"{option.opts[-1]}: {law}"
            for option in COMMANDS[name].params
            if isinstance(option, click.Option) and not option.hidden
            for law, holds in LAWS.items()
            if not holds(option)
        ]
        assert not faults

    @pytest.mark.parametrize("name", [name for name in NAMES if name.split()[-1] in ("solve", "verify", "compare")])
    def test_sources_are_many_and_outputs_too(self, name: str) -> None:
        params = {param.name: param for param in COMMANDS[name].params}
        arguments = [param for param in COMMANDS[name].params if isinstance(param, click.Argument)]
        noun = "OUTLINE..." if system_of(name) == "tangram" else "PUZZLE..."
        assert arguments[0].nargs == -1
        assert (arguments[0].metavar or "").startswith(noun)
        assert isinstance(params["output"], click.Option)
        assert params["output"].multiple
        assert "form" in params

    @pytest.mark.parametrize("name", [name for name in NAMES if name.split()[-1] in ("solve", "compare")])
    def test_time_limits(self, name: str) -> None:
        (limit,) = (param for param in COMMANDS[name].params if "--limit" in param.opts)
        assert limit.default == (10 if name.endswith("compare") else 60 if name == "solve" else None)


def test_what_is_advised_after_the_limit_is_taken_by_every_system(capsys: pytest.CaptureFixture[str]) -> None:
    """It was '--limit none', which the tangram alone takes."""
    late = [SimpleNamespace(status="limit")] * 2
    running.write_results(late, (Output(None, "text"),), Manner(str, str), many=True)
    assert "2 outlines reached the time limit (--limit SECONDS gives more)" in capsys.readouterr().err


def test_a_limit_can_be_lifted_where_the_option_says_so() -> None:
    assert [Seconds(is_lifted=True).convert(text, None, None) for text in ("none", "2.5")] == [None, 2.5]
    with pytest.raises(click.BadParameter, match="or none"):
        Seconds(is_lifted=True).convert("soon", None, None)


@pytest.mark.parametrize("text", ["nan", "inf", "-inf", "0", "-1", "1e300", "soon"])
def test_bad_seconds_are_refused_in_one_wording(text: str) -> None:
    with pytest.raises(click.BadParameter, match=r"is not a time limit; write seconds above 0, like 2\.5"):
        Seconds().convert(text, None, None)


SOLVERS = {
    "tangram": "heuristan.tangram.expert.runs.drive",
    "edgematching": "heuristan.edgematching.solving.solve",
    "sliding": "heuristan.sliding.solving.solve",
    "jigsaw": "heuristan.jigsaw.solving.solve",
}
"""A function of each system that solves one puzzle."""


class System(NamedTuple):
    """What the tests need to know of a system."""

    name: str
    make: Callable[[Run, str, int], object]
    """Makes a file (or folder) with one puzzle: its name without an ending, and a seed."""
    ending: str
    """The ending of that file."""
    quick: tuple[str, ...] = ()
    """Options for a solver that is always installed."""
    needs: tuple[str, ...] = ()

    @property
    def verb(self) -> tuple[str, ...]:
        return () if self.name == "tangram" else (self.name,)

    def solve(self, run: Run, *arguments: object) -> Outcome:
        return run(*self.verb, "solve", *arguments, *self.quick)

    def verify(self, run: Run, *arguments: object) -> Outcome:
        return run(*self.verb, "verify", *arguments)


def make_outline(run: Run, name: str, seed: int) -> None:
    run("convert", ("cat", "lamp", "swan")[seed - 1], f"{name}.yaml")


def make_squares(run: Run, name: str, seed: int) -> None:
    size = ("--size", "3x3", "--colours", 4, "--seed", seed)
    run("edgematching", "generate", "-n", 1, *size, "--output", f"{name}.json")


def make_board(run: Run, name: str, seed: int) -> None:
    run("sliding", "generate", "-n", 1, "--seed", seed, "--output", f"{name}.txt")


def make_pieces(_: Run, name: str, seed: int) -> None:
    from shared.jigsaw_puzzles import picture

    from heuristan.jigsaw.cutting import Recipe, cut, write_folder

    write_folder(cut(picture(seed), Recipe(3, 4, size=60, is_upright=True)), Path(name))


SYSTEMS = (
    System("tangram", make_outline, ".yaml"),
    System("edgematching", make_squares, ".json", ("--solver", "backtracking"), needs=("scipy",)),
    System("sliding", make_board, ".txt", ("--solver", "plan")),
    System("jigsaw", make_pieces, "", needs=("cv2", "scipy")),
)


@pytest.fixture(params=SYSTEMS, ids=lambda system: system.name)
def system(request: pytest.FixtureRequest) -> System:
    found: System = request.param
    missing = [name for name in found.needs if not find_spec(name)]
    if missing:
        pytest.skip(f"{', '.join(missing)} is missing")
    return found


class Puzzles(NamedTuple):
    system: System
    first: str
    second: str


@pytest.fixture
def puzzles(system: System, heuristan: Run) -> Puzzles:
    """Two puzzles, in files whose names are their ids, if files have one."""
    for seed, name in enumerate(("first", "second"), 1):
        system.make(heuristan, name, seed)
    Path("bad.json").write_text("{oops", encoding="utf-8")
    return Puzzles(system, f"first{system.ending}", f"second{system.ending}")


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def is_plain(message: str) -> bool:
    return "Traceback" not in message and message.startswith("heuristan: ") and len(message.splitlines()) <= 2


class TestSolve:
    @pytest.mark.slow
    def test_results_have_the_same_keys_and_words(self, puzzles: Puzzles, heuristan: Run) -> None:
        outcome = puzzles.system.solve(heuristan, puzzles.first, puzzles.second, "--format", "jsonl")
        assert outcome.status == 0
        assert "2 of 2 solved" in outcome.err
        for result in lines(outcome.out):
            assert list(result)[:3] == ["id", "status", "solver"]
            assert {"seconds", "message"} <= set(result)
            assert result["status"] in STATUSES
            assert isinstance(result["solver"], str)

    def test_one_of_many_that_cannot_be_used_is_refused(self, puzzles: Puzzles, heuristan: Run) -> None:
        sources = (puzzles.first, "bad.json", "missing.json", "no*ne.json", puzzles.second)
        outcome = puzzles.system.solve(heuristan, *sources, "--format", "jsonl")
        assert outcome.status == 1
        found = lines(outcome.out)
        assert [result["status"] for result in found] == ["solved", *["refused"] * 3, "solved"]
        assert all(result["message"] for result in found[1:4])
        assert [result["id"] for result in found[1:3]] == ["bad", "missing"]
        assert all({"id", "status", "solver", "seconds", "message"} <= set(result) for result in found)
        assert "2 of 5 solved" in outcome.err

    def test_an_error_of_heuristan_itself_refuses_one_and_the_others_go_on(
        self, puzzles: Puzzles, heuristan: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("HEURISTAN_DEBUG")
        home, name = SOLVERS[puzzles.system.name].rsplit(".", 1)
        solve = getattr(import_module(home), name)
        calls: list[object] = []

        def broken(*given: Any, **how: Any) -> Any:
            calls.append(given)
            if len(calls) == 1:
                raise KeyError("gone")
            return solve(*given, **how)

        monkeypatch.setattr(SOLVERS[puzzles.system.name], broken)
        outcome = puzzles.system.solve(heuristan, puzzles.first, puzzles.second, "--format", "jsonl")
        assert [result["status"] for result in lines(outcome.out)] == ["refused", "solved"]
        assert "KeyError: 'gone'" in lines(outcome.out)[0]["message"]
        assert "Traceback" not in outcome.err
        calls.clear()
        outcome = puzzles.system.solve(heuristan, puzzles.first, "--output", "out.svg")
        assert outcome.status == 1
        assert "refused" in outcome.out

    @pytest.mark.parametrize("source", ["bad.json", "missing.json", "no*ne.json"])
    def test_the_only_one_that_cannot_be_used_is_an_error(self, puzzles: Puzzles, source: str, heuristan: Run) -> None:
        outcome = puzzles.system.solve(heuristan, source, "--format", "jsonl", "--output", "out.jsonl")
        assert (outcome.status, outcome.out) == (2, "")
        assert is_plain(outcome.err)
        assert not Path("out.jsonl").exists()

    def test_a_pattern_is_the_files_that_fit_it(self, puzzles: Puzzles, heuristan: Run) -> None:
        outcome = puzzles.system.solve(heuristan, f"*[td]{puzzles.system.ending}", "--format", "jsonl")
        assert [result["status"] for result in lines(outcome.out)][-2:] == ["solved", "solved"]

    def test_several_outputs_each_in_its_format(self, puzzles: Puzzles, heuristan: Run) -> None:
        names = ("out.json", "out.jsonl", "out.txt", "out.svg")
        outputs = [word for name in names for word in ("--output", name)]
        outcome = puzzles.system.solve(heuristan, puzzles.first, *outputs)
        assert outcome.status == 0
        document = json.loads(Path("out.json").read_text(encoding="utf-8"))
        assert [document | {"seconds": 0}] == [
            line | {"seconds": 0} for line in lines(Path("out.jsonl").read_text(encoding="utf-8"))
        ]
        assert "<svg" in Path("out.svg").read_text(encoding="utf-8")[:300]
        assert Path("out.txt").read_text(encoding="utf-8")

    def test_pictures_are_formats(self, system: System) -> None:
        command = COMMANDS[" ".join([*system.verb, "solve"])]
        forms = next(param for param in command.params if param.name == "form")
        assert isinstance(forms.type, click.Choice)
        assert {"text", "json", "jsonl", "svg", "png"} <= set(forms.type.choices)

    def test_a_hyphen_is_standard_output(self, puzzles: Puzzles, heuristan: Run) -> None:
        before = {path.name for path in Path().iterdir()}
        outcome = puzzles.system.solve(heuristan, puzzles.first, "--output", "-", "--format", "jsonl")
        assert [result["status"] for result in lines(outcome.out)] == ["solved"]
        assert {path.name for path in Path().iterdir()} == before

    @pytest.mark.slow
    def test_json_of_several_is_one_document(self, puzzles: Puzzles, heuristan: Run) -> None:
        outcome = puzzles.system.solve(heuristan, puzzles.first, puzzles.second, "--format", "json")
        assert len(json.loads(outcome.out)) == 2

    def test_a_picture_is_of_one(self, puzzles: Puzzles, heuristan: Run) -> None:
        outcome = puzzles.system.solve(heuristan, puzzles.first, puzzles.second, "--output", "out.svg")
        assert outcome.status == 2
        assert "a picture is of one" in outcome.err

    def test_ctrl_c_keeps_what_is_done(self, puzzles: Puzzles, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(running, "track", interrupted)
        outcome = puzzles.system.solve(heuristan, puzzles.first, puzzles.second, "--output", "out.jsonl")
        assert outcome.status == 130
        assert "heuristan: interrupted after 1 " in outcome.err
        assert "kept in out.jsonl" in outcome.err
        assert len(lines(Path("out.jsonl").read_text(encoding="utf-8"))) == 1

    def test_nothing_that_is_read_is_overwritten(self, puzzles: Puzzles, heuristan: Run) -> None:
        read = Path(puzzles.first)
        if read.is_dir():
            read = next(path for path in sorted(read.iterdir()) if path.name == "puzzle.json")
        before = read.read_bytes()
        for sources in ([puzzles.first, puzzles.second], [f"*{puzzles.system.ending}"]):
            outcome = puzzles.system.solve(heuristan, *sources, "--format", "jsonl", "--output", read)
            assert outcome.status == 2
            assert "would be lost" in outcome.err
        assert read.read_bytes() == before

    def test_an_ending_that_says_nothing_is_refused(self, puzzles: Puzzles, heuristan: Run) -> None:
        outcome = puzzles.system.solve(heuristan, puzzles.first, "--output", "out.pdf")
        assert (outcome.status, outcome.out) == (2, "")
        assert "no format ends in .pdf" in outcome.err


def interrupted(items: Iterator[object], *_: object, **__: object) -> Iterator[object]:
    """Stand in for the progress bar, with Ctrl-C after the first item."""
    yield next(iter(items))
    raise KeyboardInterrupt


class TestVerify:
    @pytest.fixture
    def results(self, puzzles: Puzzles, heuristan: Run) -> list[dict[str, Any]]:
        return lines(puzzles.system.solve(heuristan, puzzles.first, puzzles.second, "--format", "jsonl").out)

    @staticmethod
    def write(results: list[dict[str, Any]]) -> None:
        text = "".join(json.dumps(result) + "\n" for result in results)
        Path("results.jsonl").write_text(text, encoding="utf-8")

    @pytest.mark.slow
    def test_verdicts_have_the_same_keys_and_words(
        self, puzzles: Puzzles, results: list[dict[str, Any]], heuristan: Run
    ) -> None:
        self.write(results)
        sources = (puzzles.first, puzzles.second, "results.jsonl")
        outcome = puzzles.system.verify(heuristan, *sources, "--format", "jsonl")
        assert (outcome.status, outcome.err) == (0, "2 of 2 right\n")
        for verdict in lines(outcome.out):
            assert list(verdict)[:5] == ["id", "verdict", "status", "faults", "notes"]
            assert verdict["verdict"] in VERDICT_WORDS
            assert (verdict["verdict"], verdict["status"], verdict["faults"]) == ("right", "solved", [])
        (document,) = [json.loads(puzzles.system.verify(heuristan, *sources, "--format", "json").out)]
        assert [one["verdict"] for one in document] == ["right", "right"]
        assert "right" in puzzles.system.verify(heuristan, *sources).out

    @pytest.mark.slow
    def test_one_that_cannot_be_read_is_a_verdict(
        self, puzzles: Puzzles, results: list[dict[str, Any]], heuristan: Run
    ) -> None:
        self.write([results[0], {"id": results[1]["id"], "status": "perhaps"}])
        outcome = puzzles.system.verify(heuristan, puzzles.first, puzzles.second, "results.jsonl", "--format", "jsonl")
        assert [one["verdict"] for one in lines(outcome.out)] == ["right", "unreadable"]
        assert outcome.status == 1
        assert "1 of 2 right, 1 unreadable" in outcome.err

    @pytest.mark.slow
    def test_a_puzzle_that_cannot_be_used_is_reported(
        self, puzzles: Puzzles, results: list[dict[str, Any]], heuristan: Run
    ) -> None:
        self.write(results)
        sources = (puzzles.first, "missing.json", puzzles.second, "results.jsonl")
        outcome = puzzles.system.verify(heuristan, *sources, "--format", "jsonl")
        assert [one["verdict"] for one in lines(outcome.out)] == ["right", "right"]
        assert outcome.status == 1
        assert "'missing.json'" in outcome.err or "missing.json:" in outcome.err

    @pytest.mark.slow
    def test_a_result_of_no_puzzle_is_unreadable(
        self, puzzles: Puzzles, results: list[dict[str, Any]], heuristan: Run
    ) -> None:
        self.write([results[0], results[1] | {"id": "nothing-like-it"}])
        outcome = puzzles.system.verify(heuristan, puzzles.first, puzzles.second, "results.jsonl", "--format", "jsonl")
        assert [one["verdict"] for one in lines(outcome.out)] == ["right", "unreadable"]
        assert outcome.status == 1

    @pytest.mark.slow
    def test_where_nothing_can_be_read_the_status_is_2(
        self, puzzles: Puzzles, results: list[dict[str, Any]], heuristan: Run
    ) -> None:
        self.write([{"id": one["id"], "status": "perhaps"} for one in results])
        assert puzzles.system.verify(heuristan, puzzles.first, puzzles.second, "results.jsonl").status == 2

    @pytest.mark.parametrize("name", ["missing.jsonl", "bad.json"])
    def test_results_that_cannot_be_used(self, puzzles: Puzzles, name: str, heuristan: Run) -> None:
        outcome = puzzles.system.verify(heuristan, puzzles.first, puzzles.second, name)
        assert (outcome.status, outcome.out) == (2, "")
        assert is_plain(outcome.err)

    @pytest.mark.slow
    def test_ctrl_c(
        self,
        puzzles: Puzzles,
        results: list[dict[str, Any]],
        heuristan: Run,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        self.write(results)
        monkeypatch.setattr(running, "track", interrupted)
        outcome = puzzles.system.verify(
            heuristan, puzzles.first, puzzles.second, "results.jsonl", "--output", "out.jsonl"
        )
        assert outcome.status == 130
        assert "heuristan: interrupted after 1 result; " in outcome.err
        assert len(lines(Path("out.jsonl").read_text(encoding="utf-8"))) == 1


@pytest.mark.parametrize("system", SYSTEMS[:1], ids=["tangram"], indirect=True)
class TestCompare:
    @pytest.mark.slow
    def test_one_of_many_that_cannot_be_used_is_refused(self, puzzles: Puzzles, heuristan: Run) -> None:
        system = puzzles.system
        sources = (puzzles.first, "missing.json")
        outcome = heuristan(*system.verb, "compare", *sources, "--solvers", "exact", "--output", "rows.json")
        assert outcome.status == 1
        assert "Traceback" not in outcome.err
        assert "refused" in Path("rows.json").read_text(encoding="utf-8")

    def test_the_only_one_that_cannot_be_used_is_an_error(self, puzzles: Puzzles, heuristan: Run) -> None:
        outcome = heuristan(*puzzles.system.verb, "compare", "missing.json")
        assert (outcome.status, outcome.out) == (2, "")
        assert is_plain(outcome.err)

    def test_unknown_solvers(self, puzzles: Puzzles, heuristan: Run) -> None:
        outcome = heuristan(*puzzles.system.verb, "compare", "--solvers", "xyz", "--", puzzles.first)
        assert outcome.status == 2
        assert "there is no 'xyz'" in outcome.err


@pytest.mark.slow
def test_a_closed_pipe_ends_quietly(heuristan: Run) -> None:
    make_outline(heuristan, "first", 1)
    process = subprocess.Popen(
        [sys.executable, "-m", "heuristan", "solve", *["first.yaml"] * 300, "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(60) == 1


RANKINGS = "deutsch-hayes-1972|paper-rules-reordered|heuristan"
PICTURES = "coffee|chelsea|rocket"
FOLDERS = "shapes|people|own|stick|tangrams|lessons|mia|handed-in"
KNOWN = rf"(?:{RANKINGS}|convex-square|cat|swan|lamp|digit-9|korf|korf-1|{FOLDERS}|{PICTURES}|puzzle|silhouettes)"
ARGUMENT = re.compile(rf"{KNOWN}|[0-9 /,.]+|.*[.*/].*|-|SELECT .*|FROM .*")
"""What an example gives to a command: a name that is known, a file, a pattern, a folder, a board, a query."""


def examples() -> Iterator[Any]:
    """Yield every command line in the help, cut at pipes, without its comment."""
    for name in NAMES:
        for line in (COMMANDS[name].help or "").splitlines():
            if line.strip().startswith("heuristan "):
                for part in line.split(" | "):
                    yield pytest.param(part.strip(), id=f"{name}: {part.strip()[:60]}")


@pytest.mark.parametrize("line", list(examples()))
def test_an_example_in_the_help_can_be_pasted(line: str) -> None:
    words = shlex.split(line, comments=True)
    name = next(
        name for name in sorted(NAMES, key=len, reverse=True) if words[1:][: name.count(" ") + 1] == name.split()
    )
    command = COMMANDS[name]
    # with the settings of the group: click keeps the names of --help that it sees first
    above = click.Context(app, **app.context_settings)
    context = command.make_context(name, words[2 + name.count(" ") :], parent=above)
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            given = context.params[parameter.name or ""]
            for value in given if isinstance(given, tuple) else [given]:
                assert value is None or ARGUMENT.fullmatch(str(value)), f"{value!r} is not meant as {parameter.name}"


def test_zero_is_no_time_limit_of_any_command(heuristan: Run) -> None:
    outcome = heuristan("solve", "cat", "--limit", "0")
    assert outcome.status == 2
    assert "write seconds above 0, like 2.5 (at most 1000000), or none" in outcome.err
