"""Many people at the page at once: PYTHONPATH=benchmarks:tests python benchmarks/users.py [USERS] [SECONDS] [WAY ...].

It starts `heuristan serve`, and lets each user go through puzzles as a page does: ask for a step, look at it a while,
ask what is lacking, take a match, and so on. It prints how long steps and the rest took, what was refused, and the
memory of the server; then the same beside one hostile page, in each or some ways of `adversary.holding`.
"""

import http.client
import json
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from adversary.holding import HOLDS, held

SHAPES = ("cat", "swan", "digit-9", "runner", "house", "letter-a", "whale", "crown", "rabbit", "two-swans")
THINKING = (0.5, 2.5)
"""The least and the most seconds that a user looks at a step."""


class User(threading.Thread):
    """Somebody who steps through puzzles."""

    def __init__(self, number: int, port: int, end: float, address: str = "127.0.0.1") -> None:
        super().__init__(daemon=True)
        self.number = number
        self.address = address
        self.random = random.Random(number)
        self.key = f"user-{number}"
        self.port = port
        self.end = end
        self.took: dict[str, list[float]] = defaultdict(list)
        self.statuses: Counter[int] = Counter()

    def begin(self) -> None:
        """Connect to the server, from the own address."""
        self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(self.address, 0))

    def run(self) -> None:
        self.begin()
        time.sleep(self.random.uniform(0, THINKING[1]))  # people do not begin together
        while time.monotonic() < self.end:
            self.solve(self.random.choice(SHAPES))

    def solve(self, shape: str) -> None:
        """Take a puzzle apart, match by match; take a step back now and then."""
        moves: list[dict[str, object]] = []
        while time.monotonic() < self.end:
            position = {"puzzle": {"shape": shape}, "moves": moves}
            found = self.ask("step", position)
            if found is None or found["status"] != "open":
                return
            self.ask("inspect", position)
            time.sleep(self.random.uniform(*THINKING))
            if found["steps"] and self.random.random() < 0.1:
                moves = [*moves, {"do": "back", "count": 1}]
            else:
                moves = [*moves, {"do": "take", "number": self.random.randint(1, min(3, len(found["pieces"])))}]

    def ask(self, do: str, body: object, tries: int = 3) -> dict[str, Any] | None:
        """Send a request, again while the server is busy, as a page does; return the answer, if one comes."""
        start, headers = time.monotonic(), {"Content-Type": "application/json", "X-Client": self.key}
        status, text = 0, b""
        for wait in (0, 2, 2)[:tries]:
            time.sleep(wait if status else 0)
            try:
                self.line.request("POST", f"/api/{do}", json.dumps(body), headers)
                answer = self.line.getresponse()
                status, text = answer.status, answer.read()
            except (OSError, http.client.HTTPException):
                self.line.close()
                status = 0
            self.statuses[status] += 1
            if status not in (0, 429, 503):
                break
        self.took[do].append(time.monotonic() - start)
        return json.loads(text) if status == 200 else None


def memory(pid: int) -> str:
    found = subprocess.run(("ps", "--ppid", str(pid), "--pid", str(pid), "-o", "rss="), capture_output=True, text=True)
    return ", ".join(f"{int(kib) // 1024} MiB" for kib in found.stdout.split())


@contextmanager
def served() -> Iterator[tuple[int, int]]:
    """Start a server; yield the number of its process and its port."""
    command = (sys.executable, "-m", "heuristan", "serve", "--no-open", "--port", "0")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path.cwd()) as server:
        assert server.stdout is not None
        address = re.search(r":(\d+)/", server.stdout.readline())
        assert address
        warmed(int(address[1]))
        yield server.pid, int(address[1])
        server.terminate()


def warmed(port: int) -> None:
    """Wait until the workers of a server answer."""
    warm = User(-1, port, 0)
    warm.begin()
    warm.ask("step", {"puzzle": {"shape": "cat"}})
    time.sleep(3)  # until the other worker is there too


def stepping(port: int, count: int, seconds: float) -> list[User]:
    """Let users step for a while."""
    users = [User(number, port, time.monotonic() + seconds) for number in range(count)]
    for user in users:
        user.start()
    for user in users:
        user.join()
    return users


def said(users: Sequence[User], asked: tuple[str, ...] = ("step", "inspect")) -> str:
    """Return what users had to wait for."""
    words = []
    for do in asked:
        took = sorted(time for user in users for time in user.took[do])
        at = [took[min(len(took) - 1, int(len(took) * part))] * 1000 for part in (0.5, 0.95, 0.99, 1.0)]
        words.append(f"{do}: {len(took)}, median {at[0]:.0f}, p95 {at[1]:.0f}, p99 {at[2]:.0f}, most {at[3]:.0f} ms")
    statuses = sum((user.statuses for user in users), Counter[int]())
    words.append("; ".join(f"{number} x {status}" for status, number in sorted(statuses.items())))
    return "; ".join(words)


def main(count: str = "50", seconds: str = "60", *ways: str) -> None:
    """Let users step for a while, alone and beside a hostile page, and say what they had to wait for."""
    for way in ways or ("", *HOLDS):
        with served() as (pid, port), held(port, way, 1) if way else nullcontext():
            before = memory(pid)
            print(
                f"{way or 'alone'}: {said(stepping(port, int(count), float(seconds)))}; {before} -> {memory(pid)}",
                flush=True,
            )


if __name__ == "__main__":
    main(*sys.argv[1:])
