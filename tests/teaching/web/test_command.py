"""``heuristan serve`` as a process."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from shared.places import TOP
from shared.serving import COMMAND, serving


def workers_of(pid: int) -> list[int]:
    found = subprocess.run(("ps", "--ppid", str(pid), "-o", "pid="), capture_output=True, text=True, check=False)
    return [*map(int, found.stdout.split())]


def folder_of(pid: int) -> Path:
    variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    return Path(next(each for each in variables if each.startswith(b"TMPDIR=")).decode().removeprefix("TMPDIR="))


def ask(address: str) -> None:
    """Ask for a step, and wait until it is answered."""
    asked = Request(f"{address}api/step", b'{"puzzle": {"shape": "cat"}}', {"Content-Type": "application/json"})

    def is_answered() -> bool:
        try:
            return bool(urlopen(asked, timeout=30).status == 200)
        except OSError:
            return False

    wait_for(is_answered)


def wait_for(is_so: Callable[[], bool]) -> None:
    for _ in range(300):
        if is_so():
            return
        time.sleep(0.1)
    raise TimeoutError


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def all_workers_of(pid: int) -> list[int]:
    """Wait for the workers: one, one for what takes long, one to spare, one for files."""
    wait_for(lambda: len(workers_of(pid)) == 4)
    return workers_of(pid)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked for in /proc")
def test_if_it_is_killed_its_processes_and_their_folders_end_too() -> None:
    with serving() as (process, address):
        ask(address)
        workers = all_workers_of(process.pid)
        folders = [*map(folder_of, workers)]
        process.kill()
        process.wait()
        wait_for(lambda: not any(map(is_there, workers)))
        assert not any(folder.exists() for folder in folders)


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked for in /proc")
@pytest.mark.parametrize(
    ("options", "end", "signal_of_it"),
    [((), os.killpg, signal.SIGINT), (("--host", "0.0.0.0"), os.kill, signal.SIGTERM)],
    ids=["Ctrl-C", "terminated"],
)
def test_whoever_waits_when_it_ends_is_answered_without_a_traceback(
    options: tuple[str, ...], end: Callable[[int, int], None], signal_of_it: int
) -> None:
    """Whoever lets others in is warned, and nothing else is said."""
    with serving("--limit", "60", *options) as (process, address):
        assert process.stdout is not None
        if options:
            assert "127.0.0.1" not in address + process.stdout.readline()  # others open it elsewhere
        else:
            assert address.startswith("http://127.0.0.1:")
        ask(address)
        workers = all_workers_of(process.pid)
        puzzle = b'{"rings": [[[0, 0], [8, 0], [8, 4], [0, 4]]], "sets": 4}'
        body = b'{"puzzle": %b, "solver": "exact", "want": "count"}' % puzzle
        asked = Request(f"{address}api/run", body, {"Content-Type": "application/json"})
        with ThreadPoolExecutor(1) as thread:
            waiting = thread.submit(urlopen, asked, timeout=30)
            time.sleep(0.5)
            end(process.pid, signal_of_it)
            with pytest.raises(HTTPError) as caught:
                waiting.result()
        out, err = process.communicate(timeout=20)
        assert (caught.value.code, b"has ended" in caught.value.read()) == (503, True)
        assert (process.returncode, out) == (0, "Ended.\n")
        assert err.count("\n") == err.count("everybody who reaches this computer") == bool(options)
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
def test_whoever_sends_too_much_is_told_so(address: str) -> None:
    # a server that closes while a browser still sends loses its answer
    for path, size in (("api/step", 2 << 20), ("api/read?name=photo.jpg", 20 << 20)):
        with pytest.raises(HTTPError) as caught:
            urlopen(Request(f"{address}{path}", b" " * size, {"Content-Type": "application/json"}), timeout=30)
        assert caught.value.code == 413
        assert b"KiB" in caught.value.read()
