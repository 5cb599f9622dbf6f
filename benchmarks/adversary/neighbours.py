"""Others at the page beside one that holds the server: they go on stepping, and are timed."""

from collections.abc import Iterator

from users import User, stepping

from adversary.findings import Finding, Report
from adversary.holding import HOLDS, held
from adversary.serving import attacked

NUMBER = 6
"""Others."""
SECONDS = 20.0
"""Time for which they step."""
BEARABLE = 3.0
"""Seconds that hardly anybody may wait for a step: the two that a click of another may take, and its own."""


def hold_server(report: Report, number: int, seed: int) -> None:
    """Hold a server in each way, a number of times, while others step."""
    for turn in range(number):
        for name in HOLDS:
            with attacked(report, "--limit", "5") as target:
                target.step()
                with held(target.port, name, f"{seed} {turn}"):
                    users = stepping(target.port, NUMBER, SECONDS)
                report.add(name, "held", _found(name, users))


def _found(name: str, users: list[User]) -> Iterator[Finding]:
    """Yield what others had to bear."""
    took = sorted(seconds for user in users for seconds in user.took["step"])
    refused = sum(number for user in users for status, number in user.statuses.items() if status not in (0, 200))
    if took and took[int(len(took) * 0.95)] > BEARABLE:
        yield Finding(f"{name}: others wait", f"{took[int(len(took) * 0.95)]:.1f} s for one step of twenty")
    if refused > len(took) // 20:
        yield Finding(f"{name}: others are refused", f"{refused} of {len(took)}")
