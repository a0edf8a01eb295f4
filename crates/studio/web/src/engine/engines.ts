// Who is asked. The browser's own engine comes first; where the page came from
// `playproof studio`, what takes long goes to the native one too, and the first answer wins.

import { type CallName, type Calls, Outdated, Refused, type Refusal } from "./interface";
import { Lane } from "./lane";
import { Native, type Progress } from "./native";
import { Declined } from "./server";

export type Who = "browser" | "native";

export interface Reply<T> {
  answer: T;
  seconds: number;
  who: Who;
}

/** Lanes do not wait for each other, and each is cancelled on its own. */
export type LaneName = "drawing" | "lights" | "reasons" | "asked" | "play" | "work" | "pane" | "save" | "space";

export interface Asking {
  lane: LaneName;
  /** Counts the strokes; the server drops jobs of older drawings. */
  drawing?: number;
  hear?: (progress: Progress) => void;
  /** Whether the native engine may be asked as well. */
  isLong?: boolean;
}

/** After this long the native engine is asked too, in milliseconds. */
const PATIENCE = 400;

export class Engines {
  native: Native | null = null;
  private readonly lanes: Record<LaneName, Lane> = {
    drawing: new Lane(true),
    lights: new Lane(true),
    reasons: new Lane(false),
    asked: new Lane(false),
    play: new Lane(false),
    work: new Lane(false),
    pane: new Lane(false),
    save: new Lane(false),
    space: new Lane(false),
  };
  private readonly aborts = new Map<LaneName, AbortController>();

  async connect(token: string | null): Promise<void> {
    this.native = await Native.find(token);
  }

  cancel(lane: LaneName): void {
    this.aborts.get(lane)?.abort();
    this.aborts.delete(lane);
    this.lanes[lane].cancel();
  }

  isBusy(lane: LaneName): boolean {
    return this.lanes[lane].isBusy;
  }

  async ask<C extends CallName>(call: C, fields: Calls[C][0], asking: Asking): Promise<Reply<Calls[C][1]>> {
    const request = { call, ...fields };
    const abort = this.aborts.get(asking.lane) ?? new AbortController();
    this.aborts.set(asking.lane, abort);
    const browser = this.lanes[asking.lane]
      .ask(request)
      .then(({ answer, seconds }) => ({ answer, seconds, who: "browser" as const }));
    const native = this.native;
    if (native === null || asking.isLong !== true) return accepted(await browser);

    const race = new AbortController();
    const stop = (): void => race.abort();
    abort.signal.addEventListener("abort", stop, { once: true });
    const rival = async (): Promise<Reply<unknown>> => {
      await waited(PATIENCE, race.signal);
      const start = performance.now();
      const answer = await native.ask(request, asking.drawing ?? 0, race.signal, asking.hear);
      return { answer, seconds: (performance.now() - start) / 1000, who: "native" };
    };
    try {
      // An engine that breaks down leaves the answer to the other one.
      const reply = await Promise.any([browser, rival()]).catch((all: AggregateError) => {
        const errors = all.errors as Error[];
        throw errors.find((error) => error instanceof Outdated) ?? errors[0] ?? all;
      });
      if (reply.who === "native") this.lanes[asking.lane].cancel();
      return accepted(reply);
    } finally {
      race.abort();
      abort.signal.removeEventListener("abort", stop);
    }
  }
}

function accepted<T>(reply: Reply<unknown>): Reply<T> {
  const { answer } = reply;
  if (typeof answer !== "object" || answer === null) throw new Declined(0, "the engine gave no answer");
  if ("error" in answer && answer.error !== null) throw new Refused(answer.error as Refusal);
  return reply as Reply<T>;
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(new Outdated());
      },
      { once: true },
    );
  });
}
