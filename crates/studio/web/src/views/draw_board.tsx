// The level as it is drawn on: by mouse, finger or keyboard. The canvas shows the letters; what
// is marked, selected or about to be painted lies over it.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Explained, Measured, Repair } from "../engine/interface";
import {
  type Area,
  areaOf,
  type Grid,
  isIn,
  isInside,
  letterAt,
  lineOf,
  painted,
  type Side,
  type Spot,
} from "../level/grid";
import { type Ink, LetterStamps } from "../picture/tile";
import { boardKey } from "../state/board_keys";
import {
  editor,
  letterNow,
  moveSelection,
  nameOf,
  paintSpots,
  pick,
  resize,
  select,
  strokeSpots,
  type Tool,
} from "../state/editor";
import { findings } from "../state/findings";
import { useStore } from "../state/store";
import { blankOf, gridNow, studio } from "../state/studio";
import { IconButton } from "./icon";
import { Marks } from "./marks";

interface Stroke {
  pointer: number;
  tool: Tool | "move";
  letter: string;
  from: Spot;
  to: Spot;
  spots: Spot[];
}

/** The longest side of a canvas that every browser can draw. */
const MOST_PIXELS = 8192;

export function DrawBoard() {
  const grid = useStore(studio, gridNow);
  const palette = useStore(studio, (value) => value.palette);
  const { zoom, selection, cursor, isCursorShown, anchor, tool, shows, proposed } = useStore(editor, (value) => value);
  const explained = useStore(findings, (value) => value.explained);
  const measured = useStore(findings, (value) => value.measured);
  const room = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  /** What the canvas shows, so that a stroke draws its own cells alone. */
  const drawn = useRef<{ grid: Grid; stamps: LetterStamps } | null>(null);
  const stroke = useRef<Stroke | null>(null);
  const touches = useRef(new Map<number, { x: number; y: number }>());
  const [preview, setPreview] = useState<readonly Spot[] | null>(null);
  const [size, setSize] = useState({ width: 640, height: 480 });

  useLayoutEffect(() => {
    const element = room.current;
    if (element === null) return;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [grid === null]);

  const ratio = window.devicePixelRatio || 1;
  const columns = grid?.columns ?? 1,
    rows = grid?.rows ?? 1;
  const fitting = Math.min((size.width - 76) / columns, (size.height - 84) / rows, 56);
  const most = MOST_PIXELS / Math.max(columns, rows);
  const side = Math.max(1, Math.floor(Math.min((zoom ?? Math.max(fitting, 12)) * ratio, most))) / ratio;
  const stamps = useMemo(() => new LetterStamps(palette, Math.round(side * ratio)), [palette, side, ratio]);

  const shown: Grid | null = useMemo(() => {
    const now = stroke.current;
    if (grid === null || preview === null || now === null || now.tool === "move" || now.tool === "select") return grid;
    return painted(grid, preview, now.letter);
  }, [grid, preview]);
  useEffect(() => {
    const ink = canvas.current?.getContext("2d");
    if (shown === null || ink === null || ink === undefined) return;
    const before = drawn.current;
    const isSameSize =
      before !== null &&
      before.stamps === stamps &&
      before.grid.columns === shown.columns &&
      before.grid.rows === shown.rows;
    drawn.current = { grid: shown, stamps };
    if (isSameSize) paintChanges(ink, stamps, before.grid, shown);
    else paintWhole(ink, stamps, shown);
  }, [shown, stamps]);

  if (grid === null) {
    drawn.current = null;
    return null;
  }

  const spotOf = (event: PointerEvent): Spot => {
    const box = canvas.current!.getBoundingClientRect();
    return {
      x: Math.floor(((event.clientX - box.left) / box.width) * grid.columns),
      y: Math.floor(((event.clientY - box.top) / box.height) * grid.rows),
    };
  };
  const drop = (): void => {
    stroke.current = null;
    setPreview(null);
  };
  const begin = (event: PointerEvent): void => {
    touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    // Two fingers move the page instead of painting.
    if (touches.current.size > 1) return drop();
    const spot = spotOf(event);
    if (!isInside(grid, spot)) return;
    event.preventDefault();
    canvas.current!.focus({ preventScroll: true });
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    editor.set({ cursor: spot, isCursorShown: false, anchor: null });
    if (event.button === 1 || tool === "pick") return pick(spot);
    const isErasing = event.button === 2;
    const isMove = tool === "select" && selection !== null && isIn(selection, spot);
    stroke.current = {
      pointer: event.pointerId,
      tool: isMove ? "move" : tool,
      letter: isErasing ? blankOf(studio.get()) : letterNow(),
      from: spot,
      to: spot,
      spots: tool === "select" ? [] : strokeSpots(grid, tool, spot, spot),
    };
    setPreview(stroke.current.spots);
  };
  const go = (event: PointerEvent): void => {
    const before = touches.current.get(event.pointerId);
    if (before !== undefined && touches.current.size > 1) {
      room.current?.scrollBy(
        (before.x - event.clientX) / touches.current.size,
        (before.y - event.clientY) / touches.current.size,
      );
      touches.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      return;
    }
    const now = stroke.current;
    if (now === null || now.pointer !== event.pointerId) return;
    const spot = spotOf(event);
    if (spot.x === now.to.x && spot.y === now.to.y) return;
    if (now.tool === "paint") now.spots = [...now.spots, ...lineOf(now.to, spot)];
    else if (now.tool !== "move" && now.tool !== "select") now.spots = strokeSpots(grid, now.tool, now.from, spot);
    now.to = spot;
    if (now.tool === "select") select(areaOf(now.from, spot));
    setPreview([...now.spots]);
  };
  const end = (event: PointerEvent): void => {
    touches.current.delete(event.pointerId);
    const now = stroke.current;
    if (now === null || now.pointer !== event.pointerId) return;
    drop();
    if (now.tool === "move") moveSelection(now.to.x - now.from.x, now.to.y - now.from.y);
    else if (now.tool === "select") select(now.from === now.to ? null : areaOf(now.from, now.to));
    else paintSpots(now.tool, now.spots, now.letter);
  };
  const cancel = (event: PointerEvent): void => {
    touches.current.delete(event.pointerId);
    drop();
  };

  const moved = stroke.current?.tool === "move" ? stroke.current : null;
  const width = columns * side,
    height = rows * side;
  return (
    <div class="room" ref={room}>
      <div class="easel">
        <Handles side="top" />
        <Handles side="left" />
        <div
          class="board"
          style={{ width: `${width}px`, height: `${height}px` }}
          onPointerDown={begin}
          onPointerMove={go}
          onPointerUp={end}
          onPointerCancel={cancel}
          onContextMenu={(event) => event.preventDefault()}
        >
          <canvas
            ref={canvas}
            id="level"
            tabIndex={0}
            width={columns * stamps.side}
            height={rows * stamps.side}
            role="application"
            aria-label={`Level, ${columns} columns and ${rows} rows. Arrows move, Space paints, ? lists all keys.`}
            style={{ width: `${width}px`, height: `${height}px` }}
            onKeyDown={(event) => boardKey(event)}
            onFocus={() => editor.set({ isCursorShown: canvas.current!.matches(":focus-visible") })}
            onBlur={() => editor.set({ isCursorShown: false })}
          />
          <Overlay
            grid={grid}
            explained={explained}
            measured={measured}
            shows={shows}
            selection={shifted(selection, moved)}
            cursor={isCursorShown ? cursor : null}
            anchor={anchor}
            proposed={proposed}
          />
        </div>
        <Handles side="right" />
        <Handles side="bottom" />
      </div>
    </div>
  );
}

function paintChanges(ink: Ink, stamps: LetterStamps, before: Grid, now: Grid): void {
  now.letters.forEach((letter, at) => {
    if (before.letters[at] === letter) return;
    const x = (at % now.columns) * stamps.side;
    const y = Math.floor(at / now.columns) * stamps.side;
    ink.clearRect(x, y, stamps.side, stamps.side);
    ink.drawImage(stamps.of(letter), x, y);
  });
}

/** Equal cells beside each other are drawn as one, which is what large levels are made of. */
function paintWhole(ink: Ink, stamps: LetterStamps, { columns, rows, letters }: Grid): void {
  const { side } = stamps;
  ink.clearRect(0, 0, columns * side, rows * side);
  const patterns = new Map<string, CanvasPattern | null>();
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns;) {
      const letter = letters[y * columns + x]!;
      let end = x + 1;
      while (end < columns && letters[y * columns + end] === letter) end++;
      if (!patterns.has(letter)) patterns.set(letter, ink.createPattern(stamps.of(letter), "repeat"));
      ink.fillStyle = patterns.get(letter)!;
      ink.fillRect(x * side, y * side, (end - x) * side, side);
      x = end;
    }
  }
}

