// node proof.mjs PLAYWRIGHT FOLDER PICTURES: opens pages that carry their proof in Chromium.
// As they are written each says that it was checked; changed in any of their parts, each says
// what is wrong. Screenshots go to PICTURES.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { chromiumPath, driver, step, watched } from "../../../studio/web/tests/browser/watch.mjs";

const [playwright, folder, pictures] = process.argv.slice(2);
const chromium = await driver(playwright);
mkdirSync(pictures, { recursive: true });

const page = (name) => readFileSync(join(folder, name), "utf8");
const element = (id) => new RegExp(`(<script id="${id}"[^>]*>)([^<]*)(</script>)`);
const inside = (text, id) => text.match(element(id))[2];
const within = (text, id, content) => text.replace(element(id), (_, a, b, c) => a + content + c);
const certificate = (text) => gunzipSync(Buffer.from(inside(text, "certificate"), "base64"));
const carrying = (text, bytes) => within(text, "certificate", gzipSync(bytes).toString("base64"));
// The certificate's bytes as text, one letter a byte, changed.
const changed = (text, change) => {
  const before = certificate(text).toString("latin1");
  const after = change(before);
  assert.notEqual(after, before, "nothing was changed");
  return carrying(text, Buffer.from(after, "latin1"));
};
const rewritten = (text, change) => {
  const after = change(text);
  assert.notEqual(after, text, "nothing was changed");
  return after;
};

const browser = await chromium.launch({
  executablePath: chromiumPath(),
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});
// The page's word about itself, once it has one.
const opened = async (text, look = async () => {}, options = {}) => {
  const file = join(folder, "opened.html");
  writeFileSync(file, text);
  const tab = watched(await browser.newPage({ reducedMotion: "reduce", ...options }));
  const errors = [];
  tab.on("pageerror", (error) => errors.push(String(error)));
  tab.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  tab.on("request", (request) => /^(file|blob):/.test(request.url()) || errors.push(request.url()));
  await tab.goto(pathToFileURL(file).href);
  if (!options.isStill) {
    await tab.waitForFunction(() => document.querySelector("#proof.good, #proof.bad"), null, { timeout: 60_000 });
  }
  const said = {
    state: await tab.getAttribute("#proof", "class"),
    head: await tab.textContent("#proof-head"),
    text: await tab.textContent("#proof-text"),
    isSeen: await tab.isVisible("#proof-text"),
    facts: await tab.textContent("#proof-facts"),
    errors,
  };
  await look(tab);
  await tab.close();
  return said;
};

// As they are written.
const accepted = [
  ["first", /maze.*“solvable” is: holds/, /trace/],
  ["open", /maze.*“solvable” is: holds/, /trace/],
  ["detour", /maze.*“solvable” is: holds/, /trace/],
  ["trap", /sokoban.*“unlosable” is: violated/, /trap/],
  ["lasso", /maze.*is: (holds|violated)/, /lasso/],
  ["mill", /dungeon.*“solvable” is: holds/, /evidence/],
  ["platform", /platform.*“solvable” is: holds/, /trace/],
  ["warehouse", /puzzlescript.*“solvable” is: holds/, /trace/],
];
for (const [name, text, facts] of accepted) {
  const look = async (tab) => {
    assert.ok(await tab.isVisible("#proof-doubt"));
    await tab.keyboard.press("End");
    assert.match(await tab.textContent("#step"), /^Step (\d+) of \1/, name);
    await tab.click("#proof-facts summary");
    // A long line of the level's text is scrolled on its own.
    const over = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(over <= 0, `${name}: ${over} pixels too wide`);
    await tab.screenshot({ path: join(pictures, `proof-${name}.png`), fullPage: true });
  };
  step(`${name}, as it is written`);
  const said = await opened(page(`${name}.html`), look);
  assert.equal(said.state, "good", `${name}: ${said.text}`);
  assert.match(said.text, text);
  assert.match(said.facts, facts);
  assert.deepEqual(said.errors, []);
}

// On a phone, in the dark.
step("on a phone");
const phone = { viewport: { width: 360, height: 740 }, colorScheme: "dark" };
for (const [name, text] of [["phone", page("first.html")], ["phone-bad", carrying(page("first.html"), certificate(page("open.html")))]]) {
  await opened(text, async (tab) => {
    const over = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(over <= 0, `${over} pixels too wide for a phone`);
    await tab.screenshot({ path: join(pictures, `proof-${name}.png`), fullPage: true });
  }, phone);
}

// The certificate can be saved.
step("saving");
await opened(page("first.html"), async (tab) => {
  const [download] = await Promise.all([tab.waitForEvent("download"), tab.click("#proof-save")]);
  assert.equal(download.suggestedFilename(), "first-1-solvable.cert");
  await download.saveAs(join(folder, "saved.cert"));
});
assert.ok(readFileSync(join(folder, "saved.cert")).equals(certificate(page("first.html"))));

