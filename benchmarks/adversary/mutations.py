"""Good files made bad: bytes, tokens and structure changed by dice, and files of nothing but nonsense."""

import gzip
import json
import re
import struct
import zlib
from collections.abc import Callable, Sequence
from math import cos, pi, sin
from random import Random

LONGEST = 200_000
"""Maximum size of a mutated file, in bytes; longer ones take more time to write than to read."""

SCRAPS = tuple(
    scrap.encode(errors="surrogatepass")
    for scrap in (
        *"[]{}(),:-\"'\n\t #&*!|>?%@`;/\\<>=",
        *("- ", "? ", "---\n", "...\n", "&a ", "*a", "!!int ", "!!python/object/apply:os.getcwd []", "<<: *a"),
        *("%YAML 1.1\n", "\x1e", "\0", "\ufeff", "\x85", "\u2028", "\\ud800", "\\UFFFFFFFF", "\\x00", "\r", "\x7f"),
        *("r2", "1/2", "1/0", "null", "true", "2r2-1", "E 7", "NW 10", "unit: legs", "EMPTY", "SRID=4326;", " Z "),
        *("type", "Polygon", "MultiPolygon", "POLYGON", "GEOMETRYCOLLECTION", "LINESTRING", "Feature", "coordinates"),
        *("vertices", "sets: 2", "pieces", "at", "gTans v1.0 1", "p 0 0 1 1 0\n", "1 2 0\n", "58 1 9 9 0 0"),
        *("<g>", "</g>", "<use href='#u'/>", "#u", "M", "a", "Z", "c", "%", "mm", "&#0;", "&a;", "evenodd", "none"),
        *("<!DOCTYPE svg [<!ENTITY a 'aaaa'>]>", "<image href='http://localhost/a.png'/>", "xlink:href='file:///a'"),
        *("obj", "endobj", "stream", "/Kids [2 0 R]", "/Count 99999", "/Width 30000", "/Filter /FlateDecode", "R"),
        *("\ud800", "é", "\U0001f600"),
    )
)

NUMBERS = tuple(
    number.encode()
    for number in (
        *("0", "-1", "1", "-0", "0.5", "1.", ".5", "NaN", "-Infinity", "inf", "", "+", "--1", "0x10", "1_000", "٣"),
        *("1e9", "-1e9", "1e-9", "1e15", "1e99", "1e150", "1e308", "-1e308", "1e999", "1e-320", "1e-999"),
        *("9" * 30, "-" + "9" * 400, "2147483648", "4294967295", "65536", "9007199254740993", "0." + "3" * 300),
    )
)

_NUMBER = re.compile(rb"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?")
_PAIRS = {b"(": b")", b"[": b"]", b"{": b"}"}

Change = Callable[[bytes, Random], bytes]


def mutated(data: bytes, another: bytes, dice: Random) -> bytes:
    """Return a text with a few changes.

    Args:
        data: the text.
        another: one to splice it with.
        dice: what decides.
    """
    for _ in range(dice.choice((1, 1, 1, 2, 3, 6))):
        is_spliced = dice.random() < 0.07
        data = _spliced(data, another, dice) if is_spliced else dice.choice(_CHANGES)(data, dice)[:LONGEST]
    return data


def damaged(data: bytes, another: bytes, dice: Random) -> bytes:
    """Return a binary file with a few changes; the sums of a PNG may be right again after them."""
    for _ in range(dice.choice((1, 1, 2, 3, 9))):
        change = dice.choice((_flipped, _flipped, _cut, _doubled, _with_number, _truncated))
        data = _spliced(data, another, dice) if dice.random() < 0.05 else change(data, dice)
    return _summed(data) if data.startswith(b"\x89PNG") and dice.random() < 0.7 else data


def packed(data: bytes, another: bytes, dice: Random) -> bytes:
    """Return a compressed text that was changed before, or is damaged after."""
    if dice.random() < 0.6:
        return gzip.compress(mutated(gzip.decompress(data), gzip.decompress(another), dice), mtime=0)
    return damaged(data, another, dice)


def _spliced(data: bytes, another: bytes, dice: Random) -> bytes:
    return data[: dice.randint(0, len(data))] + another[dice.randint(0, len(another)) :]


def _stretch(data: bytes, dice: Random) -> tuple[int, int]:
    start = dice.randint(0, len(data))
    return start, min(len(data), start + dice.choice((0, 1, 1, 2, 4, 20, 100)))


def _with_scrap(data: bytes, dice: Random) -> bytes:
    start, end = _stretch(data, dice)
    return data[:start] + dice.choice(SCRAPS) + data[end:]


def _flipped(data: bytes, dice: Random) -> bytes:
    if not data:
        return data
    at = dice.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << dice.randrange(8)]) + data[at + 1 :]


