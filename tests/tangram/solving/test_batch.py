"""Outlines that are solved on several processes."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import _ExecutorManagerThread
from pathlib import Path
from threading import Thread

import pytest
from adversary.watching import MARK, left_after, processes
from shared.places import TOP

from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.solving.options import Options
from heuristan.tangram.solving.program import solve_all


def test_ctrl_c_while_the_pool_starts_its_thread_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Thread) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(_ExecutorManagerThread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        next(solve_all(read_outlines("cat"), Options("exact"), jobs=2))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are listed in /proc")
def test_no_process_outlives_one_that_is_killed(tmp_path: Path) -> None:
    mark = f"batch-{os.getpid()}"
    outlines = tmp_path / "many.wkt"
    outlines.write_text("POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))\n" * 5000, encoding="utf-8")
    words = ["solve", str(outlines), "--jobs", "2", "--output", str(tmp_path / "o.jsonl")]
    killed = subprocess.Popen(
        [sys.executable, "-m", "heuristan", *words],
        cwd=TOP,
        env={**os.environ, MARK: mark},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + 120
    while not (tmp_path / "o.jsonl").exists() or not (tmp_path / "o.jsonl").stat().st_size:
        assert killed.poll() is None
        assert time.monotonic() < end
        time.sleep(0.05)
    assert len([*processes(mark)]) > 2
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    left = left_after(mark, 30)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left
