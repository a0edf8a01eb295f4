// Generators, dungeons, rules, platforms, certificates, playing.

import assert from "node:assert/strict";
import { Page } from "./support.mjs";
import { ROOM } from "./drawing.mjs";

export async function fiveMazes(browser, address, folder) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.verdict("holds");
  await tab.click("#mode-generate");
  await tab.selectOption("#generate-game", "maze");
  await tab.fill("#generate-count", "5");
  await tab.click("#generate");
  await tab.waitForFunction(() => document.querySelectorAll("#gallery > li").length === 5, null, { timeout: 60_000 });
  const cards = tab.locator("#gallery > li");
  const titles = new Set();
  for (let i = 0; i < 5; i++) {
    const card = cards.nth(i);
    assert.equal(await card.locator("canvas").count(), 1);
    assert.match(await card.textContent(), /checked/);
    assert.ok((await card.locator("dd").count()) > 0, "figures");
    titles.add(await card.locator("canvas").evaluate((canvas) => canvas.toDataURL()));
  }
  assert.equal(titles.size, 5, "five different ones");
  await page.shot(folder, "gallery-light");
  const [download] = await Promise.all([
    tab.waitForEvent("download"),
    cards.first().getByRole("button", { name: "Certificate" }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.cert$/);
  await cards.nth(2).getByRole("button", { name: "Edit" }).click();
  await page.verdict("holds");
  await tab.waitForSelector("#level");
  // Measured, it shows how difficult each step is, and where play goes.
  await tab.click("#measure");
  await tab.waitForSelector(".difficulty rect.possible");
  await tab.check('[data-shows="heat"]');
  await tab.waitForSelector(".overlay .heat rect");
  await page.shot(folder, "heat-light");
  await page.close();
}

/** What is selected in the drawing stays in every level that is made; elsewhere they differ. */
export async function keptTiles(browser, address, folder) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.newLevel("maze");
  await page.verdict("holds");
  // A wall is `#` or `1`, floor is blank or `0`.
  const rows = async () =>
    (await page.savedText())
      .replaceAll("#", "1")
      .replaceAll(" ", "0")
      .split("\n")
      .filter((row) => /^1[01AG<>^v]+1$/.test(row));
  const [left, top, right, bottom] = [2, 1, 6, 4];
  const part = (level) => level.slice(top, bottom + 1).map((row) => row.slice(left, right + 1));
  const { columns, rows: high } = await page.size();
  await tab.click("#mode-generate");
  await tab.waitForSelector("#generate-keep:disabled");
  await tab.click("#mode-draw");
  await page.paint("#", 4, 1);
  await tab.click('[data-tool="select"]');
  await page.drag([left, top], [right, bottom]);
  const kept = part(await rows());
  await tab.click("#mode-generate");
  await tab.check("#generate-keep");
  await tab.fill("#generate-count", "3");
  await tab.click(".options summary");
  await tab.fill("#option-size", `${columns - 2}x${high - 2}`);
  await tab.locator("#option-size").blur();
  await tab.click("#generate");
  await tab.waitForFunction(() => document.querySelectorAll("#gallery > li").length === 3, null, { timeout: 60_000 });
  await page.shot(folder, "kept-light");
  const made = new Set();
  for (let i = 0; i < 3; i++) {
    await tab.locator("#gallery > li").nth(i).getByRole("button", { name: "Edit" }).click();
    await page.verdict("holds");
    const level = await rows();
    assert.deepEqual(part(level), kept, `level ${i}`);
    made.add(level.join("\n"));
    await tab.click("#mode-generate");
  }
  assert.equal(made.size, 3, "three different ones");
  // A generator that works back from the goals cannot keep what is drawn.
  await tab.selectOption("#generate-game", "sokoban");
  await tab.waitForSelector("#generate-keep", { state: "detached" });
  await page.close();
}

