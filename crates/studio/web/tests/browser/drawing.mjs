// Drawing a level by mouse, keyboard and finger; nothing that was drawn is lost.

import assert from "node:assert/strict";
import { Page } from "./support.mjs";

export const ROOM = ["#######", "#     #", "# @$. #", "#     #", "#     #", "#######"];
const text = `; Room\n${ROOM.join("\n")}\n`;

export async function drawAndMend(browser, address, folder) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.openFile("room.xsb", text);
  await page.verdict("holds");
  assert.match(await tab.textContent("#verdict"), /Solvable in 1 move/);
  assert.match(await tab.textContent("#who"), /checked.*browser's engine/);
  await page.shot(folder, "solvable-light");
  const picture = () => tab.locator("#level").evaluate((canvas) => canvas.toDataURL());
  const first = await picture();

  // A second box, painted into a corner, and a second goal for it.
  await page.paint(".", 3, 3);
  await page.verdict("unknown", 1).catch(() => {});
  await page.paint("$", 1, 1);
  await page.verdict("violated");
  await tab.waitForSelector('.stuck[data-spot="1,1"]');
  assert.equal(await tab.locator(".stuck").count(), 1, "the box in the corner alone");
  assert.match(await tab.textContent("#why"), /the box at line 2, column 2/);
  await page.shot(folder, "stuck-light");

  // Repairs are buttons, and undo takes them back like everything else.
  await tab.click("#repair");
  await tab.waitForSelector(".repair");
  await tab.locator(".repair").first().hover();
  await tab.waitForSelector(".proposal rect.comes");
  await page.shot(folder, "repairs-light");
  await tab.locator(".repair").first().click();
  await page.verdict("holds");
  await tab.keyboard.press("Control+z");
  await page.verdict("violated");
  await tab.keyboard.press("Control+z");
  await tab.waitForFunction(() => !document.querySelector(".stuck"));
  await tab.keyboard.press("Control+z");
  await page.verdict("holds");

  assert.equal(await picture(), first, "undone, the level looks as before");

  // The solution plays, and can be stepped through.
  const slider = tab.locator("#solution input[type=range]");
  assert.equal(await slider.inputValue(), "0");
  await tab.click('#solution [aria-label="Play"]');
  await tab.waitForFunction(() => document.querySelector("#solution input[type=range]").value === "1");
  await tab.click('#solution [aria-label="To the start"]');
  assert.equal(await slider.inputValue(), "0");
  await tab.click('#solution [aria-label="One step forward"]');
  assert.match(await tab.textContent("#solution .film-now"), /Step 1 of 1.*right/s);

  // Saved, it is what was opened; a reload keeps the drawing and its undo.
  await page.paint("$", 3, 4);
  await page.verdict("violated");
  const { name, bytes } = await page.saved();
  assert.equal(name, "room.xsb");
  const drawn = text.replace("#     #\n#######", "#  $  #\n#######");
  assert.equal(bytes.toString(), drawn);
  const before = await picture();
  await tab.reload();
  await page.verdict("violated");
  await tab.waitForSelector("#level");
  assert.equal(await picture(), before, "drawn as a whole it looks as drawn cell by cell");
  assert.equal((await page.saved()).bytes.toString(), drawn);
  await tab.keyboard.press("Control+z");
  await page.verdict("holds");
  assert.equal((await page.saved()).bytes.toString(), text);
  await page.openFile("drawn.xsb", drawn);
  await page.verdict("violated");
  // Opening took the place of nothing: undo brings the drawing before it back.
  await tab.locator("#level").focus();
  await tab.keyboard.press("Control+z");
  await page.verdict("holds");
  await page.close();
}

