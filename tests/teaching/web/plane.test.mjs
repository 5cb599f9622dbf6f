// Laws of the plane and of snapping, with random inputs from a seed that is printed; run by Node's own test runner.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const from = (name) => import(new URL(`${name}.js`, pathToFileURL(`${process.env.MODULES}/`)));
const { areaWithin, boxAround, centreOf, flippedOver, gapBetween, isInside, moveInto, movedBy, sharedArea, turnedBy, withInteriorLeft } = await from("plane");
const { GENTLE, snapOf } = await from("snapping");
const { groupsOf, overlapsAmong } = await from("laid");
const { COARSE, FINE, snappedVertex } = await from("draw-snapping");
const { offAmong, withOff } = await from("ranking-text");
const { faultsOf } = await from("play-judge");
const { anglesFor, everyPiece, poseOn, ringAt } = await from("table-pieces");

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
console.log(`SEED=${seed}`);
let state = seed;
/** A number from 0 to 1: the generator mulberry32. */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const between = (low, high) => low + (high - low) * random();
const near = (a, b, within = 1e-9) => assert.ok(Math.abs(a - b) < within, `${a} and ${b}`);
const times = (n, act) => Array.from({ length: n }, act);

const h = Math.SQRT1_2;
const RINGS = {
  "large-triangle": [[0, 0], [2, 0], [0, 2]],
  square: [[0, 0], [1, 0], [1, 1], [0, 1]],
  parallelogram: [[0, 0], [2 * h, 0], [3 * h, h], [h, h]],
};
const STOCK = Object.entries(RINGS).map(([piece, ring]) => ({ piece, name: piece, count: 2, ring, fill: "#fff" }));
const KINDS = everyPiece(STOCK);
const CAT = [[0, 0], [2, 0], [3, 1], [3, 2], [2, 1], [2, 2], [1, 3], [1, 3 + 2 * h], [1 - h, 3 + h], [1 - 2 * h, 3 + 2 * h], [1 - 2 * h, 3], [1 - h, 3 - h], [0, 2]];
const anyRing = () => KINDS[Math.floor(random() * KINDS.length)].ring;

test("turning, flipping and moving keep the area", () => {
  times(200, () => {
    const ring = anyRing();
    const moved = movedBy(turnedBy(random() < 0.5 ? flippedOver(ring) : ring, between(0, 7)), [between(-5, 5), between(-5, 5)]);
    near(areaWithin(moved), areaWithin(ring));
  });
});

test("the shared area is symmetric, at most the smaller, and the same wherever both lie", () => {
  times(200, () => {
    const [one, other] = [turnedBy(anyRing(), between(0, 7)), movedBy(anyRing(), [between(-1, 1), between(-1, 1)])];
    const shared = sharedArea([one], [other]);
    near(shared, sharedArea([other], [one]));
    assert.ok(shared > -1e-9 && shared < Math.min(areaWithin(one), areaWithin(other)) + 1e-9);
    const [angle, by] = [between(0, 7), [between(-9, 9), between(-9, 9)]];
    const both = [one, other].map((ring) => movedBy(turnedBy(ring, angle), by));
    near(shared, sharedArea([both[0]], [both[1]]), 1e-8);
  });
});

test("the shared area agrees with points thrown at random", () => {
  times(5, () => {
    const ring = movedBy(turnedBy(anyRing(), between(0, 7)), [between(0, 2), between(0, 3)]);
    const box = boxAround(ring);
    const points = times(20_000, () => [between(box.left, box.right), between(box.bottom, box.top)]);
    const share = points.filter((point) => isInside(point, [ring]) && isInside(point, [CAT])).length / points.length;
    near(sharedArea([ring], [CAT]), share * (box.right - box.left) * (box.top - box.bottom), 0.08);
  });
});

test("a hole is no area, whichever way the rings go", () => {
  const [outer, hole] = [[[0, 0], [4, 0], [4, 4], [0, 4]], [[1, 1], [3, 1], [3, 3], [1, 3]]];
  for (const rings of [[outer, hole], [[...outer].reverse(), hole], [outer, [...hole].reverse()]]) {
    const region = withInteriorLeft(rings);
    near(region.reduce((sum, ring) => sum + areaWithin(ring), 0), 12);
    near(sharedArea([[[0, 0], [2, 0], [2, 2], [0, 2]]], region), 3);
  }
});

test("a gap is as wide as a piece was moved away, and nothing where pieces touch", () => {
  times(200, () => {
    const [angle, far, along] = [between(0, 7), between(0, 3), between(-0.9, 0.9)];
    const [one, other] = [RINGS.square, movedBy(RINGS.square, [1 + far, along])].map((ring) => turnedBy(ring, angle));
    near(gapBetween(one, other), far);
    near(gapBetween(other, one), far);
  });
});

test("pieces hang together that touch, one after another, in whatever order they lie; two that overlap are said to", () => {
  times(100, () => {
    const chain = [0, 1, 2, 5, 6, 9].map((x, number) => ({ number, piece: "square", vertices: movedBy(RINGS.square, [x, 0.3 * number]) }));
    const mixed = chain.map((piece) => ({ piece, at: random() })).sort((a, b) => a.at - b.at).map(({ piece }) => piece);
    const groups = groupsOf(mixed).map((group) => group.map(({ number }) => number).sort());
    assert.deepEqual(groups, [[0, 1, 2], [3, 4], [5]]);
    assert.deepEqual(overlapsAmong(mixed), []);
    const onto = { number: 9, piece: "square", vertices: movedBy(RINGS.square, [2 + between(0.1, 0.5), 1]) };
    const found = overlapsAmong([onto, ...mixed]).map((pair) => pair.map(({ number }) => number).sort());
    assert.deepEqual(found, [[2, 9]]);
  });
});