export async function dungeonWithStrategies(browser, address, folder) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.newLevel("dungeon");
  await page.verdict("holds");
  await tab.waitForSelector("#solution svg");
  await tab.click('#more [data-command="strategies"] summary');
  await tab.click('#more [data-command="strategies"] button[type=submit]');
  await tab.waitForSelector(".command-answer");
  assert.match(await tab.textContent(".command-answer"), /Vault|Lamp|small/);
  await page.shot(folder, "dungeon-light");
  await tab.emulateMedia({ colorScheme: "dark" });
  await page.shot(folder, "dungeon-dark");
  // The lock's key taken away, the vault is out of reach.
  const text = await tab.inputValue("#text");
  await tab.fill("#text", text.replace("Kitchen at 0,1: Lamp", "Kitchen at 0,1"));
  await page.verdict("violated");
  await page.close();
}

export async function ruleMended(browser, address, folder) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.newLevel("puzzlescript");
  await page.verdict("holds");
  const text = await tab.inputValue("#text");
  const rule = "[ > Player | Crate ] -> [ > Player | > Crate ]";
  const line = text.split("\n").indexOf(rule) + 1;
  assert.ok(line > 0);
  await tab.fill("#text", text.replace(rule, "[ > Player | Crote ] -> [ > Player | > Crate ]"));
  await tab.waitForSelector(`.messages [data-line="${line}"].error`);
  assert.match(await tab.textContent(".messages"), /Crote/i);
  assert.equal(await tab.locator(".line-number.error").first().textContent(), String(line));
  await page.shot(folder, "rules-broken-light");
  await tab.emulateMedia({ colorScheme: "dark" });
  await page.shot(folder, "rules-broken-dark");
  await tab.fill("#text", text.replace(rule, "[ > Player | Crate ] -> [ > Player | Crate ]"));
  await page.verdict("violated");
  await tab.fill("#text", text);
  await page.verdict("holds");
  // The level beside the rules can be painted as well, and the text follows.
  await page.paint("#", 1, 4);
  await tab.waitForFunction(() => document.getElementById("text").value.includes("##.O.#"));
  await tab.waitForFunction(() => document.querySelectorAll(".messages .error").length === 0);
  await page.close();
}

export async function platformRun(browser, address, folder) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.newLevel("platform");
  await page.verdict("holds", 60_000);
  await tab.waitForSelector("#solution canvas");
  const slider = tab.locator("#solution input[type=range]");
  const last = Number(await slider.getAttribute("max"));
  assert.ok(last > 10, `${last} frames`);
  const picture = () => tab.locator("#solution canvas").evaluate((canvas) => canvas.toDataURL());
  const first = await picture();
  await slider.focus();
  await tab.keyboard.press("End");
  await tab.waitForFunction(
    (last) => document.querySelector("#solution input[type=range]").value === String(last),
    last,
  );
  assert.notEqual(await picture(), first);
  await page.shot(folder, "platform-light");
  await page.close();
}

export async function certificates(browser, address, folder) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.openFile("room.xsb", `${ROOM.join("\n")}\n`);
  await page.verdict("holds");
  await tab.waitForSelector("#save-certificate");
  const { name, bytes } = await page.saved("#save-certificate");
  assert.match(name, /\.cert$/);
  await page.drop(name, bytes);
  await tab.waitForSelector('#check-outcome[data-accepted="true"]');
  await tab.waitForSelector('[aria-label="Its run"] canvas');
  await page.shot(folder, "certificate-light");
  const lit = await tab.locator(".parts .lamp.good").count();
  assert.ok(lit >= 2, `${lit} parts accepted`);

  // Any byte of it changed, it is not accepted.
  const places = [bytes.length - 2, bytes.length >> 1, bytes.indexOf("holds"), bytes.indexOf("$")];
  for (const at of places) {
    const mutated = Buffer.from(bytes);
    mutated[at] ^= 1;
    await page.drop("mutated.cert", mutated);
    await tab.waitForSelector('#check-outcome[data-accepted="false"]');
    assert.match(await tab.textContent("#check-outcome"), /mutated\.cert/);
    await page.drop(name, bytes);
    await tab.waitForSelector('#check-outcome[data-accepted="true"]');
  }
  await page.drop("mutated.cert", Buffer.from("playproof certificate 3\ngarbage"));
  await tab.waitForSelector('#check-outcome[data-accepted="false"]');
  await page.shot(folder, "certificate-rejected-light");
  await page.close();
}

