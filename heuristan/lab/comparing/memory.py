"""The peak memory of this process: pages that the system held for it in memory, not addresses reserved.

Linux has the high-water mark of a process in `/proc`, and it can be reset to the current value. The mark of `getrusage`
is not usable there: a child inherits it from its parent, so a large parent would hide what small children need. Other
Unix systems have only that mark; on Windows nothing is measured.
"""

import re
import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")
_MARKS = Path("/proc/self/clear_refs")
_SET_BACK = "5"
"""Resets the high-water mark (Linux 4.0 and later, proc(5))."""


def peak_memory() -> int | None:
    """Return the maximum number of bytes held since the start or `forget_peak`; None if that is not known."""
    try:
        found = re.search(r"^VmHWM:\s+(\d+) kB$", _STATUS.read_text(encoding="ascii"), re.MULTILINE)
    except OSError:
        found = None
    return int(found[1]) * 1024 if found else _peak_by_usage()


def _peak_by_usage() -> int | None:
    if sys.platform in ("win32", "linux"):
        return None
    from resource import RUSAGE_SELF, getrusage

    # bytes on macOS, kibibytes on the others
    return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def forget_peak() -> None:
    """Reset the mark to the current value if the system allows it; otherwise it stays, and is never too low."""
    try:
        _MARKS.write_text(_SET_BACK, encoding="ascii")
    except OSError:
        return
