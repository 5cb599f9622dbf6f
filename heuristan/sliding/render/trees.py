"""Pictures of the breadth-first tree: the distribution of its states (the paper's Figure 2), and its first layers."""

from collections.abc import Iterator
from statistics import mean
from typing import NamedTuple

import svg

from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import box, page
from heuristan.common.svg.palette import LINE, PAPER, RULE
from heuristan.common.svg.text import GREY, label
from heuristan.common.words import plural
from heuristan.sliding.boards import MOVES, Board
from heuristan.sliding.render.boards import MOVING, board_parts
from heuristan.sliding.tree import Summary, Tree, summary_of

MARGIN = 24.0
MAX_NODES = 400
"""Maximum number of nodes in a picture of the tree."""
_SIZE = 11.5
_BAR, _BETWEEN, _HIGH = 19.0, 5.0, 240.0
_CELL, _APART, _LAYER = 13.0, 12.0, 50.0


class TooManyNodesError(ValueError):
    """The layers asked for are too wide for a picture."""


def distribution_svg(tree: Tree, title: str) -> str:
    """Draw the number of states at each distance from the goal."""
    layers, summary = tree.layers, summary_of(tree.layers)
    left, top = MARGIN + 52, 108.0
    width = left + len(layers) * (_BAR + _BETWEEN) + MARGIN
    parts: list[svg.Element] = [
        label(MARGIN, 36, title, size=17, bold=True, kind="title"),
        label(MARGIN, 58, describe_summary(summary), size=_SIZE, fill=GREY, kind="status"),
        *_scale(max(layers), left, width - MARGIN, top),
        *_bars(layers, summary, left, top),
        *_names(layers, summary, left, top),
    ]
    words = f"{describe_summary(summary)} From the goal outwards: {', '.join(map(str, layers))}."
    return page(width, top + _HIGH + 44, title, words, parts, "sliding-distribution")


def describe_summary(summary: Summary) -> str:
    """Describe a summary in a sentence."""
    return (
        f"{summary.states:,} states, the farthest {summary.deepest} moves from the goal; mean {summary.mean:.2f}, "
        f"median {summary.median}, mode {summary.mode}."
    )


def _scale(maximum: int, left: float, right: float, top: float) -> Iterator[svg.Element]:
    """Draw lines at round numbers."""
    step = 10 ** (len(str(maximum)) - 1)
    step = step // 2 or 1 if maximum < 3 * step else step
    for value in range(0, maximum + 1, step):
        y = top + _HIGH * (1 - value / maximum)
        yield svg.Line(class_=["grid"], x1=tidy(left), y1=tidy(y), x2=tidy(right), y2=tidy(y), stroke=RULE)
        yield label(left - 6, y + 4, f"{value:,}", size=_SIZE, anchor="end", fill=GREY, kind="tick")


def _bars(layers: tuple[int, ...], summary: Summary, left: float, top: float) -> Iterator[svg.Element]:
    """Draw a bar for each distance; those of the median and the mode have an edge."""
    for level, count in enumerate(layers):
        high = _HIGH * count / max(layers)
        x, y = left + level * (_BAR + _BETWEEN) + _BETWEEN / 2, top + _HIGH - high
        edge = 2 if level in (summary.median, summary.mode) else None
        yield box(x, y, _BAR, high, "bar", fill=MOVING, stroke=LINE if edge else None, width=edge)
        yield label(x + _BAR / 2, top + _HIGH + 16, str(level), size=_SIZE, anchor="middle", kind="level")
    yield label(left, top + _HIGH + 34, "moves to the goal", size=_SIZE, fill=GREY, kind="axis")


