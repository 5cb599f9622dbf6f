"""A document as it is painted: what is shown, in which order, with which colours, all in the root's coordinates.

Coordinates are those inside the root element (of its viewBox, if it has one), so that what is made of a drawing can be
laid over it. Definitions are painted where they are used.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from heuristan.common.quoting import shown
from heuristan.pictures.svg import geometry
from heuristan.pictures.svg.document import Element
from heuristan.pictures.svg.style import BLACK, Colour, Style, StyleSheet

SHAPES = ("path", "polygon", "polyline", "rect", "circle", "ellipse", "line")
CONTAINERS = ("g", "a", "switch")
PAINTED = (*SHAPES, *CONTAINERS, "svg", "use")
"""The elements that are painted, with all that is in them."""
MAX_SHAPES = 10_000
"""Maximum number of shapes painted; `use` can paint each many times."""
DEEPEST = 100

_USUAL_SIZE = (300.0, 150.0)
_LONGEST_NAME = 200


class Shape(NamedTuple):
    """The paint of one element."""

    number: int
    """Its place in the order of painting; parts of it keep that number."""
    element: Element
    tracks: tuple[geometry.Track, ...]
    rule: str
    fill: Colour | None
    stroke: Colour | None
    piece: str | None
    """The name of the piece that the file says it is (``data-piece``)."""

    @property
    def line(self) -> int:
        return self.element.line


@dataclass(frozen=True)
class Group:
    """The paint of an element with others in it."""

    element: Element
    children: "list[Group | Shape]" = field(default_factory=list)

    @property
    def shapes(self) -> list[Shape]:
        """All shapes in it, in the order in which they are painted."""
        found: list[Shape] = []
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            if isinstance(node, Shape):
                found.append(node)
            else:
                waiting += reversed(node.children)
        return found

    def only(self, numbers: Collection[int]) -> "Group":
        """Return the group with these shapes alone."""
        kept = (child if isinstance(child, Shape) else child.only(numbers) for child in self.children)
        return Group(
            self.element,
            [child for child in kept if (child.number in numbers if isinstance(child, Shape) else child.children)],
        )

    @property
    def name(self) -> str:
        """The name that its author gave it: its title, label or id, or the only text in it; else empty."""
        texts = [child.text for child in self.element.children if child.name == "text"]
        labels = [value for name, value in self.element.attributes.items() if name.endswith((":label", "aria-label"))]
        for name in (title_of(self.element), *labels, self.element.get("id"), *(texts if len(texts) == 1 else [])):
            if is_name(name):
                return name.strip()
        return ""


Node: TypeAlias = Group | Shape


def title_of(element: Element) -> str:
    return next((child.text for child in element.children if child.name == "title"), "")


def is_name(text: str) -> bool:
    return bool(text.strip()) and text.isprintable() and len(text) <= _LONGEST_NAME


def size_of(root: Element) -> geometry.Size:
    """Return the size of the canvas in the root's coordinates."""
    box = geometry.view_box(root)
    if box is not None:
        return box[2], box[3]
    wide, high = (
        geometry.length_of(root, name, usual, usual)
        for name, usual in zip(("width", "height"), _USUAL_SIZE, strict=True)
    )
    return wide, high


def painted(root: Element) -> Group:
    """Return all that a document paints.

    Raises:
        SvgFault: if something in it cannot be read, refers to another file or to itself, or is too much.
    """
    painter = _Painter(root)
    style = Style().within(painter.sheet.specified(root))
    group = Group(root)
    if style.is_shown:
        place = _Place(geometry.transform_of(style.transform, root.line, size_of(root)), style, size_of(root), (root,))
        painter.fill(group, root, place)
    return group


def inked(group: Group) -> Group:
    """Return a group whose shapes are drawn with a line, whatever paint they have."""
    return Group(
        group.element,
        [
            inked(child) if isinstance(child, Group) else child._replace(fill=None, stroke=BLACK)
            for child in group.children
        ],
    )


class _Place(NamedTuple):
    """The place where an element is painted."""

    affine: geometry.Affine
    style: Style
    size: geometry.Size
    around: tuple[Element, ...]
    """The elements that led here, the outermost first."""
    piece: str | None = None

    def inside(self, element: Element, affine: geometry.Affine, size: geometry.Size | None = None) -> "_Place":
        return _Place(self.affine.after(affine), self.style, size or self.size, (*self.around, element), self.piece)


def _is_for_some(element: Element) -> bool:
    """Return whether only programs with extensions to SVG show an element of a switch."""
    return bool(element.get("requiredExtensions"))


