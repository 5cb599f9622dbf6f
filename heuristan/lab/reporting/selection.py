"""The choice of runs that a report is about: rankings, ways, outlines, and the latest version of each ranking."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from heuristan.common.faults import InputError, nearest
from heuristan.common.plain_yaml import Table, Text
from heuristan.lab.corpora import Filter, Split, as_sql
from heuristan.lab.digests import chosen_in_words, corpus_digest
from heuristan.lab.identity import entries_of, entries_of_rules
from heuristan.lab.schema import mistake_in_words, quoted
from heuristan.lab.store import Row, connect, faults_told
from heuristan.tangram.expert.ways import Way

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

DIGITS = 6
"""Number of digits of a digest that distinguish rankings of one name."""


class ReportError(InputError):
    """A report asks for runs that are not in the file, or in a way that cannot be used."""


class StoredTrial(NamedTuple):
    """A ranking run in one way, with its latest version and limit."""

    ranking: str
    """Digest of the ranking."""
    way: Way
    version: str
    time_limit: float
    place: int
    """Place of the ranking, from 1."""
    name: str
    """Name of the ranking; with digits of its digest if several have the name."""


class Selection(NamedTuple):
    """Some runs of a results file that is open for reading."""

    connection: "DuckDBPyConnection"
    path: Path
    trials: tuple[StoredTrial, ...]
    split: Split
    where: tuple[str, ...]
    """Conditions as the user wrote them."""
    left_out: int
    """Number of runs of the same rankings, ways and outlines by other versions or with other limits."""
    rules: dict[str, tuple[str, ...]]
    """The rules of each ranking in order, by its digest."""

    @property
    def sql(self) -> str:
        """The beginning of each query."""
        trials = ",\n".join(
            f"    ({quoted(t.ranking)}, {quoted(t.way)}, {quoted(t.version)}, {t.time_limit!r}, "
            f"{t.place}, {quoted(t.name)})"
            for t in self.trials
        )
        return (
            f"WITH trial (ranking, way, version, time_limit, place, name) AS (VALUES\n{trials}\n),\n"
            f"chosen AS (FROM outlines{_where(self.split, self.where)}),\n"
            "run AS (\n"
            "    SELECT place, name, results.*, chosen.* EXCLUDE (outline)\n"
            "    FROM results\n"
            "    JOIN trial USING (ranking, way, version, time_limit)\n"
            "    JOIN chosen USING (outline)\n"
            ")"
        )

    def query(self, question: str) -> str:
        """Return a query with its beginning."""
        return f"{self.sql}{question}\n"

    def ask(self, question: str) -> list[Row]:
        """Return the rows of a query.

        Raises:
            ReportError: if it cannot be answered.
        """
        import duckdb

        try:
            return self.connection.execute(self.query(question)).fetchall()
        except duckdb.Error as fault:
            raise ReportError(f"the query cannot be answered: {mistake_in_words(fault)}") from None

    @property
    def names(self) -> tuple[str, ...]:
        """The rankings' names, in order."""
        return tuple({t.place: t.name for t in sorted(self.trials, key=lambda t: t.place)}.values())

    @property
    def in_words(self) -> str:
        """The outlines, in short."""
        words = "all outlines" if self.split == "all" else f"the outlines of the {self.split} split"
        return words + (f" with {' and '.join(self.where)}" if self.where else "")

    @property
    def corpus_in_words(self) -> str:
        """The outlines of the runs and the corpora of their sessions, by digests."""
        corpora = self.ask("\nSELECT DISTINCT corpus FROM sessions SEMI JOIN run USING (session) ORDER BY corpus")
        outlines = [outline for (outline,) in self.ask("\nSELECT DISTINCT outline FROM run")]
        return chosen_in_words(len(outlines), corpus_digest(outlines), [corpus for (corpus,) in corpora])


_kept: "dict[Path, DuckDBPyConnection]" = {}
"""Files that are kept open."""


@contextmanager
def kept_open(path: Path) -> Iterator[None]:
    """Keep a results file open, which is then checked once and not each time that runs in it are chosen.

    Raises:
        StoreError: if the file cannot be used.
        MissingExtraError: if DuckDB is not installed.
    """
    _kept[path] = connect(path)
    try:
        yield
    finally:
        _kept.pop(path).close()


@lru_cache(maxsize=64)
def _check(conditions: tuple[str, ...]) -> None:
    """Check conditions, each once.

    Raises:
        ConditionError: if one cannot be used.
    """
    Filter(conditions)


@contextmanager
def selected(
    path: str | Path,
    rankings: str | Sequence[str] = (),
    *,
    way: Way | None = None,
    split: Split = "all",
    where: str | Sequence[str] = (),
) -> Iterator[Selection]:
    """Open a results file and choose runs in it.

    Args:
        path: the file.
        rankings: names, beginnings of digests or ranking files; all in the file if none is given. Of several rankings
            of one name the one that was run last counts.
        way: the way; None for both.
        split: the split of the outlines.
        where: conditions on outlines, as of ``heuristan lab run --where``; all of them must hold.

    Raises:
        StoreError: if the file cannot be used.
        ReportError: if there is no such ranking or no such run.
        ConditionError: if a condition cannot be used.
        RankingError: if a ranking file is wrong.
        MissingExtraError: if DuckDB is not installed.
    """
    path, names, conditions = Path(path), _several(rankings), _several(where)
    connection = _kept[path].cursor() if path in _kept else connect(path)
    try:
        with faults_told():
            _check(conditions)
            yield _choose(connection, path, names, way, split, conditions)
    finally:
        connection.close()


