// A plain search for tangrams, beside which profile_exact.py measures the exact solver: it compiles this, writes the
// input, and reads what is printed.
//
//     g++ -O3 -o plain_search plain_search.cpp
//     ./plain_search < INPUT
//
// It goes depth first at the convex vertex that the fewest pieces fit, and seeks fits anew at each node; it judges
// nothing. Words are those of "The search" in docs/exact.md. The input is numbers, an outline after another, in the
// order in which `main` reads them. For each outline a line says the least microseconds of seven searches, reading left
// out, and whether it is solved (1 or 0).

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <vector>

using Number = long long;             // a + b/sqrt2 as one integer: see heuristan/tangram/lattice/points.py
using Point = std::array<Number, 4>;  // along the four axes: at 0, 45, 90 and 135 degrees
using Sectors = int;                  // a byte: the sectors of 45 degrees round a point

struct Box { Point low, high; };      // a convex shape by its bounds along the axes; an edge has no width along one
struct Way { int kind, angle; std::vector<Point> ring; Box box; };  // to lay a piece, one of its vertices at the origin
struct Corner { Point at; int opening, angle; };                    // of the outline; the edge that opens it leaves it
struct Edge { Box box; Point from, to; Sectors inside; };
struct Vertex { Point at; Sectors open; };  // where what is left may have a vertex, and what is to be filled round it
struct Fit { const Way *way; Point at; };

struct Outline {
    std::vector<int> stock;           // the number of pieces of each kind
    std::vector<Way> ways[8];         // by the direction of the side that leaves the origin, the widest angles first
    std::vector<Corner> corners;      // of all loops, the interior to the left
    std::vector<int> ends;            // the corners up to the end of each loop
};

const Sectors HALF[8] = {0x0f, 0x1e, 0x3c, 0x78, 0xf0, 0xe1, 0xc3, 0x87};  // the half turn from each direction on

Point sum(const Point &a, const Point &b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]}; }
Box moved(const Box &box, const Point &by) { return {sum(box.low, by), sum(box.high, by)}; }
bool has(Sectors sectors, int direction) { return sectors >> (direction & 7) & 1; }

bool apart(const Box &a, const Box &b) {
    for (int k = 0; k < 4; k++)
        if (a.high[k] <= b.low[k] || a.low[k] >= b.high[k]) return true;
    return false;
}

bool contains(const Box &box, const Point &p) {
    for (int k = 0; k < 4; k++)
        if (p[k] < box.low[k] || p[k] > box.high[k]) return false;
    return true;
}

Sectors covered(const Box &box, const Point &p) {  // a side that the point lies on leaves a half turn uncovered
    if (!contains(box, p)) return 0;
    Sectors sectors = 0xff;
    for (int k = 0; k < 4; k++) {
        if (p[k] == box.low[k]) sectors &= HALF[(k + 6) & 7];
        else if (p[k] == box.high[k]) sectors &= HALF[k + 2];
    }
    return sectors;
}

struct Search {
    const Outline &outline;
    std::vector<int> stock;
    std::vector<Vertex> vertices;
    std::vector<Edge> edges;
    std::vector<Box> placed;
    size_t pieces = 0;

    explicit Search(const Outline &given) : outline(given), stock(given.stock) {
        for (int count : stock) pieces += count;
        int first = 0;
        for (int end : outline.ends) {
            for (int i = first; i < end; i++) add(outline.corners[i], outline.corners[i + 1 < end ? i + 1 : first]);
            first = end;
        }
        for (Vertex &vertex : vertices)  // a corner may touch another edge
            for (const Edge &edge : edges)
                if (contains(edge.box, vertex.at) && edge.from != vertex.at && edge.to != vertex.at)
                    vertex.open |= edge.inside;
    }

    void add(const Corner &from, const Corner &to) {
        Edge edge{{}, from.at, to.at, HALF[from.opening]};
        for (int k = 0; k < 4; k++) {
            edge.box.low[k] = std::min(from.at[k], to.at[k]);
            edge.box.high[k] = std::max(from.at[k], to.at[k]);
        }
        edges.push_back(edge);
        size_t number = vertex_at(from.at);
        for (int i = 0; i < from.angle; i++) vertices[number].open |= 1 << ((from.opening + i) & 7);
    }

