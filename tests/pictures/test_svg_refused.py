"""SVG that is unsafe, damaged or without a figure is refused with line, fault and fix; documents are recognised."""

import gzip
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.places import TOP
from shared.svg_files import (
    CELL,
    SQUARE,
    one,
    refusal,
    shown,
    svg,
)

from heuristan.common.faults import InputError
from heuristan.pictures.svg import read as read_svg
from heuristan.pictures.svg import recognises
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Drawing, Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "figure.svg"


BOMB = """<?xml version="1.0"?>
<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>
<svg><desc>&c;</desc><rect width="4" height="4"/></svg>"""


class TestRefusals:
    @pytest.mark.parametrize(
        ("content", "message"),
        [
            ("", "1: the drawing holds no shape; draw the outline"),
            ("<text>cat</text>", "1: the drawing holds text and no shape"),
            ('<image href="https://example.org/cat.png"/>', "1: the drawing holds a picture of pixels and no shape"),
            ('<path fill="white" d="M0 0L4 4"/>', "1: no shape in the drawing shows on the paper"),
            ('<path d="M0 0L4 4"/>', "1: no shape in the drawing shows on the paper"),
            ('<circle r="4"/>', "2: the outline is curved at ("),
            ('\n<path d="M0 0h40q9 20 0 40h-40z"/>', "3: the outline is curved at (44.5, 20); the edges of a tangram"),
            ('<path d="M0 0 4 four"/>', "2: 'd' of this path cannot be read near 'M0 0 4 four'; correct it"),
            ('<path d="L0 0 4 4"/>', "2: the path does not start with M"),
            ('<path d="M0 0L4"/>', "2: 'd' of this path cannot be read"),
            ('<polygon points="0,0 4,4 5"/>', "2: 'points' has 5 numbers"),
            ('<rect width="4 cm" height="1"/>', "2: 'width' is '4 cm'; write a length like"),
            ('<rect width="4" height="1" transform="turn(4)"/>', "2: the transform 'turn(4)' cannot be read"),
            ('<rect width="4" height="1" transform="matrix(1 2)"/>', "2: the transform 'matrix(1 2)' cannot be read"),
            ('<rect width="1e99" height="1"/>', "2: a point near (0, 0) lies beyond 1e+09"),
            ('<g id="a">\n<use href="#a"/></g>', "3: this refers to '#a', which holds itself"),
            ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', "which holds itself"),
            ('<use href="#a"/>', "2: this refers to '#a', which is not there"),
            ('<use href="other.svg#a"/>', "2: this refers to another file, 'other.svg#a', and nothing is fetched"),
            ("<style>@import url(http://example.org/a.css);</style>", "2: the style sheet imports another file"),
            ("<g>" * 120 + "</g>" * 120, "2: elements nest deeper than 100 levels"),
            ('<rect data-piece="x"', "3: this is not XML: "),
            ("&cat;", "2: this is not XML: undefined entity"),
        ],
    )
    def test_they_name_line_fault_and_fix(self, file: Path, content: str, message: str) -> None:
        assert message in refusal(file, svg(content))

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            (BOMB, "2: the DOCTYPE holds declarations (entities) other than"),
            ('<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>', "1: the DOCTYPE holds"),
            ('<!DOCTYPE svg [<!ENTITY % a SYSTEM "http://example.org/">%a;]><svg/>', "1: the DOCTYPE holds"),
            ('<?xml-stylesheet href="a.css"?><svg/>', "1: the drawing names a style sheet in another file"),
            ("<html><svg/></html>", "1: the root of the document is 'html', not 'svg'"),
            ("", " the file is empty"),
            (b'<?xml version="1.0" encoding="klingon"?><svg/>', "1: the encoding of the text is not known here"),
            (b"\x1f\x8b" + b"svg", " the compressed file is damaged"),
            (gzip.compress(b" " * 20_000_000), " the drawing is larger than 16384 KiB"),
        ],
    )
    def test_documents(self, file: Path, text: str | bytes, message: str) -> None:
        assert refusal(file, text).startswith(message)

    @pytest.mark.slow
    def test_uses_of_uses_end(self, file: Path) -> None:
        chain = "".join(f'<g id="a{n}">{f"<use href=&quot;#a{n + 1}&quot;/>" * 10}</g>' for n in range(20))
        chain = chain.replace("&quot;", '"')
        message = refusal(file, svg(f'<defs>{chain}<path id="a20" d="M0 0h1v1z"/></defs><use href="#a0"/>'))
        assert "the drawing paints more than 10000 elements" in message
        line = "".join(f'<g id="a{n}"><use href="#a{n + 1}"/></g>' for n in range(400))
        assert "references nest deeper than" in refusal(file, svg(f'<defs>{line}</defs><use href="#a0"/>'))

    @pytest.mark.slow
    def test_tangles_end(self, file: Path) -> None:
        star = " ".join(f"{(n * 7919) % 1000},{(n * 104729) % 1000}" for n in range(900))
        assert "lines of the drawing cross more than 3000 times" in refusal(file, svg(f'<polygon points="{star}"/>'))
        saw = " ".join(f"{n},{n % 2}" for n in range(5000))
        assert "the figure has 5000 edges" in refusal(file, svg(f'<polygon points="{saw}"/>'))
        steps = "l1 1" * 120_000
        assert "the drawing has more than 200000 coordinates" in refusal(file, svg(f'<path d="M0 0{steps}"/>'))


