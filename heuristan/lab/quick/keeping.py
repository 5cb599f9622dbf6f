"""Memories of states on the disk: a file for each outline and the settings of rankings, read and written whole.

A file begins with a line of JSON: the room of the board, how its supplies are reached, and of each table the type and
the number of its integers, which follow. Supplies have other numbers in each process, so those of a file count from 0,
in the order in which states come to them.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import astuple
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from heuristan.common.files import read_bytes, write_whole
from heuristan.common.json_text import read_json
from heuristan.common.kernels import Backend
from heuristan.lab.quick import registers
from heuristan.lab.quick.boards import chain_of
from heuristan.lab.quick.fixing import figure_tables
from heuristan.lab.quick.memory import Memory
from heuristan.lab.quick.tables import FIGURE, MATCH, NODE
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.pieces.sets import items_of

TYPES = (np.int8, np.int16, np.int32, np.int64)
"""Types of integers in files: that of a table is the smallest one for it."""


LARGEST = 256 * 1024 * 1024
"""Maximum size of a file, in bytes; one that is larger is as good as damaged."""

DAMAGED = (OSError, ValueError, KeyError, TypeError, IndexError)
"""What reading a file raises that is not whole, or is something else."""


class Known(NamedTuple):
    """What a file holds."""

    room: int
    """States for which the board has room."""
    supplies: list[tuple[int, int]]
    """Of each supply but the first, the one before it, and the name of the piece or composite that is laid."""
    tables: dict[str, Any]
    """The integers of tables, by name."""


class Keeper:
    """A folder of memories. Processes may share it: of a file that two of them write, that of the last one stays."""

    def __init__(self, folder: Path, version: str) -> None:
        """Use a folder.

        Args:
            folder: the folder, which is made if there is none.
            version: what states depend on besides outline and settings; those of other versions are not read.

        Raises:
            OSError: if it cannot be made.
        """
        self._folder = folder / version
        self._folder.mkdir(parents=True, exist_ok=True)
        self._kept: dict[Path, list[int]] = {}

    def recall(self, memory: Memory) -> None:
        """Read into a memory what was kept of its outline; a damaged file is as good as none."""
        path = self._path(memory)
        with suppress(*DAMAGED):
            known = _read(read_bytes(path, LARGEST))
            known.tables["nodes"][registers.SUPPLY :: NODE] = _supplies(known, memory)
            memory.restore(known.room, known.tables)
            self._kept[path] = memory.extent

    def keep(self, memory: Memory) -> None:
        """Write what a memory knows. A full disk is no fault: all of it can be found again."""
        path = self._path(memory)
        if self._kept.get(path) == memory.extent:
            return
        with suppress(OSError):
            write_whole(path, _written(memory))
            self._kept[path] = memory.extent

    def _path(self, memory: Memory) -> Path:
        """Return the file for an outline and settings, whose name is a digest of all that its states depend on."""
        puzzle, setting = memory.puzzle, memory.setting
        outline = json.dumps([items_of(setting.pieces, puzzle.stock), chain_of(puzzle.boundary)]).encode()
        found = blake2b(outline, key=_digest(setting, memory.backend), digest_size=16)
        return self._folder / f"{found.hexdigest()}.states"


@lru_cache(maxsize=64)
def _digest(setting: Setting, backend: Backend) -> bytes:
    """Return a digest of all settings that states depend on."""
    numbers = (setting.denominator, setting.most_composites, *astuple(setting.thresholds))
    found = blake2b(json.dumps([numbers, setting.composites]).encode(), digest_size=32)
    for table in figure_tables(setting, backend) or ():
        found.update(np.asarray(table, np.int64).tobytes())
    return found.digest()


def _written(memory: Memory) -> bytes:
    """Return what a memory knows as the bytes of a file."""
    tables = {name: np.asarray(numbers, np.int64) for name, numbers in memory.known().items()}
    nodes = tables["nodes"] = tables["nodes"].copy()
    supplies, firsts = np.unique(nodes[registers.SUPPLY :: NODE], return_index=True)
    order = np.argsort(firsts)  # a supply comes after the one before it, as nodes do
    places = {int(supplies[i]): place for place, i in enumerate(order)}
    reached = [_reached(tables, memory, places, int(firsts[i])) for i in order[1:]]
    nodes[registers.SUPPLY :: NODE] = [places[number] for number in nodes[registers.SUPPLY :: NODE].tolist()]
    packed = {name: table.astype(_smallest(table)) for name, table in tables.items()}
    body = b"".join(table.tobytes() for table in packed.values())
    head = {
        "room": memory.room,
        "supplies": reached,
        "tables": {name: (table.dtype.str, len(table)) for name, table in packed.items()},
        "check": crc32(body),
    }
    return json.dumps(head).encode() + b"\n" + body


def _reached(tables: Mapping[str, Any], memory: Memory, places: Mapping[int, int], node: int) -> tuple[int, int]:
    """Return from which supply a node came to its own, and by the name of what."""
    nodes = tables["nodes"]
    before = int(nodes[nodes[node * NODE + registers.PARENT] * NODE + registers.SUPPLY])
    figure = int(tables["matches"][nodes[node * NODE + registers.VIA] * MATCH + registers.FIGURE_OF])
    stored = figure_tables(memory.setting, memory.backend)
    assert stored is not None  # else there were no states
    return places[before], int(stored[0][figure * FIGURE])


def _smallest(table: Any) -> Any:
    """Return the smallest type for the integers of a table."""
    least, most = (int(table.min()), int(table.max())) if len(table) else (0, 0)
    return next(each for each in TYPES if np.iinfo(each).min <= least and most <= np.iinfo(each).max)


def _read(data: bytes) -> Known:
    """Return what the bytes of a file hold.

    Raises:
        ValueError: or another of `DAMAGED`, if they are not whole.
    """
    end = data.index(b"\n") + 1
    head = read_json(data[:end].decode())
    if crc32(data[end:]) != head["check"]:
        raise ValueError("damaged")
    tables: dict[str, Any] = {}
    for name, (kind, count) in head["tables"].items():
        numbers = np.frombuffer(data, np.dtype(kind), count, end)
        tables[name] = numbers.astype(np.int64)
        end += numbers.nbytes
    return Known(head["room"], head["supplies"], tables)


def _supplies(known: Known, memory: Memory) -> Any:
    """Return the number that the supply of each node has in this process."""
    book, numbers = memory.book, [memory.first]
    for before, name in known.supplies:
        numbers.append(book.after(numbers[before], name))
    return np.array(numbers)[known.tables["nodes"][registers.SUPPLY :: NODE]]
