// A drawing as part of an address: deflated, after the `#`, so that no server ever sees it.

import { type Drawing, drawingFrom } from "../level/drawing";

/** What a link may inflate to, in bytes. */
export const MOST_INFLATED = 1 << 20;

export async function toFragment(drawing: Drawing): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(drawing));
  if (bytes.length > MOST_INFLATED) throw new Error("This level is too large for a link: save it to a file.");
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  return base64(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function fromFragment(fragment: string): Promise<Drawing> {
  const broken = "The link is broken: it holds no level.";
  let packed: Uint8Array<ArrayBuffer>;
  try {
    packed = bytesOf(fragment.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    throw new Error(broken);
  }
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let n = 0,
    text = "";
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Error(broken);
    });
    if (done) break;
    n += value.length;
    if (n > MOST_INFLATED) {
      void reader.cancel();
      throw new Error("The level in this link is larger than 1 MiB, so it was not opened.");
    }
    text += decoder.decode(value, { stream: true });
  }
  const drawing = drawingFrom(json(text));
  if (drawing === null) throw new Error(broken);
  // A link names no file of the project folder: nothing there may be replaced by it.
  return { ...drawing, path: null };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function base64(bytes: Uint8Array): string {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(letters);
}

export function bytesOf(letters: string): Uint8Array<ArrayBuffer> {
  const text = atob(letters);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
