// A certificate, checked here by the kernel, and its run shown.

import { base64 } from "../state/share";
import { type Checked, Outdated } from "../engine/interface";
import { pickFile } from "../state/files";
import { Store, useStore } from "../state/store";
import { complain, engines, openText, setMode } from "../state/studio";
import { plainSentence } from "../state/findings";
import { capital, ended } from "../level/words";
import { FilmPlayer } from "./film_player";

const checking = new Store<{ name: string | null; isBusy: boolean; checked: Checked | null; broken: string | null }>({
  name: null,
  isBusy: false,
  checked: null,
  broken: null,
});

/** The largest certificate that is read, in bytes. */
const MOST_BYTES = 64 << 20;

export async function checkFile(file: File): Promise<void> {
  setMode("check");
  if (file.size > MOST_BYTES) return complain(new Error(`${file.name} is too large to be checked here.`));
  checking.set({ name: file.name, isBusy: true, checked: null, broken: null });
  try {
    const certificate = base64(new Uint8Array(await file.arrayBuffer()));
    engines.cancel("work");
    const { answer } = await engines.ask("check", { certificate }, { lane: "work" });
    checking.set({ isBusy: false, checked: answer });
  } catch (error) {
    if (error instanceof Outdated) return;
    checking.set({ isBusy: false, broken: error instanceof Error ? error.message : String(error) });
  }
}

export function Checker() {
  const { name, isBusy, checked, broken } = useStore(checking, (value) => value);
  const choose = async (): Promise<void> => {
    const file = await pickFile();
    if (file !== null) await checkFile(file);
  };
  return (
    <div class="checker">
      <section class="card drop">
        <h2>Check a certificate</h2>
        <p>
          Drop a certificate anywhere on this page, or{" "}
          <button type="button" class="link" onClick={() => void choose()}>
            choose its file
          </button>
          . The kernel goes through its evidence here, in your browser. Nothing is sent anywhere.
        </p>
      </section>
      {isBusy && <p role="status">Checking {name}…</p>}
      {broken !== null && <Outcome isAccepted={false} name={name} reason={broken} />}
      {checked !== null && (
        <>
          <Outcome isAccepted={checked.accepted} name={name} reason={checked.reason} />
          <section class="card" aria-label="What was checked">
            {checked.sentence != null && checked.property !== null && (
              <p>
                <strong>{checked.property}</strong>:{" "}
                {ended(capital(plainSentence({ property: checked.property, sentence: checked.sentence })))}{" "}
                <span class="fine">{checked.question}</span>
              </p>
            )}
            <ol class="parts">
              {checked.parts.map((part) => (
                <li key={part.name}>
                  <span class={`lamp ${part.ok === null ? "open" : part.ok ? "good" : "bad"}`} aria-hidden="true" />
                  <span>
                    <strong>{part.name}</strong>{" "}
                    {part.ok === null ? "(not checked)" : part.ok ? "(accepted)" : "(rejected)"}: {part.text}
                  </span>
                </li>
              ))}
            </ol>
            <p class="fine">
              {checked.evidence != null && `Evidence: ${checked.evidence}. `}
              {(checked.axioms?.length ?? 0) > 0 ? `Rests on: ${checked.axioms!.join(", ")}. ` : ""}
              {checked.statement != null && (
                <>
                  Statement <code class="hash">{checked.statement}</code>
                </>
              )}
            </p>
          </section>
          {checked.accepted && checked.scene != null && (
            <section class="card" aria-label="Its run">
              <FilmPlayer scene={checked.scene} label="The certificate's run" height={360} />
            </section>
          )}
          {checked.level != null && (
            <section class="card">
              <h2>{checked.level.title ?? "Its level"}</h2>
              <pre class="words">{checked.level.text}</pre>
              <button type="button" onClick={() => openText(checked.level!.text, "certified.txt")}>
                Open in the editor
              </button>
            </section>
          )}
        </>
      )}
    </div>
  );
}

function Outcome({ isAccepted, name, reason }: { isAccepted: boolean; name: string | null; reason: string | null }) {
  return (
    <div
      class={`card headline ${isAccepted ? "good" : "bad"}`}
      role="status"
      id="check-outcome"
      data-accepted={String(isAccepted)}
    >
      <span class="lamp" aria-hidden="true" />
      <div>
        <h2>{isAccepted ? "Accepted" : "Rejected"}</h2>
        <p>
          {name}
          {reason === null ? "" : `: ${reason}`}
        </p>
      </div>
    </div>
  );
}
