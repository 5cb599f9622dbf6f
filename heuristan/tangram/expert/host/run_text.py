"""The text of a run in CLIPS notation: the rules of every run (`rules/run`), and the lines of a ranking as rules.

A line becomes a rule by a template of `lines.clp`, in which words in capitals stand for what the line says; a rule more
if it takes some figures where their sides join, and others laid at convex vertices. Rules of one's own stand as they
are written, with what their place decides.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from heuristan.common.files import folder
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.preferences import FEWEST_FITS
from heuristan.tangram.expert.production.clips_notation import Template, constructs_of
from heuristan.tangram.expert.ranking import RankedRule, accepted, first_of_rank, of_rank, saliences
from heuristan.tangram.expert.ranking_entries import text_of
from heuristan.tangram.trace.events import Way

FOLDER = folder("rules") / "run"
FACTS_A_ROW = 3
OF_A_WAY: Mapping[Way, tuple[str, ...]] = {
    "as published": ("published",),
    "with retry": ("published", "retry"),
    "with backtracking": ("backtracking",),
}
"""The files with what is done where no line has a match."""


@lru_cache(maxsize=64)
def run_text(rules: tuple[RankedRule, ...], entry_lines: tuple[int, ...], way: Way, *, drawn: bool) -> str:
    """Return all constructs of a run: kinds of facts, functions, rules.

    Args:
        rules: the lines of the ranking.
        entry_lines: the lines at which attempts start, from 0.
        way: what is done where no line has a match.
        drawn: whether sides have only nearly the lengths of what they lie on.
    """
    return f"{text_around(rules, way, drawn=drawn)}\n{text_of_lines(rules, entry_lines, way)}"


def text_around(rules: Sequence[RankedRule], way: Way, *, drawn: bool = False) -> str:
    """Return the constructs of every run, as far as the lines of a ranking need them."""
    kind = "-drawn" if drawn else ""
    joins = any(rule.own or _joins(rule, sides) for rule in rules for sides in (3, 4))
    joining = ("runs", f"joining{kind}") if joins else ()
    rules_out = way == "with backtracking" and any(rule.own and rule.own.rules_out for rule in rules)
    leaving_out = ("leaving-out",) if rules_out else ()
    names = ("memory", "preparing", *joining, *OF_A_WAY[way], *leaving_out, "extracting", "ending")
    return "\n".join(map(_file, names))


def text_of_lines(rules: Sequence[RankedRule], entry_lines: Sequence[int], way: Way) -> str:
    """Return the constructs that are a ranking's: facts about it, and its lines as rules."""
    lines = _Lines(rules, way)
    return "\n".join([_facts_of(rules, entry_lines), *lines.finders(), *(text for _, _, text in lines.rules())])


@lru_cache
def _rules_of_runs() -> frozenset[str]:
    """Return the names of the rules of all runs, which no line of a ranking can have."""
    return frozenset(name for path in FOLDER.glob("*.clp") for name in _templates(path.stem))


@lru_cache
def kinds_of_facts() -> Mapping[str, Template]:
    """Return the kinds of facts of all runs, by their names."""
    files = ("memory", *(name for names in OF_A_WAY.values() for name in names))
    constructs = (each for name in dict.fromkeys(files) for each in constructs_of(_file(name)))
    return {each.name: each for each in constructs if isinstance(each, Template)}


def finders_of(rules: tuple[RankedRule, ...], way: Way) -> tuple[str, ...]:
    """Return the rules that lay figures and look for evidence where lines ask for it."""
    return tuple(_Lines(rules, way).finders())


def lines_of_rules(rules: tuple[RankedRule, ...], way: Way) -> Mapping[str, int]:
    """Return the line, from 0, of each rule that is made of a line, by its name."""
    return {name: number - 1 for names, number, _ in _Lines(rules, way).rules() for name in names}


