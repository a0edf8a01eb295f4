// What the study stores, and whether the player wants that.

import { useStore } from "../../state/store";
import { consent, study } from "../participant";
import { Sheet } from "./app";

export function Consent({ title, text }: { title: string; text: string }) {
  const isSending = useStore(study, (value) => value.isSending);
  return (
    <Sheet head={title}>
      <p class="consent">{text}</p>
      <div class="row">
        <button type="button" class="primary large" id="agree" disabled={isSending} onClick={() => consent(true)}>
          I take part
        </button>
        <button type="button" class="large" id="decline" disabled={isSending} onClick={() => consent(false)}>
          No, thank you
        </button>
      </div>
    </Sheet>
  );
}
