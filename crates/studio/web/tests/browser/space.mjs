// The states of a level as a graph: counted like here, walked through, and smooth when large.

import assert from "node:assert/strict";
import { ROOM } from "./drawing.mjs";
import { Page } from "./support.mjs";

/** Two boxes in a hall: more states than are drawn. */
const HALL = [
  "##########",
  "#@       #",
  "#  $     #",
  "#        #",
  "#     $  #",
  "#       .#",
  "#      . #",
  "##########",
];

/** Walls, which states of Sokoban there are, and what each is: without the engine. */
function sokoban(rows) {
  const width = rows[0].length;
  const letters = rows.join("");
  const places = (wanted) => [...letters].flatMap((letter, at) => (wanted.includes(letter) ? [at] : []));
  const [player] = places("@+"),
    goals = new Set(places(".*+"));
  const key = (player, boxes) => `${player}:${boxes.join(" ")}`;
  const states = new Map();
  const add = (player, boxes, depth) => {
    const name = key(player, boxes);
    if (!states.has(name)) states.set(name, { player, boxes, depth, next: [] });
    return name;
  };
  add(player, places("$*"), 0);
  for (const [name, { player, boxes, depth, next }] of states) {
    // Play is over when it is won.
    if (boxes.every((box) => goals.has(box))) continue;
    for (const step of [-1, 1, -width, width]) {
      const to = player + step,
        behind = to + step;
      if (letters[to] === "#") continue;
      if (!boxes.includes(to)) next.push(add(to, boxes, depth + 1));
      else if (letters[behind] !== "#" && !boxes.includes(behind)) {
        const pushed = boxes.map((box) => (box === to ? behind : box)).sort((a, b) => a - b);
        next.push(add(to, pushed, depth + 1));
      }
    }
    assert.ok(states.has(name));
  }
  const before = new Map([...states.keys()].map((name) => [name, []]));
  for (const [name, { next }] of states) for (const other of next) before.get(other).push(name);
  const leadingTo = (names) => {
    const found = new Set(names);
    for (const name of found) for (const other of before.get(name)) found.add(other);
    return found;
  };
  const names = [...states.keys()];
  const won = names.filter((name) => states.get(name).boxes.every((box) => goals.has(box)));
  const winnable = leadingTo(won);
  const lost = names.filter((name) => !winnable.has(name));
  const losable = leadingTo(lost);
  const isOpen = (name) => winnable.has(name) && losable.has(name);
  return {
    n: names.length,
    won: won.length,
    lost: lost.length,
    open: names.filter(isOpen).length,
    safe: names.filter((name) => !losable.has(name) && !won.includes(name)).length,
  };
}

const settled = (tab) => tab.waitForSelector('#space-canvas[data-settled="true"]');

async function counts(tab) {
  const entries = await tab
    .locator("#space-legend [data-region]")
    .evaluateAll((all) => all.map((one) => [one.dataset.region, one.querySelector(".count").textContent]));
  return Object.fromEntries(entries.map(([region, n]) => [region, Number(n.replaceAll(",", ""))]));
}

/** A place on the canvas, right of the start, where there is a state: where the mouse finds one. */
async function placeOfState(tab) {
  const box = await tab.locator("#space-canvas").boundingBox();
  const y = box.y + box.height / 2;
  for (let x = box.x + 10; x < box.x + box.width; x += 8) {
    await tab.mouse.move(x, y);
    const state = await tab.getAttribute("#state", "data-state");
    if (state !== "0") return { x, y, state };
  }
  throw new Error("the mouse found no state");
}