// Changed.
const open = page("open.html");
const parts = (text) => {
  const [head] = text.split("\n\n");
  const n = (name) => Number(head.match(new RegExp(`^${name}: (\\d+)$`, "m"))[1]);
  const level = head.length + 2, statement = level + n("level"), payload = statement + n("statement");
  return { level, statement, payload, end: text.length };
};
const splice = (text, at, letter) => text.slice(0, at) + letter + text.slice(at + 1);
const data = (text, change) => {
  const numbers = JSON.parse(inside(text, "data"));
  change(numbers);
  return within(text, "data", JSON.stringify(numbers));
};
const last = (list) => list[list.length - 1];
const proves = /does not prove what it says/, shows = /picture is not that/, says = /line below the title/;
const rejected = {
  "the level": [changed(open, (text) => text.replace("\n11101G1\n", "\n10101G1\n")), proves],
  "the level and its statement": [carrying(open, certificate(page("opener.html"))), shows],
  "the level of another game": [carrying(open, certificate(page("trap.html"))), proves],
  "the game": [changed(open, (text) => text.replace("game: maze", "game: race")), proves],
  "a game that the module does not know": [changed(open, (text) => text.replace("game: maze", "game: vgdl")), proves],
  "the run": [changed(open, (text) => splice(text, parts(text).end - 2, "\x01")), proves],
  "the run, shortened": [changed(open, (text) => text.replace(/payload: (\d+)/, (_, n) => `payload: ${n - 1}`).slice(0, -1)), proves],
  "the run for another one that wins": [carrying(open, certificate(page("detour.html"))), says],
  "the run and the line": [
    rewritten(carrying(open, certificate(page("detour.html"))), (text) => text.replace(/(<p id="verdict">)[^<]*/, (_, p) => p + page("detour.html").match(/<p id="verdict">([^<]*)/)[1])),
    shows,
  ],
  "the property": [changed(open, (text) => text.replace("property: solvable", "property: unlosable")), proves],
  "the property and its core": [
    changed(open, (text) => {
      const lines = certificate(page("lasso.html")).toString("latin1").split("\n");
      return text.replace(/^property: .*$/m, lines[2]).replace(/^core: .*$/m, lines[3]);
    }),
    proves,
  ],
  "the verdict": [changed(open, (text) => text.replace("verdict: holds", "verdict: violated")), proves],
  "the evidence's kind": [changed(open, (text) => text.replace("evidence: trace", "evidence: lasso")), proves],
  "the statement": [changed(open, (text) => splice(text, parts(text).statement + 40, "7")), proves],
  "the statement for that of another level": [
    changed(open, (text) => {
      const other = certificate(page("opener.html")).toString("latin1");
      const here = parts(text), there = parts(other);
      const statement = other.slice(there.statement, there.payload);
      return (text.slice(0, here.statement) + statement + text.slice(here.payload))
        .replace(/^statement: \d+$/m, `statement: ${statement.length}`)
        .replace(/^rules: .*$/m, other.match(/^rules: .*$/m)[0]);
    }),
    proves,
  ],
  "the hash": [changed(open, (text) => text.replace(/rules: ./, "rules: -")), proves],
  "the certificate, cut off": [carrying(open, certificate(open).subarray(0, 200)), proves],
  "no certificate": [carrying(open, Buffer.from("")), proves],
  "its packing": [within(open, "certificate", inside(open, "certificate").replace(/.{8}$/, "AAAAAAA=")), /damaged/],
  "the checker": [within(open, "module", inside(open, "module").slice(0, -400)), /damaged/],
  "the line's property": [rewritten(open, (text) => text.replace('id="verdict">solvable', 'id="verdict">shortest &gt;= 5')), says],
  "the line's verdict": [rewritten(open, (text) => text.replace("solvable holds,", "solvable violated,")), says],
  "the line's moves": [rewritten(open, (text) => text.replace(/holds, \d+ moves/, "holds, 3 moves")), says],
  "the first frame": [data(open, (run) => { run.looks.reverse(); }), shows],
  "a later frame": [data(open, (run) => { run.changes[2] += 1; }), shows],
  "the order of the moves": [data(open, (run) => { run.acts.push(run.acts.shift()); }), shows],
  "the name of a move": [data(open, (run) => { run.actions[0] = "fly"; }), shows],
  "the number of steps": [data(open, (run) => { run.steps = 3; }), shows],
  "a move left out": [data(open, (run) => { run.acts.pop(); run.changes.splice(-2 * run.counts.pop()); run.players.pop(); }), shows],
  "how a tile looks": [data(open, (run) => { last(run.tiles).shapes = run.tiles[0].shapes; }), shows],
  "something more to draw": [data(open, (run) => { run.svg = "<p>won</p>"; run.kind = "chart"; }), /./],
  "a platform's sprite": [data(page("platform.html"), (run) => { run.sprites[0].x[3] += 9; }), shows],
  "a dungeon's drawing": [data(page("mill.html"), (run) => { run.svg = run.svg.replace("Vault", "Cellar"); }), shows],
  "a dungeon's place": [data(page("mill.html"), (run) => { run.at[2] = run.at[0]; }), shows],
  "the trap's run": [changed(page("trap.html"), (text) => splice(text, parts(text).payload + 2, "\x07")), proves],
  "a game's rules": [changed(page("warehouse.html"), (text) => text.replace("[ > Player | Crate ] ->", "[ > Player | Crate ]  >")), proves],
};
for (const [what, [text, why]] of Object.entries(rejected)) {
  step(`changed: ${what}`);
  const said = await opened(text, async (tab) => {
    if (what === "the level") await tab.screenshot({ path: join(pictures, "proof-rejected.png"), fullPage: true });
  });
  assert.equal(said.state, "bad", `${what}: ${said.text}`);
  assert.match(said.head, /^(Rejected|Not checked)$/, what);
  assert.match(said.text, why, what);
  assert.ok(said.isSeen, what);
}

// A script that says it was checked does not run, and the page says that nothing was.
const lying = rewritten(open, (text) => text.replace('"use strict";\n(() => {', '"use strict";\n(() => { document.getElementById("proof").className = "good"; '));
const said = await opened(lying, undefined, { isStill: true });
assert.equal(said.state, "open");
assert.match(said.head, /^Not checked$/);
step("closing the browser");
await browser.close();
