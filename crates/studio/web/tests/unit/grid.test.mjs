// What can be done to a grid, in pictures.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bundled } from "../bundled.mjs";

const grids = await bundled("src/level/grid.ts");
const grid = (picture) => grids.gridOf(picture.split("/"), ".");
const picture = (one) => grids.rowsOf(one).join("/");
const spot = (x, y) => ({ x, y });

test("short rows are filled up, and letters may be any characters", () => {
  assert.equal(picture(grid("##/#")), "##/#.");
  assert.equal(grid("é😀#").columns, 3);
});

test("lines have no gaps and reach both ends", () => {
  const line = grids.lineOf(spot(0, 0), spot(4, 2));
  assert.deepEqual(line[0], spot(0, 0));
  assert.deepEqual(line.at(-1), spot(4, 2));
  for (let i = 1; i < line.length; i++) {
    assert.ok(Math.max(Math.abs(line[i].x - line[i - 1].x), Math.abs(line[i].y - line[i - 1].y)) === 1);
  }
  assert.deepEqual(grids.lineOf(spot(2, 2), spot(2, 2)), [spot(2, 2)]);
});

test("rectangles, filled and not", () => {
  const empty = grid("..../..../....");
  const area = grids.areaOf(spot(3, 2), spot(1, 0));
  assert.equal(picture(grids.painted(empty, grids.rimOf(area), "#")), ".###/.#.#/.###");
  assert.equal(picture(grids.painted(empty, grids.spotsOf(area), "#")), ".###/.###/.###");
});

test("filling stays within the patch, and does not go through corners", () => {
  const level = grid("..#/.#./#..");
  assert.equal(picture(grids.painted(level, grids.patchOf(level, spot(0, 0)), "o")), "oo#/o#./#..");
});

test("painting outside changes nothing", () => {
  const level = grid("../..");
  assert.equal(picture(grids.painted(level, [spot(-1, 0), spot(2, 0), spot(0, 9)], "#")), "../..");
});

test("mirrors and turns, with arrows taken along", () => {
  const level = grid("ab>/cd.");
  const across = new Map([
    ["<", ">"],
    [">", "<"],
  ]);
  assert.equal(picture(grids.mirrored(level, "across", across)), "<ba/.dc");
  assert.equal(picture(grids.mirrored(level, "down")), "cd./ab>");
  assert.equal(picture(grids.turned(level)), "ca/db/.>");
  let round = level;
  for (let i = 0; i < 4; i++) round = grids.turned(round);
  assert.equal(picture(round), picture(level), "four turns are none");
});

test("a level grows and shrinks at any side", () => {
  const level = grid("ab/cd");
  assert.equal(picture(grids.resized(level, "left", 1, "#")), "#ab/#cd");
  assert.equal(picture(grids.resized(level, "right", 1, "#")), "ab#/cd#");
  assert.equal(picture(grids.resized(level, "top", 1, "#")), "##/ab/cd");
  assert.equal(picture(grids.resized(level, "bottom", 1, "#")), "ab/cd/##");
  assert.equal(picture(grids.resized(level, "left", -1, "#")), "b/d");
  assert.equal(picture(grids.resized(level, "top", -1, "#")), "cd");
  assert.equal(picture(grids.resized(level, "top", -5, "#")), "cd", "one row stays");
});

test("a piece laid over the rim is cut off", () => {
  assert.equal(picture(grids.overlaid(grid("../.."), grid("ab/cd"), spot(1, 1))), "../.a");
  assert.equal(picture(grids.overlaid(grid("../.."), grid("ab/cd"), spot(-1, 0))), "b./d.");
});