/** Where on the canvas there are pixels of this colour of the page: how many in each column. */
const pixelsOf = (tab, name) =>
  tab.evaluate((name) => {
    const colour = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const wanted = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    const canvas = document.getElementById("space-canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const columns = new Array(canvas.width).fill(0);
    for (let i = 0; i < data.length; i += 4) {
      if (wanted.every((part, k) => Math.abs(data[i + k] - part) < 3)) columns[(i / 4) % canvas.width]++;
    }
    return columns;
  }, name);
const sum = (columns) => columns.reduce((sum, n) => sum + n, 0);

export async function stateSpace(browser, address, folder) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.openFile("room.xsb", `${ROOM.join("\n")}\n`);
  await page.verdict("holds");
  await tab.click("#mode-states");
  await settled(tab);

  // Every state is there once, and is what it is.
  const { n, ...expected } = sokoban(ROOM);
  assert.deepEqual(await counts(tab), expected);
  assert.match(await tab.textContent("#space-words"), new RegExp(`All ${n} states\\.`));
  assert.match(await tab.textContent("#space-words"), new RegExp(`lost ${expected.lost}`));
  assert.match(await tab.textContent("#space-words"), /The solution passes 2 of them/);

  await page.shot(folder, "states-light");

  // The mouse over a state shows it, and a click keeps it.
  const { x, y, state } = await placeOfState(tab);
  await tab.mouse.click(x, y);
  await tab.mouse.move(5, 5);
  await tab.waitForSelector(`#state[data-state="${state}"] canvas`);
  assert.match(await tab.textContent("#state"), /moves? from the start/);
  assert.match(await tab.textContent("#state-moves"), /left|right|up|down/);
  const label = await tab.getAttribute("#state canvas", "aria-label");
  assert.match(label, new RegExp(`^State ${Number(state) + 1}: player in column`));

  // By keys: along the solution, and Enter shows what is there.
  await tab.focus("#space-canvas");
  await tab.keyboard.press("Home");
  const spoken = (wanted) =>
    tab.waitForFunction(
      (wanted) => document.getElementById("space-spoken").textContent.startsWith(wanted),
      wanted,
    );
  await spoken("The start.");
  await tab.keyboard.press("ArrowRight");
  await spoken("1 move from the start. Won");
  await tab.keyboard.press("Enter");
  await tab.waitForSelector('#state[data-region="won"] canvas');
  assert.equal(await tab.textContent("#state-moves"), "right.");
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  await tab.waitForSelector('#state:not([data-region="won"])');
  await tab.keyboard.press("ArrowLeft");
  await tab.keyboard.press("Enter");
  await tab.waitForSelector('#state[data-state="0"]');
  await tab.keyboard.press("End");
  await spoken("1 move from the start. Won");
  await settled(tab);

  // The solution's way is drawn, from the start to the win.
  const ink = await pixelsOf(tab, "--ink");
  const first = ink.findIndex((n) => n > 0),
    last = ink.findLastIndex((n) => n > 0);
  assert.ok(last - first > 40, `from ${first} to ${last}`);
  let gap = 0,
    longest = 0;
  for (const n of ink.slice(first, last)) longest = Math.max(longest, (gap = n > 0 ? 0 : gap + 1));
  // The signs on it and their rims are the only gaps.
  assert.ok(longest <= 12, `the solution's way has a gap of ${longest} pixels`);

  // One region alone: the others turn pale.
  const red = sum(await pixelsOf(tab, "--lamp-bad"));
  await tab.click('#space-legend [data-region="safe"]');
  await settled(tab);
  let left = sum(await pixelsOf(tab, "--lamp-bad"));
  // The next frame draws it.
  for (let i = 0; i < 50 && left >= red / 2; i++) {
    await tab.waitForTimeout(100);
    left = sum(await pixelsOf(tab, "--lamp-bad"));
  }
  assert.ok(red > 0 && left < red / 2, `lost states are pale: ${left} of ${red} red points`);
  await tab.click('#space-legend [data-region="safe"]');
  await tab.emulateMedia({ colorScheme: "dark" });
  await settled(tab);
  await page.shot(folder, "states-dark");

  // Another drawing has other states.
  await tab.click("#mode-draw");
  await page.paint("#", 5, 4);
  await page.verdict("holds");
  await tab.click("#mode-states");
  await settled(tab);
  const smaller = ROOM.with(4, "#    ##");
  assert.match(await tab.textContent("#space-words"), new RegExp(`All ${sokoban(smaller).n} states\\.`));
  await page.close();
}

