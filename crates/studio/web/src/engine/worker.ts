// The engine in a worker: a module without imports. A call runs to its end; whoever does
// not want its answer any more terminates the worker. Graphs are laid out in one, too.

import { type Layout, layoutOf, type Unlaid } from "../graph/layout";

interface Exports {
  memory: WebAssembly.Memory;
  alloc(n: number): number;
  call(at: number, n: number): number;
  free(at: number, n: number): void;
}

export type ToWorker = { module: WebAssembly.Module } | { request: object } | { unlaid: Unlaid };
/** Every message is answered by one. */
export type FromWorker = { ready: true } | { answer: unknown; seconds: number } | { laid: Layout } | { broken: string };

const scope = self as unknown as DedicatedWorkerGlobalScope;
const tell = (message: FromWorker): void => scope.postMessage(message);
let engine: Exports | null = null;

function ask({ memory, alloc, call, free }: Exports, request: object): unknown {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = alloc(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const answer = call(at, bytes.length) >>> 0;
  const n = new DataView(memory.buffer).getUint32(answer, true);
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer + 4, n));
  free(answer, n + 4);
  return JSON.parse(text);
}

scope.onmessage = (event: MessageEvent<ToWorker>): void => {
  const start = performance.now();
  const message = event.data;
  try {
    if ("module" in message) {
      engine = new WebAssembly.Instance(message.module, {}).exports as unknown as Exports;
      tell({ ready: true });
    } else if ("unlaid" in message) {
      tell({ laid: layoutOf(message.unlaid) });
    } else if (engine === null) {
      tell({ broken: "the engine is not loaded" });
    } else {
      const answer = ask(engine, message.request);
      tell({ answer, seconds: (performance.now() - start) / 1000 });
    }
  } catch (error) {
    tell({ broken: String(error) });
  }
};