    size_t vertex_at(const Point &at) {
        for (size_t i = 0; i < vertices.size(); i++)
            if (vertices[i].at == at) return i;
        vertices.push_back({at, 0});
        return vertices.size() - 1;
    }

    bool solve() {
        if (placed.size() == pieces) return true;
        for (const Fit &fit : fewest_fits()) {
            const std::vector<Vertex> before = vertices;
            lay(fit);
            stock[fit.way->kind]--;
            if (solve()) return true;
            stock[fit.way->kind]++;
            placed.pop_back();
            vertices = before;
        }
        return false;
    }

    std::vector<Fit> fewest_fits() const {
        std::vector<Fit> best, fits;
        int fewest = -1;
        for (const Vertex &vertex : vertices) {
            if (!vertex.open || vertex.open == 0xff) continue;
            for (int opening = 0; opening < 8; opening++) {
                if (!has(vertex.open, opening) || has(vertex.open, opening + 7)) continue;
                int angle = 1, count = 0;  // each of several equal pieces counts
                while (has(vertex.open, opening + angle)) angle++;
                if (angle > 3) continue;
                fits.clear();
                for (const Way &way : outline.ways[opening]) {
                    if (way.angle > angle || !stock[way.kind] || !has_room(moved(way.box, vertex.at))) continue;
                    count += stock[way.kind];
                    fits.push_back({&way, vertex.at});
                    if (fewest >= 0 && count >= fewest) break;
                }
                if (fewest >= 0 && count >= fewest) continue;
                fewest = count;
                best = fits;
                if (!count) return best;
            }
        }
        return best;
    }

    bool has_room(const Box &box) const {
        for (const Box &other : placed)
            if (!apart(other, box)) return false;
        for (const Edge &edge : edges)
            if (!apart(edge.box, box)) return false;
        return true;
    }

    void lay(const Fit &fit) {
        placed.push_back(moved(fit.way->box, fit.at));
        for (Vertex &vertex : vertices) vertex.open &= ~covered(placed.back(), vertex.at);
        for (const Point &corner : fit.way->ring) {
            size_t known = vertices.size(), number = vertex_at(sum(corner, fit.at));
            if (number < known) continue;
            Vertex &vertex = vertices[number];
            vertex.open = 0xff;
            for (const Edge &edge : edges)
                if (contains(edge.box, vertex.at)) vertex.open &= edge.inside;
            for (const Box &other : placed) vertex.open &= ~covered(other, vertex.at);
        }
    }
};

Number next() {
    Number number = 0;
    std::cin >> number;
    return number;
}

Point next_point() {
    Point point;
    for (Number &number : point) number = next();
    return point;
}

int main() {
    using Clock = std::chrono::steady_clock;
    std::ios::sync_with_stdio(false);
    Outline outline;
    while (size_t kinds = next()) {
        size_t ways = next(), corners = next(), loops = next();
        outline.stock.clear(), outline.corners.clear(), outline.ends.clear();
        while (outline.stock.size() < kinds) outline.stock.push_back(next());
        if (ways)  // none: those of the outline before
            for (auto &some : outline.ways) some.clear();
        for (size_t i = 0; i < ways; i++) {
            int opening = next();
            Way way{(int)next(), (int)next(), {}, {next_point(), next_point()}};
            for (int left = next(); left > 0; left--) way.ring.push_back(next_point());
            outline.ways[opening].push_back(way);
        }
        while (outline.corners.size() < corners) outline.corners.push_back({next_point(), (int)next(), (int)next()});
        while (outline.ends.size() < loops) outline.ends.push_back(next());
        std::chrono::duration<double, std::micro> least = std::chrono::hours(1);
        bool solved = false;
        for (int i = 0; i < 7; i++) {
            auto start = Clock::now();
            Search search(outline);
            solved = search.solve();
            least = std::min<decltype(least)>(least, Clock::now() - start);
        }
        std::cout << least.count() << ' ' << solved << '\n';
    }
}