/** The times between frames while the graph is dragged about, in milliseconds. */
async function framesWhileMoving(tab) {
  await tab.evaluate(() => {
    window.frameTimes = [];
    let last = performance.now();
    const tick = (now) => {
      window.frameTimes.push(now - last);
      last = now;
      window.frameHandle = requestAnimationFrame(tick);
    };
    window.frameHandle = requestAnimationFrame(tick);
  });
  const box = await tab.locator("#space-canvas").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await tab.mouse.move(x, y);
  await tab.mouse.down();
  for (let i = 0; i < 120; i++) {
    await tab.mouse.move(x + 220 * Math.sin(i / 9), y + 160 * Math.cos(i / 13));
    await tab.waitForTimeout(8);
  }
  await tab.mouse.up();
  const times = await tab.evaluate(() => (cancelAnimationFrame(window.frameHandle), window.frameTimes.slice(2)));
  times.sort((a, b) => a - b);
  const at = (part) => Math.round(times[Math.floor(part * (times.length - 1))] * 10) / 10;
  return { n: times.length, median: at(0.5), most: at(0.95), longest: at(1) };
}

export async function manyStates(browser, address, folder) {
  const page = await Page.open(browser, address);
  const { tab } = page;
  await page.openFile("hall.xsb", `${HALL.join("\n")}\n`);
  await page.verdict("holds");
  await tab.click("#mode-states");
  const start = performance.now();
  await settled(tab);
  console.log(`20,000 states are drawn after ${Math.round(performance.now() - start)} ms`);
  const words = await tab.textContent("#space-words");
  assert.match(words, /^20,000 of 51,842 states, nearest to the start/);
  assert.equal(await tab.getAttribute("#space-words", "data-whole"), "false");
  const drawn = Object.values(await counts(tab)).reduce((sum, one) => sum + one, 0);
  assert.ok(drawn >= 20_000 && drawn < 20_100, `${drawn}`);
  await page.shot(folder, "states-many-light");
  const whole = await framesWhileMoving(tab);
  await tab.getByRole("button", { name: "Fit" }).click();
  for (let i = 0; i < 9; i++) await tab.click('[aria-label="Larger"]');
  await settled(tab);
  const near = await framesWhileMoving(tab);
  await settled(tab);
  await page.shot(folder, "states-near-light");
  for (const [name, { n, median, most, longest }] of Object.entries({ whole, near })) {
    console.log(`moved, ${name}: ${n} frames, median ${median} ms, 95 in 100 below ${most} ms, longest ${longest} ms`);
    assert.ok(median <= 50, `${name}: ${median} ms a frame`);
  }
  await page.close();
}

export async function statesByTouch(browser, address, folder) {
  const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
  const page = await Page.open(browser, address, options);
  const { tab } = page;
  await page.openFile("room.xsb", `${ROOM.join("\n")}\n`);
  await page.verdict("holds");
  await tab.tap("#mode-states");
  await settled(tab);
  const box = await tab.locator("#space-canvas").boundingBox();
  for (let x = box.x + 60; x < box.x + box.width; x += 20) {
    await tab.touchscreen.tap(x, box.y + box.height / 2);
    if ((await tab.getAttribute("#state", "data-state")) !== "0") break;
  }
  await tab.waitForSelector('#state:not([data-state="0"]) canvas');
  // The buttons under the picture go on from there.
  const next = tab.locator("#state [data-to]").first();
  const to = await next.getAttribute("data-to");
  await next.tap();
  await tab.waitForSelector(`#state[data-state="${to}"]`);
  // Two fingers that part make it larger, and the page stays where it is.
  await tab.evaluate(() => scrollTo(0, 0));
  await settled(tab);
  const red = sum(await pixelsOf(tab, "--lamp-bad"));
  const session = await page.context.newCDPSession(tab);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = (type, apart) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: apart === null ? [] : [-1, 1].map((side, id) => ({ x: x + side * apart, y, id })),
    });
  await fingers("touchStart", 20);
  for (let apart = 25; apart <= 60; apart += 5) await fingers("touchMove", apart);
  await fingers("touchEnd", null);
  await settled(tab);
  const larger = sum(await pixelsOf(tab, "--lamp-bad"));
  assert.ok(larger > 1.5 * red, `${red} red pixels, and ${larger} after the pinch`);
  assert.equal(await tab.evaluate(() => scrollY), 0);
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} wide`);
  await page.shot(folder, "states-phone");
  await page.close();
}
