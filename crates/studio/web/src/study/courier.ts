// Takes requests to the server again and again until they are acknowledged or refused for good.

import { Outdated } from "../engine/interface";
import { askServer, Away, Declined } from "../engine/server";

/** An answer that takes longer than this is none, in milliseconds. */
const PATIENCE = 15_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 5_000;

/** What keeps a request from arriving may be over in a moment. */
function isPassing(error: unknown): error is Error {
  if (error instanceof Away) return true;
  return error instanceof Declined && (error.status >= 500 || error.status === 429 || error.status === 408);
}

export class Courier {
  private isOver = false;
  private hurry: (() => void)[] = [];

  constructor(
    private readonly token: string | null,
    /** Hears why something does not arrive, and `null` when it did. */
    private readonly hear: (trouble: Error | null) => void,
  ) {}

  async deliver<T>(path: string, body?: object): Promise<T> {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      if (this.isOver) throw new Outdated();
      try {
        const signal = AbortSignal.timeout(PATIENCE);
        const method = body === undefined ? "GET" : "POST";
        const answer = await askServer<T>(this.token, path, { method, body, signal });
        if (this.isOver) throw new Outdated();
        this.tell(null);
        return answer;
      } catch (error) {
        if (this.isOver) throw new Outdated();
        if (!isPassing(error)) {
          this.tell(null);
          throw error;
        }
        this.tell(error);
        await this.waited(pause);
      }
    }
  }

  /** Sends once, from a page that is being left. */
  throwOver(path: string, body: object): void {
    if (this.isOver) return;
    void askServer(this.token, path, { method: "POST", body, keepalive: true }).catch(() => {});
  }

  /** The connection may be back. */
  tryNow(): void {
    const hurry = this.hurry;
    this.hurry = [];
    for (const go of hurry) go();
  }

  /** Nothing more is sent for this player. */
  end(): void {
    this.isOver = true;
    this.tryNow();
  }

  private tell(trouble: Error | null): void {
    if (!this.isOver) this.hear(trouble);
  }

  private waited(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.hurry.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
