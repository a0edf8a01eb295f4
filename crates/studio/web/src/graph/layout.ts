// Where the states of a graph stand: one block for each distance from the start, in it region under
// region, and there near to those that they follow. Blocks are columns; where they would be too high,
// several columns side by side. The same graph always comes out the same.

/** What is to be laid out: how far each state is from the start, which band of its column it
 * stands in, and the moves between them. */
export interface Unlaid {
  depth: readonly number[];
  band: readonly number[];
  from: readonly number[];
  to: readonly number[];
}

export interface Layout {
  /** Places in units of the least distance. */
  x: Float32Array;
  y: Float32Array;
  /** The states block by block, row by row. */
  order: Uint32Array;
  /** Where each block begins in that order. */
  starts: Uint32Array;
  /** How many columns each block has, and where the first one is. */
  widths: Uint32Array;
  lefts: Float32Array;
  /** The moves that are drawn: of a move and its way back there is one. */
  lines: Uint32Array;
}

/** How often the blocks are put in order by the one beside them. */
const SWEEPS = 8;

/** As much wider than high, about. */
const SHAPE = 1.5;
const LEAST_GAP = 2;

/** Columns of so many states are never divided. */
const HIGH = 64;

export function layoutOf({ depth, band, from, to }: Unlaid): Layout {
  const n = depth.length;
  const last = depth.reduce((most, one) => Math.max(most, one), 0);
  const starts = new Uint32Array(last + 2);
  for (const one of depth) starts[one + 1]!++;
  for (let block = 0; block <= last; block++) starts[block + 1]! += starts[block]!;
  const order = new Uint32Array(n);
  const free = starts.slice();
  for (let state = 0; state < n; state++) order[free[depth[state]!]!++] = state;

  const highest = Math.max(HIGH, Math.sqrt(n / SHAPE));
  const sizes = Array.from({ length: last + 1 }, (_, block) => starts[block + 1]! - starts[block]!);
  const widths = Uint32Array.from(sizes, (size) => Math.max(1, Math.ceil(size / highest)));
  const rows = sizes.map((size, block) => Math.ceil(size / widths[block]!));

  const before = besides(depth, from, to, true),
    after = besides(depth, from, to, false);
  /** Where each state would stand if rows had no steps. */
  const middle = new Float32Array(n);
  const stand = (block: number): void => {
    const begin = starts[block]!;
    for (let i = 0; i < sizes[block]!; i++) middle[order[begin + i]!] = i / widths[block]! - (rows[block]! - 1) / 2;
  };
  for (let block = 0; block <= last; block++) stand(block);
  const wanted = new Float32Array(n);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0;
    const beside = isForward ? before : after;
    for (let k = 1; k <= last; k++) {
      const block = isForward ? k : last - k;
      const own = order.subarray(starts[block]!, starts[block + 1]!);
      for (const state of own) wanted[state] = mean(beside, state, middle);
      // Where two want the same place, the order that they had is kept.
      own.set(
        Array.from(own).sort((a, b) => band[a]! - band[b]! || wanted[a]! - wanted[b]! || middle[a]! - middle[b]!),
      );
      stand(block);
    }
  }

  const inside = widths.reduce((sum, width) => sum + width - 1, 0);
  const gap = Math.max(LEAST_GAP, (SHAPE * Math.max(...rows) - inside) / Math.max(1, last));
  const lefts = new Float32Array(last + 1);
  for (let block = 1; block <= last; block++) lefts[block] = lefts[block - 1]! + widths[block - 1]! - 1 + gap;
  const x = new Float32Array(n),
    y = new Float32Array(n);
  for (let block = 0; block <= last; block++) {
    for (let i = 0; i < sizes[block]!; i++) {
      const state = order[starts[block]! + i]!;
      x[state] = lefts[block]! + (i % widths[block]!);
      y[state] = Math.floor(i / widths[block]!) - (rows[block]! - 1) / 2;
    }
  }
  return { x, y, order, starts, widths, lefts, lines: linesOf(n, from, to) };
}

function linesOf(n: number, from: readonly number[], to: readonly number[]): Uint32Array {
  const known = new Set<number>();
  const lines: number[] = [];
  from.forEach((a, i) => {
    const b = to[i]!;
    if (known.has(b * n + a)) return;
    known.add(a * n + b);
    lines.push(i);
  });
  return Uint32Array.from(lines);
}

/** For each state those in the next block, one way or the other. */
interface Beside {
  starts: Uint32Array;
  states: Uint32Array;
}

function besides(depth: readonly number[], from: readonly number[], to: readonly number[], isBefore: boolean): Beside {
  const wanted = isBefore ? -1 : 1;
  const starts = new Uint32Array(depth.length + 1);
  const each = (hear: (state: number, other: number) => void): void => {
    for (let i = 0; i < from.length; i++) {
      const a = from[i]!,
        b = to[i]!;
      if (depth[b]! - depth[a]! === wanted) hear(a, b);
      else if (depth[a]! - depth[b]! === wanted) hear(b, a);
    }
  };
  each((state) => starts[state + 1]!++);
  for (let i = 0; i < depth.length; i++) starts[i + 1]! += starts[i]!;
  const free = starts.slice();
  const states = new Uint32Array(starts[depth.length]!);
  each((state, other) => (states[free[state]!++] = other));
  return { starts, states };
}

function mean({ starts, states }: Beside, state: number, middle: Float32Array): number {
  const begin = starts[state]!,
    end = starts[state + 1]!;
  if (begin === end) return middle[state]!;
  let sum = 0;
  for (let at = begin; at < end; at++) sum += middle[states[at]!]!;
  return sum / (end - begin);
}
