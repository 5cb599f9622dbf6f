"""Preferences learned from labels: for each rule, the short list of preferences that best puts a right match first.

A *choice* is what a rule chose among in one labelled state: the matches that it accepts and that were not ruled out.
Lists of preferences are compared by how often their first match is right. Outlines, not choices, are held out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any

from heuristan.common.faults import InputError, require
from heuristan.common.files import utf8_name
from heuristan.lab.labelling import MEANINGS, Row
from heuristan.tangram.expert.preferences import PREFERENCES, VERTEX_ORDER
from heuristan.tangram.expert.ranking import RankedRule, Ranking

LEARNABLE = tuple(name for name in PREFERENCES if name != VERTEX_ORDER)
LONGEST = 3
"""Maximum number of preferences of a rule: more is not read at a glance."""
WIDTH = 4
"""Number of lists that the beam keeps of each length."""
FOLDS = 5
HELD_OUT = 3
"""One outline in so many is held out."""

Prefer = tuple[str, ...]
Choice = Sequence[Row]


@dataclass(frozen=True)
class Learned:
    """The preferences of a rule before and after, and its choices on outlines held out."""

    rule: RankedRule
    prefer: Prefer
    held_out: Sequence[Choice]

    @property
    def before(self) -> int:
        return rights(self.held_out, self.rule.prefer)

    @property
    def after(self) -> int:
        return rights(self.held_out, self.prefer)


def read_labels(path: Path) -> list[Row]:
    """Return the rows of the training half.

    Raises:
        InputError: if that is not a file of labels, or has no training outline.
        MissingExtraError: if pyarrow is not installed.
    """
    parquet = require("pyarrow.parquet", "pyarrow", "lab")
    import pyarrow as pa

    try:
        table = parquet.read_table(utf8_name(path))
    except (OSError, pa.ArrowException):
        raise InputError(f"{path}: no file of Parquet; write one with: heuristan lab label --output {path}") from None
    missing = [name for name in MEANINGS if name not in table.column_names]
    if missing:
        raise InputError(f"{path}: no column '{missing[0]}'; write the labels again: heuristan lab label")
    rows: list[Row] = [row for row in table.to_pylist() if row["split"] == "training"]
    if not rows:
        raise InputError(f"{path}: no outline of the training half; label with: --split training")
    return rows


def choices(rows: Sequence[Row], rule: RankedRule) -> list[Choice]:
    """Return what a rule chose among, state by state."""
    states: dict[tuple[Any, Any], list[Row]] = defaultdict(list)
    for row in rows:
        accepts = not rule.only or row["piece"] in rule.only
        if row["rule"] == rule.name and accepts and not row["ruled_out"] and rule.takes(str(row["grades"])):
            states[row["outline"], row["step"]].append(row)
    return list(states.values())


def first(choice: Choice, prefer: Prefer) -> Row:
    """Return the match that preferences put first; vertex order decides between equals."""
    return min(choice, key=itemgetter(*map(_column, (*prefer, VERTEX_ORDER)), "match"))


def rights(among: Sequence[Choice], prefer: Prefer) -> int:
    """Return in how many choices the first match is right."""
    return sum(bool(first(choice, prefer)["is_right"]) for choice in among)


def is_held_out(outline: object) -> bool:
    """Return whether an outline is held out, which depends on its digest alone."""
    return _draw(outline) % HELD_OUT == 0


def _draw(outline: object) -> int:
    return int(sha256(str(outline).encode()).hexdigest(), 16)


def _fold(choice: Choice) -> int:
    return _draw(choice[0]["outline"]) // HELD_OUT % FOLDS


def learn(
    rows: Sequence[Row], start: Ranking, shown: Callable[[Iterator[Learned]], Iterator[Learned]] = iter
) -> list[Learned]:
    """Return what is learned for each rule that chooses among pieces and has labels.

    Args:
        rows: the labels.
        start: the ranking that they follow.
        shown: shows the rules while they come.

    Raises:
        InputError: if the labels have no choice of the ranking on both sides of the split.
    """
    found = list(shown(_learned(rows, start)))
    if not found:
        raise InputError(
            f"the labels have too few choices of the ranking '{start.name}'; label more outlines, with: "
            f"heuristan lab label --ranking {start.name}"
        )
    return found


def _learned(rows: Sequence[Row], start: Ranking) -> Iterator[Learned]:
    for rule in start.rules:
        if rule.kind != "piece" or rule.evidence or rule.rules_out:
            continue
        seen: list[Choice] = []
        held_out: list[Choice] = []
        for choice in choices(rows, rule):
            (held_out if is_held_out(choice[0]["outline"]) else seen).append(choice)
        if seen and held_out:
            yield Learned(rule, _best(seen, rule.prefer), held_out)


def _best(seen: Sequence[Choice], start: Prefer) -> Prefer:
    """Return the best list of the length that is best across folds; the start where none is better."""
    folds = [[choice for choice in seen if _fold(choice) == number] for number in range(FOLDS)]
    across = [0] * (LONGEST + 1)
    for number, fold in enumerate(folds):
        others = [choice for other, each in enumerate(folds) if other != number for choice in each]
        for length, prefer in enumerate(_beam(others)):
            across[length] += rights(fold, prefer)
    if max(across) <= rights(seen, start):
        return start
    return _beam(seen)[across.index(max(across))]


def _beam(seen: Sequence[Choice]) -> list[Prefer]:
    """Return the best list of each length, found by a beam.

    A longer list is only asked about the matches that are alike by the shorter one.
    """
    in_order = [sorted(choice, key=itemgetter(_column(VERTEX_ORDER), "match")) for choice in seen]
    kept: list[tuple[Prefer, Sequence[Choice]]] = [((), in_order)]
    best: list[Prefer] = [()]
    for _ in range(LONGEST):
        longer = [(prefer, name, alike) for prefer, alike in kept for name in LEARNABLE if name not in prefer]
        longer.sort(key=lambda each: -_rights_by(each[1], each[2]))
        kept = [((*prefer, name), _alike_by(name, alike)) for prefer, name, alike in longer[:WIDTH]]
        best.append(kept[0][0])
    return best


def _rights_by(name: str, among: Sequence[Choice]) -> int:
    """Return in how many choices, in vertex order, the first match by a preference is right."""
    key = itemgetter(_column(name))
    return sum(bool(min(choice, key=key)["is_right"]) for choice in among)


def _alike_by(name: str, among: Sequence[Choice]) -> list[Choice]:
    """Return the matches of each choice that a preference puts first."""
    key = itemgetter(_column(name))
    lowest = [min(map(key, choice)) for choice in among]
    return [[row for row in choice if key(row) == least] for choice, least in zip(among, lowest, strict=True)]


def _column(name: str) -> str:
    return name.replace("-", "_")


def ranking_of(start: Ranking, learned: Sequence[Learned]) -> Ranking:
    """Return the start with the preferences that were learned."""
    prefer = {each.rule.name: each.prefer for each in learned}
    return replace(start, rules=tuple(replace(rule, prefer=prefer.get(rule.name, rule.prefer)) for rule in start.rules))


def boosted(rows: Sequence[Row], learned: Sequence[Learned]) -> Mapping[str, int]:
    """Return for each rule in how many choices held out gradient boosting puts a right match first.

    Raises:
        MissingExtraError: if scikit-learn is not installed.
    """
    ensemble = require("sklearn.ensemble", "scikit-learn", "lab")
    return {each.rule.name: _boosted(ensemble, rows, each) for each in learned}


def _boosted(ensemble: Any, rows: Sequence[Row], one: Learned) -> int:
    seen = [choice for choice in choices(rows, one.rule) if not is_held_out(choice[0]["outline"])]
    matches = [row for choice in seen for row in choice]
    model = ensemble.HistGradientBoostingClassifier(random_state=0)
    labels = [bool(row["is_right"]) for row in matches]
    if len(set(labels)) < 2:  # nothing to tell apart
        return rights(one.held_out, ())
    model.fit([_features(row) for row in matches], labels)
    asked = [row for choice in one.held_out for row in choice]
    chances = iter(model.predict_proba([_features(row) for row in asked])[:, 1])
    ranked = [[(float(next(chances)), row) for row in choice] for choice in one.held_out]
    return sum(bool(max(choice, key=itemgetter(0))[1]["is_right"]) for choice in ranked)


def _features(row: Row) -> list[float]:
    return [float(str(row[_column(name)])) for name in PREFERENCES] + [float(str(row["step"]))]
