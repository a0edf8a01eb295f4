// A run on a canvas: cells with the way behind the player, or everybody at their exact places
// in a window that follows the player.

import type { CellsData, CellsScene, SpritesScene } from "../engine/interface";
import { framesOf, summed } from "./frames";
import { drawTile, type Ink, type Stamp, stampOf } from "./tile";

export interface FilmPicture {
  readonly last: number;
  /** Fits the canvas into this room, in pixels of the page. */
  layOut(canvas: HTMLCanvasElement, width: number, height: number): void;
  draw(canvas: HTMLCanvasElement, frame: number, heat: boolean): void;
  /** What is to be seen, in words. */
  words(frame: number): string;
}

const ratio = (): number => window.devicePixelRatio || 1;

function fit(canvas: HTMLCanvasElement, width: number, height: number): void {
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  canvas.style.width = `${canvas.width / ratio()}px`;
  canvas.style.height = `${canvas.height / ratio()}px`;
}

function sharpSide(fitting: number, grain: number): number {
  const inGrains = Math.floor(fitting / grain) * grain;
  return Math.max(1, inGrains > 0 ? inGrains : Math.floor(fitting));
}

export interface Look {
  /** The side of a cell at most, in pixels of the page. */
  largest?: number;
  /** Whether the way behind the player is drawn. */
  trail?: boolean;
}

export function cellsFilm(scene: CellsScene, { largest = 56, trail = true }: Look = {}): FilmPicture {
  const [columns, rows] = scene.size;
  const frames = framesOf(scene);
  const players = summed(scene.players);
  const opponents = scene.opponents.map((one) => ({ ...one, cells: summed(one.cells) }));
  let side = 0;
  let stamps: Stamp[] = [];

  const drawWay = (
    ink: Ink,
    way: readonly number[],
    frame: number,
    look: { colour: string; dashes: number[]; aside: number },
  ): void => {
    const TRAIL = 40;
    const x = (k: number): number => ((way[k]! % columns) + 0.5 + look.aside) * side;
    const y = (k: number): number => (Math.floor(way[k]! / columns) + 0.5 + look.aside) * side;
    ink.lineWidth = Math.max(1, side * 0.12);
    ink.lineCap = look.dashes.length > 0 ? "butt" : "round";
    ink.setLineDash(look.dashes.map((length) => length * side));
    ink.strokeStyle = look.colour;
    for (let k = Math.max(1, frame - TRAIL + 1); k <= Math.min(frame, way.length - 1); k++) {
      if (way[k]! < 0 || way[k - 1]! < 0) continue;
      // The older, the paler.
      ink.globalAlpha = 0.7 * (1 - (frame - k) / TRAIL);
      ink.beginPath();
      ink.moveTo(x(k - 1), y(k - 1));
      // The newest move ends at the rim of who made it.
      const part = k === frame ? 0.6 : 1;
      ink.lineTo(x(k - 1) + (x(k) - x(k - 1)) * part, y(k - 1) + (y(k) - y(k - 1)) * part);
      ink.stroke();
    }
    ink.globalAlpha = 1;
    ink.setLineDash([]);
  };

  return {
    last: frames.last,
    layOut(canvas, width, height) {
      side = sharpSide(Math.min(width / columns, height / rows, largest) * ratio(), scene.grain);
      fit(canvas, columns * side, rows * side);
      stamps = scene.looks.map((look) =>
        stampOf(
          look.map((id) => scene.tiles[id]!),
          side,
        ),
      );
    },
    draw(canvas, frame) {
      const ink = canvas.getContext("2d")!;
      frames.turn(frame);
      ink.clearRect(0, 0, canvas.width, canvas.height);
      frames.cells.forEach((look, at) =>
        ink.drawImage(stamps[look]!, (at % columns) * side, Math.floor(at / columns) * side),
      );
      if (side < 4 || !trail) return;
      opponents.forEach(({ cells, colour, dashes }, i) =>
        drawWay(ink, cells, frame, { colour: `rgb(${colour.join(" ")})`, dashes, aside: i % 2 === 0 ? 0.17 : -0.17 }),
      );
      drawWay(ink, players, frame, { colour: "#1d4ed8", dashes: [], aside: 0 });
    },
    words(frame) {
      const place = (at: number): string => `in column ${(at % columns) + 1}, row ${Math.floor(at / columns) + 1}`;
      const pieces = players.length > 0 ? [`player ${place(players[frame]!)}`] : [];
      for (const { name, cells } of opponents) {
        if (cells[frame]! >= 0) pieces.push(`${name} ${place(cells[frame]!)}`);
      }
      return pieces.join("; ");
    },
  };
}