class TestDocuments:
    TEXT = svg('<path d="M0 0h40l-40 40z"/>')
    DOCTYPE = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'

    @pytest.mark.parametrize(
        "data",
        [
            TEXT.encode(),
            b"\xef\xbb\xbf" + TEXT.encode(),
            gzip.compress(TEXT.encode()),
            f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- a drawing -->\n{DOCTYPE}\n{TEXT}'.encode(),
            ('<?xml version="1.0" encoding="UTF-16"?>' + TEXT).encode("utf-16"),
            ('<?xml version="1.0" encoding="windows-1252"?>' + TEXT.replace("<path", "<title>é</title><path")).encode(
                "cp1252"
            ),
            b'<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:path d="M0 0h40l-40 40z"/></s:svg>',
            b'<svg><path d="M0 0h40l-40 40z"/></svg>',
        ],
        ids=["plain", "marked", "packed", "doctype", "UTF-16", "windows-1252", "prefixed", "no namespace"],
    )
    def test_they_are_recognised_and_read(self, file: Path, data: bytes) -> None:
        assert recognises(data)
        assert shown(one(file, data)).area == 800

    @pytest.mark.parametrize(
        "head", [b"", b"vertices: [[0, 0]]", b'{"type": "Polygon"}', b"\x89PNG", b"<html></html>", b"\x1f\x8bno", b"\0"]
    )
    def test_others_are_not_recognised(self, head: bytes) -> None:
        assert not recognises(head)

    def test_the_title_is_the_name(self, file: Path) -> None:
        assert one(file, self.TEXT).id == "figure"
        assert one(file, self.TEXT.replace("<path", "<title> a\n cat </title><path")).id == "a cat"

    def test_the_front_door_reads_them(self, file: Path) -> None:
        file.write_text(self.TEXT, encoding="utf-8")
        (puzzle,) = read_outlines(file)
        assert isinstance(puzzle, Puzzle)
        assert puzzle.sets == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            svg('<path d="M0 0h40q9 20 0 40h-40z"/>'),
            "the outline is curved at (44.5, 20); the edges of a tangram are straight: draw it with lines",
        ),
        (
            svg('<image href="cat.png"/>'),
            "the drawing holds a picture of pixels and no shape; save that as PNG, and give it instead",
        ),
        (
            svg("<text>cat</text>"),
            "the drawing holds text and no shape; draw the outline, or turn the text to paths",
        ),
        (
            svg('<path fill="white" d="M0 0L4 4"/>'),
            "no shape in the drawing shows on the paper; give the outline a fill that is not white, or a stroke",
        ),
        (
            svg('<use href="other.svg#a"/>'),
            "this refers to another file, 'other.svg#a', and nothing is fetched; paste the part in",
        ),
        (
            svg("<style>@import 'a.css';</style>"),
            "the style sheet imports another file, and nothing is fetched; put its rules into the <style> element",
        ),
        (
            svg('<g id="a"><use href="#a"/></g>'),
            "this refers to '#a', which holds itself; remove the reference",
        ),
        (
            BOMB,
            "the DOCTYPE holds declarations (entities) other than a few short texts, which are not read; "
            "remove the DOCTYPE, or save the drawing as plain SVG",
        ),
    ],
)
def test_a_message_says_what_to_do(text: str, message: str, file: Path) -> None:
    assert refusal(file, text).partition(": ")[2] == message


