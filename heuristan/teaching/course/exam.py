"""A process that runs one notebook: ``python -m heuristan.teaching.course.exam LIMITS``. It may be killed at any time.

The notebook's code runs as any Python does, in a folder of its own; time and memory are bounded, and nothing else.
"""

import json
import os
import re
import signal
import sys
from typing import Any

from heuristan.common.memory import bound_memory
from heuristan.common.processes import Channel
from heuristan.teaching.course import exercises

_MAGIC = re.compile(r"^(\s*)[%!]", re.MULTILINE)
"""What Jupyter understands, and Python does not."""


def main(limits: dict[str, Any]) -> None:
    """Run the cells of a notebook one after the other, and send the verdict of each `check`, and the first fault.

    Args:
        limits: ``memory``, the maximum number of bytes of this process; ``folder``, the folder that it works in.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller ends it
    bound_memory(limits["memory"])
    caller = Channel.to_caller()
    os.chdir(limits["folder"])
    exercises.listeners.append(
        lambda verdict, seed: caller.send(
            {"exercise": verdict.exercise, "status": verdict.status, "words": verdict.words, "seed": seed}
        )
    )
    asked = caller.received()
    names: dict[str, Any] = {"__name__": "__main__"}
    fault = ""
    for number, cell in enumerate(json.loads(asked.data) if asked else (), 1):
        try:
            exec(compile(_MAGIC.sub(r"\1pass #", cell), f"<cell {number}>", "exec"), names)
        except BaseException as wrong:  # a notebook goes on after a cell that fails, and after one that would exit
            fault = fault or f"cell {number}: {type(wrong).__name__}: {wrong}"
    caller.send({"fault": fault})


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