function heatShades(scene: SpritesScene, board: CellsData): Uint8Array {
  const shades = new Uint8Array(board.size[0] * board.size[1]);
  const given = scene.heat?.shades ?? [];
  let at = 0;
  for (let i = 0; i + 1 < given.length; i += 2) shades.fill(given[i]!, at, (at += given[i + 1]!));
  return shades;
}

export function spritesFilm(scene: SpritesScene): FilmPicture {
  const { board, parts } = scene;
  const [columns, rows] = board.size;
  const frames = framesOf(board);
  const shades = heatShades(scene, board);
  const sprites = scene.sprites.map(({ tile, size, x, y, away }) => ({
    tile: board.tiles[tile]!,
    size,
    away: new Set(away),
    x: summed(x).map((n) => n / parts),
    y: summed(y).map((n) => n / parts),
  }));
  let side = 0,
    wide = columns,
    high = rows;
  let stamps: Stamp[] = [];

  const middle = (who: number, k: number): [number, number] => {
    const sprite = sprites[who];
    if (sprite === undefined) return [columns / 2, rows / 2];
    return [sprite.x[k]! + sprite.size[0] / 2, sprite.y[k]! + sprite.size[1] / 2];
  };
  const drawWay = (ink: Ink, from: number, to: number, colour: string, width: number): void => {
    const away = sprites[0]?.away ?? new Set();
    ink.lineJoin = ink.lineCap = "round";
    ink.strokeStyle = colour;
    ink.lineWidth = width;
    ink.beginPath();
    for (let k = from; k <= to; k++) {
      const [x, y] = middle(0, k);
      if (k === from || away.has(k) || away.has(k - 1)) ink.moveTo(x, y);
      else ink.lineTo(x, y);
    }
    ink.stroke();
  };

  return {
    last: scene.n_frames - 1,
    layOut(canvas, width, height) {
      // Never so small that nothing can be seen: a long level is seen through a window.
      const fitting = Math.max(Math.min(height / rows, Math.max(width / columns, 24)), 8) * ratio();
      side = sharpSide(fitting, board.grain);
      wide = Math.min(columns, Math.floor((width * ratio()) / side));
      high = Math.min(rows, Math.floor((height * ratio()) / side) || 1);
      fit(canvas, wide * side, high * side);
      stamps = board.looks.map((look) =>
        stampOf(
          look.map((id) => board.tiles[id]!),
          side,
        ),
      );
    },
    draw(canvas, frame, heat) {
      const ink = canvas.getContext("2d")!;
      frames.turn(Math.min(frame, frames.last));
      const [x, y] = middle(0, frame);
      const corner = (size: number, all: number, place: number): number =>
        Math.round(Math.max(0, Math.min(all - size, place - size / 2)) * side);
      const left = corner(wide, columns, x),
        top = corner(high, rows, y);
      ink.setTransform(1, 0, 0, 1, -left, -top);
      ink.clearRect(left, top, canvas.width, canvas.height);
      const firstColumn = Math.floor(left / side),
        firstRow = Math.floor(top / side);
      for (let row = firstRow; row < Math.min(rows, firstRow + high + 1); row++) {
        for (let column = firstColumn; column < Math.min(columns, firstColumn + wide + 1); column++) {
          const at = row * columns + column;
          ink.drawImage(stamps[frames.cells[at]!]!, column * side, row * side);
          if (heat && scene.heat !== null && shades[at]! > 0) {
            ink.globalAlpha = scene.heat.opacity;
            ink.fillStyle = scene.heat.colours[shades[at]! - 1]!;
            ink.fillRect(column * side, row * side, side, side);
            ink.globalAlpha = 1;
          }
        }
      }
      ink.setTransform(side, 0, 0, side, -left, -top);
      drawWay(ink, 0, this.last, "rgb(255 255 255 / .8)", 0.2);
      // What is to come is pale.
      drawWay(ink, frame, this.last, "#9db7ee", 0.09);
      drawWay(ink, 0, frame, "#1d4ed8", 0.09);
      for (const sprite of [...sprites].reverse()) {
        if (sprite.away.has(frame)) continue;
        ink.setTransform(side, 0, 0, side, sprite.x[frame]! * side - left, sprite.y[frame]! * side - top);
        drawTile(ink, sprite.tile);
      }
      ink.setTransform(1, 0, 0, 1, 0, 0);
    },
    words(frame) {
      const [x, y] = middle(0, frame).map((n) => n.toFixed(1));
      return `player ${x} columns from the left, ${y} rows from above`;
    },
  };
}
