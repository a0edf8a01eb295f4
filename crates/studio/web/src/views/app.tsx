// The whole page.

import { useEffect, useState } from "preact/hooks";
import { clearSelection, copySelection, editor, selectAll } from "../state/editor";
import { findings } from "../state/findings";
import { openDropped, openFromDisk, pasteText, save } from "../state/saving";
import { useStore } from "../state/store";
import { gridNow, redo, studio, undo } from "../state/studio";
import { Checker } from "./checker";
import { DrawBoard } from "./draw_board";
import { Commands, Figures } from "./figures";
import { Picture } from "./film_player";
import { Generator } from "./generator";
import { Guarded } from "./guarded";
import { Header, Modes } from "./header";
import { IconButton } from "./icon";
import { PlayBoard } from "./play_board";
import { Losing, Reasons } from "./reasons";
import { Solution } from "./solution";
import { SpaceMode } from "./space_view";
import { TextPane } from "./text_pane";
import { LevelOptions } from "./level_options";
import { Palette, Shows, Tools } from "./tools";
import { Verdict } from "./verdict";

export function App() {
  const mode = useStore(studio, (value) => value.mode);
  return (
    <>
      <a
        class="skip"
        href="#stage"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("stage")?.focus();
        }}
      >
        To the level
      </a>
      <Header />
      <Modes />
      <NoticeLine />
      <main>
        <div id="stage" class={`stage mode-${mode}`} tabIndex={-1} role="tabpanel" aria-labelledby={`mode-${mode}`}>
          {mode === "draw" && <DrawMode />}
          {mode === "play" && <PlayMode />}
          {mode === "states" && (
            <Guarded what="The graph">
              <SpaceMode />
            </Guarded>
          )}
          {mode === "generate" && (
            <Guarded what="The generator">
              <Generator />
            </Guarded>
          )}
          {mode === "check" && (
            <Guarded what="The check">
              <Checker />
            </Guarded>
          )}
        </div>
      </main>
      <Spoken />
      <DropTarget />
    </>
  );
}

function DrawMode() {
  const hasText = useStore(studio, (value) => value.hasText);
  const hasGrid = useStore(studio, (value) => gridNow(value) !== null);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const showsText = isOpen ?? (hasText || !hasGrid);
  return (
    <>
      {hasGrid && (
        <div class="left">
          <Tools />
          <Palette />
        </div>
      )}
      <div class={`middle${showsText ? " with-text" : ""}${hasGrid ? "" : " text-only"}`}>
        {hasGrid && (
          <div class="drawing">
            <DrawBoard />
            <StatusLine />
          </div>
        )}
        {showsText && <TextPane />}
        {!hasGrid && <StillPicture />}
        <div class="row below">
          {hasGrid && (
            <Guarded what="The view">
              <Shows />
            </Guarded>
          )}
          {hasGrid && (
            <button
              type="button"
              class="small"
              id="show-text"
              aria-pressed={showsText}
              onClick={() => setOpen(!showsText)}
            >
              {showsText ? "Hide the text" : "Show the text"}
            </button>
          )}
        </div>
      </div>
      <aside class="right" aria-label="What is known">
        <Guarded what="The verdict">
          <Verdict />
        </Guarded>
        <Guarded what="The reason">
          <Reasons />
        </Guarded>
        <Guarded what="The solution">
          <Solution />
        </Guarded>
        <Guarded what="The losing run">
          <Losing />
        </Guarded>
        <Guarded what="The figures">
          <Figures />
        </Guarded>
        <Guarded what="The options">
          <LevelOptions />
        </Guarded>
        <Guarded what="The commands">
          <Commands />
        </Guarded>
      </aside>
    </>
  );
}

/** A level of words, as a picture. */
function StillPicture() {
  const still = useStore(findings, (value) => value.still);
  if (still === null) return null;
  return (
    <div class="still">
      <Picture scene={still} frame={0} height={420} label="The level" />
    </div>
  );
}

function PlayMode() {
  return (
    <>
      <div class="middle">
        <PlayBoard />
      </div>
      <aside class="right" aria-label="What is known">
        <Verdict />
        <Reasons />
      </aside>
    </>
  );
}

function StatusLine() {
  const grid = useStore(studio, gridNow);
  const refusal = useStore(findings, (value) => value.refusal);
  const warnings = useStore(findings, (value) => value.warnings);
  const { isCursorShown, spoken } = useStore(editor, (value) => value);
  if (grid === null) return null;
  const said = refusal ?? warnings[0] ?? null;
  return (
    <p class="fine status" id="status">
      {grid.columns} × {grid.rows}
      {isCursorShown && spoken !== "" ? ` · ${spoken}` : ""}
      {said !== null && <span class="problem"> · {said.message}</span>}
    </p>
  );
}

/** What those hear who do not see the cursor. */
function Spoken() {
  const spoken = useStore(editor, (value) => value.spoken);
  return (
    <p class="unseen" aria-live="assertive">
      {spoken}
    </p>
  );
}

function NoticeLine() {
  const notice = useStore(studio, (value) => value.notice);
  useEffect(() => {
    if (notice?.kind !== "good") return;
    const timer = setTimeout(() => studio.get().notice === notice && studio.set({ notice: null }), 5000);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div
      role={notice?.kind === "bad" ? "alert" : "status"}
      id="notice"
      class={notice === null ? "" : `notice ${notice.kind}`}
    >
      {notice !== null && (
        <>
          <span>{notice.text}</span>
          <IconButton
            icon="close"
            class="small"
            label="Close the message"
            onClick={() => studio.set({ notice: null })}
          />
        </>
      )}
    </div>
  );
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

function pageKey(event: KeyboardEvent): void {
  if (event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === "?" && !isField(event.target)) return void document.getElementById("show-keys")?.click();
  if (key === "escape" && !isField(event.target)) editor.set({ selection: null, anchor: null });
  if (!(event.ctrlKey || event.metaKey)) return;
  const actions: Record<string, () => void> = { s: () => void save(), o: () => void openFromDisk() };
  if (!isField(event.target)) {
    actions["z"] = event.shiftKey ? redo : undo;
    actions["y"] = redo;
    if (studio.get().mode === "draw") actions["a"] = selectAll;
  }
  const act = actions[key];
  if (act === undefined) return;
  event.preventDefault();
  act();
}

/** Files and text that come from elsewhere, and keys that hold for the whole page. */
function DropTarget() {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void openDropped(file);
    };
    const paste = (event: ClipboardEvent): void => {
      if (isField(event.target)) return;
      const file = event.clipboardData?.files[0];
      if (file !== undefined) void openDropped(file);
      else pasteText(event.clipboardData?.getData("text/plain") ?? "");
    };
    const copy = (event: ClipboardEvent): void => {
      if (isField(event.target) || document.getSelection()?.isCollapsed === false) return;
      const text = copySelection();
      if (text === null) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", text);
      if (event.type === "cut") clearSelection();
    };
    const listeners: [string, (event: never) => void][] = [
      ["dragover", over],
      ["dragleave", leave],
      ["drop", drop],
      ["paste", paste],
      ["copy", copy],
      ["cut", copy],
      ["keydown", pageKey],
    ];
    for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener);
    };
  }, []);
  return isOver ? <div class="drop-hint">Drop a level or a certificate</div> : null;
}
