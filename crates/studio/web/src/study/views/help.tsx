// How to play: what is asked, what the pictures mean, and what keys and fingers do.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Letter } from "../../engine/interface";
import { stampOf } from "../../picture/tile";
import { Dialog } from "../../views/dialog";
import { engines } from "../game";
import { goalOf, piecesOf } from "../goal";
import type { LevelText } from "../steps";

interface Told {
  goal: string;
  pieces: readonly Letter[];
}

async function told(level: LevelText): Promise<Told> {
  const [{ answer: opened }, { answer: all }] = await Promise.all([
    engines.ask("open", level, { lane: "pane" }),
    engines.ask("games", {}, { lane: "pane" }),
  ]);
  const played = all.games.find(({ id }) => id === opened.game);
  if (played === undefined) throw new Error("no game");
  return { goal: goalOf(played), pieces: piecesOf(opened.palette, opened.levels[0]?.rows ?? []) };
}

export function HelpButton({ level, isOpen = false }: { level: LevelText; isOpen?: boolean }) {
  const [isShown, show] = useState(isOpen);
  return (
    <>
      <button type="button" id="help" onClick={() => show(true)}>
        Help
      </button>
      {isShown && <Help level={level} onClose={() => show(false)} />}
    </>
  );
}

function Help({ level, onClose }: { level: LevelText; onClose: () => void }) {
  const [about, setAbout] = useState<Told | null>(null);
  useEffect(() => {
    let isGone = false;
    told(level)
      .then((about) => isGone || setAbout(about))
      // The controls are explained all the same.
      .catch(() => {});
    return () => void (isGone = true);
  }, [level]);
  return (
    <Dialog title="How to play" id="help-dialog" onClose={onClose}>
      {about !== null && <p class="goal">{about.goal}</p>}
      {about !== null && (
        <ul class="pieces">
          {about.pieces.map((piece) => (
            <li key={piece.letter}>
              <Piece piece={piece} /> {piece.name}
            </li>
          ))}
        </ul>
      )}
      <ul class="how">
        <li>
          <strong>Move</strong> with the arrow keys, or <span>W A S D</span>. On a touch screen, swipe over the level or
          use the arrows on the page.
        </li>
        <li>
          <strong>Undo</strong>, or the key U, takes your last move back, as often as you like.
        </li>
        <li>
          <strong>Reset</strong>, or the key R, begins the level again. If you are stuck, that helps.
        </li>
        <li>
          <strong>Continue</strong> brings you to the next step, when the level is solved or when you have had enough
          of it.
        </li>
      </ul>
      <button
        type="button"
        class="primary large wide"
        id="try"
        onClick={(event) => event.currentTarget.closest("dialog")?.close()}
      >
        Try it
      </button>
    </Dialog>
  );
}

function Piece({ piece }: { piece: Letter }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const side = 32 * (window.devicePixelRatio || 1);
  useLayoutEffect(() => {
    canvas.current!.getContext("2d")!.drawImage(stampOf(piece.tiles, side), 0, 0);
  }, [piece]);
  return <canvas ref={canvas} class="piece" width={side} height={side} aria-hidden="true" />;
}
