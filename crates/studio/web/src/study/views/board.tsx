// The level to be played, by keys, by swiping, or by arrows on the page.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { counted } from "../../level/words";
import { actionOf, isPlayKey } from "../../state/play_keys";
import { useStore } from "../../state/store";
import { Cross } from "../../views/cross";
import { Picture } from "../../views/film_player";
import { Icon } from "../../views/icon";
import { ACTIONS } from "../attempt";
import { game, tryAgain } from "../game";
import { move } from "../participant";

/** So far a finger moves for one step, in pixels of the page. */
const SWIPE = 24;

export const LOOK = { largest: 84, trail: false };

/** `won` stands where the arrows were when the level is won. */
export function Board({ won, children }: { won: ComponentChildren; children: ComponentChildren }) {
  const { moves, scene, state, failure } = useStore(game, (value) => value);
  const swipe = useSwipe();
  useKeys();
  if (failure !== null) {
    return (
      <div class="sheet" role="alert">
        <p class="problem">The level cannot be shown: {failure}</p>
        <button type="button" class="large" onClick={tryAgain}>
          Try again
        </button>
      </div>
    );
  }
  const words = state === "lost" ? "This is lost: take a move back, or begin again." : counted(moves.length, "move");
  return (
    <>
      <div class="board-room" {...swipe}>
        {scene !== null && <Picture scene={scene} frame={scene.n_frames - 1} label="The level" look={LOOK} />}
      </div>
      <div class="controls">
        <p class="fine" id="moves" aria-live="polite" data-moves={moves.length} data-state={scene === null ? "loading" : state}>
          {scene === null ? "The level is loading…" : words}
        </p>
        {state === "won" ? (
          <div class="won">{won}</div>
        ) : (
          <div class="hands" role="group" aria-label="Moves">
            <Act what="undo" name="Undo" keys="U" isOff={moves.length === 0} />
            <Cross isOff={() => scene === null || state === "lost"} onMove={move} />
            <Act what="reset" name="Reset" keys="R" isOff={moves.length === 0} />
          </div>
        )}
        {children}
      </div>
    </>
  );
}

function Act({ what, name, keys, isOff }: { what: "undo" | "reset"; name: string; keys: string; isOff: boolean }) {
  return (
    <button type="button" class="act" id={what} disabled={isOff} title={`${name} (${keys})`} onClick={() => move(what)}>
      <Icon name={what === "undo" ? "undo" : "turn"} />
      {name}
    </button>
  );
}

/** Keys hold wherever the focus is, but for open windows and fields. */
function useKeys(): void {
  useEffect(() => {
    const down = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (target instanceof Element && target.closest("dialog, input, select, textarea") !== null) return;
      const isUndo = ["u", "z", "Backspace"].includes(key.length === 1 ? key.toLowerCase() : key);
      if (event.altKey || event.metaKey || (event.ctrlKey && key !== "z")) return;
      if (isUndo) move("undo");
      else if (key.toLowerCase() === "r") move("reset");
      else if (isPlayKey(key)) {
        const action = actionOf(new Set([key.length === 1 ? key.toLowerCase() : key]), ACTIONS);
        if (action === null) return;
        move(action);
      } else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", down);
    return () => window.removeEventListener("keydown", down);
  }, []);
}

/** A stroke of the finger is one move, made as soon as it is clear where it goes. */
function useSwipe() {
  const from = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    // Otherwise the browser takes the next touch as the end of a fling, and not as a tap.
    onTouchMove: (event: TouchEvent) => event.preventDefault(),
    onPointerDown: (event: PointerEvent) => {
      from.current = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    onPointerMove: (event: PointerEvent) => {
      const begun = from.current;
      if (begun === null || begun.id !== event.pointerId) return;
      const x = event.clientX - begun.x,
        y = event.clientY - begun.y;
      if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
      from.current = null;
      if (Math.abs(x) > Math.abs(y)) move(x > 0 ? "right" : "left");
      else move(y > 0 ? "down" : "up");
    },
    onPointerUp: () => void (from.current = null),
    onPointerCancel: () => void (from.current = null),
  };
}
