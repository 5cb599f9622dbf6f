"""``heuristan serve``."""

import ipaddress
import socket
import webbrowser
from threading import Timer

import click

from heuristan.cli.commands import command
from heuristan.cli.echoing import say
from heuristan.cli.failing import fail, note
from heuristan.cli.options import limit_option
from heuristan.common.faults import require
from heuristan.common.quoting import shown
from heuristan.teaching.commands.kiosk_options import in_address, kiosk_options

OPENING = 0.8
"""Seconds after which the browser is opened: the server answers by then."""


@command(ok="the server was ended")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, help="Port to listen at; 0 for any that is free.")
@click.option("--host", default="127.0.0.1", help="Address to listen at; 0.0.0.0 lets other computers in.")
@click.option("--open/--no-open", "opened", default=True, help="Open the page in a browser.")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Number of clicks computed at once, beside half as many whole runs.  [default: one a core]",
)
@kiosk_options
@limit_option("run", 10)
def serve(
    port: int, host: str, opened: bool, workers: int | None, kiosk: bool, idle: float | None, limit: float
) -> None:
    """Open a page to step, ask, play and compare in.

    Choose a shape, drop a file or a photograph, or draw an outline; run a ranking, choose rules and matches yourself,
    ask why, lay the pieces by hand. The page is at an address of this computer that others cannot reach; it asks
    nothing of the network, and nothing is kept. Ctrl-C ends it.

    With --kiosk the page is one for a museum: the gallery and the play table alone, large, with no way out; after two
    minutes without a touch it begins anew.

    \b
    heuristan serve                                # opens http://127.0.0.1:8765/
    heuristan serve --no-open --port 0             # says the address, and leaves the browser alone
    heuristan serve --host 0.0.0.0                 # for a class: everybody in the same network can open it
    heuristan serve --kiosk --idle 90              # for visitors of a museum: begins anew after 90 seconds
    """  # noqa: D301
    for module in ("starlette", "uvicorn"):
        require(module, "Starlette and uvicorn", "web")
    listening = _listening(host, port)
    address = _address(host, listening.getsockname()[1]) + in_address(kiosk, idle)
    if not _is_own(host):
        note(f"everybody who reaches this computer at {host} can use the page, and its processors")
    say(f"The page is at {address}  (Ctrl-C ends it)")
    if opened:
        _open_soon(address)
    from heuristan.teaching.web.service.connections import run_until_ended

    run_until_ended(listening, host, workers, limit)
    say("Ended.")


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


def _address(host: str, port: int) -> str:
    """Return the address of the page, as a browser on this computer opens it."""
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


def _is_own(host: str) -> bool:
    """Return whether only this computer reaches an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _open_soon(address: str) -> None:
    timer = Timer(OPENING, webbrowser.open, (address,))
    timer.daemon = True
    timer.start()
