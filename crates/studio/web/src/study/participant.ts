// One player on the way through the study: joins, is shown the current step, and hands in what
// was done. All that the server has to know is taken there in order.

import { Outdated } from "../engine/interface";
import { Declined } from "../engine/server";
import { Store } from "../state/store";
import { eventsOf } from "./attempt";
import { Courier } from "./courier";
import { begin, press, settled } from "./game";
import { Diverged, Journal, MOST_EVENTS } from "./journal";
import {
  forgetOthersMoves,
  keepAnswers,
  keepDraft,
  keepMoves,
  keepPlace,
  keptAnswers,
  type Place,
  placeOfTab,
  strandedAnswers,
} from "./memory";
import { type Answers, type PlayStep, type Step, stepIn } from "./steps";

/** What there is to be seen. */
export type Screen =
  | Step
  | { step: "loading" }
  | { step: "declined" }
  /** There is no way on, but perhaps by joining anew. */
  | { step: "stopped"; message: string };

export interface StudyValue {
  title: string | null;
  screen: Screen;
  /** Why nothing arrives at the server at the moment. */
  trouble: string | null;
  /** Something is on its way that the next step depends on. */
  isSending: boolean;
}

export const study = new Store<StudyValue>({
  title: null,
  screen: { step: "loading" },
  trouble: null,
  isSending: false,
});

/** How often what was played is sent, in milliseconds. */
const TICK = 1000;

let code: string | null = null;
/** Counts those who had this device: what concerns an earlier one is over. */
let player = 0;
let place: Place | null = null;
let courier = new Courier(null, () => {});
let journal: Journal | null = null;

const hear = (trouble: Error | null): void => {
  const said = trouble === null ? null : trouble.message;
  if (study.get().trouble !== said) study.set({ trouble: said });
};

export const placeId = (): string | null => place?.id ?? null;

/** Goes on where the tab was, or joins with the code of the address. */
export async function start(given: string | null): Promise<void> {
  const known = placeOfTab();
  code = given ?? known?.code ?? null;
  if (code === null) return stop("This address is not complete. Please ask for the link or the code to scan.");
  if (known === null || known.code !== code) return join();
  enter(known);
  for (const id of strandedAnswers(known.id)) void handInStranded(id);
  await refresh();
}

/** A new player, on this device. */
export async function join(): Promise<void> {
  if (code === null) return;
  leavePlace();
  for (const id of strandedAnswers(null)) void handInStranded(id);
  study.set({ screen: { step: "loading" } });
  courier = new Courier(null, hear);
  await attempt(async () => {
    const { token } = await courier.deliver<{ token: string }>("join", { code });
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16)).join("");
    enter({ code: code!, token, id, title: null });
    forgetOthersMoves(id, Date.now());
    show(await courier.deliver<Step>("now"));
  });
}

function enter(known: Place): void {
  place = known;
  keepPlace(known);
  courier.end();
  courier = new Courier(known.token, hear);
  study.set({ title: known.title, trouble: null, isSending: false });
}

function leavePlace(): void {
  player++;
  courier.end();
  journal = null;
  place = null;
  keepPlace(null);
  study.set({ title: null, trouble: null, isSending: false });
}

function stop(message: string): void {
  study.set({ screen: { step: "stopped", message }, trouble: null, isSending: false });
}

/** Does something that the server may refuse. */
async function attempt(act: () => Promise<void>): Promise<void> {
  const mine = player;
  try {
    await act();
  } catch (error) {
    if (mine === player && !(error instanceof Outdated)) await refused(error);
  }
}

async function refused(error: unknown): Promise<void> {
  // Someone else went on from here: what this page has beyond that does not fit any more.
  const isElsewhere = error instanceof Diverged || (error instanceof Declined && error.status === 409);
  if (isElsewhere) {
    if (place !== null) keepMoves(place.id, null);
    const now = error instanceof Declined ? stepIn(error.said) : null;
    return now === null ? refresh() : show(now);
  }
  if (error instanceof Declined && error.status === 401) {
    const message = "The study does not know this place any more. You can begin anew.";
    leavePlace();
    return stop(message);
  }
  if (error instanceof Declined && error.status === 403) {
    return stop("This link does not belong to the study that runs now. Please ask for the new one.");
  }
  // What is refused for good is not offered again.
  if (error instanceof Declined && place !== null) {
    keepMoves(place.id, null);
    keepAnswers(place.id, null);
  }
  stop(error instanceof Error ? error.message : String(error));
}

