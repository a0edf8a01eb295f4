// Whether the level holds what is required of it: a light for each property, and who says so.

import { useState } from "preact/hooks";
import type { Result } from "../engine/interface";
import { download } from "../state/files";
import { bytesOf } from "../state/share";
import { baseName } from "../state/files";
import { cancelSearch, findings, type Findings, mainResult, plainSentence } from "../state/findings";
import { useStore } from "../state/store";
import { drawingOf, setRequirements, studio } from "../state/studio";
import { capital, ended, stuckWords } from "../level/words";
import { IconButton } from "./icon";

type Colour = "good" | "bad" | "open" | "busy";

const colourOf = (result: Result | undefined, isBusy: boolean): Colour => {
  if (isBusy) return "busy";
  if (result?.answer === "holds") return "good";
  if (result?.answer === "violated") return "bad";
  return "open";
};

export function Verdict() {
  const found = useStore(findings, (value) => value);
  const requirements = useStore(studio, (value) => value.requirements);
  const engine = useStore(studio, (value) => value.engine);
  const main = mainResult(found);
  const headline = words(found, main, engine);
  return (
    <section class="card verdict" aria-labelledby="verdict-head">
      <div
        class={`headline ${headline.colour}`}
        id="verdict"
        role="status"
        data-answer={headline.answer}
        data-settled={found.isBusy ? undefined : found.revision}
        data-delay={found.delay ?? undefined}
      >
        <span class="lamp" aria-hidden="true" />
        <div>
          <h2 id="verdict-head">{headline.text}</h2>
          {headline.more !== null && <p>{headline.more}</p>}
        </div>
      </div>
      <p class="fine" id="who">
        {found.isBusy ? (
          <>
            Searching{found.states !== null ? `, ${found.states.toLocaleString("en")} states` : ""}…{" "}
            <button type="button" class="link" onClick={cancelSearch}>
              Stop
            </button>
          </>
        ) : (
          <Who found={found} />
        )}
      </p>
      <ul class="lights" aria-label="Requirements">
        {requirements.map((property) => (
          <RequirementLight
            key={property}
            property={property}
            isBusy={found.pending.includes(property)}
            result={found.results.find((result) => isAbout(result, property))}
          />
        ))}
      </ul>
      <AddRequirement />
    </section>
  );
}

const isAbout = (result: Result, property: string): boolean =>
  (result.asked ?? result.property) === property || result.property === (ALSO[property] ?? property);
const ALSO: Record<string, string> = { winnable: "solvable", "goal-safe": "unlosable" };

interface Headline {
  text: string;
  more: string | null;
  colour: Colour;
  answer: string;
}

function words(found: Findings, main: Result | null, engine: unknown): Headline {
  if (engine === "loading") return { text: "Loading the engine…", more: null, colour: "busy", answer: "loading" };
  if (engine !== "ready") {
    return {
      text: "The engine is not there",
      more: (engine as { broken: string }).broken,
      colour: "bad",
      answer: "broken",
    };
  }
  if (found.broken !== null) {
    return {
      text: "Not known: the engine broke down",
      more: `${ended(found.broken)} The drawing is kept.`,
      colour: "open",
      answer: "broken",
    };
  }
  if (found.refusal !== null) {
    const { line, message, help } = found.refusal;
    return {
      text: "Not a level yet",
      more: `${message}${line === null ? "" : ` (line ${line})`}${help === null ? "" : `. ${capital(help)}`}`,
      colour: "open",
      answer: "refused",
    };
  }
  const isEmpty = drawingOf(studio.get()).text.trim() === "";
  if (main === null)
    return {
      text: found.isBusy ? "Looking…" : isEmpty ? "Nothing drawn yet" : "Not known: stopped",
      more: null,
      colour: found.isBusy ? "busy" : "open",
      answer: "none",
    };
  if (main.answer === "holds") {
    const n = main.length ?? main.moves?.length ?? null;
    const isLeast = main.lower_bound !== null && n !== null && main.lower_bound >= n;
    return {
      text: n === null ? "Solvable" : `Solvable in ${n} move${n === 1 ? "" : "s"}`,
      more: n === null ? null : isLeast ? "No run wins in fewer." : null,
      colour: "good",
      answer: "holds",
    };
  }
  if (main.answer === "violated") {
    const why = found.explained?.reason ?? null;
    const more =
      found.explained?.stuck != null ? stuckWords(found.explained.stuck) : why === null ? null : ended(capital(why));
    return { text: "Cannot be won", more, colour: "bad", answer: "violated" };
  }
  const n = main.states === null ? "" : ` after ${main.states.toLocaleString("en")} states`;
  return {
    text: found.isBusy ? "Still searching" : `Not known${n}`,
    more: found.isBusy ? null : (main.reason ?? main.sentence),
    colour: found.isBusy ? "busy" : "open",
    answer: "unknown",
  };
}