export async function playIt(browser, address, folder) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.openFile("room.xsb", `${ROOM.join("\n")}\n`);
  await page.verdict("holds");
  await tab.click("#mode-play");
  await tab.waitForSelector('#light[data-light="can-be-won"]');
  const press = async (key, n) => {
    await tab.keyboard.press(key);
    await tab.waitForFunction((n) => document.getElementById("play-words").textContent.startsWith(`${n} move`), n);
  };
  // Something else required of the level is no reason to begin anew.
  await press("ArrowUp", 1);
  await tab.fill(".add-requirement input", "shortest >= 2");
  await tab.click(".add-requirement button");
  await tab.waitForSelector('.lights [data-property="shortest >= 2"][data-answer="violated"]');
  assert.match(await tab.textContent("#play-words"), /^1 move/);
  await tab.click('[aria-label="Do not require shortest >= 2"]');
  await press("z", 0);
  // Above the box, and down: then it is pushed into the lowest row, where it is lost.
  await press("ArrowUp", 1);
  await press("ArrowRight", 2);
  await press("ArrowDown", 3);
  await tab.waitForSelector('#light[data-light="can-be-won"]');
  await press("ArrowDown", 4);
  await tab.waitForSelector('#light[data-light="cannot-be-won"]');
  assert.match(await tab.textContent("#light"), /since move 4/);
  await page.shot(folder, "play-lost-light");
  await tab.click("#light .link");
  await tab.waitForSelector('#light[data-light="can-be-won"]');
  await press("z", 2);
  await press("z", 1);
  await press("z", 0);
  await tab.click("#hint");
  await tab.waitForSelector(".hinted");
  assert.equal(await tab.getAttribute(".hinted", "aria-label"), "right");
  await press("ArrowUp", 1);
  await press("ArrowDown", 2);
  await press("ArrowRight", 3);
  await tab.waitForSelector('#light[data-light="won"]');
  await tab.waitForSelector("#beside");
  assert.match(await tab.textContent("#beside"), /You won in 3 moves; .* 1, 2 fewer/);
  await page.shot(folder, "play-won-light");
  await tab.emulateMedia({ colorScheme: "dark" });
  await page.shot(folder, "play-won-dark");
  // The drawing is still there, and how one can lose is shown too.
  await tab.click("#mode-draw");
  await page.verdict("holds");
  await tab.click("#ask-losing");
  await tab.waitForSelector("#losing .film");
  await tab.click("#ask-others");
  await tab.waitForSelector("#solution .others");
  await tab.waitForSelector("#figures dl dd");
  await page.shot(folder, "everything-dark");
  await page.close();
}

/** What is broken is said, the drawing stays, and the engine goes on. */
export async function badInput(browser, address) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.openFile("room.xsb", `${ROOM.join("\n")}\n`);
  await page.verdict("holds");
  await page.paint("#", 2, 2);
  await page.verdict("refused");
  assert.match(await tab.textContent("#verdict"), /Not a level yet/);
  await tab.keyboard.press("Control+z");
  await page.verdict("holds");
  await page.openFile("title.xsb", `; <script>document.title='taken'</script><b>bold</b>\n${ROOM.join("\n")}\n`);
  await page.verdict("holds");
  assert.notEqual(await tab.title(), "taken");
  assert.equal(await tab.locator("b").count(), 0, "a title is text");
  await page.openFile("large.xsb", `${"#".repeat(1000)}\n`.repeat(1000));
  await page.verdict("refused", 60_000);
  await tab.click("#open");
  const [chooser] = await Promise.all([tab.waitForEvent("filechooser"), tab.click("#open-disk")]);
  await chooser.setFiles({ name: "huge.txt", mimeType: "text/plain", buffer: Buffer.alloc(2 << 20, "#") });
  await tab.waitForSelector("#notice.bad");
  assert.match(await tab.textContent("#notice"), /larger than 1 MiB/);
  await page.openFile("binary.xsb", Buffer.from([0, 255, 254, 1, 2, 3, 0, 0, 65]).toString("latin1"));
  await page.verdict("refused").catch(() => page.verdict("none"));
  await page.openFile("room.xsb", `${ROOM.join("\n")}\n`);
  await page.verdict("holds");
  await page.close();
}

