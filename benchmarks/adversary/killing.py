"""Workers and servers that are killed at random moments while people ask."""

import http.client
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from threading import Thread

from adversary.answers import faults
from adversary.findings import Finding, Report
from adversary.requests import interface, requests
from adversary.serving import Target, attacked
from adversary.watching import processes

KILLS = 10
"""Workers that are killed in a round, before the server is ended."""
ENDS = (signal.SIGTERM, signal.SIGKILL, signal.SIGINT)
CLIENTS = 2
RECOVERY = 30.0
"""Seconds within which everybody is served again."""


def rounds(report: Report, number: int, seed: int) -> None:
    """Kill a number of workers, and end each server while it answers."""
    dice = Random(seed)
    for round in range(-(-number // KILLS)):
        with (
            attacked(report, "--limit", "5", ends_by=dice.choice(ENDS)) as target,
            asking(target, report, seed + round),
        ):
            for _ in range(min(KILLS, number)):
                time.sleep(dice.uniform(0, 1.5))
                report.add("kill", "killed", _killed(target, dice))
            report.add("recovery", "looked at", _recovered(target))


def _killed(target: Target, dice: Random) -> Iterator[Finding]:
    """End a process that the server has started."""
    workers = [pid for pid in processes(target.mark) if pid != target.process.pid]
    if workers:
        with suppress(ProcessLookupError):
            os.kill(dice.choice(workers), signal.SIGKILL)
    if target.process.poll() is not None:
        yield Finding("the server ended with a worker", str(target.process.returncode))


def _recovered(target: Target) -> Iterator[Finding]:
    end = time.monotonic() + RECOVERY
    while time.monotonic() < end:
        with suppress(OSError, http.client.HTTPException):
            if target.step().status == 200:
                return
        time.sleep(0.5)
    yield Finding("nobody is served after workers were killed", f"{RECOVERY} s")


@contextmanager
def asking(target: Target, report: Report, seed: int) -> Iterator[None]:
    """Let clients ask until the server is ended; what they are told until then must be in order."""

    def ask(name: str) -> None:
        for number, request in requests(description, seed):
            if target.process.poll() is not None:
                return
            try:
                answer = target.ask(request.method, request.path, request.body, {"x-client": name, **request.headers})
            except (OSError, http.client.HTTPException):
                continue  # the server ends
            found = (
                Finding(what, f"request {number} of seed {seed}: {answer.body[:200]!r}") for what in faults(answer)
            )
            report.add(request.operation, answer.status, found)

    description = interface()
    clients = [Thread(target=ask, args=(f"client {n}",), daemon=True) for n in range(CLIENTS)]
    for client in clients:
        client.start()
    yield
