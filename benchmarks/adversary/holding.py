"""A page that holds the server: requests that cost much, are many, are given up or never whole."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count, repeat
from math import cos, pi, sin
from random import Random
from threading import Thread
from typing import Any, NamedTuple, TypeAlias

AT_ONCE = 8
"""Requests of the hostile page at once."""
SLOW_AT_ONCE = 450
"""Requests that arrive slowly, at once."""
LEFT = 0.3
"""Seconds after which an answer is given up."""

Point: TypeAlias = list[float]
Cost: TypeAlias = Callable[[Random], tuple[str, Any]]
"""Makes an operation, and a request for it that may cost much."""


def _tangle(dice: Random, number: int) -> list[Point]:
    return [[round(dice.uniform(0, 100), 1), round(dice.uniform(0, 100), 1)] for _ in range(number)]


def _round(dice: Random, number: int, at: int) -> list[Point]:
    size, turn = dice.uniform(0.9, 1.1), dice.random()
    angles = (2 * pi * (each + turn) / number for each in range(number))
    return [[round(at % 3 + size * cos(angle), 4), round(size * sin(angle), 4)] for angle in angles]


def tangled_rings(dice: Random) -> tuple[str, Any]:
    """Return an outline that crosses itself everywhere, and a ring beside it."""
    corner = [[-9, -9], [-8, -9], [-9, dice.uniform(-8, -7)]]
    return "puzzle", {"puzzle": {"rings": [_tangle(dice, dice.choice((60, 300, 400))), corner]}}


def tangled_pieces(dice: Random) -> tuple[str, Any]:
    """Return pieces that cross themselves and each other."""
    return "puzzle", {"puzzle": {"laid": [{"vertices": _tangle(dice, 20)} for _ in range(60)]}}


def round_pieces(dice: Random) -> tuple[str, Any]:
    """Return pieces of very many vertices to be judged."""
    return "judge", {"puzzle": {"shape": "cat"}, "laid": [{"vertices": _round(dice, 390, at)} for at in range(22)]}


def many_moves(dice: Random) -> tuple[str, Any]:
    """Return a session that goes to the end and back all the time."""
    ways = [{"do": "take", "number": dice.randint(1, 3)}, {"do": "finish"}, {"do": "back", "count": 1}]
    return "step", {"puzzle": {"shape": "two-swans"}, "moves": [ways[0], *ways[1:] * 190]}


def searches(dice: Random) -> tuple[str, Any]:
    """Return a large outline of which is asked whether it can be filled."""
    width, notch = dice.choice((6, 8, 10)), dice.randint(1, 5)
    ring = [[0, 0], [width, 0], [width, 4], [notch + 1, 4], [notch, 3], [notch, 4], [0, 4]]
    moves = [{"do": "take", "number": dice.randint(1, 3)} for _ in range(dice.randint(0, 3))]
    return "inspect", {"puzzle": {"rings": [ring], "sets": 4}, "moves": moves}


COSTLY: Mapping[str, Cost] = {
    "tangled rings": tangled_rings,
    "tangled pieces": tangled_pieces,
    "round pieces": round_pieces,
    "many moves": many_moves,
    "searches": searches,
}


class Sender(NamedTuple):
    """The hostile page, which sends until it is killed."""

    port: int
    dice: Random
    names: Iterator[str]
    """The name that it gives with each request."""

    def post(self, do: str, body: Any, seconds: float = 60.0) -> None:
        """Send a request, and wait some seconds for the answer."""
        data = json.dumps(body).encode()
        with suppress(OSError), self.line(seconds) as line:
            line.sendall(_head(do, len(data), f"X-Client: {next(self.names)}", "Connection: close") + data)
            while line.recv(1 << 16):
                pass

    def line(self, seconds: float = 60.0) -> socket.socket:
        """Return a connection."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=seconds)


def _head(do: str, size: int, *lines: str) -> bytes:
    said = ("Host: 127.0.0.1", "Content-Type: application/json", f"Content-Length: {size}", *lines)
    return "\r\n".join((f"POST /api/{do} HTTP/1.1", *said, "", "")).encode()


Hold: TypeAlias = Callable[[Sender], None]
"""Sends some requests; it is done again and again."""


def _costly(make: Cost, seconds: float = 60.0) -> Hold:
    return lambda page: page.post(*make(page.dice), seconds=seconds)


def _any(page: Sender) -> None:
    """Send what costs much in one way or another."""
    page.post(*COSTLY[page.dice.choice([*COSTLY])](page.dice))


def _small(page: Sender) -> None:
    """Ask for little, as often as there is time."""
    page.post("ranking", {"text": f"title: {page.dice.random()}\nnote: a\nrules: [vertex-fit]\n"})


def _largest(page: Sender) -> None:
    """Send as much as is taken."""
    page.post("puzzle", {"puzzle": {"feature": {"type": "Feature", "a": [[page.dice.random(), 0]] * 20_000}}})


def _slow(page: Sender) -> None:
    """Send requests that are never whole."""
    with ExitStack() as stack, suppress(OSError):
        lines = [stack.enter_context(page.line()) for _ in range(SLOW_AT_ONCE // AT_ONCE)]
        for line in lines:
            line.sendall(_head("step", 500_000))
        for _ in range(20):
            time.sleep(1.0)
            for line in lines:
                with suppress(OSError):
                    line.sendall(b" ")


def _kept(page: Sender) -> None:
    """Ask again and again on one connection, without waiting for answers."""
    data = json.dumps({"puzzle": {"shape": "cat"}}).encode()
    with suppress(OSError), page.line(1.0) as line:
        while True:
            line.sendall((_head("step", len(data)) + data) * 20)
            line.recv(1 << 20)


def _same(_: int) -> Iterator[str]:
    """Return one name again and again."""
    return repeat("hostile")


def _new(number: int) -> Iterator[str]:
    """Return names that are never the same."""
    return (f"{number} {each}" for each in count())


def _now_and_then(number: int) -> Iterator[str]:
    """Return each name for some requests, so that it is known."""
    return (f"{number} {each // 4}" for each in count())


HOLDS: Mapping[str, tuple[Hold, Callable[[int], Iterator[str]]]] = {
    **{what: (_costly(make), _same) for what, make in COSTLY.items()},
    "anything": (_any, _same),
    "anything, by new names": (_any, _new),
    "anything, by names that are known": (_any, _now_and_then),
    "given up": (_costly(tangled_pieces, LEFT), _new),
    "many small": (_small, _new),
    "as large as is taken": (_largest, _new),
    "slow bodies": (_slow, _new),
    "kept connections": (_kept, _new),
}
"""Ways to hold the server: the requests of a hostile page, and the names that it gives."""


@contextmanager
def held(port: int, name: str, seed: object) -> Iterator[None]:
    """Let a page, in a process of its own, hold the server in one way."""
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        (sys.executable, "-m", "adversary.holding", str(port), name, str(seed)), env={**os.environ, **path}
    ) as page:
        try:
            yield
        finally:
            page.kill()


def _hold(port: str, name: str, seed: str) -> None:
    hold, names = HOLDS[name]

    def work(number: int) -> None:
        page = Sender(int(port), Random(f"{seed} {number}"), names(number))
        while True:
            hold(page)

    threads = [Thread(target=work, args=(number,), daemon=True) for number in range(AT_ONCE)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


if __name__ == "__main__":
    _hold(*sys.argv[1:])
