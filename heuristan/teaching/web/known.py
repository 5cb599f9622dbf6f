"""Answers that were given lately: the same question has the same answer."""

from collections import OrderedDict
from hashlib import sha256

from heuristan.common.processes import Message

MOST = 32 << 20
"""Maximum size of the answers that are kept, in bytes."""
LARGEST = 1 << 20
"""Maximum size of an answer that is kept."""


class Known:
    """Keeps answers, those that were asked for last."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[bytes, Message] = OrderedDict()

    def get(self, do: str, data: bytes) -> Message | None:
        """Return the answer to a request, if it is kept."""
        key = _key(do, data)
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def keep(self, do: str, data: bytes, answer: Message) -> None:
        """Keep an answer, and forget others if there are too many."""
        key = _key(do, data)
        if len(answer.data) > LARGEST or key in self._answers:
            return
        self._answers[key] = answer
        self._size += len(answer.data)
        while self._size > self._most:
            _, gone = self._answers.popitem(last=False)
            self._size -= len(gone.data)


def _key(do: str, data: bytes) -> bytes:
    return sha256(do.encode() + b" " + data).digest()
