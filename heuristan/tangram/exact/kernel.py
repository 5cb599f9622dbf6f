"""The search itself: depth first, at the convex vertex that the fewest pieces fit.

**Sectors.** Round every point of the lattice lie eight sectors of 45 degrees; sector s is between the directions s and
s + 1. What is left of a puzzle is known by the sectors still to be filled round its points: one byte for each point. A
placed piece covers, at a point within its bounds, what lies within all the bounds that the point is on: half a turn for
one bound, less for more. So nothing is clipped and no boundary is followed. A run of one, two or three sectors to be
filled, between others that are not, is a convex vertex of what is left.

Every vertex of what is left is a vertex of the outline or of a placed piece, so these are the points to watch.
Whatever fills a convex vertex next to the edge that leaves it is a piece with a vertex there and a side along that
edge: to try all pieces at one vertex is to try everything.

**Fits.** A piece fits while it is apart from all edges of the outline and all placed pieces. A fit remains one until a
placed piece overlaps it, and no new ones arise, so the fits at vertices that the last piece did not touch are filtered,
not searched for again.

**Fitted pieces.** A piece is laid with its vertex at a point. If the leeway is more than the nearness, its sides are
then drawn to the points that its other vertices nearly lie on. So errors do not add up from piece to piece, as little
as they do in the expert system (`heuristan.tangram.boundary.near`).

The source is plain Python over tables of rows (`heuristan.tangram.exact.rows`), and the same source is what
`heuristan.tangram.exact.backends` compiles. It keeps to integers, tables and loops for that.
"""

from heuristan.tangram.exact.bounds import apart, covered, draw_to_point, draw_to_sides, is_at, is_on, lay
from heuristan.tangram.exact.rows import Board, Edge, Fit, Laid, Level, Outline, Spot, Tables, Watched, Wedge

# these numbers are compiled into functions, so they belong in kernels: a change compiles the functions again
EXHAUSTED = 0
"""Result of `go_on`: the whole tree has been seen."""
FOUND = 1
"""Result: all pieces are placed."""
PAUSED = 2
"""Result: the maximum number of nodes was reached."""
FULL = 3
"""Result: a table is full."""

DEPTH = 0
"""Register of a board: the number of placed pieces."""
BENDS = 1
"""Register: the number of used rows of the table; the next ones are the same for other tables."""
POINTS = 2
CHANGES = 3
FITS = 4
CHOICES = 5
WEDGES = 6
NODES = 7
"""Register: the number of states that the search looked at."""
DEEPEST = 8
"""Register: the maximum number of pieces placed at once."""
PIECES = 9
"""Register: the number of pieces in all."""
NEAR = 10
"""Register: the maximum distance of points and lines that count as the same; 0 on the lattice."""
LEEWAY = 11
"""Register: the distance within which a vertex is taken for a point that is there, and by which sides may overlap:
either may have been moved where pieces are fitted, so it is more than NEAR then; otherwise it is the same."""
REGISTERS = 12

KIND = 0
"""Column of the table of placed pieces: the kind of a piece."""
END = 1
"""Column: the number of vertices up to the end of the piece."""
PLACED_COLUMNS = 2


def go_on(tables: Tables, board: Board, outline: Outline, most_nodes: int) -> int:
    """Search on until a solution, the end, a number of nodes, or until a table is full.

    If no nodes have been looked at, the search begins.
    """
    registers = board.registers
    if registers[NODES] == 0:
        set_out(tables, board, outline)
        if not look(tables, board):
            return FULL
    while registers[NODES] < most_nodes:
        level = board.levels[registers[DEPTH]]
        if level.next == level.next_end:
            if registers[DEPTH] == 0:
                return EXHAUSTED
            take_back(board)
            continue
        level.next += 1
        if not place(tables, board, board.choices[level.next - 1]) or not look(tables, board):
            return FULL
        if registers[DEPTH] == registers[PIECES]:
            write_answer(tables, board)
            return FOUND
    return PAUSED


