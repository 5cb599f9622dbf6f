"""A ranking as one text in CLIPS notation: all constructs of its run, written, read back, and edited by hand.

The text carries the ranking in YAML as the comment of ``(deffacts ranking ...)``. Read back as it was written, it is
that ranking. Where rules were changed by hand, the text itself is run, and a line whose rules differ from what its
entry would make of them is described by its text alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from heuristan.common.plain_yaml import read_yaml
from heuristan.tangram.expert.backtracking import rules_for
from heuristan.tangram.expert.host.own_texts import names_of_functions
from heuristan.tangram.expert.host.run_text import lines_of_rules, run_text
from heuristan.tangram.expert.own_rules import OwnRules, WholeText, proposals_in
from heuristan.tangram.expert.production.clips_notation import NotationFault, Token, fault, split
from heuristan.tangram.expert.production.system import System
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_entries import RankingError, ranking_of
from heuristan.tangram.expert.ranking_writing import ranking_text
from heuristan.tangram.expert.ways import WAYS, Way

ENDING = ".clp"
UNKNOWN = "the text does not say which ranking it is"
WRITE_ONE = "write one with: heuristan rankings --show NAME --output mine.clp"

Name = tuple[str, str]
"""The kind of a construct, and its name."""


def ranking_as_text(ranking: Ranking, way: Way) -> str:
    """Return all constructs of a run of a ranking on exact outlines, as engines run them."""
    if ranking.whole:
        return ranking.whole.text
    text = run_text(rules_for(ranking, way), ranking.entry_lines, WAYS[way], drawn=False)
    written = ranking_text(ranking).replace("\\", "\\\\").replace('"', '\\"')
    named = text.replace("(deffacts ranking", f'(deffacts ranking "\n{written}"', 1)
    return f"; The ranking {ranking.name}, run {WAYS[way]}.\n\n{named}"


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
    expected = {way: _constructs(ranking_as_text(ranking, way)) for way in WAYS}
    if any(_words(constructs) == _words(each) for each in expected.values()):
        return ranking
    System(text, names_of_functions())
    way = max(WAYS, key=lambda way: len(_words(constructs).items() & _words(expected[way]).items()))
    rules, numbers = list(rules_for(ranking, way)), lines_of_rules(rules_for(ranking, way), WAYS[way])
    changed = _changed_lines(constructs, expected[way], numbers)
    for line in changed:
        if not 1 <= line <= len(rules):
            raise fault(1, f"a rule proposes for line {line}; the ranking has {len(rules)}: add one to its YAML")
        own = [_text_of(each, text) for each in constructs.values() if line in proposals_in(each)]
        chosen = OwnRules("\n\n".join(own))
        rules[line - 1] = replace(rules[line - 1], own=chosen, salience=chosen.salience)
    return replace(ranking, name=stem, rules=tuple(rules[: len(ranking.rules)]), whole=WholeText(text, way))


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
