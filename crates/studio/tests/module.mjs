// node module.mjs MODULE: answers requests by the browser's engine, one JSON object a line
// in, one a line out. A trap ends this module and the next request gets a new one.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";

const file = await readFile(process.argv[2]);
const bytes = process.argv[2].endsWith(".gz") ? gunzipSync(file) : file;
const module = await WebAssembly.compile(bytes);
if (WebAssembly.Module.imports(module).length > 0) throw new Error("the module has imports");

let engine = null;
const answerTo = (request) => {
  engine ??= new WebAssembly.Instance(module, {}).exports;
  const { memory, alloc, call, free } = engine;
  try {
    const letters = new TextEncoder().encode(request);
    const at = alloc(letters.length);
    new Uint8Array(memory.buffer, at, letters.length).set(letters);
    const answer = call(at, letters.length);
    const n = new DataView(memory.buffer).getUint32(answer, true);
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer + 4, n));
    free(answer, n + 4);
    return text;
  } catch (error) {
    engine = null;
    return JSON.stringify({ trap: String(error) });
  }
};

for await (const request of createInterface({ input: process.stdin })) {
  process.stdout.write(`${answerTo(request)}\n`);
}
