// Words can be read on their ground, in both themes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const sheet = readFileSync(new URL("../../style/colours.css", import.meta.url), "utf8");
const themes = [...sheet.matchAll(/\{\s*color-scheme: (\w+);([^}]*)\}/g)].map(([, name, body]) => ({
  name,
  colours: new Map([...body.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, key, value]) => [key, value])),
}));

const light = (colour) => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
  const [dark, bright] = [light(a), light(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
};

const PAIRS = [
  ["ink", "page"],
  ["ink", "card"],
  ["ink", "sunk"],
  ["soft", "page"],
  ["soft", "card"],
  ["soft", "sunk"],
  ["accent", "card"],
  ["accent", "page"],
  ["accent", "accent-wash"],
  ["on-accent", "accent"],
  ["good", "card"],
  ["good", "good-wash"],
  ["bad", "card"],
  ["bad", "bad-wash"],
  ["bad", "page"],
  ["open", "page"],
  ["open", "open-wash"],
  ["card", "bad"],
  ["card", "open"],
];

test("there is a light theme, and a dark one that is asked for by page and by system", () => {
  assert.deepEqual(
    themes.map(({ name }) => name),
    ["light", "dark", "dark"],
  );
  assert.deepEqual(themes[1].colours, themes[2].colours);
});

for (const { name, colours } of themes.slice(0, 2)) {
  test(`words in the ${name} theme have a contrast of 4.5, signs and rims one of 3`, () => {
    for (const [words, ground] of PAIRS) {
      const found = contrast(colours.get(words), colours.get(ground));
      assert.ok(found >= 4.5, `${words} on ${ground}: ${found.toFixed(2)}`);
    }
    for (const sign of ["lamp-good", "lamp-bad", "lamp-busy", "strong-line"]) {
      const found = contrast(colours.get(sign), colours.get("card"));
      assert.ok(found >= 3, `${sign}: ${found.toFixed(2)}`);
    }
  });
}
