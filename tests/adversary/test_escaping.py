"""Strings of files in outputs: none makes an element or an attribute, and each is said as it was.

What is written is read by a parser of its language, and held against what a harmless word gives. Terminals are in
tests/cli/test_echoing.py, words of Markdown and cells in tests/common/test_quoting.py, typst in
tests/teaching/worksheets/test_worksheets.py.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from html.parser import HTMLParser
from operator import attrgetter
from types import SimpleNamespace
from typing import Any, TypeAlias
from xml.etree import ElementTree

import pytest
from adversary.escaping import STEERING, comma_separated, markdown
from adversary.words import WORDS
from hypothesis import assume, example, given
from hypothesis import strategies as st
from shared.attempts import published
from shared.render_traces import SQUARE, puzzle_of

from heuristan.common.quoting import as_markup, readable
from heuristan.common.svg.intervals import Estimate, Plot, intervals_svg
from heuristan.common.web.bundle import page
from heuristan.common.web.film import Still, Titles, film_of_stills
from heuristan.common.web.film import player_page as page_of_stills
from heuristan.lab.reporting import full_report
from heuristan.lab.reporting.findings import Column, Finding, csv_text
from heuristan.lab.reporting.full_report import Report
from heuristan.tangram.api.facade import Player
from heuristan.tangram.outlines.writing.svg import text as svg_text
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Origin
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import solution_svg
from heuristan.tangram.trace.events import PuzzleRead, Trace
from heuristan.tangram.trace.lines import dumps, runs_in
from heuristan.teaching.course.exercises import Verdict
from heuristan.teaching.player.film import player_page

PLAIN = "plain"
letters = st.text(st.sampled_from("<>&\"'`|#=\\\x00\x1b\u202e\ud800\ufffe\r\na") | st.characters(), max_size=9)
hostile = st.lists(st.sampled_from(WORDS) | letters, max_size=3).map("".join)

Skeleton: TypeAlias = list[tuple[str, tuple[str, ...]]]
"""Elements, each with the names of its attributes."""


class Read(HTMLParser):
    """A page as a browser takes it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.skeleton: Skeleton = []
        self.said: dict[str, list[str]] = {}
        """The texts by the element that they are in."""
        self.values: list[str] = []
        """Of all attributes."""
        self._at = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.skeleton.append((tag, tuple(name for name, _ in attrs)))
        self.values += [value or "" for _, value in attrs]
        self._at = tag
        self.said.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        self.skeleton.append((f"/{tag}", ()))

    def handle_data(self, data: str) -> None:
        if self._at:
            self.said[self._at][-1] += data

    def handle_comment(self, data: str) -> None:
        self.skeleton.append(("!", (data,)))


def pictured(text: str) -> tuple[set[tuple[str, tuple[str, ...]]], ElementTree.Element]:
    """The kinds of elements of a picture, and its root; longer words take more lines of the same kind."""
    root = ElementTree.fromstring(text.encode())
    return {(each.tag, tuple(each.attrib)) for each in root.iter()}, root


def one_line(word: str) -> str:
    return readable(" ".join(word.split()))


RUN = published(2, solved=True)
HALVES = re.compile("[\ud800-\udfff]")
"""No reader takes half a surrogate pair, but the name of a file may have it."""


def run_with(word: str) -> Trace:
    """A run as a file tells it, in which a stranger's word is in the name of the puzzle, of each piece and rule."""
    read = RUN[0]
    assert isinstance(read, PuzzleRead)
    free = {read.id, read.ranking, *(name for name, _ in read.stock), *(rule.name for rule in read.rules)}
    word = HALVES.sub("", word)

    def named(value: Any) -> Any:
        match value:
            case str():
                return f"{value}{word}" if value in free else value
            case list():
                return [*map(named, value)]
            case dict():
                return {key: named(each) for key, each in value.items()}
            case _:
                return value

    [run] = runs_in("\n".join(json.dumps(named(json.loads(line))) for line in dumps(RUN).splitlines()))
    return run


def word_of(name: str, word: str) -> str:
    """What of a word is in an output: of runs, what a reader takes."""
    return HALVES.sub("", word) if name in ("a solution", "a film strip", "a player of a run") else word


def outline_with(word: str) -> str:
    """An outline with a piece, as `convert` draws it."""
    ring = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)]
    origin = Origin(kind=word, suspicions=(word,), left_out=(word,))
    read = Drawing("a", ([ring],), (LaidPiece(f"a{word}", tuple(ring)),), origin=origin)
    return svg_text(replace(puzzle_of(SQUARE), id=word, drawing=read))


def plot_with(word: str) -> str:
    estimate = Estimate(f"a{word}", f"b{word}", 0.5, 0.4, 0.6, word)
    return intervals_svg(Plot(word, word, (estimate, estimate._replace(line="b"))))


