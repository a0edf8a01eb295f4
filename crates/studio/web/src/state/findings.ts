// What the engine finds out about the drawing, anew after every change: first whether it holds
// what is required, then why not or how it is won. What was asked about an older drawing is
// cancelled.

import type { LaneName, Who } from "../engine/engines";
import {
  type Diagnostic,
  type Explained,
  type Lost,
  type Measured,
  Outdated,
  Refused,
  type Refusal,
  type Repaired,
  type Result,
  type Scene,
} from "../engine/interface";
import { type Drawing, fieldsOf } from "../level/drawing";
import { capital, ended } from "../level/words";
import { Store } from "./store";
import { askAbout, complain, drawingOf, engines, settle, studio } from "./studio";

export interface Findings {
  /** The change of the drawing that this is about. */
  revision: number;
  /** The change that the results are about: older ones are shown for a moment only. */
  answered: number;
  /** What broke down, so that there is no answer. */
  broken: string | null;
  isBusy: boolean;
  /** Requirements that are not answered yet; older answers to them are shown till then. */
  pending: readonly string[];
  /** The states seen so far, while it goes on. */
  states: number | null;
  results: readonly Result[];
  /** Why there are no results: the level is none. */
  refusal: Refusal | null;
  warnings: readonly Diagnostic[];
  seconds: number | null;
  who: Who | null;
  /** From the stroke to the verdict, in milliseconds. */
  delay: number | null;
  solution: Scene | null;
  /** The level as it stands, where there is no drawing of letters. */
  still: Scene | null;
  solutionMoves: readonly string[] | null;
  explained: Explained | null;
  repaired: Repaired | null;
  lost: Lost | null;
  others: readonly { moves: readonly string[]; scene: Scene | null }[] | null;
  othersSentence: string | null;
  measured: Measured | null;
  /** What a button was pressed for and is not answered yet. */
  waiting: readonly string[];
}

/** What follows a verdict, where nothing was asked for yet. */
const unasked = {
  explained: null,
  repaired: null,
  lost: null,
  others: null,
  othersSentence: null,
  measured: null,
  waiting: [],
};

const none: Findings = {
  ...unasked,
  revision: -1,
  answered: -1,
  broken: null,
  isBusy: false,
  pending: [],
  states: null,
  results: [],
  refusal: null,
  warnings: [],
  seconds: null,
  who: null,
  delay: null,
  solution: null,
  solutionMoves: null,
  still: null,
};

export const findings = new Store<Findings>(none);

/** How long an answer about the drawing before is shown, in milliseconds. */
const STALE = 250;

const unanswered: Partial<Findings> = {
  results: [],
  refusal: null,
  solution: null,
  solutionMoves: null,
  still: null,
  who: null,
  seconds: null,
};

/** What every level is asked first. */
const MAIN = "solvable";

/** Searches go through more and more states, so that there is something to tell. */
const LADDER = [20_000, 200_000, 2_000_000];

/** What an answer says, without the name of the property that stands beside it. */
export function plainSentence({ property, sentence }: { property: string; sentence: string }): string {
  const rest = sentence.startsWith(property) ? sentence.slice(property.length) : sentence;
  return rest.replace(/^ (holds|violated|unknown)[:,]? ?/, "");
}

export const mainResult = ({ results }: Findings): Result | null =>
  results.find(({ property }) => property === MAIN) ?? null;

let lastRevision = -1;
/** The text that was read last: what the palette and the messages are about. */
let lastRead = "";
const readingOf = ({ text, file, level, game }: Drawing): string => JSON.stringify([text, file, level, game]);

/** Begins anew whenever the drawing changed. */
export function watchDrawing(): void {
  studio.listen(() => {
    const { revision, engine } = studio.get();
    if (engine !== "ready" || revision === lastRevision) return;
    lastRevision = revision;
    void look(revision);
  });
}

