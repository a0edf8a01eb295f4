// How the level is being edited: the tool, the letter, the cursor and what is selected. None of
// it is part of the drawing, and so of undo.

import {
  type Area,
  clampedArea,
  type Counterparts,
  type Grid,
  lineOf,
  letterAt,
  mirrored,
  overlaid,
  painted,
  part,
  patchOf,
  resized,
  rimOf,
  rowsOf,
  type Side,
  type Spot,
  spotsOf,
  turned,
  wholeArea,
  areaOf,
} from "../level/grid";
import type { Repair } from "../engine/interface";
import { Store } from "./store";
import { blankOf, changeGrid, gridNow, say, studio, wallOf } from "./studio";

export type Tool = "paint" | "line" | "rectangle" | "box" | "fill" | "select" | "pick";

export interface EditorValue {
  tool: Tool;
  letter: string | null;
  cursor: Spot;
  isCursorShown: boolean;
  selection: Area | null;
  /** Where a line, a rectangle or a selection was begun by the keyboard. */
  anchor: Spot | null;
  /** Pixels a cell; fitted to the room where nothing is given. */
  zoom: number | null;
  shows: { dead: boolean; reached: boolean; heat: boolean };
  /** The repair that is pointed at, which is shown on the level. */
  proposed: Repair | null;
  /** What was last told to those who listen. */
  spoken: string;
}

export const editor = new Store<EditorValue>({
  tool: "paint",
  letter: null,
  cursor: { x: 0, y: 0 },
  isCursorShown: false,
  selection: null,
  anchor: null,
  zoom: null,
  shows: { dead: true, reached: true, heat: false },
  proposed: null,
  spoken: "",
});

let clipboard: Grid | null = null;

export const letterNow = (): string => {
  const { letter } = editor.get();
  const value = studio.get();
  const isKnown = value.palette.some((entry) => entry.letter === letter);
  if (letter !== null && isKnown) return letter;
  const wall = wallOf(value),
    blank = blankOf(value);
  return wall !== blank ? wall : (value.palette.find((entry) => entry.letter !== blank)?.letter ?? blank);
};

export const nameOf = (letter: string): string =>
  studio.get().palette.find((entry) => entry.letter === letter || entry.also?.includes(letter) === true)?.name ??
  letter;

export function speakCursor(): void {
  const grid = gridNow(studio.get());
  const { cursor } = editor.get();
  if (grid === null) return;
  const name = nameOf(letterAt(grid, cursor));
  editor.set({ spoken: `column ${cursor.x + 1}, row ${cursor.y + 1}: ${name}` });
}

/** The cells that a drag with the tool changes, of those tools that paint. */
export function strokeSpots(grid: Grid, tool: Tool, from: Spot, to: Spot): Spot[] {
  switch (tool) {
    case "line":
      return lineOf(from, to);
    case "rectangle":
      return rimOf(areaOf(from, to));
    case "box":
      return spotsOf(areaOf(from, to));
    case "fill":
      return patchOf(grid, to);
    case "paint":
      return lineOf(from, to);
    case "select":
    case "pick":
      return [];
  }
}

const WHAT: Record<Tool, string> = {
  paint: "paint",
  line: "line",
  rectangle: "rectangle",
  box: "filled rectangle",
  fill: "fill",
  select: "select",
  pick: "pick",
};

/** Where play begins there is one; another one painted takes its place. */
function withoutOthers(grid: Grid, spots: readonly Spot[], letter: string): Grid {
  const isStart = (one: string): boolean => /^(the )?(player|avatar|start)\b/i.test(nameOf(one));
  if (spots.length !== 1 || !isStart(letter)) return grid;
  const others = grid.letters.flatMap((one, at) =>
    isStart(one) ? [{ x: at % grid.columns, y: Math.floor(at / grid.columns) }] : [],
  );
  // With several, nobody knows whether the game wants one.
  return others.length === 1 ? painted(grid, others, blankOf(studio.get())) : grid;
}

export function paintSpots(tool: Tool, spots: readonly Spot[], letter: string): void {
  const grid = gridNow(studio.get());
  if (grid === null || spots.length === 0) return;
  changeGrid(painted(withoutOthers(grid, spots, letter), spots, letter), `${WHAT[tool]} ${nameOf(letter)}`);
}

/** A letter is chosen to be painted, so selecting ends. */
export function chooseLetter(letter: string): void {
  const { tool } = editor.get();
  editor.set({ letter, tool: tool === "select" ? "paint" : tool });
}