function Who({ found }: { found: Findings }) {
  const main = mainResult(found);
  if (main === null || found.seconds === null) return null;
  const who = found.who === "native" ? "native engine" : "browser's engine";
  return (
    <>
      {main.checked ? (
        <strong class="checked" title="The kernel went through the evidence and accepted it">
          checked
        </strong>
      ) : (
        "not checked"
      )}
      {" · "}
      {time(found.seconds)} · {who}
      {main.states !== null && main.states > 0 ? ` · ${main.states.toLocaleString("en")} states` : ""}
      {main.evidence !== null ? ` · ${main.evidence}` : ""}
      {(main.axioms?.length ?? 0) > 0 ? ` · rests on ${main.axioms!.join(", ")}` : ""}
    </>
  );
}

export const time = (seconds: number): string =>
  seconds < 1 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(1)} s`;

const ANSWERS = { holds: "holds", violated: "violated", unknown: "not known" };

function RequirementLight({
  property,
  result,
  isBusy,
}: {
  property: string;
  result: Result | undefined;
  isBusy: boolean;
}) {
  const requirements = useStore(studio, (value) => value.requirements);
  const error = result?.error?.message ?? null;
  const answer = isBusy ? "being looked at" : result === undefined ? "not asked" : ANSWERS[result.answer];
  return (
    <li data-property={property} data-answer={isBusy ? "busy" : (result?.answer ?? "none")}>
      <span class={`lamp ${colourOf(result, isBusy)}`} aria-hidden="true" />
      <div class="light-words">
        <span title={result?.question}>
          <code>{property}</code> <span class="fine">{answer}</span>
        </span>
        <span class="fine">{error ?? (isBusy ? "" : said(result))}</span>
      </div>
      {result?.certificate != null && (
        <button
          type="button"
          class="small"
          onClick={() => saveCertificate(result.certificate!, property)}
          title="Save the certificate of this answer"
        >
          Certificate
        </button>
      )}
      <IconButton
        icon="close"
        class="small"
        label={`Do not require ${property}`}
        onClick={() => setRequirements(requirements.filter((one) => one !== property))}
      />
    </li>
  );
}

function said(result: Result | undefined): string {
  if (result === undefined) return "";
  const sentence = result.sentence === undefined ? "" : plainSentence(result);
  return sentence === "" ? (result.question ?? "") : ended(capital(sentence));
}

export function saveCertificate(certificate: string, property: string): void {
  const { file, level } = drawingOf(studio.get());
  const name = `${baseName(file).replace(/\.[^.]*$/, "")}-${level + 1}-${property.replace(/[^a-z0-9]+/gi, "-")}.cert`;
  download(name, bytesOf(certificate), "application/octet-stream");
}

function AddRequirement() {
  const asked = useStore(studio, (value) => value.asked);
  const requirements = useStore(studio, (value) => value.requirements);
  const [text, setText] = useState("");
  const add = (event: Event): void => {
    event.preventDefault();
    const property = text.trim();
    if (property !== "" && !requirements.includes(property)) setRequirements([...requirements, property]);
    setText("");
  };
  return (
    <form class="add-requirement" onSubmit={add}>
      <input
        type="text"
        list="property-forms"
        value={text}
        placeholder="Require also, e.g. shortest >= 20"
        aria-label="Another requirement"
        onInput={(event) => setText(event.currentTarget.value)}
        spellcheck={false}
        autocomplete="off"
      />
      <datalist id="property-forms">
        {asked.forms.map(({ form, about }) => (
          <option key={form} value={form}>
            {about}
          </option>
        ))}
      </datalist>
      <button type="submit">Add</button>
    </form>
  );
}
