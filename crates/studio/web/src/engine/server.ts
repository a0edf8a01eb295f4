// Asking the server that the page came from: JSON both ways, and a token with every call.

import { Broken } from "./interface";

/** The server said no, and why. */
export class Declined extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The whole of what it said. */
    readonly said: unknown = null,
  ) {
    super(message);
  }
}

/** There was no answer, or one that no server of ours gives. */
export class Away extends Broken {}

export interface Asked {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: object;
  /** The request outlives the page. */
  keepalive?: boolean;
  signal?: AbortSignal;
}

/** Asks below `api/` beside the page. */
export async function askServer<T>(token: string | null, path: string, asked: Asked = {}): Promise<T> {
  const { method = "GET", body, ...how } = asked;
  let answer: Response;
  try {
    answer = await fetch(new URL(`api/${path}`, document.baseURI), {
      method,
      headers: {
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: "no-store",
      credentials: "omit",
      ...how,
    });
  } catch {
    throw new Away("The connection is lost.");
  }
  const said: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) {
    throw new Declined(answer.status, reason(said) ?? `${answer.status} ${answer.statusText}`, said);
  }
  if (said === undefined) throw new Away("The connection is lost.");
  return said as T;
}

function reason(said: unknown): string | null {
  if (typeof said !== "object" || said === null || !("error" in said)) return null;
  const { error } = said;
  if (typeof error === "string") return error;
  const isTold = typeof error === "object" && error !== null && "message" in error;
  return isTold ? String(error.message) : null;
}
