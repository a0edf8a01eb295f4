// Playing the level oneself: the moves so far, with undo, and the light that says whether it can
// still be won.

import { type Hint, type Light, Outdated, Refused, type Scene, type Stuck } from "../engine/interface";
import { Store } from "./store";
import { askAbout, complain, engines, studio } from "./studio";

export interface PlayValue {
  /** The change of the drawing that is played. */
  drawn: number;
  moves: readonly string[];
  undone: readonly string[];
  scene: Scene | null;
  state: "open" | "won" | "lost";
  light: Light | "looking";
  /** After so many moves winning became impossible. */
  fatal: number | null;
  stuck: Stuck | null;
  actions: readonly string[];
  hint: Hint | null;
  bump: string | null;
  refusal: string | null;
  /** A win from where play stands, for the one who asks to see it. */
  rest: readonly string[] | null;
}

/** Nothing played yet. */
export const fresh: PlayValue = {
  drawn: -1,
  moves: [],
  undone: [],
  scene: null,
  state: "open",
  light: "looking",
  fatal: null,
  stuck: null,
  actions: [],
  hint: null,
  bump: null,
  refusal: null,
  rest: null,
};

export const play = new Store<PlayValue>(fresh);

/** Begins with the drawing as it is now; goes on if it is still the same. */
export function beginPlay(): void {
  const { drawn } = studio.get();
  if (play.get().drawn === drawn && play.get().scene !== null) return;
  play.set({ ...fresh, drawn });
  void look([], []);
}

export function restart(): void {
  play.set({ ...fresh, drawn: studio.get().drawn });
  void look([], []);
}

let asked = 0;

async function look(moves: readonly string[], later: readonly string[]): Promise<void> {
  const mine = ++asked;
  if (engines.isBusy("play")) engines.cancel("play");
  try {
    const { answer } = await askAbout("play", { moves, light: false }, "play");
    if (mine !== asked) return;
    const refused = answer.impossible;
    play.set({
      moves: answer.moves,
      undone: later,
      scene: answer.scene,
      state: answer.state,
      hint: null,
      rest: null,
      stuck: null,
      light: answer.state === "won" ? "won" : "looking",
      refusal: null,
      actions: answer.actions.map(({ name }) => name),
      bump: refused === null ? null : `${refused.action}: ${refused.why}`,
    });
    if (answer.state === "won") return;
    const { answer: lit } = await askAbout(
      "play",
      { moves: answer.moves, scene: false, limits: { states: 1_000_000 } },
      "play",
      true,
    );
    if (mine === asked) play.set({ light: lit.light, fatal: lit.fatal, stuck: lit.stuck ?? null, rest: lit.rest });
  } catch (error) {
    if (mine !== asked || error instanceof Outdated) return;
    if (error instanceof Refused) play.set({ refusal: error.refusal.message, scene: null });
    else complain(error);
    play.set({ light: "unknown" });
  }
}

export function move(action: string): void {
  const { moves, state } = play.get();
  if (state !== "open") return;
  void look([...moves, action], []);
}

export function takeBack(): void {
  const { moves, undone } = play.get();
  const last = moves.at(-1);
  if (last !== undefined) void look(moves.slice(0, -1), [last, ...undone]);
}

export function moveAgain(): void {
  const { moves, undone } = play.get();
  const [next, ...later] = undone;
  if (next !== undefined) void look([...moves, next], later);
}

/** Back to the last state from which the level could be won. */
export function backToHope(): void {
  const { moves, fatal } = play.get();
  if (fatal !== null && fatal > 0) void look(moves.slice(0, fatal - 1), moves.slice(fatal - 1));
}

export async function askHint(): Promise<void> {
  try {
    const { answer } = await askAbout("hint", { moves: play.get().moves }, "play", true);
    play.set({ hint: answer });
  } catch (error) {
    complain(error);
  }
}
