"""Too little memory is told as such, wherever it was missing."""

import subprocess
import sys
from errno import ENOMEM, ENOSPC

import pytest
from shared.commands import Run

from heuristan.common.faults import DEBUG, describe_unexpected, require
from heuristan.common.memory import ran_out

LOADER = "libllvmlite.so: failed to map segment from shared object"


def after(first: BaseException, then: Exception) -> Exception:
    """Return an error that came of another."""
    then.__context__ = first
    return then


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (MemoryError(), True),
        (OSError(ENOMEM, "Cannot allocate memory"), True),
        (ImportError(LOADER), True),
        (after(OSError(LOADER), OSError("Could not find/load shared object file 'libllvmlite.so'")), True),
        (after(MemoryError(), ValueError()), True),
        (OSError(ENOSPC, "No space left on device"), False),
        (ImportError("No module named 'a'"), False),
        (ValueError(LOADER), False),
    ],
)
def test_an_error_of_memory_is_known(fault: Exception, expected: bool) -> None:
    assert ran_out(fault) is expected
    assert describe_unexpected(fault).startswith("the memory ran out") is expected


def test_a_library_for_which_there_is_no_memory_is_not_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise ImportError(LOADER)

    monkeypatch.setattr("heuristan.common.faults.import_module", fail)
    with pytest.raises(MemoryError):
        require("cv2", "OpenCV", "jigsaw")


def test_a_census_into_a_file_asks_for_memory_first(heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, OpenBLAS beside PyArrow ends the process as Ctrl-C does."""
    monkeypatch.setattr("heuristan.cli.failing.allowed", lambda _: 300 << 20)
    done = heuristan("census", "--sets", "2", "--output", "o.parquet")
    assert (done.status, "only 300 MiB of memory are allowed" in done.err) == (2, True)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux")
@pytest.mark.parametrize(
    ("megabytes", "words"), [(120, "only 120 MiB of memory are allowed"), (300, "of which 300 MiB")]
)
def test_a_command_with_little_memory_ends_in_a_line(
    megabytes: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(DEBUG, raising=False)
    script = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({megabytes} << 20, {megabytes} << 20))
from heuristan.cli import app, main
app.get_command = lambda *_: bytearray(1 << 30)
sys.argv = ["heuristan", "shapes"]
main()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert words in done.stderr
