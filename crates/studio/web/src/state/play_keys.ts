// What keys mean in play. They stand for the words that names of actions are made of: `run-right+jump` is what the keys
// for run, right and jump ask for together.

const WORDS: Record<string, readonly string[]> = {
  ArrowLeft: ["left"],
  ArrowRight: ["right"],
  ArrowUp: ["up", "jump"],
  ArrowDown: ["down"],
  a: ["left"],
  d: ["right"],
  w: ["up", "jump"],
  s: ["down"],
  Shift: ["run"],
  " ": ["jump", "action", "use", "wait", "none", "stay"],
  x: ["action", "use", "jump"],
};

export const isPlayKey = (key: string): boolean => keyName(key) in WORDS;
export const keyName = (key: string): string => (key.length === 1 ? key.toLowerCase() : key);

/** The action that the keys held down ask for: each of its words by a key, each key by a word.
 * Running is a manner of moving, so its key may be held in vain. */
export function actionOf(held: ReadonlySet<string>, actions: readonly string[]): string | null {
  const cost = (action: string): number => {
    const words = action
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word !== "");
    const places = [...held].map((key) => (WORDS[key] ?? []).findIndex((word) => words.includes(word)));
    const isIdle = [...held].some((key, i) => places[i] === -1 && key !== "Shift");
    const isAsked = words.every((word) => [...held].some((key) => WORDS[key]?.includes(word) === true));
    if (words.length === 0 || isIdle || !isAsked) return Infinity;
    // A key's first word is what it stands for, the others are what it may do instead.
    return places.reduce((sum, place) => sum + (place === -1 ? 100 : place), 0);
  };
  const ranked = actions.map((action) => ({ action, cost: cost(action) })).filter((one) => one.cost < Infinity);
  ranked.sort((a, b) => a.cost - b.cost);
  return ranked[0]?.action ?? null;
}