def set_out(tables: Tables, board: Board, outline: Outline) -> None:
    """Write the stock, the edges of the outline, and the sectors of interior round its vertices."""
    registers = board.registers
    for i in range(REGISTERS):
        registers[i] = 0
    registers[BENDS] = len(outline.vertices)
    registers[NEAR] = outline.near
    registers[LEEWAY] = outline.leeway
    for kind in range(len(tables.stock)):
        board.stock[kind] = tables.stock[kind]
        registers[PIECES] += tables.stock[kind]
    write_bends(board, outline)
    for i in range(registers[BENDS]):
        bend = board.outline[i]
        number = row_of(board, bend.u0, bend.u2)
        if number < 0:
            number = registers[POINTS]
            registers[POINTS] += 1
            watch(board.points[number], bend.u0, bend.u1, bend.u2, bend.u3)
        point = board.points[number]
        for sector in range(bend.opening, bend.opening + bend.angle):
            point.sectors |= 1 << (sector & 7)
        edge = board.edges[i]
        span(edge, bend, board.outline[bend.following])
        edge.sectors = tables.half[bend.opening]
    for i in range(registers[POINTS]):
        for j in range(registers[BENDS]):
            if passes_through(board, j, board.points[i]):
                board.points[i].sectors |= board.edges[j].sectors


def write_bends(board: Board, outline: Outline) -> None:
    """Write the vertices of the outline, loop after loop."""
    first = 0
    for end in outline.ends:
        for i in range(first, end):
            bend = board.outline[i]
            vertex = outline.vertices[i]
            bend.u0 = vertex[0]
            bend.u1 = vertex[1]
            bend.u2 = vertex[2]
            bend.u3 = vertex[3]
            bend.opening = vertex[4]
            bend.angle = vertex[5]
            bend.following = i + 1 if i + 1 < end else first
        first = end


def watch(point: Watched, u0: int, u1: int, u2: int, u3: int) -> None:
    """Write a new point."""
    point.u0 = u0
    point.u1 = u1
    point.u2 = u2
    point.u3 = u3
    point.sectors = 0
    point.touched = 0


def span(edge: Edge, start: Spot, end: Spot) -> None:
    """Write the bounds of an edge."""
    edge.lo0 = min(start.u0, end.u0)
    edge.hi0 = max(start.u0, end.u0)
    edge.lo1 = min(start.u1, end.u1)
    edge.hi1 = max(start.u1, end.u1)
    edge.lo2 = min(start.u2, end.u2)
    edge.hi2 = max(start.u2, end.u2)
    edge.lo3 = min(start.u3, end.u3)
    edge.hi3 = max(start.u3, end.u3)


def passes_through(board: Board, number: int, point: Spot) -> bool:
    """Return whether a point lies on an edge of the outline, between its ends: parts touch there."""
    near = board.registers[NEAR]
    if not is_on(board.edges[number], point, near):
        return False
    start = board.outline[number]
    end = board.outline[start.following]
    return not is_at(start, point.u0, point.u2, near) and not is_at(end, point.u0, point.u2, near)


def write_answer(tables: Tables, board: Board) -> None:
    """Write the placed pieces, their vertices, and the number of fits that each was chosen from."""
    vertices = 0
    for depth in range(board.registers[PIECES]):
        level = board.levels[depth]
        fit = board.fits[level.fit]
        origin = board.points[fit.point]
        for i in range(tables.laid[fit.laid].ring, tables.laid[fit.laid].ring_end):
            spot = tables.rings[i]
            vertex = board.vertices[vertices]
            vertex[0] = origin.u0 + spot.u0
            vertex[1] = origin.u1 + spot.u1
            vertex[2] = origin.u2 + spot.u2
            vertex[3] = origin.u3 + spot.u3
            vertices += 1
        placed = board.placed[depth]
        placed[KIND] = fit.kind
        placed[END] = vertices
        board.chosen[depth] = level.next_end - level.first


