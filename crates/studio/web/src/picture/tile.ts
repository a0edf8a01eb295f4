// Tiles in cells, each look drawn once and then copied.

import type { Letter, Tile } from "../engine/interface";

export type Ink = CanvasRenderingContext2D;

/** A tile in a context in which cells are of size 1. */
export function drawTile(ink: Ink, tile: Tile): void {
  for (const [colour, shape] of tile.shapes) {
    ink.fillStyle = colour;
    ink.beginPath();
    if (shape.length === 5) ink.roundRect(...shape);
    else if (shape.length === 3) ink.arc(...shape, 0, 2 * Math.PI);
    else shape[0].forEach(([x, y]) => ink.lineTo(x, y));
    ink.fill();
  }
}

export type Stamp = HTMLCanvasElement;

export function stampOf(tiles: readonly Tile[], side: number): Stamp {
  const stamp = document.createElement("canvas");
  stamp.width = stamp.height = Math.max(1, side);
  const ink = stamp.getContext("2d")!;
  // Where nothing is drawn, the page shows.
  if ((tiles[0]?.shapes.length ?? 0) > 0) {
    ink.fillStyle = "#fff";
    ink.fillRect(0, 0, side, side);
  }
  ink.scale(side, side);
  for (const tile of tiles) drawTile(ink, tile);
  return stamp;
}

/** A letter that no palette knows, drawn as itself. */
function strangeStamp(letter: string, side: number): Stamp {
  const stamp = document.createElement("canvas");
  stamp.width = stamp.height = Math.max(1, side);
  const ink = stamp.getContext("2d")!;
  ink.fillStyle = "#fff3c4";
  ink.fillRect(0, 0, side, side);
  ink.fillStyle = "#7a3b00";
  ink.font = `${Math.round(side * 0.7)}px monospace`;
  ink.textAlign = "center";
  ink.textBaseline = "middle";
  ink.fillText(letter, side / 2, side / 2);
  return stamp;
}

/** The pictures of letters at one size. */
export class LetterStamps {
  private readonly stamps = new Map<string, Stamp>();
  private readonly known: ReadonlyMap<string, Letter>;

  constructor(
    palette: readonly Letter[],
    readonly side: number,
  ) {
    this.known = new Map(
      palette.flatMap((entry) =>
        [...Array.from(entry.also ?? ""), entry.letter].map((letter) => [letter, entry] as const),
      ),
    );
  }

  of(letter: string): Stamp {
    const made = this.stamps.get(letter);
    if (made !== undefined) return made;
    const entry = this.known.get(letter);
    const stamp = entry === undefined ? strangeStamp(letter, this.side) : stampOf(entry.tiles, this.side);
    this.stamps.set(letter, stamp);
    return stamp;
  }

  name(letter: string): string {
    return this.known.get(letter)?.name ?? `unknown letter ${letter}`;
  }
}
