"""The picture of `architecture.md`: the rooms of the package and what each imports, read from the code itself."""

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from textwrap import wrap
from typing import TypeAlias

from heuristan.common.svg import elements as svg
from heuristan.common.svg.page import GREY, label, outline_path, page
from heuristan.common.svg.palette import FAINT, LIGHT, LINE, PAPER

TOP = Path(__file__).parents[2]
BESIDE = ("pictures", "lab", "edgematching", "sliding", "jigsaw")
"""The rooms beside the core, which know the core or nothing of it, and not each other."""
PLACES: Mapping[str, tuple[float, float]] = {
    "commands": (1.5, 0),
    "api": (1.5, 1),
    "render": (0, 2),
    "explain": (1, 2),
    "solving": (2, 2),
    "expert": (1.3, 3),
    "exact": (2.45, 3),
    "verification": (1.85, 4),
    "trace": (0.5, 5),
    "outlines": (1.4, 5),
    "puzzle": (2, 6),
    "pieces": (2, 7),
    "boundary": (2, 8),
    "lattice": (2, 9),
}
"""Column, from 0 to 3, and row of each room of the core: arrows run downwards."""
LEGEND = (
    "An arrow: imports. Arrows that follow",
    "from others are left out; dashed ones",
    "lead to the trace. The core imports nothing",
    "that is drawn beside it or above it.",
)
WIDTH, ROOM_WIDTH, ROOM_HEIGHT, COLUMN, STEP, GAP = 860.0, 122.0, 40.0, 148.0, 74.0, 14.0
MOST_LETTERS = 100
"""Maximum number of letters in a line of `common`."""
MOST_BESIDE = 22
"""Maximum number of letters in a line of a room beside the core."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""
Imports: TypeAlias = Mapping[str, frozenset[str]]


@cache
def layers_of(container: str) -> tuple[tuple[str, ...], ...]:
    """Return the layers that the import contract gives a package, the highest first."""
    contracts = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = (one["layers"] for one in contracts if one.get("containers") == [container])
    return tuple(tuple(name.strip() for name in layer.split("|")) for layer in layers)


def imports_of(container: str) -> Imports:
    """Return for each room of a package the other rooms that its files import."""
    names = [*chain.from_iterable(layers_of(container))]
    return {name: frozenset(_imported(container, name)) & {*names} - {name} for name in names}


def _imported(container: str, room: str) -> Iterator[str]:
    place = TOP.joinpath(*container.split("."), room)
    prefix = f"{container}."
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for name in (node.module, *(f"{node.module}.{each.name}" for each in node.names)):
                    if name.startswith(prefix):
                        yield name.removeprefix(prefix).partition(".")[0]


def direct(imports: Imports) -> Iterator[tuple[str, str]]:
    """Yield the arrows that do not follow from others: a room to the rooms just below it."""
    for room, others in imports.items():
        reached = frozenset(chain.from_iterable(_below(other, imports) for other in others))
        yield from ((room, other) for other in sorted(others - reached))


def _below(room: str, imports: Imports) -> frozenset[str]:
    return imports[room] | frozenset(chain.from_iterable(_below(other, imports) for other in imports[room]))


def architecture() -> str:
    """Draw the core with its rooms, those above and beside it, and what all share."""
    top, left, width = 84.0, 24.0, 3 * COLUMN + ROOM_WIDTH + 40
    height = STEP * (max(row for _, row in PLACES.values()) + 1) + 20
    beside = left + width + 30
    shared = wrap(_shared(), MOST_LETTERS)
    tall = (height - (len(BESIDE) - 1) * GAP) / len(BESIDE)
    boxes = {
        "teaching": (left, 24.0, WIDTH - 2 * left, ROOM_HEIGHT),
        "tangram": (left, top, width, height),
        **{name: (beside, top + i * (tall + GAP), WIDTH - left - beside, tall) for i, name in enumerate(BESIDE)},
        "cli": (left, top + height + 20, WIDTH - 2 * left, ROOM_HEIGHT),
        "common": (left, top + height + 74, WIDTH - 2 * left, ROOM_HEIGHT + 19 * (len(shared) - 1)),
    }
    inside = [name for name in chain.from_iterable(layers_of("heuristan.tangram")) if name in PLACES]
    rooms = {name: _room(name, left + 20, top + 40) for name in inside}
    parts: list[svg.Element] = [_box(boxes[name], FAINT if name == "tangram" else LIGHT) for name in boxes]
    for name in ("tangram", *BESIDE):
        x, y, _, _ = boxes[name]
        parts.append(label(x + 14, y + 26, name, size=15, bold=True))
        if name != "tangram":
            parts += _lines(x + 14, y + 48, wrap(", ".join(_rooms_inside(name)), MOST_BESIDE))
    words_in = {
        "teaching": [", ".join(_rooms_inside("teaching"))],
        "cli": ["what all commands share"],
        "common": shared,
    }
    for name, lines in words_in.items():
        x, y, _, _ = boxes[name]
        parts.append(label(x + 14, y + 28, name, size=15, bold=True))
        parts += _lines(x + 100, y + 28, lines)
    arrows = [arrow for arrow in direct(imports_of("heuristan.tangram")) if rooms.keys() >= {*arrow}]
    parts += [_arrow(rooms[upper], rooms[lower], thin=lower == "trace") for upper, lower in arrows]
    parts += _lines(left + 20, top + 60 + 7 * STEP, LEGEND)
    for name, box in rooms.items():
        parts.append(_box(box, PAPER))
        parts.append(label(box[0] + box[2] / 2, box[1] + 27, name, size=13.5, anchor="middle"))
    end = boxes["common"][1] + boxes["common"][3] + 24
    words = "; ".join(f"{upper} imports {lower}" for upper, lower in arrows)
    return page(WIDTH, end, "The rooms of heuristan", f"Each room imports those below it: {words}.", parts, "rooms")


def _room(name: str, left: float, top: float) -> Box:
    """Return where a room of the core is drawn.

    Raises:
        KeyError: if a new room has no place yet; give it one in PLACES.
    """
    column, row = PLACES[name]
    return left + column * COLUMN, top + row * STEP, ROOM_WIDTH, ROOM_HEIGHT


def _rooms_inside(system: str) -> list[str]:
    folder = TOP / "heuristan" / system
    return sorted(path.name for path in folder.iterdir() if (path / "__init__.py").is_file())


def _shared() -> str:
    folder = TOP / "heuristan" / "common"
    names = sorted(path.stem for path in folder.iterdir() if path.stem[0] != "_")
    return ", ".join(names)


def _lines(x: float, y: float, names: Iterable[str]) -> Iterator[svg.Element]:
    for i, name in enumerate(names):
        yield label(x, y + 19 * i, name, size=12.5, fill=GREY)


def _box(box: Box, fill: str) -> svg.Element:
    x, y, width, height = box
    return svg.Rect(x=x, y=y, width=width, height=height, rx=6, fill=fill, stroke=LINE, stroke_width=1)


def _arrow(upper: Box, lower: Box, *, thin: bool) -> svg.Element:
    """Draw an arrow from the lower edge of one room to the upper edge of another."""
    x0, y0 = upper[0] + upper[2] / 2, upper[1] + upper[3]
    x1, y1 = lower[0] + lower[2] / 2, lower[1]
    head = ((x1, y1), (x1 - 4.5, y1 - 9), (x1 + 4.5, y1 - 9))
    bend = (y1 - y0) / 2
    curve = [svg.to("M", x0, y0), svg.to("C", x0, y0 + bend, x1, y1 - bend, x1, y1 - 8)]
    return svg.G(
        elements=[
            svg.Path(
                d=curve,
                fill="none",
                stroke=GREY,
                stroke_width=1 if thin else 1.4,
                stroke_dasharray="4 3" if thin else None,
            ),
            svg.Path(d=outline_path([head]), fill=GREY),
        ]
    )


PICTURES = {"architecture.svg": architecture}