def _facts_of(rules: Sequence[RankedRule], entry_lines: Sequence[int]) -> str:
    """Return the facts about a ranking."""
    lines = [(n, rule) for n, rule in enumerate(rules, 1) if not rule.equal_rank]
    facts = [f"(Line (number {n}) (repeat {str(rule.repeat).upper()}))" for n, rule in lines]
    facts += [f"(EntryPoint (number {n}) (line {line + 1}))" for n, line in enumerate(entry_lines, 1)]
    rows = (" ".join(facts[i : i + FACTS_A_ROW]) for i in range(0, len(facts), FACTS_A_ROW))
    return "\n   ".join(["(deffacts ranking", *rows]) + ")\n"


def _file(name: str) -> str:
    return text_of(FOLDER / f"{name}.clp")


@lru_cache
def _templates(name: str) -> Mapping[str, str]:
    """Return the rules of a file by their names."""
    rules = re.split(r"(?=^\(defrule)", _file(name), flags=re.MULTILINE)[1:]
    return {rule.split()[1]: f"{rule.strip()}\n" for rule in rules}


class _Lines:
    """Makes the rules of a ranking's lines for a way to run it."""

    def __init__(self, rules: Sequence[RankedRule], way: Way) -> None:
        self._all = rules
        self._numbered = tuple(enumerate(rules, 1))
        self._saliences = dict(enumerate(saliences(rules), 1))
        self._undoes = way == "with backtracking"

    def _above(self, numbers: Sequence[int]) -> int:
        """Return the salience of the line that is tried first of some."""
        return max(self._saliences[number] for number in numbers)

    def finders(self) -> Iterator[str]:
        """Yield the rules that lay figures and look for evidence, each right above the first line that asks for it."""
        texts = _templates("finding")
        asked = {number: rule.kinds_of_evidence for number, rule in self._numbered if not rule.checks}
        asking = [number for number, kinds in asked.items() if kinds]
        laying = [number for number, rule in self._numbered if (rule.lays or number in asking) and not rule.checks]
        tightest = [number for number, rule in self._numbered if _asks_for_tightest(rule)]
        if laying:
            yield _filled(texts["want-figures-laid"], SALIENCE=self._above(laying) + 7)
            yield texts["lay-figures"]
        if asking:
            kinds = sorted(frozenset().union(*asked.values()))
            at = self._above(asking) + 6
            yield _filled(texts["find-evidence"], SALIENCE=at, KINDS=" ".join(kinds))
        if tightest:
            must = "(find-all-facts ((?now Now) (?must MustCover)) (= ?must:step ?now:step))" if self._undoes else ""
            at = self._above(tightest) + 5
            yield _filled(texts["find-tightest-vertex"], SALIENCE=at, MUST=must)
        if self._undoes and any(rule.checks for _, rule in self._numbered):
            yield texts["examine-tightest-vertex"]

    def rules(self) -> Iterator[tuple[tuple[str, ...], int, str]]:
        """Yield the rules of the lines: the names of those that choose, the number of the line, and the text."""
        texts = _templates("lines")
        for number, rule in self._numbered:
            if rule.own:
                first = first_of_rank(self._all, number - 1) + 1
                placed = rule.own.placed(first, self._saliences[number], undoes=self._undoes)
                yield rule.own.proposing, number, f"{placed}\n"
            elif rule.checks:
                each = () if rule.takes_any else tuple(filter(None, (rule.three_sided, rule.four_sided)))
                more = {"SALIENCE": -7000 - number, "EVIDENCE": rule.evidence}
                yield self._rule(texts["NAME-checks"], number, rule, each, **more)
            else:
                yield from self._finding(texts["NAME-rules-out" if rule.rules_out else "NAME"], number, rule)

    def _finding(self, text: str, number: int, rule: RankedRule) -> Iterator[tuple[tuple[str, ...], int, str]]:
        """Yield a rule for the figures that a line takes where their sides join, and one for those laid at vertices."""
        joined = tuple(asked for n in (3, 4) if _joins(rule, n) and (asked := rule.asks(n)))
        laid = tuple(asked for n in (3, 4) if not _joins(rule, n) and (asked := rule.asks(n)))
        if joined:
            yield self._rule(text, number, rule, joined, FOUND="joined")
        if laid:
            name = f"{rule.name}-laid" if joined else rule.name
            yield self._rule(text, number, rule, () if rule.takes_any else laid, NAME=name, FOUND="laid")

    def _rule(
        self, text: str, number: int, rule: RankedRule, asked: Sequence[str], **more: object
    ) -> tuple[tuple[str, ...], int, str]:
        only = f"&{'|'.join(sorted(rule.only))}" if rule.only else ""
        words: dict[str, object] = {
            "NAME": rule.name,
            "SALIENCE": self._saliences[number],
            "NUMBER": first_of_rank(self._all, number - 1) + 1,
            "KIND": rule.kind,
            "ONLY": only,
            "GRADES": f" (grades {_served(asked)})" if asked else "",
            "BESIDES": "".join(f"\n   {each}" for each in self._besides(rule)),
            "PREFER": "".join(
                f" {each}" for each in _preferences(rule, [self._all[n] for n in of_rank(self._all, number - 1)])
            ),
        }
        words |= more
        if f"{words['NAME']}" in _rules_of_runs():
            words["NAME"] = f"{words['NAME']}-of-line-{number}"
        filled = _filled(text, **words)
        return (filled.split(maxsplit=2)[1],), number, filled

    def _besides(self, rule: RankedRule) -> Iterator[str]:
        """Yield what is asked of a match besides kind, name, grades and subpuzzle."""
        if rule.evidence:
            yield f"(Evidence (kind {rule.evidence}) (match ?match))"
        if rule.takes_any_at_tightest:
            yield f"(Evidence (kind {FEWEST_FITS}) (match ?match))"
        if not (rule.may_cross or rule.rules_out):
            yield "(not (Crossing (match ?match)))"
        yield "(not (Covered (match ?match))) (not (RuledOut (match ?match)))"
        if self._undoes:
            yield "(Focus (match any|?match))"


