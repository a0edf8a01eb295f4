// The level to be played by hand.

import { useEffect, useRef, useState } from "preact/hooks";
import { askFigures, findings, mainResult } from "../state/findings";
import {
  askHint,
  backToHope,
  beginPlay,
  fresh,
  move,
  moveAgain,
  play,
  restart,
  takeBack,
} from "../state/play";
import { actionOf, isPlayKey, keyName } from "../state/play_keys";
import { useStore } from "../state/store";
import { currentGame, studio } from "../state/studio";
import { ARROWS, Cross } from "./cross";
import { FilmPlayer, Picture } from "./film_player";
import { counted, stuckWords } from "../level/words";
import { IconButton } from "./icon";

const LIGHTS = {
  "can-be-won": ["good", "Can still be won"],
  "cannot-be-won": ["bad", "Can no longer be won"],
  won: ["good", "Won"],
  unknown: ["open", "Not known whether it can be won"],
  looking: ["busy", "Looking whether it can be won…"],
} as const;

export function PlayBoard() {
  const drawn = useStore(studio, (value) => value.drawn);
  const played = useStore(play, (now) => now);
  // What was played of an older drawing is not shown for a moment either.
  const value = played.drawn === drawn ? played : fresh;
  const held = useRef(new Set<string>());
  useEffect(beginPlay, [drawn]);

  // Keys hold wherever the focus is, but for fields and open windows.
  const down = (event: KeyboardEvent): void => {
    const isTheirs =
      event.target instanceof Element &&
      event.target.closest("input, select, textarea, dialog, .film, [role=tab]") !== null;
    if (isTheirs) return;
    if (event.target instanceof HTMLButtonElement && (event.key === " " || event.key === "Enter")) return;
    const isUndo = (event.key === "z" || event.key === "Backspace") && !event.shiftKey;
    if (isUndo) takeBack();
    else if (event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey)) moveAgain();
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "h") void askHint();
    else if (event.key === "r") restart();
    else if (isPlayKey(event.key)) {
      held.current.add(keyName(event.key));
      if (event.key !== "Shift") {
        const action = actionOf(held.current, play.get().actions);
        if (action !== null) move(action);
      }
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  useEffect(() => {
    const keys = held.current;
    const up = (event: KeyboardEvent): void => void keys.delete(keyName(event.key));
    const release = (): void => keys.clear();
    window.addEventListener("keydown", down, true);
    window.addEventListener("keyup", up, true);
    window.addEventListener("blur", release);
    return () => {
      window.removeEventListener("keydown", down, true);
      window.removeEventListener("keyup", up, true);
      window.removeEventListener("blur", release);
    };
  }, []);

  const { scene, light, moves, undone, state, actions, hint, bump, refusal, fatal, stuck } = value;
  const [colour, words] = state === "lost" ? (["bad", "Lost"] as const) : LIGHTS[light];
  return (
    <div class="play">
      <p class={`headline ${colour}`} role="status" id="light" data-light={state === "lost" ? "lost" : light}>
        <span class="lamp" aria-hidden="true" />
        <span>
          <strong>{words}</strong>{" "}
          {light === "cannot-be-won" &&
            fatal !== null &&
            state === "open" &&
            (fatal === 0 ? (
              "from the start"
            ) : (
              <>
                since move {fatal} ({moves[fatal - 1]}){" "}
                <button type="button" class="link" onClick={backToHope}>
                  Go back before it
                </button>
              </>
            ))}
          {stuck !== null && <span class="stuck-words">{stuckWords(stuck)}</span>}
        </span>
      </p>
      {refusal !== null && <p class="problem">{refusal}</p>}
      {scene !== null && (
        <Picture scene={scene} frame={scene.n_frames - 1} height={460} label="The level as you play it" />
      )}
      <p class="fine" aria-live="polite" id="play-words">
        {moves.length} move{moves.length === 1 ? "" : "s"}
        {bump !== null ? ` · ${bump}` : ""}
        {hint !== null ? ` · ${hint.sentence}` : ""}
      </p>
      <Pad actions={actions} isOver={state !== "open"} hint={hint?.move ?? null} />
      <div class="row">
        <IconButton icon="undo" label="Take a move back" keys="Z" disabled={moves.length === 0} onClick={takeBack} />
        <IconButton icon="redo" label="Make it again" keys="Y" disabled={undone.length === 0} onClick={moveAgain} />
        <button type="button" onClick={restart} title="From the beginning (R)">
          Restart
        </button>
        <button
          type="button"
          id="hint"
          onClick={() => void askHint()}
          title="A move that wins (H)"
          disabled={state !== "open"}
        >
          Hint
        </button>
      </div>
      {state === "won" && <Comparison />}
    </div>
  );
}

const NO_ACTIONS: readonly string[] = [];
function Pad({ actions, isOver, hint }: { actions: readonly string[]; isOver: boolean; hint: string | null }) {
  const known = useStore(studio, (value) => currentGame(value)?.actions ?? NO_ACTIONS);
  const isCross = Object.keys(ARROWS).every((name) => known.includes(name) || actions.includes(name));
  const isOff = (name: string): boolean => isOver || !actions.includes(name);
  const others = actions.filter((name) => !isCross || !(name in ARROWS));
  return (
    <div class="pad" role="group" aria-label="Moves">
      {isCross && <Cross isOff={isOff} hint={hint} onMove={move} />}
      {others.length > 0 && (
        <div class="row">
          {others.map((name) => (
            <button
              key={name}
              type="button"
              class={hint === name ? "hinted" : ""}
              disabled={isOff(name)}
              onClick={() => move(name)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** The run just played, beside the shortest one that is known. */
function Comparison() {
  const { scene, moves } = useStore(play, (value) => value);
  const found = useStore(findings, (value) => value);
  const [isShown, show] = useState(true);
  // Measuring looks for a shorter run than the first one that was found.
  useEffect(() => void (found.measured === null && askFigures()), []);
  const main = mainResult(found);
  const runs = [
    { scene: found.solution, moves: main?.moves },
    { scene: found.measured?.run?.scene, moves: found.measured?.run?.moves },
  ].flatMap(({ scene, moves }) => (scene != null && moves != null ? [{ scene, n: moves.length }] : []));
  const best = runs.sort((a, b) => a.n - b.n)[0];
  if (scene === null || best === undefined || !isShown) return null;
  const more = moves.length - best.n;
  const isLeast = main?.lower_bound != null && main.lower_bound >= best.n;
  const least = isLeast ? `the fewest that win are ${best.n}` : `the shortest run that the engine knows has ${best.n}`;
  const compared = more === 0 ? "as many" : more > 0 ? `${more} fewer` : `${-more} more`;
  return (
    <section class="card" aria-labelledby="beside-head" id="beside">
      <div class="card-head">
        <h2 id="beside-head">Your run and the engine's</h2>
        <IconButton icon="close" label="Close" onClick={() => show(false)} />
      </div>
      <p>
        You won in {counted(moves.length, "move")}; {least}, {compared}.
      </p>
      <div class="side-by-side">
        <figure>
          <FilmPlayer scene={scene} label="Your run" height={240} plays={false} />
          <figcaption>Yours</figcaption>
        </figure>
        <figure>
          <FilmPlayer scene={best.scene} label="The engine's run" height={240} plays={false} />
          <figcaption>The engine's</figcaption>
        </figure>
      </div>
    </section>
  );
}
