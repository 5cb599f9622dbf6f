"""``heuristan serve``."""

import re
import socket
import sys
import webbrowser
from collections.abc import Sequence
from threading import Timer
from typing import TYPE_CHECKING, Any

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import say
from heuristan.cli.failing import fail, note
from heuristan.cli.options import limit_option
from heuristan.common.faults import require
from heuristan.common.quoting import shown
from heuristan.teaching.commands.teaching_options import in_address, kiosk_options

if TYPE_CHECKING:
    from heuristan.teaching.web.service.classroom import Classroom

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,252}|[0-9A-Fa-f:]{2,45}")
OPENING = 0.8
"""Seconds after which the browser is opened: the server answers by then."""


@command(ok="the server was ended")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, help="Port to listen at; 0 for any that is free.")
@click.option("--host", help="Address to listen at; 0.0.0.0 lets other computers in.  [default: 127.0.0.1]")
@click.option("--open/--no-open", "opened", default=True, help="Open the page in a browser.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Number of clicks computed at once, beside half as many whole runs.  [default: one a core]",
)
@click.option("--class", "with_class", is_flag=True, help="Let a class in: pupils with names, tasks, who solved what.")
@click.option("--name", "names", multiple=True, help="Name or number that the network has for this computer.")
@kiosk_options
@limit_option("run", 10)
def serve(
    port: int,
    host: str | None,
    opened: bool,
    workers: int | None,
    with_class: bool,
    names: tuple[str, ...],
    kiosk: bool,
    idle: float | None,
    limit: float,
) -> None:
    """Open a page to step, ask, play and compare in.

    Choose a shape, drop a file or a photograph, or draw an outline; run a ranking, choose rules and matches yourself,
    ask why, lay the pieces by hand. The page is at an address of this computer that others cannot reach; it asks
    nothing of the network, and nothing is kept. Ctrl-C ends it.

    With --class all computers of the same network can open it. It prints the address for pupils, also as a code for
    cameras, and another for the teacher alone. Names and results are gone when it ends.

    With --kiosk the page is one for a museum: the gallery and the play table alone, large, with no way out; after two
    minutes without a touch it begins anew.

    \b
    heuristan serve                                # opens http://127.0.0.1:8765/
    heuristan serve --no-open --port 0             # says the address, and leaves the browser alone
    heuristan serve --class                        # for a class: who has solved what, tasks, results as CSV
    heuristan serve --class --name room7.school    # a name that the network has for this computer
    heuristan serve --host 0.0.0.0                 # everybody in the same network can open it
    heuristan serve --kiosk --idle 90              # for visitors of a museum: begins anew after 90 seconds
    """  # noqa: D301
    for module in ("starlette", "uvicorn", "segno"):
        require(module, "Starlette, uvicorn and segno", "web")
    _checked(names)
    ending = in_address(kiosk, idle)
    if kiosk and with_class:
        fail("--kiosk is for visitors who come and go, and --class for pupils with names; leave one of them out")
    host = host if host is not None else "0.0.0.0" if with_class else "127.0.0.1"
    listening = _listening(host, port)
    from heuristan.teaching.web.service.addresses import EVERYWHERE, is_own, link, links_for, names_for
    from heuristan.teaching.web.service.connections import run_until_ended
    from heuristan.teaching.web.service.server import Settings

    port = listening.getsockname()[1]
    own = link("127.0.0.1" if host in EVERYWHERE else host, port) + ending
    links = [each + ending for each in links_for(host, port, names)] or [own]
    _tell_links(links)
    if not is_own(host):
        note(f"everybody who reaches this computer at {host} can use the page, and its processors")
    room = _class() if with_class else None
    if room is not None:
        own = f"{own}#class?teacher={room.token}"
        _tell_class(links[0], own)
    if opened:
        _open_soon(own)
    at_once: dict[str, Any] = {"workers": workers} if workers else {}
    known = tuple(names_for(host, names))
    run_until_ended(listening, Settings(limit=limit, links=tuple(links), names=known, room=room, **at_once))
    say("Ended.")


def _checked(names: Sequence[str]) -> None:
    for name in names:
        if not _NAME.fullmatch(name):
            fail(f"--name: {shown(name)} is no name of a computer; write one like room7.school or 192.168.1.5")


def _tell_links(links: Sequence[str]) -> None:
    say(f"The page is at {links[0]}  (Ctrl-C ends it)")
    if len(links) > 1:
        say(f"Where the network knows this computer by name, also at {' or '.join(links[1:])}")


def _class() -> "Classroom":
    from heuristan.tangram.outlines.reading import shape_files
    from heuristan.teaching.web.service.classroom import Classroom

    return Classroom(shape_files())


def _tell_class(for_pupils: str, for_teacher: str) -> None:
    """Say where pupils and the teacher open the page."""
    from heuristan.teaching.web.service.addresses import code_as_text

    if sys.stdout.isatty() and "utf" in (sys.stdout.encoding or "").lower():
        say(f"\n{code_as_text(for_pupils)}\n")
    say(f"The teacher alone opens {for_teacher}")


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens, or fail."""
    if not host.strip():
        fail("--host: an address is missing; write 127.0.0.1 for this computer alone, or 0.0.0.0 for everybody")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.create_server((host, port), family=family, backlog=256)
    except (UnicodeError, TypeError, ValueError):  # Python raises this for names that it cannot encode
        fail(f"--host: {shown(host)} is no address; write one like 127.0.0.1")
    except OSError as fault:
        reason = fault.strerror or str(fault)
        fail(f"--host {host} --port {port}: cannot listen there ({reason}); try another port, like --port {port + 1}")
    return listening


def _open_soon(address: str) -> None:
    timer = Timer(OPENING, webbrowser.open, (address,))
    timer.daemon = True
    timer.start()
