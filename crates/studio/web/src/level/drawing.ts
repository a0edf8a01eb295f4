// What is being drawn: the text of a whole file, which of its levels is worked on, and that
// level's rows as they are on the page.

import type { LevelFields } from "../engine/interface";

export interface Drawing {
  readonly file: string;
  /** The file of the project folder that it came from or was saved to. */
  readonly path: string | null;
  readonly text: string;
  readonly level: number;
  /** The rows on the page; null where the text alone says what they are. */
  readonly rows: readonly string[] | null;
  /** The game, where the text leaves it open. */
  readonly game: string | null;
  readonly options: Readonly<Record<string, string>>;
}

export function fieldsOf(drawing: Drawing): LevelFields {
  const { file, text, level, rows, game, options } = drawing;
  return {
    text,
    file,
    level,
    ...(game === null ? {} : { game }),
    ...(rows === null ? {} : { rows }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
}

/** A drawing that somebody else wrote down: a link, or the browser's store. */
export function drawingFrom(value: unknown): Drawing | null {
  if (typeof value !== "object" || value === null) return null;
  const { file, path, text, level, rows, game, options } = value as Record<string, unknown>;
  if (typeof text !== "string") return null;
  const isRows = Array.isArray(rows) && rows.every((row) => typeof row === "string");
  const given = typeof options === "object" && options !== null ? Object.entries(options) : [];
  return {
    file: typeof file === "string" && file !== "" ? file.slice(0, 200) : "level.txt",
    path: typeof path === "string" ? path : null,
    text,
    level: typeof level === "number" && Number.isInteger(level) && level >= 0 ? level : 0,
    rows: isRows ? (rows as string[]) : null,
    game: typeof game === "string" ? game : null,
    options: Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === "string")),
  };
}

export const isSameDrawing = (a: Drawing, b: Drawing): boolean => JSON.stringify(a) === JSON.stringify(b);
