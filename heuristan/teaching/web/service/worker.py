"""A worker process: ``python -m heuristan.teaching.web.service.worker LIMITS``. It may be killed at any time."""

import json
import signal
import sys
from shutil import rmtree
from typing import Any

from heuristan.common.memory import bound_memory
from heuristan.common.processes import Channel

WARM = b'{"puzzle": {"shape": "cat"}}'
"""A request whose answer loads what most requests need."""


def main(limits: dict[str, Any]) -> None:
    """Answer requests until the caller has ended.

    Args:
        limits: ``memory``, the maximum number of bytes of this process; ``seconds``, the time limit of a run; ``warm``,
            what is answered once before anybody asks; ``folder``, the folder of its files, which ends with it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends its workers itself
    bound_memory(limits["memory"])
    try:
        _answer(Channel.to_caller(), limits)
    except BrokenPipeError:
        return
    finally:
        rmtree(limits["folder"], ignore_errors=True)  # the server may have been killed, and cannot do it then


def _answer(caller: Channel, limits: dict[str, Any]) -> None:
    from heuristan.teaching.web.answering import Answering

    answering = Answering(limits["seconds"])
    for do in limits["warm"]:
        answering.reply({"do": do}, WARM)
    caller.send({"ready": True})
    while (request := caller.received()) is not None:
        reply = answering.reply(request.fields, request.data)
        caller.send({"status": reply.status, "media": reply.media, "ending": reply.ending}, reply.data)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
