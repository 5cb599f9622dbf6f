"""The identity of a run: its ranking, by rules and settings and not by name; its way; the version of the results.

A *session* says with what a command computed runs, so that a results file says where its figures come from.

Results are stored with the version that decided them, so that runs by changed rules are never taken for earlier ones.
What decides results is the behaviour of the code, not its text: `RESULTS` is raised by hand, and
`tests/lab/test_versions.py` fails when a run comes to another result while the number is the same.
"""

import os
import platform
import shlex
import sys
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from heuristan.common.plain_yaml import Items, Node, PlainYamlError, Table, read_yaml
from heuristan.lab.store import Row
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_entries import THRESHOLD_KEYS, RankingError, shipped_file, text_of
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.ranking_writing import ranking_text
from heuristan.tangram.expert.ways import Way
from heuristan.version import __version__

RESULTS = 3
"""Raised whenever some run comes to another result than before."""

SINCE = "0.1.0"
"""The version of heuristan that raised it."""


def version() -> str:
    """Return the version of the results that this code makes, like ``0.1.0+r1``."""
    return f"{SINCE}+r{RESULTS}"


DIGEST_SIZE = 8
"""Bytes of a digest."""

PROSE = {
    "Ranking": {"name", "title", "note", "provenance", "seed"},
    "RankedRule": {"title", "note"},
    "OwnRules": {"file"},
    "FunctionsFile": {"path"},
}
"""Fields that change no result, and the seed, which a run has beside its ranking. (The names of rules are part of the
results.)"""

SETTINGS = ("composites", "most-composites", *THRESHOLD_KEYS)
"""Settings of a ranking besides its rules."""

DIGESTED = {"vertex-fit": "corner-fit", "bare-vertex": "bare-corner"}
"""Words that stand under other names in a digest, so that it is that of results files."""

LIBRARIES = ("numpy", "numba", "llvmlite", "experta", "clipspy", "duckdb", "pyarrow", "shapely")
"""Libraries that results or times may depend on."""

MOST_WORDS = 10_000
"""Maximum number of characters of a command that is kept."""


@dataclass(frozen=True)
class Trial:
    """A ranking and the way to run it; its seed is the ranking's."""

    ranking: Ranking
    digest: str
    way: Way

    @property
    def seed(self) -> int:
        """The seed of ties; 0 where the ranking breaks none at random."""
        return self.ranking.seed if self.ranking.is_random else 0


def trials_of(rankings: Iterable[Ranking], ways: Iterable[Way], seeds: int = 1) -> tuple[Trial, ...]:
    """Return each ranking in each way; of rankings that do the same only the first.

    Args:
        rankings: the rankings.
        ways: the ways.
        seeds: the number of seeds, from its own, for a ranking that breaks ties at random.
    """
    found = {ranking_digest(ranking): ranking for ranking in reversed(list(rankings))}
    wanted = tuple(dict.fromkeys(ways))
    return tuple(
        Trial(replace(ranking, seed=ranking.seed + more), digest, way)
        for digest, ranking in reversed(found.items())
        for way in wanted
        for more in range(seeds if ranking.is_random else 1)
    )


def ranking_digest(ranking: Ranking) -> str:
    """Return 16 hex digits of what a ranking does: its rules in order, and its settings.

    Settings with their usual value do not count, so that a ranking keeps its digest when settings are added.
    """
    return blake2b(repr(_plain(ranking)).encode(), digest_size=DIGEST_SIZE).hexdigest()


def ranking_row(source: str) -> Row:
    """Return the row of a ranking given by its name or its file.

    Raises:
        RankingError: if the ranking does not exist, its file is wrong, or its CLIPS text was edited.
    """
    ranking = read_ranking(source)
    if ranking.whole:
        raise RankingError(f"{source} is {ranking.whole}; for the laboratory put your rules into lines (file:)")
    own = any(rule.own for rule in ranking.rules) or str(source).lower().endswith(".clp")
    return ranking_digest(ranking), ranking.name, ranking_text(ranking) if own else text_of(source)


