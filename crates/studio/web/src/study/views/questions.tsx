// What the player thinks of the two levels.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Scene } from "../../engine/interface";
import { useStore } from "../../state/store";
import { Picture } from "../../views/film_player";
import { engines } from "../game";
import { draftOf, keepDraft } from "../memory";
import { handIn, placeId, study } from "../participant";
import type { Answers, LevelText, QuestionsStep } from "../steps";
import { Head } from "./app";
import { LOOK } from "./board";
import { Stars } from "./stars";

/** Answers as far as they are given; 0 where there is none. */
interface Draft {
  more_interesting: number;
  more_difficult: number;
  stars: { interesting: number; difficult: number }[];
}

const NAMES = ["First level", "Second level"];
const COMPARED = [
  ["more_interesting", "Which level was more interesting?"],
  ["more_difficult", "Which level was more difficult?"],
] as const;
const RATED = [
  ["interesting", "How interesting?", "not at all", "very"],
  ["difficult", "How difficult?", "very easy", "very hard"],
] as const;

const noAnswers = (): Draft => ({
  more_interesting: 0,
  more_difficult: 0,
  stars: NAMES.map(() => ({ interesting: 0, difficult: 0 })),
});

const isComplete = ({ more_interesting, more_difficult, stars }: Draft): boolean =>
  more_interesting > 0 && more_difficult > 0 && stars.every((one) => one.interesting > 0 && one.difficult > 0);

export function Questions({ round, rounds, levels }: QuestionsStep) {
  const id = placeId() ?? "";
  const isSending = useStore(study, (value) => value.isSending);
  const [draft, setDraft] = useState<Draft>(() => draftOf<Draft>(id, round) ?? noAnswers());
  const form = useRef<HTMLFormElement>(null);
  /** How often it was sent with answers missing. */
  const [nTried, setTried] = useState(0);
  const isMissing = nTried > 0;
  useLayoutEffect(() => form.current!.querySelector<HTMLElement>(".missing input")?.focus(), [nTried]);
  const scenes = useScenes(levels);
  const change = (changed: Draft): void => {
    setDraft(changed);
    keepDraft(id, round, changed);
  };
  const rate = (level: number, what: "interesting" | "difficult", n: number): void =>
    change({ ...draft, stars: draft.stars.map((one, i) => (i === level ? { ...one, [what]: n } : one)) });
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isComplete(draft)) void handIn({ round, ...draft } as Answers);
    else setTried(nTried + 1);
  };
  return (
    <main class="sheet questions">
      <Head>
        <span class="of">
          Round {round} of {rounds}:
        </span>{" "}
        your opinion
      </Head>
      <form ref={form} onSubmit={submit}>
        <fieldset class="all" disabled={isSending}>
          {COMPARED.map(([what, question]) => (
            <fieldset class={isMissing && draft[what] === 0 ? "card missing" : "card"} key={what}>
              <legend>{question}</legend>
              <div class="pair">
                {NAMES.map((name, i) => (
                  <label class={draft[what] === i + 1 ? "choice on" : "choice"} key={name}>
                    <Thumb scene={scenes[i] ?? null} label={name} />
                    <span class="choice-name">
                      <input
                        type="radio"
                        name={what}
                        value={i + 1}
                        checked={draft[what] === i + 1}
                        onChange={() => change({ ...draft, [what]: i + 1 })}
                      />
                      {name}
                    </span>
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
          <div class="rated">
            {NAMES.map((name, i) => (
              <section class="card" key={name} aria-labelledby={`level-${i + 1}`}>
                <div class="rated-head">
                  <Thumb scene={scenes[i] ?? null} label={name} />
                  <h2 id={`level-${i + 1}`}>{name}</h2>
                </div>
                {RATED.map(([what, question, least, most]) => (
                  <Stars
                    key={what}
                    name={`${what}-${i + 1}`}
                    question={question}
                    about={name}
                    ends={[least, most]}
                    value={draft.stars[i]![what]}
                    isMissing={isMissing && draft.stars[i]![what] === 0}
                    onChange={(n) => rate(i, what, n)}
                  />
                ))}
              </section>
            ))}
          </div>
          <p role="alert" class="problem" id="missing">
            {isMissing && !isComplete(draft) ? "Some questions have no answer yet. They are marked." : ""}
          </p>
          <button class="primary large wide" id="send">
            {isSending ? "Sending…" : "Send the answers"}
          </button>
        </fieldset>
      </form>
    </main>
  );
}

function useScenes(levels: readonly LevelText[]): (Scene | null)[] {
  const [scenes, setScenes] = useState<(Scene | null)[]>([]);
  useEffect(() => {
    let isGone = false;
    const all = levels.map((level) =>
      engines.ask("scene", { ...level, moves: [] }, { lane: "pane" }).then(
        ({ answer }) => answer,
        () => null,
      ),
    );
    void Promise.all(all).then((scenes) => isGone || setScenes(scenes));
    return () => void (isGone = true);
  }, [levels]);
  return scenes;
}

function Thumb({ scene, label }: { scene: Scene | null; label: string }) {
  return <div class="thumb">{scene !== null && <Picture scene={scene} frame={0} label={label} look={LOOK} />}</div>;
}
