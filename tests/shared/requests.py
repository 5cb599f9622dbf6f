"""Requests to the server of the page, as Hypothesis makes them: some can be answered, most are hostile."""

from typing import Any

from hypothesis import strategies as st

SHAPES = ("cat", "convex-square", "digit-9", "swan")
RANKINGS = ("deutsch-hayes-1972", "pieces-first", "heuristan")
NUMBERS = (0.0, 1.4142135623730951, 0.7071067811865476, 2.414213562373095, 1e9, -1e9, 1e-300)

numbers = st.one_of(st.integers(-3, 5), st.floats(-10, 10), st.sampled_from(NUMBERS))
spots = st.tuples(numbers, numbers).map(list)
rings = st.lists(spots, min_size=3, max_size=8)
names = st.sampled_from(["square", "large-triangle", "small-triangle", "parallelogram", "x", "../a", "/etc/passwd"])
laid = st.lists(st.fixed_dictionaries({"piece": st.none() | names, "vertices": rings}), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "coordinates", "pieces", "leg"]), inner)
    ),
    max_leaves=8,
)
geometries = st.fixed_dictionaries(
    {"type": st.sampled_from(["Polygon", "MultiPolygon"]), "coordinates": st.lists(st.lists(rings, max_size=2))}
)
features = st.fixed_dictionaries(
    {},
    optional={
        "geometry": values | geometries,
        "properties": values | st.dictionaries(st.sampled_from(["sets", "set", "heuristan", "id"]), values),
        "id": values,
    },
)
shapes = st.builds(lambda name: {"shape": name}, st.sampled_from(SHAPES))
puzzles = st.one_of(
    *[shapes] * 4,
    st.builds(lambda name: {"shape": name}, names),
    st.fixed_dictionaries(
        {"rings": st.lists(rings, min_size=1, max_size=3)},
        optional={"sets": st.integers(1, 3), "pieces": names, "y_down": st.booleans()},
    ),
    st.builds(lambda found: {"laid": found}, laid.filter(bool)),
    st.builds(lambda found: {"feature": found}, features),
)
texts = st.sampled_from(
    [
        "rules: [vertex-fit]",
        "rules: [pieces-direct, {rule: vertex-fit, prefer: largest}]",
        "rules: [",
        "&a",
        "",
        "rules: [vertex-fit]\ncomposites: all\nmost-composites: 900",
    ]
)
good_rankings = st.builds(lambda name: {"name": name}, st.sampled_from(RANKINGS))
rankings = st.one_of(
    *[good_rankings] * 3,
    st.builds(lambda name: {"name": name}, names),
    st.builds(lambda text: {"text": text}, texts | st.text(max_size=30)),
)
moves = st.one_of(
    st.builds(lambda number: {"do": "take", "number": number}, st.integers(1, 9)),
    st.builds(lambda line: {"do": "rule", "line": line}, st.integers(0, 12)),
    st.builds(lambda count: {"do": "go", "count": count}, st.integers(1, 2)),
    st.builds(lambda count: {"do": "back", "count": count}, st.integers(1, 2)),
    st.just({"do": "finish"}),
)
hostile_moves = moves | st.builds(lambda ring: {"do": "take", "ring": ring}, rings)
optional = st.none() | st.integers(1, 9)
questions = st.one_of(
    st.builds(lambda number: {"ask": "why", "number": number}, optional),
    st.builds(
        lambda line, piece, vertex: {"ask": "why-not", "line": line, "piece": piece, "vertex": vertex},
        st.integers(0, 12),
        st.none() | names,
        optional,
    ),
    st.builds(lambda step: {"ask": "how", "step": step}, optional),
    st.builds(lambda line: {"ask": "what-if", "line": line}, st.integers(0, 12)),
    st.just({"ask": "agenda"}),
    st.just({"ask": "firings"}),
    st.builds(lambda kind: {"ask": "facts", "kind": kind}, st.none() | st.sampled_from(["vertex", "Figure", "x"])),
    st.just({"ask": "check"}),
)
own_rules = st.sampled_from(
    [
        *[""] * 12,
        "(defrule mine (Match (id ?m)) => (assert (Evidence (kind mine) (match ?m))))",
        "(defrule mine (Stock) => (bind ?x (+ 1 a)))",
        "(defrule mine ?s <- (Tally (undone ?n)) => (modify ?s (undone (+ ?n 1))))",
        "(deftemplate a',{}],[S (slot x))",
        "(defrule mine (Now (step ?s&:(> ?s a))) =>",
        "(retract 1) )",
    ]
)
positions = {
    "puzzle": puzzles,
    "ranking": rankings,
    "rules": own_rules,
    "moves": st.lists(hostile_moves, max_size=4),
}
FILES = ("trace", "result", "player", "explanation", "picture", "filmstrip", "outline", "ranking")


def _request(endpoint: str, /, **fields: Any) -> st.SearchStrategy[tuple[str, dict[str, Any]]]:
    return st.tuples(st.just(endpoint), st.fixed_dictionaries(fields))


requests = st.one_of(
    _request("step", **positions),
    _request("inspect", **positions),
    _request("ask", **positions, question=questions),
    _request("run", puzzle=puzzles, ranking=rankings, solver=st.sampled_from(["auto", "expert", "exact", "ford"])),
    _request("hint", puzzle=puzzles, laid=laid, reveal=st.sampled_from(["vertex", "piece", "place"])),
    _request("judge", puzzle=puzzles, laid=laid),
    _request("puzzle", puzzle=puzzles),
    _request("attempts", puzzle=puzzles, ranking=rankings),
    _request("difference", **dict.fromkeys(("both", "only_first", "only_second", "neither"), st.integers(-1, 10_001))),
    _request("ranking", name=names),
    _request("ranking", text=texts),
    _request("export", **positions, what=st.sampled_from(FILES), form=st.sampled_from(["svg", "yaml", "wkt"])),
)
"""The name of an endpoint, and a request that it may or may not answer."""