def place(tables: Tables, board: Board, number: int) -> bool:
    """Place a fit; return whether the tables had room."""
    registers = board.registers
    fit = board.fits[number]
    level = board.levels[registers[DEPTH]]
    level.fit = number
    board.stock[fit.kind] -= 1
    vertices_missing = tables.laid[fit.laid].ring_end - tables.laid[fit.laid].ring
    for i in range(registers[POINTS]):
        point = board.points[i]
        sectors = covered(fit, point, tables.half, registers[NEAR])
        if sectors > 0:
            if registers[CHANGES] == len(board.changes):
                return False
            change = board.changes[registers[CHANGES]]
            registers[CHANGES] += 1
            change.point = i
            change.sectors = point.sectors
            point.sectors &= ~sectors
            point.touched = registers[NODES]
            if tables.size[sectors] < 4:  # not beside it, nor inside
                vertices_missing -= 1
    registers[DEPTH] += 1
    return vertices_missing == 0 or watch_vertices(tables, board, fit)


def watch_vertices(tables: Tables, board: Board, fit: Fit) -> bool:
    """Watch the vertices of a placed piece that are not watched yet; return whether there was room."""
    registers = board.registers
    laid = tables.laid[fit.laid]
    origin = board.points[fit.point]
    for i in range(laid.ring, laid.ring_end):
        spot = tables.rings[i]
        u0 = origin.u0 + spot.u0
        u2 = origin.u2 + spot.u2
        if row_of(board, u0, u2) >= 0:
            continue
        if registers[POINTS] == len(board.points):
            return False
        point = board.points[registers[POINTS]]
        registers[POINTS] += 1
        watch(point, u0, origin.u1 + spot.u1, u2, origin.u3 + spot.u3)
        if registers[LEEWAY] > registers[NEAR]:
            draw_to_sides(point, spot, laid, fit)
        point.sectors = uncovered(tables, board, point)
        point.touched = registers[NODES]
    return True


def row_of(board: Board, u0: int, u2: int) -> int:
    """Return the row of a point, or -1."""
    near = board.registers[LEEWAY]
    for i in range(board.registers[POINTS]):
        point = board.points[i]
        if -near <= point.u0 - u0 <= near and -near <= point.u2 - u2 <= near:
            return i
    return -1


def uncovered(tables: Tables, board: Board, point: Watched) -> int:
    """Return the sectors still to be filled round a point that is not a vertex of the outline."""
    near = board.registers[NEAR]
    sectors = 255
    for i in range(board.registers[BENDS]):
        if is_on(board.edges[i], point, near):
            sectors = board.edges[i].sectors
            break
    for depth in range(board.registers[DEPTH]):
        sectors &= ~covered(board.fits[board.levels[depth].fit], point, tables.half, near)
    return sectors


def take_back(board: Board) -> None:
    """Undo the piece placed last."""
    registers = board.registers
    registers[DEPTH] -= 1
    level = board.levels[registers[DEPTH]]
    board.stock[board.fits[level.fit].kind] += 1
    for i in range(level.changes, registers[CHANGES]):
        change = board.changes[i]
        board.points[change.point].sectors = change.sectors
    registers[POINTS] = level.points
    registers[CHANGES] = level.changes
    registers[FITS] = level.fits
    registers[CHOICES] = level.choices
    registers[WEDGES] = level.wedges_end


def look(tables: Tables, board: Board) -> bool:
    """List what fits at each convex vertex, and choose the vertex to fill; return whether the tables had room.

    If nothing fits at some vertex, there is nothing to choose.
    """
    registers = board.registers
    level = board.levels[registers[DEPTH]]
    level.wedges = registers[WEDGES]
    has_room = (registers[DEPTH] == 0 or sift_wedges(board)) and seek_wedges(tables, board)
    level.wedges_end = registers[WEDGES]
    level.points = registers[POINTS]
    level.changes = registers[CHANGES]
    level.fits = registers[FITS]
    level.choices = registers[CHOICES]
    registers[NODES] += 1
    if registers[DEPTH] > registers[DEEPEST]:
        registers[DEEPEST] = registers[DEPTH]
    choose(board, level)
    return has_room