def _cut(data: bytes, dice: Random) -> bytes:
    start, end = _stretch(data, dice)
    return data[:start] + data[end:]


def _doubled(data: bytes, dice: Random) -> bytes:
    start, end = _stretch(data, dice)
    return data[:start] + data[start:end] * dice.choice((2, 2, 3, 10, 300)) + data[end:]


def _moved(data: bytes, dice: Random) -> bytes:
    start, end = _stretch(data, dice)
    rest = data[:start] + data[end:]
    at = dice.randint(0, len(rest))
    return rest[:at] + data[start:end] + rest[at:]


def _truncated(data: bytes, dice: Random) -> bytes:
    return data[: dice.randint(0, len(data))]


def _with_number(data: bytes, dice: Random) -> bytes:
    """Replace four bytes by a number that is an edge case."""
    at = dice.randint(0, max(0, len(data) - 4))
    number = dice.choice((0, 1, 0xFF, 0x7FFF, 0xFFFF, 30_000, 0x7FFFFFFF, 0xFFFFFFFF, dice.getrandbits(32)))
    return data[:at] + struct.pack(dice.choice("<>") + "I", number) + data[at + 4 :]


def _with_other_number(data: bytes, dice: Random) -> bytes:
    """Replace a number of a text, or all that are equal to it."""
    found = list(_NUMBER.finditer(data))
    if not found:
        return data
    chosen = dice.choice(found)
    other = dice.choice((*NUMBERS, dice.choice(found)[0], b"%g" % dice.uniform(-9, 9)))
    if dice.random() < 0.2:
        return _NUMBER.sub(lambda match: other if match[0] == chosen[0] else match[0], data)
    return data[: chosen.start()] + other + data[chosen.end() :]


def _nudged(data: bytes, dice: Random) -> bytes:
    """Move all numbers of a text a little, so that outlines become inexact."""
    off = 10 ** dice.uniform(-6, 0.5)
    return _NUMBER.sub(lambda match: b"%.6g" % _sum(match[0], dice.gauss(0, off)), data)


def _scaled(data: bytes, dice: Random) -> bytes:
    """Scale all numbers of a text."""
    factor = 10 ** dice.choice((dice.uniform(-3, 3), dice.uniform(-150, 150)))
    return _NUMBER.sub(lambda match: b"%.9g" % (_sum(match[0], 0) * factor), data)


def _sum(number: bytes, off: float) -> float:
    return float(number) + off


def _nested(data: bytes, dice: Random) -> bytes:
    """Nest a bracket, or an element of XML, in many of its kind."""
    times = dice.choice((1, 2, 20, 3000))
    found = [at for at in range(len(data)) if data[at : at + 1] in _PAIRS]
    if b"<svg" in data and dice.random() < 0.7:
        opening, closing = dice.choice(((b"<g>", b"</g>"), (b'<g transform="scale(9)">', b"</g>"), (b"<a>", b"</a>")))
        at = data.find(b">") + 1
        return data[:at] + opening * times + data[at:].replace(b"</svg>", closing * times + b"</svg>")
    if not found:
        return data
    at = dice.choice(found)
    opening = data[at : at + 1]
    end = data.find(_PAIRS[opening], at)
    return data[:at] + opening * times + data[at:end] + _PAIRS[opening] * times + data[end:]


def _with_lines_changed(data: bytes, dice: Random) -> bytes:
    lines = data.split(b"\n")
    at = dice.randrange(len(lines))
    change = dice.randrange(4)
    if change == 0:
        del lines[at]
    elif change == 1:
        lines[at:at] = [lines[at]] * dice.choice((1, 2, 50, 2000))
    elif change == 2:
        dice.shuffle(lines)
    else:
        lines[at] = lines[at][: dice.randint(0, len(lines[at]))]
    return b"\n".join(lines)


_CHANGES: Sequence[Change] = (
    *(_with_scrap, _with_scrap, _flipped, _cut, _cut, _doubled, _moved, _truncated),
    *(_with_other_number, _with_other_number, _with_other_number, _nudged, _nudged, _scaled),
    *(_nested, _with_lines_changed),
)


def _summed(data: bytes) -> bytes:
    """Return a PNG whose check sums are right, so that what was changed is not found by them alone."""
    written, at = bytearray(data[:8]), 8
    while at + 12 <= len(data):
        size = struct.unpack_from(">I", data, at)[0]
        if at + 12 + size > len(data):
            break
        chunk = data[at + 4 : at + 8 + size]
        written += struct.pack(">I", size) + chunk + struct.pack(">I", zlib.crc32(chunk))
        at += 12 + size
    return bytes(written + data[at:])


