// Opening and saving: files of the visitor's disk, files of the project folder, links and text
// from the clipboard.

import { isCertificate, baseName, download, pickFile, textOf } from "./files";
import { toFragment } from "./share";
import { drawingOf, complain, engines, isIn, openText, replaceDrawing, say, studio, wholeText } from "./studio";
import { pastePiece } from "./editor";
import { Declined } from "../engine/server";
import { checkFile } from "../views/checker";

export async function openDropped(file: File): Promise<void> {
  try {
    if (await isCertificate(file)) await checkFile(file);
    else openText(await textOf(file), file.name);
  } catch (error) {
    complain(error);
  }
}

export async function openFromDisk(): Promise<void> {
  const file = await pickFile();
  if (file !== null) await openDropped(file);
}

export async function saveToDisk(): Promise<void> {
  try {
    const text = await wholeText();
    download(baseName(drawingOf(studio.get()).file), text);
    studio.set({ savedText: text });
    say("Saved to the browser's downloads.");
  } catch (error) {
    complain(error);
  }
}

/** Saves where the drawing came from: the project folder, or else the disk. */
export async function save(): Promise<void> {
  if (engines.native === null) return saveToDisk();
  const { path, file } = drawingOf(studio.get());
  await saveToProject(path ?? baseName(file));
}

export async function saveToProject(path: string): Promise<void> {
  const native = engines.native;
  if (native === null) return;
  try {
    const text = await wholeText();
    const { revisions } = studio.get();
    // A drawing from elsewhere never takes the place of a file of that name.
    const before = drawingOf(studio.get()).path === path ? (revisions[path] ?? null) : null;
    const { revision } = await native.write(path, text, before);
    isIn(path, revision, text);
    say(`Saved ${path}.`);
  } catch (error) {
    if (error instanceof Declined && error.status === 409) {
      complain(
        new Error(
          `${path} is there already, or was changed by another program, so it was not overwritten. Save under another name, or open it again.`,
        ),
      );
    } else complain(error);
  }
}

export async function openFromProject(path: string): Promise<void> {
  const native = engines.native;
  if (native === null) return;
  try {
    const { text, revision } = await native.read(path);
    replaceDrawing({ file: path, path, text, level: 0, rows: null, game: null, options: {} }, `open ${path}`);
    isIn(path, revision, text);
  } catch (error) {
    complain(error);
  }
}

export async function shareLink(): Promise<string | null> {
  try {
    const text = await wholeText();
    const fragment = await toFragment({ ...drawingOf(studio.get()), path: null, text, rows: null });
    const address = new URL(location.href);
    address.hash = `level=${fragment}`;
    return address.href;
  } catch (error) {
    complain(error);
    return null;
  }
}

/** Text from the clipboard: a piece that was copied here, or a level. */
export function pasteText(text: string): void {
  if (text.trim() === "" || pastePiece(text)) return;
  openText(text, "pasted.txt", "paste a level");
  say("Pasted as a new level. Undo brings the old one back.");
}

export async function pasteFromClipboard(): Promise<void> {
  try {
    pasteText(await navigator.clipboard.readText());
  } catch {
    say("The browser does not hand over the clipboard: press Ctrl+V instead.", "bad");
  }
}
