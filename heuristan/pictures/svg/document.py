"""From an SVG text to a tree of elements, each with its line: nothing is fetched, and nothing can swell.

The text is read with expat alone. Of the declarations in a DOCTYPE, short texts without markup are read, as
Illustrator once wrote them for namespaces and styles; whatever could swell or name other files is refused before it
takes effect. Compressed files are unpacked up to a limit.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from heuristan.common.faults import InputError
from heuristan.common.files import read_bytes
from heuristan.common.quoting import shown

LONGEST = 16 * 1024 * 1024
"""Maximum size of a document, unpacked, in bytes."""

MAX_ELEMENTS = 50_000
"""Maximum number of elements."""

DEEPEST = 100
"""Maximum depth of elements within elements; drawing programs write ten or twenty."""

MAX_ENTITIES = 200
"""Maximum number of entities that a DOCTYPE declares."""

LONGEST_ENTITY = 1000
"""Maximum length of an entity, in characters: a style has a hundred."""

SVG = "http://www.w3.org/2000/svg"
"""The namespace of SVG's own elements."""

GZIP = b"\x1f\x8b"
_MAX_PACKED_HEAD = 64 * 1024


class SvgFault(Exception):
    """A fault in an SVG document, with its line."""

    def __init__(self, line: int, message: str, is_empty: bool = False) -> None:
        super().__init__(message)
        self.line = line
        self.message = message
        self.is_empty = is_empty
        """Whether the only fault is that there is no figure."""


@dataclass
class Element:
    """An element of the document."""

    name: str
    """Its name, without a prefix that stands for SVG."""
    attributes: dict[str, str]
    line: int
    children: list["Element"] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def get(self, name: str) -> str:
        """Return an attribute without white space around it; an empty text if it is not given."""
        return self.attributes.get(name, "").strip()

    def fault(self, message: str) -> "SvgFault":
        return SvgFault(self.line, message)

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())

    @property
    def href(self) -> str:
        """The reference of the element, in the new notation or in the old one with any prefix."""
        old = (value for name, value in self.attributes.items() if name.endswith(":href"))
        return self.get("href") or next(old, "").strip()

    def walk(self) -> Iterator["Element"]:
        """Yield the element and all within it, in the order of the document."""
        waiting = [self]
        while waiting:
            element = waiting.pop()
            yield element
            waiting += reversed(element.children)


def recognises(head: bytes) -> bool:
    """Return whether a file that starts with these bytes is an SVG document, packed or not."""
    if head.startswith(GZIP):
        try:
            head = zlib.decompressobj(31).decompress(head, _MAX_PACKED_HEAD)
        except zlib.error:
            return False
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head[2:].replace(b"\0", b"")
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start.startswith(b"<"):
        return False
    return any(mark in start for mark in (b"<svg", b":svg", SVG.encode(), b"DOCTYPE svg"))


def read_document(path: Path) -> Element:
    """Return the root element of an SVG file.

    Raises:
        InputError: if the file cannot be read, is too large, or starts like a gzip file and is not one.
        SvgFault: if the text is not an SVG document, or is not safe to read.
    """
    data = _unpacked(path)
    if not data.strip(b"\xef\xbb\xbf \t\r\n\0"):
        raise InputError(f"{path}: the file is empty; it should hold an outline")
    reader = _Reader(data.count(b"&"))
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as fault:
        raise SvgFault(
            fault.lineno, f"this is not XML: {expat.ErrorString(fault.code)}; save the drawing again as plain SVG"
        ) from None
    except (LookupError, ValueError, UnicodeError):
        # Python raises these if it lacks the encoding, or if that has several bytes a letter
        raise SvgFault(1, "the encoding of the text is not known here; save the drawing as UTF-8") from None
    return reader.root_checked()


def _unpacked(path: Path) -> bytes:
    data = read_bytes(path, LONGEST + 1)
    if data.startswith(GZIP):
        try:
            data = zlib.decompressobj(31).decompress(data, LONGEST + 1)
        except zlib.error:
            raise InputError(f"{path}: the compressed file is damaged; save it again, as plain SVG") from None
    if len(data) > LONGEST:
        raise InputError(
            f"{path}: the drawing is larger than {LONGEST // 1024} KiB; leave only the outline in it and save it as "
            "plain SVG"
        )
    return data


class _Reader:
    """Builds the tree while expat reads."""

    def __init__(self, references: int) -> None:
        """Make a reader.

        Args:
            references: the number of references to entities in the text, or more.
        """
        self.references = references
        self.entities = 0
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._entity
        self.parser.AttlistDeclHandler = self._refuse_declarations
        self.parser.ElementDeclHandler = self._refuse_declarations
        self.parser.ProcessingInstructionHandler = self._instruction
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        self.prefixes = set[str]()
        """The prefixes of SVG's own elements: the root's, and those that are declared."""

    def root_checked(self) -> Element:
        if self.root is None or self.root.name != "svg":
            line, name = (self.root.line, self.root.name) if self.root else (1, "")
            raise SvgFault(line, f"the root of the document is {shown(name)}, not 'svg'; give an SVG drawing")
        return self.root

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        line = self.parser.CurrentLineNumber
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise SvgFault(line, f"the drawing has more than {MAX_ELEMENTS} elements; leave only the outline in it")
        if len(self.open) >= DEEPEST:
            raise SvgFault(line, f"elements nest deeper than {DEEPEST} levels; ungroup the drawing")
        if self.root is None:
            self.prefixes.add(name[: name.rfind(":") + 1])
        self.prefixes |= {key[6:] + ":" for key, value in attributes.items() if key[:6] == "xmlns:" and value == SVG}
        prefix, _, local = name.rpartition(":")
        element = Element(local if f"{prefix}:" in self.prefixes else name, attributes, line)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def _end(self, _name: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        if self.open:
            self.open[-1].texts.append(text)

    def _entity(self, _name: str, is_parameter: int, value: str | None, *_elsewhere: str | None) -> None:
        """Allow an entity that is a short text, if all references together stay short."""
        self.entities += 1
        is_plain = value is not None and not is_parameter and not set(value) & set("<&%")
        if not is_plain or self.entities > MAX_ENTITIES or len(value or "") > LONGEST_ENTITY:
            self._refuse_declarations()
        if self.references * len(value or "") > LONGEST:
            self._refuse_declarations()

    def _refuse_declarations(self, *_what: object) -> None:
        raise SvgFault(
            self.parser.CurrentLineNumber,
            "the DOCTYPE holds declarations (entities) other than a few short texts, which are not read; "
            "remove the DOCTYPE, or save the drawing as plain SVG",
        )

    def _instruction(self, target: str, _text: str) -> None:
        if target == "xml-stylesheet":
            raise SvgFault(
                self.parser.CurrentLineNumber,
                "the drawing names a style sheet in another file, and nothing is fetched; put its rules into a "
                "<style> element",
            )
