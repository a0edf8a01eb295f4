// What the tab remembers of a player, and what the browser keeps of moves and answers until the
// server has them. Without a store all of it holds until the page is closed.

import type { Answers, LoggedEvent } from "./steps";

/** A player's place in the study. It is the tab's: the token is never in an address. */
export interface Place {
  /** The code that let the player in, and lets the next one in. */
  code: string;
  token: string;
  /** Names what is kept; says nothing of the token. */
  id: string;
  title: string | null;
}

/** Moves that the server did not acknowledge yet. */
export interface KeptMoves {
  round: number;
  position: number;
  /** How many events were acknowledged before these. */
  from: number;
  events: LoggedEvent[];
  /** When the level was shown, by the clock of the device. */
  shown: number;
  /** The player went on at this time of the level's clock, and the server does not know yet. */
  left: number | null;
}

/** Finished answers that the server did not acknowledge. Their token lies beside them, so that they
 * arrive even if the tab was closed meanwhile. */
export interface KeptAnswers {
  token: string;
  answers: Answers;
}

const PLACE = "playproof-study/place";
const MOVES = "playproof-study/moves/";
const ANSWERS = "playproof-study/answers/";
const DRAFT = "playproof-study/draft/";

function read<T>(store: () => Storage, key: string): T | null {
  try {
    const text = store().getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

function write(store: () => Storage, key: string, value: unknown): void {
  try {
    if (value === null) store().removeItem(key);
    else store().setItem(key, JSON.stringify(value));
  } catch {
    // It is in memory still.
  }
}

const tab = (): Storage => sessionStorage;
const browser = (): Storage => localStorage;

export const placeOfTab = (): Place | null => read<Place>(tab, PLACE);
export const keepPlace = (place: Place | null): void => write(tab, PLACE, place);

export const keptMoves = (id: string): KeptMoves | null => read<KeptMoves>(browser, MOVES + id);
export const keepMoves = (id: string, kept: KeptMoves | null): void => write(browser, MOVES + id, kept);

export const keptAnswers = (id: string): KeptAnswers | null => read<KeptAnswers>(browser, ANSWERS + id);
export const keepAnswers = (id: string, kept: KeptAnswers | null): void => write(browser, ANSWERS + id, kept);

/** Answers as far as they are given, for a reload. */
export const draftOf = <T>(id: string, round: number): T | null => read<T>(tab, `${DRAFT}${id}/${round}`);
export const keepDraft = (id: string, round: number, draft: unknown): void =>
  write(tab, `${DRAFT}${id}/${round}`, draft);

/** Answers of players whose tab is gone, by the name of their place. */
export function strandedAnswers(own: string | null): string[] {
  return kept(ANSWERS).filter((id) => id !== own);
}

/** Moves without their tab are of no use: no one may send them. */
export function forgetOthersMoves(own: string, now: number): void {
  const DAY = 86_400_000;
  for (const id of kept(MOVES)) {
    const moves = keptMoves(id);
    if (id !== own && (moves === null || now - moves.shown > DAY)) keepMoves(id, null);
  }
}

function kept(beginning: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(beginning))
      .map((key) => key.slice(beginning.length));
  } catch {
    return [];
  }
}
