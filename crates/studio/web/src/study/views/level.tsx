// A level of the study. Going on is always possible.

import { useState } from "preact/hooks";
import { counted } from "../../level/words";
import { useStore } from "../../state/store";
import { Dialog } from "../../views/dialog";
import { game } from "../game";
import { goOn, move, study } from "../participant";
import type { PlayStep } from "../steps";
import { Head } from "./app";
import { Board } from "./board";
import { Stopping } from "./handing";
import { HelpButton } from "./help";

const PLACES = ["first", "second"];

export function Level({ round, rounds, position, level }: PlayStep) {
  const isWon = useStore(game, ({ state }) => state === "won");
  const n = useStore(game, ({ moves }) => moves.length);
  const isSending = useStore(study, (value) => value.isSending);
  const [isAsked, ask] = useState<number | null>(null);
  return (
    <main class="playing">
      <header class="bar">
        <Head>
          <span class="of">
            Round {round} of {rounds}:
          </span>{" "}
          {PLACES[position - 1]} level
        </Head>
        <HelpButton level={level} />
      </header>
      <Board
        won={
          <>
            <p class="cheer">Solved in {counted(n, "move")}!</p>
            <button type="button" class="large" id="again" onClick={() => move("reset")}>
              Play it again
            </button>
          </>
        }
      >
        <button
          type="button"
          class={isWon ? "primary large wide" : "large wide"}
          id="continue"
          disabled={isSending}
          onClick={() => (isWon ? void goOn(performance.now()) : ask(performance.now()))}
        >
          {isSending ? "Sending…" : "Continue"}
        </button>
        <Stopping />
      </Board>
      {isAsked !== null && (
        <Dialog title="Continue without solving it?" id="continue-dialog" onClose={() => ask(null)}>
          <p>You may. But you cannot come back to this level.</p>
          <div class="pair">
            <button
              type="button"
              class="large"
              id="continue-really"
              onClick={() => {
                ask(null);
                void goOn(isAsked);
              }}
            >
              Continue
            </button>
            <button type="button" class="large" onClick={() => ask(null)}>
              Keep playing
            </button>
          </div>
        </Dialog>
      )}
    </main>
  );
}
