"""Addresses that other computers can open the page at, as links and as a code for the camera of a telephone."""

import ipaddress
import socket
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO

NOWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for documents, to which a way is looked up; nothing is sent."""
EVERYWHERE = ("0.0.0.0", "::")
QUIET = 2
"""Width of the light border of a code, in modules."""


def is_own(host: str) -> bool:
    """Return whether only this computer reaches an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def names_for(host: str, told: Iterable[str] = ()) -> list[str]:
    """Return the names that a server may be opened under that listens at an address; `told` are those of its user."""
    if is_own(host):
        return ["localhost", *told]
    own, full = socket.gethostname().lower(), socket.getfqdn().lower()
    of_computer = [own] if "." in own else [own, f"{own}.local"]
    others = [] if host in EVERYWHERE or is_number(host) else [host.lower()]
    known = [name.lower() for name in told] + others + of_computer + ([full] if "." in full else [])
    return [*dict.fromkeys(name for name in known if not name.startswith("localhost")), "localhost"]


def links_for(host: str, port: int, told: Iterable[str] = ()) -> list[str]:
    """Return the links under which others open a page, the best one first; those of this computer if others cannot."""
    if is_own(host):
        return [link(name, port) for name in (*told, host)]
    numbers = _own_numbers(host) if host in EVERYWHERE else [host]
    names = [name for name in names_for(host, told) if name != "localhost"]
    first = [name.lower() for name in told] + numbers
    return [link(name, port) for name in dict.fromkeys((*first, *names))]


def link(name: str, port: int) -> str:
    """Return the link to a page by the name or number of a computer."""
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def _own_numbers(host: str) -> list[str]:
    """Return the number by which this computer is in a network, if it is in one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as looking:
        looking.connect((NOWHERE[family], 9))
        return [looking.getsockname()[0]]
    # a network without a way out, as a class may have
    with suppress(OSError):
        found = {str(each[4][0]) for each in socket.getaddrinfo(socket.gethostname(), None, family)}
        return sorted(number for number in found if not is_own(number))
    return []


def is_number(host: str) -> bool:
    """Return whether a host is written as a number, which nobody else can let lead here."""
    with suppress(ValueError):
        return bool(ipaddress.ip_address(host))
    return False


def code_as_text(address: str) -> str:
    """Return an address as a code for a camera, two rows a line; what is light is drawn, as on a dark terminal."""
    rows = [[not module for module in row] for row in _modules(address)]
    pairs = zip(rows[::2], [*rows[1::2], [False] * len(rows[0])], strict=False)
    return "\n".join("".join(" ▄▀█"[2 * above + below] for above, below in zip(*pair, strict=True)) for pair in pairs)


def code_as_svg(address: str) -> bytes:
    """Return an address as a code for a camera."""
    import segno

    out = BytesIO()
    segno.make(address, micro=False).save(out, kind="svg", border=QUIET, dark="#000", light="#fff", omitsize=True)
    return out.getvalue()


def _modules(address: str) -> list[list[bool]]:
    import segno

    return [[bool(module) for module in row] for row in segno.make(address, micro=False).matrix_iter(border=QUIET)]
