// node compare.mjs MODULE NATIVE N FOLDER...: asks the browser's engine and the native one
// the same of N levels of all games, from the files in the folders and from generators, and
// says where they differ: in answers, lengths, states, evidence or certificates.

import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const [module, native, wanted, ...folders] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));

// A program that answers a line by a line.
const engine = (command, args) => {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let seconds = 0;
  return {
    ask: async (request) => {
      const begun = performance.now();
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      seconds += (performance.now() - begun) / 1000;
      if (done) throw new Error(`${command} is gone`);
      return JSON.parse(value);
    },
    seconds: () => seconds,
    end: () => child.stdin.end(),
  };
};
const browser = engine("node", [join(here, "module.mjs"), module]);
const desktop = engine(native, []);

// Levels by game, from files first.
const levels = new Map();
const { games } = await desktop.ask({ call: "games" });
for (const { id } of games) levels.set(id, []);
const PER_FILE = 10;
const addFile = async (path) => {
  const text = await readFile(path, "utf8").catch(() => "");
  if (text === "" || text.length > 100000) return;
  const opened = await desktop.ask({ call: "open", text, file: path });
  for (const level of (opened.levels ?? []).slice(0, PER_FILE)) {
    levels.get(level.game)?.push({ text, file: path, level: level.index, game: level.game });
  }
};
const walk = async (folder) => {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await walk(path);
    else if (/\.(txt|lvl|xsb|sok|slc|vgdl|dungeon|puzzlescript)$/.test(entry.name)) await addFile(path);
  }
};
for (const folder of folders) await walk(folder);
for (const { id, example } of games) {
  if (example !== null) levels.get(id).push({ ...example, level: 0, game: id });
}
const share = Math.ceil(wanted / games.length);
for (const { id, generator } of games.filter(({ generator }) => generator !== null)) {
  for (let from = 0; levels.get(id).length < share && from < 4 * share; ) {
    const made = await desktop.ask({ call: "generate", game: id, seed: 1, from, slice: 5 });
    if (made.error !== undefined) break;
    for (const { text } of made.levels) levels.get(id).push({ text, level: 0, game: id });
    from = made.next;
    if (made.is_done) break;
  }
}

// In turn from every game, until there are enough.
const chosen = [];
for (let k = 0; chosen.length < wanted; k++) {
  const row = [...levels.values()].map((all) => all[k]).filter((level) => level !== undefined);
  if (row.length === 0) break;
  chosen.push(...row);
}
chosen.length = Math.min(chosen.length, Number(wanted));

const told = ({ results, error, trap }) => trap ?? error?.message ?? results.map(
  ({ property, answer, length, states, evidence, certificate, error }) =>
    JSON.stringify({ property, answer, length, states, evidence, certificate, error }),
).join("\n");
const counts = new Map();
let [different, decided] = [0, 0];
for (const level of chosen) {
  const request = {
    call: "verify", ...level, properties: ["solvable", "unlosable"],
    limits: { states: 20000, bytes: 128 << 20 },
  };
  const [here, there] = [await browser.ask(request), await desktop.ask(request)];
  const answers = there.results?.map(({ answer }) => answer) ?? ["error"];
  decided += answers.filter((answer) => answer === "holds" || answer === "violated").length;
  counts.set(level.game, (counts.get(level.game) ?? 0) + 1);
  if (told(here) !== told(there)) {
    different++;
    console.log(`DIFFERENT: ${level.game} ${level.file ?? ""} #${level.level + 1}`);
    console.log(`  browser: ${told(here).slice(0, 600)}\n  native:  ${told(there).slice(0, 600)}`);
  }
}
browser.end();
desktop.end();
const list = [...counts].map(([game, n]) => `${game} ${n}`).join(", ");
console.log(`${chosen.length} levels (${list}), ${decided} answers decided, ${different} different`);
console.log(`browser's engine ${browser.seconds().toFixed(1)} s, native ${desktop.seconds().toFixed(1)} s`);
process.exit(different > 0 || chosen.length < wanted ? 1 : 0);
