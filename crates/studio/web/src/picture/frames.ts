// The frames of a run as cells that can be changed to those of the next frame and back.

import type { CellsData } from "../engine/interface";

export interface Frames {
  readonly last: number;
  /** The look of every cell in the frame that is shown. */
  readonly cells: Uint32Array;
  /** Shows another frame. */
  turn(wanted: number): void;
}

export function framesOf({ size, first, counts, changes }: CellsData): Frames {
  const cells = new Uint32Array(size[0] * size[1]);
  const starts = new Uint32Array(counts.length + 1);
  const places = new Uint32Array(changes.length / 2);
  const after = new Uint32Array(places.length);
  const before = new Uint32Array(places.length);

  let at = 0;
  for (let i = 0; i + 1 < first.length; i += 2) cells.fill(first[i]!, at, (at += first[i + 1]!));
  const beginning = cells.slice();
  let place = 0;
  for (let i = 0; i < places.length; i++) {
    place += changes[2 * i]!;
    places[i] = place;
    after[i] = changes[2 * i + 1]!;
    before[i] = cells[place]!;
    cells[place] = after[i]!;
  }
  cells.set(beginning);
  counts.forEach((count, k) => (starts[k + 1] = starts[k]! + count));

  let shown = 0;
  const turn = (wanted: number): void => {
    for (; shown < wanted; shown++) {
      for (let i = starts[shown]!; i < starts[shown + 1]!; i++) cells[places[i]!] = after[i]!;
    }
    for (; shown > wanted; shown--) {
      for (let i = starts[shown]! - 1; i >= starts[shown - 1]!; i--) cells[places[i]!] = before[i]!;
    }
  };
  return { last: counts.length, cells, turn };
}

/** Numbers of which each is told as the difference from the one before. */
export function summed(differences: readonly number[]): number[] {
  let sum = 0;
  return differences.map((difference) => (sum += difference));
}
