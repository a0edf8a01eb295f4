// What a log comes to: the moves since the level was begun, or begun again.

const LETTERS: Record<string, string> = { u: "up", d: "down", l: "left", r: "right" };
export const ACTIONS = Object.values(LETTERS);

/** The moves that count now. */
export function attemptOf(events: readonly string[]): string[] {
  let moves: string[] = [];
  for (const event of events) {
    const action = LETTERS[event.toLowerCase()];
    if (action !== undefined) moves.push(action);
    else if (event === "undo") moves.pop();
    else if (event === "reset") moves = [];
  }
  return moves;
}

/** A move as the log has it; the game's own letter says whether something was pushed. */
export function eventOf(action: string, letter: string | undefined): string {
  const small = action.charAt(0);
  return letter === small.toUpperCase() ? letter : small;
}

/** The events of a log as text, with a space between two. */
export const eventsOf = (log: string): string[] => log.split(" ").filter((event) => event !== "");
