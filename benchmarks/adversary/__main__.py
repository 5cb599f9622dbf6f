"""The long run: each part of the adversary as a command."""

import argparse
import resource
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from random import randrange
from typing import TypeAlias

from adversary.findings import Report

Part: TypeAlias = Callable[[Report, int, int], None]
"""Tries a number of things from a seed, and reports them."""


def traffic(report: Report, number: int, seed: int) -> None:
    """Send hostile requests to a server."""
    from adversary.serving import attacked
    from adversary.traffic import send_requests

    with attacked(report, "--limit", "5") as target:
        send_requests(target, report, number, seed)


def connections(report: Report, number: int, seed: int) -> None:
    """Open connections to a server that no browser opens."""
    from adversary.connections import attack_connections
    from adversary.serving import attacked

    _allow_connections(USUAL)
    with attacked(report, "--limit", "5") as target:
        _allow_connections(MANY)
        attack_connections(target, report, number, seed)


def _allow_connections(number: int) -> None:
    """Let this process, and those that it starts from now on, have so many connections and files at once."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, number), most))


USUAL, MANY = 1024, 20_000


def _part(module: str, name: str) -> Part:
    """Return a part whose module is imported when it is run."""

    def run(report: Report, number: int, seed: int) -> None:
        getattr(import_module(f"adversary.{module}"), name)(report, number, seed)

    return run


PARTS: Mapping[str, tuple[Part, int]] = {
    "traffic": (traffic, 10_000),
    "connections": (connections, 20),
    "holding": (_part("neighbours", "hold_server"), 1),
    "kills": (_part("killing", "rounds"), 100),
    "options": (_part("options", "try_options"), 20_000),
    "traces": (_part("traces", "try_traces"), 2000),
    "pairs": (_part("pairs", "check_pairs"), 2000),
    "outputs": (_part("outputs", "try_outputs"), 2000),
    "laws": (_part("laws.tangram", "try_laws"), 1000),
    "edgematching-laws": (_part("laws.edgematching", "try_laws"), 1000),
    "sliding-laws": (_part("laws.sliding", "try_laws"), 1000),
    "jigsaw-laws": (_part("laws.jigsaw", "try_laws"), 50),
    "truth": (_part("truth", "check"), 10_000),
    "tips": (_part("truth", "check_tips"), 10_000),
    "shaken": (_part("shaken", "try_shaken"), 1000),
    "hostile": (_part("hostile", "try_hostile"), 1000),
    "databases": (_part("databases", "try_databases"), 1000),
    "breaking": (_part("breaking", "break_commands"), 1500),
}
"""For each part its function, and how much it tries by default."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m adversary", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--number", type=int, help="how much is tried")
    parser.add_argument("--seed", type=int, default=randrange(10**6))
    asked = parser.parse_args()
    part, usual = PARTS[asked.part]
    report = Report()
    print(f"{asked.part}, seed {asked.seed}", flush=True)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts what runs in the background without it
    with suppress(KeyboardInterrupt):
        part(report, asked.number or usual, asked.seed)
    report.print()
    return 1 if report.found else 0


if __name__ == "__main__":
    sys.exit(main())
