// A level to learn with. It is explained, and has to be solved or skipped.

import { useStore } from "../../state/store";
import { game } from "../game";
import { leaveTutorial, move, study } from "../participant";
import type { TutorialStep } from "../steps";
import { Head } from "./app";
import { Board } from "./board";
import { HelpButton } from "./help";

export function Practice({ n, of, level }: TutorialStep) {
  const isWon = useStore(game, ({ state }) => state === "won");
  const isSending = useStore(study, (value) => value.isSending);
  const isLast = n === of;
  return (
    <main class="playing">
      <header class="bar">
        <Head>{of === 1 ? "Practice" : `Practice, level ${n} of ${of}`}</Head>
        <HelpButton level={level} isOpen={n === 1} />
      </header>
      <Board
        won={
          <>
            <p class="cheer">{isLast ? "Well done! Now you know how it goes." : "Well done!"}</p>
            <button type="button" class="large" id="again" onClick={() => move("reset")}>
              Once more
            </button>
          </>
        }
      >
        <button
          type="button"
          class={isWon ? "primary large wide" : "large wide"}
          id={isWon ? "practised" : "skip"}
          disabled={isSending}
          onClick={() => leaveTutorial(n)}
        >
          {isWon ? (isLast ? "Start the study" : "Next practice level") : "Skip the practice"}
        </button>
      </Board>
    </main>
  );
}
