"""Helper processes: they can be killed, and use no more memory than they are given, so whatever they are asked for,
the caller lives on.

Caller and helper exchange messages: a line of JSON, and the bytes that go with it. A helper is a module with
``if __name__ == "__main__"``; it takes its limits as JSON in the first argument. It imports little that it does not
need, because it is started for every PDF.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from threading import Thread, Timer
from time import monotonic, sleep
from typing import IO, Any, NamedTuple

from heuristan.common.memory import addresses

with suppress(ImportError):
    from time import clock_gettime

_CLOCK_OF_A_PROCESS = 2
"""The last three bits of a clock of Linux that says what the threads of a process used; the others are its number,
inverted."""


class Message(NamedTuple):
    """Messages between two processes."""

    fields: Mapping[str, Any]
    data: bytes = b""


class Channel:
    """One end of a pipe in either direction."""

    def __init__(self, reads: IO[bytes], writes: IO[bytes]) -> None:
        self._reads = reads
        self._writes = writes

    @classmethod
    def to_caller(cls) -> "Channel":
        """Return a helper's end. What else is printed then goes to standard error."""
        writes = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        return cls(sys.stdin.buffer, writes)

    def send(self, fields: Mapping[str, Any], data: bytes = b"") -> None:
        self._writes.write(json.dumps({**fields, "bytes": len(data)}).encode() + b"\n")
        self._writes.write(data)
        self._writes.flush()

    def received(self) -> Message | None:
        """Return the next message; None if the other process has ended."""
        line = self._reads.readline()
        if not line.endswith(b"\n"):
            return None
        fields: dict[str, Any] = json.loads(line)
        size = fields.pop("bytes")
        data = self._reads.read(size)
        return Message(fields, data) if len(data) == size else None

    def close(self) -> None:
        for pipe in (self._reads, self._writes):
            with suppress(OSError):
                pipe.close()


class _Copy:
    """A copy of this process that is a helper, and what is used of `subprocess.Popen`."""

    returncode: int | None = None

    def __init__(self, module: str, limits: Mapping[str, Any]) -> None:
        (reads, own), (read, writes) = os.pipe(), os.pipe()
        self.pid = os.fork()
        if not self.pid:  # the copy, which has no file of the caller's open
            try:
                for number, file in enumerate((reads, writes, os.open(os.devnull, os.O_WRONLY))):
                    os.dup2(file, number)
                os.closerange(3, 1 + max(map(int, os.listdir("/proc/self/fd"))))
                sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
                import_module(module).main(limits)
            finally:
                os._exit(0)
        os.close(reads)
        os.close(writes)
        self.stdin, self.stdout = os.fdopen(own, "wb"), os.fdopen(read, "rb")

    def poll(self, how: int = 1) -> int | None:
        """Return the status with which it ended; None while it runs, if it is not to be waited for (1)."""
        with suppress(ChildProcessError):  # nobody waits twice, not even for a thread that kills it
            ended, status = os.waitpid(self.pid, how)
            return os.waitstatus_to_exitcode(status) if ended else None
        return 0

    def wait(self) -> None:
        self.poll(0)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            if self.poll() is None:
                os.kill(self.pid, signal.SIGKILL)


def _can_be_copied(most: int) -> bool:
    """Return whether a copy of this process is a sound one: it has one thread alone, and few bytes of addresses."""
    with suppress(OSError, ImportError):
        return addresses() <= most and len(os.listdir("/proc/self/task")) == 1
    return False


class Helper:
    """A helper process, as its caller sees it."""

    def __init__(
        self,
        module: str,
        limits: Mapping[str, Any],
        *,
        environment: Mapping[str, str] | None = None,
        has_children: bool = False,
        copied_below: int = 0,
    ) -> None:
        """Start a process.

        Args:
            module: the full name of the module that it runs.
            limits: a JSON value that the module takes.
            environment: variables that are set besides those of this process.
            has_children: whether it may start processes of its own, which end with it; Ctrl-C then reaches none of
                them.
            copied_below: if this process takes fewer bytes of addresses, and has one thread, the helper is a copy of
                it, with the libraries that are loaded; the environment is the same then.
        """
        self.is_late = False
        """Whether it exceeded its time limit and was killed."""
        self.is_killed = False
        self._has_children = has_children and hasattr(os, "killpg")
        self._process: _Copy | subprocess.Popen[bytes]
        if _can_be_copied(copied_below):
            self._process = _Copy(module, limits)
            self._channel = Channel(self._process.stdout, self._process.stdin)
            return
        # the package may be found through sys.path alone, as in a checkout
        path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, json.dumps(limits)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **path, **(environment or {})},
            start_new_session=self._has_children,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._channel = Channel(self._process.stdout, self._process.stdin)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def spent(self) -> float:
        """Seconds of a processor that the process used so far; the time of a clock where the system does not tell."""
        try:
            return clock_gettime(~self.pid << 3 | _CLOCK_OF_A_PROCESS)
        except (NameError, OSError):
            return monotonic()

    def send(self, fields: Mapping[str, Any], data: bytes, seconds: float) -> None:
        """Send a message, unless the process has ended; it has some seconds to read it."""
        with self._timed(seconds), suppress(OSError):
            self._channel.send(fields, data)

    def received(self, seconds: float) -> Message | None:
        """Return the next message; None if the process has ended, or needs more than some seconds."""
        with self._timed(seconds):
            return self._channel.received()

    @contextmanager
    def _timed(self, seconds: float) -> Iterator[None]:
        timer = Timer(seconds, self._end_late)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _end_late(self) -> None:
        self.is_late = True
        self.kill()

    def kill(self) -> None:
        """End the process, and those that it started, at once."""
        self.is_killed = True
        if self._has_children and self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def end(self) -> None:
        """End the process, and wait until it is gone."""
        self.kill()
        self._process.wait()
        self._channel.close()


def stay_with(parent: int) -> None:
    """Leave Ctrl-C to the process that started this one, and end when that is gone, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_without, args=(parent,), daemon=True).start()


def _end_without(parent: int) -> None:
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)
