// What stays in the browser: the drawing with its undo, so that neither a reload nor a crash
// loses anything, and how the page was set. Every tab keeps its own drawing; a new tab goes
// on with the newest.

import { type Drawing, drawingFrom } from "../level/drawing";
import { begun, type Entry, type History } from "../level/history";

const PREFIX = "playproof-studio/";
const DRAWINGS = `${PREFIX}drawing/`;
const SETTINGS = `${PREFIX}settings`;
const TAB = `${PREFIX}tab`;

/** How many drawings are kept, of all tabs. */
const MOST_DRAWINGS = 12;
/** How far back undo is kept: entries, and characters. */
const MOST_ENTRIES = 60;
const MOST_CHARACTERS = 600_000;

export interface KeptDrawing {
  key: string;
  time: number;
  drawing: Drawing;
}

function tabKey(): string {
  let tab = sessionStorage.getItem(TAB);
  if (tab === null) {
    tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
    sessionStorage.setItem(TAB, tab);
  }
  return DRAWINGS + tab;
}

/** Keeps the drawing; says what stood in the way. */
export function keep(history: History): string | null {
  const past: Entry[] = [];
  let room = MOST_CHARACTERS;
  for (const entry of [...history.past].reverse()) {
    room -= entry.drawing.text.length + (entry.drawing.rows?.join("").length ?? 0);
    if (room < 0 || past.length >= MOST_ENTRIES) break;
    past.unshift(entry);
  }
  const future = history.future.slice(0, MOST_ENTRIES);
  try {
    const key = tabKey();
    const tries = [
      { past, now: history.now, future },
      { past: [], now: history.now, future: [] },
    ];
    for (const kept of tries) {
      try {
        localStorage.setItem(key, JSON.stringify({ time: Date.now(), ...kept }));
        return null;
      } catch {
        forget(key, 1);
      }
    }
  } catch {
    // Storage is turned off.
  }
  return "The browser has no room for this drawing: save it to a file.";
}

/** The history of this tab, or of the newest drawing. */
export function kept(): History | null {
  try {
    const own = historyFrom(localStorage.getItem(tabKey()));
    if (own !== null) return own;
    const [newest] = keptDrawings();
    return newest === undefined ? null : historyFrom(localStorage.getItem(newest.key));
  } catch {
    return null;
  }
}

/** The drawings of all tabs, the newest first. */
export function keptDrawings(): KeptDrawing[] {
  const drawings: KeptDrawing[] = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i);
      if (key === null || !key.startsWith(DRAWINGS)) continue;
      const value = parsed(localStorage.getItem(key));
      const drawing = drawingFrom((value?.["now"] as { drawing?: unknown } | undefined)?.drawing);
      if (drawing !== null) drawings.push({ key, time: Number(value?.["time"]) || 0, drawing });
    }
  } catch {
    return [];
  }
  return drawings.sort((a, b) => b.time - a.time);
}

/** Only so many drawings of other tabs stay. */
export function forgetOld(): void {
  try {
    forget(tabKey(), MOST_DRAWINGS);
  } catch {
    // Storage is turned off.
  }
}

function forget(own: string, most: number): void {
  for (const { key } of keptDrawings()
    .filter(({ key }) => key !== own)
    .slice(most - 1)) {
    localStorage.removeItem(key);
  }
}

function historyFrom(text: string | null): History | null {
  const value = parsed(text);
  if (value === null) return null;
  const entries = (list: unknown): Entry[] =>
    (Array.isArray(list) ? list : []).flatMap((entry: { drawing?: unknown; what?: unknown }) => {
      const drawing = drawingFrom(entry?.drawing);
      return drawing === null ? [] : [{ drawing, what: String(entry.what ?? "") }];
    });
  const [now] = entries([value["now"]]);
  if (now === undefined) return null;
  return { ...begun(now.drawing), now, past: entries(value["past"]), future: entries(value["future"]) };
}

function parsed(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

export function keepSettings(settings: object): void {
  try {
    localStorage.setItem(SETTINGS, JSON.stringify(settings));
  } catch {
    // Nothing is lost but a taste.
  }
}

export function keptSettings(): Record<string, unknown> {
  try {
    return parsed(localStorage.getItem(SETTINGS)) ?? {};
  } catch {
    return {};
  }
}
