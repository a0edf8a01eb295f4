// The sign of each region: a colour and a shape, so that neither is needed to tell them apart.

import type { Region } from "../engine/interface";

/** The outline of a sign around a middle, with this half a width. */
export function outline(ink: CanvasPath, region: Region, x: number, y: number, r: number): void {
  switch (region) {
    case "won":
      ink.moveTo(x, y - 1.5 * r);
      ink.lineTo(x + 1.5 * r, y);
      ink.lineTo(x, y + 1.5 * r);
      ink.lineTo(x - 1.5 * r, y);
      ink.closePath();
      break;
    case "lost":
      ink.rect(x - 0.9 * r, y - 0.9 * r, 1.8 * r, 1.8 * r);
      break;
    case "unknown":
      ink.moveTo(x + 0.55 * r, y);
      ink.arc(x, y, 0.55 * r, 0, 2 * Math.PI);
      break;
    default:
      ink.moveTo(x + r, y);
      ink.arc(x, y, r, 0, 2 * Math.PI);
  }
}

/** Whether the sign is a ring: what is undecided is not filled. */
export const isRing = (region: Region): boolean => region === "open";

export type Colours = Record<Region | "card" | "line" | "ink" | "accent", string>;

const NAMES: Record<keyof Colours, string> = {
  won: "--lamp-good",
  safe: "--lamp-busy",
  open: "--open",
  lost: "--lamp-bad",
  unknown: "--strong-line",
  card: "--card",
  line: "--strong-line",
  ink: "--ink",
  accent: "--accent",
};

/** The colours of the theme as it is now. */
export function coloursNow(): Colours {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(NAMES).map(([name, key]) => [name, style.getPropertyValue(key).trim()]);
  return Object.fromEntries(entries) as Colours;
}