/** Asks which step is the current one. */
export async function refresh(): Promise<void> {
  await attempt(async () => show(await courier.deliver<Step>("now")));
}

function show(step: Step): void {
  if (place === null) return;
  if (step.step === "consent" && place.title !== step.title) {
    place = { ...place, title: step.title };
    keepPlace(place);
    study.set({ title: step.title });
  }
  if (step.step !== "play") keepMoves(place.id, null);
  const kept = keptAnswers(place.id);
  if (kept !== null && (step.step !== "questions" || step.round !== kept.answers.round)) keepAnswers(place.id, null);
  journal = null;
  study.set({ screen: step, isSending: false });
  if (step.step === "tutorial") void begin(step.level, [], () => {});
  else if (step.step === "play") play(step, place.id);
  else if (step.step === "questions" && kept?.answers.round === step.round) void handIn(kept.answers);
}

function play(step: PlayStep, id: string): void {
  const log = new Journal(id, step, courier);
  journal = log;
  const events = [...eventsOf(step.played.log), ...log.unsent.map(({ e }) => e)];
  void begin(step.level, events, (event, at) => log.add(event, at));
  if (log.left !== null) void goOn(performance.now());
}

// What the player does.

/** A move, `undo` or `reset`. */
export function move(what: string): void {
  // The level is left, even if the server has not heard of it yet.
  if (study.get().isSending) return;
  if (journal === null || journal.length < MOST_EVENTS) press(what);
  else study.set({ trouble: "These are as many moves as a level may have." });
}

export function consent(agreed: boolean): void {
  void sent(async () => {
    const step = await courier.deliver<Step>("consent", { agreed });
    if (agreed) return show(step);
    leavePlace();
    study.set({ screen: { step: "declined" } });
  });
}

export function leaveTutorial(n: number): void {
  void sent(async () => show(await courier.deliver<Step>("tutorial", { n })));
}

/** Leaves the level for the next step. */
export async function goOn(at: number): Promise<void> {
  const log = journal;
  if (log === null) return;
  const t = log.leave(at);
  await sent(async () => {
    await settled();
    await log.flush();
    const { round, position } = log;
    const step = await courier.deliver<Step>("continue", { round, position, t });
    log.forget();
    show(step);
  });
}

export async function handIn(answers: Answers): Promise<void> {
  if (place === null) return;
  const { id, token } = place;
  keepAnswers(id, { token, answers });
  await sent(async () => {
    const step = await courier.deliver<Step>("answers", answers);
    keepAnswers(id, null);
    keepDraft(id, answers.round, null);
    show(step);
  });
}

async function sent(act: () => Promise<void>): Promise<void> {
  if (study.get().isSending) return;
  study.set({ isSending: true });
  const mine = player;
  await attempt(act);
  if (mine === player) study.set({ isSending: false });
}

/** Takes the finished answers of a player whose tab is gone to the server. */
async function handInStranded(id: string): Promise<void> {
  const kept = keptAnswers(id);
  if (kept === null) return;
  try {
    await new Courier(kept.token, () => {}).deliver("answers", kept.answers);
  } catch {
    // The server knows better.
  }
  keepAnswers(id, null);
}

// What goes on beside that.

/** Whether an answer would be lost to whoever looks at the page only. */
export const isAnswerWaiting = (): boolean => place !== null && keptAnswers(place.id) !== null;

export function watch(): void {
  const tick = (): void => {
    const log = journal;
    if (log === null || log.unsent.length === 0 || log.isSending) return;
    void attempt(() => log.flush());
  };
  setInterval(tick, TICK);
  window.addEventListener("pagehide", () => journal?.throwOver());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") tick();
  });
  window.addEventListener("online", () => courier.tryNow());
  window.addEventListener("beforeunload", (event) => {
    if (isAnswerWaiting()) event.preventDefault();
  });
}
