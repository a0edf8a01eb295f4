// What is measured of the level: figures, how difficult it is along its solution, where play
// goes, and what commands of the game say, such as the strategies of a dungeon.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { CommandAnswer, Measured } from "../engine/interface";
import { svgElement } from "../picture/chart";
import { editor } from "../state/editor";
import { askFigures, findings } from "../state/findings";
import { useStore } from "../state/store";
import { askAbout, complain, currentGame, studio } from "../state/studio";
import { OptionField } from "./generator";

export function Figures() {
  const { measured, waiting, results } = useStore(findings, (value) => value);
  const shows = useStore(editor, (value) => value.shows);
  if (results.length === 0) return null;
  return (
    <section class="card" aria-labelledby="figures-head" id="figures">
      <h2 id="figures-head">Figures</h2>
      {measured === null && (
        <button type="button" id="measure" disabled={waiting.includes("figures")} onClick={() => void askFigures()}>
          {waiting.includes("figures") ? "Measuring…" : "Measure"}
        </button>
      )}
      {measured !== null && (
        <>
          <dl class="figures">
            {measured.figures
              .filter(({ head, value }) => head !== null && value !== null)
              .map((figure) => (
                <div key={figure.name}>
                  <dt>{figure.head}</dt>
                  <dd>{figure.text}</dd>
                </div>
              ))}
          </dl>
          {measured.along !== null && measured.along.length > 1 && <Difficulty along={measured.along} />}
          {measured.heat !== null && (
            <label class="toggle">
              <input
                type="checkbox"
                checked={shows.heat}
                onChange={(event) => editor.set({ shows: { ...shows, heat: event.currentTarget.checked } })}
              />{" "}
              Show on the level: {measured.heat.what}
            </label>
          )}
          {measured.stopped !== null && <p class="fine">Counted up to a limit: {measured.stopped}.</p>}
        </>
      )}
    </section>
  );
}

/** How many moves were possible at each step of the solution, and how many of them lose. */
function Difficulty({ along }: { along: NonNullable<Measured["along"]> }) {
  const most = Math.max(1, ...along.map(({ possible }) => possible));
  const killing = along.reduce((sum, step) => sum + step.killing, 0);
  const width = Math.max(along.length, 12);
  const label = `Along the solution: ${along.length} steps, ${killing} moves beside it that lose`;
  return (
    <figure class="difficulty">
      <svg viewBox={`0 0 ${width} 10`} preserveAspectRatio="none" role="img" aria-label={label}>
        {along.map(({ step, move, possible, killing }, i) => {
          const high = (n: number): number => (n / most) * 9.6;
          return (
            <g key={i}>
              <title>{`Step ${step + 1}, ${move}: ${possible} moves possible, ${killing} of them lose`}</title>
              <rect class="possible" x={i + 0.08} width={0.84} y={10 - high(possible)} height={high(possible)} />
              <rect class="killing" x={i + 0.08} width={0.84} y={10 - high(killing)} height={high(killing)} />
            </g>
          );
        })}
      </svg>
      <figcaption class="fine">
        <span class="swatch possible" /> moves possible at each step <span class="swatch killing" /> those that lose
      </figcaption>
    </figure>
  );
}

export function Commands() {
  const game = useStore(studio, currentGame);
  const results = useStore(findings, (value) => value.results);
  if (game === null || game.commands.length === 0 || results.length === 0) return null;
  return (
    <section class="card" aria-labelledby="more-head" id="more">
      <h2 id="more-head">More about this {game.id}</h2>
      {game.commands.map((command) => (
        <CommandForm key={`${game.id} ${command.name}`} command={command} />
      ))}
    </section>
  );
}

function CommandForm({
  command,
}: {
  command: { name: string; about: string; options: Parameters<typeof OptionField>[0]["option"][] };
}) {
  const revision = useStore(studio, (value) => value.revision);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ revision: number; answer: CommandAnswer } | null>(null);
  const ask = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      const reply = await askAbout("command", { command: command.name, options }, "work", true);
      setAnswer({ revision, answer: reply.answer });
    } catch (error) {
      complain(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <details class="command" data-command={command.name}>
      <summary>
        {command.name}
        <span class="fine">: {command.about}</span>
      </summary>
      <form onSubmit={(event) => void ask(event)}>
        <Fields n={command.options.length}>
          {command.options.map((option) => (
            <OptionField
              key={option.name}
              option={option}
              value={options[option.name] ?? null}
              set={(text) => {
                const { [option.name]: _, ...rest } = options;
                setOptions(text === null || text === "" ? rest : { ...rest, [option.name]: text });
              }}
            />
          ))}
        </Fields>
        <button type="submit" disabled={isBusy}>
          {isBusy ? "Looking…" : "Show"}
        </button>
      </form>
      {answer !== null && answer.revision === revision && (
        <div role="status" class="command-answer">
          <pre class="words">{answer.answer.text}</pre>
          {answer.answer.drawings.map(({ name, svg, why }) => (
            <figure key={name}>
              {svg !== null ? <Drawn svg={svg} /> : <p class="fine">{why}</p>}
              <figcaption class="fine">{name}</figcaption>
            </figure>
          ))}
        </div>
      )}
    </details>
  );
}

function Fields({ n, children }: { n: number; children: ComponentChildren }) {
  if (n === 0) return null;
  return (
    <details>
      <summary class="fine">Options ({n})</summary>
      <div class="fields">{children}</div>
    </details>
  );
}

function Drawn({ svg }: { svg: string }) {
  const put = (element: HTMLDivElement | null): void => {
    const drawing = element === null ? null : svgElement(svg);
    if (element !== null && drawing !== null) element.replaceChildren(drawing);
  };
  return <div class="picture" ref={put} />;
}
