// The end, and the next player.

import { Sheet } from "./app";
import { Handing } from "./handing";

export function Done() {
  return (
    <Sheet head="Thank you!">
      <p>You have finished, and all your answers are stored.</p>
      <p>Did you play on your own phone? Then just close this page.</p>
      <Handing />
    </Sheet>
  );
}
