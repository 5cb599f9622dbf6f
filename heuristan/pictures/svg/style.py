"""The paint of elements: presentation attributes, style sheets and inline styles, as far as figures need them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from heuristan.pictures.svg.document import Element

INHERITED = ("fill", "stroke", "color", "fill-rule", "fill-opacity", "stroke-opacity", "stroke-width", "visibility")
"""Properties that an element inherits from the one around it."""

OTHERS = ("display", "opacity", "transform")
_PROPERTIES = (*INHERITED, *OTHERS)

MAX_RULES = 5000
_LONGEST_VALUE = 100
_GREY = (128, 128, 128)
"""Stands for gradients, patterns and colours from elsewhere: some colour that is not the paper's."""


class Colour(NamedTuple):
    """A paint, 0 to 255 each; opacity 0 to 1."""

    red: float
    green: float
    blue: float
    opacity: float

    def over(self, paper: "Colour") -> "Colour":
        """Return the colour that it makes on a paper."""
        red, green, blue = (p + (c - p) * self.opacity for c, p in zip(self[:3], paper[:3], strict=True))
        return Colour(red, green, blue, 1.0)


BLACK, WHITE = Colour(0, 0, 0, 1), Colour(255, 255, 255, 1)


@dataclass(frozen=True)
class Style:
    """The properties of an element, those that it inherits included."""

    inherited: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    opacity: float = 1.0
    """Of all the elements around it together."""

    @property
    def is_shown(self) -> bool:
        return self.own.get("display") != "none"

    @property
    def transform(self) -> str:
        return self.own.get("transform", "")

    @property
    def rule(self) -> str:
        return "evenodd" if self.inherited.get("fill-rule") == "evenodd" else "nonzero"

    @property
    def fill(self) -> Colour | None:
        return self._paint("fill", "black")

    @property
    def stroke(self) -> Colour | None:
        width = self.inherited.get("stroke-width", "1").lstrip("+")
        return None if width.rstrip("pxmtcin%") in ("0", "0.0") else self._paint("stroke", "none")

    def _paint(self, name: str, usual: str) -> Colour | None:
        """Return a colour; None if nothing is painted."""
        if self.inherited.get("visibility") in ("hidden", "collapse"):
            return None
        found = _colour(self.inherited.get(name, usual), self.inherited.get("color", "black"))
        if found is None:
            return None
        opacity = found.opacity * _share(self.inherited.get(f"{name}-opacity", "1")) * self.opacity
        return found._replace(opacity=opacity) if opacity > 0.02 else None

    def within(self, specified: Mapping[str, str]) -> "Style":
        """Return the style of an element with these declarations, inside an element of this style."""
        inherited = dict(self.inherited)
        for name in INHERITED:
            if specified.get(name, "inherit") != "inherit":
                inherited[name] = specified[name]
        own = {name: specified[name] for name in OTHERS if name in specified}
        return Style(inherited, own, self.opacity * _share(specified.get("opacity", "1")))


def _share(text: str) -> float:
    """Parse a number from 0 to 1, or a percentage; 1 if it is neither."""
    try:
        number = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        return 1.0
    return min(max(number, 0.0), 1.0) if number == number else 1.0


@lru_cache(maxsize=1024)
def _colour(text: str, current: str) -> Colour | None:
    word = text.strip().lower()
    if word == "currentcolor":
        word = current.strip().lower()
    if word in ("none", "transparent"):
        return None
    if word.startswith(("url", "context-", "var", "currentcolor")) or len(word) > _LONGEST_VALUE:
        return Colour(*_GREY, 1.0)
    from svgelements import Color

    try:
        found: Any = Color(word)
        return Colour(found.red, found.green, found.blue, found.opacity)
    except (ValueError, TypeError, OverflowError):
        return Colour(*_GREY, 1.0)


class StyleSheet(NamedTuple):
    """The declarations of the style elements of a document, by simple selectors: an element, a class, an id, all."""

    rules: Mapping[str, Mapping[str, str]]

    @classmethod
    def of(cls, root: Element) -> "StyleSheet":
        """Return the style sheet of a document.

        Raises:
            SvgFault: if it imports another one, or is too long.
        """
        rules: dict[str, dict[str, str]] = {}
        for element in root.walk():
            if element.name == "style":
                _add_rules(rules, element)
        return cls(rules)

    def specified(self, element: Element) -> dict[str, str]:
        """Return the declarations for an element; more specific selectors override others."""
        found = {name: element.get(name) for name in _PROPERTIES if name in element.attributes}
        for selector in _selectors(element) if self.rules else ():
            found.update(self.rules.get(selector, {}))
        if "style" in element.attributes:
            found.update(_declarations(element.get("style")))
        return found


def _selectors(element: Element) -> Iterable[str]:
    classes = element.get("class").split()
    yield from ("*", element.name)
    yield from (f".{word}" for word in classes)
    yield from (f"{element.name}.{word}" for word in classes)
    if element.get("id"):
        yield from (f"#{element.get('id')}", f"{element.name}#{element.get('id')}")


def _add_rules(rules: dict[str, dict[str, str]], element: Element) -> None:
    text = _without_comments("".join(element.texts))
    if "@import" in text.lower():
        raise element.fault(
            "the style sheet imports another file, and nothing is fetched; put its rules into the <style> element"
        )
    for block in text.split("}"):
        selectors, _, declarations = block.rpartition("{")
        declared = _declarations(declarations)
        # the text before an earlier brace is a condition like "@media screen {"
        for selector in selectors.rpartition("{")[2].split(",") if declared else ():
            rules.setdefault(selector.strip(), {}).update(declared)
        if len(rules) > MAX_RULES:
            raise element.fault(f"the style sheet has more than {MAX_RULES} rules; leave only the outline")


def _without_comments(text: str) -> str:
    first, *others = text.split("/*")
    return first + "".join(part.partition("*/")[2] for part in others)


def _declarations(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for declaration in text.split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip().lower(), value.partition("!")[0].strip()
        if name in _PROPERTIES and value:
            found[name] = value
    return found
