// The device goes to another player.

import { useState } from "preact/hooks";
import { Dialog } from "../../views/dialog";
import { join } from "../participant";

export function Handing() {
  return (
    <button type="button" class="primary large" id="next-player" onClick={() => void join()}>
      Hand the tablet to the next player
    </button>
  );
}

/** For a player who stops in the middle. */
export function Stopping() {
  const [isAsked, ask] = useState(false);
  return (
    <>
      <button type="button" class="link" id="stop" onClick={() => ask(true)}>
        Stop here
      </button>
      {isAsked && (
        <Dialog title="Stop here?" id="stop-dialog" onClose={() => ask(false)}>
          <p>You can stop at any time. What you played so far stays stored without your name; you cannot come back to it.</p>
          <div class="pair">
            <button type="button" class="large" onClick={() => ask(false)}>
              Keep playing
            </button>
            <button type="button" class="large" id="stop-really" onClick={() => void join()}>
              Stop, next player
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
