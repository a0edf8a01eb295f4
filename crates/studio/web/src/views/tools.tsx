// Tools, the palette of the game, and what is shown on the level.

import { useEffect, useRef } from "preact/hooks";
import type { Letter } from "../engine/interface";
import { stampOf } from "../picture/tile";
import { chooseLetter, editor, letterNow, mirror, selectAll, type Tool, turn } from "../state/editor";
import { findings } from "../state/findings";
import { useStore } from "../state/store";
import { redo, studio, undo } from "../state/studio";
import { Icon, IconButton, type IconName } from "./icon";

const TOOLS: [tool: Tool, icon: IconName, label: string, key: string][] = [
  ["paint", "paint", "Paint", "B"],
  ["line", "line", "Line", "L"],
  ["rectangle", "rectangle", "Rectangle", "R"],
  ["box", "box", "Filled rectangle", "G"],
  ["fill", "fill", "Fill", "F"],
  ["select", "select", "Select and move", "S"],
  ["pick", "pick", "Pick a letter", "I"],
];

export function Tools() {
  const tool = useStore(editor, (value) => value.tool);
  const selection = useStore(editor, (value) => value.selection);
  const history = useStore(studio, (value) => value.history);
  const before = history.now.what,
    after = history.future[0]?.what;
  const of = selection === null ? "the level" : "the selection";
  return (
    <div class="tools" role="toolbar" aria-label="Tools">
      {TOOLS.map(([one, icon, label, key]) => (
        <button
          key={one}
          type="button"
          class="icon-button"
          aria-label={label}
          aria-pressed={tool === one}
          title={`${label} (${key})`}
          data-tool={one}
          onClick={() => editor.set({ tool: one, anchor: null })}
        >
          <Icon name={icon} />
        </button>
      ))}
      <span class="divider" aria-hidden="true" />
      <IconButton icon="mirror" label={`Mirror ${of}`} keys="M" onClick={() => mirror("across")} />
      <IconButton icon="flip" label={`Mirror ${of} upside down`} keys="Shift M" onClick={() => mirror("down")} />
      <IconButton icon="turn" label={`Turn ${of}`} keys="T" onClick={turn} />
      <IconButton icon="wide" label="Select all" keys="Ctrl A" onClick={selectAll} />
      <span class="divider" aria-hidden="true" />
      <IconButton
        icon="undo"
        label={history.past.length > 0 ? `Undo: ${before}` : "Undo"}
        keys="Ctrl Z"
        disabled={history.past.length === 0}
        onClick={undo}
      />
      <IconButton
        icon="redo"
        label={after === undefined ? "Redo" : `Redo: ${after}`}
        keys="Ctrl Shift Z"
        disabled={after === undefined}
        onClick={redo}
      />
    </div>
  );
}

export function Palette() {
  const palette = useStore(studio, (value) => value.palette);
  useStore(editor, (value) => value.letter);
  const chosen = letterNow();
  if (palette.length === 0) return null;
  return (
    <div class="palette" role="radiogroup" aria-label="Palette">
      {palette.map((entry, i) => (
        <button
          key={entry.letter}
          type="button"
          role="radio"
          aria-checked={entry.letter === chosen}
          class="swatch-button"
          data-letter={entry.letter}
          title={i < 9 ? `${entry.name} (${i + 1})` : entry.name}
          onClick={() => chooseLetter(entry.letter)}
        >
          <Swatch entry={entry} />
          <span class="swatch-name">{entry.name}</span>
          <kbd>{entry.letter === " " ? "␣" : entry.letter}</kbd>
        </button>
      ))}
    </div>
  );
}

function Swatch({ entry }: { entry: Letter }) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    box.current?.replaceChildren(stampOf(entry.tiles, Math.round(28 * (window.devicePixelRatio || 1))));
  }, [entry]);
  return <span class="swatch-picture" ref={box} aria-hidden="true" />;
}

export function Shows() {
  const { shows, zoom } = useStore(editor, (value) => value);
  const explained = useStore(findings, (value) => value.explained);
  const measured = useStore(findings, (value) => value.measured);
  const toggle = (name: keyof typeof shows, label: string, isThere: boolean) =>
    isThere && (
      <label class="toggle">
        <input
          type="checkbox"
          data-shows={name}
          checked={shows[name]}
          onChange={(event) => editor.set({ shows: { ...shows, [name]: event.currentTarget.checked } })}
        />{" "}
        {label}
      </label>
    );
  return (
    <div class="row shows">
      {toggle("dead", "Dead squares", (explained?.dead?.length ?? 0) > 0)}
      {toggle("reached", "Unreachable places", explained?.answer === "violated" && explained.reached != null)}
      {toggle("heat", "Heat", measured?.heat != null)}
      <span class="zoom" role="group" aria-label="Size on the screen">
        <IconButton
          icon="minus"
          class="small"
          label="Smaller"
          onClick={() => editor.set({ zoom: Math.max(6, (zoom ?? 32) * 0.8) })}
        />
        <button type="button" class="small" aria-pressed={zoom === null} onClick={() => editor.set({ zoom: null })}>
          Fit
        </button>
        <IconButton
          icon="plus"
          class="small"
          label="Larger"
          onClick={() => editor.set({ zoom: Math.min(96, (zoom ?? 32) * 1.25) })}
        />
      </span>
    </div>
  );
}