class _Painter:
    """Walks the tree, definitions laid in where they are used."""

    def __init__(self, root: Element) -> None:
        self.sheet = StyleSheet.of(root)
        self.tally = geometry.Tally()
        self.count = 0
        self.tracks: dict[tuple[int, geometry.Size], tuple[geometry.Track, ...]] = {}
        """The tracks of elements that were read already, because `use` can paint an element many times."""
        self.by_id: dict[str, Element] = {}
        for element in root.walk():
            if element.get("id"):
                self.by_id.setdefault(element.get("id"), element)

    def fill(self, group: Group, element: Element, place: _Place) -> None:
        """Paint the children of an element into a group; of a switch the first that is for everybody."""
        for child in element.children:
            if element.name == "switch" and (child.name not in PAINTED or _is_for_some(child)):
                continue
            group.children.extend(self.paint(child, place))
            if element.name == "switch":
                return

    def paint(self, element: Element, outer: _Place) -> Iterator[Node]:
        if element.name not in PAINTED:
            return
        style = outer.style.within(self.sheet.specified(element))
        if not style.is_shown:
            return
        self._count(element)
        affine = geometry.transform_of(style.transform, element.line, outer.size)
        piece = element.get("data-piece") or outer.piece
        place = _Place(outer.affine.after(affine), style, outer.size, outer.around, piece)
        if element.name in SHAPES:
            yield self._shape(element, place)
            return
        group = Group(element)
        if element.name == "use":
            self._use(group, element, place)
        elif element.name == "svg":
            self._viewport(group, element, element, place)
        else:
            self.fill(group, element, place.inside(element, geometry.Affine()))
        if group.children:
            yield group

    def _count(self, element: Element) -> None:
        self.count += 1
        if self.count > MAX_SHAPES:
            raise element.fault(f"the drawing paints more than {MAX_SHAPES} elements; leave only the outline in it")

    def _shape(self, element: Element, place: _Place) -> Shape:
        style = place.style
        known = id(element), place.size
        if known not in self.tracks:
            self.tracks[known] = geometry.tracks_of(element, place.size, self.tally)
        tracks = self.tracks[known]
        self.tally.add(sum(len(track.segments) for track in tracks), element)
        return Shape(
            self.count,
            element,
            tuple(geometry.moved(track, place.affine, element.line) for track in tracks),
            style.rule,
            style.fill if element.name != "line" else None,
            style.stroke,
            place.piece,
        )

    def _use(self, group: Group, element: Element, place: _Place) -> None:
        target = self._target(element, place)
        if target is None:
            return
        x, y = geometry.length_of(element, "x", place.size[0]), geometry.length_of(element, "y", place.size[1])
        inside = place.inside(element, geometry.Affine(e=x, f=y))
        if target.name in ("symbol", "svg"):
            specified = self.sheet.specified(target)
            styled = _Place(inside.affine, inside.style.within(specified), inside.size, inside.around, inside.piece)
            self._viewport(group, target, element, styled)
        else:
            group.children.extend(self.paint(target, inside.inside(target, geometry.Affine())))

    def _target(self, element: Element, place: _Place) -> Element | None:
        """Return the element that a `use` refers to; None if there is none."""
        href = element.href
        if not href:
            return None
        if not href.startswith("#"):
            raise element.fault(
                f"this refers to another file, {shown(href)}, and nothing is fetched; paste the part in"
            )
        target = self.by_id.get(href[1:])
        if target is None:
            raise element.fault(f"this refers to {shown(href)}, which is not there; correct the reference")
        if any(target is other for other in place.around):
            raise element.fault(f"this refers to {shown(href)}, which holds itself; remove the reference")
        if len(place.around) > DEEPEST:
            raise element.fault(f"references nest deeper than {DEEPEST} levels; paste the part in")
        return target

    def _viewport(self, group: Group, target: Element, sized_by: Element, place: _Place) -> None:
        """Paint a nested drawing, or a symbol with the size that its use gives it."""
        wide, high = (
            geometry.length_of(sized_by, name, whole, geometry.length_of(target, name, whole, whole))
            for name, whole in zip(("width", "height"), place.size, strict=True)
        )
        origin = geometry.Affine()
        if target.name == "svg":
            origin = geometry.Affine(
                e=geometry.length_of(target, "x", place.size[0]), f=geometry.length_of(target, "y", place.size[1])
            )
        affine, size = geometry.viewport_of(target, wide, high)
        self.fill(group, target, place.inside(target, origin.after(affine), size))
