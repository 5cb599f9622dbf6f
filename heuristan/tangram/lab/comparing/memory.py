"""The peak memory of this process: pages that the system held for it in memory, not addresses reserved.

Linux keeps the high-water mark for a process's own memory in `/proc`, and lets it be set back to what is held now. The
mark of `getrusage` will not do there: a child inherits it from its parent, so a large parent would hide what small
children take. Elsewhere on Unix there is that mark alone; on Windows nothing is measured.
"""

import re
import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")
_MARKS = Path("/proc/self/clear_refs")
_SET_BACK = "5"
"""Sets the high-water mark to what is held now (Linux 4.0 and later, proc(5))."""


def peak_memory() -> int | None:
    """The most bytes held at once, since the start or since `forget_peak`; None where that is not known."""
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
    """Begin again with what is held now, where the system lets us; else the mark stays, never too low."""
    try:
        _MARKS.write_text(_SET_BACK, encoding="ascii")
    except OSError:
        return
