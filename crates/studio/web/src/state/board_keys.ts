// The keyboard on the level: all that mouse and finger can do.

import { areaOf, type Spot } from "../level/grid";
import {
  clearSelection,
  editor,
  letterNow,
  mirror,
  moveSelection,
  paintSpots,
  pick,
  resize,
  select,
  speakCursor,
  strokeSpots,
  type Tool,
  turn,
} from "./editor";
import { blankOf, gridNow, studio } from "./studio";

export const TOOL_KEYS: Record<string, Tool> = {
  b: "paint",
  l: "line",
  r: "rectangle",
  g: "box",
  f: "fill",
  s: "select",
  i: "pick",
};

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const SIDES = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "top", ArrowDown: "bottom" } as const;

/** Does what a key says, if it says something here. */
export function boardKey(event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey) return;
  if (act(event)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function act(event: KeyboardEvent): boolean {
  const { key } = event;
  const { cursor, selection, anchor, tool } = editor.get();
  const grid = gridNow(studio.get());
  if (grid === null) return false;
  const arrow = ARROWS[key];
  if (arrow !== undefined) {
    const [dx, dy] = arrow;
    if (event.altKey && selection !== null) moveSelection(dx, dy);
    else if (event.altKey) resize(SIDES[key as keyof typeof SIDES], event.shiftKey ? -1 : 1);
    else
      go(grid.columns, grid.rows, {
        x: cursor.x + dx * (event.shiftKey ? 5 : 1),
        y: cursor.y + dy * (event.shiftKey ? 5 : 1),
      });
    return true;
  }
  if (event.altKey) return false;
  switch (key) {
    case " ":
    case "Enter":
      press(cursor, anchor, tool);
      return true;
    case "Backspace":
    case "Delete":
      if (selection !== null) clearSelection();
      else paintSpots("paint", [cursor], blankOf(studio.get()));
      speakCursor();
      return true;
    case "Escape":
      editor.set({ anchor: null, selection: null });
      return true;
    case "Home":
      go(grid.columns, grid.rows, { x: 0, y: cursor.y });
      return true;
    case "End":
      go(grid.columns, grid.rows, { x: grid.columns - 1, y: cursor.y });
      return true;
    case "m":
      mirror("across");
      return true;
    case "M":
      mirror("down");
      return true;
    case "t":
      turn();
      return true;
    case "[":
    case "]":
      step(key === "]" ? 1 : -1);
      return true;
  }
  const chosen = TOOL_KEYS[key];
  if (chosen !== undefined) {
    editor.set({ tool: chosen, anchor: null, spoken: `tool: ${chosen}` });
    return true;
  }
  if (/^[1-9]$/.test(key)) {
    const entry = studio.get().palette[Number(key) - 1];
    if (entry !== undefined) editor.set({ letter: entry.letter, spoken: entry.name });
    return entry !== undefined;
  }
  return false;
}

function go(columns: number, rows: number, { x, y }: Spot): void {
  const cursor = { x: Math.max(0, Math.min(columns - 1, x)), y: Math.max(0, Math.min(rows - 1, y)) };
  editor.set({ cursor, isCursorShown: true });
  speakCursor();
}

/** Paints, or begins and ends what needs two places. */
function press(cursor: Spot, anchor: Spot | null, tool: Tool): void {
  const grid = gridNow(studio.get());
  if (grid === null) return;
  editor.set({ isCursorShown: true });
  if (tool === "pick") return pick(cursor);
  if (tool === "paint" || tool === "fill") {
    paintSpots(tool, strokeSpots(grid, tool, cursor, cursor), letterNow());
  } else if (anchor === null) {
    editor.set({ anchor: cursor, spoken: "begun here; go on with the arrows, Space ends it" });
    return;
  } else if (tool === "select") {
    select(areaOf(anchor, cursor));
  } else {
    paintSpots(tool, strokeSpots(grid, tool, anchor, cursor), letterNow());
  }
  editor.set({ anchor: null });
  speakCursor();
}

/** The next letter of the palette. */
function step(by: number): void {
  const { palette } = studio.get();
  const at = palette.findIndex(({ letter }) => letter === letterNow());
  const entry = palette[(at + by + palette.length) % palette.length];
  if (entry !== undefined) editor.set({ letter: entry.letter, spoken: entry.name });
}
