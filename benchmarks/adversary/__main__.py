"""The long run: each part of the adversary as a command."""

import argparse
import resource
import sys
from contextlib import suppress
from random import randrange

from adversary.findings import Report


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


def kills(report: Report, number: int, seed: int) -> None:
    """Kill workers and servers."""
    from adversary.killing import rounds

    rounds(report, number, seed)


def options(report: Report, number: int, seed: int) -> None:
    """Try options of the command line."""
    from adversary.options import try_options

    try_options(report, number, seed)


def pairs(report: Report, number: int, seed: int) -> None:
    """Find options that do nothing beside another."""
    from adversary.pairs import check_pairs

    check_pairs(report, number, seed)


def outputs(report: Report, number: int, seed: int) -> None:
    """Send hostile names and files through the command line."""
    from adversary.outputs import try_outputs

    try_outputs(report, number, seed)


def laws(report: Report, number: int, seed: int) -> None:
    """Write and give outlines in other ways, and compare the answers."""
    from adversary.laws.tangram import try_laws

    try_laws(report, number, seed)


def edgematching_laws(report: Report, number: int, seed: int) -> None:
    """Write and give edge-matching puzzles in other ways, and compare the answers."""
    from adversary.laws.edgematching import try_laws

    try_laws(report, number, seed)


def sliding_laws(report: Report, number: int, seed: int) -> None:
    """Write and give boards in other ways, and compare the answers."""
    from adversary.laws.sliding import try_laws

    try_laws(report, number, seed)


def jigsaw_laws(report: Report, number: int, seed: int) -> None:
    """Give pictures of pieces in other ways, and compare the assemblies."""
    from adversary.laws.jigsaw import try_laws

    try_laws(report, number, seed)


def truth(report: Report, number: int, seed: int) -> None:
    """Compare what is said of small outlines with what brute force finds."""
    from adversary.truth import check

    check(report, number, seed)


def breaking(report: Report, number: int, seed: int) -> None:
    """Put faults of the machine under commands."""
    from adversary.breaking import break_commands

    break_commands(report, number, seed)


def hostile(report: Report, number: int, seed: int) -> None:
    """Read files that ask for much."""
    from adversary.hostile import try_hostile

    try_hostile(report, number, seed)


PARTS = {
    "traffic": (traffic, 10_000),
    "connections": (connections, 20),
    "kills": (kills, 100),
    "options": (options, 20_000),
    "pairs": (pairs, 2000),
    "outputs": (outputs, 2000),
    "laws": (laws, 1000),
    "edgematching-laws": (edgematching_laws, 1000),
    "sliding-laws": (sliding_laws, 1000),
    "jigsaw-laws": (jigsaw_laws, 50),
    "truth": (truth, 10_000),
    "hostile": (hostile, 1000),
    "breaking": (breaking, 1500),
}
"""What each part is called, and how much it tries if nothing is said."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m adversary", description=__doc__)
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--number", type=int, help="how much is tried")
    parser.add_argument("--seed", type=int, default=randrange(10**6))
    asked = parser.parse_args()
    part, usual = PARTS[asked.part]
    report = Report()
    print(f"{asked.part}, seed {asked.seed}", flush=True)
    with suppress(KeyboardInterrupt):
        part(report, asked.number or usual, asked.seed)
    report.print()
    return 1 if report.found else 0


if __name__ == "__main__":
    sys.exit(main())
