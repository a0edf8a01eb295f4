// node build.mjs [FOLDER [MODULE]]: bundles the page into FOLDER, which is ../page unless it is
// given, with the engine's module beside it: MODULE, or the file that PLAYPROOF_WASM names, or else
// the one that scripts/build-page makes. Where that name is empty, there is no engine.

import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2] ?? join(here, "../page"));
const module = process.argv[3] ?? process.env.PLAYPROOF_WASM ?? join(here, "../../../target/page/playproof.wasm");

await mkdir(folder, { recursive: true });
for (const old of await readdir(folder, { recursive: true })) {
  if (/\.(js|css|html|wasm|svg)$/.test(old)) await rm(join(folder, old));
}
const how = {
  absWorkingDir: here,
  outdir: folder,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome110", "firefox110", "safari16"],
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  logLevel: "warning",
};
// What the studio's page and that of a study's participants have in common is there once.
const pages = { app: "src/main.tsx", "study/study": "src/study/main.tsx" };
await build({ ...how, entryPoints: pages, splitting: true, chunkNames: "shared" });
const others = { worker: "src/engine/worker.ts", style: "style/main.css", "study/study-style": "style/study.css" };
await build({ ...how, entryPoints: others });
for (const file of ["index.html", "icon.svg", "study/index.html"]) await copyFile(join(here, file), join(folder, file));
if (module !== "") await copyFile(module, join(folder, "playproof.wasm"));
