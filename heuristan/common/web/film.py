"""Films of any system: stills of shapes in colours, with their words, as the value that the player plays."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from heuristan.common.plane import Ring
from heuristan.common.svg.palette import Tone
from heuristan.common.web.bundle import page
from heuristan.common.words import INDENT, paragraph

Film: TypeAlias = dict[str, Any]
"""A film as a JSON value; `docs/player.md` describes it."""

VERSION = 1
MOST_SHAPES = 12_000
"""Maximum number of shapes in all stills of a film: each takes some 16 bytes of a page, which is to stay small."""
MOST_STILLS = 250
DECIMALS = 5
"""Decimals of a coordinate: a hundredth of a pixel on the largest screen."""


class Table:
    """Values that are named by their place in a table, each kept once."""

    def __init__(self) -> None:
        self._places: dict[Any, int] = {}

    def place(self, value: Any) -> int:
        return self._places.setdefault(value, len(self._places))

    def values(self) -> list[Any]:
        return list(self._places)


class Points(Table):
    """A table of points."""

    def of_ring(self, ring: Ring) -> list[int]:
        return [self.place((round(x, DECIMALS) + 0.0, round(y, DECIMALS) + 0.0)) for x, y in ring]


class Shape(NamedTuple):
    """A polygon of one colour."""

    ring: Ring
    """Its vertices, y up."""
    tone: Tone
    label: str = ""
    """Text on it."""
    title: str = ""
    """Tooltip, for a reader who points at it."""
    is_marked: bool = False
    """Whether the still is about it."""
    is_pictured: bool = False
    """Whether it shows its part of the picture of the film, instead of the tone's colour."""


class Picture(NamedTuple):
    """A picture that lies under the shapes of a film; each that is pictured shows its part."""

    data: str
    """A ``data:`` address."""
    box: tuple[float, float, float, float]
    """Where it lies: left, bottom, right, top."""


PICTURED = "url(#picture)"
"""The fill of a shape that is pictured."""


class Still(NamedTuple):
    """A state of a run, with its words."""

    heading: str
    text: str
    shapes: Sequence[Shape]
    begins: bool = False
    """Whether it begins anew, instead of following the still before."""


class Titles(NamedTuple):
    """Facts of the whole run."""

    system: str
    title: str
    about: str
    """A sentence or two on what is solved, and how."""
    status: str
    brief: str
    """The run in a few lines, for readers without scripts."""


def film_of_stills(
    titles: Titles,
    stills: Sequence[Still],
    picture: Picture | None = None,
    told: Sequence[tuple[str, str]] = (),
) -> Film:
    """Make a film of stills; of very many, some between the first and the last are left out, but not their words.

    Args:
        titles: what is said of the whole run.
        stills: the states in the order in which the run came to them.
        picture: what shapes show that are pictured.
        told: heading and text of every state, if the stills are not all of them.
    """
    kept = _kept(stills)
    told = told or [still[:2] for still in stills]
    points, shapes = Points(), Table()
    scenes = []
    for number, (here, begins) in enumerate(kept):
        placed = [shapes.place((*_looks(shape), *points.of_ring(shape.ring))) for shape in here.shapes]
        parent = None if begins else number - 1
        scenes.append(filled({"heading": here.heading, "text": here.text, "parent": parent, "shapes": placed}))
    shots = [{"kind": "start" if begins else "taken", "scene": number} for number, (_, begins) in enumerate(kept)]
    return {
        "film": VERSION,
        **titles._asdict(),
        "leftOut": len(told) - len(kept),
        "rules": [],
        "stock": [],
        "scenes": scenes,
        "shots": shots,
        "points": points.values(),
        "shapes": shapes.values(),
        "texts": [],
        "names": [],
        **({"picture": picture} if picture else {}),
        **({"told": told} if len(told) > len(kept) else {}),
    }


def player_page(film: Film) -> str:
    """Return a page that plays a film; it needs no server and no network. Words of what is left out are not in it."""
    played = {key: value for key, value in film.items() if key != "told"}
    return page(f"{film['title']}: {film['status']}", "player", ["player"], played, film["brief"], call="play")


def film_in_words(film: Film) -> str:
    """Tell a run with its reasons, without a line break at the end."""
    told = film.get("told") or [(scene.get("heading", ""), scene.get("text", "")) for scene in film["scenes"]]
    sections = [paragraph(f"{film['title']}: {film['status']}. {film['about']}")]
    sections += [f"{paragraph(heading)}\n{paragraph(reason, INDENT)}".rstrip("\n") for heading, reason in told]
    return "\n\n".join(sections)


def filled(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value without what is empty, which a reader takes for granted."""
    return {key: entry for key, entry in value.items() if entry not in (None, [], "")}


def upright(ring: Ring) -> Ring:
    """Return a ring y up whose y runs down, or the other way round."""
    return tuple((x, -y) for x, y in ring)


def evenly(count: int, most: int) -> list[int]:
    """Return at most so many of the numbers from 0, evenly spread, with the first and the last."""
    if count <= most:
        return [*range(count)]
    return sorted({round(i * (count - 1) / (most - 1)) for i in range(most)})


def _kept(stills: Sequence[Still]) -> list[tuple[Still, bool]]:
    """Return the stills that a page has room for, and of each whether it begins anew."""
    widest = max((len(still.shapes) for still in stills), default=1)
    chosen = evenly(len(stills), max(2, min(MOST_STILLS, MOST_SHAPES // max(widest, 1))))
    before = [-1, *chosen]
    return [
        (stills[number], number == 0 or any(still.begins for still in stills[last + 1 : number + 1]))
        for last, number in zip(before, chosen, strict=False)
    ]


def _looks(shape: Shape) -> tuple[Any, ...]:
    tone = shape.tone
    return (
        PICTURED if shape.is_pictured else tone.fill,
        tone.hatch,
        tone.ink,
        shape.label,
        shape.title,
        int(shape.is_marked),
    )
