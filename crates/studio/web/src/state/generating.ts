// Generating levels, one at a time, so that the gallery fills while it goes on.

import { type GeneratedLevel, type Kept, Outdated } from "../engine/interface";
import { isIn, rowsOf } from "../level/grid";
import { editor } from "./editor";
import { Store } from "./store";
import { blankOf, complain, currentGame, engines, gridNow, studio } from "./studio";

export interface GeneratingValue {
  game: string | null;
  options: Readonly<Record<string, string>>;
  seed: number;
  count: number;
  properties: string;
  /** Whether the selected tiles of the drawing are to stay. */
  isKeeping: boolean;
  isBusy: boolean;
  levels: readonly (GeneratedLevel & { game: string })[];
  nTried: number;
  rejected: Readonly<Record<string, number>>;
  wanted: number;
  why: string | null;
}

export const generating = new Store<GeneratingValue>({
  game: null,
  options: {},
  seed: 1,
  count: 6,
  properties: "solvable",
  isKeeping: false,
  isBusy: false,
  levels: [],
  nTried: 0,
  rejected: {},
  wanted: 0,
  why: null,
});

/** The selected tiles of the drawing, if it is one of this game. */
export function selectedTiles(game: string): Kept | null {
  const value = studio.get();
  const grid = gridNow(value);
  const { selection } = editor.get();
  if (grid === null || selection === null || currentGame(value)?.id !== game) return null;
  const free = "\0";
  const letters = grid.letters.map((letter, at) => {
    const spot = { x: at % grid.columns, y: Math.floor(at / grid.columns) };
    return isIn(selection, spot) ? letter : free;
  });
  return { rows: rowsOf({ ...grid, letters }), free, ground: blankOf(value) };
}

let run = 0;

export async function generate(): Promise<void> {
  const { game, options, seed, count, properties, isKeeping } = generating.get();
  if (game === null) return;
  const kept = isKeeping ? (selectedTiles(game) ?? undefined) : undefined;
  const mine = ++run;
  engines.cancel("work");
  generating.set({ isBusy: true, levels: [], nTried: 0, rejected: {}, wanted: count, why: null });
  const asked = properties
    .split(/[,\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  let from = 0;
  try {
    while (generating.get().levels.length < count) {
      const { answer } = await engines.ask(
        "generate",
        {
          game,
          options,
          seed,
          count,
          from,
          properties: asked.length > 0 ? asked : ["solvable"],
          slice: 10,
          known: generating.get().levels.map(({ text }) => text),
          kept,
        },
        { lane: "work", drawing: studio.get().revision, isLong: true },
      );
      if (mine !== run) return;
      const before = generating.get();
      const rejected = { ...before.rejected };
      for (const [why, n] of Object.entries(answer.rejected)) rejected[why] = (rejected[why] ?? 0) + n;
      generating.set({
        levels: [...before.levels, ...answer.levels.map((level) => ({ ...level, game }))].slice(0, count),
        nTried: before.nTried + answer.n_tried,
        rejected,
        why: settled(answer.why_settled),
      });
      if (answer.is_done || answer.next <= from) break;
      from = answer.next;
    }
  } catch (error) {
    if (!(error instanceof Outdated)) complain(error);
  } finally {
    if (mine === run) generating.set({ isBusy: false });
  }
}

function settled(why: unknown): string | null {
  if (typeof why === "string") return why;
  return typeof why === "object" && why !== null && "why" in why ? String(why.why) : null;
}

export function stopGenerating(): void {
  run++;
  engines.cancel("work");
  generating.set({ isBusy: false });
}
