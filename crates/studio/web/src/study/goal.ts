// What a game asks of its player, in words, out of what the engine tells of it.

import type { Game, Letter } from "../engine/interface";

/** The summary without what is said of letters in files: `push every box $ onto a goal .` becomes
 * "Push every box onto a goal." */
export function goalOf({ summary, palette }: Pick<Game, "summary" | "palette">): string {
  const names = new Map(palette.map(({ letter, name }) => [letter, name]));
  const words: string[] = [];
  const main = summary.split(";")[0]!.replace(/\s*\([^)]*\)/g, "");
  for (const word of main.split(/\s+/)) {
    const name = word === "a" || word === "" ? undefined : names.get(word);
    if (name === undefined) words.push(word);
    // A letter after its name says nothing more.
    else if (words.at(-1) !== name) words.push("the", name);
  }
  const text = words.join(" ").trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** The pieces that a level is made of, in the order of the palette. */
export function piecesOf(palette: readonly Letter[], rows: readonly string[]): Letter[] {
  const used = new Set(rows.flatMap((row) => Array.from(row)));
  return palette.filter(({ letter, also }) => [letter, ...Array.from(also ?? "")].some((one) => used.has(one)));
}
