// The head of the page: what is open, and how it is opened, saved and handed on.

import { useState } from "preact/hooks";
import { pasteFromClipboard, saveToDisk } from "../state/saving";
import { useStore } from "../state/store";
import { change, chooseLevel, drawingOf, type Mode, setMode, setTheme, studio, type Theme } from "../state/studio";
import { KeysDialog, NewDialog, OpenDialog, SaveDialog, ShareDialog } from "./file_dialogs";
import { Icon, type IconName } from "./icon";

type Opened = "new" | "open" | "save" | "share" | "keys" | null;

export function Header() {
  const drawing = useStore(studio, drawingOf);
  const levels = useStore(studio, (value) => value.levels);
  const hasNative = useStore(studio, (value) => value.hasNative);
  const savedText = useStore(studio, (value) => value.savedText);
  const revisions = useStore(studio, (value) => value.revisions);
  const game = useStore(studio, (value) => value.game);
  const [opened, open] = useState<Opened>(null);
  const close = (): void => open(null);
  return (
    <header class="head">
      <h1 class="brand">
        <Brand /> <span>Playproof</span>
      </h1>
      <div class="what">
        <input
          type="text"
          class="file-name"
          value={drawing.file}
          data-revision={drawing.path === null ? undefined : revisions[drawing.path]}
          aria-label="Name of the file"
          spellcheck={false}
          onChange={(event) =>
            event.currentTarget.value.trim() !== "" && change({ file: event.currentTarget.value.trim() }, "rename")
          }
        />
        {game !== null && <span class="chip">{game}</span>}
        {hasNative && savedText !== null && savedText !== drawing.text && (
          <span class="chip" title="Changed since it was saved">
            changed
          </span>
        )}
        {levels.length > 1 && (
          <select
            aria-label="Level"
            value={drawing.level}
            onChange={(event) => chooseLevel(Number(event.currentTarget.value))}
          >
            {levels.map(({ index, title }) => (
              <option key={index} value={index}>
                {index + 1}
                {title === null ? "" : `. ${title}`}
              </option>
            ))}
          </select>
        )}
      </div>
      <nav class="row file-buttons" aria-label="File">
        <button type="button" id="new" onClick={() => open("new")}>
          New
        </button>
        <button type="button" id="open" onClick={() => open("open")}>
          Open
        </button>
        <button
          type="button"
          id="save"
          onClick={() => (hasNative ? open("save") : void saveToDisk())}
          title="Save (Ctrl S)"
        >
          Save
        </button>
        <button type="button" id="paste" onClick={() => void pasteFromClipboard()}>
          Paste
        </button>
        <button type="button" id="share" onClick={() => open("share")}>
          Share
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Keys"
          title="All keys (?)"
          id="show-keys"
          onClick={() => open("keys")}
        >
          <Icon name="keys" />
        </button>
        <ThemeButton />
      </nav>
      {opened === "new" && <NewDialog close={close} />}
      {opened === "open" && <OpenDialog close={close} />}
      {opened === "save" && <SaveDialog close={close} />}
      {opened === "share" && <ShareDialog close={close} />}
      {opened === "keys" && <KeysDialog close={close} />}
    </header>
  );
}

function Brand() {
  return (
    <svg viewBox="0 0 32 32" class="brand-sign" aria-hidden="true">
      <rect x="3" y="3" width="26" height="26" rx="6" />
      <path d="M9 17l5 5L24 10" />
    </svg>
  );
}

const THEMES: Record<Theme, [next: Theme, icon: IconName, label: string]> = {
  auto: ["light", "auto", "Colours of the system"],
  light: ["dark", "sun", "Light"],
  dark: ["auto", "moon", "Dark"],
};

function ThemeButton() {
  const theme = useStore(studio, (value) => value.theme);
  const [next, icon, label] = THEMES[theme];
  return (
    <button
      type="button"
      class="icon-button"
      id="theme"
      aria-label={`Colours: ${label}`}
      title={`Colours: ${label}`}
      onClick={() => setTheme(next)}
    >
      <Icon name={icon} />
    </button>
  );
}

const MODES: [Mode, string][] = [
  ["draw", "Draw"],
  ["play", "Play"],
  ["states", "States"],
  ["generate", "Generate"],
  ["check", "Check"],
];

export function Modes() {
  const mode = useStore(studio, (value) => value.mode);
  const keys = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    const at = MODES.findIndex(([one]) => one === mode);
    const [next] = MODES[(at + by + MODES.length) % MODES.length]!;
    setMode(next);
    document.getElementById(`mode-${next}`)?.focus();
  };
  return (
    <nav aria-label="What to do">
      <div class="modes" role="tablist" aria-label="What to do" onKeyDown={keys}>
        {MODES.map(([one, label]) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`mode-${one}`}
            aria-selected={mode === one}
            aria-controls="stage"
            tabIndex={mode === one ? 0 : -1}
            onClick={() => {
              setMode(one);
              // Keys are for what is shown now: arrows play, say, and do not go on to the next tab.
              document.getElementById("stage")?.focus({ preventScroll: true });
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </nav>
  );
}
