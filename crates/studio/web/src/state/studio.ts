// The state of the page: the drawing with its undo, what is known about it, and how the page
// is set. Views read it and call the functions here; nothing else changes it.

import { Engines, type LaneName } from "../engine/engines";
import {
  Broken,
  type Calls,
  type CallName,
  type Diagnostic,
  type Game,
  type Letter,
  type OpenedLevel,
  Outdated,
  type Properties,
  Refused,
} from "../engine/interface";
import { type Drawing, drawingFrom, fieldsOf, isSameDrawing } from "../level/drawing";
import { amended, begun, done, type History, redone, undone } from "../level/history";
import { type Grid, gridOf, rowsOf } from "../level/grid";
import { forgetOld, keep, kept, keptSettings, keepSettings } from "./keep";
import { Store } from "./store";

export type Mode = "draw" | "play" | "states" | "generate" | "check";
export type Theme = "auto" | "light" | "dark";

export interface Notice {
  text: string;
  kind: "good" | "bad";
}

export interface StudioValue {
  /** Whether the engine is there; what is wrong with it otherwise. */
  engine: "loading" | "ready" | { broken: string };
  nativeFolder: string | null;
  hasNative: boolean;
  games: readonly Game[];
  asked: Properties;
  history: History;
  /** Counts the changes of the drawing, and of what is required of it. */
  revision: number;
  /** Counts the changes of the drawing alone. */
  drawn: number;
  /** The game of the level as it was understood. */
  game: string | null;
  hasText: boolean;
  levels: readonly OpenedLevel[];
  palette: readonly Letter[];
  diagnostics: readonly Diagnostic[];
  /** The rows that were read last, which are shown while there are no others: between two
   * letters that are typed, say. */
  lastRows: readonly string[] | null;
  /** How old the files of the project folder were when they were read or written here. */
  revisions: Readonly<Record<string, string>>;
  savedText: string | null;
  mode: Mode;
  theme: Theme;
  requirements: readonly string[];
  notice: Notice | null;
}

const nothing: Drawing = { file: "level.txt", path: null, text: "", level: 0, rows: null, game: null, options: {} };
const settings = keptSettings();
const isTheme = (value: unknown): value is Theme => value === "light" || value === "dark";
const revisionsFrom = (value: unknown): Record<string, string> => {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
};
const strings = (value: unknown): string[] | null =>
  Array.isArray(value) && value.every((one) => typeof one === "string") ? (value as string[]) : null;

export const studio = new Store<StudioValue>({
  engine: "loading",
  nativeFolder: null,
  hasNative: false,
  games: [],
  asked: { forms: [], usual: [] },
  history: begun(nothing),
  revision: 0,
  drawn: 0,
  game: null,
  hasText: false,
  levels: [],
  palette: [],
  diagnostics: [],
  lastRows: null,
  revisions: revisionsFrom(settings["revisions"]),
  savedText: null,
  mode: "draw",
  theme: isTheme(settings["theme"]) ? settings["theme"] : "auto",
  requirements: strings(settings["requirements"]) ?? ["solvable", "unlosable"],
  notice: null,
});

export const engines = new Engines();

export const drawingOf = ({ history }: StudioValue): Drawing => history.now.drawing;
export const rowsNow = (value: StudioValue): readonly string[] | null => drawingOf(value).rows ?? value.lastRows;
export const currentGame = (value: StudioValue): Game | null =>
  value.games.find((game) => game.id === (value.game ?? drawingOf(value).game)) ?? null;

/** The letter that new and emptied cells get: the palette's ground. */
export function blankOf(value: StudioValue): string {
  const letters = value.palette.map(({ letter }) => letter);
  const ground = value.palette.find(({ name }) => /^(floor|air|ice|background|empty|ground)$/i.test(name));
  return ground?.letter ?? (letters.includes(" ") ? " " : (letters[0] ?? " "));
}

/** The letter that closes a level in, if the palette has one. */
export function wallOf(value: StudioValue): string {
  return value.palette.find(({ name }) => /^(wall|rock)$/i.test(name))?.letter ?? blankOf(value);
}

let gridCache: { rows: readonly string[] | null; blank: string; grid: Grid | null } = {
  rows: null,
  blank: "",
  grid: null,
};
export function gridNow(value: StudioValue): Grid | null {
  const rows = rowsNow(value);
  const blank = value.palette.some(({ letter }) => letter === " ") ? " " : blankOf(value);
  if (gridCache.rows !== rows || gridCache.blank !== blank) {
    gridCache = { rows, blank, grid: rows === null ? null : gridOf(rows, blank) };
  }
  return gridCache.grid;
}

export function say(text: string, kind: Notice["kind"] = "good"): void {
  studio.set({ notice: { text, kind } });
}

export function complain(error: unknown): void {
  if (error instanceof Outdated) return;
  const help = error instanceof Refused && error.refusal.help !== null ? ` (${error.refusal.help})` : "";
  say((error instanceof Error ? error.message : String(error)) + help, "bad");
}

/** Asks about the drawing as it is now; an answer about an older one is not handed over. */
export async function askAbout<C extends CallName>(
  call: C,
  fields: Omit<Calls[C][0], "text">,
  lane: LaneName,
  isLong = false,
): Promise<{ answer: Calls[C][1]; seconds: number; who: "browser" | "native" }> {
  const { revision } = studio.get();
  const request = { ...fieldsOf(drawingOf(studio.get())), ...fields } as unknown as Calls[C][0];
  const reply = await engines.ask(call, request, { lane, drawing: revision, isLong });
  if (studio.get().revision !== revision) throw new Outdated();
  return reply;
}

