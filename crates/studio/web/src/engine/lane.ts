// One worker at a time with the engine in it. Calls of a lane wait for each other. A spare
// worker stands by, so that the next call after a cancelled one need not wait for a start.

import { Broken, Outdated } from "./interface";
import type { FromWorker, ToWorker } from "./worker";

export interface Answered {
  answer: unknown;
  seconds: number;
}

interface Waiting {
  request: object;
  resolve(answered: Answered): void;
  reject(error: Error): void;
}

/** The module, fetched and compiled once for all lanes. */
let compiled: Promise<WebAssembly.Module> | null = null;

export function engineModule(): Promise<WebAssembly.Module> {
  compiled ??= load().catch((error: unknown) => {
    compiled = null;
    throw new Broken(`The engine could not be loaded: ${String(error)}`);
  });
  return compiled;
}

/** The head of the page says where the engine is; its worker lies beside it. */
function moduleAddress(): string {
  return document.querySelector<HTMLLinkElement>("link#engine")!.href;
}

async function load(): Promise<WebAssembly.Module> {
  const answer = await fetch(moduleAddress());
  if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
  // Compiling while loading asks for a type that not every server knows.
  const isTyped = answer.headers.get("Content-Type")?.startsWith("application/wasm") === true;
  return isTyped ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

/** A worker, and what it is busy with. */
class Hand {
  isBusy = false;
  /** Hears the next message, and no other. */
  private listener: ((message: FromWorker) => void) | null = null;

  private constructor(private readonly worker: Worker) {
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.hear(event.data);
    worker.onerror = (event) => this.hear({ broken: event.message || "the worker broke down" });
  }

  /** A worker that is ready to be asked. */
  static async start(): Promise<Hand> {
    const module = await engineModule();
    const hand = new Hand(new Worker(new URL("worker.js", moduleAddress()), { type: "module" }));
    const answer = await hand.say({ module });
    if ("broken" in answer) throw new Broken(answer.broken);
    return hand;
  }

  say(message: ToWorker): Promise<FromWorker> {
    this.isBusy = true;
    return new Promise((resolve) => {
      this.listener = resolve;
      this.worker.postMessage(message);
    });
  }

  end(): void {
    this.worker.terminate();
    this.hear({ broken: "terminated" });
  }

  private hear(message: FromWorker): void {
    this.isBusy = false;
    this.listener?.(message);
    this.listener = null;
  }
}

export class Lane {
  private hand: Hand | null = null;
  /** What the hand will have said when it is free again. */
  private said: Promise<unknown> = Promise.resolve();
  private spare: Promise<Hand> | null = null;
  private queue: Waiting[] = [];
  private running: Waiting | null = null;

  constructor(private readonly keepsSpare: boolean) {}

  ask(request: object): Promise<Answered> {
    return new Promise((resolve, reject) => {
      this.queue.push({ request, resolve, reject });
      void this.next();
    });
  }

  get isBusy(): boolean {
    return this.running !== null;
  }

  /** Gives up all that is waited for. */
  cancel(): void {
    const given = this.running === null ? this.queue : [this.running, ...this.queue];
    this.queue = [];
    this.running = null;
    for (const waiting of given) waiting.reject(new Outdated());
  }

  private async next(): Promise<void> {
    if (this.running !== null) return;
    const waiting = this.queue.shift();
    if (waiting === undefined) return;
    this.running = waiting;
    try {
      const hand = await this.free();
      if (this.running !== waiting) return;
      const saying = hand.say({ request: waiting.request });
      this.said = saying;
      if (this.keepsSpare) this.prepare();
      const message = await saying;
      if ("broken" in message && this.hand === hand) {
        // A module that trapped is in no state to be asked again.
        this.hand = null;
        hand.end();
      }
      if (this.running !== waiting) return;
      if ("answer" in message) waiting.resolve(message);
      else waiting.reject(new Broken("broken" in message ? message.broken : "there was no answer"));
    } catch (error) {
      if (this.running === waiting) waiting.reject(error instanceof Error ? error : new Broken(String(error)));
    }
    if (this.running !== waiting) return;
    this.running = null;
    void this.next();
  }

  /** A worker that is not busy. One that still works at what was given up is ended, but only when
   * there is another: without its server the page can start none, and waits instead. */
  private async free(): Promise<Hand> {
    const hand = this.hand;
    if (hand !== null && !hand.isBusy) return hand;
    this.prepare();
    const starting = this.spare!;
    try {
      const fresh = await starting;
      if (this.spare === starting) this.spare = null;
      if (this.hand === hand) {
        this.hand = fresh;
        hand?.end();
      }
      return this.hand !== null && !this.hand.isBusy ? this.hand : this.free();
    } catch (error) {
      if (this.spare === starting) this.spare = null;
      if (hand === null) throw error;
      await this.said;
      return this.free();
    }
  }

  private prepare(): void {
    if (this.spare !== null) return;
    this.spare = Hand.start();
    // Whoever needs it sees what went wrong.
    this.spare.catch(() => {});
  }
}
