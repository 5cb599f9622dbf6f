"""Connections that no browser makes: slow, cut off, half-closed, forged, many; others are served all the while."""

import http.client
import json
import signal
import socket
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import TypeAlias

from adversary.answers import BUSY, faults
from adversary.findings import Finding, Report
from adversary.serving import Target

LONGEST = 75.0
"""Seconds after which a connection on which nothing sensible happens must have ended."""
SILENCE = 1.0
"""Seconds after which an answer on a connection that is kept is taken for whole."""
AT_ONCE = 1500
"""Connections of a crowd."""
FILES_AT_ONCE = 90
LARGE = 15 << 20
STEP = b'{"puzzle": {"shape": "cat"}}'
RUN = json.dumps({"puzzle": {"shape": "two-swans"}, "solver": "exact", "want": "count"}).encode()

JSON = "Content-Type: application/json"

Attack: TypeAlias = Callable[[Target, Random], Iterator[Finding]]


def head(method: str, path: str, *lines: str, host: str = "127.0.0.1") -> bytes:
    """Return the head of a request."""
    return "\r\n".join((f"{method} {path} HTTP/1.1", f"Host: {host}", *lines, "", "")).encode("latin-1")


def post(path: str, body: bytes, *lines: str) -> bytes:
    """Return a request with JSON."""
    return head("POST", path, JSON, f"Content-Length: {len(body)}", *lines) + body


def opened(target: Target) -> socket.socket:
    """Return a connection."""
    return socket.create_connection(("127.0.0.1", target.port), timeout=LONGEST)


def ending(line: socket.socket, silence: float = LONGEST) -> bytes | None:
    """Return everything that comes until the server closes a connection; None if it does not.

    Args:
        line: the connection.
        silence: seconds of silence after some data that are an end too.
    """
    found, end = b"", time.monotonic() + LONGEST
    try:
        while (left := end - time.monotonic()) > 0:
            line.settimeout(min(left, silence) if found else left)
            data = line.recv(1 << 16)
            if not data:
                return found
            found += data
    except ConnectionError:
        return found
    except TimeoutError:
        return found if found and silence < LONGEST else None
    return None


