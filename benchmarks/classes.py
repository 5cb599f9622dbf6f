"""A class at the page: PYTHONPATH=benchmarks:tests python benchmarks/classes.py [PUPILS] [SECONDS].

It starts `heuristan serve --class`, and lets each pupil, from an address of its own, enter a name, step through puzzles
as `users` do, and report what is done, while the projector looks; then the same beside a hostile pupil, who makes up
names with markup, guesses secrets and tokens, and sends what is too large. It prints how long requests took, and
demands that the table of the class has what each pupil reported and nothing else.
"""

import csv
import io
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from users import SHAPES, User, said, warmed

AT_ONCE = 8
"""Connections of the hostile pupil."""
AGAIN = 3.0
"""Seconds after which the projector looks again."""


class Pupil(User):
    """A user with a name and an address, who reports."""

    def __init__(self, number: int, port: int, end: float) -> None:
        super().__init__(number, port, end, f"127.0.1.{number + 1}")
        self.done: set[str] = set()
        self.secret = ""

    def run(self) -> None:
        self.begin()
        entered = self.ask("class", {"do": "enter", "name": f"Pupil {self.number}"})
        self.secret = entered["secret"] if entered else ""
        super().run()
        self.report()

    def solve(self, shape: str) -> None:
        super().solve(shape)
        self.done.add(shape)
        self.report()

    def report(self) -> None:
        """Say everything that was done, as a page does."""
        ranked = [{"ranking": f"of {self.number}", "solved": len(self.done), "of": 61}]
        self.ask("class", {"do": "report", "secret": self.secret, "solved": sorted(self.done), "rankings": ranked})


class Projector(User):
    """The teacher's page."""

    def __init__(self, port: int, end: float, token: str) -> None:
        super().__init__(-1, port, end)
        self.token = token

    def run(self) -> None:
        self.begin()
        while time.monotonic() < self.end:
            self.look("look")
            time.sleep(AGAIN)

    def look(self, do: str) -> dict[str, Any]:
        """Return what the class did."""
        return self.ask("class", {"do": do, "token": self.token}) or {}


class Hostile(User):
    """One of the connections of somebody who plays tricks."""

    def __init__(self, number: int, port: int, end: float) -> None:
        super().__init__(number, port, end, "127.0.2.1")

    def run(self) -> None:
        self.begin()
        while time.monotonic() < self.end:
            guess = self.random.randbytes(12).hex()
            tricks: tuple[Any, ...] = (
                {"do": "enter", "name": f"<b>{guess[:8]}"},
                {"do": "enter", "name": "Pupil 1"},
                {"do": "report", "secret": guess, "solved": [*SHAPES] * 30},
                {"do": "task", "token": guess, "question": "<script>alert(1)</script>"},
                {"do": "report", "secret": "x" * 60_000},
                {"do": "look", "token": guess, "more": ["["] * 100_000},
            )
            self.key = guess
            self.ask("class", self.random.choice(tricks), tries=1)


@contextmanager
def held_class() -> Iterator[tuple[int, str]]:
    """Start a server with a class; yield its port and the teacher's token."""
    command = (sys.executable, "-m", "heuristan", "serve", "--class", "--no-open", "--host", "127.0.0.1", "--port", "0")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path.cwd()) as server:
        assert server.stdout is not None
        told = server.stdout.readline() + server.stdout.readline()
        found = re.search(r":(\d+)/#class\?teacher=(\S+)", told)
        assert found, told
        warmed(int(found[1]))
        yield int(found[1]), found[2]
        server.terminate()


def main(count: str = "30", seconds: str = "60") -> None:
    """Hold a class for a while, alone and beside a hostile pupil."""
    for hostile in (0, AT_ONCE):
        with held_class() as (port, token):
            end = time.monotonic() + float(seconds)
            pupils = [Pupil(number, port, end) for number in range(int(count))]
            projector, others = Projector(port, end, token), [Hostile(number, port, end) for number in range(hostile)]
            everybody: list[Thread] = [*pupils, projector, *others]
            for each in everybody:
                each.start()
            for each in everybody:
                each.join()
            table = [*csv.DictReader(io.StringIO(projector.look("table")["table"]))]
            rows = {row["name"]: row for row in table}
            wrong = [each.number for each in pupils if {*rows[f"Pupil {each.number}"]["shapes"].split()} != each.done]
            statuses = dict(sum((each.statuses for each in others), Counter[int]()))
            way = "beside a hostile one" if hostile else "alone"
            print(f"{count} pupils {way}: {said(pupils, ('step', 'inspect', 'class'))}")
            print(f"projector: {said([projector], ('class',))}; {len(rows)} names, rows that are wrong: {wrong}")
            print(f"hostile: {statuses}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
