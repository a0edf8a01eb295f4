// What the server of a study says: which step a player is at, and what belongs to it.

export interface LevelText {
  text: string;
  file?: string;
}

export interface PlayStep {
  step: "play";
  round: number;
  rounds: number;
  position: number;
  level: LevelText;
  /** How many events are stored. */
  seq: number;
  /** Those events, with a space between two, and the time of the last. */
  played: { log: string; t: number };
}

export interface QuestionsStep {
  step: "questions";
  round: number;
  rounds: number;
  levels: [LevelText, LevelText];
}

export interface TutorialStep {
  step: "tutorial";
  n: number;
  of: number;
  level: LevelText;
}

export type Step =
  | { step: "consent"; title: string; text: string }
  | TutorialStep
  | PlayStep
  | QuestionsStep
  | { step: "done" }
  | { step: "full" };

/** `e` is a move (a capital where something was pushed), `reset`, `undo` or `solve`; `t` are
 * milliseconds since the level was shown. */
export interface LoggedEvent {
  t: number;
  e: string;
}

export interface Stars {
  interesting: number;
  difficult: number;
}

export interface Answers {
  round: number;
  more_interesting: number;
  more_difficult: number;
  stars: [Stars, Stars];
}

/** The step that a refusal names as the current one. */
export function stepIn(said: unknown): Step | null {
  const now = typeof said === "object" && said !== null && "now" in said ? said.now : null;
  return typeof now === "object" && now !== null && "step" in now ? (now as Step) : null;
}
