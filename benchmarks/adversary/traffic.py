"""Hostile requests for every operation of the server, by several clients at once."""

import http.client
from collections.abc import Iterator
from itertools import islice
from threading import Lock, Thread

from adversary.answers import faults
from adversary.findings import Finding, Report
from adversary.requests import Request, interface, requests
from adversary.serving import Target

CLIENTS = 3
SHOWN = 400
"""Letters of a request that are shown."""


def send_requests(target: Target, report: Report, number: int, seed: int) -> None:
    """Send a number of requests."""
    sent, turn = islice(requests(interface(), seed), number), Lock()
    clients = [Thread(target=_client, args=(target, report, sent, turn, f"client {n}")) for n in range(CLIENTS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()


def _client(target: Target, report: Report, sent: Iterator[tuple[int, Request]], turn: Lock, name: str) -> None:
    while True:
        with turn:
            number, request = next(sent, (0, None))
        if request is None:
            return
        try:
            answer = target.ask(request.method, request.path, request.body, {"x-client": name, **request.headers})
        except (OSError, http.client.HTTPException) as fault:
            said = Finding(f"no answer: {type(fault).__name__}", _said(number, request))
            report.add(request.operation, "none", [said])
        else:
            report.add(request.operation, answer.status, _found(number, request, faults(answer), answer.body))


def _found(number: int, request: Request, what: Iterator[str], body: bytes) -> Iterator[Finding]:
    for each in what:
        yield Finding(f"{request.operation}: {each[:80]}", f"{_said(number, request)} -> {body[:200]!r}")


def _said(number: int, request: Request) -> str:
    return f"request {number}: {request.method} {request.path[:200]} {request.body[:SHOWN]!r}"
