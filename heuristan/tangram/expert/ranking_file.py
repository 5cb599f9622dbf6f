"""Rankings read: shipped ones by name, others from files in YAML or as a whole text in CLIPS notation."""

import os
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from heuristan.common.faults import nearest
from heuristan.common.plain_yaml import PlainYamlError, read_yaml
from heuristan.common.quoting import shown
from heuristan.tangram.expert.production.clips_notation import NotationFault
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.ranking_entries import (
    RankingError,
    fault_in,
    ranking_names,
    ranking_of,
    shipped_file,
    text_of,
)


def read_ranking(source: str | Path) -> Ranking:
    """Return a ranking by its name, or read it from a file.

    Raises:
        RankingError: if there is no such ranking, or its file is wrong.
        TypeError: if that is neither a name nor a path.
    """
    if not isinstance(source, str | os.PathLike):
        raise TypeError(f"{shown(source)} is not a ranking; give the name or the file of one, like 'pieces-first'")
    shipped = shipped_file(str(source))
    if shipped is not None:
        return _read(shipped)
    name, path = str(source), Path(source)
    try:
        exists = path.is_file()
    except (OSError, ValueError):
        exists = False
    if not exists:
        raise RankingError(f"there is no ranking or file {shown(name)}; {nearest(name, ranking_names())}")
    return _read(path)


def _read(path: Path) -> Ranking:
    text = text_of(path)
    if path.suffix.lower() == ".clp":
        from heuristan.tangram.expert.whole_text import ranking_of_text

        return ranking_of_text(text, path)
    # what is in the files that it names may change
    read = ranking_in.__wrapped__ if "file:" in text else ranking_in
    try:
        return read(text, path.stem, path.parent)
    except PlainYamlError as fault:
        raise RankingError(f"{path}:{fault.line}: {fault.message}") from None


@lru_cache(maxsize=64)
def ranking_in(text: str, stem: str, folder_of_files: Path | None = None) -> Ranking:
    """Return the ranking in a text; the same few are asked for once an outline.

    Args:
        text: YAML.
        stem: its name and title, where the text has none.
        folder_of_files: where the files with rules are that it names; None if it can name none.

    Raises:
        PlainYamlError: if it cannot be used; it has the line.
        RankingError: if a file that it names cannot be.
    """
    ranking = ranking_of(read_yaml(text), stem, folder_of_files)
    if not any(rule.own for rule in ranking.rules):
        return ranking
    return replace(ranking, rules=tuple(_checked(rule) if rule.own else rule for rule in ranking.rules))


def _checked(rule: RankedRule) -> RankedRule:
    """Return a line with rules of one's own that are compiled; the functions that they can call go with them.

    Raises:
        PlainYamlError: if there is a fault in them, and they stand in the ranking itself.
        RankingError: if there is one in their file.
    """
    # engines are loaded for such rules alone
    from heuristan.tangram.expert.host.driving import check_own
    from heuristan.tangram.expert.host.registered import loaded

    own = rule.own
    assert own is not None, "only rules of one's own are compiled here"
    try:
        check_own(rule)
    except NotationFault as fault:
        raise fault_in(own, fault) from None
    return replace(rule, own=replace(own, functions=loaded()))
