// The states of the level as a graph, with what each colour means and the state that is chosen.

import { useEffect } from "preact/hooks";
import type { Region } from "../engine/interface";
import { BANDS, countsInWords, type Graph, REGIONS, shortMoves } from "../graph/graph";
import { ended } from "../level/words";
import { setOnly, show, space, beginSpace } from "../state/space";
import { useStore } from "../state/store";
import { studio } from "../state/studio";
import { Picture } from "./film_player";
import { SpaceBoard } from "./space_board";
import { time } from "./verdict";

export function SpaceMode() {
  const drawn = useStore(studio, (value) => value.drawn);
  const { graph, refusal, drawn: about } = useStore(space, (value) => value);
  const engine = useStore(studio, (value) => value.engine);
  useEffect(() => {
    if (engine === "ready") beginSpace();
  }, [drawn, engine]);
  const isNow = about === drawn;
  return (
    <>
      <div class="middle">
        {isNow && graph !== null ? (
          <SpaceBoard graph={graph} />
        ) : (
          <p class={`headline ${refusal === null ? "busy" : "open"}`} role="status" id="space-wait">
            <span class="lamp" aria-hidden="true" />
            <span>{isNow && refusal !== null ? `No states: ${refusal}` : "Going through the states…"}</span>
          </p>
        )}
      </div>
      <aside class="right" aria-label="What is known">
        {isNow && graph !== null && (
          <>
            <Legend graph={graph} />
            <StateCard graph={graph} />
          </>
        )}
      </aside>
    </>
  );
}

function Legend({ graph }: { graph: Graph }) {
  const only = useStore(space, (value) => value.only);
  const { seconds, who } = useStore(space, (value) => value);
  const { data } = graph;
  const isWhole = data.is_whole;
  return (
    <section class="card" aria-labelledby="space-head" id="space-legend">
      <h2 id="space-head">All that can happen</h2>
      <p id="space-words" role="status" data-whole={isWhole}>
        {ended(data.sentence)} <span class="unseen">{`${ended(countsInWords(data))} `}</span>
        {graph.way.length > 0 && `The solution passes ${graph.way.length} of them.`}
      </p>
      <ul class="regions" aria-label="Regions">
        {BANDS.filter((region) => region !== "unknown" || data.counts[region] > 0).map((region) => (
          <li key={region}>
            <button
              type="button"
              class="region"
              data-region={region}
              aria-pressed={only === region}
              title="Show these alone"
              onClick={() => setOnly(region)}
            >
              <RegionSign region={region} />
              <span>
                <strong>{REGIONS[region].name}</strong> <span class="fine">{REGIONS[region].about}</span>
              </span>
              <span class="count">{data.counts[region].toLocaleString("en")}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="fine">
        {graph.way.length > 0 && (
          <>
            <span class="way-sign" aria-hidden="true" /> the solution's way.{" "}
          </>
        )}
        From left to right: moves from the start, ▶. {!isWhole && "What lies beyond is not drawn. "}
        {data.stopped !== null && `The search was stopped: ${data.stopped}. `}
        {time(seconds)} · {who === "native" ? "native engine" : "browser's engine"}
      </p>
    </section>
  );
}

function RegionSign({ region }: { region: Region }) {
  return (
    <svg class={`region-sign ${region}`} viewBox="-10 -10 20 20" aria-hidden="true">
      {region === "won" && <path d="M0-9L9 0L0 9L-9 0Z" />}
      {region === "lost" && <rect x={-6} y={-6} width={12} height={12} />}
      {(region === "safe" || region === "open") && <circle r={6} />}
      {region === "unknown" && <circle r={3.5} />}
    </svg>
  );
}

function StateCard({ graph }: { graph: Graph }) {
  const { shown, scene } = useStore(space, (value) => value);
  if (shown === null) return null;
  const moves = graph.movesTo(shown);
  const steps = graph.steps(shown);
  return (
    <section class="card" aria-labelledby="state-head" id="state" data-state={shown} data-region={graph.region(shown)}>
      <h2 id="state-head">
        State {shown + 1} <RegionSign region={graph.region(shown)} />
      </h2>
      {scene !== null && (
        <Picture scene={scene} frame={scene.n_frames - 1} height={240} label={`State ${shown + 1}`} />
      )}
      <p>{graph.words(shown)}</p>
      {moves === null ? (
        <p class="fine">No picture: a move with several outcomes leads here.</p>
      ) : (
        moves.length > 0 && (
          <p class="fine" id="state-moves">
            {ended(shortMoves(moves))}
          </p>
        )
      )}
      <ul class="row steps" aria-label="Moves from here">
        {steps.map(({ action, to }) => (
          <li key={to}>
            <button type="button" class="small" data-to={to} onClick={() => show(to)}>
              {action} <RegionSign region={graph.region(to)} />
              <span class="unseen">{REGIONS[graph.region(to)].name}</span>
            </button>
          </li>
        ))}
        {graph.parent(shown) !== null && (
          <li>
            <button type="button" class="small" onClick={() => show(graph.parent(shown)!)}>
              back
            </button>
          </li>
        )}
      </ul>
      {graph.leads(shown) && <p class="fine">Other moves lead to states that are not drawn.</p>}
    </section>
  );
}