export async function allTools(browser, address) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  const rows = async () => (await page.savedText()).trimEnd().split("\n").slice(1);
  const tool = (name) => tab.click(`[data-tool="${name}"]`);
  const empty = ["; Tools", "########", "#@$.   #", "#      #", "#      #", "#      #", "########", ""].join("\n");
  await page.openFile("tools.xsb", empty);
  await page.verdict("holds");
  await tab.click('.palette [data-letter="#"]');

  await tool("line");
  await page.drag([2, 2], [5, 2]);
  assert.equal((await rows())[2], "# #### #");
  await tab.keyboard.press("Control+z");
  await tool("rectangle");
  await page.drag([2, 2], [5, 4]);
  assert.deepEqual((await rows()).slice(2, 5), ["# #### #", "# #  # #", "# #### #"]);
  await tool("fill");
  await page.drag([3, 3], [3, 3]);
  assert.equal((await rows())[3], "# #### #");
  await tab.keyboard.press("Control+z");
  await tab.keyboard.press("Control+z");
  await tool("box");
  await page.drag([4, 3], [5, 4]);
  assert.deepEqual((await rows()).slice(3, 5), ["#   ## #", "#   ## #"]);

  // Select and move: where it was there is floor.
  await tool("select");
  await page.drag([4, 3], [5, 4]);
  await page.drag([4, 3], [3, 2]);
  assert.deepEqual((await rows()).slice(2, 5), ["#  ##  #", "#  ##  #", "#      #"]);
  await tab.keyboard.press("Escape");

  await tab.click('[aria-label="Mirror the level"]');
  assert.equal((await rows())[1], "#   .$@#");
  await tab.click('[aria-label="Mirror the level upside down"]');
  assert.equal((await rows())[4], "#   .$@#");
  await tab.click('[aria-label="Turn the level"]');
  assert.deepEqual(await page.size(), { columns: 6, rows: 8 });
  for (let i = 0; i < 3; i++) await tab.click('[aria-label="Turn the level"]');
  assert.deepEqual(await page.size(), { columns: 8, rows: 6 });

  for (const [side, columns, high] of [
    ["left", 9, 6],
    ["right", 10, 6],
    ["top", 10, 7],
    ["bottom", 10, 8],
  ]) {
    const line = side === "left" || side === "right" ? "column" : "row";
    await tab.click(`[aria-label="Add a ${line} at the ${side}"]`);
    assert.deepEqual(await page.size(), { columns, rows: high }, side);
  }
  await page.verdict("holds");
  await tab.click('[aria-label="Cut a row at the top"]');
  assert.deepEqual(await page.size(), { columns: 10, rows: 7 });

  // Undo leads back through all of it to what was opened.
  for (let i = 0; i < 40 && (await page.savedText()) !== empty; i++) await tab.keyboard.press("Control+z");
  assert.equal(await page.savedText(), empty);

  // The right button empties, the middle one picks.
  const { x, y } = await page.point(2, 1);
  await tab.click('[data-tool="paint"]');
  await tab.mouse.click(x, y, { button: "right" });
  assert.equal((await rows())[1], "#@ .   #");
  await tab.keyboard.press("Control+z");
  await tab.mouse.click(x, y, { button: "middle" });
  await tab.waitForSelector('.palette [data-letter="$"][aria-checked="true"]');
  // The player is one: painted elsewhere, it leaves where it was.
  await page.paint("@", 5, 3);
  assert.deepEqual([(await rows())[1], (await rows())[3]], ["# $.   #", "#    @ #"]);
  await page.close();
}

export async function byKeyboard(browser, address, folder) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.openFile("room.xsb", text);
  await page.verdict("holds");
  await tab.locator("#level").focus();
  const press = async (...keys) => {
    for (const key of keys) await tab.keyboard.press(key);
  };
  await press("Home", "ArrowUp", "ArrowRight", "ArrowDown");
  const box = await tab.getAttribute('.palette [data-letter="$"]', "title");
  await press(box.match(/\((\d)\)/)[1], "Space");
  await page.verdict("violated");
  await tab.waitForSelector('.stuck[data-spot="1,1"]');
  assert.match(await tab.textContent(".unseen"), /column 2, row 2: box/);
  await press("Delete");
  await page.verdict("holds");
  await press("r", "ArrowDown", "ArrowDown", "Space", "ArrowRight", "ArrowRight", "ArrowDown");
  await page.shot(folder, "keyboard");
  await press("Escape", "Alt+ArrowRight");
  assert.deepEqual(await page.size(), { columns: 8, rows: 6 });
  await press("Alt+Shift+ArrowRight");
  assert.deepEqual(await page.size(), { columns: 7, rows: 6 });

  // Everything that can be clicked can be reached, and shows where the focus is.
  await tab.locator("#level").focus();
  await press("Tab");
  const ring = await tab.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(ring, "solid", "the focus is seen");
  await page.close();
}

