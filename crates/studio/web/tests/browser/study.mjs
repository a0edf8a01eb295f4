// node study.mjs PLAYWRIGHT ADDRESS PICTURES: the study at ADDRESS as its participants see it. Every
// level of it is won by going right three times: a step and two pushes. The last line tells as JSON what
// its players did and said, for whoever started this to compare with what is stored.

import assert from "node:assert/strict";
import { browserOf, Page } from "./support.mjs";
import { request, step, watched } from "./watch.mjs";

const [playwright, address, pictures] = process.argv.slice(2);
const PHONE = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const browser = await browserOf(playwright);

/** Every level of every round that was answered. */
const plays = [];

/** A player's round: the logs of its two levels, which of them was more interesting and which more difficult,
 * and the stars of both. */
function told(player, round, logs, more, stars) {
  logs.forEach((log, i) => {
    const [interesting, difficult] = stars[i];
    const [more_interesting, more_difficult] = more.map((position) => position === i + 1);
    plays.push({ player, round, position: i + 1, log, interesting, difficult, more_interesting, more_difficult });
  });
}

/** The page remembers its player. */
const tokenOf = (tab) => tab.evaluate(() => JSON.parse(sessionStorage.getItem("playproof-study/place")).token);

/** The current step of whoever has this token, as the server says. */
async function now(token) {
  const answer = await request(new URL("api/now", address), { headers: { Authorization: `Bearer ${token}` } });
  return answer.json();
}

const moves = (tab, n, state = "open") => tab.waitForSelector(`#moves[data-moves="${n}"][data-state="${state}"]`);

