// Why the level cannot be won and what would mend it; whether one can get stuck in it.

import { useEffect } from "preact/hooks";
import { at, capital, counted, ended } from "../level/words";
import { editor } from "../state/editor";
import { askLosing, askRepairs, findings, plainSentence } from "../state/findings";
import { useStore } from "../state/store";
import { change } from "../state/studio";
import type { Repair, Repaired } from "../engine/interface";
import { FilmPlayer } from "./film_player";

export function Reasons() {
  const { explained, repaired, results, waiting } = useStore(findings, (value) => value);
  const main = results.find(({ property }) => property === "solvable");
  if (main?.answer !== "violated") return null;
  const stuck = explained?.stuck ?? null;
  return (
    <section class="card" aria-labelledby="why-head" id="why">
      <h2 id="why-head">Why it cannot be won</h2>
      {explained === null && <p class="fine">Looking for the reason…</p>}
      {stuck !== null && (
        <p>
          <span class="chip stuck-chip">Stuck</span>{" "}
          {stuck.pieces.map((spot, i) => (
            <span key={spot.join()} class="stuck-name">
              {i > 0 ? ", " : ""}the {stuck.name[0]} at {at(spot)}
            </span>
          ))}
          {stuck.why !== null && `: ${stuck.why}`}.
          {stuck.minimality === "smallest" && stuck.pieces.length > 1 && " No fewer are stuck by themselves."}
        </p>
      )}
      {explained?.reason != null && <p>{ended(capital(explained.reason))}</p>}
      {explained !== null && stuck === null && explained.reason === null && (
        <p class="fine">It is proved that no run wins; there is no shorter reason to show.</p>
      )}
      {explained !== null && explained.text !== "" && explained.text !== explained.reason && (
        <details>
          <summary>In words, with all that is proved</summary>
          <pre class="words">{explained.text}</pre>
        </details>
      )}
      {explained?.play != null && <FilmPlayer scene={explained.play.scene} label="What goes wrong" height={240} />}
      {repaired === null && (
        <button
          type="button"
          class="primary"
          id="repair"
          disabled={waiting.includes("repairs")}
          onClick={() => void askRepairs()}
        >
          {waiting.includes("repairs") ? "Trying changes…" : "Repair"}
        </button>
      )}
      {repaired !== null && (
        <div role="group" aria-label="Repairs" class="repairs">
          {repaired.repairs.length === 0 && <p>{repaired.hopeless ?? noRepair(repaired)}</p>}
          {repaired.repairs.map((repair) => (
            <RepairButton key={repair.label} repair={repair} />
          ))}
          {repaired.repairs.length > 0 && (
            <p class="fine">Each of these is proved to help. Undo takes it back.</p>
          )}
        </div>
      )}
    </section>
  );
}

/** What is known where no repair was found. */
function noRepair({ n_futile, n_undecided }: Repaired): string {
  const tried = `${counted(n_futile, "small change")} ${n_futile === 1 ? "is" : "are"} proved to be of no use`;
  return n_undecided === 0 ? `No small change helps: ${tried}.` : `No repair was found: ${tried}, ${n_undecided} could not be decided.`;
}

function RepairButton({ repair }: { repair: Repair }) {
  const propose = (proposed: Repair | null) => (): void => editor.set({ proposed });
  useEffect(() => propose(null), []);
  const apply = (): void => {
    change(repair.rows !== null ? { rows: repair.rows } : { text: repair.text, rows: null }, repair.label);
  };
  return (
    <button
      type="button"
      class="repair"
      onClick={apply}
      onMouseEnter={propose(repair)}
      onMouseLeave={propose(null)}
      onFocus={propose(repair)}
      onBlur={propose(null)}
    >
      <span>{capital(repair.label)}</span>
      {repair.length !== null && <span class="fine">then won in {repair.length} moves</span>}
    </button>
  );
}

export function Losing() {
  const { lost, results, waiting } = useStore(findings, (value) => value);
  const main = results.find(({ property }) => property === "solvable");
  if (main?.answer !== "holds") return null;
  return (
    <section class="card" aria-labelledby="losing-head" id="losing">
      <h2 id="losing-head">Can I get stuck?</h2>
      {lost === null && (
        <button type="button" id="ask-losing" disabled={waiting.includes("losing")} onClick={() => void askLosing()}>
          {waiting.includes("losing") ? "Looking…" : "Show me how"}
        </button>
      )}
      {lost !== null && (
        <p>
          {lost.can_lose === false && <span class="chip good-chip">No</span>}
          {lost.can_lose === true && <span class="chip stuck-chip">Yes</span>}
          {lost.can_lose === null && <span class="chip">Not known</span>}{" "}
          {ended(capital(plainSentence({ property: "unlosable", sentence: lost.sentence })))}
          {lost.checked && (
            <>
              {" "}
              <strong class="checked">checked</strong>
            </>
          )}
        </p>
      )}
      {lost?.can_lose === true && (
        <p class="fine">
          {lost.shortest ? "No run loses sooner." : "Perhaps some run loses sooner."}
        </p>
      )}
      {lost?.stuck != null && (
        <p class="fine">
          Then stuck: {lost.stuck.pieces.map((spot) => `the ${lost.stuck!.name[0]} at ${at(spot)}`).join(", ")}
          {lost.stuck.why === null ? "" : `, ${lost.stuck.why}`}.
        </p>
      )}
      {lost?.scene != null && lost.can_lose === true && (
        <FilmPlayer scene={lost.scene} label="Losing run" height={260} fatal={lost.fatal} />
      )}
    </section>
  );
}
