"""Catalogues of texts: each has what the code says, nothing else, and its places; and no text is outside of them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from shared.commands import Run
from shared.places import TOP

from heuristan.tangram.api import Puzzle
from heuristan.tangram.exact import region
from heuristan.tangram.expert.ranking_entries import catalogue, ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.tracing import rule_as_traced
from heuristan.tangram.explain.opening import asked_by, title
from heuristan.tangram.explain.words import NARROW, NUMBERS, REGIONS, article, spoken
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.pieces.composites import composites
from heuristan.teaching.hinting import drawings, hint_words
from heuristan.teaching.stepping import Session, consultation, short_words
from heuristan.teaching.stepping import prospect as prospect_module
from heuristan.teaching.stepping.prospect import prospect
from heuristan.teaching.stepping.session_words import SessionWords
from heuristan.teaching.texts.translating import LANGUAGES, Translator, sections_of, texts_of
from heuristan.teaching.worksheets import typesetting

WEB = TOP / "heuristan" / "teaching" / "web"
FOLDERS = (WEB / "page", TOP / "heuristan" / "common" / "web", WEB / "site" / "page")
NO_WORDS = frozenset({"plane", "worker", "sw", "host", "snapshot", "disk", "disk-worker"})
"""Modules that say nothing to a reader, or say it to whoever looks for a fault."""
MODULES = {path.stem: path for folder in FOLDERS for path in sorted(folder.glob("*.js")) if path.stem not in NO_WORDS}
"""Modules of the page, of its players and of the site without a server, by their names."""
IN_PYTHON = (
    *(Path(module.__file__) for module in (consultation, hint_words, typesetting, short_words)),
    TOP / "heuristan/teaching/commands/worksheet.py",
)
OTHERS = sorted(set(LANGUAGES) - {"en"})
READS = re.compile(r'READS =\s+"([^"]*)"')
CALL = re.compile(r'\bt\(\s*("(?:[^"\\]|\\.)*")')
QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`')
ENGLISH = (
    "heuristan",
    "The ${what} is coming",
    "The outline was ${file.reading}",
    "the ${piece",
    "sets`",
    "one set",
    "(defrule",
    "GeoJSON, ",
    "api/${",
)
"""What is looked up by a name within it, is searched for in English, or is English in any language."""
NAMES = (
    *LANGUAGES.values(),
    "button hint",
    "shape solved",
    "prospect ",
    "shape marked",
    "side grade",
    "put-back",
    "match taken",
)
"""Names of languages and of classes."""
NO_TEXT = re.compile(
    r'"X-|^"(Arrow\w+|Enter|Escape|Delete|Backspace|Tab|AbortError|M|Z|L|Shift.*|Home|End|Feature|MultiPolygon|[A-Z][a-z]+-[A-Z][a-z]+|Python|allow-.*)"$'
)
"""What begins with a capital and is a key or a name."""


def module(name: str) -> str:
    """Return a module without its comments, and without what is no text: imports, names of classes, paths."""
    text = MODULES[name].read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"^\s*//.*$|\s//\s.*$|^import .*$", "", text, flags=re.MULTILINE)
    return re.sub(r'(\bclass|\bd|viewBox|transform|querySelector(All)?|closest)(: |\()"[^"]*"', "", text)


def in_python(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("t", "self._t", "Translator(language)", "Said"):
            yield from constants(node.args[0])


def constants(node: ast.expr) -> Iterator[str]:
    """Yield the text of an argument, or both of one that is chosen."""
    if isinstance(node, ast.IfExp):
        yield from (*constants(node.body), *constants(node.orelse))
    elif isinstance(node, ast.Constant):
        yield node.value


def said() -> set[str]:
    """Return every text that is looked up."""
    shapes = [read_shape(path) for path in shape_files().values()]
    pieces = {spoken(name) for shape in shapes for name in shape.puzzle.pieces.names}
    return {
        *(ast.literal_eval(text) for name in MODULES for text in CALL.findall(module(name))),
        *(text for path in IN_PYTHON for text in in_python(path)),
        *(shape.title for shape in shapes),
        *(shape.difficulty.split(";")[0] for shape in shapes),
        *(shape.puzzle.pieces.name for shape in shapes),
        *pieces,
        *(f"the {piece}" for piece in pieces | {"piece"}),
        *(place for row in REGIONS for place in row),
        *(f"The {what} is coming. Right after the start this takes some seconds." for what in COMING),
        *hint_words._LIES.values(),
        "and",
        *of_rules(),
        *STATUSES,
        *READS.findall(module("server") + module("python")),
        *(article(piece) for piece in pieces),
        *(article(spoken(each.shape.name).split(NARROW)[0]) for each in composites("all")),
        *(form for forms in short_words.IN_SHORT.values() for form in forms),
        *NUMBERS[2:5],
    }


def of_rules() -> Iterator[str]:
    """Yield titles of rankings and rules, and the parts of what rules ask for."""
    rankings = [read_ranking(name) for name in ranking_names()]
    yield from (ranking.title for ranking in rankings)
    for rule in (*catalogue().values(), *(rule for ranking in rankings for rule in ranking.rules)):
        traced = rule_as_traced(rule)
        yield title(traced)
        yield from asked_by(traced).removesuffix(".").split("; ")


STATUSES = ("open", "solved", "stuck", "limit", "unsolvable", "unfinished", "refused")


COMING = ("board", "gallery", "ranking", "table")


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def patterns() -> set[str]:
    return set(sections_of("de")["patterns"])


@pytest.mark.slow
@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_text_and_none_that_is_stale(language: str) -> None:
    entries = set(texts_of(language))
    assert said() - entries == set(), "missing: add a translation"
    assert entries - patterns() - said() == set(), "stale: nothing says it any more"
    assert set(sections_of(language)["patterns"]) == patterns()
    sections = [set(section) for section in sections_of(language).values()]
    assert sum(map(len, sections)) == len(set.union(*sections)), "a text is in two sections"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_places_of_their_texts(language: str) -> None:
    forms = {"zh": {"other"}}.get(language, {"one", "other"})
    plurals = {text for text, entry in texts_of("en").items() if not isinstance(entry, str)}
    for text, entry in texts_of(language).items():
        assert (text in plurals) == isinstance(entry, dict), text
        assert not isinstance(entry, dict) or set(entry) == forms, text
        for each in entry.values() if isinstance(entry, dict) else [entry]:
            assert each.strip(), text
            assert places(each) == places(text) or (isinstance(entry, dict) and places(each) < places(text)), text


@pytest.mark.parametrize("name", MODULES)
def test_no_text_stands_outside_of_the_catalogues(name: str) -> None:
    left = CALL.sub("", module(name))
    words = [text for text in QUOTED.findall(left) if re.search(r'[A-Za-z]{2,} [a-z]{2,}|^"[A-Z][a-z]', text)]
    assert not [
        text for text in words if not NO_TEXT.search(text) and not any(each in text for each in (*ENGLISH, *NAMES))
    ]


def test_reasons_of_the_core_are_translated() -> None:
    """What the core says in English is recognised, so that a reason that is written anew fails here."""
    translate = Translator("de")
    for reason in (drawings.NONE_FOUND, drawings.OUT_OF_TIME, "each solution that was found has others there"):
        assert translate.again(reason) != reason
    source = Path(region.__file__).read_text(encoding="utf-8")
    for words in ("no piece fits at the vertex", "legs long, ", "and no sides of pieces add up to that", "the part at"):
        assert words in source
    assert translate.again("no piece fits at the vertex (1, -2.5)") == "an die Ecke (1, -2.5) passt kein Teil"
    assert "4.5 Einheiten lang" in translate.again(
        "the edge from (0, 0) to (4.5, 0) is 4.5 legs long, and no sides of pieces add up to that"
    )
    assert translate.again("something new") == "something new"


@pytest.mark.slow
def test_what_a_session_says_is_translated() -> None:
    """The same of headings of steps, and of whether what is left can be filled."""
    translate = Translator("de")
    after = Session.begun(Puzzle.from_name("cat"), read_ranking("heuristan")).advanced()
    assert after is not None
    said = (next(SessionWords(after).step()), prospect(after).words, "The outline")
    assert [words for words in said if translate.again(words) == words] == []
    source = Path(prospect_module.__file__).read_text(encoding="utf-8")
    for words in (
        "No: what is left cannot be filled, as a search shows; ",
        "no step can stay",
        "No, and no step is wrong",
    ):
        assert words in source


def test_plural_forms_are_those_of_cldr() -> None:
    counted = {language: Translator(language) for language in LANGUAGES}
    text = "{count} shapes"
    assert [counted["fr"](text, count=n) for n in (0, 1, 2)] == ["0 figure", "1 figure", "2 figures"]
    assert [counted["de"](text, count=n) for n in (0, 1, 2)] == ["0 Figuren", "1 Figur", "2 Figuren"]
    assert counted["zh"](text, count=1) == "1个图形"
    assert counted["en"]("{count} shapes", count=1) == "1 shape"


def test_hints_are_said_in_a_language(heuristan: Run) -> None:
    said = heuristan("hint", "cat", "--language", "de").out
    assert said.startswith("cat: das Parallelogramm gehört an die Ecke (3.41421, 2), rechts.")
    assert "parallelogram 2.41421,0" in said  # as --placed takes it
    assert "die andere\n  führt zu keiner Lösung" in said
    refused = heuristan("hint", "cat", "--language", "zh", "--output", "hint.png")
    assert (refused.status, "no Chinese letters" in refused.err) == (2, True)


@pytest.mark.slow
def test_worksheets_are_said_in_a_language(heuristan: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pypdf = pytest.importorskip("pypdfium2", reason="pages of a PDF are read by the extra image")
    pytest.importorskip("typst", reason="worksheets need the extra worksheet")
    sheet = tmp_path / "sheet.pdf"
    assert heuristan("worksheet", "horse", "--language", "de", "--output", str(sheet)).status == 0
    first = pypdf.PdfDocument(sheet)[0].get_textpage().get_text_bounded()
    assert all(words in first for words in ("Tangram-Aufgaben", "Aufgaben zum Abhaken", "Pferd", "1 Aufgabe."))
    monkeypatch.setattr(typesetting, "CHINESE_FONTS", ())
    for chinese in (("--language", "zh"), ("--title", "七巧板")):
        refused = heuristan("worksheet", "horse", *chinese, "--output", str(sheet))
        assert (refused.status, "no font of this system has Chinese letters; install one" in refused.err) == (2, True)