class _Known(NamedTuple):
    """A ranking that was run in a way."""

    ranking: str
    name: str
    way: Way
    version: str
    time_limit: float
    latest: int
    first: int


_KNOWN = """
SELECT ranking, name, way,
       arg_max(results.version, results.rowid), arg_max(time_limit, results.rowid),
       max(results.rowid), min(results.rowid)
FROM results JOIN rankings USING (ranking)
GROUP BY ALL
ORDER BY min(results.rowid)"""


def _choose(
    connection: "DuckDBPyConnection",
    path: Path,
    rankings: Sequence[str],
    way: Way | None,
    split: Split,
    where: tuple[str, ...],
) -> Selection:
    known = [_Known(*row) for row in connection.execute(_KNOWN).fetchall()]
    if not known:
        raise ReportError(f"{path}: there are no results yet; 'heuristan lab run --results {path}' adds some")
    digests = _digests(path, known, rankings)
    trials = tuple(trial for trial in _trials(known, digests) if way in (None, trial.way))
    if not trials:
        others = " and ".join(dict.fromkeys(each.way for each in known if each.ranking in digests))
        raise ReportError(f"{path}: no run has the way '{way}', only {others}; 'heuristan lab run' adds some")
    texts = dict(connection.execute("SELECT ranking, text FROM rankings").fetchall())
    rules = {digest: _rules_of(texts[digest]) for digest in digests}
    found = Selection(connection, path, trials, split, where, 0, rules)
    ((count,),) = found.ask("\nSELECT count(*) FROM run")
    if not count:
        raise ReportError(f"{path}: none of {_count(connection, digests)} runs is on {found.in_words}; ask for more")
    others = _count(connection, digests, way, _where(split, where)) - count
    return Selection(connection, path, trials, split, where, others, rules)


def _count(connection: "DuckDBPyConnection", digests: Sequence[str], way: Way | None = None, where: str = "") -> int:
    query = (
        "SELECT count(*) FROM results WHERE ranking IN (SELECT unnest($1::VARCHAR[])) AND way = coalesce($2, way) "
        f"AND outline IN (SELECT outline FROM outlines{where})"
    )
    (count,) = connection.execute(query, [list(digests), way]).fetchall()[0]
    return int(count)


def _digests(path: Path, known: Sequence[_Known], rankings: Sequence[str]) -> tuple[str, ...]:
    """Return the digests of the rankings, each once, in the order in which they are named or were first run."""
    if not rankings:
        return tuple(dict.fromkeys(each.ranking for each in known))
    return tuple(dict.fromkeys(_digest(path, known, name) for name in rankings))


def _digest(path: Path, known: Sequence[_Known], name: str) -> str:
    wanted = _digest_of_file(name)
    fitting = [each for each in known if each.ranking == wanted or (wanted is None and each.name == name)]
    if not fitting and wanted is None and len(name) >= DIGITS:
        fitting = [each for each in known if each.ranking.startswith(name)]
    if not fitting:
        names = list(dict.fromkeys(each.name for each in known))
        raise ReportError(f"{path}: there are no runs of a ranking '{name}'; {nearest(name, names)}")
    return max(fitting, key=lambda each: each.latest).ranking


def _digest_of_file(name: str) -> str | None:
    """Return the digest of the ranking in a file; None if there is no such file."""
    if not name.endswith((".yaml", ".yml")) or not Path(name).is_file():
        return None
    from heuristan.lab.identity import ranking_digest
    from heuristan.tangram.expert.ranking_file import read_ranking

    return ranking_digest(read_ranking(name))


def _trials(known: Sequence[_Known], digests: Sequence[str]) -> Iterator[StoredTrial]:
    names = {each.ranking: each.name for each in known}
    often = Counter(names[digest] for digest in digests)
    for place, digest in enumerate(digests, 1):
        name = names[digest] + (f" ({digest[:DIGITS]})" if often[names[digest]] > 1 else "")
        for each in known:
            if each.ranking == digest:
                yield StoredTrial(digest, each.way, each.version, each.time_limit, place, name)


def _rules_of(text: str) -> tuple[str, ...]:
    """Return the names of a ranking's rules in order, as runs have them; none if they cannot be read."""
    entries = entries_of_rules(entries_of(text))
    names = (each.entries.get("rule") if isinstance(each, Table) else each for each in entries)
    return tuple(" ".join(name.text.split()) for name in names if isinstance(name, Text))


def _where(split: Split, where: Sequence[str]) -> str:
    of_split = [] if split == "all" else [f"split = '{split}'"]
    conditions = [*of_split, *(f"({as_sql(each)})" for each in where)]
    return f" WHERE {' AND '.join(conditions)}" if conditions else ""


def _several(words: str | Sequence[str]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)
