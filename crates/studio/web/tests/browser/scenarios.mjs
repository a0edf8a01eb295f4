// node scenarios.mjs PLAYWRIGHT PAGE PICTURES [LEVEL [NAME...]]: everything that the page does by itself, in
// Chromium, or only the scenarios that are named. PAGE is a folder, whose files are served below some path by a
// server that knows nothing of them, or the address of a studio with its token. Screenshots go into the folder
// PICTURES. LEVEL is a Sokoban file, whose first level tells how long a stroke's verdict takes; `-` is none.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { served } from "../static_server.mjs";
import * as drawing from "./drawing.mjs";
import * as games from "./games.mjs";
import * as space from "./space.mjs";
import { browserOf } from "./support.mjs";
import { step } from "./watch.mjs";

const [playwright, site, pictures, level, ...only] = process.argv.slice(2);
const isStudio = site.startsWith("http://");
const { address, close } = isStudio ? { address: site, close: () => {} } : await served(site);
const browser = await browserOf(playwright);
const tests = {
  drawAndMend: drawing.drawAndMend,
  allTools: drawing.allTools,
  byKeyboard: drawing.byKeyboard,
  byTouch: drawing.byTouch,
  afterACrash: drawing.afterACrash,
  byLink: drawing.byLink,
  fiveMazes: games.fiveMazes,
  keptTiles: games.keptTiles,
  dungeonWithStrategies: games.dungeonWithStrategies,
  ruleMended: games.ruleMended,
  platformRun: games.platformRun,
  certificates: games.certificates,
  playIt: games.playIt,
  stateSpace: space.stateSpace,
  manyStates: space.manyStates,
  statesByTouch: space.statesByTouch,
  badInput: games.badInput,
  everyGame: games.everyGame,
  stopsAndMakesWay: games.stopsAndMakesWay,
  withoutEngine: games.withoutEngine,
};
let nFailed = 0;
for (const [name, run] of Object.entries(tests)) {
  if (only.length > 0 && !only.includes(name)) continue;
  const start = performance.now();
  step(name);
  try {
    await run(browser, address, pictures);
    console.log(`${name}: passed in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  } catch (error) {
    nFailed++;
    console.log(`${name}: FAILED: ${error.stack}`);
  }
}
if (level !== undefined && level !== "" && level !== "-") {
  step("times of strokes");
  const first = readFileSync(level, "utf8")
    .split(/\r?\n\s*\r?\n/)
    .find((part) => /^\s*#/.test(part));
  const times = await drawing.strokeTimes(browser, address, `${first}\n`);
  const sorted = [...times].sort((a, b) => a - b);
  const rounded = sorted.map((time) => Math.round(time));
  console.log(`a stroke's verdict: median ${rounded[rounded.length >> 1]} ms of ${rounded.join(", ")}`);
}
if (!isStudio && only.length === 0) weigh();
step("closing the browser");
await browser.close();
close();
process.exit(nFailed === 0 ? 0 : 1);

function weigh() {
  const weight = readdirSync(site).reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(site, file)), { level: 9 }).length,
    0,
  );
  console.log(`the page weighs ${weight} bytes, compressed`);
  // The aim is 1 MB. Nearly all of it is the engine's module; it must not grow unnoticed.
  if (weight >= 1_450_000) {
    console.log("FAILED: that is more than 1.45 MB");
    nFailed++;
  }
}
