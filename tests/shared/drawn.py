"""Reads what is drawn in a picture."""

import re
import struct
from collections.abc import Callable
from xml.etree import ElementTree

from heuristan.common.plane import Ring, Spot, sides_of, signed_area
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import solution_svg
from heuristan.tangram.trace.events import Event

SVG = "{http://www.w3.org/2000/svg}"


Draw = Callable[[tuple[Event, ...]], str]


PICTURES: list[Draw] = [solution_svg, filmstrip_svg]


def marked(picture: str, kind: str) -> list[ElementTree.Element]:
    """The elements of a class."""
    return [e for e in ElementTree.fromstring(picture.encode()).iter() if kind in e.get("class", "").split()]


def words_of(picture: str) -> str:
    return " ".join("".join(e.itertext()) for e in ElementTree.fromstring(picture.encode()).iter(f"{SVG}text"))


def ring_of(path: ElementTree.Element) -> Ring:
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d", ""))]
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def inside(spot: Spot, ring: Ring) -> bool:
    sign = 1 if signed_area(ring) > 0 else -1
    return all(
        sign * ((q[0] - p[0]) * (spot[1] - p[1]) - (q[1] - p[1]) * (spot[0] - p[0])) > 0 for p, q in sides_of(ring)
    )


def drawn_pieces(group: ElementTree.Element) -> list[tuple[str, Ring]]:
    """Labels and rings of the pieces in a group of a picture."""
    pieces = [e for e in group.iter(f"{SVG}g") if "piece" in e.get("class", "").split()]
    return [((e.findtext(f"{SVG}title") or "").split(":")[0], ring_of(e.findall(f"{SVG}path")[0])) for e in pieces]


def numbers(group: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {e.text or "": e for e in group.iter(f"{SVG}text") if e.get("class") == "number"}


def size_of_png(png: bytes) -> tuple[int, int]:
    width, height = struct.unpack(">II", png[16:24])
    return width, height
