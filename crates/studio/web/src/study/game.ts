// A level being played: the engine in the browser says where moves lead, one after the other in
// the order in which they were made.

import { Engines } from "../engine/engines";
import { Outdated, type Scene } from "../engine/interface";
import { Store } from "../state/store";
import { attemptOf, eventOf } from "./attempt";
import type { LevelText } from "./steps";

export const engines = new Engines();

export interface GameValue {
  /** The moves of this attempt. */
  moves: readonly string[];
  scene: Scene | null;
  state: "open" | "won" | "lost";
  /** Why the level cannot be played. */
  failure: string | null;
}

const NOTHING: GameValue = { moves: [], scene: null, state: "open", failure: null };

export const game = new Store<GameValue>(NOTHING);

/** Whoever logs what was done, and when by the page's clock. */
export type Hear = (event: string, at: number) => void;

interface Input {
  what: string;
  at: number;
}

/** Inputs that wait are made together, but no more of them than this. */
const MOST_WAITING = 30;

let level: LevelText = { text: "" };
let hear: Hear = () => {};
let waiting: Input[] = [];
/** Counts the levels; an answer about an older one is dropped. */
let begun = 0;
let isWorking = false;
let working: Promise<void> = Promise.resolve();

/** Done when all moves made so far are logged. */
export const settled = (): Promise<void> => working;

/** Shows a level as it is after these events, and is done when it is seen. */
export async function begin(shown: LevelText, events: readonly string[], listener: Hear): Promise<void> {
  const mine = ++begun;
  level = shown;
  hear = listener;
  waiting = [];
  isWorking = false;
  if (engines.isBusy("play")) engines.cancel("play");
  game.set(NOTHING);
  await guarded(mine, async () => {
    const moves = attemptOf(events);
    const { state } = await look(mine, moves);
    // The page was left between the last move and its log.
    if (mine === begun && state === "won" && events.at(-1) !== "solve") hear("solve", performance.now());
  });
}

/** Tries once more after the engine broke down. */
export function tryAgain(): void {
  const mine = begun;
  const { moves } = game.get();
  game.set({ failure: null });
  void guarded(mine, async () => void (await look(mine, moves)));
}

/** A move, `undo` or `reset`. */
export function press(what: string): void {
  if (game.get().scene === null || waiting.length >= MOST_WAITING) return;
  waiting.push({ what, at: performance.now() });
  if (!isWorking) working = work();
}

async function work(): Promise<void> {
  const mine = begun;
  isWorking = true;
  await guarded(mine, async () => {
    while (mine === begun && waiting.length > 0) await next(mine);
  });
  if (mine === begun) {
    waiting = [];
    isWorking = false;
  }
}

async function next(mine: number): Promise<void> {
  const { moves, state } = game.get();
  const { what, at } = waiting[0]!;
  if (what === "undo" || what === "reset") {
    waiting.shift();
    // What is won stays won until it is begun again.
    if (moves.length === 0 || (what === "undo" && state === "won")) return;
    await look(mine, what === "undo" ? moves.slice(0, -1) : []);
    if (mine === begun) hear(what, at);
    return;
  }
  const other = waiting.findIndex((input) => input.what === "undo" || input.what === "reset");
  const made = waiting.splice(0, other === -1 ? waiting.length : other);
  if (state !== "open") return;
  const { answer } = await ask([...moves, ...made.map((input) => input.what)]);
  if (mine !== begun) return;
  const n = answer.moves.length - moves.length;
  const letters = answer.letters?.length === answer.moves.length ? answer.letters : null;
  made.slice(0, n).forEach((input, i) => hear(eventOf(input.what, letters?.[moves.length + i]), input.at));
  if (answer.state === "won") hear("solve", made[n - 1]?.at ?? at);
  // The one that was not possible is passed over.
  else waiting.unshift(...made.slice(n + 1));
  if (n > 0) game.set({ moves: answer.moves, scene: answer.scene, state: answer.state });
}

async function look(mine: number, moves: readonly string[]) {
  const { answer } = await ask(moves);
  if (mine === begun) game.set({ moves: answer.moves, scene: answer.scene, state: answer.state });
  return answer;
}

function ask(moves: readonly string[]) {
  return engines.ask("play", { ...level, moves, light: false }, { lane: "play" });
}

async function guarded(mine: number, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (mine !== begun || error instanceof Outdated) return;
    game.set({ failure: error instanceof Error ? error.message : String(error) });
  }
}
