// What can be said of a level beside its text: options of its game.

import { useStore } from "../state/store";
import { change, currentGame, drawingOf, studio } from "../state/studio";
import { OptionField } from "./generator";

export function LevelOptions() {
  const game = useStore(studio, currentGame);
  const { options } = useStore(studio, drawingOf);
  if (game === null || game.level_options.length === 0) return null;
  const set = (name: string, text: string | null): void => {
    const { [name]: _, ...rest } = options;
    change({ options: text === null || text === "" ? rest : { ...rest, [name]: text } }, `option ${name}`);
  };
  const n = Object.keys(options).length;
  return (
    <section class="card" aria-label="Options of the level" id="level-options">
      <details open={n > 0}>
        <summary>Options of the level{n > 0 ? ` (${n} given)` : ""}</summary>
        <div class="fields">
          {game.level_options.map((option) => (
            <OptionField
              key={option.name}
              option={option}
              value={options[option.name] ?? null}
              set={(text) => set(option.name, text)}
            />
          ))}
        </div>
      </details>
    </section>
  );
}
