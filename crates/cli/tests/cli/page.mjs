// node page.mjs PLAYWRIGHT PAGE LASSO DUNGEON PLATFORM FOLDER: opens the page of a run of 33
// steps in Chromium, with an own folder for the browser's data, and uses its controls;
// then that of a run that repeats its last two steps for ever, that of a dungeon, and that
// of a platform level, which is wider than the page.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { chromiumPath, driver, step as now, watched } from "../../../studio/web/tests/browser/watch.mjs";

const [playwright, page, lasso, dungeon, platform, folder] = process.argv.slice(2);
const chromium = await driver(playwright);
const open = async (options, opened = page) => {
  const context = await chromium.launchPersistentContext(`${folder}-${options.reducedMotion}`, {
    executablePath: chromiumPath(),
    headless: true,
    args: [
      "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
    ...options,
  });
  const tab = watched(await context.newPage());
  const errors = [];
  tab.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  tab.on("pageerror", (error) => errors.push(String(error)));
  tab.on("request", (request) => request.url().startsWith("file:") || errors.push(request.url()));
  await tab.goto(pathToFileURL(opened).href);
  const step = async () => (await tab.textContent("#step")).match(/Step (\d+) of 33/)[1] * 1;
  const picture = () => tab.evaluate(() => document.getElementById("cells").toDataURL());
  return { context, tab, errors, step, picture };
};

// Whoever wants no motion gets none until they ask for it.
now("no motion");
{
  const { context, tab, errors, step, picture } = await open({ reducedMotion: "reduce" });
  const key = async (name, wanted) => {
    await tab.keyboard.press(name);
    assert.equal(await step(), wanted, name);
  };
  assert.equal(await tab.textContent("h1"), "First steps (first.txt)");
  assert.equal(await tab.textContent("#verdict"), "solvable holds, 33 moves, a shortest run, score 967, checked");
  await tab.waitForTimeout(400);
  assert.equal(await step(), 0);
  const first = await picture();

  await key("ArrowRight", 1);
  assert.equal(await tab.textContent("#action"), "right");
  assert.notEqual(await picture(), first);
  await key("ArrowRight", 2);
  await key("ArrowLeft", 1);
  await key("ArrowLeft", 0);
  assert.equal(await picture(), first, "back is where it came from");
  await key("ArrowLeft", 0);
  await key("End", 33);
  assert.match(await tab.getAttribute("#cells", "aria-label"), /column 11, row 8$/, "the goal");
  const won = await picture();
  await key("ArrowRight", 33);
  await key("Home", 0);
  assert.equal(await picture(), first);

  await tab.fill("#slider", "20");
  assert.equal(await step(), 20, "the slider jumps");
  await tab.focus("#slider");
  await key("ArrowRight", 21);
  await key("r", 0);

  await tab.selectOption("#speed", "20");
  await tab.focus("body");
  await tab.keyboard.press("Space");
  await tab.waitForFunction(() => document.getElementById("step").textContent.startsWith("Step 33 "));
  assert.equal(await picture(), won, "playing leads to the same end");
  await tab.waitForSelector("#play[aria-label=Play]");
  await tab.selectOption("#speed", "0.25");
  await tab.click("#play");
  await tab.waitForSelector("#play[aria-label=Pause]");
  assert.ok(await step() < 33, "play at the end begins again");
  // A focused button and the key for it are one press, not two.
  await tab.keyboard.press("Space");
  await tab.waitForSelector("#play[aria-label=Play]");

  await tab.setViewportSize({ width: 320, height: 600 });
  const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `${overflow} pixels too wide for a phone`);
  assert.deepEqual(errors, []);
  await context.close();
}

// For everybody else it plays by itself, until they step in.
now("playing by itself");
{
  const { context, tab, errors, step } = await open({ reducedMotion: "no-preference" });
  await tab.waitForFunction(() => document.getElementById("slider").value > 1);
  await tab.keyboard.press("Space");
  const paused = await step();
  await tab.waitForTimeout(500);
  assert.equal(await step(), paused, "a pause is a pause");
  assert.deepEqual(errors, []);
  await context.close();
}

// A run that goes on for ever is played for ever.
now("a run for ever");
{
  const { context, tab, errors } = await open({ reducedMotion: "no-preference" }, lasso);
  const isSaid = () => document.getElementById("step").textContent === "Step 3 of 4, again and again";
  await tab.waitForFunction(isSaid);
  await tab.waitForFunction(() => document.getElementById("slider").value === "2");
  await tab.waitForFunction(() => document.getElementById("slider").value === "3");
  await tab.waitForSelector("#play[aria-label=Pause]");
  assert.deepEqual(errors, []);
  await context.close();
}

// In a dungeon things vanish and locks open, and come back with the steps.
now("a dungeon");
{
  const { context, tab, errors } = await open({ reducedMotion: "reduce" }, dungeon);
  const nDone = () => tab.evaluate(() => document.querySelectorAll("#chart .done").length);
  const place = () => tab.getAttribute("#chart", "aria-label");
  const atFirst = await nDone();
  await tab.keyboard.press("End");
  assert.match(await place(), /player in Vault$/);
  assert.ok(await nDone() > atFirst, "something is taken and opened");
  await tab.keyboard.press("Home");
  assert.match(await place(), /player in Yard$/);
  assert.equal(await nDone(), atFirst);
  assert.deepEqual(errors, []);
  await context.close();
}

// A player who moves by less than a cell, in a window that follows them.
now("a platform level");
{
  const { context, tab, errors, picture } = await open({ reducedMotion: "reduce" }, platform);
  const place = async () => Number((await tab.getAttribute("#cells", "aria-label")).match(/player ([\d.]+) columns/)[1]);
  const atFirst = await place(), first = await picture();
  await tab.keyboard.press("ArrowRight");
  await tab.keyboard.press("ArrowRight");
  await tab.keyboard.press("ArrowRight");
  const moved = await place() - atFirst;
  assert.ok(moved > 0 && moved < 1, `${moved} of a cell in three steps`);
  await tab.keyboard.press("Home");
  assert.equal(await picture(), first, "back is where it came from");
  await tab.check("#heat");
  const heated = await picture();
  assert.notEqual(heated, first, "the heat map is seen");
  await tab.uncheck("#way");
  assert.notEqual(await picture(), heated, "the line is not seen any more");
  await tab.uncheck("#heat");
  await tab.check("#way");
  assert.equal(await picture(), first);
  await tab.keyboard.press("End");
  assert.ok(await place() > 38, "the exit");
  await tab.setViewportSize({ width: 320, height: 600 });
  const overflow = await tab.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `${overflow} pixels too wide for a phone`);
  assert.deepEqual(errors, []);
  await context.close();
}
