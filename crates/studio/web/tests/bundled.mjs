// A module of the page's sources for a test in node: bundled into memory first.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

export async function bundled(path) {
  const { outputFiles } = await build({
    absWorkingDir: web,
    entryPoints: [path],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    logLevel: "warning",
    jsx: "automatic",
    jsxImportSource: "preact",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}