def _names(layers: tuple[int, ...], summary: Summary, left: float, top: float) -> Iterator[svg.Element]:
    """Mark the mean, the median and the mode above the bars."""
    middle = left + _BETWEEN / 2 + _BAR / 2
    x = middle + summary.mean * (_BAR + _BETWEEN)
    yield svg.Line(
        class_=["mean"], x1=tidy(x), y1=tidy(top - 28), x2=tidy(x), y2=tidy(top + _HIGH), stroke=LINE,
        stroke_dasharray=[4, 3],
    )  # fmt: skip
    yield label(x - 5, top - 20, "mean", size=_SIZE, bold=True, anchor="end", kind="name")
    names = {summary.median: "median", summary.mode: "mode"}
    if summary.median == summary.mode:
        names = {summary.mode: "median, mode"}
    for level, name in names.items():
        y = top + _HIGH * (1 - layers[level] / max(layers)) - 6
        x = middle + level * (_BAR + _BETWEEN)
        yield label(x, y, name, size=_SIZE, bold=True, anchor="middle", kind="name", halo=PAPER)


class _Node(NamedTuple):
    node: int
    parent: int
    move: str
    x: float
    level: int


def tree_svg(tree: Tree, goal: Board, depth: int) -> str:
    """Draw the first layers of the tree, the goal on top; the letters are the moves that lead towards it.

    Raises:
        TooManyNodesError: if they have more than `MAX_NODES` nodes.
    """
    count = sum(tree.layers[: depth + 1])
    if count > MAX_NODES:
        raise TooManyNodesError(
            f"{depth} layers have {count} nodes, and a picture shows at most {MAX_NODES}; reduce --depth"
        )
    nodes = _laid_out(tree, count)
    wide, high = _CELL * tree.columns, _CELL * tree.rows
    step = high + _LAYER
    parts: list[svg.Element] = [label(MARGIN, 34, "The first layers of the tree", size=17, bold=True, kind="title")]
    top = 58.0
    for node in nodes.values():
        if node.node:
            parts += _edge(node, nodes[node.parent], top, step, wide, high)
    for node in nodes.values():
        x, y = MARGIN + node.x, top + node.level * step
        parts += board_parts(tree.board_of(node.node, goal), x, y, _CELL)
    width = MARGIN * 2 + max(node.x for node in nodes.values()) + wide
    height = top + step * max(node.level for node in nodes.values()) + high + MARGIN
    states = f"{plural(count, 'state')} up to {plural(depth, 'move')} from the goal"
    words = f"{states}, each below the state that a move leads to."
    return page(max(width, 320), height, "The first layers of the tree", words, parts, "sliding-tree")


def _laid_out(tree: Tree, count: int) -> dict[int, _Node]:
    """Place the leaves side by side and every other node above the middle of its children."""
    children: dict[int, list[int]] = {node: [] for node in range(count)}
    for node in range(1, count):
        children[int(tree.parents[node])].append(node)
    places: dict[int, float] = {}
    leaves = iter(range(count))
    step = _CELL * tree.columns + _APART
    for node in _children_first(children):
        below = children[node]
        places[node] = mean((places[below[0]], places[below[-1]])) if below else next(leaves) * step
    return {
        node: _Node(node, int(tree.parents[node]), MOVES[tree.moves[node]], places[node], int(tree.levels[node]))
        for node in range(count)
    }


def _children_first(children: dict[int, list[int]], node: int = 0) -> Iterator[int]:
    for child in children[node]:
        yield from _children_first(children, child)
    yield node


def _edge(node: _Node, parent: _Node, top: float, step: float, wide: float, high: float) -> Iterator[svg.Element]:
    middle = MARGIN + wide / 2
    x1, y1 = parent.x + middle, top + parent.level * step + high
    x2, y2 = node.x + middle, top + node.level * step
    yield svg.Line(class_=["edge"], x1=tidy(x1), y1=tidy(y1), x2=tidy(x2), y2=tidy(y2), stroke=LINE)
    x, y = x1 + 0.62 * (x2 - x1), y1 + 0.62 * (y2 - y1)
    yield label(x + 5, y + 4, node.move, size=_SIZE, bold=True, kind="move", halo=PAPER)
