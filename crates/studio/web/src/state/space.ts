// The states of the level as a graph: asked for when somebody wants to see them, laid out by a
// worker, and walked through.

import { Broken, Outdated, Refused, type Region, type Scene } from "../engine/interface";
import type { Who } from "../engine/engines";
import type { FromWorker } from "../engine/worker";
import { BANDS, Graph } from "../graph/graph";
import { type Layout, layoutOf, type Unlaid } from "../graph/layout";
import { findings, mainResult } from "./findings";
import { Store } from "./store";
import { askAbout, complain, engines, studio } from "./studio";

export interface SpaceValue {
  /** The change of the drawing that this is about. */
  drawn: number;
  graph: Graph | null;
  /** Why there is none, once that is known. */
  refusal: string | null;
  who: Who;
  seconds: number;
  /** The state that is chosen, and the one that the mouse is over. */
  selected: number | null;
  hovered: number | null;
  /** The state whose picture is shown, and that picture, once it is there. */
  shown: number | null;
  scene: Scene | null;
  /** The only region that is shown in full, if one is. */
  only: Region | null;
}

const nothing: SpaceValue = {
  drawn: -1,
  graph: null,
  refusal: null,
  who: "browser",
  seconds: 0,
  selected: null,
  hovered: null,
  shown: null,
  scene: null,
  only: null,
};

export const space = new Store<SpaceValue>(nothing);

const scenes = new Map<number, Scene>();

/** Pictures that are kept, so that going back and forth is quick. */
const MOST_SCENES = 300;

/** Lays out the drawing as it is now, unless that was done. */
export function beginSpace(): void {
  const { drawn } = studio.get();
  const now = space.get();
  if (now.drawn === drawn && (now.graph !== null || now.refusal !== null || engines.isBusy("space"))) return;
  space.set({ ...nothing, drawn });
  scenes.clear();
  if (engines.isBusy("space")) engines.cancel("space");
  lay(drawn).catch((error: unknown) => {
    if (space.get().drawn !== drawn) return;
    if (error instanceof Outdated) space.set({ drawn: -1 });
    else space.set({ refusal: error instanceof Error ? error.message : String(error) });
  });
}

async function lay(drawn: number): Promise<void> {
  const { answer, seconds, who } = await asked();
  const { nodes, moves } = answer;
  const bands = answer.regions.map((region) => BANDS.indexOf(region));
  const band = nodes.region.map((region) => bands[region]!);
  const layout = await laidOut({ depth: nodes.depth, band, from: moves.from, to: moves.to });
  if (space.get().drawn !== drawn) return;
  space.set({ graph: new Graph(answer, layout), seconds, who });
  show(0);
}

async function asked() {
  const main = mainResult(findings.get());
  // What cannot be won has no way; where it is not known, the engine looks for one.
  const moves = main?.answer === "violated" ? [] : main?.moves;
  if (moves == null) return askAbout("states", {}, "space", true);
  try {
    return await askAbout("states", { moves }, "space", true);
  } catch (error) {
    // Where a move has several outcomes, names may not lead along the solution.
    if (error instanceof Refused) return askAbout("states", {}, "space", true);
    throw error;
  }
}

/** A layout by a worker of its own; without one, here. */
function laidOut(unlaid: Unlaid): Promise<Layout> {
  return new Promise<Layout>((resolve, reject) => {
    const worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      worker.terminate();
      if ("laid" in data) resolve(data.laid);
      else reject(new Broken("broken" in data ? data.broken : "there was no layout"));
    };
    worker.onerror = () => {
      worker.terminate();
      reject(new Broken("the worker did not start"));
    };
    worker.postMessage({ unlaid });
  }).catch(() => layoutOf(unlaid));
}

export function select(state: number): void {
  space.set({ selected: state });
}

export function hover(state: number | null): void {
  const { hovered, selected } = space.get();
  if (hovered === state) return;
  space.set({ hovered: state });
  const shown = state ?? selected;
  if (shown !== null) picture(shown);
}

/** Chooses a state and shows its picture. */
export function show(state: number): void {
  select(state);
  picture(state);
}

let last = 0;

/** The picture of a state; of several that are asked for quickly, the last one's. */
function picture(state: number): void {
  const mine = ++last;
  space.set({ shown: state, scene: scenes.get(state) ?? null });
  const { graph } = space.get();
  const moves = graph?.movesTo(state) ?? null;
  if (moves === null || scenes.has(state)) return;
  setTimeout(() => {
    if (mine !== last) return;
    askAbout("scene", { moves }, "space").then(
      ({ answer }) => {
        if (space.get().graph !== graph) return;
        if (scenes.size >= MOST_SCENES) scenes.clear();
        scenes.set(state, answer);
        if (mine === last) space.set({ scene: answer });
      },
      (error: unknown) => mine === last && complain(error),
    );
  }, 60);
}

export function setOnly(region: Region): void {
  space.set({ only: space.get().only === region ? null : region });
}