def choose(board: Board, level: Level) -> None:
    """Choose the vertex that the fewest pieces fit; each of several equal ones counts, as others may need it."""
    level.first = 0
    level.next_end = 0
    fewest = -1
    for i in range(level.wedges, level.wedges_end):
        wedge = board.wedges[i]
        count = 0
        for j in range(wedge.first, wedge.end):
            count += board.stock[board.fits[board.choices[j]].kind]
        if fewest < 0 or count < fewest:
            fewest = count
            level.first = wedge.first
            level.next_end = wedge.end
    level.next = level.first


def sift_wedges(board: Board) -> bool:
    """List again the vertices that the last piece did not touch, with what still fits there.

    Stop at a vertex where nothing does, because that one will be chosen.
    """
    registers = board.registers
    before = board.levels[registers[DEPTH] - 1]
    placed = board.fits[before.fit]
    for i in range(before.wedges, before.wedges_end):
        wedge = board.wedges[i]
        if board.points[wedge.point].touched == registers[NODES]:
            continue
        first = registers[CHOICES]
        if not sift_fits(board, wedge, placed) or not list_wedge(board, wedge.point, first):
            return False
        if registers[CHOICES] == first:
            break
    return True


def sift_fits(board: Board, wedge: Wedge, placed: Fit) -> bool:
    """List what still fits at a vertex; return whether there was room."""
    end = board.registers[CHOICES]
    for i in range(wedge.first, wedge.end):
        fit = board.fits[board.choices[i]]
        if board.stock[fit.kind] > 0 and apart(fit, placed, board.registers[LEEWAY]):
            if end == len(board.choices):
                return False
            board.choices[end] = board.choices[i]
            end += 1
    board.registers[CHOICES] = end
    return True


def seek_wedges(tables: Tables, board: Board) -> bool:
    """List the convex vertices at the points that changed last, with what fits; return whether there was room.

    Stop at a vertex where nothing fits.
    """
    registers = board.registers
    if is_dead(board):
        return True
    for i in range(registers[POINTS]):
        point = board.points[i]
        if point.touched != registers[NODES]:
            continue
        for j in range(tables.convex_at[point.sectors], tables.convex_at[point.sectors + 1]):
            first = registers[CHOICES]
            opening = tables.convex[j] >> 2
            if not seek_fits(tables, board, i, opening, tables.convex[j] & 3) or not list_wedge(board, i, first):
                return False
            if registers[CHOICES] == first:
                return True
    return True


def is_dead(board: Board) -> bool:
    """Return whether nothing fits at the vertex listed last."""
    end = board.registers[WEDGES]
    return (
        end > board.levels[board.registers[DEPTH]].wedges and board.wedges[end - 1].first == board.wedges[end - 1].end
    )


def list_wedge(board: Board, point: int, first: int) -> bool:
    """Append a vertex with the choices from `first` on; return whether there was room."""
    registers = board.registers
    if registers[WEDGES] == len(board.wedges):
        return False
    wedge = board.wedges[registers[WEDGES]]
    registers[WEDGES] += 1
    wedge.point = point
    wedge.first = first
    wedge.end = registers[CHOICES]
    return True


