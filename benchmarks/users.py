"""Many people at the page at once: python benchmarks/users.py [USERS] [SECONDS].

It starts `heuristan serve`, and lets each user go through puzzles as a page does: ask for a step, look at it a while,
ask what is lacking, take a match, and so on. It prints how long steps and the rest took, what was refused, and the
memory of the server before and after.
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
from pathlib import Path
from statistics import median, quantiles

TOP = Path(__file__).parents[1]
SHAPES = ("cat", "swan", "digit-9", "runner", "house", "letter-a", "whale", "crown", "rabbit", "two-swans")
THINKING = (0.5, 2.5)
"""The least and the most seconds that a user looks at a step."""


class User(threading.Thread):
    """Somebody who steps through puzzles."""

    def __init__(self, number: int, port: int, end: float) -> None:
        super().__init__(daemon=True)
        self.random = random.Random(number)
        self.key = f"user-{number}"
        self.port = port
        self.end = end
        self.took: dict[str, list[float]] = defaultdict(list)
        self.statuses: Counter[int] = Counter()

    def run(self) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
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

    def ask(self, do: str, body: object) -> dict[str, object] | None:
        start = time.monotonic()
        headers = {"Content-Type": "application/json", "X-Client": self.key}
        self.line.request("POST", f"/api/{do}", json.dumps(body), headers)
        answer = self.line.getresponse()
        text = answer.read()
        self.took[do].append(time.monotonic() - start)
        self.statuses[answer.status] += 1
        return json.loads(text) if answer.status == 200 else None


def memory(pid: int) -> str:
    found = subprocess.run(("ps", "--ppid", str(pid), "--pid", str(pid), "-o", "rss="), capture_output=True, text=True)
    return ", ".join(f"{int(kib) // 1024} MiB" for kib in found.stdout.split())


def main(count: int = 50, seconds: float = 60.0) -> None:
    """Let users step for a while, and say what they had to wait for."""
    command = (sys.executable, "-m", "heuristan", "serve", "--no-open", "--port", "0")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=TOP) as server:
        assert server.stdout is not None
        address = re.search(r":(\d+)/", server.stdout.readline())
        assert address
        port = int(address[1])
        warm = User(-1, port, 0)
        warm.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        warm.ask("step", {"puzzle": {"shape": "cat"}})
        time.sleep(3)  # until the other worker is there too
        print(f"memory before: {memory(server.pid)}")
        users = [User(number, port, time.monotonic() + seconds) for number in range(count)]
        for user in users:
            user.start()
        for user in users:
            user.join()
        print(f"memory after:  {memory(server.pid)}")
        server.terminate()
    for do in ("step", "inspect"):
        took = sorted(time for user in users for time in user.took[do])
        cuts = quantiles(took, n=100)
        worst = f"p95 {cuts[94] * 1000:.0f}, p99 {cuts[98] * 1000:.0f}, most {took[-1] * 1000:.0f}"
        print(f"{do}: {len(took)} requests, median {median(took) * 1000:.0f} ms, {worst} ms")
    statuses = sum((user.statuses for user in users), Counter[int]())
    print("; ".join(f"{number} answers with {status}" for status, number in sorted(statuses.items())))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
