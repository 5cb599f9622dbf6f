"""What a run would do if a rule stood first, in words."""

from collections.abc import Iterator

from heuristan.tangram.expert.asking.what_if import Ends, WhatIf
from heuristan.tangram.expert.control import Run
from heuristan.tangram.expert.decision import Decision
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.explain.text import paragraph
from heuristan.tangram.explain.words import article, number
from heuristan.teaching.stepping.asking.naming import Names


def described(names: Names, line: int, found: WhatIf) -> Iterator[str]:
    """Say what comes next and how the run ends, with a rule first and with the ranking as it is."""
    rules = names.session.ranking.rules
    places = {rule.name: place for place, rule in enumerate(rules)}

    def step(decision: Decision, ranking: Ranking) -> str:
        if decision.match is None:
            return "no rule finds a match"
        rule = names.rule(places[ranking.rules[decision.rule_number].name])
        return f"{rule} takes {article(names.match(decision.match))}, {decision.match.grades}"

    first = step(found.decision, found.ranking)
    now = step(found.now, names.session.ranking)
    same = (
        found.decision.match is not None
        and found.now.match is not None
        and found.decision.match.key == found.now.match.key
    )
    yield paragraph(f"With {names.rule(line)} first, {first}{' as well' if same else ''}.")
    if not same:
        yield paragraph(f"As it is, {now}.")
    for way in Ends._fields:
        yield paragraph(_compared(way, getattr(found.ends, way), getattr(found.ends_now, way)))


def _compared(way: str, changed: Run, now: Run) -> str:
    """Say how two runs in one way end."""
    way = {"published": "As published", "backtracking": "With backtracking"}[way]
    one, other = _end(changed), _end(now)
    if one == other:
        return f"{way} the run from here ends alike: {one}."
    return f"{way} the run from here ends {one}; with the ranking as it is, {other}."


def _end(run: Run) -> str:
    undone = f", {number(run.backtracks)} undone" if run.backtracks else ""
    taken = f"after {number(run.extractions)} extraction{'' if run.extractions == 1 else 's'}{undone}"
    entry = f", in the attempt from E{run.entry_point}" if run.entry_point and run.entry_point > 1 else ""
    return f"{run.status} {taken}{entry}"
