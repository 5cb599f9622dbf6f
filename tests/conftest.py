"""Hypothesis runs with one profile (`--hypothesis-profile=thorough` looks longer); a failed run names its seed."""

import os
from random import randrange

import pytest
from hypothesis import settings

CI = bool(os.environ.get("CI"))

settings.register_profile("heuristan", deadline=None, max_examples=60, print_blob=True, derandomize=CI)
settings.register_profile("thorough", settings.get_profile("heuristan"), max_examples=1000)
settings.load_profile("heuristan")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed here, before Hypothesis looks at its option, so that it is known when a test fails."""
    if not CI and config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(randrange(2**32))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    seed = config.option.hypothesis_seed
    if seed is not None and terminalreporter.stats.get("failed"):
        terminalreporter.write_line(f"To repeat this run: pytest --hypothesis-seed={seed}")
