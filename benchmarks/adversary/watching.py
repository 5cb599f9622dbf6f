"""Processes: how much memory they use, and, of a server, whether any is left."""

import os
import resource
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

MARK = "HEURISTAN_ADVERSARY"
"""The environment variable by which the processes of a server are known, and those that they start."""
EVERY = 0.1
"""Seconds between looks."""


def processes(mark: str) -> Iterator[int]:
    """Yield the processes whose environment has a mark, apart from this one."""
    wanted = f"{MARK}={mark}".encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if wanted in path.read_bytes().split(b"\0") and _is_alive(path.parent):
                yield int(path.parent.name)
        except OSError:
            continue


def _is_alive(folder: Path) -> bool:
    return (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"


def memory(pid: int) -> float:
    """Return the memory that a process uses, in MiB; 0 if it has ended."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1]
    except (OSError, IndexError):
        return 0.0
    return int(pages) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def peak() -> float:
    """Return the most memory that this process had, or one that it started and that has ended, in MiB.

    What `getrusage` says of this process would count what started it as well.
    """
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return max(int(line.split()[1]), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) / 1024


class Watch(Thread):
    """Keeps the most memory that any of some processes used."""

    def __init__(self, mark: str) -> None:
        super().__init__(daemon=True)
        self._mark = mark
        self._is_over = Event()
        self.peak: dict[str, float] = {}
        """The most memory by what the process is, in MiB."""

    def run(self) -> None:
        while not self._is_over.wait(EVERY):
            for pid in processes(self._mark):
                name = _name(pid)
                self.peak[name] = max(self.peak.get(name, 0.0), memory(pid))

    def stop(self) -> None:
        self._is_over.set()
        self.join()


def _name(pid: int) -> str:
    """Return the module that a process runs."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return "gone"
    module = words[2].decode() if words[1:2] == [b"-m"] else "another"
    return module if module != "heuristan" else "server"


def left_after(mark: str, seconds: float) -> list[int]:
    """Return the processes that are still there after some time; as soon as there is none, none."""
    end = time.monotonic() + seconds
    while (found := [*processes(mark)]) and time.monotonic() < end:
        time.sleep(EVERY)
    return found
