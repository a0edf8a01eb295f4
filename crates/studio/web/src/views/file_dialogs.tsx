// The windows of the page's head: a new level, opening, saving, sharing, and the keys.

import { useEffect, useState } from "preact/hooks";
import type { FileEntry } from "../engine/native";
import { keptDrawings } from "../state/keep";
import { openFromDisk, openFromProject, saveToDisk, saveToProject, shareLink } from "../state/saving";
import { useStore } from "../state/store";
import { complain, drawingOf, engines, newLevel, replaceDrawing, studio } from "../state/studio";
import { Dialog } from "./dialog";

export function NewDialog({ close }: { close: () => void }) {
  const games = useStore(studio, (value) => value.games);
  return (
    <Dialog title="New level" id="new-dialog" onClose={close}>
      <p class="fine">What is on the page now stays in Undo.</p>
      <ul class="choices">
        {games
          .filter(({ example }) => example !== null)
          .map((game) => (
            <li key={game.id}>
              <button
                type="button"
                data-game={game.id}
                onClick={() => {
                  newLevel(game);
                  close();
                }}
              >
                <strong>{game.id}</strong> <span class="fine">{game.summary}</span>
              </button>
            </li>
          ))}
      </ul>
    </Dialog>
  );
}

export function OpenDialog({ close }: { close: () => void }) {
  const hasNative = useStore(studio, (value) => value.hasNative);
  const [files, setFiles] = useState<{ folder: string; files: FileEntry[] } | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    engines.native
      ?.files()
      .then(setFiles, (error: unknown) => setTrouble(error instanceof Error ? error.message : String(error)));
  }, []);
  const now = drawingOf(studio.get());
  const others = keptDrawings().filter(({ drawing }) => drawing.text !== now.text);
  return (
    <Dialog title="Open" id="open-dialog" onClose={close}>
      <p>
        <button
          type="button"
          class="primary"
          id="open-disk"
          onClick={() => {
            close();
            void openFromDisk();
          }}
        >
          A file of this computer…
        </button>{" "}
        <span class="fine">or drop it on the page</span>
      </p>
      {hasNative && (
        <section aria-label="Project folder">
          <h3>{files === null ? "Project folder" : `Folder ${files.folder}`}</h3>
          {trouble !== null && <p class="problem">{trouble}</p>}
          <ul class="choices" id="project-files">
            {files?.files.map(({ path, bytes }) => (
              <li key={path}>
                <button
                  type="button"
                  data-path={path}
                  onClick={() => {
                    close();
                    void openFromProject(path);
                  }}
                >
                  {path} <span class="fine">{bytes.toLocaleString("en")} bytes</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-label="Kept in this browser">
          <h3>Kept in this browser</h3>
          <ul class="choices">
            {others.map(({ key, time, drawing }) => (
              <li key={key}>
                <button
                  type="button"
                  onClick={() => {
                    replaceDrawing(drawing, "open a kept drawing");
                    close();
                  }}
                >
                  {drawing.file} <span class="fine">{new Date(time).toLocaleString()}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}

export function SaveDialog({ close }: { close: () => void }) {
  const { file, path: origin } = useStore(studio, drawingOf);
  const [path, setPath] = useState(origin ?? file.slice(file.lastIndexOf("/") + 1));
  const submit = (event: Event): void => {
    event.preventDefault();
    close();
    void saveToProject(path);
  };
  return (
    <Dialog title="Save" id="save-dialog" onClose={close}>
      <form onSubmit={submit} class="save-form">
        <label class="field">
          In the project folder, as
          <input
            type="text"
            id="save-path"
            value={path}
            spellcheck={false}
            onInput={(event) => setPath(event.currentTarget.value)}
          />
        </label>
        <div class="row">
          <button type="submit" class="primary" id="save-project">
            Save
          </button>
          <button
            type="button"
            onClick={() => {
              close();
              void saveToDisk();
            }}
          >
            To the browser's downloads instead
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export function ShareDialog({ close }: { close: () => void }) {
  const [link, setLink] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    void shareLink().then(setLink);
  }, []);
  const copy = (): void => {
    if (link === null) return;
    navigator.clipboard.writeText(link).then(() => setCopied(true), complain);
  };
  return (
    <Dialog title="Share" id="share-dialog" onClose={close}>
      <p>The level is in the address itself. No server sees it or keeps it.</p>
      <textarea
        id="share-link"
        readOnly
        rows={4}
        value={link ?? "…"}
        aria-label="Link"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div class="row">
        <button type="button" class="primary" onClick={copy}>
          {isCopied ? "Copied" : "Copy"}
        </button>
        {link !== null && <span class="fine">{link.length.toLocaleString("en")} characters</span>}
      </div>
    </Dialog>
  );
}

const KEYS: [where: string, keys: [string, string][]][] = [
  [
    "Everywhere",
    [
      ["Ctrl Z, Ctrl Shift Z", "undo, redo: through everything"],
      ["Ctrl S", "save"],
      ["Ctrl O", "open"],
      ["Ctrl V", "paste a level, or a piece that was copied"],
    ],
  ],
  [
    "On the level",
    [
      ["Arrows", "move the cursor; with Shift by five"],
      ["Space", "paint; begin and end lines, rectangles, selections"],
      ["Delete", "empty the cell or the selection"],
      ["1 to 9, [ and ]", "letters of the palette"],
      ["B L R G F S I", "paint, line, rectangle, filled rectangle, fill, select, pick"],
      ["M, Shift M, T", "mirror, mirror upside down, turn"],
      ["Alt Arrows", "move the selection; without one, add at that side, with Shift cut there"],
      ["Ctrl A, Ctrl C, Ctrl X", "select all, copy, cut"],
      ["Right button", "empties cells; the middle one picks a letter"],
    ],
  ],
  [
    "When you play",
    [
      ["Arrows or W A S D", "move"],
      ["Z, Y", "take a move back, make it again"],
      ["H", "hint"],
      ["R", "restart"],
    ],
  ],
];

export function KeysDialog({ close }: { close: () => void }) {
  return (
    <Dialog title="Keys" id="keys-dialog" onClose={close}>
      {KEYS.map(([where, keys]) => (
        <section key={where}>
          <h3>{where}</h3>
          <dl class="keys">
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
