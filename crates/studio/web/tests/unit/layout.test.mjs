// Every state of a graph has a place of its own, the same each time, and is found there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "../bundled.mjs";

const { layoutOf } = await bundled("src/graph/layout.ts");
const { Graph } = await bundled("src/graph/graph.ts");

const REGIONS = ["won", "lost", "safe", "open", "unknown"];

/** A graph of so many states, each reached from an earlier one, with moves back and aside. */
function graphOf(n) {
  let seed = 1;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const depth = [0],
    parent = [null],
    from = [],
    to = [];
  for (let state = 1; state < n; state++) {
    const before = Math.max(0, state - 1 - random(Math.min(state, 300)));
    depth.push(depth[before] + 1);
    parent.push(before);
    from.push(before, state, state);
    to.push(state, before, random(state));
  }
  const region = depth.map((_, state) => (state * 7) % REGIONS.length);
  return { depth, band: region, parent, from, to };
}

function dataOf({ depth, band, parent, from, to }) {
  const action = from.map(() => 0);
  return {
    n_states: depth.length,
    regions: REGIONS,
    actions: ["go"],
    nodes: { depth, region: band, parent, action: parent.map((one) => (one === null ? null : 0)) },
    moves: { from, to, action },
    cut: [],
    unnamed: [],
    way: null,
  };
}

for (const n of [1, 2, 40, 5_000, 20_000]) {
  test(`${n} states have places of their own`, () => {
    const given = graphOf(n);
    const start = performance.now();
    const layout = layoutOf(given);
    console.log(`${n} states laid out in ${Math.round(performance.now() - start)} ms`);
    assert.deepEqual(layoutOf(given), layout, "the same each time");
    const places = new Set(given.depth.map((_, state) => `${layout.x[state]} ${layout.y[state]}`));
    assert.equal(places.size, n);
    const graph = new Graph(dataOf(given), layout);
    for (let state = 0; state < n; state += 1 + (n >> 8)) {
      assert.equal(graph.nearest(layout.x[state] + 0.3, layout.y[state] - 0.3, 0.5), state);
      const run = graph.runTo(state);
      assert.equal(run.length - 1, given.depth[state]);
      // Up and down lead to states that are as far from the start.
      const below = graph.neighbour(state, "down");
      if (below !== null) assert.equal(given.depth[below], given.depth[state]);
    }
    // From left to right are the moves from the start, and region stands under region.
    for (let i = 1; i < n; i++) {
      const [a, b] = [layout.order[i - 1], layout.order[i]];
      if (given.depth[a] === given.depth[b]) {
        assert.ok(layout.y[a] <= layout.y[b] && given.band[a] <= given.band[b]);
      } else assert.ok(given.depth[a] < given.depth[b] && layout.x[a] < layout.x[b]);
    }
    // Of a move and its way back one is drawn.
    const drawn = new Set(Array.from(layout.lines, (i) => `${given.from[i]} ${given.to[i]}`));
    for (const pair of drawn) assert.ok(!drawn.has(pair.split(" ").reverse().join(" ")), pair);
  });
}