def of_single_rules(source: str) -> Ranking:
    """Return a ranking whose lines can be moved.

    Raises:
        RankingError: if some rules in it have one rank, or it does not exist, or its file is wrong.
    """
    ranking = read_ranking(source)
    if any(rule.equal_rank for rule in ranking.rules):
        raise RankingError(f"{source} has rules of equal rank, which cannot be moved; give each rule a line of its own")
    return ranking


def unnamed_settings(source: str) -> list[str]:
    """Return what a ranking of one's own leaves unsaid and the paper's has otherwise, in words.

    Raises:
        RankingError: if the ranking does not exist, or its file is wrong.
    """
    ranking, paper = read_ranking(source), read_ranking(DEFAULT)
    entries = {} if shipped_file(source) else entries_of(text_of(source))
    lines = entries.get("extension-lines")
    named = {*entries, *(lines.entries if isinstance(lines, Table) else ())}
    values = {key: [getattr(each, key.replace("-", "_")) for each in (ranking, paper)] for key in SETTINGS}
    found = [
        f"{key} ({mine} here, {theirs} in the paper's ranking)"
        for key, (mine, theirs) in values.items()
        if entries and key not in named and mine != theirs
    ]
    rules = entries_of_rules(entries)
    if rules and not any(isinstance(rule, Table) and "repeat" in rule.entries for rule in rules):
        repeated = {rule.name for rule in paper.rules if rule.repeat}
        once = [rule.name for rule in ranking.rules if rule.name in repeated]
        found += [f"repeat (of {once[0]}: false here, true in the paper's ranking)"] if once else []
    return found


def entries_of(text: str) -> dict[str, Node]:
    """Return the entries of a ranking that another heuristan may have written; none if they cannot be read."""
    try:
        found = read_yaml(text)
    except PlainYamlError:
        return {}
    return found.entries if isinstance(found, Table) else {}


def entries_of_rules(entries: Mapping[str, Node]) -> list[Node]:
    """Return the entries of a ranking's rules in order, those of equal rank too."""
    rules = entries.get("rules")
    lines = rules.items if isinstance(rules, Items) else ()
    return [each for line in lines for each in (line.items if isinstance(line, Items) else (line,))]


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        prose = PROSE.get(type(value).__name__, set())
        kept = [field for field in fields(value) if field.name not in prose]
        return [(f.name, _plain(getattr(value, f.name))) for f in kept if getattr(value, f.name) != _usual(f)]
    if isinstance(value, str):
        return DIGESTED.get(value, value)
    if isinstance(value, frozenset | set):
        return sorted(map(_plain, value))
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def _usual(field: "Field[Any]") -> Any:
    """Return the value of a field that is not given."""
    return field.default_factory() if field.default_factory is not MISSING else field.default


def session_row(jobs: int, time_limit: float, outlines: tuple[str, str, int], number: int) -> Row:
    """Return the row of a session that begins now.

    Args:
        jobs: the number of processes.
        time_limit: the time limit of each run.
        outlines: the digest of the corpus, that of the outlines chosen, and their number.
        number: the number of the session.
    """
    began = datetime.now(UTC).isoformat(timespec="seconds")
    # only the names of files: where somebody keeps them is nobody else's business
    words = [Path(word).name if os.sep in word else word for word in sys.argv[1:]]
    machine = f"{platform.system()} {platform.release()}, {platform.machine()}"
    libraries = ", ".join([f"heuristan {__version__}", *filter(None, map(_installed, LIBRARIES))])
    command = shlex.join(["heuristan", *words])[:MOST_WORDS]
    processors = os.cpu_count() or 0
    python = platform.python_version()
    return (
        *(number, began, command, jobs, time_limit, version(), machine, processors, python, libraries),
        *outlines,
    )


def _installed(name: str) -> str:
    try:
        return f"{name} {version_of(name)}"
    except PackageNotFoundError:
        return ""
