// What the engine says about places, drawn over them in units of cells: what is stuck glows,
// dead squares are crossed, places that play never gets to are veiled.

import type { Explained, Spot2 } from "../engine/interface";
import type { Spot } from "../level/grid";

export function Marks(props: {
  columns: number;
  rows: number;
  explained: Explained | null;
  heat: { what: string; counts: number[] } | null;
  showsDead: boolean;
  showsReached: boolean;
  isWall: (spot: Spot) => boolean;
}) {
  const { columns, rows, explained, heat, showsDead, showsReached, isWall } = props;
  const isInside = ([x, y]: Spot2): boolean => x < columns && y < rows;
  const stuck = (explained?.stuck?.pieces ?? []).filter(isInside);
  const dead = showsDead ? (explained?.dead ?? []).filter(isInside) : [];
  const spare = (explained?.spare ?? []).filter(isInside);
  const isLost = explained !== null && explained.answer === "violated";
  const reached = showsReached && isLost ? explained.reached : null;
  return (
    <>
      {heat !== null && <HeatMap columns={columns} counts={heat.counts} />}
      {reached !== null && <path class="unreached" d={squares(unreached(columns, rows, reached, isWall))} />}
      {dead.length > 0 && <path class="dead" d={dead.map(([x, y]) => cross(x, y)).join("")} />}
      {spare.map(([x, y]) => (
        <circle key={`${x} ${y}`} class="spare" cx={x + 0.5} cy={y + 0.5} r={0.42} />
      ))}
      {stuck.map(([x, y]) => (
        <g key={`${x} ${y}`} class="stuck" data-spot={`${x},${y}`}>
          <rect x={x - 0.06} y={y - 0.06} width={1.12} height={1.12} rx={0.16} />
          <path d={`M${x + 0.25} ${y + 0.25}l.5 .5m0 -.5l-.5 .5`} />
        </g>
      ))}
    </>
  );
}

const cross = (x: number, y: number): string => `M${x + 0.38} ${y + 0.38}l.24 .24m0 -.24l-.24 .24`;
const squares = (spots: readonly Spot2[]): string => spots.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");

function unreached(columns: number, rows: number, reached: readonly Spot2[], isWall: (spot: Spot) => boolean): Spot2[] {
  const seen = new Set(reached.map(([x, y]) => y * columns + x));
  const spots: Spot2[] = [];
  for (let at = 0; at < columns * rows; at++) {
    const x = at % columns,
      y = Math.floor(at / columns);
    if (!seen.has(at) && !isWall({ x, y })) spots.push([x, y]);
  }
  return spots;
}

function HeatMap({ columns, counts }: { columns: number; counts: readonly number[] }) {
  // From few to many; where all are alike, nothing stands out.
  const most = counts.reduce((a, b) => Math.max(a, b), 1);
  return (
    <g class="heat">
      {counts.map(
        (count, at) =>
          count > 0 && (
            <rect
              key={at}
              x={at % columns}
              y={Math.floor(at / columns)}
              width={1}
              height={1}
              fill-opacity={0.12 + 0.5 * (most === 1 ? 0.3 : Math.log(count) / Math.log(most))}
            />
          ),
      )}
    </g>
  );
}
