"""``heuristan serve`` as a process of its own."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from shared.places import TOP

COMMAND = (sys.executable, "-m", "heuristan", "serve", "--no-open", "--workers", "1")


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the command; yield its process, and the address that it says."""
    with subprocess.Popen(
        (*COMMAND, "--port", "0", *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=TOP,
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"http://\S+", said)
            assert found, said
            yield process, found[0]
        finally:
            if process.poll() is None:
                process.kill()
