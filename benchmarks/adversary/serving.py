"""The server under attack: started, watched, ended, and looked at for what it leaves behind."""

import http.client
import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit
from uuid import uuid4

from shared.serving import serving

from adversary.answers import Answer
from adversary.findings import Finding, Report
from adversary.watching import MARK, Watch, left_after

MOST_MEMORY = 1024
"""Maximum memory of each process, in MiB."""
PATIENCE = 60.0
"""Seconds that a client waits for an answer."""
MEANT = ("a worker process did not start",)
"""Lines of the log that are meant."""
ENDING = 15.0
"""Seconds within which everything ends."""


@dataclass
class Target:
    """A server that runs."""

    process: "subprocess.Popen[str]"
    address: str
    port: int
    mark: str
    folder: Path

    def ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None) -> Answer:
        """Return an answer on a connection of its own.

        Raises:
            OSError: if there is none.
            http.client.HTTPException: if it cannot be read.
        """
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        begun = time.monotonic()
        try:
            line.request(method, path, body or None, dict(headers or {}))
            found = line.getresponse()
            data = found.read()
            named = {key.lower(): value for key, value in found.getheaders()}
            return Answer(found.status, named, data, time.monotonic() - begun)
        finally:
            line.close()

    def step(self) -> Answer:
        """Ask for what any page asks for."""
        body = json.dumps({"puzzle": {"shape": "cat"}}).encode()
        return self.ask("POST", "/api/step", body, {"content-type": "application/json", "x-client": uuid4().hex})


@contextmanager
def attacked(report: Report, *arguments: str, ends_by: int = signal.SIGTERM) -> Iterator[Target]:
    """Run a server; report what it used, what it wrote to its log, and what it left behind.

    Args:
        report: what is found goes there.
        arguments: options of the command.
        ends_by: the signal that ends it.
    """
    mark = uuid4().hex
    with TemporaryDirectory() as folder, _environment({MARK: mark, "TMPDIR": folder}):
        with serving(*arguments) as (process, address):
            watch = Watch(mark)
            watch.start()
            yield Target(process, address, urlsplit(address).port or 0, mark, Path(folder))
            is_alive = process.poll() is None
            process.send_signal(ends_by)
            try:
                _, log = process.communicate(timeout=ENDING)
            except subprocess.TimeoutExpired:
                process.kill()
                _, log = process.communicate()
                report.add("end", "killed", [Finding("the server does not end", signal.Signals(ends_by).name)])
            left = left_after(mark, ENDING)
            watch.stop()
        # of a server and a worker that are killed at once nobody is left to clear up
        kept = [] if ends_by == signal.SIGKILL else [path.name for path in Path(folder).iterdir()]
        report.add("end", process.returncode, _endings(is_alive, log, left, watch.peak, kept))


def _endings(
    is_alive: bool, log: str, left: list[int], peak: Mapping[str, float], files: list[str]
) -> Iterator[Finding]:
    if not is_alive:
        yield Finding("the server ended", log[-300:])
    unmeant = "\n".join(line for line in log.splitlines() if line.strip() and line not in MEANT)
    if unmeant:
        yield Finding("the log has what is not meant", unmeant[:1500])
    if left:
        yield Finding("processes are left", str(left))
    for name, most in peak.items():
        print(f"peak memory of {name}: {most:.0f} MiB", flush=True)
        if most > MOST_MEMORY:
            yield Finding("too much memory", f"{name}: {most:.0f} MiB")
    if files:
        yield Finding("files are left", ", ".join(files[:5]))


@contextmanager
def _environment(variables: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
