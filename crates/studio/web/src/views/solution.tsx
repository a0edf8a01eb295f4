// The solution, playing, and others beside it.

import { useState } from "preact/hooks";
import { askOthers, findings, mainResult } from "../state/findings";
import { useStore } from "../state/store";
import { download } from "../state/files";
import { counted } from "../level/words";
import { FilmPlayer } from "./film_player";
import { saveCertificate } from "./verdict";

export function Solution() {
  const found = useStore(findings, (value) => value);
  const [isWide, setWide] = useState(false);
  const main = mainResult(found);
  const { solution, others, othersSentence, waiting } = found;
  if (main === null || main.answer !== "holds" || main.moves === null || solution === null) return null;
  const moves = main.letters ?? main.moves.join(" ");
  return (
    <section
      class={isWide ? "card wide-card" : "card"}
      aria-labelledby="solution-head"
      id="solution"
      onKeyDown={(event) => event.key === "Escape" && setWide(false)}
    >
      <div class="card-head">
        <h2 id="solution-head">Solution</h2>
        <button type="button" class="small" aria-pressed={isWide} onClick={() => setWide(!isWide)}>
          {isWide ? "Smaller" : "Larger"}
        </button>
      </div>
      <FilmPlayer scene={solution} label="Solution" height={isWide ? 520 : 260} />
      <div class="row">
        {main.certificate !== null && (
          <button type="button" id="save-certificate" onClick={() => saveCertificate(main.certificate!, main.property)}>
            Save certificate
          </button>
        )}
        <button type="button" onClick={() => download("solution.txt", `${moves}\n`)}>
          Save moves
        </button>
        {others === null && (
          <button
            type="button"
            id="ask-others"
            disabled={waiting.includes("others")}
            onClick={() => {
              setWide(true);
              void askOthers();
            }}
          >
            {waiting.includes("others") ? "Looking…" : "Other ways?"}
          </button>
        )}
      </div>
      {others !== null && (
        <div class="others">
          {othersSentence !== null && <p class="fine">{othersSentence}</p>}
          
          <div class="side-by-side">
            {others.map(
              ({ moves: way, scene }, i) =>
                scene !== null && (
                  <figure key={i}>
                    <FilmPlayer scene={scene} label={`Way ${i + 1}`} height={isWide ? 300 : 180} plays={false} />
                    <figcaption class="fine">
                      Way {i + 1}: {counted(way.length, "move")}
                    </figcaption>
                  </figure>
                ),
            )}
          </div>
        </div>
      )}
    </section>
  );
}