/** Waits until the server has this log. */
async function stored(token, log) {
  let found;
  for (let i = 0; i < 60; i++) {
    found = (await now(token)).played.log;
    if (found === log) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(found, log);
}

async function level(tab, round, position) {
  const words = `Round ${round} of 2: ${["first", "second"][position - 1]} level`;
  await tab.waitForFunction((words) => document.querySelector("h1")?.innerText === words, words);
  await tab.waitForSelector(".board-room canvas");
}

const press = async (tab, ...keys) => {
  for (const key of keys) await tab.keyboard.press(key);
};

async function solve(tab) {
  await press(tab, "ArrowRight", "ArrowRight", "ArrowRight");
  await tab.waitForSelector('#moves[data-state="won"]');
}

async function leaveUnsolved(tab) {
  await tab.click("#continue");
  await tab.click("#continue-really");
}

async function agree(tab, practice = "skip") {
  await tab.click("#agree");
  await tab.click("#try");
  await moves(tab, 0);
  if (practice === "skip") return tab.click("#skip");
  await solve(tab);
  await tab.click("#practised");
}

const radio = (tab, name) => tab.getByRole("radio", name);
const star = (tab, question, level, n) =>
  tab
    .getByRole("group", { name: `${question} ${level}` })
    .getByRole("radio", { name: new RegExp(`^${n} star`) });

/** The stars that `answer` gives to the two levels: interesting, difficult. */
const STARS = [
  [4, 2],
  [1, 5],
];

async function answer(tab) {
  await tab.getByRole("group", { name: "more interesting" }).getByText("First level").click();
  await tab.getByRole("group", { name: "more difficult" }).getByText("Second level").click();
  for (const [i, [interesting, difficult]] of STARS.entries()) {
    await tab.locator(`.star:has([name="interesting-${i + 1}"][value="${interesting}"])`).click();
    await tab.locator(`.star:has([name="difficult-${i + 1}"][value="${difficult}"])`).click();
  }
}

/** What the browser itself writes down of a connection that is cut on purpose. */
function forgive(page) {
  page.errors = page.errors.filter((error) => !/Failed to load resource|ERR_(FAILED|INTERNET_DISCONNECTED)/.test(error));
}

/** Nothing sticks out at the side. */
const fits = (tab) => tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

/** What can be touched is large enough for a finger. */
async function isTouchable(tab, selector) {
  for (const { width, height } of await tab.$$eval(selector, (all) => all.map((one) => one.getBoundingClientRect().toJSON()))) {
    assert.ok(width >= 44 && height >= 44, `${selector}: ${width} x ${height}`);
  }
}

// The first player, on a desktop: consent, the practice level, both rounds.
step("the first player");
const page = await Page.open(browser, address);
const { tab } = page;
await tab.waitForSelector("#agree");
await page.shot(pictures, "study-consent-light");
assert.equal(await tab.title(), await tab.textContent("h1"), "the study's title");
const first = await tokenOf(tab);
assert.ok(first.length >= 16);
assert.ok(!tab.url().includes(first) && !(await tab.content()).includes(first), "the token is in no address");
await tab.click("#agree");
await tab.waitForSelector("#help-dialog .pieces");
assert.match(await tab.textContent("#help-dialog"), /Push every box onto a goal\..*arrow keys.*Undo.*Reset.*Continue/s);
await page.shot(pictures, "study-help-light");
await press(tab, "ArrowRight");
await tab.click("#try");
await moves(tab, 0);
await page.shot(pictures, "study-practice-light");
await solve(tab);
await tab.click("#again");
await moves(tab, 0);
await solve(tab);
await tab.click("#practised");

await level(tab, 1, 1);
// Against the wall, then to and fro; also by buttons.
await press(tab, "ArrowLeft", "d", "u");
await moves(tab, 0);
await press(tab, "ArrowRight", "A");
await moves(tab, 2);
await tab.click("#reset");
await moves(tab, 0);
await press(tab, "ArrowRight");
await moves(tab, 1);
// A reload in the middle of the level. Then the page is left at once after a move, which arrives all the same.
step("a reload within a level");
await tab.reload();
await moves(tab, 1);
await press(tab, "ArrowDown");
await moves(tab, 2);
await tab.goto("about:blank");
await stored(first, "r undo r l reset r d");
await tab.goto(address);
await moves(tab, 2);
await press(tab, "u");
await moves(tab, 1);
await page.shot(pictures, "study-play-light");
await press(tab, "ArrowRight", "ArrowRight", "ArrowDown", "u");
await moves(tab, 3, "won");
assert.match(await tab.textContent(".cheer"), /Solved in 3 moves/);
assert.match(await tab.getAttribute("#continue", "class"), /primary/);
await page.shot(pictures, "study-solved-light");
await tab.click("#again");
await moves(tab, 0);
await press(tab, "s");
await moves(tab, 1);
assert.doesNotMatch(await tab.getAttribute("#continue", "class"), /primary/);
await tab.click("#continue");
await page.shot(pictures, "study-sure-light");
await tab.click("#continue-dialog >> text=Keep playing");
const firstLog = "r undo r l reset r d undo R R solve reset d";
await stored(first, firstLog);
await leaveUnsolved(tab);

// The connection is lost in the middle of the second level: play goes on, nothing is lost.
step("the connection is lost");
await level(tab, 1, 2);
await press(tab, "ArrowRight");
await stored(first, "r");
await page.context.setOffline(true);
await press(tab, "u", "ArrowRight", "ArrowRight");
await moves(tab, 2);
await tab.waitForSelector(".trouble");
assert.match(await tab.textContent("#connection"), /connection is lost.*Play on/);
await page.shot(pictures, "study-lost-light");
await press(tab, "r");
await solve(tab);
await tab.click("#continue");
await tab.waitForFunction(() => /Sending/.test(document.querySelector("#continue").textContent));
// What is left cannot be played on.
await tab.click("#again");
await tab.waitForTimeout(1200);
await moves(tab, 3, "won");
await page.context.setOffline(false);

// The questions, by keys alone.
step("the questions");
await tab.waitForSelector("#send", { timeout: 15_000 });
await tab.waitForSelector(".thumb canvas");
await tab.waitForFunction(() => document.querySelector(".trouble") === null);
await tab.click("#send");
await tab.waitForFunction(() => /no answer yet/.test(document.querySelector("#missing").textContent));
assert.equal(await tab.locator(".missing").count(), 6);
assert.ok(await tab.evaluate(() => document.activeElement.name === "more_interesting"), "the first one is shown");
await page.shot(pictures, "study-missing-light");
await star(tab, "How interesting?", "First level", 1).focus();
await press(tab, "ArrowRight", "ArrowRight");
assert.ok(await star(tab, "How interesting?", "First level", 3).isChecked());
for (let i = 0; i < 2; i++) await press(tab, "Tab", "Space");
await press(tab, "ArrowLeft");
assert.ok(await star(tab, "How difficult?", "First level", 1).isChecked());
assert.ok(await star(tab, "How interesting?", "Second level", 5).isChecked());
// A reload keeps what is answered.
await tab.reload();
await tab.waitForSelector(".thumb canvas");
assert.ok(await star(tab, "How interesting?", "First level", 3).isChecked());
await press(tab, "Tab", "Space", "Tab", "Space", "ArrowRight");
assert.ok(await radio(tab.getByRole("group", { name: "more interesting" }), { name: "First level" }).isChecked());
assert.ok(await radio(tab.getByRole("group", { name: "more difficult" }), { name: "Second level" }).isChecked());
await star(tab, "How difficult?", "Second level", 1).focus();
await press(tab, "ArrowRight", "ArrowRight", "ArrowRight");
assert.equal(await tab.locator(".missing").count(), 0);
await page.shot(pictures, "study-questions-light");
// The server has the answers, but its word is lost on the way; then it has no room.
step("answers whose receipt is lost");
await tab.route("**/api/answers", async (route) => {
  await route.fetch();
  await route.abort();
}, { times: 1 });
await tab.click("#send");
await level(tab, 2, 1);
told(1, 1, [firstLog, "r undo r R reset r R R solve"], [1, 2], [
  [3, 1],
  [5, 4],
]);

// The second round without a move. That the first level is left does not arrive before a reload, and then
// the server has no room for the answers for a while.
step("the second round");
await tab.route("**/api/continue", (route) => route.abort());
await leaveUnsolved(tab);
await tab.waitForSelector(".trouble");
await tab.unroute("**/api/continue");
await tab.reload();
await level(tab, 2, 2);
await leaveUnsolved(tab);
await tab.waitForSelector(".thumb canvas");
await answer(tab);
const full = { status: 507, contentType: "application/json", body: '{"error":{"message":"The disk is full."}}' };
let refusals = 0;
await tab.route("**/api/answers", (route) => {
  refusals++;
  return route.fulfill(full);
}, { times: 2 });
await tab.click("#send");
await tab.waitForSelector(".trouble");
assert.match(await tab.textContent("#connection"), /disk is full.*answers are kept/);
await tab.waitForSelector("#next-player");
assert.equal(refusals, 2);
told(1, 2, ["", ""], [1, 2], STARS);
assert.equal(await tab.evaluate(() => localStorage.length), 0, "nothing is left to be sent");
await page.shot(pictures, "study-done-light");
await tab.reload();
await tab.waitForSelector("#next-player");

// The tablet goes to the next player, who does not want to; the one after does, and stops.
step("the next player");
await tab.click("#next-player");
await tab.waitForSelector("#agree");
assert.notEqual(await tokenOf(tab), first);
await tab.click("#decline");
await tab.waitForSelector("#next-player");
await tab.click("#next-player");
await agree(tab, "solve");
await level(tab, 1, 1);
await press(tab, "ArrowRight");
await tab.click("#stop");
await tab.click("#stop-really");
await tab.waitForSelector("#agree");
// Someone deleted that place meanwhile.
await tab.evaluate(() => {
  const place = JSON.parse(sessionStorage.getItem("playproof-study/place"));
  sessionStorage.setItem("playproof-study/place", JSON.stringify({ ...place, token: "0".repeat(32) }));
});
await tab.reload();
await tab.waitForSelector("#stopped");
await tab.click("#anew");
await tab.waitForSelector("#agree");
forgive(page);
await page.close();

// A phone, by touch, in the dark. Its player closes the tab before the answers have arrived.
step("a phone");
const phone = await Page.open(browser, address, { ...PHONE, colorScheme: "dark" });
{
  const { tab } = phone;
  await tab.waitForSelector("#agree");
  await phone.shot(pictures, "study-phone-consent-dark");
  await tab.tap("#agree");
  await tab.waitForSelector("#help-dialog .pieces");
  await phone.shot(pictures, "study-phone-help-dark");
  await tab.tap("#try");
  await moves(tab, 0);
  await tab.tap("#skip");
  await level(tab, 1, 1);
  await isTouchable(tab, ".cross button, .act, #continue, #help, #stop");
  assert.ok(await fits(tab));
  assert.ok(await tab.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight), "no scrolling in play");
  const touch = await phone.context.newCDPSession(tab);
  const box = await tab.locator(".board-room").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const swipe = async (dx, dy) => {
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    for (let i = 1; i <= 5; i++) {
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: x + (dx * i) / 5, y: y + (dy * i) / 5 }] });
    }
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await swipe(10, 4);
  await swipe(60, 10);
  await moves(tab, 1);
  await swipe(5, -70);
  await moves(tab, 2);
  await tab.tap("#undo");
  await moves(tab, 1);
  await tab.tap('[aria-label="right"]');
  await moves(tab, 2);
  await phone.shot(pictures, "study-phone-play-dark");
  const token = await tokenOf(tab);
  await stored(token, "r u undo R");
  await tab.tap('[aria-label="right"]');
  await moves(tab, 3, "won");
  await phone.shot(pictures, "study-phone-solved-dark");
  await tab.tap("#continue");

  // The same place in two tabs: what the other one wrote is seen, and nothing is mixed up.
  await level(tab, 1, 2);
  const opening = phone.context.waitForEvent("page");
  await tab.evaluate(() => void window.open(location.href));
  const other = watched(await opening);
  await level(other, 1, 2);
  await other.bringToFront();
  await press(other, "ArrowUp", "ArrowRight");
  await stored(token, "u r");
  await tab.bringToFront();
  await tab.route("**/api/events", (route) => route.abort());
  for (const way of ["down", "up", "right", "right"]) await tab.tap(`[aria-label="${way}"]`);
  await moves(tab, 4);
  await tab.unroute("**/api/events");
  await moves(tab, 2);
  await stored(token, "u r");
  await tab.tap("#reset");
  await moves(tab, 0);
  for (let i = 0; i < 3; i++) await tab.tap('[aria-label="right"]');
  await moves(tab, 3, "won");
  await tab.tap("#continue");
  await tab.waitForSelector(".thumb canvas");
  // The other tab is led to where the player is.
  await other.bringToFront();
  await press(other, "ArrowDown");
  await other.waitForSelector("#send");
  await other.close();
  await tab.bringToFront();

  await isTouchable(tab, ".star, .choice, #send");
  assert.ok(await fits(tab));
  await answer(tab);
  await phone.shot(pictures, "study-phone-questions-dark");
  await tab.route("**/api/answers", (route) => route.abort());
  await tab.tap("#send");
  await tab.waitForSelector(".trouble");
  assert.match(await tab.textContent("#connection"), /answers are kept/);
  tab.on("dialog", (dialog) => void dialog.accept());
  await tab.close();
  told(2, 1, ["r u undo R R solve", "u r reset r R R solve"], [1, 2], STARS);
}
// Their next tab brings the answers in.
step("a phone’s next tab");
{
  const arriving = phone.context.waitForEvent("response", (response) => response.url().endsWith("/api/answers"));
  const tab = await phone.newTab(address);
  assert.equal((await arriving).status(), 200);
  await tab.waitForSelector("#agree");
  await tab.waitForFunction(() => Object.keys(localStorage).every((key) => !key.includes("answers")));
  // A code that is not this study's.
  await tab.evaluate(() => void (location.hash = "join=nonsense"));
  await tab.waitForSelector("#stopped");
  assert.match(await tab.textContent("#stopped"), /link/);
}
forgive(phone);
await phone.close();
step("closing the browser");
await browser.close();
console.log(JSON.stringify(plays));