def _served(asked: Sequence[str]) -> str:
    """Return what grades may be where some are asked for: better ones serve too, all grades where all may be open."""
    if all(set(each) == {"O"} for each in asked):
        return f"?grades&:(<= {len(asked[0])} (str-length ?grades) {len(asked[-1])})"
    every = frozenset().union(*map(accepted, asked))
    return "|".join(sorted(every, key=lambda grades: (len(grades), [GRADES.index(grade) for grade in grades])))


def _asks_for_tightest(rule: RankedRule) -> bool:
    return FEWEST_FITS in rule.prefer or (rule.own is not None and rule.own.asks_for_tightest)


def _joins(rule: RankedRule, sides: int) -> bool:
    return rule.evidence is None and rule.joins(sides)


def _preferences(rule: RankedRule, rank: Sequence[RankedRule]) -> Iterator[str]:
    """Yield the numbers by which a line orders its matches among those of its rank."""
    last = sorted(frozenset().union(*(each.last for each in rank if each.kind == rule.kind)))
    if last:
        yield f"(if (member$ ?name (create$ {' '.join(last)})) then 1 else 0)"
    elif any(each.last for each in rank):
        yield "0"
    for name in rule.prefer:
        if name == FEWEST_FITS:
            there = f"(and (eq ?there:kind {FEWEST_FITS}) (eq ?there:match ?match))"
            yield f"(if (any-factp ((?there Evidence)) {there}) then 0 else 1)"
        else:
            yield f"(preference {name} ?match (what-is-left))"


def _filled(text: str, **words: object) -> str:
    """Return a template with its words in capitals filled in."""
    return re.sub("|".join(sorted(words, key=len, reverse=True)), lambda found: str(words[found[0]]), text)
