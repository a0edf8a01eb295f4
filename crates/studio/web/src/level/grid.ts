// A level as rows of letters, and what can be done to it. Nothing here changes a grid:
// every function returns a new one, so that old ones can be kept for undo.

export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** One letter a cell, row by row. */
  readonly letters: readonly string[];
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Cells from one corner to the other, both included. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export type Side = "left" | "right" | "top" | "bottom";

/** The largest level that can be drawn by hand. */
export const MOST_COLUMNS = 400;
export const MOST_ROWS = 200;

export function gridOf(rows: readonly string[], blank: string): Grid {
  const split = rows.map((row) => Array.from(row));
  const columns = Math.max(0, ...split.map((row) => row.length));
  const letters = split.flatMap((row) => [...row, ...Array<string>(columns - row.length).fill(blank)]);
  return { columns, rows: rows.length, letters };
}

export function rowsOf(grid: Grid): string[] {
  return Array.from({ length: grid.rows }, (_, y) =>
    grid.letters.slice(y * grid.columns, (y + 1) * grid.columns).join(""),
  );
}

export const letterAt = (grid: Grid, { x, y }: Spot): string => grid.letters[y * grid.columns + x] ?? "";

export const isInside = (grid: Grid, { x, y }: Spot): boolean => x >= 0 && y >= 0 && x < grid.columns && y < grid.rows;

export const areaOf = (a: Spot, b: Spot): Area => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  right: Math.max(a.x, b.x),
  bottom: Math.max(a.y, b.y),
});

export const wholeArea = (grid: Grid): Area => ({ left: 0, top: 0, right: grid.columns - 1, bottom: grid.rows - 1 });

export const isIn = ({ left, top, right, bottom }: Area, { x, y }: Spot): boolean =>
  x >= left && x <= right && y >= top && y <= bottom;

export function clampedArea(grid: Grid, area: Area): Area | null {
  const left = Math.max(0, area.left),
    top = Math.max(0, area.top);
  const right = Math.min(grid.columns - 1, area.right),
    bottom = Math.min(grid.rows - 1, area.bottom);
  return left <= right && top <= bottom ? { left, top, right, bottom } : null;
}

export function spotsOf({ left, top, right, bottom }: Area): Spot[] {
  const spots: Spot[] = [];
  for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) spots.push({ x, y });
  return spots;
}

/** The cells of a straight line, without gaps at corners smaller than a cell. */
export function lineOf(a: Spot, b: Spot): Spot[] {
  const n = Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y));
  return Array.from({ length: n + 1 }, (_, i) => ({
    x: Math.round(a.x + ((b.x - a.x) * i) / Math.max(1, n)),
    y: Math.round(a.y + ((b.y - a.y) * i) / Math.max(1, n)),
  }));
}

/** The rim of a rectangle. */
export function rimOf(area: Area): Spot[] {
  return spotsOf(area).filter(({ x, y }) => x === area.left || x === area.right || y === area.top || y === area.bottom);
}

/** The cells with the same letter that hang together with this one. */
export function patchOf(grid: Grid, from: Spot): Spot[] {
  if (!isInside(grid, from)) return [];
  const letter = letterAt(grid, from);
  const seen = new Uint8Array(grid.letters.length);
  const patch: Spot[] = [];
  const open = [from];
  seen[from.y * grid.columns + from.x] = 1;
  for (let spot = open.pop(); spot !== undefined; spot = open.pop()) {
    patch.push(spot);
    const { x, y } = spot;
    for (const next of [
      { x: x - 1, y },
      { x: x + 1, y },
      { x, y: y - 1 },
      { x, y: y + 1 },
    ]) {
      const at = next.y * grid.columns + next.x;
      if (isInside(grid, next) && seen[at] === 0 && letterAt(grid, next) === letter) {
        seen[at] = 1;
        open.push(next);
      }
    }
  }
  return patch;
}

/** The grid with a letter in these cells; those outside are left out. */
export function painted(grid: Grid, spots: readonly Spot[], letter: string): Grid {
  const letters = grid.letters.slice();
  for (const spot of spots) if (isInside(grid, spot)) letters[spot.y * grid.columns + spot.x] = letter;
  return { ...grid, letters };
}

export function part(grid: Grid, area: Area): Grid {
  const letters = spotsOf(area).map((spot) => letterAt(grid, spot));
  return { columns: area.right - area.left + 1, rows: area.bottom - area.top + 1, letters };
}

/** The grid with a smaller one laid over it; what does not fit is cut off. */
export function overlaid(grid: Grid, piece: Grid, { x: left, y: top }: Spot): Grid {
  const letters = grid.letters.slice();
  piece.letters.forEach((letter, at) => {
    const spot = { x: left + (at % piece.columns), y: top + Math.floor(at / piece.columns) };
    if (isInside(grid, spot)) letters[spot.y * grid.columns + spot.x] = letter;
  });
  return { ...grid, letters };
}

/** A letter's counterpart in the mirror, such as `<` of `>`; most have none. */
export type Counterparts = ReadonlyMap<string, string>;
const asItIs: Counterparts = new Map();

export function mirrored(grid: Grid, axis: "across" | "down", swaps: Counterparts = asItIs): Grid {
  const letters = grid.letters.map((_, at) => {
    const x = at % grid.columns,
      y = Math.floor(at / grid.columns);
    const from = axis === "across" ? { x: grid.columns - 1 - x, y } : { x, y: grid.rows - 1 - y };
    const letter = letterAt(grid, from);
    return swaps.get(letter) ?? letter;
  });
  return { ...grid, letters };
}

/** A quarter turn, clockwise. */
export function turned(grid: Grid, swaps: Counterparts = asItIs): Grid {
  const [columns, rows] = [grid.rows, grid.columns];
  const letters = Array.from({ length: columns * rows }, (_, at) => {
    const x = at % columns,
      y = Math.floor(at / columns);
    const letter = letterAt(grid, { x: y, y: grid.rows - 1 - x });
    return swaps.get(letter) ?? letter;
  });
  return { columns, rows, letters };
}

/** The grid with cells added at a side, or taken away if `by` is negative. */
export function resized(grid: Grid, side: Side, by: number, blank: string): Grid {
  const isAcross = side === "left" || side === "right";
  const columns = clamp(grid.columns + (isAcross ? by : 0), 1, MOST_COLUMNS);
  const rows = clamp(grid.rows + (isAcross ? 0 : by), 1, MOST_ROWS);
  const piece: Grid = { columns, rows, letters: Array<string>(columns * rows).fill(blank) };
  const x = side === "left" ? columns - grid.columns : 0;
  const y = side === "top" ? rows - grid.rows : 0;
  return overlaid(piece, grid, { x, y });
}

const clamp = (n: number, least: number, most: number): number => Math.min(most, Math.max(least, n));