def slow_head(target: Target, _: Random) -> Iterator[Finding]:
    """Send the head of a request, a byte a second."""
    yield from _dripped(target, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: " + b"a" * 900)


def slow_body(target: Target, _: Random) -> Iterator[Finding]:
    """Send the body of a request, a byte a second."""
    yield from _dripped(target, b" " * 900, post("/api/step", b"", "X: 1").replace(b"Length: 0", b"Length: 900"))


def slow_second_head(target: Target, _: Random) -> Iterator[Finding]:
    """Send a request, read its answer, and send the next one a byte a second."""
    yield from _dripped(target, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: " + b"a" * 900, head("GET", "/web/a.js"))


def _dripped(target: Target, data: bytes, at_once: bytes = b"") -> Iterator[Finding]:
    begun = time.monotonic()
    with opened(target) as line:
        line.sendall(at_once)
        line.settimeout(1.0)
        for at in range(len(data)):
            try:
                line.sendall(data[at : at + 1])
                if not line.recv(1 << 16):
                    return
            except TimeoutError:
                pass
            except OSError:
                return
            if time.monotonic() - begun > LONGEST:
                yield Finding("a slow connection is kept", f"{LONGEST} s, after {at} bytes")
                return


def slow_reader(target: Target, _: Random) -> Iterator[Finding]:
    """Ask for much, again and again, and read none of it."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(1.0)
        line.connect(("127.0.0.1", target.port))
        begun = time.monotonic()
        asked = head("GET", "/api/shapes") * 5000
        while time.monotonic() - begun < LONGEST:
            try:
                asked = asked[line.send(asked) :]
            except TimeoutError:
                pass
            except OSError:
                return
            time.sleep(1.0)
            if not _is_kept(line):
                return
        yield Finding("whoever reads nothing is waited for", f"{LONGEST} s")


def _is_kept(line: socket.socket) -> bool:
    """Return whether the server's end of a connection is still open; what the system sends later is not its own."""
    try:
        ours, theirs = (f"{name[1]:04X}" for name in (line.getsockname(), line.getpeername()))
    except OSError:
        return False
    ends = (each.split()[1:4] for each in Path("/proc/net/tcp").read_text(encoding="utf-8").splitlines()[1:])
    return any(a.endswith(f":{theirs}") and b.endswith(f":{ours}") and state == "01" for a, b, state in ends)


def half_closed(target: Target, _: Random) -> Iterator[Finding]:
    """Send a request, and say that nothing comes any more."""
    for data in (
        post("/api/step", STEP),
        head("GET", "/")[:20],
        b"",
        post("/api/run", RUN)[:-3],
    ):
        with opened(target) as line:
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            if ending(line) is None:
                yield Finding("a half-closed connection is kept", repr(data[:60]))


def vanished(target: Target, dice: Random) -> Iterator[Finding]:
    """Ask for long runs, and go at once, by a reset or quietly."""
    for number in range(60):
        with opened(target) as line:
            line.sendall(post("/api/run", RUN, f"X-Client: gone {number % 7}")[: dice.choice((-1, -20, 1 << 20))])
            time.sleep(dice.choice((0.0, 0.0, 0.1)))
            if dice.random() < 0.5:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    yield from ()


@contextmanager
def crowd(target: Target, said: bytes = b"") -> Iterator[int]:
    """Keep many connections open that say nothing, or the same and no more; yield how many there are."""
    with ExitStack() as stack:
        taken = 0
        with suppress(OSError):
            for _ in range(AT_ONCE):
                stack.enter_context(opened(target)).sendall(said)
                taken += 1
        yield taken


def crowded(target: Target, dice: Random, said: bytes = b"") -> Iterator[Finding]:
    """Open many connections at once, and say nothing; others are served meanwhile."""
    with crowd(target, said) as taken:
        if taken < AT_ONCE:
            yield Finding("connections are not taken", f"{taken} of {AT_ONCE}")
        time.sleep(1.0)  # until then, others may be told to try again
        for _ in range(dice.randint(3, 9)):
            if (status := target.step().status) != 200:
                yield Finding("a crowd keeps others out", f"status {status}")


def crowded_by_halves(target: Target, dice: Random) -> Iterator[Finding]:
    """Open many connections at once, and begin a request on each; others are served meanwhile."""
    yield from crowded(target, dice, head("POST", "/api/step", JSON, "Content-Length: 500000"))


def come_at_once(target: Target, dice: Random) -> Iterator[Finding]:
    """Open many connections while the server gets no processor; those that ask for something at once are answered."""
    asking, when = [], dice.randrange(100)
    with ExitStack() as stack:
        with _stopped(target), suppress(TimeoutError):  # the system limits how many connections wait
            for number in range(AT_ONCE):
                line = socket.create_connection(("127.0.0.1", target.port), timeout=1.0)
                stack.enter_context(line)
                if number % 100 == when:
                    line.sendall(post("/api/step", STEP, f"X-Client: {number}", "Connection: close"))
                    asking.append(line)
        for line in asking:
            found = ending(line) or b""
            if found[9:12] not in (b"200", str(BUSY).encode()):
                yield Finding("who asks among many that come at once is not answered", repr(found[:60]))


@contextmanager
def _stopped(target: Target) -> Iterator[None]:
    """Stop a server for a while, as a machine does that is busy."""
    target.process.send_signal(signal.SIGSTOP)
    state = Path(f"/proc/{target.process.pid}/stat")
    while state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "T":
        time.sleep(0.01)
    try:
        yield
    finally:
        target.process.send_signal(signal.SIGCONT)


def large_files(target: Target, _: Random) -> Iterator[Finding]:
    """Send many large files at once."""
    with ExitStack() as stack:
        lines = [stack.enter_context(opened(target)) for _ in range(FILES_AT_ONCE)]
        threads = []
        for number, line in enumerate(lines):
            said = (f"Content-Length: {LARGE}", "Content-Type: application/octet-stream", f"X-Client: {number}")
            data = head("POST", "/api/read?name=a.wkt", *said) + b" " * (LARGE - 1)
            threads.append(Thread(target=_sent, args=(line, data), daemon=True))
            threads[-1].start()
        time.sleep(12)
        for line in lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join()
    yield from ()


def _sent(line: socket.socket, data: bytes) -> None:
    with suppress(OSError):
        line.sendall(data)


def header_floods(target: Target, _: Random) -> Iterator[Finding]:
    """Send heads that are large, or of many lines."""
    floods = (
        head("GET", "/", *(f"X-{n}: {n}" for n in range(100_000))),
        head("GET", "/", "X: " + "a" * (4 << 20)),
        head("GET", "/" + "a" * (1 << 20)),
        b"\r\n" * (1 << 20),
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b" a\r\n" * 100_000,
    )
    yield from _all_end(target, floods)


def forged(target: Target, _: Random) -> Iterator[Finding]:
    """Send what servers and proxies read in different ways."""
    chunked = head("POST", "/api/step", JSON, "Transfer-Encoding: chunked")
    yield from _all_end(
        target,
        (
            head("GET", "/", "Host: evil.example"),
            head("GET", "http://evil.example/api/shapes"),
            head("GET", "/api/shapes", host="127.0.0.1\x00evil"),
            head("GET", "/api/shapes", host="é"),
            head("GET", "/api/shapes", host=""),
            b"GET /api/shapes HTTP/1.1\r\n\r\n",
            b"GET /\r\n\r\n",
            b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            head("CONNECT", "evil.example:443"),
            head("OPTIONS", "*"),
            head("GET", "/%00"),
            head("GET", "/%ff%fe"),
            head("GET", "/\xff"),
            head("GET", "//evil.example/%2e%2e/%2e%2e/etc/passwd"),
            head("GET", "/web/board.js", "Range: bytes=0-1,2-3,0-99999999"),
            head("GET", "/web/board.js", "If-None-Match: " + '"a",' * 3000),
            head(
                "GET",
                "/",
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Key: a",
                "Sec-WebSocket-Version: 13",
            ),
            head("POST", "/api/step", JSON, "Expect: 100-continue", "Content-Length: 28") + STEP,
            head("POST", "/api/step", "Content-Length: 28", "Content-Length: 5") + STEP,
            head("POST", "/api/step", "Content-Length: 28", "Transfer-Encoding: chunked") + STEP,
            head("POST", "/api/step", "Content-Length: +28") + STEP,
            head("POST", "/api/step", "Content-Length: 0x1c") + STEP,
            head("POST", "/api/step", "Transfer-Encoding: gzip, chunked") + b"0\r\n\r\n",
            chunked + b"ffffffffffffffffffff\r\n" + STEP,
            chunked + b"-1\r\n" + STEP,
            chunked + b"1c;" + b"a" * 100_000 + b"\r\n" + STEP + b"\r\n0\r\n\r\n",
            chunked + b"1\r\n \r\n" * 100_000 + b"0\r\n" + b"X: 1\r\n" * 10_000 + b"\r\n",
            post("/api/step", STEP, "Content-Encoding: gzip"),
            post("/api/step", STEP, "X-Client: \x00\x01"),
            post("/api/step", STEP, "X-Client: " + "\xff" * 60),
            post("/api/step", STEP, "Origin: http://127.0.0.1\x0b"),
            post("/api/step", STEP, "Cookie: " + "a=b; " * 2000),
        ),
    )


def pipelined(target: Target, _: Random) -> Iterator[Finding]:
    """Send hundreds of requests without waiting for an answer."""
    with opened(target) as line:
        asked = post("/api/step", STEP) * 300 + head("GET", "/", "Connection: close")
        sending = Thread(target=_sent, args=(line, asked), daemon=True)
        sending.start()
        found = ending(line)
        if found is None:
            yield Finding("requests in a row are not answered", "300 steps")
        elif found.count(b"HTTP/1.1 200") != 301:
            yield Finding("requests in a row are not answered", f"{found.count(b'HTTP/1.1 200')} of 301")


def _all_end(target: Target, sent: tuple[bytes, ...]) -> Iterator[Finding]:
    """Send each on a connection of its own, all at once; each is answered or closed, and not by an error."""
    with ThreadPoolExecutor(len(sent)) as threads:
        for data, found in zip(sent, threads.map(lambda data: _answer_to(target, data), sent), strict=True):
            if found is None:
                yield Finding("a forged request is neither answered nor closed", repr(data[:120]))
            elif found[9:10] == b"5" and found[9:12] not in (b"503", b"505"):
                yield Finding("a forged request is an error of the server", f"{data[:120]!r}: {found[:60]!r}")


def _answer_to(target: Target, data: bytes) -> bytes | None:
    with opened(target) as line:
        sending = Thread(target=_sent, args=(line, data), daemon=True)
        sending.start()
        return ending(line, SILENCE)


ATTACKS: Mapping[str, Attack] = {
    "forged requests": forged,
    "floods of headers": header_floods,
    "half-closed": half_closed,
    "vanished": vanished,
    "in a row": pipelined,
    "a crowd": crowded,
    "a crowd of halves": crowded_by_halves,
    "many at once": come_at_once,
    "large files at once": large_files,
    "slow heads": slow_head,
    "slow second heads": slow_second_head,
    "slow bodies": slow_body,
    "slow readers": slow_reader,
}


def attack_connections(target: Target, report: Report, number: int, seed: int, only: tuple[str, ...] = ()) -> None:
    """Attack in each way, a number of times, and in the slow ways by as many at once."""
    with _Neighbour(target, report):
        for name, attack in ATTACKS.items():
            if name in only or not only:
                lines = [
                    Thread(target=_attack, args=(target, report, name, attack, f"{seed} {n}"), daemon=True)
                    for n in range(number if name.startswith("slow") else 1)
                ]
                for line in lines:
                    line.start()
                for line in lines:
                    line.join()
                print(f"done: {name}", flush=True)


def _attack(target: Target, report: Report, name: str, attack: Attack, seed: str) -> None:
    try:
        report.add(name, "done", attack(target, Random(seed)))
    except OSError as fault:
        report.add(name, "none", [Finding(f"{name}: {type(fault).__name__}", str(fault))])


class _Neighbour:
    """Somebody else who steps all the while, and is served."""

    def __init__(self, target: Target, report: Report) -> None:
        self._is_over = Event()
        self._thread = Thread(target=self._steps, args=(target, report), daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _steps(self, target: Target, report: Report) -> None:
        while not self._is_over.wait(0.3):
            try:
                answer = target.step()
            except (OSError, http.client.HTTPException) as fault:
                report.add(
                    "neighbour", "none", [Finding(f"a neighbour is not served: {type(fault).__name__}", str(fault))]
                )
                continue
            found = [*faults(answer)] + ([] if answer.status in (200, BUSY) else [f"status {answer.status}"])
            report.add("neighbour", answer.status, (Finding(f"a neighbour: {what}", "") for what in found))
