// A watch over a browser test: it ends by itself, whatever the browser does. Many of the driver's
// calls wait for the page without a limit (a key press, a script in the page, closing), and a page
// that does not answer would hold them for ever.

import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** Longer than any of these tests takes on a slow machine; whoever starts them waits a little longer. */
const SECONDS = 420;

/** A request that waits no longer than this is answered by a server at once, or not at all. */
const REQUEST_SECONDS = 10;

const began = performance.now();
const journal = join(tmpdir(), `playproof-browser-${process.pid}.log`);
const tabs = new Set();
let at = "the start";
let since = began;

/** Says which step comes now, for the case that it never ends. */
export function step(name) {
  at = name;
  since = performance.now();
}

/** A tab to be asked, should the time be over, what it shows. */
export function watched(tab) {
  tabs.add(tab);
  tab.on("close", () => tabs.delete(tab));
  tab.on("crash", () => console.error(`a tab crashed in the step “${at}”: ${tab.url()}`));
  return tab;
}

/** The driver's Chromium. From now on the time of this test is limited. */
export async function driver(playwright) {
  // The driver reads these as it is loaded, and writes there which call begins and ends.
  Object.assign(process.env, { DEBUG: "pw:api", DEBUG_FILE: journal });
  const { chromium } = await import(pathToFileURL(playwright));
  process.on("exit", () => rmSync(journal, { force: true }));
  const limit = Number(process.env.PLAYPROOF_BROWSER_SECONDS ?? SECONDS);
  setTimeout(giveUp, 1000 * limit).unref();
  return chromium;
}

/** Where Chromium is. */
export function chromiumPath() {
  try {
    return execFileSync("which", ["chromium"], { timeout: 10_000 }).toString().trim();
  } catch {
    throw new Error("chromium is not installed: run scripts/setup");
  }
}

/** `fetch`, which gives up. */
export function request(address, options = {}) {
  return fetch(address, { ...options, signal: AbortSignal.timeout(1000 * REQUEST_SECONDS) });
}

const seconds = (from) => ((performance.now() - from) / 1000).toFixed(0);

/** What a promise comes to, or that it took too long. */
const soon = (promise) => {
  const late = new Promise((resolve) => setTimeout(resolve, 3000, "no answer in 3 s"));
  return Promise.race([Promise.resolve(promise).catch((error) => `failed: ${error.message}`), late]);
};

/** Calls of the driver that began and did not end, and the last ones that did something. */
function calls() {
  const lines = readFileSync(journal, "utf8").trimEnd().split("\n");
  const open = new Map();
  for (const line of lines) {
    const begun = line.match(/=> (\S+) started/);
    const ended = line.match(/<= (\S+) (succeeded|failed)/);
    if (begun) open.set(begun[1], (open.get(begun[1]) ?? 0) + 1);
    if (ended) open.set(ended[1], (open.get(ended[1]) ?? 0) - 1);
  }
  const waiting = [...open].filter(([, n]) => n > 0).map(([name]) => name);
  return { waiting, last: lines.slice(-25) };
}

/** The processes that this one started, with the time each has worked. */
function processes() {
  const rows = execFileSync("ps", ["-eo", "pid,ppid,stat,etimes,cputimes,args"], { timeout: 5000 }).toString().split("\n");
  const ours = new Set([String(process.pid)]);
  const said = [];
  for (const row of rows.slice(1)) {
    const [pid, parent] = row.trim().split(/\s+/);
    if (!ours.has(parent)) continue;
    ours.add(pid);
    said.push(row.slice(0, 200));
  }
  return said;
}

async function giveUp() {
  const say = (what, of) => {
    try {
      console.error(`${what}: ${JSON.stringify(of(), null, 1)}`);
    } catch (error) {
      console.error(`${what}: ${error.message}`);
    }
  };
  console.error(`GIVEN UP after ${seconds(began)} s, ${seconds(since)} s of them in the step “${at}”`);
  say("calls of the driver", calls);
  say("processes: number, parent, state, seconds, seconds at work", processes);
  for (const tab of tabs) {
    const shown = () => ({
      title: document.title,
      state: document.readyState,
      focus: document.activeElement?.outerHTML.slice(0, 200),
      text: document.body.innerText.slice(0, 1500),
    });
    console.error(`the tab at ${tab.url()} shows: ${JSON.stringify(await soon(tab.evaluate(shown)), null, 1)}`);
  }
  // The driver ends the browser, all its processes, when this one ends.
  process.exit(3);
}