test("snapping is idempotent, and no part of it is farther than said", () => {
  times(300, () => {
    const ring = movedBy(turnedBy(anyRing(), (Math.floor(random() * 8) * Math.PI) / 4), [between(-1, 4), between(-1, 5)]);
    const fits = (there) => sharedArea([there], [CAT]) > areaWithin(there) - 0.01;
    const move = snapOf(ring, [CAT], fits);
    assert.ok(Math.hypot(...move) < 4 * GENTLE);
    const again = snapOf(movedBy(ring, move), [CAT], fits);
    near(Math.hypot(...again), 0, 1e-6);
  });
});

test("a piece that lies nearly at its place goes there", () => {
  times(200, () => {
    const place = [[0, 0], [2, 0], [0, 2]];
    const [far, way] = [between(0, 0.2), between(0, 7)];
    const laid = movedBy(place, [far * Math.cos(way), far * Math.sin(way)]);
    const [dx, dy] = snapOf(laid, [CAT], (ring) => sharedArea([ring], [CAT]) > areaWithin(ring) - 0.01);
    movedBy(laid, [dx, dy]).forEach(([x, y], k) => near(Math.hypot(x - place[k][0], y - place[k][1]), 0, 1e-6));
  });
});

test("a pose is found again from its ring", () => {
  const angles = anglesFor([CAT]);
  assert.equal(angles.length, 8);
  times(200, () => {
    const kind = KINDS[Math.floor(random() * KINDS.length)];
    const pose = { at: [between(-3, 3), between(-3, 3)], turn: Math.floor(random() * 8), flipped: random() < 0.5, waits: false };
    const ring = ringAt(kind, pose, angles);
    const found = ringAt(kind, poseOn(kind, ring, angles), angles);
    near(sharedArea([ring], [found]), areaWithin(ring), 1e-6);
  });
});

test("an outline turned by another angle gives eight angles more", () => {
  assert.equal(anglesFor([CAT, movedBy(turnedBy(RINGS.square, 0.3), [9, 9])]).length, 16);
});

test("a box that is moved into another lies in it, and one that lies in it stays", () => {
  times(200, () => {
    const box = boxAround(movedBy(anyRing(), [between(-20, 20), between(-20, 20)]));
    const table = { left: -5, right: 5, bottom: -4, top: 4 };
    const [dx, dy] = moveInto(box, table);
    const there = { left: box.left + dx, right: box.right + dx, bottom: box.bottom + dy, top: box.top + dy };
    assert.ok(there.left > -5 - 1e-9 && there.right < 5 + 1e-9 && there.bottom > -4 - 1e-9 && there.top < 4 + 1e-9);
    near(Math.hypot(...moveInto(there, table)), 0);
  });
});

test("the centre of a piece is its own centre", () => {
  for (const { ring } of KINDS) near(Math.hypot(...centreOf(ring)), 0);
});

test("a drawn vertex stays where it snapped", () => {
  times(300, () => {
    const vertices = [[1, 1], [3, 1], [3 + h, 1 + h]].slice(0, 1 + Math.floor(random() * 3));
    const help = random() < 0.5 ? FINE : COARSE;
    const [x, y] = snappedVertex([between(0, 8), between(0, 6)], vertices, vertices.at(-1), help);
    const [u, v] = snappedVertex([x, y], vertices, vertices.at(-1), help);
    near(Math.hypot(u - x, v - y), 0);
  });
});

test("rules that are switched off stay in their places, and come back there", () => {
  times(100, () => {
    const entries = times(8, (_, n) => ({ rule: { title: String(n) }, isOn: random() < 0.6 }));
    const rules = entries.filter(({ isOn }) => isOn).map(({ rule }) => rule);
    assert.deepEqual(withOff(rules, offAmong(entries)), entries);
  });
});

test("the judge of a drawing sees what is wider than is allowed, and nothing that is clearly narrower", () => {
  const allowed = { gap: 0.2, outside: 0.1, overlap: 0.05 };
  const square = (x, y) => ({ piece: "square", vertices: [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]] });
  const kindsAt = (x, y, turn) => {
    const turned = (ring) => turnedBy(ring, turn);
    const laid = [square(0, 0), square(x, y)].map(({ piece, vertices }) => ({ piece, vertices: turned(vertices) }));
    return new Set(faultsOf(laid, [turned([[0, 0], [2, 0], [2, 1], [0, 1]])], allowed).map(({ kind }) => kind));
  };
  times(100, () => {
    const [by, turn] = [between(0, 0.4), between(0, 7)];
    const wide = (kinds, kind, most) => Math.abs(by - most) < 0.02 || assert.equal(kinds.has(kind), by > most, `${kind} ${by}`);
    const [inwards, outwards, down] = [kindsAt(1 - by, 0, turn), kindsAt(1 + by, 0, turn), kindsAt(1, -by, turn)];
    wide(inwards, "overlap", allowed.overlap);
    wide(inwards, "gap", allowed.gap);
    wide(outwards, "gap", allowed.gap);
    wide(down, "outside", allowed.outside);
    assert.ok(!inwards.has("outside") && !outwards.has("overlap") && !down.has("overlap"));
  });
});
