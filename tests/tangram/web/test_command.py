"""``heuristan serve`` as a process."""

import os
import signal
import socket
import subprocess
import time
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from shared.places import TOP
from shared.serving import COMMAND, serving


def workers_of(pid: int) -> list[int]:
    found = subprocess.run(("ps", "--ppid", str(pid), "-o", "pid="), capture_output=True, text=True, check=False)
    return [*map(int, found.stdout.split())]


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_and_ends_with_all_its_processes(number: signal.Signals) -> None:
    with serving() as (process, address):
        body = b'{"puzzle": {"shape": "cat"}}'
        asked = Request(f"{address}api/step", body, {"Content-Type": "application/json"})
        for _ in range(100):
            try:
                answer = urlopen(asked, timeout=30)
                break
            except OSError:
                time.sleep(0.1)
        assert answer.status == 200
        workers = workers_of(process.pid)
        assert len(workers) == 3  # two, and one for files
        os.killpg(process.pid, number)
        out, err = process.communicate(timeout=20)
        assert process.returncode == 0
        assert out == "Ended.\n"
        assert err == ""
        assert not any(map(is_there, workers))


@pytest.mark.slow
def test_a_port_that_is_taken_is_said_to_be() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run((*COMMAND, "--port", str(port)), capture_output=True, text=True, cwd=TOP, check=False)
    assert done.returncode == 2
    assert f"try another port, like --port {port + 1}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_whoever_lets_others_in_is_warned() -> None:
    with serving("--host", "0.0.0.0") as (process, address):
        assert address.startswith("http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    assert "everybody who reaches this computer" in err