def seek_fits(tables: Tables, board: Board, at: int, opening: int, angle: int) -> bool:
    """Append what fits at a convex vertex to fits and choices; return whether there was room.

    An edge between two convex vertices is covered by whole sides, one of a piece at most (pieces are convex): its
    length, and what a side leaves of it, are sums of sides.
    """
    registers = board.registers
    is_exact = registers[NEAR] == 0
    ahead = length_of_edge(tables, board, at, opening, True) if is_exact else -1
    if ahead >= 0 and not is_sum(tables.sums, ahead):
        return True
    behind = length_of_edge(tables, board, at, (opening + angle) & 7, False) if is_exact else -1
    if behind >= 0 and not is_sum(tables.sums, behind):
        return True
    for i in range(tables.opening[opening], tables.opening[opening + 1]):
        laid = tables.laid[i]
        if laid.angle > angle or board.stock[laid.kind] == 0:
            continue
        if ahead >= 0 and not is_sum(tables.sums, ahead - laid.leaving):
            continue
        if behind >= 0 and laid.angle == angle and not is_sum(tables.sums, behind - laid.arriving):
            continue
        if registers[FITS] == len(board.fits) or registers[CHOICES] == len(board.choices):
            return False
        fit = board.fits[registers[FITS]]
        lay(laid, board.points[at], fit)
        if registers[LEEWAY] > registers[NEAR]:
            draw_to_points(tables, board, laid, board.points[at], fit)
        if is_beside_placed(board, fit) and is_inside_outline(board, fit):
            fit.kind = laid.kind
            fit.laid = i
            fit.point = at
            board.choices[registers[CHOICES]] = registers[FITS]
            registers[CHOICES] += 1
            registers[FITS] += 1
    return True


def length_of_edge(tables: Tables, board: Board, start: int, direction: int, is_left: bool) -> int:
    """Return the length of an edge of what is left from a convex vertex on, or -1 if it ends at a concave one.

    The vertex is the row `start` of the points; what is left lies on the left of the edge, or on its right.
    """
    across = (direction + 2) & 7
    offset = along(board.points[start], across)
    here = along(board.points[start], direction)
    nearest = -1
    is_convex = False
    for i in range(board.registers[POINTS]):
        point = board.points[i]
        if along(point, across) != offset:
            continue
        length = along(point, direction) - here
        if length > 0 and (nearest < 0 or length < nearest):
            if is_left:
                run = tables.down[8 * point.sectors + (direction + 3 & 7)]
            else:
                run = tables.up[8 * point.sectors + (direction + 4 & 7)]
            if run != 4:
                nearest = length
                is_convex = run < 4
    return nearest if is_convex else -1


def along(point: Spot, direction: int) -> int:
    """Return the projection of a point on one of the eight directions."""
    k = direction & 3
    u = point.u0 if k == 0 else point.u1 if k == 1 else point.u2 if k == 2 else point.u3
    return u if direction < 4 else -u


def is_sum(sums: list[int], length: int) -> bool:
    """Return whether sides of pieces add up to a length."""
    if length <= 0:
        return length == 0
    size = len(sums)
    i = length % size
    while sums[i] != -1:
        if sums[i] == length:
            return True
        i = i + 1 if i + 1 < size else 0
    return False


def draw_to_points(tables: Tables, board: Board, laid: Laid, origin: Spot, fit: Fit) -> None:
    """Move the sides of a piece to the points that its vertices nearly lie on, so that errors do not add up.

    The sides at the origin, where it is laid, stay.
    """
    for i in range(laid.ring, laid.ring_end):
        spot = tables.rings[i]
        is_origin = spot.u0 == 0 and spot.u2 == 0
        row = -1 if is_origin else row_of(board, origin.u0 + spot.u0, origin.u2 + spot.u2)
        if row >= 0:
            draw_to_point(board.points[row], spot, laid, fit)


def is_beside_placed(board: Board, fit: Fit) -> bool:
    """Return whether a piece overlaps no placed piece."""
    for depth in range(board.registers[DEPTH]):
        if not apart(board.fits[board.levels[depth].fit], fit, board.registers[LEEWAY]):
            return False
    return True


def is_inside_outline(board: Board, fit: Fit) -> bool:
    """Return whether no edge of the outline passes through a piece."""
    for i in range(board.registers[BENDS]):  # noqa: SIM110
        if not apart(board.edges[i], fit, board.registers[LEEWAY]):
            return False
    return True
