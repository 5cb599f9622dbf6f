"""Small runs of the laboratory."""

import os
import time
from collections.abc import Iterable
from functools import cache
from itertools import islice
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from heuristan.lab.corpora import Corpus, Outline, OutlineChoice
from heuristan.lab.dispatch import LabRun
from heuristan.lab.identity import trials_of
from heuristan.lab.schema import TABLES
from heuristan.lab.store import Store
from heuristan.lab.tasks import Plan
from heuristan.tangram.expert.ranking_file import read_ranking

PAPER = "deutsch-hayes-1972"


def plan_of(*rankings: str, ways: Iterable[Any] = ("published",), limit: float = 0.0) -> Plan:
    return Plan(trials_of(map(read_ranking, rankings), ways), limit)


def tables(store: Store) -> dict[str, list[Any]]:
    """Return all rows in order, without seconds."""
    found = {}
    for name, table in TABLES.items():
        columns = ", ".join(column for column in table.names if column != "seconds")
        found[name] = sorted(store.rows(f"SELECT {columns} FROM {name}"), key=repr)
    return found


_built: dict[object, tuple[Path, dict[str, list[Any]]]] = {}
_place = TemporaryDirectory(prefix="heuristan-laboratory-")


def ran(path: Path, plan: Plan, outlines: Iterable[Outline], *, again: bool = False) -> dict[str, list[Any]]:
    """Return the tables of a results file after a run. What is done alone into a new file is done once, then copied."""
    if again or path.exists():
        return _run(path, plan, outlines)
    listed = list(outlines)
    key = (repr(plan), tuple(each.digest for each in listed))
    if key not in _built:
        kept = Path(_place.name) / f"{len(_built)}.duckdb"
        _built[key] = kept, _run(kept, plan, listed)
    kept, found = _built[key]
    copyfile(kept, path)
    return found


def _run(path: Path, plan: Plan, outlines: Iterable[Outline]) -> dict[str, list[Any]]:
    store = Store.open(path)
    try:
        for _ in LabRun(store, plan, outlines):
            pass
        return tables(store)
    finally:
        store.close()


@cache
def few(count: int = 6) -> list[Outline]:
    return list(islice(Corpus(["shapes"], OutlineChoice(where=("vertices < 12",))), count))


def is_at_work(pid: int) -> bool:
    """Return whether a process has used some seconds of a processor, however busy the machine is."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        time.sleep(2)
        return True
    return int(fields[11]) > 3 * os.sysconf("SC_CLK_TCK")