def nonsense(dice: Random) -> bytes:
    """Return scraps, random bytes, or a random JSON value with the words of GeoJSON in it."""
    kind = dice.randrange(3)
    if kind == 0:
        return dice.randbytes(dice.randint(0, 300))
    if kind == 1:
        return b"".join(dice.choices((*SCRAPS, *NUMBERS), k=dice.randint(1, 60)))
    return json.dumps(_loose(dice), indent=dice.choice((None, 1))).encode()


def _loose(dice: Random, depth: int = 0) -> object:
    kind = dice.randrange(8 if depth < 6 else 5)
    if kind < 2:
        return dice.choice((0, 1, 2, 4, -1, 0.5, 1e300, 2**0.5, dice.random(), 10**20))
    if kind < 5:
        words = ("x", "Polygon", "MultiPolygon", "Feature", "FeatureCollection", "GeometryCollection")
        return dice.choice((None, True, *words))
    if kind == 5:
        keys = ("type", "type", "coordinates", "geometry", "geometries", "properties", "features", "sets", "id")
        return {dice.choice(keys): _loose(dice, depth + 1) for _ in range(dice.randrange(5))}
    return [_loose(dice, depth + 1) for _ in range(dice.randrange(6))]


Ring = list[tuple[float, float]]


def outline(dice: Random) -> bytes:
    """Return an outline that somebody could have drawn, but hardly a tangram: as GeoJSON, WKT or SVG."""
    polygons = [[_ring(dice) for _ in range(dice.choice((1, 1, 1, 2, 5)))] for _ in range(dice.choice((1, 1, 2, 30)))]
    for polygon in polygons:
        for ring in polygon:
            ring.append(ring[0])
    way = dice.randrange(3)
    if way == 0:
        return json.dumps({"type": "MultiPolygon", "coordinates": polygons}).encode()
    if way == 1:
        rings = (
            "(" + ", ".join("(" + ", ".join(f"{x} {y}" for x, y in ring) + ")" for ring in polygon) + ")"
            for polygon in polygons
        )
        return f"MULTIPOLYGON ({', '.join(rings)})".encode()
    steps = " ".join("M" + " L".join(f"{x} {y}" for x, y in ring) + "Z" for polygon in polygons for ring in polygon)
    return f'<svg xmlns="http://www.w3.org/2000/svg"><path fill-rule="evenodd" d="{steps}"/></svg>'.encode()


def _ring(dice: Random) -> Ring:
    made = dice.choice((_star, _star, _comb, _walk, _walk, _scatter))(dice)
    scale, turn = 10 ** dice.choice((0, 0, 0, dice.uniform(-9, 9), dice.uniform(-160, 160))), dice.uniform(0, 2 * pi)
    c, s, u, v = cos(turn) * scale, sin(turn) * scale, *(dice.choice((0, 1, 5, 1e6)) * scale for _ in range(2))
    return [(c * x - s * y + u, s * x + c * y + v) for x, y in made]


def _count(dice: Random) -> int:
    return dice.choice((3, 4, 5, 9, 9, 23, 23, 60, 300)) if dice.random() < 0.97 else 2000


def _star(dice: Random) -> Ring:
    """Return points about the origin: convex, or with rays as thin as hairs."""
    count, inner = _count(dice), dice.choice((1, 1, 0.5, 1e-3, 0))
    radii = [3 * (inner if i % 2 else 1) for i in range(count)]
    return [(r * cos(2 * pi * i / count), r * sin(2 * pi * i / count)) for i, r in enumerate(radii)]


def _comb(dice: Random) -> Ring:
    """Return teeth side by side, wide or hardly there."""
    count, width = _count(dice), dice.choice((1, 0.1, 1e-6, 0))
    teeth = [
        (i // 2 * 2 * width + width * (i % 2), float(j)) for i in range(count) for j in ((1, 2) if i % 2 else (2, 1))
    ]
    return [(0.0, 0.0), *teeth, (teeth[-1][0], 0.0)]


def _walk(dice: Random) -> Ring:
    """Return steps in the eight directions, of lengths that pieces have, a little off; they may cross."""
    x, y, off = 0.0, 0.0, dice.choice((0, 1e-6, 0.03, 0.1))
    ring = []
    for _ in range(_count(dice)):
        eighth, length = dice.randrange(8), dice.choice((1, 2, 2**0.5, 8**0.5, 3))
        x += length * cos(eighth * pi / 4) + dice.gauss(0, off)
        y += length * sin(eighth * pi / 4) + dice.gauss(0, off)
        ring.append((x, y))
    return ring + [(x, y)] * (3 - len(ring))


def _scatter(dice: Random) -> Ring:
    """Return small whole numbers in any order, often the same point again."""
    return [(float(dice.randint(-3, 3)), float(dice.randint(-3, 3))) for _ in range(_count(dice))]
