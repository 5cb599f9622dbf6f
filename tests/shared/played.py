"""The page of a real server, in a real browser."""

from collections.abc import Sequence
from math import dist
from typing import Any

from heuristan import Puzzle
from heuristan.teaching.web.in_legs import ring_in_legs

MOUNT = """async ([module, call, given]) => {
  const { ask } = await import("/web/api.js");
  const api = { ask, open: (view, given) => { window.opened = [view, given]; } };
  const place = document.createElement("main");
  place.className = "view play";
  document.getElementById("page").replaceChildren(place);
  const put = (await import(`/web/${module}.js`))[call];
  if (!given) return void await put(place, api);
  await put(place, { ...await ask("puzzle", { puzzle: given }), given }, api);
}"""
"""Put a part of the front end on the page, as the page itself does."""

SOLUTION = """async ([given, solution]) => {
  const { ask } = await import("/web/api.js");
  const { anglesFor, everyPiece, poseOn } = await import("/web/table-pieces.js");
  const puzzle = await ask("puzzle", { puzzle: given });
  const kinds = everyPiece(puzzle.pieces);
  const free = kinds.map((kind, number) => ({ kind, number }));
  return solution.map(({ piece, ring }) => {
    const [{ kind, number }] = free.splice(free.findIndex((each) => each.kind.piece === piece), 1);
    return { number, ...poseOn(kind, ring, anglesFor(puzzle.rings)) };
  });
}"""
"""Which piece goes where, how far it is turned, and whether it is flipped."""


def solution(shape: str) -> list[dict[str, Any]]:
    """Return a solution of a shape, in legs."""
    puzzle = Puzzle.from_name(shape)
    pieces = puzzle.solve(solver="exact").pieces
    return [{"piece": each.piece, "ring": ring_in_legs(puzzle, each.vertices)} for each in pieces]


ORIENTATIONS = 64
"""How often a piece is turned at most, in search of how it is to lie: a drawing may have edges at some angles."""


class PlayedPage:
    """A page with a part of the front end on it."""

    def __init__(self, page: Any) -> None:
        self.page = page

    @classmethod
    def on(cls, page: Any) -> "PlayedPage":
        """Return a page that has a table."""
        page.locator("svg.table").wait_for()
        return cls(page)

    def mount(self, module: str, call: str, given: dict[str, Any] | None = None) -> None:
        self.page.locator("main.view").wait_for()  # else it would come after what is put there
        self.page.evaluate(MOUNT, [module, call, given])

    def steps(self, given: dict[str, Any], solution: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return how each piece is to be moved to lie as in a solution."""
        return self.page.evaluate(SOLUTION, [given, solution])

    def piece(self, number: int) -> Any:
        return self.page.locator(".piece").nth(number)

    def pixel(self, at: tuple[float, float]) -> tuple[float, float]:
        """Return where a point of the board is on the screen."""
        code = """([x, y]) => {
          const svg = document.querySelector("svg.table, svg.drawing");
          const point = new DOMPoint(x, -y).matrixTransform(svg.getScreenCTM());
          return [point.x, point.y];
        }"""
        x, y = self.page.evaluate(code, at)
        return x, y

    def middle(self, number: int) -> tuple[float, float]:
        """Return a point of a piece on the screen: the centre of its vertices."""
        code = """(piece) => {
          const path = piece.querySelector("path");
          const rings = path.getAttribute("d").slice(1, -1).split("L").map((pair) => pair.split(",").map(Number));
          const [x, y] = [0, 1].map((k) => rings.reduce((sum, point) => sum + point[k], 0) / rings.length);
          const point = new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
          return [point.x, point.y];
        }"""
        x, y = self.piece(number).evaluate(code)
        return x, y

    def drag(self, number: int, to: tuple[float, float]) -> None:
        """Drag a piece with the mouse until its centre lies at a point of the board."""
        mouse = self.page.mouse
        mouse.move(*self.middle(number))
        mouse.down()
        x, y = self.pixel(to)
        mouse.move(x + 20, y - 20)
        mouse.move(x + 3, y - 3)
        mouse.up()

    def drag_by_finger(self, number: int, to: tuple[float, float]) -> None:
        """Drag a piece with a finger until its centre lies at a point of the board."""
        touch = self.page.context.new_cdp_session(self.page)
        x, y = self.middle(number)
        for kind, points in (
            ("touchStart", [(x, y)]),
            ("touchMove", [(x, y - 50)]),
            ("touchMove", [self.pixel(to)]),
            ("touchEnd", []),
        ):
            spots = [{"x": u, "y": v} for u, v in points]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    def drawn(self, selector: str) -> list[tuple[float, float]]:
        """Return the vertices of a path on the board."""
        pairs = self.page.locator(selector).first.get_attribute("d").removeprefix("M").removesuffix("Z").split("L")
        return [(float(x), -float(y)) for x, y in (pair.split(",") for pair in pairs)]

    def take_three_hints(self) -> None:
        """Ask for the vertex, the piece and the place."""
        for name in HINTS:
            self.page.get_by_role("button", name=name, exact=True).tap()
        self.page.locator(".marks .place").wait_for()

    def lay_by_finger_as_hinted(self) -> None:
        """Lay the piece of the last hint where its place is drawn."""
        meant = self.page.locator(".piece").evaluate_all("all => all.findIndex((each) => each.matches('.meant'))")
        self.lay_by_finger(meant, self.drawn(".marks .place"))

    def waiting(self, name: str) -> int:
        """Return the number of the first piece of a kind that is in the tray."""
        code = "(all) => all.map((each) => each.getAttribute('aria-label').toLowerCase())"
        labels = self.page.locator(".piece").evaluate_all(code)
        spoken = name.replace("-", " ")
        return next(n for n, label in enumerate(labels) if label.startswith(spoken) and "in the tray" in label)

    def lay_by_finger(self, number: int, ring: Sequence[tuple[float, float]], off: float = 0.05) -> None:
        """Turn and flip a piece as a ring is, and drag it there."""
        page = self.page
        page.locator("svg.table").evaluate("(svg) => svg.scrollIntoView()")
        page.touchscreen.tap(*self.middle(number))
        tools = page.locator(".tools")
        for turn in range(ORIENTATIONS + 1):
            assert turn < ORIENTATIONS, f"piece {number} cannot be turned as {ring}"
            if are_alike(self.drawn(f".piece >> nth={number} >> path"), ring, off):
                break
            # all the way round, then from the other side
            tools.get_by_role("button", name="Flip" if turn == ORIENTATIONS // 2 else "Turn left").tap()
        self.drag_by_finger(number, middle_of(ring))


HINTS = ("Hint", "Which piece?", "Where exactly?")


def middle_of(ring: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the mean of some vertices."""
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)


def are_alike(ring: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]], off: float) -> bool:
    """Return whether a ring, if it is moved, lies on another one."""
    (x0, y0), (x1, y1) = middle_of(ring), middle_of(other)
    moved = [(x - x0 + x1, y - y0 + y1) for x, y in ring]
    return all(min(dist(spot, each) for each in moved) < off for spot in other)
