// Places as people count, and sentences.

import type { Stuck } from "../engine/interface";

export const at = ([x, y]: readonly [number, number]): string => `line ${y + 1}, column ${x + 1}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

export const counted = (n: number, what: string): string => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;

/** What is stuck, and why, as a sentence. */
export function stuckWords({ pieces, name, why }: Stuck): string {
  const [one] = pieces;
  if (one === undefined) return "";
  const who = pieces.length === 1 ? `The ${name[0]} at ${at(one)} is stuck` : `${pieces.length} ${name[1]} are stuck`;
  return ended(why === null ? who : `${who}: ${why}`);
}