/** Without its engine the page says so, and the text can still be read, changed and saved. */
export async function withoutEngine(browser, address) {
  const page = await Page.open(browser, address);
  await page.openFile("room.xsb", `${ROOM.join("\n")}\n`);
  await page.verdict("holds");
  await page.tab.waitForTimeout(300);
  await page.context.route("**/playproof.wasm", (route) => route.fulfill({ status: 404, body: "gone" }));
  await page.tab.reload();
  await page.tab.waitForSelector('#verdict[data-answer="broken"]');
  assert.match(await page.tab.textContent("#verdict"), /The engine is not there/);
  assert.equal((await page.saved()).bytes.toString(), `${ROOM.join("\n")}\n`);
  await page.context.unroute("**/playproof.wasm");
  await page.tab.reload();
  await page.verdict("holds");
  page.errors = page.errors.filter((error) => !error.includes("404"));
  await page.close();
}

/** The example of every game can be judged, played and laid out. */
export async function everyGame(browser, address) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.verdict("holds");
  await tab.click("#new");
  const games = await tab
    .locator("#new-dialog [data-game]")
    .evaluateAll((buttons) => buttons.map((button) => button.dataset.game));
  await tab.keyboard.press("Escape");
  await tab.waitForSelector("#new-dialog", { state: "detached" });
  assert.ok(games.length >= 11, `${games}`);
  for (const game of games) {
    await page.newLevel(game);
    await tab.waitForFunction((game) => document.querySelector(".what .chip")?.textContent === game, game);
    await tab.waitForSelector("#verdict[data-settled]", { timeout: 60_000 });
    assert.match(await tab.getAttribute("#verdict", "data-answer"), /holds|violated/, game);
    if ((await tab.locator("#level").count()) > 0) {
      const before = await page.size();
      await tab.click('[aria-label="Add a column at the right"]');
      await tab.click('[aria-label="Add a row at the bottom"]');
      assert.deepEqual(await page.size(), { columns: before.columns + 1, rows: before.rows + 1 }, game);
      await tab.waitForSelector("#verdict[data-settled]", { timeout: 60_000 });
      assert.match(await tab.getAttribute("#verdict", "data-answer"), /holds|violated/, `${game}, larger`);
      await page.openFile("again.txt", await page.savedText());
      await tab.waitForSelector("#verdict[data-settled]", { timeout: 60_000 });
      assert.deepEqual(await page.size(), { columns: before.columns + 1, rows: before.rows + 1 }, `${game}, saved`);
    }
    await tab.click("#mode-play");
    await tab.waitForSelector(".play .picture canvas, .play .picture svg");
    const move = tab.locator(".pad button:enabled").first();
    await move.click();
    await tab.waitForFunction(() => document.getElementById("play-words").textContent.startsWith("1 move"));
    await tab.click("#mode-states");
    await tab.waitForSelector('#space-canvas[data-settled="true"]');
    await tab.waitForSelector("#state canvas, #state svg.chart");
    await tab.click("#mode-draw");
  }
  await page.close();
}

/** Five targets for four crates: no win, which takes some hundred thousand states to see. */
export const HARD = [
  "########",
  "#P.....#",
  "#.*..*.#",
  "#......#",
  "#.O..O.#",
  "#.O..*.#",
  "#O.....#",
  "########",
].join("\n");

/** A long search says how far it is, can be stopped, and makes way for the next drawing. */
export async function stopsAndMakesWay(browser, address) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.newLevel("puzzlescript");
  await page.verdict("holds");
  const rules = await tab.inputValue("#text");
  const hard = rules.slice(0, rules.indexOf("######\n#P")) + HARD;
  await tab.fill("#text", hard);
  await tab.waitForFunction(() => /Searching, [\d,]+ states/.test(document.getElementById("who").textContent));
  assert.match(await tab.textContent("#verdict"), /Still searching/);
  await tab.click("#who button");
  await tab.waitForFunction(() => /^Not known/.test(document.getElementById("verdict").textContent));
  await tab.fill("#text", `${hard}\n`);
  await tab.waitForFunction(() => /Searching, [\d,]+ states/.test(document.getElementById("who").textContent));
  const start = performance.now();
  await tab.fill("#text", rules);
  await page.verdict("holds");
  const passed = performance.now() - start;
  assert.ok(passed < 5000, `${passed} ms until the next drawing had its verdict`);
  await page.close();
}
