"""The documentation is true: pictures, tables, quoted commands, links and snippets."""

import ast
import re
import shlex
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click import Command
from click.testing import CliRunner
from shared.commands import every_command
from shared.places import TOP

from heuristan.cli import app
from heuristan.tangram.expert.ranking_entries import RankingError
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import COORDINATES
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import AsRead, Result
from heuristan.tangram.solving.shortcuts import solve, solve_exactly
from heuristan.tangram.trace.events import Event
from heuristan.tangram.trace.lines import dumps

DOCS = TOP / "docs"
MAKING = DOCS / "making"
AT_THE_TOP = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
PAGES = [*(TOP / name for name in AT_THE_TOP), *sorted(DOCS.rglob("*.md"))]
EXAMPLES = sorted((DOCS / "examples").glob("*.yaml"))
LINK = re.compile(r"\]\(([^()\s]+)\)")
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SITE_TABLE = re.compile(r"^<!-- site: table ([\w-]+) -->$", re.MULTILINE)
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def named(path: Path) -> str:
    return path.name


def module_of_docs(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(MAKING))
    return import_module(name)


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def words_of(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


class TestPictures:
    @pytest.mark.slow
    def test_they_are_up_to_date(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pictures = module_of_docs("every_picture", monkeypatch)
        assert not pictures.stale(), "run python docs/making"

    def test_every_room_of_the_tangram_is_drawn_within_its_box(self, monkeypatch: pytest.MonkeyPatch) -> None:
        places = module_of_docs("architecture_page", monkeypatch).PLACES
        assert not [name for name, (column, _) in places.items() if not 0 <= column <= 3]

    def test_each_is_shown_somewhere(self, monkeypatch: pytest.MonkeyPatch) -> None:
        shown = {Path(link).name for page in PAGES for link in LINK.findall(text_of(page))}
        assert {*module_of_docs("every_picture", monkeypatch).PICTURES} <= shown

    def test_a_changed_picture_is_noticed(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        pictures = module_of_docs("every_picture", monkeypatch)
        monkeypatch.setattr(pictures, "IMAGES", tmp_path)
        for name in ("grade-e.svg", "grade-e.png"):
            monkeypatch.setitem(pictures.PICTURES, name, lambda: pictures.grade("E"))
            assert not pictures.is_up_to_date(name)
            pictures.make(name)
            assert pictures.is_up_to_date(name)
            monkeypatch.setitem(pictures.PICTURES, name, lambda: pictures.grade("M"))
            assert not pictures.is_up_to_date(name)
            assert (tmp_path / name).stat().st_size > 0


class TestTables:
    @pytest.mark.slow
    def test_they_are_up_to_date(self, monkeypatch: pytest.MonkeyPatch) -> None:
        tables = module_of_docs("every_table", monkeypatch)
        assert not tables.stale(), "run python docs/making"

    def test_every_table_is_on_a_page(self, monkeypatch: pytest.MonkeyPatch) -> None:
        tables = module_of_docs("every_table", monkeypatch)
        text = "\n".join(map(text_of, PAGES))
        shown = {found[1] for found in tables.block(tables.MAKER).findall(text)}
        assert shown | {*SITE_TABLE.findall(text)} == {*tables.TABLES}

    @pytest.mark.slow
    def test_the_page_on_results_has_every_field(self) -> None:
        fields = re.findall(r"^\| `(\w+)` \|", text_of(DOCS / "format-results.md"), re.MULTILINE)
        (piece,) = (piece for piece in solved("lamp").as_json()["pieces"] if piece["step"] == 3)
        searched = solve_exactly(outline_named("lamp"), want="all", by="plain").as_json()
        drawn = replace(solved("lamp"), reading=AsRead(COORDINATES, 0.02, 0.001, (1,))).as_json()
        of_searches = [field for field in searched if field not in drawn]
        assert fields == [*drawn, *piece, *of_searches, *searched["solutions"], *drawn["reading"]]

    def test_the_page_on_rankings_has_every_key(self) -> None:
        from heuristan.tangram.expert.ranking_entries import RANKING_KEYS, RULE_KEYS, THRESHOLD_KEYS

        page = text_of(DOCS / "format-rankings.md")
        assert set(re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE)) >= {*RANKING_KEYS, *RULE_KEYS}
        assert all(f"`{key}`" in page for key in THRESHOLD_KEYS)

    def test_the_table_of_rules_gives_settings_as_a_ranking_file_has_them(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        from heuristan.tangram.expert.ranking_entries import catalogue
        from heuristan.tangram.expert.ranking_file import read_ranking

        for rule in catalogue().values():
            cells = module_of_docs("every_table", monkeypatch).rule_row(rule)
            grades = [
                f"{key}: {cell}" for key, cell in zip(("three-sided", "four-sided"), cells[3:5], strict=True) if cell
            ]
            settings = [f"rule: {rule.name}", f"of: {cells[2]}", *grades, *([cells[5]] if cells[5] else [])]
            file = tmp_path / "mine.yaml"
            another = "{rule: any, of: pieces, three-sided: OOO}"
            text = f"rules: [{{{', '.join(settings)}}}, {another}]\n"
            file.write_text(text.replace("`", ""), encoding="utf-8")
            read = read_ranking(file).rules[0]
            assert replace(read, title=rule.title, note=rule.note, repeat=rule.repeat) == rule

    @pytest.mark.slow
    def test_the_glossary_names_no_code_that_is_not_there(self) -> None:
        source = "\n".join(text_of(path) for path in (TOP / "heuristan").rglob("*.py"))
        found = re.findall(r"`([A-Za-z_]+)(?:\.([a-z_]+))?(?:\(\))?`", text_of(DOCS / "glossary.md"))
        words = {word for pair in found for word in pair if not re.fullmatch("[EMXO]*", word)}
        assert {word for word in words if not re.search(rf"\b{word}\b", source)} == set()

    def test_no_event_is_left_out_of_the_page_on_traces(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert {"events", "values"} <= {*SITE_TABLE.findall(text_of(DOCS / "format-traces.md"))}
        shown = module_of_docs("every_table", monkeypatch).events()
        assert all(f"| `{name}` |" in shown for name in Event.kinds)

    def test_no_column_is_left_out_of_the_page_on_the_laboratory(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from heuristan.lab.schema import TABLES

        assert "columns" in SITE_TABLE.findall(text_of(DOCS / "lab.md"))
        shown = module_of_docs("every_table", monkeypatch).columns()
        for table in TABLES.values():
            assert all(f"| `{each.name}` | {each.type} | {each.meaning} |" in shown for each in table.columns)

    def test_the_page_on_the_laboratory_says_of_which_tangrams_the_census_is(self) -> None:
        from heuristan.lab.recipes import RECIPES

        assert f"| `census` | {RECIPES['census'].words} |" in text_of(DOCS / "lab.md")


def outline_named(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def solved(name: str) -> Result:
    return solve(outline_named(name))


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(text_of(page)):
        if re.match(r"[a-z]+:", link):
            continue
        place, _, anchor = link.partition("#")
        target = (page.parent / place).resolve() if place else page
        assert target.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.*)$", text_of(target), re.MULTILINE)
            assert anchor in map(words_of, headings), link


def test_every_page_is_in_the_index() -> None:
    linked = {link.partition("#")[0] for link in LINK.findall(text_of(DOCS / "README.md"))}
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"README.md"}
    assert linked >= pages


@pytest.mark.parametrize(
    ("name", "command"), every_command().items(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_command_has_help_and_stands_in_the_docs(name: str, command: Command) -> None:
    assert command.help
    told = CliRunner().invoke(app, [*name.split(), "--help"])
    assert told.exit_code == 0
    assert "\\b" not in told.output
    assert all(getattr(option, "help", "") for option in command.params if option.param_type_name == "option")
    pages = "\n".join(map(text_of, PAGES))
    assert f"heuristan {name}" in pages


def quoted() -> list[Any]:
    """Each command in a console block of the docs, with the lines of its output that are quoted."""
    found: list[Any] = []
    for page in PAGES:
        for block in CONSOLE.findall(text_of(page)):
            for part in block.removeprefix("$ ").split("\n$ "):
                command, *lines = part.rstrip("\n").split("\n")
                found.append(pytest.param(command, lines, id=f"{page.name}-{len(found)}"))
    return found


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like a checkout, in which commands can leave their files."""
    for name in ("docs", "shapes"):
        (tmp_path / name).symlink_to(TOP / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.part(8)
@pytest.mark.usefixtures("checkout")
@pytest.mark.parametrize(("command", "lines"), quoted())
def test_what_is_quoted_is_what_is_printed(command: str, lines: list[str]) -> None:
    program, *arguments = shlex.split(command)
    assert program == "heuristan"
    assert lines
    printed = " ".join(CliRunner().invoke(app, arguments).output.split())
    for line in lines:  # in this order, with other words between them
        words = " ".join(line.split())
        assert words in printed
        printed = printed.partition(words)[2]


REFUSALS = re.findall(
    r"^\| `([^`]+)` \| `([^`]+)` \| `my-ranking.yaml:([^`]+)` \|$", text_of(DOCS / "add-a-rule.md"), re.MULTILINE
)


@pytest.mark.parametrize(("instead_of", "stands", "message"), REFUSALS, ids=lambda words: words[:30])
def test_refusals_are_worded_as_the_walk_through_says(
    instead_of: str, stands: str, message: str, tmp_path: Path
) -> None:
    text = text_of(DOCS / "examples" / "my-ranking.yaml")
    assert text.count(instead_of) == 1
    path = tmp_path / "my-ranking.yaml"
    path.write_text(text.replace(instead_of, stands), encoding="utf-8")
    with pytest.raises(RankingError) as refusal:
        read_ranking(path)
    assert str(refusal.value) == f"{path}:{message}"


def test_the_rule_of_the_walk_through_is_the_one_in_its_file() -> None:
    page = text_of(DOCS / "add-a-rule.md")
    shown = re.findall(r"^```yaml\n(  - rule:.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(shown) == 1
    assert shown[0] in text_of(DOCS / "examples" / "my-ranking.yaml")


def test_the_case_of_the_walk_through_is_evidence() -> None:
    import yaml
    from shared.rule_cases import Case
    from shared.rule_cases import named as match_words
    from shared.states import every_match

    rule = read_ranking(DOCS / "examples" / "my-ranking.yaml").rules[-1]
    page = text_of(DOCS / "add-a-rule.md").partition("## A new kind of evidence")[0]
    (shown,) = re.findall(r"^```yaml\n(rule:.*?)^```$", page, re.DOTALL | re.MULTILINE)
    for fields in yaml.safe_load(shown)["cases"]:
        case = Case(rule, fields)
        decision = case.decide()
        assert (decision.match and match_words(decision.match)) == case.takes
        assert {*case.preferred_to} <= {*map(match_words, decision.preferred_to)}
        assert {*case.refused} <= {*map(match_words, every_match(case.state))}


def snippets() -> list[tuple[str, str]]:
    return [(page.name, snippet) for page in PAGES for snippet in PYTHON.findall(text_of(page))]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "snippet"), snippets(), ids=lambda value: value[:20])
def test_python_runs(page: str, snippet: str, checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (checkout / "run.jsonl").write_text(dumps(solved("lamp").trace), encoding="utf-8")
    exec(compile(ast.parse(snippet), page, "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.strip() or "print(" not in snippet


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_examples_are_used(example: Path) -> None:
    assert any(f"examples/{example.name}" in text_of(page) for page in PAGES)


def test_the_readme_says_what_python_it_needs() -> None:
    (needed,) = re.findall(r'requires-python = ">=([\d.]+)"', text_of(TOP / "pyproject.toml"))
    assert f"Python {needed}" in text_of(TOP / "README.md")
    assert sys.version_info >= tuple(map(int, needed.split(".")))


@pytest.mark.parametrize(
    "door", sorted((TOP / "heuristan").rglob("__init__.py")), ids=lambda path: str(path.parent.relative_to(TOP))
)
def test_every_package_has_a_door_that_says_where_to_begin(door: Path) -> None:
    words = ast.get_docstring(ast.parse(text_of(door))) or ""
    assert re.search(r"\b[Bb]egin\b", words)