class TestThePage:
    PAGE = (TOP / "docs" / "formats" / "svg.md").read_text(encoding="utf-8")

    def test_its_example_is_read(self, file: Path) -> None:
        (example,) = re.findall(r"^```xml\n(.*?)^```$", self.PAGE, re.DOTALL | re.MULTILINE)
        drawing = one(file, example)
        assert drawing.id == "square"
        assert len(drawing.laid) == 7

    def test_its_limits_are_those_of_the_reader(self) -> None:
        from heuristan.common import overlay
        from heuristan.pictures.svg import document, filling, geometry, islands, painting

        limits = (
            document.MAX_ELEMENTS,
            painting.MAX_SHAPES,
            geometry.Tally.MOST,
            islands.MAX_SHAPES,
            filling.MAX_EDGES,
            overlay.MOST_CROSSINGS,
        )
        assert all(f"{limit:,}" in self.PAGE for limit in limits)
        assert f"{document.LONGEST // 1024**2} MiB" in self.PAGE


SEEDS = [
    svg("".join(f'<polygon id="{n}" points="{points}"/>' for n, (_, points) in enumerate(SQUARE))),
    svg("".join(CELL.format(f'id="a{n}"', 50 * n) for n in range(3))),
    svg(
        '<style>.a{fill:red}#b{fill:none;stroke:rgb(1,2,3)}</style><defs><symbol id="s" viewBox="0 0 5 5">'
        '<path d="M0 0h4v4h-4zM1,1c1 0 2 0 2 0 a 1 2 3 0 1 5 5 q 1 1 2 2 t 3 3 s 1 1 1 1z"/></symbol>'
        '<g id="u"><use href="#s" x="1" y="2" width="30" height="20"/></g></defs>'
        '<use href="#u" transform="rotate(30) scale(2,3) matrix(1 0 0 1 2 3) skewX(4)"/>'
        '<rect class="a" x="1mm" y="2" width="50%" height="4" rx="1" style="fill:white;stroke:#000"/>'
        '<circle cx="3" cy="4" r="5" opacity=".5"/><ellipse rx="3" ry="2"/><polygon id="b" points="0,0 1,1 2,0"/>'
        '<line x1="1" x2="2" stroke="red"/><svg x="1" width="5" height="5" viewBox="0 0 1 1"><path d="M 0 0z"/></svg>'
    ),
]
WORDS = [
    "1e308", "-1e308", "nan", "inf", "1e-320", "0", "1.", "<g>", "</g>", "#s", "#u", "M", "a", "Z", "c", "%", "mm",
    '"', "<", "&#0;", "&a;", "9" * 99, " ", ",", "-", "(", "evenodd", "white", "none", "\0", "é", "<use href='#u'/>",
]  # fmt: skip


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Return a drawing in which something is put in, taken out, doubled or changed, a few times."""
    data = draw(st.sampled_from(SEEDS)).encode()
    for _ in range(draw(st.integers(1, 6))):
        i = draw(st.integers(0, len(data)))
        j = min(len(data), i + draw(st.integers(0, 40)))
        put = draw(st.sampled_from(WORDS).map(str.encode) | st.binary(max_size=3) | st.just(data[i:j] * 2))
        data = data[:i] + put + data[draw(st.sampled_from([i, j])) :]
    return data


@pytest.mark.slow
@settings(max_examples=133, deadline=5000, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=mutated())
def test_garbage_is_read_or_refused(file: Path, data: bytes) -> None:
    recognises(data)
    file.write_bytes(data)
    found: list[Drawing | Refusal] | str
    try:
        found = list(read_svg(file))
    except InputError as fault:
        found = str(fault)
    assert found
    if isinstance(found, str):
        assert found.startswith(f"{file}:")
    else:
        assert all(isinstance(each, Refusal) or each.polygons or each.laid for each in found)