async function look(revision: number): Promise<void> {
  const start = performance.now();
  for (const lane of ["drawing", "lights", "reasons", "asked", "pane"] as const) {
    if (engines.isBusy(lane)) engines.cancel(lane);
  }
  // What is shown stays until there is something new, unless it would be wrong by now.
  findings.set({
    revision,
    isBusy: true,
    broken: null,
    states: null,
    ...unasked,
  });
  setTimeout(() => {
    const now = findings.get();
    if (now.revision === revision && now.answered !== revision) findings.set(unanswered);
  }, STALE);
  try {
    // After a stroke the text around the level is the same as before.
    if (readingOf(drawingOf(studio.get())) !== lastRead) await open(revision);
    await verify(revision, start);
    if (drawingOf(studio.get()).rows !== null) await write(revision);
  } catch (error) {
    if (error instanceof Outdated) return;
    const broken = error instanceof Error ? error.message : String(error);
    findings.set({ ...unanswered, isBusy: false, pending: [], broken });
  }
}

async function open(revision: number): Promise<void> {
  const { rows: _, ...fields } = fieldsOf(drawingOf(studio.get()));
  const { answer } = await engines.ask("open", fields, { lane: "drawing", drawing: revision });
  if (studio.get().revision !== revision) throw new Outdated();
  const drawing = drawingOf(studio.get());
  const level = answer.levels[drawing.level] ?? answer.levels[0];
  lastRead = readingOf(drawing);
  if (drawing.rows === null && level?.rows != null) settle({ rows: level.rows }, revision);
  studio.set({
    game: level?.game ?? answer.game,
    hasText: answer.has_text,
    levels: answer.levels,
    // While rules are being typed there may be no palette; the last one serves till then.
    ...(answer.palette.length > 0 || answer.levels.length > 0 ? { palette: answer.palette } : {}),
    ...(level === undefined ? {} : { lastRows: level.rows }),
    diagnostics: answer.diagnostics,
  });
}

