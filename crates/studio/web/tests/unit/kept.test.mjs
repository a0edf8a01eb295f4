// Undo, links and what a link may hold.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { bundled } from "../bundled.mjs";

const history = await bundled("src/level/history.ts");
const share = await bundled("src/state/share.ts");
const { actionOf } = await bundled("src/state/play_keys.ts");

const drawing = (text) => ({ file: "a.txt", path: null, text, level: 0, rows: null, game: null, options: {} });

test("undo and redo come back to the same drawing", () => {
  let now = history.begun(drawing("a"));
  for (const text of ["b", "c", "d"]) now = history.done(now, drawing(text), `to ${text}`);
  const before = now;
  for (const text of ["c", "b", "a", "a"]) {
    now = history.undone(now);
    assert.equal(now.now.drawing.text, text);
  }
  for (let i = 0; i < 5; i++) now = history.redone(now);
  assert.deepEqual(now, before);
  now = history.done(history.undone(now), drawing("e"), "another way");
  assert.equal(history.redone(now).now.drawing.text, "e", "nothing to redo after a change");
});

test("the past is bounded, and the newest of it stays", () => {
  let now = history.begun(drawing("first"));
  const large = "x".repeat(3_000_000);
  for (let i = 0; i < 6; i++) now = history.done(now, drawing(large + i), "grow");
  assert.ok(now.past.length >= 1 && now.past.length <= 3, `${now.past.length}`);
  assert.equal(now.past.at(-1).drawing.text, `${large}4`);
});

test("a link brings the drawing back", async () => {
  const given = { ...drawing("; Straße 😀\n#####\n#@$.#\n#####\n"), level: 2, rows: ["#####", "#@$.#"], game: "x" };
  const fragment = await share.toFragment(given);
  assert.match(fragment, /^[A-Za-z0-9_-]+$/);
  assert.deepEqual(await share.fromFragment(fragment), given);
  const claiming = await share.toFragment({ ...given, path: "levels/mine.txt" });
  assert.equal((await share.fromFragment(claiming)).path, null, "a link is no file of the folder");
});

test("a broken link and one that inflates to more than 1 MiB are refused", async () => {
  await assert.rejects(share.fromFragment("@@@"), /broken/);
  await assert.rejects(share.fromFragment("AAAA"), /broken/);
  const bomb = deflateRawSync(Buffer.alloc(50 << 20, "a")).toString("base64url");
  assert.ok(bomb.length < 100_000);
  await assert.rejects(share.fromFragment(bomb), /larger than 1 MiB/);
  const noLevel = deflateRawSync(Buffer.from('{"file":"a"}')).toString("base64url");
  await assert.rejects(share.fromFragment(noLevel), /broken/);
});

test("keys held together ask for the action that is made of their words", () => {
  const platform = ["none", "left", "right", "right+jump", "run-right", "run-right+jump", "jump"];
  const held = (...keys) => actionOf(new Set(keys), platform);
  assert.equal(held("ArrowRight"), "right");
  assert.equal(held("ArrowRight", "Shift"), "run-right");
  assert.equal(held("ArrowRight", "Shift", " "), "run-right+jump");
  assert.equal(held("ArrowRight", "ArrowUp"), "right+jump");
  assert.equal(held(" "), "jump");
  assert.equal(held("ArrowDown"), null);
  assert.equal(actionOf(new Set(["ArrowUp"]), ["up", "down", "left", "right"]), "up");
  assert.equal(actionOf(new Set(["x"]), ["up", "action"]), "action");
});
