"""Elements of SVG pictures: the few that are drawn, each with its attributes in one order.

An element is its text, and escapes nothing. A library with a data class for each element of SVG takes longer to load
than a puzzle to solve.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Self, TypeAlias

Attribute: TypeAlias = str | float | Sequence[object] | None
PathData: TypeAlias = str
"""A command of a path, with its numbers."""


def to(command: str, *numbers: float) -> PathData:
    """Return a command of a path: M or L to a point, Z back to the first, and others."""
    return f"{command} {' '.join(map(str, numbers))}"


class Element(str):
    """An element: attributes by name, with _ for - and None for what is not said, and what lies within it."""

    __slots__ = ()
    start: ClassVar[str] = ""
    order: ClassVar[str] = (
        "stroke stroke_dasharray stroke_opacity stroke_width class_ x y width height rx d cx cy r x1 y1 x2 y2 points "
        "stroke_linecap stroke_linejoin fill_rule fill_opacity fill data_piece"
    )

    def __new__(cls, *, elements: Iterable["Element"] = (), text: str = "", **attributes: Attribute) -> Self:
        name = cls.__name__.lower()
        known = cls.order.split()
        shown = "".join(
            f' {key.rstrip("_").replace("_", "-")}="{_shown(attributes[key])}"'
            for key in sorted(attributes, key=known.index)
            if attributes[key] is not None
        )
        within = text or "".join(elements)
        return super().__new__(cls, f"<{name}{cls.start}{shown}" + (f">{within}</{name}>" if within else "/>"))


def _shown(value: Attribute) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


class SVG(Element):
    start = ' xmlns="http://www.w3.org/2000/svg"'
    order = "viewBox width height class_ data_heuristan role"


class Image(Element):
    order = "style href x y width height class_ opacity"


class Text(Element):
    order = "stroke stroke_width text_anchor font_size font_weight paint_order class_ fill x y stroke_linejoin"


class G(Element):
    order = "transform class_ font_family"


class Title(Element): ...


class Desc(Element): ...


class Path(Element): ...


class Rect(Element): ...


class Line(Element): ...


class Circle(Element): ...


class Polygon(Element): ...
