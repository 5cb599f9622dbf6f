"""Evidence: what is certain or likely of a match because of the other matches, or because of what it leaves behind.

A rule may ask for evidence besides grades. `EVIDENCE` holds one entry for each kind: how it is found, whether it speaks
for or against a match, and its words. Everything else goes over these entries: the ranking files, the chooser, the
trace, the explanation, the tables in the docs and the tests. (docs/add-a-rule.md shows how a kind is added.)

Whatever covers a convex vertex next to one of its edges has a vertex there and a side along that edge. So the pieces
that can cover such an end of an edge are known, and every solution has one of them. The proofs are in
docs/rules/README.md. Nothing here looks further than one extraction and what must follow it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from heuristan.tangram.boundary.symmetry import symmetries_of
from heuristan.tangram.expert.dead_ends import fits_at, leads_through, leaves_room, without_way_on
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import bounds

Keys: TypeAlias = frozenset[MatchKey]

EvidenceFor: TypeAlias = Mapping[MatchKey, frozenset[str]]
"""The evidence that there is for matches, as far as rules ask for it."""

Finder: TypeAlias = Callable[[State, Keys], Keys]
"""Finds the pieces of a state that have the evidence, given the matches that are ruled out (no solution has them)."""

Check: TypeAlias = Callable[[State, Match, Keys], bool]
"""Returns whether one match of a state has the evidence, given the matches that are ruled out."""


@dataclass(frozen=True)
class Evidence:
    """A kind of evidence. It has either a finder or, where looking at every match is too expensive, a check."""

    name: str
    """As ranking files write it. Its section is in ``docs/rules/README.md``."""
    refutes: bool
    """Whether no solution has such a match: a rule that asks for it extracts nothing, but rules it out."""
    meaning: str
    """What holds of such a match: ends the sentence "A match has this evidence if ..."."""
    words: str
    """What an explanation adds to the pieces that the rule takes or rules out."""
    find: Finder | None = None
    """Called in every state, for pieces only."""
    check: Check | None = None
    """Called for a match that a rule is about to take. Only evidence that refutes can have it."""

    def __post_init__(self) -> None:
        if (self.find is None) == (self.check is None) or (self.check and not self.refutes):
            raise ValueError(f"evidence {self.name!r} needs either 'find' or, if it refutes, 'check'")


def _alone_at_some_end(state: State, ruled_out: Keys) -> Keys:
    fits = (fits_at(state, end, ruled_out) for end in state.matches.covering)
    return frozenset(keys[0] for keys in fits if len(keys) == 1)


FORCED = Evidence(
    "forced",
    refutes=False,
    meaning="it alone can still cover some convex vertex next to one of its edges",
    words="only where nothing else can cover some vertex",
    find=_alone_at_some_end,
)


def _in_only_place(state: State, ruled_out: Keys) -> Keys:
    left = [match for match in state.matches if match.kind == "piece" and match.key not in ruled_out]
    places = Counter(match.placement.name for match in left)
    return frozenset(match.key for match in left if places[match.placement.name] == 1)


ONLY_PLACE = Evidence(
    "only-place",
    refutes=False,
    meaning="no other match lays the same piece",
    words="only where it is the only match of its piece",
    find=_in_only_place,
)


BARE_VERTEX = Evidence(
    "bare-vertex",
    refutes=True,
    meaning="beside it nothing fits at some other vertex",
    words="beside which nothing that is left fits at some other vertex",
    find=lambda state, ruled_out: state.pairs.beside_nothing(ruled_out),
)


NO_ROOM = Evidence(
    "no-room",
    refutes=True,
    meaning="it leaves a part, an edge or a vertex that nothing fills",
    words="that leaves a part, an edge or a vertex which nothing fills",
    check=lambda state, match, ruled_out: not leaves_room(state, match, ruled_out),
)

NO_WAY_ON = Evidence(
    "no-way-on",
    refutes=True,
    meaning="it, or what must be laid after it, leaves a part, an edge or a vertex that nothing fills",
    words="that leaves, itself or by what must be laid after it, a part, an edge or a vertex which nothing fills",
    find=without_way_on,
)

NO_WAY_THROUGH = Evidence(
    "no-way-through",
    refutes=True,
    meaning="after it `bare-vertex`, `no-way-on` and `forced` come to a part, an edge or a vertex that nothing fills",
    words="after which the rules that are never wrong come to a part, an edge or a vertex that nothing fills",
    check=lambda state, match, ruled_out: not leads_through(state, match, ruled_out),
)

_symmetries = lru_cache(maxsize=256)(symmetries_of)


def _like_one_ruled_out(state: State, ruled_out: Keys) -> Keys:
    # where there is nearness, what looks symmetrical need not be exactly so
    if not ruled_out or state.boundary.nearness:
        return frozenset()
    _, *symmetries = _symmetries(state.boundary)
    left = [match for match in state.matches if match.kind == "piece" and match.key not in ruled_out]
    return frozenset(
        match.key
        for match in left
        if any((match.cut.name, bounds(map(each.of, match.cut.ring))) in ruled_out for each in symmetries)
    )


SYMMETRY = Evidence(
    "symmetry",
    refutes=True,
    meaning="a symmetry of what is left takes it to a match that is ruled out",
    words="that a symmetry of what is left takes to one already ruled out",
    find=_like_one_ruled_out,
)


EVIDENCE: Mapping[str, Evidence] = MappingProxyType(
    {kind.name: kind for kind in (FORCED, ONLY_PLACE, BARE_VERTEX, NO_ROOM, NO_WAY_ON, NO_WAY_THROUGH, SYMMETRY)}
)
"""Every kind of evidence, by its name."""


def evidence_in(state: State, asked: Collection[str], checked: Mapping[str, Keys], ruled_out: Keys) -> EvidenceFor:
    """Return the names of the evidence that there is for each match.

    What one kind refutes is ruled out for the kinds after it, and what all of them refute for those that speak for a
    match.

    Args:
        state: holds the matches.
        asked: the kinds of evidence that rules ask for.
        checked: for each kind that is checked match by match, the matches that are known to have it.
        ruled_out: matches that no solution has.
    """
    found: dict[MatchKey, frozenset[str]] = defaultdict(frozenset)
    out = frozenset(ruled_out).union(*checked.values())
    kinds = [kind for kind in EVIDENCE.values() if kind.name in asked]
    for kind in sorted(kinds, key=lambda kind: not kind.refutes):
        keys = kind.find(state, out) if kind.find else checked.get(kind.name, frozenset())
        out |= keys if kind.refutes else frozenset()
        for key in keys:
            found[key] |= {kind.name}
    return found
