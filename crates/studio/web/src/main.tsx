// The beginning: shows the page, loads the engine, and opens what was drawn last or what the
// address holds.

import { render } from "preact";
import { engineModule } from "./engine/lane";
import { watchDrawing } from "./state/findings";
import { fromFragment } from "./state/share";
import {
  beginWith,
  complain,
  drawingOf,
  engines,
  keepNow,
  newLevel,
  replaceDrawing,
  setTheme,
  studio,
} from "./state/studio";
import { App } from "./views/app";

const TOKEN = "playproof-studio/token";

/** The token of the server, out of the address: it stays with the tab. */
function takeToken(fragment: URLSearchParams): string | null {
  const given = fragment.get("token");
  try {
    if (given === null) return sessionStorage.getItem(TOKEN);
    sessionStorage.setItem(TOKEN, given);
  } catch {
    // Without a store the token holds until the page is closed.
  }
  return given;
}

async function openAddress(): Promise<void> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = takeToken(fragment);
  const level = fragment.get("level");
  if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
  const linked =
    level === null
      ? null
      : await fromFragment(level).catch((error: unknown) => {
          complain(error);
          return null;
        });
  if (studio.get().revision === 0) beginWith(linked);
  else if (linked !== null) replaceDrawing(linked, "open a link");
  if (token !== null && engines.native === null) {
    await engines.connect(token);
    const native = engines.native as unknown as { state: { folder: string | null } } | null;
    studio.set({ hasNative: native !== null, nativeFolder: native?.state.folder ?? null });
  }
}

async function loadEngine(): Promise<void> {
  try {
    await engineModule();
    const [{ answer: games }, { answer: asked }] = await Promise.all([
      engines.ask("games", {}, { lane: "drawing" }),
      engines.ask("properties", {}, { lane: "pane" }),
    ]);
    studio.set({ games: games.games, asked });
    const isEmpty = drawingOf(studio.get()).text === "";
    const first = games.games.find(({ example }) => example !== null);
    if (isEmpty && first !== undefined) newLevel(first);
    studio.set({ engine: "ready" });
  } catch (error) {
    studio.set({ engine: { broken: error instanceof Error ? error.message : String(error) } });
  }
}

setTheme(studio.get().theme);
watchDrawing();
render(<App />, document.getElementById("page")!);
window.addEventListener("pagehide", keepNow);
window.addEventListener("hashchange", () => void openAddress());
void openAddress().then(loadEngine);