async function write(revision: number): Promise<void> {
  try {
    const { answer } = await askAbout("write", {}, "pane");
    settle({ text: answer.text }, revision);
    lastRead = readingOf(drawingOf(studio.get()));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

/** The verdict first, and then the other requirements, so that they do not keep it waiting. */
async function verify(revision: number, start: number): Promise<void> {
  const others = studio.get().requirements.filter((property) => property !== MAIN);
  findings.set({ pending: [MAIN, ...others] });
  const isLevel = await decide(
    [MAIN],
    "drawing",
    (found) => {
      const { warnings, seconds, who } = found;
      findings.set({
        warnings,
        seconds,
        who,
        answered: revision,
        isBusy: found.goesOn,
        refusal: null,
        results: found.results,
        states: Math.max(0, ...found.results.map((result) => result.states ?? 0)),
        ...(found.rung === 0 ? { delay: performance.now() - start } : {}),
      });
      if (studio.get().game !== found.game) studio.set({ game: found.game });
      // What follows goes on by itself: the search does not wait for pictures.
      if (found.rung === 0 || !found.goesOn) void follow(revision);
    },
    (refusal) => {
      findings.set({
        isBusy: false,
        answered: revision,
        results: [],
        refusal,
        warnings: [],
        seconds: null,
        who: null,
        states: null,
        pending: [],
        solution: null,
        solutionMoves: null,
        still: null,
        delay: performance.now() - start,
      });
    },
  );
  if (!isLevel || others.length === 0) return;
  const main = findings.get().results;
  const tell = ({ results }: Decided): void => findings.set({ results: [...main, ...results] });
  decide(others, "lights", tell, () => {}).catch((error: unknown) => {
    if (!(error instanceof Outdated)) findings.set({ pending: [] });
    complain(error);
  });
}

interface Decided {
  results: readonly Result[];
  warnings: readonly Diagnostic[];
  game: string;
  seconds: number;
  who: Who;
  rung: number;
  goesOn: boolean;
}

/** Climbs the ladder; says whether there was a level to ask about. */
async function decide(
  properties: readonly string[],
  lane: LaneName,
  tell: (found: Decided) => void,
  refuse: (refusal: Refusal) => void,
): Promise<boolean> {
  let seconds = 0;
  for (const [rung, states] of LADDER.entries()) {
    const isLong = rung > 0;
    // The native engine has limits of its own, which are wider.
    const fields = isLong && engines.native !== null ? { properties } : { properties, limits: { states } };
    try {
      const { answer, seconds: spent, who } = await askAbout("verify", fields, lane, isLong);
      seconds += spent;
      const isStopped = answer.results.some((result) => result.answer === "unknown" && result.stopped === "states");
      const goesOn = isStopped && "limits" in fields && rung + 1 < LADDER.length;
      findings.set({ pending: findings.get().pending.filter((property) => goesOn || !properties.includes(property)) });
      // The answer names a property in its own spelling; lights go by the one that was asked.
      const results = answer.results.map((result, i) => ({ ...result, asked: properties[i] }));
      tell({ results, warnings: answer.diagnostics, game: answer.game, seconds, who, rung, goesOn });
      if (!goesOn) return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(error.refusal);
      return false;
    }
  }
  return true;
}

/** The solution to play, or why there is none. */
async function follow(revision: number): Promise<void> {
  const main = mainResult(findings.get());
  if (main === null) return;
  try {
    const moves = main.answer === "holds" ? main.moves : null;
    if (moves === null) {
      findings.set({ solution: null, solutionMoves: null });
    } else if (findings.get().solutionMoves !== moves) {
      const { answer } = await askAbout("scene", { moves }, "reasons");
      if (studio.get().revision === revision) findings.set({ solution: answer, solutionMoves: moves });
    }
    const isDrawn = drawingOf(studio.get()).rows !== null;
    const still = isDrawn ? null : (await askAbout("scene", { moves: [] }, "reasons")).answer;
    if (studio.get().revision === revision) findings.set({ still });
    const limits = { states: 200_000 };
    if (findings.get().explained === null) {
      const { answer } = await askAbout("explain", { limits }, "reasons");
      if (studio.get().revision === revision) findings.set({ explained: answer });
    }
  } catch (error) {
    if (!(error instanceof Refused)) complain(error);
  }
}

// What is asked for by a button.

async function waited(what: string, work: () => Promise<void>): Promise<void> {
  const { waiting, revision } = findings.get();
  if (waiting.includes(what)) return;
  findings.set({ waiting: [...waiting, what] });
  try {
    await work();
  } catch (error) {
    complain(error);
  } finally {
    const now = findings.get();
    if (now.revision === revision) findings.set({ waiting: now.waiting.filter((one) => one !== what) });
  }
}

export const askRepairs = (): Promise<void> =>
  waited("repairs", async () => {
    const { answer } = await askAbout("repair", {}, "asked", true);
    findings.set({ repaired: answer });
  });

export const askLosing = (): Promise<void> =>
  waited("losing", async () => {
    const { answer } = await askAbout("lose", {}, "asked", true);
    findings.set({ lost: answer });
  });

export const askOthers = (): Promise<void> =>
  waited("others", async () => {
    const { answer } = await askAbout("alternatives", { n: 3 }, "asked", true);
    findings.set({ others: answer.runs, othersSentence: ended(capital(plainSentence(answer.result))) });
  });

export const askFigures = (): Promise<void> =>
  waited("figures", async () => {
    const { answer } = await askAbout("measure", { limits: { states: 300_000 } }, "work", true);
    findings.set({ measured: answer });
  });

export function cancelSearch(): void {
  for (const lane of ["drawing", "lights", "reasons", "asked", "work"] as const) engines.cancel(lane);
  const { answered, revision } = findings.get();
  findings.set({ ...(answered === revision ? {} : unanswered), isBusy: false, pending: [], waiting: [] });
}
