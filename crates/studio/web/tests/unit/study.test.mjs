// What a player did in a study: the log, how it is kept until the server has it, and the goal in words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "../bundled.mjs";

const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: (key) => void kept.delete(key),
};

const { attemptOf, eventOf, eventsOf } = await bundled("src/study/attempt.ts");
const { Journal } = await bundled("src/study/journal.ts");
const { goalOf, piecesOf } = await bundled("src/study/goal.ts");

const step = (part = {}) => ({ step: "play", round: 1, rounds: 2, position: 1, seq: 0, played: { log: "", t: 0 }, ...part });

/** A server that stores events as the real one does; `answers` may change what it says. */
const server = (answers = (seq) => seq) => {
  const stored = [];
  const deliver = async (path, { from, events }) => {
    assert.equal(path, "events");
    assert.ok(from <= stored.length, "there is a gap");
    stored.push(...events.slice(stored.length - from));
    return { seq: answers(stored.length) };
  };
  return { stored, courier: { deliver, throwOver: (path, body) => void deliver(path, body) } };
};
const words = (stored) => stored.map(({ e }) => e).join(" ");

test("a log comes to the moves since the level was begun", () => {
  assert.deepEqual(attemptOf(eventsOf("")), []);
  assert.deepEqual(attemptOf(eventsOf("u R undo l")), ["up", "left"]);
  assert.deepEqual(attemptOf(eventsOf("u R R solve reset D")), ["down"]);
});

test("a push is a capital letter, where the game says so", () => {
  assert.equal(eventOf("right", "R"), "R");
  assert.equal(eventOf("right", "r"), "r");
  assert.equal(eventOf("up", undefined), "u");
});

test("events arrive in their order and once, also more of them than go into one request", async () => {
  kept.clear();
  const { stored, courier } = server();
  const journal = new Journal("a", step(), courier);
  for (let i = 0; i < 1203; i++) journal.add("udlr"[i % 4], i);
  await journal.flush();
  assert.equal(stored.length, 1203);
  assert.equal(journal.unsent.length, 0);
  assert.equal(words(stored.slice(0, 4)), "u d l r");
  journal.add("reset", 2000);
  await Promise.all([journal.flush(), journal.flush()]);
  assert.equal(stored.length, 1204);
});

test("what was not acknowledged is there after a reload, and nothing is there twice", async () => {
  kept.clear();
  const { stored, courier } = server();
  const before = new Journal("a", step(), courier);
  before.add("u", 10);
  await before.flush();
  before.add("d", 20);
  before.add("l", 30);
  // It arrives, and the page is gone before it hears of that.
  before.throwOver();
  before.add("r", 40);
  const after = new Journal("a", step({ seq: 3, played: { log: "u d l", t: 30 } }), courier);
  assert.equal(words(after.unsent), "r");
  after.add("U", 50);
  await after.flush();
  assert.equal(words(stored), "u d l r U");
  const other = new Journal("a", step({ position: 2 }), courier);
  assert.equal(other.unsent.length, 0, "another level has its own log");
});

test("the clock goes on after a reload and never goes back", () => {
  kept.clear();
  const { courier } = server();
  const now = performance.now();
  const before = new Journal("a", step(), courier);
  before.add("u", now + 5000);
  before.add("d", now + 4000);
  const [first, second] = before.unsent;
  assert.ok(first.t >= 4999 && second.t === first.t);
  const after = new Journal("a", step(), courier);
  assert.ok(after.time(performance.now()) >= first.t);
  // Without what was kept, the server knows when the last event was.
  kept.clear();
  const elsewhere = new Journal("b", step({ seq: 2, played: { log: "u d", t: 9000 } }), courier);
  assert.ok(elsewhere.time(performance.now()) >= 9000);
});

test("a log to which another page wrote as well is not written on", async () => {
  kept.clear();
  const journal = new Journal("a", step(), server((seq) => seq + 3).courier);
  journal.add("u", 1);
  await assert.rejects(journal.flush());
});

test("a goal in words has no letters of files", () => {
  const palette = [
    { letter: "$", name: "box" },
    { letter: ".", name: "goal" },
    { letter: "A", name: "avatar", also: "a" },
    { letter: "G", name: "exit" },
  ];
  const goal = (summary) => goalOf({ summary, palette });
  assert.equal(goal("push every box $ onto a goal . (or B into a hole H); # are walls"), "Push every box onto a goal.");
  assert.equal(goal("walk from A to G; # are walls"), "Walk from the avatar to the exit.");
  assert.deepEqual(
    piecesOf(palette, ["a$ ", "  $"]).map(({ name }) => name),
    ["box", "avatar"],
  );
});
