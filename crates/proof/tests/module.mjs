// node module.mjs MODULE: answers requests by a module of replays, each line in being the
// base64 of one request, each line out its answer.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";

const module = await WebAssembly.compile(gunzipSync(await readFile(process.argv[2])));
if (WebAssembly.Module.imports(module).length > 0) throw new Error("the module has imports");

const answerTo = (request) => {
  const { memory, alloc, call } = new WebAssembly.Instance(module, {}).exports;
  const at = alloc(request.length);
  new Uint8Array(memory.buffer, at, request.length).set(request);
  const answer = call(at, request.length);
  const n = new DataView(memory.buffer).getUint32(answer, true);
  return new TextDecoder().decode(new Uint8Array(memory.buffer, answer + 4, n));
};

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = answerTo(Buffer.from(line, "base64"));
  } catch (error) {
    answer = JSON.stringify({ trap: String(error) });
  }
  process.stdout.write(`${answer}\n`);
}