const shifted = (area: Area | null, by: { from: Spot; to: Spot } | null): Area | null => {
  if (area === null || by === null) return area;
  const dx = by.to.x - by.from.x,
    dy = by.to.y - by.from.y;
  return { left: area.left + dx, right: area.right + dx, top: area.top + dy, bottom: area.bottom + dy };
};

function Overlay(props: {
  grid: Grid;
  explained: Explained | null;
  measured: Measured | null;
  selection: Area | null;
  cursor: Spot | null;
  anchor: Spot | null;
  proposed: Repair | null;
  shows: { dead: boolean; reached: boolean; heat: boolean };
}) {
  const { grid, explained, measured, selection, cursor, anchor, proposed, shows } = props;
  const { tool } = editor.get();
  const isDragged = anchor !== null && cursor !== null;
  const waiting = isDragged ? strokeSpots(grid, tool, anchor, cursor) : [];
  const area = isDragged && tool === "select" ? areaOf(anchor, cursor) : selection;
  return (
    <svg class="overlay" viewBox={`0 0 ${grid.columns} ${grid.rows}`} aria-hidden="true">
      <Marks
        columns={grid.columns}
        rows={grid.rows}
        explained={explained}
        heat={shows.heat ? (measured?.heat ?? null) : null}
        showsDead={shows.dead}
        showsReached={shows.reached}
        isWall={(spot) => /wall|rock|outside/i.test(nameOf(letterAt(grid, spot)))}
      />
      {waiting.map(({ x, y }) => (
        <rect key={`${x} ${y}`} class="waiting" x={x} y={y} width={1} height={1} />
      ))}
      {area !== null && (
        <rect
          class="selection"
          x={area.left}
          y={area.top}
          width={area.right - area.left + 1}
          height={area.bottom - area.top + 1}
        />
      )}
      {proposed?.changes.map(({ at, to, edit }) => (
        <Proposal key={at.join()} at={at} to={to} edit={edit} />
      ))}
      {cursor !== null && <rect class="cursor" x={cursor.x + 0.04} y={cursor.y + 0.04} width={0.92} height={0.92} />}
    </svg>
  );
}

/** A change that would mend the level: what goes, what comes, and from where to where. */
function Proposal({ at: [x, y], to, edit }: Omit<Repair["changes"][number], "what">) {
  const [endX, endY] = to ?? [x, y];
  return (
    <g class="proposal">
      {edit !== "add" && <rect class="goes" x={x + 0.06} y={y + 0.06} width={0.88} height={0.88} rx={0.1} />}
      {edit !== "remove" && <rect class="comes" x={endX + 0.06} y={endY + 0.06} width={0.88} height={0.88} rx={0.1} />}
      {to !== null && <path class="comes" d={`M${x + 0.5} ${y + 0.5}L${endX + 0.5} ${endY + 0.5}`} />}
    </g>
  );
}

function Handles({ side }: { side: Side }) {
  const line = side === "left" || side === "right" ? "column" : "row";
  return (
    <div class={`handles at-${side}`} role="group" aria-label={`Size at the ${side}`}>
      <IconButton icon="plus" label={`Add a ${line} at the ${side}`} onClick={() => resize(side, 1)} />
      <IconButton icon="minus" label={`Cut a ${line} at the ${side}`} onClick={() => resize(side, -1)} />
    </div>
  );
}