PICTURES: Mapping[str, Callable[[str], str]] = {
    "a solution": lambda word: solution_svg(run_with(word)),
    "a film strip": lambda word: filmstrip_svg(run_with(word)),
    "an outline": outline_with,
    "a plot": plot_with,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
@given(word=hostile)
def test_words_in_a_picture_are_words(name: str, word: str) -> None:
    text = PICTURES[name](word)
    kinds, root = pictured(text)
    assert kinds <= pictured(PICTURES[name](PLAIN))[0] | pictured(PICTURES[name](PLAIN * 200))[0]
    said = [each for element in root.iter() for each in (element.text, *element.attrib.values()) if each]
    if name == "an outline":
        [piece] = root.iterfind("{*}polygon")
        assert piece.get("data-piece") == re.sub(r"[\t\n]", " ", readable(f"a{word}"))  # as XML has it
        assert json.loads(root.get("data-heuristan", ""))["from"] == word
    else:
        assert one_line(f"{'' if 'plot' in name else 'square'}{word_of(name, word)}") in [*said, ""]
    assert not STEERING.search(re.sub("[\r\n]", "", text))


def columns(word: str) -> tuple[Column[Any], ...]:
    titles = {"name": "Name", "more": "More", "number": word}
    return tuple(Column(title, name, attrgetter(name)) for name, title in titles.items())


def table_of(word: str) -> Finding[Any]:
    row = SimpleNamespace(name=word, more=f"={word}", number=0.5)
    return Finding("solved", word, word, columns(word), (row,), f"a{word}")


def report_with(word: str) -> Report:
    none = Finding("nothing", word, word, columns(word)[:1], (), f"a{word}", word)
    return Report(word, (f"a{word}",), ((word, word),), (f"a{word}",), (table_of(word), none))


def stills_with(word: str) -> str:
    return page_of_stills(film_of_stills(Titles(word, word, word, word, word), [Still(word, word, ())]))


PAGES: Mapping[str, Callable[[str], str]] = {
    "a player of a run": lambda word: player_page(run_with(word)),
    "a player of stills": stills_with,
    "a report": lambda word: full_report.html(report_with(word)),
    "an answer in a notebook": lambda word: Verdict("1.2", "wrong", word)._repr_html_(),
    "a player in a notebook": lambda word: Player(word, stills_with(word))._repr_html_(),
}


@pytest.mark.parametrize("name", PAGES)
@given(word=hostile)
def test_words_on_a_page_are_words(name: str, word: str) -> None:
    # a column of numbers stands to the right, and one of sentences has lines that are broken
    assume(not word.strip().isdigit() and len(readable(word)) <= full_report.LONGEST_NAME)
    text = PAGES[name](word)
    read, plain = Read(text), Read(PAGES[name](PLAIN))
    assert read.skeleton == plain.skeleton
    for at, texts in plain.said.items():
        if at not in ("script", "style") and (name, at) != ("a player of a run", "pre"):  # which breaks lines anew
            wanted = [each.replace(PLAIN, readable(word_of(name, word))) for each in texts]
            assert [*map(as_browsers_do, read.said[at])] == [*map(as_browsers_do, wanted)]
    assert not STEERING.search(re.sub("[\r\n]", "", text))


def as_browsers_do(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


@given(hostile)
def test_data_of_a_page_are_what_they_were(word: str) -> None:
    text = page("a", "player", ["player"], {"said": word}, "b", call="play")
    [data] = [each for each in Read(text).said["script"] if each.startswith("{")]
    assert json.loads(data) == {"said": word}
    assert "<" not in data


@example("[a](javascript:h4ck())")
@given(hostile)
def test_a_report_in_markdown_is_the_elements_of_its_own(word: str) -> None:
    text, plain = (full_report.markdown(report_with(each), "plots") for each in (word, PLAIN))
    assert not [*markdown(re.sub("[\r\n]", " ", text))]
    assert Read(text).skeleton == Read(plain).skeleton
    # queries, which are code, have lines
    assert text.count("\n") == plain.count("\n") + 2 * readable(f"a{word}").rstrip().count("\n")


@given(hostile)
def test_a_report_as_a_table_computes_nothing(word: str) -> None:
    text = csv_text(table_of(word))
    assert not [*comma_separated(text)]
    [row] = csv.DictReader(io.StringIO(text, newline=""))
    assert row["name"] in (readable(word), f"'{readable(word)}")


@given(hostile)
def test_markup_says_what_it_said_in_an_element_and_in_an_attribute(word: str) -> None:
    element = ElementTree.fromstring(f'<a b="{as_markup(word)}">{as_markup(word)}</a>'.encode())
    said = readable(word)
    assert as_browsers_do(element.text or "") == as_browsers_do(said)
    # XML makes blanks of line breaks in an attribute
    assert re.sub(r"\s", " ", element.get("b", "")) == re.sub(r"\s", " ", as_browsers_do(said))
    assert as_markup(word).translate(dict.fromkeys(map(ord, '<>"'))) == as_markup(word)
