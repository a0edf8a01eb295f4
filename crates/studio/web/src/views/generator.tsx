// Generators with their options, and a gallery of what they made: every level has a picture,
// figures and a certificate.

import type { GeneratedLevel, Option } from "../engine/interface";
import { download } from "../state/files";
import { editor } from "../state/editor";
import { generate, generating, selectedTiles, stopGenerating } from "../state/generating";
import { bytesOf } from "../state/share";
import { useStore } from "../state/store";
import { currentGame, openText, studio } from "../state/studio";
import { Picture } from "./film_player";

export function Generator() {
  const games = useStore(studio, (value) => value.games);
  const current = useStore(studio, currentGame);
  const value = useStore(generating, (now) => now);
  const selection = useStore(editor, (now) => now.selection);
  const makers = games.filter(({ generator }) => generator !== null);
  const game = makers.find(({ id }) => id === value.game) ?? makers.find(({ id }) => id === current?.id) ?? makers[0];
  if (game === undefined || game.generator === null) return <p class="fine">Loading the engine…</p>;
  if (value.game !== game.id) queueMicrotask(() => generating.set({ game: game.id }));
  const set = (name: string, text: string | null): void => {
    const { [name]: _, ...rest } = generating.get().options;
    generating.set({ options: text === null || text === "" ? rest : { ...rest, [name]: text } });
  };
  const start = (event: Event): void => {
    event.preventDefault();
    void generate();
  };
  return (
    <div class="generator">
      <form class="card options" onSubmit={start} aria-label="Generator">
        <div class="fields">
          <label class="field">
            Game
            <select
              id="generate-game"
              value={game.id}
              onChange={(event) => generating.set({ game: event.currentTarget.value, options: {} })}
            >
              {makers.map(({ id }) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </select>
          </label>
          <label class="field">
            How many
            <input
              id="generate-count"
              type="number"
              min={1}
              max={100}
              value={value.count}
              onInput={(event) => generating.set({ count: number(event, 1, 100) })}
            />
          </label>
          <label class="field">
            Seed
            <input
              type="number"
              min={0}
              value={value.seed}
              onInput={(event) => generating.set({ seed: number(event, 0, 2 ** 31) })}
            />
          </label>
          <label class="field wide-field">
            Required, separated by commas
            <input
              type="text"
              value={value.properties}
              spellcheck={false}
              onInput={(event) => generating.set({ properties: event.currentTarget.value })}
            />
          </label>
        </div>
        {game.generator.keeps_tiles && <KeepField game={game.id} hasSelection={selection !== null} />}
        <details>
          <summary>
            Options of {game.id} ({game.generator.options.length})
          </summary>
          <div class="fields">
            {game.generator.options.map((option) => (
              <OptionField
                key={option.name}
                option={option}
                value={value.options[option.name] ?? null}
                set={(text) => set(option.name, text)}
              />
            ))}
          </div>
        </details>
        <div class="row">
          {value.isBusy ? (
            <button type="button" onClick={stopGenerating}>
              Stop
            </button>
          ) : (
            <button type="submit" class="primary" id="generate">
              Generate
            </button>
          )}
          <button
            type="button"
            onClick={() => {
              generating.set({ seed: value.seed + 1 });
              void generate();
            }}
            disabled={value.isBusy}
          >
            Others
          </button>
          <p class="fine" role="status">
            {said(value)}
          </p>
        </div>
      </form>
      <ul class="gallery" id="gallery">
        {value.levels.map((level) => (
          <GalleryCard key={`${value.seed} ${level.number}`} level={level} game={level.game} />
        ))}
      </ul>
    </div>
  );
}

/** What is selected in the drawing may stay as it is in everything that is made. */
function KeepField({ game, hasSelection }: { game: string; hasSelection: boolean }) {
  const isKeeping = useStore(generating, (now) => now.isKeeping);
  const kept = hasSelection ? selectedTiles(game) : null;
  const n = kept?.rows.join("").replaceAll(kept.free, "").length ?? 0;
  return (
    <label class="field switch">
      <span>
        <input
          id="generate-keep"
          type="checkbox"
          checked={isKeeping && kept !== null}
          disabled={kept === null}
          onChange={(event) => generating.set({ isKeeping: event.currentTarget.checked })}
        />{" "}
        Keep the selected tiles of the drawing
      </span>
      <span class="fine">
        {kept === null
          ? "Select tiles of a drawing of this game first, with the tool for it."
          : `${n} tiles stay where they are; the size has to be that of the drawing.`}
      </span>
    </label>
  );
}

function number(event: Event, least: number, most: number): number {
  const given = Math.round(Number((event.currentTarget as HTMLInputElement).value));
  return Math.max(least, Math.min(most, Number.isFinite(given) ? given : least));
}

function said({ isBusy, levels, wanted, nTried, rejected, why }: ReturnType<typeof generating.get>): string {
  if (wanted === 0) return "";
  const parts = [`${levels.length} of ${wanted}`, `${nTried} tried`];
  for (const [reason, n] of Object.entries(rejected)) parts.push(`${n} ${reason}`);
  if (!isBusy && levels.length < wanted) parts.push(why ?? "no more came of it");
  return parts.join(" · ");
}

export function OptionField({
  option,
  value,
  set,
}: {
  option: Option;
  value: string | null;
  set: (text: string | null) => void;
}) {
  const { name, kind, help, min, max, choices = [] } = option;
  const id = `option-${name}`;
  if (kind === "switch") {
    return (
      <label class="field switch" title={help}>
        <span>
          <input
            type="checkbox"
            checked={value === "true"}
            onChange={(event) => set(event.currentTarget.checked ? "true" : null)}
          />{" "}
          {name}
        </span>
        <span class="fine">{help}</span>
      </label>
    );
  }
  return (
    <label class="field" title={help} for={id}>
      {name}
      {kind === "choice" || kind === "choice-or-file" ? (
        <select id={id} value={value ?? ""} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">{option.default === null ? "as it comes" : `usual: ${option.default}`}</option>
          {choices.map(({ word, about }) => (
            <option key={word} value={word} title={about}>
              {word}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          type={kind === "number" ? "number" : "text"}
          min={min ?? undefined}
          max={max ?? undefined}
          spellcheck={false}
          value={value ?? ""}
          placeholder={option.default ?? option.value}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
      <span class="fine">{help}</span>
    </label>
  );
}

function GalleryCard({ level, game }: { level: GeneratedLevel; game: string }) {
  const result = level.results[0];
  const title = level.title ?? `Level ${level.number}`;
  const file = `${game}-${level.number}.txt`;
  const figures = Object.entries(level.figures ?? {}).filter(([, value]) => value !== null);
  return (
    <li class="card">
      {level.scene !== null && <Picture scene={level.scene} frame={0} height={200} label={title} />}
      <h3>{title}</h3>
      <p class="fine">
        {level.results.map(({ property }) => property).join(", ")}{" "}
        {result?.checked === true && <strong class="checked">checked</strong>}
      </p>
      <dl class="figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value!.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      <div class="row">
        <button type="button" class="primary" onClick={() => openText(level.text, file, "take a generated level")}>
          Edit
        </button>
        <button type="button" onClick={() => download(file, level.text)}>
          Save
        </button>
        {result?.certificate != null && (
          <button
            type="button"
            onClick={() =>
              download(`${game}-${level.number}.cert`, bytesOf(result.certificate!), "application/octet-stream")
            }
          >
            Certificate
          </button>
        )}
      </div>
    </li>
  );
}
