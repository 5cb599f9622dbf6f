"""The rules of an engine as text that readers of CLIPS understand: kinds of facts, functions, rules.

What the engine does in Python, in tests and on right sides, stands there as calls of functions; `FUNCTIONS` says of
each what it does. Short names of variables are written out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import fill
from types import MappingProxyType

from heuristan.common.words import plural
from heuristan.tangram.expert.engine import facts
from heuristan.tangram.expert.engine.building import HIGHEST, Course, productions_for
from heuristan.tangram.expert.engine.line_rules import View
from heuristan.tangram.expert.engine.patterns import Production
from heuristan.tangram.expert.engine.replaced import Plain
from heuristan.tangram.expert.figures import figures
from heuristan.tangram.expert.preferences import PREFERENCES
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.runs import rules_for
from heuristan.tangram.expert.ways import WAYS, Way
from heuristan.tangram.pieces.sets import TANGRAM

KINDS: tuple[type[Plain], ...] = tuple(
    kind for kind in vars(facts).values() if isinstance(kind, type) and issubclass(kind, Plain) and kind is not Plain
)
"""The kinds of facts in the order in which they are defined."""
WIDTH = 110
NAMES: Mapping[str, str] = MappingProxyType(
    {
        "e1": "first",
        "e2": "last",
        "f": "figure",
        "m": "match",
        "m1": "before",
        "m2": "after",
        "o": "offered",
        "p": "point",
        "q": "plane",
        "r": "ruled-out",
        "u": "focus",
        "v": "evidence",
    }
)
"""The variables of the rules of a ranking, written out. Corners are ?a ?b ?c ?d, the grade of side 1 is ?g1."""

FUNCTIONS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "inside": ("?plane ?figure K ?point", "the figure lies inside what is left if its corner K is at the point"),
        "crosses-internal-edge": ("?plane ?figure K ?point", "it lies across an internal edge there"),
        "match": ("?plane ?figure K ?point", "the figure at that place"),
        "serve": ("ASKED ... GRADES", "the grades serve where those are asked; a better one serves for a worse one"),
        "extract": (
            "?match",
            "assert (Extracted ...), or (Refuted ...) if a rule above rules the match out by what it leaves",
        ),
        "rule-out": ("?match", "add it, and all others for which the rule has activations, to RuledOut"),
        "longest-side": ("", "the length of the longest side of a stored figure"),
        "grade-on": ("?by", "E for an edge, X for an extension line"),
        "both": ("?grade ?other", "the grade if they are the same, otherwise M"),
        "preliminary-operations": (
            "",
            "make the facts of Subpuzzle, Vertex and Connection those of what is left (section 4.1)",
        ),
        "on-offer": (
            "?left",
            "the names of the pieces that leave every composite held possible, and of the composites that can be made",
        ),
        "lay-figures-at": (
            "?vertex",
            "assert (Laid ...) for each figure that lies inside with a corner there, a side along an edge",
        ),
        "find": ("KIND", "the matches for which there is evidence of that kind"),
        "pieces-at-tightest-vertex": ("", "the pieces that fit at the convex vertex where the fewest do"),
        "sets-that-make": ("?composite", "its abeyance list"),
        "is-among": ("?step ?sets ?lists", "the abeyance list of that step is still the same"),
        "shorten-abeyance-lists": ("?lists", "put these lists in the facts of Held"),
        "see-dead-end": ("", "assert (DeadEnd ...) if a dead end was seen on arriving; with backtracking only"),
        "examine": ("", "assert (DeadEnd ...) if the run does not go on from here, otherwise (Examined)"),
        "deal-out": ("", "assert (Dealt ...), what was left over dealt out to the composites held"),
        "solved": ("?pieces", "end the run with a solution"),
        "no-match": ("", '"no rule matches", or with backtracking why what is left has no solution'),
        "go-on": (
            "",
            "make Outline, Stock, Held, Attempt, Focus and RuledOut those of where the run is; retract the rest",
        ),
        "begin-attempt": ("NUMBER", "put everything back, and begin at the entry point with that number"),
        "stuck": ("", "end the run without a solution"),
        "undo": (
            "?reason",
            "put back the match that was taken last, or more; if nothing can be put back, end the attempt or the run",
        ),
    }
)
"""The functions that are not those of CLIPS: their arguments, and what they do."""

_VARIABLE = re.compile(r"(?<=\?)[a-z][a-z0-9-]*")
_CALL = re.compile(r"\(([a-z][a-z-]*)")


def rules_as_text(ranking: Ranking, way: Way) -> str:
    """Return the kinds of facts, the functions, and the rules of a ranking that is run in some way."""
    rules = rules_for(ranking, way)
    view, course = View(figures(TANGRAM, ranking.composites, 1)), Course.for_way(ranking, way)
    productions = sorted(productions_for(rules, view, course, range(len(rules))), key=lambda each: -each.salience)
    ranked = [each for each in productions if 0 < each.salience <= HIGHEST]
    read = {kind for each in productions for kind in each.kinds_read}
    parts = [
        f"; The ranking {ranking.name}, run {WAYS[way]}",
        _heading("Kinds of facts"),
        *(template(kind) for kind in KINDS if kind in read),
        _heading("Functions"),
        "\n".join(_functions(productions)),
        _heading(
            f"The rules of the ranking: {plural(len(rules), 'line')}, {plural(len(ranked), 'rule')} of the engine"
        ),
        *_ranked(rules, ranked),
        _heading("The rules of every run"),
        *(as_text(each) for each in productions if each not in ranked),
    ]
    return "\n\n".join(parts)


def template(kind: type[Plain]) -> str:
    """Return a kind of facts as a deftemplate."""
    about = (kind.__doc__ or "").split("\n")[0]
    slots = [f"({'multislot' if slot in kind.several else 'slot'} {slot})" for slot in kind.slots]
    if slots:
        slots[-1] += ")"
    lines = [f"   {slot:24} ; {about}" for slot, about in zip(slots, kind.slots.values(), strict=True)]
    head = f'(deftemplate {kind.__name__} "{about}"'
    return "\n".join([head, *lines]) if slots else f"{head})"


def as_text(production: Production) -> str:
    """Return a rule as a defrule."""
    text = str(production)
    if production.line is not None:
        text = _VARIABLE.sub(lambda found: NAMES.get(found[0], found[0]), text)
    return "\n".join(_folded(text))


def _folded(text: str) -> Iterator[str]:
    """Yield the lines of a rule; a pattern that is too long goes on below its first slots."""
    for line in text.split("\n"):
        first, mark, rest = line.partition(" (h1 ")
        yield first
        if mark:
            before, lengths, after = f"           (h1 {rest}".partition(" (n1 ")
            yield before
            yield f"           {(lengths + after).strip()}"


def _heading(words: str) -> str:
    return f"; {words}\n; {'-' * len(words)}"


def _functions(productions: Iterable[Production]) -> Iterator[str]:
    used = {name for each in productions for name in _CALL.findall(as_text(each))}
    for name, (arguments, does) in FUNCTIONS.items():
        if name in used:
            call = f"({name} {arguments})" if arguments else f"({name})"
            yield fill(f"{call}: {does}", WIDTH, initial_indent="; ", subsequent_indent=";    ")


def _ranked(rules: Sequence[RankedRule], productions: Iterable[Production]) -> Iterator[str]:
    last = None
    for each in productions:
        if each.line is not None and each.line != last:
            yield "\n".join(_title(each.line, rules[each.line]))
        last = each.line
        yield as_text(each)


def _title(line: int, rule: RankedRule) -> Iterator[str]:
    yield f"; Rule {line + 1}: {rule.title}"
    if rule.prefer or rule.last:
        words = [f"{', '.join(sorted(rule.last))} last"] if rule.last else []
        words += [PREFERENCES[name].words for name in rule.prefer]
        yield fill(f"of several activations {'; '.join(words)}", WIDTH, initial_indent="; ", subsequent_indent=";    ")
    if rule.repeat and line:
        yield "; repeated: after it fires, the rules above it wait until it has no activation"
