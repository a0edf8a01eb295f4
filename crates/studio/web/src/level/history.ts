// Undo and redo. Everything that changes the drawing is one entry, also opening another file,
// so that no wrong click loses anything.

import type { Drawing } from "./drawing";

export interface Entry {
  readonly drawing: Drawing;
  /** What was done, for the buttons' labels. */
  readonly what: string;
}

export interface History {
  readonly past: readonly Entry[];
  readonly now: Entry;
  readonly future: readonly Entry[];
}

const MOST_ENTRIES = 500;
/** Characters that all entries of the past may have together. */
const MOST_CHARACTERS = 8_000_000;

export const begun = (drawing: Drawing): History => ({ past: [], now: { drawing, what: "start" }, future: [] });

export function done(history: History, drawing: Drawing, what: string): History {
  return { past: kept([...history.past, history.now]), now: { drawing, what }, future: [] };
}

/** The same step, said in other words: the text that goes with the rows, say. */
export function amended(history: History, drawing: Drawing): History {
  return { ...history, now: { ...history.now, drawing } };
}

export function undone(history: History): History {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

export function redone(history: History): History {
  const [next, ...future] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future };
}

function kept(past: Entry[]): Entry[] {
  let room = MOST_CHARACTERS;
  let first = past.length;
  while (first > 0 && past.length - first < MOST_ENTRIES) {
    const { text, rows } = past[first - 1]!.drawing;
    room -= text.length + (rows?.reduce((sum, row) => sum + row.length, 0) ?? 0);
    if (room < 0) break;
    first--;
  }
  return past.slice(first);
}
