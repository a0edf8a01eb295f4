// node server.mjs PLAYWRIGHT ADDRESS FOLDER PICTURES: the page as `playproof studio` serves it from
// ADDRESS, token and all, with FOLDER as its project. At the end the folder is removed; then the
// line "end the server" asks whoever started this to do so, to see what the page says.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HARD } from "./games.mjs";
import { browserOf, Page } from "./support.mjs";
import { request, step } from "./watch.mjs";

const [playwright, address, folder, pictures] = process.argv.slice(2);
const ROOM = "#######\n#     #\n# @$. #\n#     #\n#######\n";
writeFileSync(join(folder, "room.xsb"), ROOM);
writeFileSync(join(folder, "title.xsb"), `; <img src=x onerror="document.title='taken'">\n${ROOM}`);

const browser = await browserOf(playwright);
const start = performance.now();
const page = await Page.open(browser, address);
const { tab } = page;
await page.verdict("holds");
const ready = performance.now() - start;
const paint = await tab.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null);
console.log(`first paint after ${Math.round(paint)} ms, first verdict after ${Math.round(ready)} ms`);
assert.equal(new URL(tab.url()).hash, "", "the token is out of the address");
assert.ok(!(await tab.content()).includes(new URL(address).hash.slice(7)), "and not in the page");

const open = async (path) => {
  await tab.click("#open");
  const [answer] = await Promise.all([
    tab.waitForResponse((response) => new URL(response.url()).pathname.endsWith("/api/file")),
    tab.click(`#project-files [data-path="${path}"]`),
  ]);
  // A file of this name may have been on the page before: its revision is that of this reading.
  const { revision } = await answer.json();
  await tab.waitForSelector(`.file-name[data-revision="${revision}"]`);
  await tab.waitForFunction((path) => document.querySelector(".file-name").value === path, path);
  await page.verdict("holds");
};
const save = async () => {
  await tab.click("#save");
  await tab.click("#save-project");
};

// A file of the folder: opened, drawn on, saved, and still known after a reload.
step("a file of the folder");
await open("room.xsb");
await page.paint("#", 5, 3);
await page.verdict("holds");
await save();
await tab.waitForSelector("#notice.good");
assert.equal(readFileSync(join(folder, "room.xsb"), "utf8"), ROOM.replace("#     #\n#######", "#    ##\n#######"));
await page.shot(pictures, "server-light");
await tab.reload();
await page.verdict("holds");
await tab.click("#open");
await tab.waitForSelector('#project-files [data-path="room.xsb"]');
await page.shot(pictures, "server-open-light");
await tab.keyboard.press("Escape");

// Undo past the opening of a file brings the other one's drawing back, and it is saved there.
step("undo past the opening of a file");
const title = readFileSync(join(folder, "title.xsb"), "utf8");
const room = readFileSync(join(folder, "room.xsb"), "utf8");
await open("room.xsb");
await page.paint("#", 5, 1);
await page.verdict("holds");
await open("title.xsb");
await tab.locator("#stage").focus();
await tab.keyboard.press("Control+z");
await tab.waitForFunction(() => document.querySelector(".file-name").value === "room.xsb");
await page.verdict("holds");
await tab.keyboard.press("Control+s");
await tab.waitForFunction(() => /Saved room.xsb/.test(document.querySelector("#notice.good")?.textContent ?? ""));
assert.notEqual(readFileSync(join(folder, "room.xsb"), "utf8"), room);
assert.equal(readFileSync(join(folder, "title.xsb"), "utf8"), title);
writeFileSync(join(folder, "room.xsb"), ROOM);

// What another program wrote meanwhile is not overwritten.
step("a file that another program wrote");
await open("room.xsb");
writeFileSync(join(folder, "room.xsb"), `; by another\n${ROOM}`);
await page.paint("#", 5, 1);
await page.verdict("holds");
await save();
await tab.waitForSelector("#notice.bad");
assert.match(await tab.textContent("#notice"), /not overwritten/);
assert.equal(readFileSync(join(folder, "room.xsb"), "utf8"), `; by another\n${ROOM}`);
assert.equal(await tab.locator("#verdict").getAttribute("data-answer"), "holds", "the drawing is kept");

// A title that is a script is text.
step("a title that is a script");
await open("title.xsb");
assert.notEqual(await tab.title(), "taken");

// What takes long is asked of the native engine as well, and the page says who answered.
step("a hard level");
await page.newLevel("puzzlescript");
await page.verdict("holds");
const rules = await tab.inputValue("#text");
await tab.fill("#text", rules.slice(0, rules.indexOf("######\n#P")) + HARD);
await page.verdict("violated", 120_000);
console.log(`a hard level: ${await tab.textContent("#who")}`);
assert.match(await tab.textContent("#who"), /native engine|browser's engine/);
// A stroke while it works: the answer is about the new drawing.
await tab.fill("#text", rules.slice(0, rules.indexOf("######\n#P")) + HARD.replace("#......#", "#.....##"));
await tab.waitForTimeout(1500);
await page.newLevel("maze");
await page.verdict("holds");
assert.match(await tab.textContent("#verdict"), /16 moves/);

// Without the token the page is what it is as static files.
step("without the token");
const bare = await Page.open(browser, new URL("/", address).href);
await bare.verdict("holds");
await bare.tab.click("#open");
assert.equal(await bare.tab.locator("#project-files").count(), 0);
await bare.close();

// The folder removed, then the server gone: the page says so and goes on.
step("the folder removed");
rmSync(folder, { recursive: true });
await tab.click("#open");
await tab.waitForSelector("#open-dialog .problem");
await tab.keyboard.press("Escape");
await page.openFile("room.xsb", ROOM);
await page.verdict("holds");
step("the server ends");
console.log("end the server");
const isThere = () =>
  request(new URL("/", address)).then(
    () => true,
    () => false,
  );
for (let i = 0; i < 100 && (await isThere()); i++) await new Promise((resolve) => setTimeout(resolve, 100));
assert.equal(await isThere(), false, "nobody ended the server");
await page.paint("$", 1, 1);
await page.verdict("violated");
await save();
// An older notice may still stand there.
await tab.waitForFunction(() =>
  /connection to playproof studio is lost/.test(document.querySelector("#notice.bad")?.textContent ?? ""),
);
// The browser itself writes down what the server refused, which was the point.
page.errors = page.errors.filter((error) => !/Failed to load resource|ERR_CONNECTION_REFUSED/.test(error));
step("closing the browser");
await page.close();
await browser.close();
console.log("passed");
