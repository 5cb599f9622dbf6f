"""A ranking as one text in CLIPS notation: its lines as rules, or all constructs of its run; edited by hand, read back.

The text carries the ranking in YAML as the comment of ``(deffacts ranking ...)``. Read back as it was written, it is
that ranking. Where rules were changed by hand, the text itself is run, with what every run does if it has the lines
alone; and a line whose rules differ from what its entry would make of them is described by its text alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from heuristan.common.plain_yaml import read_yaml
from heuristan.tangram.expert.backtracking import rules_for
from heuristan.tangram.expert.host.driving import names_of_functions
from heuristan.tangram.expert.host.run_text import lines_of_rules, run_text, text_around, text_of_lines
from heuristan.tangram.expert.own_rules import OwnRules, WholeText, proposals_in
from heuristan.tangram.expert.production.clips_notation import NotationFault, Token, fault, split
from heuristan.tangram.expert.production.system import System
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_entries import RankingError, ranking_of
from heuristan.tangram.expert.ranking_writing import ranking_text
from heuristan.tangram.expert.ways import WAYS, Way

UNKNOWN = "the text does not say which ranking it is"
WRITE_ONE = "write one with: heuristan rankings --show NAME --output mine.clp"

Name = tuple[str, str]
"""The kind of a construct, and its name."""


def ranking_as_text(ranking: Ranking, way: Way) -> str:
    """Return all constructs of a run of a ranking on exact outlines, as engines run them."""
    if ranking.whole:
        return ranking.whole.text
    text = run_text(rules_for(ranking, way), ranking.entry_lines, WAYS[way], drawn=False)
    return f"; The ranking {ranking.name}, run {WAYS[way]}.\n\n{_named(ranking, text)}"


def lines_as_text(ranking: Ranking, way: Way) -> str:
    """Return the lines of a ranking as rules, without what every run does."""
    if ranking.whole:
        return ranking.whole.text
    text = text_of_lines(rules_for(ranking, way), ranking.entry_lines, WAYS[way])
    first = f"; The lines of {ranking.name}, run {WAYS[way]}. What every run does is added: --whole shows it too."
    return f"{first}\n\n{_named(ranking, text)}"


def _named(ranking: Ranking, text: str) -> str:
    """Return a text with the ranking in YAML in it."""
    written = ranking_text(ranking).replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("(deffacts ranking", f'(deffacts ranking "\n{written}"', 1)


def ranking_of_text(text: str, path: Path) -> Ranking:
    """Return the ranking that a text is.

    Raises:
        RankingError: if there is a fault in it; the message has its line.
    """
    try:
        return _ranking(text, path.stem)
    except NotationFault as found:
        raise RankingError(f"{path}:{found.line}: {found.words}") from None


def _ranking(text: str, stem: str) -> Ranking:
    constructs = _constructs(text)
    ranking = ranking_of(read_yaml(_yaml_in(constructs)), stem)
    if any(_words(constructs) == _words(_constructs(text)) for way in WAYS for text in _texts(ranking, way)):
        return ranking
    expected = {way: _constructs(ranking_as_text(ranking, way)) for way in WAYS}
    way = max(WAYS, key=lambda way: len(_words(constructs).items() & _words(expected[way]).items()))
    has_all = ("deftemplate", "Match") in constructs
    around = "" if has_all else f"{text_around(rules_for(ranking, way), WAYS[way])}\n"
    try:
        return replace(_as_changed(ranking, way, around + text, expected[way]), name=stem)
    except NotationFault as found:
        raise fault(max(found.line - around.count("\n"), 1), found.words) from None


def _texts(ranking: Ranking, way: Way) -> tuple[str, str]:
    return lines_as_text(ranking, way), ranking_as_text(ranking, way)


def _as_changed(ranking: Ranking, way: Way, text: str, expected: Mapping[Name, Sequence[Token]]) -> Ranking:
    """Return a ranking with the lines that a text changes; the text itself is what is run."""
    System(text, names_of_functions())
    constructs = _constructs(text)
    rules, numbers = list(rules_for(ranking, way)), lines_of_rules(rules_for(ranking, way), WAYS[way])
    changed = _changed_lines(constructs, expected, numbers)
    for line in changed:
        if not 1 <= line <= len(rules):
            raise fault(1, f"a rule proposes for line {line}; the ranking has {len(rules)}: add one to its YAML")
        own = [_text_of(each, text) for each in constructs.values() if line in proposals_in(each)]
        chosen = OwnRules("\n\n".join(own))
        rules[line - 1] = replace(rules[line - 1], own=chosen, salience=chosen.salience)
    return replace(ranking, rules=tuple(rules[: len(ranking.rules)]), whole=WholeText(text, way))


def _constructs(text: str) -> dict[Name, list[Token]]:
    """Return the constructs of a text by kind and name."""
    found: dict[Name, list[Token]] = {}
    for tokens in split(text):
        words = [token.words for token in tokens[:3]]
        found[words[1], words[2] if len(words) > 2 else ""] = tokens
    return found


def _words(constructs: Mapping[Name, Sequence[Token]]) -> dict[Name, tuple[str, ...]]:
    """Return the words of each construct: what differs in spaces and comments alone is the same."""
    return {name: tuple(token.words for token in tokens) for name, tokens in constructs.items()}


def _yaml_in(constructs: Mapping[Name, Sequence[Token]]) -> str:
    tokens = constructs.get(("deffacts", "ranking"), ())
    if len(tokens) < 4 or tokens[3].kind != "string":
        line = tokens[0].line if tokens else 1
        raise fault(line, f'{UNKNOWN}, as the comment of (deffacts ranking "..."); {WRITE_ONE}')
    return tokens[3].words[1:-1].replace('\\"', '"').replace("\\\\", "\\")


def _changed_lines(
    constructs: Mapping[Name, Sequence[Token]], expected: Mapping[Name, Sequence[Token]], numbers: Mapping[str, int]
) -> set[int]:
    """Return the lines, from 1, whose rules differ from what is expected of them."""
    here, there = _words(constructs), _words(expected)
    return set(_lines_changed(constructs, here, there)) | {
        line + 1 for name, line in numbers.items() if here.get(("defrule", name)) != there["defrule", name]
    }


def _lines_changed(
    constructs: Mapping[Name, Sequence[Token]],
    here: Mapping[Name, tuple[str, ...]],
    there: Mapping[Name, tuple[str, ...]],
) -> Iterator[int]:
    for name, tokens in constructs.items():
        if here[name] != there.get(name) and name[0] == "defrule":
            yield from proposals_in(tokens)


def _text_of(tokens: Sequence[Token], text: str) -> str:
    return text[tokens[0].position : tokens[-1].end]
