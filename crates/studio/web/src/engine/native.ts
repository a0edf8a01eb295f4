// The engine of `playproof studio`, with the files of its folder. Every call carries the
// token that came in the fragment of the page's address.

import { Broken, Outdated } from "./interface";
import { type Asked, askServer, Away } from "./server";

export interface StudioState {
  version: string;
  folder: string | null;
  threads: number;
  is_remote: boolean;
}

export interface FileEntry {
  path: string;
  bytes: number;
}

export interface Progress {
  states?: number | null;
  bytes?: number | null;
  depth?: number | null;
  seconds?: number | null;
}

interface JobNews {
  state: "waiting" | "working" | "done" | "cancelled";
  revision: number;
  progress: Progress | null;
  answer: unknown;
}

export class Native {
  private constructor(
    private readonly token: string,
    readonly state: StudioState,
  ) {}

  /** The server, if the page came from one. */
  static async find(token: string | null): Promise<Native | null> {
    if (token === null || !/^[0-9a-zA-Z_-]{8,}$/.test(token)) return null;
    try {
      const state = await call<StudioState>(token, "GET", "state");
      return new Native(token, state);
    } catch {
      return null;
    }
  }

  /** Does a job there; it is cancelled when the signal says so. */
  async ask(
    request: object,
    drawing: number,
    signal: AbortSignal,
    hear?: (progress: Progress) => void,
  ): Promise<unknown> {
    const { job } = await this.call<{ job: number | string }>("POST", "jobs", { request, drawing });
    const cancel = (): void => {
      void this.call("DELETE", `jobs/${job}`).catch(() => {});
    };
    signal.addEventListener("abort", cancel, { once: true });
    try {
      for (let after = 0; ;) {
        if (signal.aborted) {
          cancel();
          throw new Outdated();
        }
        const news = await this.call<JobNews>("GET", `jobs/${job}?after=${after}`);
        after = news.revision;
        if (news.state === "done") return news.answer;
        if (news.state === "cancelled") throw new Outdated();
        if (news.progress !== null) hear?.(news.progress);
      }
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  files(): Promise<{ folder: string; files: FileEntry[] }> {
    return this.call("GET", "files");
  }

  read(path: string): Promise<{ path: string; text: string; revision: string }> {
    return this.call("GET", `file?path=${encodeURIComponent(path)}`);
  }

  write(path: string, text: string, revision: string | null): Promise<{ revision: string }> {
    return this.call("PUT", "file", { path, text, revision });
  }

  private call<T>(method: Asked["method"], path: string, body?: object): Promise<T> {
    return call(this.token, method, path, body);
  }
}

async function call<T>(token: string, method: Asked["method"], path: string, body?: object): Promise<T> {
  try {
    return await askServer<T>(token, path, { method, body });
  } catch (error) {
    if (!(error instanceof Away)) throw error;
    throw new Broken("The connection to playproof studio is lost. Your drawing is kept in the browser.");
  }
}
