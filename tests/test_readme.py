"""The README as people meet it: pasted into a terminal, and read on a package index."""

import re
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

import pytest
from shared.places import TOP

README = (TOP / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```\w*\n(.*?)^```$", re.DOTALL | re.MULTILINE)
RELATIVE = re.compile(r"\]\((?!https?:|#)")
ADDRESS = "https://example.org/heuristan"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = spec_from_file_location("hatch_build", TOP / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def project() -> dict[str, object]:
    found: dict[str, object] = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


class TestCommands:
    def test_a_pasted_line_has_no_words_that_are_no_part_of_it(self) -> None:
        lines = [line for block in BLOCK.findall(README) for line in block.splitlines()]
        assert not [line for line in lines if "heuristan" in line and re.search(r"\S\s{2,}\S", line)]

    def test_the_first_command_installs_what_the_first_picture_needs(self) -> None:
        assert "solve photo.jpg" in README.partition("```")[0]
        assert "[image]'" in BLOCK.findall(README)[0]

    def test_every_extra_that_people_install_is_named(self) -> None:
        extras = project()["optional-dependencies"]
        assert isinstance(extras, dict)
        installed = re.findall(r"\[(\w+)\]'", README + (TOP / "docs" / "README.md").read_text(encoding="utf-8"))
        assert {*extras} - {*re.findall(r"`(\w+)`", README), *installed} <= {"dev", "test"}
        assert "'.[all]'" in README


class TestIndex:
    def test_links_are_absolute(self, hook: ModuleType) -> None:
        shown = hook.description(README, ADDRESS)
        assert RELATIVE.search(README)
        assert not RELATIVE.search(shown)
        assert f"({ADDRESS}/raw/main/docs/images/cat-filmstrip.svg)" in shown
        assert f"[The documentation]({ADDRESS}/blob/main/docs/README.md)" in shown

    def test_nothing_is_dead_without_an_address(self, hook: ModuleType) -> None:
        shown = hook.description(README, "")
        assert "](" not in shown.replace("](http", "")
        assert "The documentation begins with" in shown

    def test_addresses_are_those_of_the_repository(self, hook: ModuleType) -> None:
        assert hook.addresses("") == {}
        found = hook.addresses(ADDRESS)
        assert found["Issues"] == f"{ADDRESS}/issues"
        assert all(address.startswith(ADDRESS) for address in found.values())

    def test_what_the_hook_needs_is_in_the_source_archive(self) -> None:
        assert {"/README.md", "/hatch_build.py", "/hatch_experta.py"} <= {*included()}

    def test_the_hook_fills_in_what_the_project_leaves_open(self, hook: ModuleType) -> None:
        filled = {"readme", "urls"}
        dynamic = project()["dynamic"]
        assert isinstance(dynamic, list)
        assert filled <= {*dynamic}
        made = hook.CustomMetadataHook.__new__(hook.CustomMetadataHook)
        metadata: dict[str, object] = {}
        _with(made, root=str(TOP), config={"repository": ADDRESS}).update(metadata)
        assert filled == {*metadata}


EXTRAS: Any = project()["optional-dependencies"]


class TestArchives:
    def test_what_the_readme_links_to_is_in_the_source_archive(self) -> None:
        links = {link.partition("#")[0] for link in re.findall(r"\]\((?!https?:|#)([^)]+)\)", README)}
        kept = tuple(f"{name.removeprefix('/')}/" for name in included())
        assert all((TOP / link).exists() for link in links)
        assert not [link for link in links if not f"{link}/".startswith(kept)]

    def test_each_font_and_library_has_its_licence_in_the_metadata(self) -> None:
        files = project()["license-files"]
        assert isinstance(files, list)
        given = {path for pattern in files for path in TOP.glob(pattern)}
        assert {font.with_name("LICENSE.txt") for font in TOP.glob("heuristan/**/*.ttf")} <= given
        assert {"GPL-3.0.txt", "LGPL-3.0.txt", "LICENSE"} <= {path.name for path in given}
        assert {"MIT", "Bitstream-Vera", "LGPL-3.0-only"} == {*str(project()["license"]).split(" AND ")}

    def test_nothing_is_asked_for_that_pins_what_others_need(self) -> None:
        assert not [each for each in project()["dependencies"] if "experta" in each or "==" in each]  # type: ignore[attr-defined]

    @pytest.mark.parametrize("extra", [None, *EXTRAS])
    def test_each_library_has_a_least_version_and_is_not_pinned(self, extra: str | None) -> None:
        found: Any = project()["dependencies"] if extra is None else EXTRAS[extra]
        others = [each for each in found if not each.startswith("heuristan[")]
        assert all(">=" in each and "==" not in each for each in others)

    def test_pictures_of_the_readme_are_in_the_source_archive(self) -> None:
        kept = tuple(f"{name.removeprefix('/')}/" for name in included())
        pictures = re.findall(r"""(?:srcset="|src="|!\[[^]]*\]\()(?!https?:)([^")]+)""", README)
        assert pictures
        assert not [each for each in pictures if not (TOP / each).exists() or not each.startswith(kept)]

    def test_the_oldest_python_that_is_named_is_the_one_that_is_required(self) -> None:
        kinds: Any = project()["classifiers"]
        named = [each.rpartition(" ")[2] for each in kinds if re.search(r":: 3\.\d+$", each)]
        assert f">={named[0]}" == project()["requires-python"]
        assert named == [f"3.{number}" for number in range(11, 11 + len(named))]


def included() -> list[str]:
    """What the source archive holds."""
    found: list[str] = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"][
        "targets"
    ]["sdist"]["include"]
    return found


def _with(made: object, **values: object) -> "ModuleType":
    """Return a hook whose root and settings are these, with hatchling or without."""
    kind = type("Hook", (type(made),), values)
    return kind.__new__(kind)  # type: ignore[no-any-return]
