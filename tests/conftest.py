"""Hypothesis runs with one profile (`--hypothesis-profile=thorough` looks longer); a failed run names its seed."""

import os
from pathlib import Path
from random import Random, SystemRandom, randrange

import pytest
from hypothesis import settings
from shared.commands import Outcome, Run

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


@pytest.fixture
def heuristan(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in a folder of its own, in this process."""
    from heuristan.cli import app

    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Outcome:
        with pytest.raises(SystemExit) as ended:
            app([str(argument) for argument in arguments], prog_name="heuristan")
        status = ended.value.code
        return Outcome(status if isinstance(status, int) else int(bool(status)), *capsys.readouterr())

    return run


@pytest.fixture(scope="module")
def random() -> Random:
    """A source of chance whose seed is printed where a test fails; HEURISTAN_SEED repeats a run."""
    seed = int(os.environ.get("HEURISTAN_SEED") or SystemRandom().randrange(10**9))
    print(f"HEURISTAN_SEED={seed}")  # noqa: T201 - pytest shows it where a test fails
    return Random(seed)
