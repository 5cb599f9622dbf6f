"""What an adversary finds, counted by kind."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from random import Random
from threading import Lock
from typing import NamedTuple

SHOWN = 3
"""Examples of a kind that are printed."""


class Finding(NamedTuple):
    """One thing that must not be."""

    kind: str
    what: str
    """How it came about, so that it can be tried again."""


class Trial(NamedTuple):
    """One thing to try, which dice decide in part."""

    kind: str
    run: Callable[[Random], tuple[object, Iterable[str]]]
    """Tries it; returns what came of it, and what must not be."""


class Report:
    """Counts what was tried, and keeps what was found; threads may share it."""

    def __init__(self) -> None:
        self.tried: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.found: dict[str, list[str]] = defaultdict(list)
        self.peak = 0.0
        """The most memory that a process had, in MiB, where that is watched."""
        self._lock = Lock()

    def add(self, tried: str, answer: object, findings: Iterable[Finding] = (), peak: float = 0.0) -> None:
        """Count one thing that was tried, and what came of it."""
        found = [*findings]  # it may take long until they are found
        with self._lock:
            self.peak = max(self.peak, peak)
            self.tried[tried] += 1
            self.answers[str(answer)] += 1
            for kind, what in found:
                self.found[kind].append(what)
                if len(self.found[kind]) <= SHOWN:
                    print(f"! {kind}: {what[:600]}", flush=True)

    def print(self) -> None:
        """Print the counts."""
        print(f"tried: {self.tried.total()} ({_listed(self.tried)})")
        print(f"answers: {_listed(self.answers)}")
        if self.peak:
            print(f"most memory of a process: {self.peak:.0f} MiB")
        print(f"found: {sum(map(len, self.found.values()))}")
        for kind, examples in sorted(self.found.items()):
            print(f"  {len(examples)} x {kind}")


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{word} {count}" for word, count in counts.most_common())