// The drawing.

function show(history: History): void {
  const { revision, drawn } = studio.get();
  studio.set({ history, revision: revision + 1, drawn: drawn + 1 });
  keepSoon();
}

let keeping: ReturnType<typeof setTimeout> | null = null;
function keepSoon(): void {
  keeping ??= setTimeout(keepNow, 150);
}

export function keepNow(): void {
  if (keeping !== null) clearTimeout(keeping);
  keeping = null;
  const trouble = keep(studio.get().history);
  if (trouble !== null) say(trouble, "bad");
}

/** A change of the drawing, which undo takes back. */
export function change(part: Partial<Drawing>, what: string): void {
  const { history } = studio.get();
  const before = history.now.drawing;
  const drawing = { ...before, ...part };
  if (isSameDrawing(before, drawing)) return;
  show(done(history, drawing, what));
}

export function changeGrid(grid: Grid, what: string): void {
  change({ rows: rowsOf(grid) }, what);
}

/** Typing in the text: one entry of undo for each pause, not for each letter. */
let lastTyped = 0;
export function typeText(text: string): void {
  const { history } = studio.get();
  const drawing = { ...history.now.drawing, text, rows: null };
  const isGoingOn = history.now.what === "typing" && Date.now() - lastTyped < 1200;
  lastTyped = Date.now();
  show(isGoingOn ? { ...amended(history, drawing), future: [] } : done(history, drawing, "typing"));
}

/** The text that goes with the rows, or the rows with the text: no step of its own. */
export function settle(part: Pick<Drawing, "text"> | Pick<Drawing, "rows">, revision: number): void {
  const { history, revision: now } = studio.get();
  if (now !== revision) return;
  studio.set({ history: amended(history, { ...history.now.drawing, ...part }) });
  keepSoon();
}

export function undo(): void {
  const { history } = studio.get();
  if (history.past.length > 0) show(undone(history));
}

export function redo(): void {
  const { history } = studio.get();
  if (history.future.length > 0) show(redone(history));
}

/** Another drawing in place of this one, which undo brings back. */
export function replaceDrawing(drawing: Drawing, what: string): void {
  const { history } = studio.get();
  const isFirst = history.now.drawing.text === "" && history.past.length === 0;
  show(isFirst ? begun(drawing) : done(history, drawing, what));
  studio.set({ savedText: null, mode: "draw" });
}

export function newLevel(game: Game): void {
  if (game.example === null) return;
  const { text, file } = game.example;
  replaceDrawing({ ...nothing, text, file, game: game.id }, `new ${game.id} level`);
}

export function openText(text: string, file: string, what = `open ${file}`): void {
  replaceDrawing({ ...nothing, text, file }, what);
}

export function chooseLevel(level: number): void {
  const { text, rows } = drawingOf(studio.get());
  if (rows === null) return change({ level }, "another level");
  // The rows go into the text first, so that they are not lost with the choice.
  askAbout("write", {}, "pane").then(
    ({ answer }) => change({ text: answer.text, level, rows: null }, "another level"),
    (error: unknown) =>
      error instanceof Outdated ? change({ text, level, rows: null }, "another level") : complain(error),
  );
}

/** The text of the whole file with all that is drawn in it, up to the newest stroke. */
export async function wholeText(): Promise<string> {
  for (;;) {
    const { rows, text } = drawingOf(studio.get());
    if (rows === null) return text;
    try {
      return (await askAbout("write", {}, "save")).answer.text;
    } catch (error) {
      // Without an engine the text is what it was after the last stroke that was written.
      if (error instanceof Broken) return text;
      // Whoever draws on while it is being saved saves that too.
      if (!(error instanceof Outdated)) throw error;
    }
  }
}

// The page.

export function setMode(mode: Mode): void {
  studio.set({ mode });
}

export function setTheme(theme: Theme): void {
  studio.set({ theme });
  document.documentElement.dataset["theme"] = theme;
  keepAllSettings();
}

export function setRequirements(requirements: readonly string[]): void {
  const { revision } = studio.get();
  studio.set({ requirements, revision: revision + 1 });
  keepAllSettings();
}

/** The drawing as it is now is what this file of the project folder holds. */
export function isIn(path: string, revision: string, text: string): void {
  const { history, revisions } = studio.get();
  const drawing = { ...history.now.drawing, path };
  studio.set({
    history: amended(history, drawing),
    revisions: { ...revisions, [path]: revision },
    savedText: text,
  });
  keepSoon();
  keepAllSettings();
}

function keepAllSettings(): void {
  const { theme, requirements, revisions } = studio.get();
  keepSettings({ theme, requirements, revisions });
}

/** What was drawn before, or a level to begin with. */
export function beginWith(linked: Drawing | null): void {
  forgetOld();
  const before = kept();
  if (before !== null) studio.set({ history: before, revision: studio.get().revision + 1 });
  if (linked !== null) {
    const drawing = drawingFrom(linked);
    if (drawing !== null && !(before !== null && isSameDrawing(before.now.drawing, drawing))) {
      replaceDrawing(drawing, "open a link");
    }
  }
}