export async function byTouch(browser, address, folder) {
  const page = await Page.open(browser, address, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const { tab } = page;
  await page.openFile("room.xsb", text);
  await page.verdict("holds");
  await page.shot(folder, "phone-light");
  await tab.tap('.palette [data-letter="$"]');
  await tab.locator("#level").scrollIntoViewIfNeeded();
  const { x, y } = await page.point(1, 1);
  await tab.touchscreen.tap(x, y);
  await page.verdict("violated");
  await tab.waitForSelector('.stuck[data-spot="1,1"]');
  await tab.emulateMedia({ colorScheme: "dark" });
  await page.shot(folder, "phone-dark-stuck");
  for (const mode of ["play", "generate", "check", "draw"]) {
    await tab.tap(`#mode-${mode}`);
    await tab.setViewportSize({ width: 320, height: 640 });
    const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `${mode}: ${overflow} pixels too wide for a phone`);
  }
  await page.close();
}

/** A page that crashes, or is closed in the middle of it, keeps what was drawn. */
export async function afterACrash(browser, address) {
  const page = await Page.open(browser, address);
  await page.openFile("room.xsb", text);
  await page.verdict("holds");
  await page.paint("$", 1, 1);
  await page.verdict("violated");
  await page.tab.waitForTimeout(400);
  const crashed = page.tab.waitForEvent("crash");
  page.tab.goto("chrome://crash").catch(() => {});
  await crashed;
  await page.newTab(address);
  await page.verdict("violated");
  await page.tab.waitForSelector('.stuck[data-spot="1,1"]');
  await page.tab.keyboard.press("Control+z");
  await page.verdict("holds");
  page.errors = page.errors.filter((error) => !error.includes("chrome://crash"));
  await page.close();
}

/** A link opens the level, and undo brings back what was there before. It holds no token. */
export async function byLink(browser, address) {
  const base = address.split("#")[0];
  const page = await Page.open(browser, address);
  await page.openFile("room.xsb", text);
  await page.verdict("holds");
  await page.paint("$", 1, 1);
  await page.verdict("violated");
  await page.tab.click("#share");
  await page.tab.waitForFunction(() => document.getElementById("share-link").value.includes("#level="));
  const link = await page.tab.inputValue("#share-link");
  assert.ok(link.startsWith(`${base}#level=`), link);
  await page.close();
  const other = await Page.open(browser, link);
  await other.verdict("violated");
  await other.tab.waitForSelector('.stuck[data-spot="1,1"]');
  assert.equal(new URL(other.tab.url()).hash, "", "the address is short again");
  await other.tab.goto(`${base}#level=AAAA`);
  await other.tab.waitForSelector("#notice.bad");
  assert.match(await other.tab.textContent("#notice"), /link is broken/);
  await other.verdict("violated");
  await other.close();
}

/** From the stroke to its verdict on the page, in milliseconds. */
export async function strokeTimes(browser, address, level) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.openFile("level.xsb", level);
  await page.verdict("holds");
  await tab.evaluate(() => {
    window.strokes = [];
    let start = null;
    window.addEventListener("pointerup", () => (start = performance.now()), true);
    const verdict = document.getElementById("verdict");
    new MutationObserver(() => {
      if (start !== null && verdict.dataset.settled !== undefined) {
        window.strokes.push(performance.now() - start);
        start = null;
      }
    }).observe(verdict, { attributes: true });
  });
  // Floor becomes wall and floor again, cell after cell.
  const rows = level.trimEnd().split("\n");
  const floor = rows.flatMap((row, y) =>
    [...row].flatMap((letter, x) => (letter === " " && row.slice(0, x).includes("#") ? [[x, y]] : [])),
  );
  await tab.waitForTimeout(1500);
  for (let i = 0; i < 16; i++) {
    await page.paint(i % 2 === 0 ? "#" : " ", ...floor[(i >> 1) % floor.length]);
    await tab.waitForFunction((n) => window.strokes.length > n, i);
    await tab.waitForTimeout(600);
  }
  const times = await tab.evaluate(() => window.strokes);
  await page.close();
  return times;
}