export function pick(spot: Spot): void {
  const grid = gridNow(studio.get());
  if (grid === null) return;
  editor.set({ letter: letterAt(grid, spot), spoken: `${nameOf(letterAt(grid, spot))} picked` });
}

export function select(area: Area | null): void {
  const grid = gridNow(studio.get());
  editor.set({ selection: area === null || grid === null ? null : clampedArea(grid, area), anchor: null });
}

export function selectAll(): void {
  const grid = gridNow(studio.get());
  if (grid !== null) editor.set({ selection: wholeArea(grid), tool: "select" });
}

/** The selection taken elsewhere; where it was, there is ground. */
export function moveSelection(dx: number, dy: number, what = "move"): void {
  const grid = gridNow(studio.get());
  const { selection } = editor.get();
  if (grid === null || selection === null || (dx === 0 && dy === 0)) return;
  const piece = part(grid, selection);
  const cleared = painted(grid, spotsOf(selection), blankOf(studio.get()));
  changeGrid(overlaid(cleared, piece, { x: selection.left + dx, y: selection.top + dy }), what);
  select({
    left: selection.left + dx,
    right: selection.right + dx,
    top: selection.top + dy,
    bottom: selection.bottom + dy,
  });
}

export function clearSelection(): void {
  const { selection } = editor.get();
  if (selection !== null) paintSpots("box", spotsOf(selection), blankOf(studio.get()));
}

export function copySelection(): string | null {
  const grid = gridNow(studio.get());
  const { selection } = editor.get();
  if (grid === null || selection === null) return null;
  clipboard = part(grid, selection);
  return rowsOf(clipboard).join("\n");
}

/** Lays a copied piece down, if the text is that of one; says whether it was. */
export function pastePiece(text: string): boolean {
  const grid = gridNow(studio.get());
  if (
    grid === null ||
    clipboard === null ||
    rowsOf(clipboard).join("\n") !== text.replace(/\r?\n$/, "").replaceAll("\r", "")
  ) {
    return false;
  }
  const { selection, cursor } = editor.get();
  const at = selection === null ? cursor : { x: selection.left, y: selection.top };
  changeGrid(overlaid(grid, clipboard, at), "paste");
  select({ left: at.x, top: at.y, right: at.x + clipboard.columns - 1, bottom: at.y + clipboard.rows - 1 });
  editor.set({ tool: "select" });
  return true;
}

/** Letters that change places in a mirror or a turn, where the palette has all of them. */
function counterparts(pairs: readonly (readonly [string, string])[]): Counterparts {
  const known = new Set(studio.get().palette.map(({ letter }) => letter));
  return new Map(pairs.filter(([from, to]) => known.has(from) && known.has(to)));
}

export function mirror(axis: "across" | "down"): void {
  const pairs =
    axis === "across"
      ? ([
          ["<", ">"],
          [">", "<"],
        ] as const)
      : ([
          ["^", "v"],
          ["v", "^"],
        ] as const);
  transform((grid) => mirrored(grid, axis, counterparts(pairs)), axis === "across" ? "mirror" : "mirror upside down");
}

export function turn(): void {
  transform(
    (grid) =>
      turned(
        grid,
        counterparts([
          ["^", ">"],
          [">", "v"],
          ["v", "<"],
          ["<", "^"],
        ]),
      ),
    "turn",
  );
}

function transform(by: (grid: Grid) => Grid, what: string): void {
  const grid = gridNow(studio.get());
  const { selection } = editor.get();
  if (grid === null) return;
  if (selection === null) return changeGrid(by(grid), what);
  const piece = by(part(grid, selection));
  const cleared = painted(grid, spotsOf(selection), blankOf(studio.get()));
  changeGrid(overlaid(cleared, piece, { x: selection.left, y: selection.top }), what);
  select({
    left: selection.left,
    top: selection.top,
    right: selection.left + piece.columns - 1,
    bottom: selection.top + piece.rows - 1,
  });
}

export function resize(side: Side, by: number): void {
  const grid = gridNow(studio.get());
  if (grid === null) return;
  const next = resized(grid, side, by, by > 0 ? wallOf(studio.get()) : " ");
  if (next.columns === grid.columns && next.rows === grid.rows) {
    return say(by > 0 ? "The level cannot be larger." : "The level cannot be smaller.", "bad");
  }
  editor.set({ selection: null, spoken: `${next.columns} columns, ${next.rows} rows` });
  changeGrid(next, by > 0 ? `add at the ${side}` : `cut at the ${side}`);
}
