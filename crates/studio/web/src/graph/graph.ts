// The states of a level as a graph: who follows whom, how to get there, and who stands where.

import type { Region, Spaced } from "../engine/interface";
import { counted } from "../level/words";
import type { Layout } from "./layout";

/** What a region is called, what that means, and how it is drawn. */
export const REGIONS: Record<Region, { name: string; about: string }> = {
  won: { name: "Won", about: "the level is won there" },
  safe: { name: "Safe", about: "can be won, and cannot be lost any more" },
  open: { name: "Undecided", about: "can be won, and can be lost" },
  lost: { name: "Lost", about: "winning is impossible from there" },
  unknown: { name: "Not known", about: "what follows was not seen to its end" },
};

/** The regions from above: what is lost comes last, for no move leads out of it. */
export const BANDS: readonly Region[] = ["won", "safe", "open", "unknown", "lost"];

export interface Step {
  action: string;
  to: number;
}

export class Graph {
  readonly n: number;
  /** The solution's way, where there is one. */
  readonly way: readonly number[];
  private readonly starts: Uint32Array;
  /** The moves, ordered by the state before them. */
  private readonly sorted: Uint32Array;
  private readonly unnamed: ReadonlySet<number>;
  private readonly cut: ReadonlySet<number>;

  constructor(
    readonly data: Spaced,
    readonly layout: Layout,
  ) {
    this.n = data.n_states;
    this.way = (data.way?.length ?? 0) > 1 ? data.way! : [];
    this.unnamed = new Set(data.unnamed);
    this.cut = new Set(data.cut);
    const { from } = data.moves;
    this.starts = new Uint32Array(this.n + 1);
    for (const state of from) this.starts[state + 1]!++;
    for (let i = 0; i < this.n; i++) this.starts[i + 1]! += this.starts[i]!;
    const free = this.starts.slice();
    this.sorted = new Uint32Array(from.length);
    from.forEach((state, i) => (this.sorted[free[state]!++] = i));
  }

  region(state: number): Region {
    return this.data.regions[this.data.nodes.region[state]!]!;
  }

  depth(state: number): number {
    return this.data.nodes.depth[state]!;
  }

  parent(state: number): number | null {
    return this.data.nodes.parent[state] ?? null;
  }

  /** The moves to other states of the graph. */
  steps(state: number): Step[] {
    const { to, action } = this.data.moves;
    const own = Array.from(this.sorted.subarray(this.starts[state]!, this.starts[state + 1]!));
    return own.map((i) => ({ action: this.data.actions[action[i]!]!, to: to[i]! }));
  }

  /** Whether a move leads to a state that is not in the graph. */
  leads(state: number): boolean {
    return this.cut.has(state);
  }

  /** The states from the start to this one. */
  runTo(state: number): number[] {
    const run = [state];
    for (let at = this.parent(state); at !== null; at = this.parent(at)) run.push(at);
    return run.reverse();
  }

  /** The moves from the start to a state; null where their names do not say the way. */
  movesTo(state: number): string[] | null {
    if (this.unnamed.has(state)) return null;
    const { action } = this.data.nodes;
    return this.runTo(state)
      .slice(1)
      .map((one) => this.data.actions[action[one]!]!);
  }

  /** The state nearest to a place, if it is no farther than this. */
  nearest(x: number, y: number, most: number): number | null {
    const { order, starts, widths, lefts } = this.layout;
    let found: number | null = null,
      least = most * most;
    for (let block = 0; block < widths.length; block++) {
      const left = lefts[block]!,
        width = widths[block]!;
      if (left > x + most || left + width - 1 < x - most) continue;
      const size = starts[block + 1]! - starts[block]!;
      const row = Math.round(y + (Math.ceil(size / width) - 1) / 2);
      const column = Math.max(0, Math.min(width - 1, Math.round(x - left)));
      // The last row may be shorter than the others.
      for (const at of [row * width + column, (row - 1) * width + column, size - 1]) {
        const state = order[starts[block]! + at];
        if (at < 0 || at >= size || state === undefined) continue;
        const distance = (this.layout.x[state]! - x) ** 2 + (this.layout.y[state]! - y) ** 2;
        if (distance <= least) [found, least] = [state, distance];
      }
    }
    return found;
  }

  /** The state to which an arrow leads: by a move, back, or above and below among those that are as
   * far from the start. */
  neighbour(state: number, arrow: "right" | "left" | "up" | "down"): number | null {
    if (arrow === "left") return this.parent(state);
    if (arrow === "right") {
      const deeper = this.steps(state).filter(({ to }) => this.depth(to) > this.depth(state));
      const onWay = this.way[this.way.indexOf(state) + 1];
      if (this.way.includes(state) && deeper.some(({ to }) => to === onWay)) return onWay!;
      const away = (one: number): number => Math.abs(this.layout.y[one]! - this.layout.y[state]!);
      deeper.sort((a, b) => away(a.to) - away(b.to));
      return deeper[0]?.to ?? null;
    }
    const { order, starts, widths } = this.layout;
    const block = this.depth(state);
    const own = order.subarray(starts[block]!, starts[block + 1]!);
    const at = own.indexOf(state),
      by = arrow === "up" ? -1 : 1;
    return own[at + by * widths[block]!] ?? own[at + by] ?? null;
  }

  /** A state in words. */
  words(state: number): string {
    const where = state === 0 ? "The start" : `${counted(this.depth(state), "move")} from the start`;
    const { name, about } = REGIONS[this.region(state)];
    const isOnWay = this.way.includes(state) ? " It is on the solution's way." : "";
    return `${where}. ${name}: ${about}.${isOnWay}`;
  }
}

/** How many states each region has, in words. */
export function countsInWords({ counts, regions }: Spaced): string {
  const parts = regions
    .filter((region) => counts[region] > 0)
    .map((region) => `${REGIONS[region].name.toLowerCase()} ${counts[region].toLocaleString("en")}`);
  return parts.join(", ");
}

/** Moves with repetitions counted: `right ×3, up`. */
export function shortMoves(moves: readonly string[]): string {
  const runs: [string, number][] = [];
  for (const move of moves) {
    const last = runs.at(-1);
    if (last !== undefined && last[0] === move) last[1]++;
    else runs.push([move, 1]);
  }
  return runs.map(([move, n]) => (n === 1 ? move : `${move} ×${n}`)).join(", ");
}
