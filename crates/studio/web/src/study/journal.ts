// The log of one level: what the player did is kept in memory and in the browser until the
// server has it.

import type { Courier } from "./courier";
import { keepMoves, keptMoves } from "./memory";
import type { LoggedEvent, PlayStep } from "./steps";

/** What the server takes at once. */
const MOST_AT_ONCE = 500;
/** What it takes of a level, with room for what ends it. */
export const MOST_EVENTS = 99_990;

/** The server has another log than this page: another page wrote to it. */
export class Diverged extends Error {}

export class Journal {
  readonly round: number;
  readonly position: number;
  /** Events that are not acknowledged, and how many were before them. */
  private events: LoggedEvent[] = [];
  private from: number;
  /** The level's clock at the page's time 0. */
  private readonly offset: number;
  private readonly shown: number;
  private newest = 0;
  private sending: Promise<void> | null = null;
  /** When the player left the level, if that is not acknowledged. */
  left: number | null = null;

  constructor(
    private readonly id: string,
    { round, position, seq, played }: PlayStep,
    private readonly courier: Courier,
  ) {
    this.round = round;
    this.position = position;
    this.from = seq;
    const kept = keptMoves(id);
    const isOfThis = kept !== null && kept.round === round && kept.position === position;
    // What was acknowledged without this page having heard of it is not sent again.
    if (isOfThis && kept.from <= seq) this.events = kept.events.slice(seq - kept.from);
    if (isOfThis) this.left = kept.left;
    this.newest = this.events.at(-1)?.t ?? played.t;
    const now = Date.now();
    this.shown = Math.min(isOfThis ? kept.shown : now, now - this.newest);
    this.offset = now - this.shown - performance.now();
    this.keep();
  }

  /** Events that only this page has. */
  get unsent(): readonly LoggedEvent[] {
    return this.events;
  }

  get length(): number {
    return this.from + this.events.length;
  }

  get isSending(): boolean {
    return this.sending !== null;
  }

  /** The level's clock, at a time of the page; it never goes back. */
  time(at: number): number {
    return Math.max(this.newest, Math.round(this.offset + at));
  }

  add(e: string, at: number): void {
    const t = this.time(at);
    this.newest = t;
    this.events.push({ t, e });
    this.keep();
  }

  leave(at: number): number {
    this.left ??= this.time(at);
    this.keep();
    return this.left;
  }

  /** Sends all there is, and waits until it has arrived. */
  flush(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
    return this.sending;
  }

  /** The page is being left: there is no time to wait. */
  throwOver(): void {
    if (this.events.length > 0) this.courier.throwOver("events", this.batch());
  }

  /** The server has all of it. */
  forget(): void {
    keepMoves(this.id, null);
  }

  private batch() {
    const { round, position, from } = this;
    return { round, position, from, events: this.events.slice(0, MOST_AT_ONCE) };
  }

  private async sendAll(): Promise<void> {
    while (this.events.length > 0) {
      const batch = this.batch();
      const { seq } = await this.courier.deliver<{ seq: number }>("events", batch);
      const n = seq - batch.from;
      if (!(n > 0 && n <= batch.events.length)) throw new Diverged();
      this.events = this.events.slice(n);
      this.from = seq;
      this.keep();
    }
  }

  private keep(): void {
    const { round, position, from, events, shown, left } = this;
    keepMoves(this.id, { round, position, from, events, shown, left });
  }
}
