// The graph of states under mouse, fingers and keys.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { countsInWords, type Graph } from "../graph/graph";
import { Painter } from "../graph/painter";
import { ended } from "../level/words";
import { hover, select, show, space } from "../state/space";
import { useStore } from "../state/store";
import { studio } from "../state/studio";
import { IconButton } from "./icon";

/** A pointer that moved less than this, in pixels of the page, was a click. */
const CLICK = 5;

/** How far a click may be from a state: fingers are wider than mice. */
const REACH = { mouse: 10, pen: 14, touch: 24 };

const ARROWS = { ArrowRight: "right", ArrowLeft: "left", ArrowUp: "up", ArrowDown: "down" } as const;
const isArrow = (key: string): key is keyof typeof ARROWS => key in ARROWS;

export function SpaceBoard({ graph }: { graph: Graph }) {
  const room = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter | null>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const travelled = useRef(0);
  const [spoken, speak] = useState("");
  const { selected, hovered, only } = useStore(space, (value) => value);
  const theme = useStore(studio, (value) => value.theme);

  useLayoutEffect(() => {
    const board = new Painter(canvas.current!, graph);
    painter.current = board;
    let isFirst = true;
    const measure = (): void => {
      const { clientWidth, clientHeight } = room.current!;
      const ratio = window.devicePixelRatio || 1;
      const size = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)] as const;
      const { width, height } = canvas.current!;
      if (size[0] === 0 || (!isFirst && size[0] === width && size[1] === height)) return;
      [canvas.current!.width, canvas.current!.height] = size;
      isFirst = false;
      board.fit();
    };
    const observer = new ResizeObserver(measure);
    observer.observe(room.current!);
    measure();
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const recolour = (): void => board.drop();
    dark.addEventListener("change", recolour);
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", recolour);
      board.end();
    };
  }, [graph]);
  useEffect(() => {
    const board = painter.current!;
    [board.selected, board.hovered] = [selected, hovered];
    board.ask();
  }, [selected, hovered, graph]);
  useEffect(() => {
    painter.current!.only = only;
    painter.current!.drop();
  }, [only, theme, graph]);
  // A wheel that scrolls the page as well would be of no use.
  useEffect(() => {
    const element = canvas.current!;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const [x, y] = at(event);
      painter.current!.zoom(Math.exp(-Math.max(-200, Math.min(200, event.deltaY)) / 300), x, y);
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, []);

  const ratio = (): number => window.devicePixelRatio || 1;
  const at = ({ clientX, clientY }: MouseEvent): [number, number] => {
    const box = canvas.current!.getBoundingClientRect();
    return [(clientX - box.left) * ratio(), (clientY - box.top) * ratio()];
  };
  const stateAt = (event: PointerEvent): number | null => {
    const within = REACH[event.pointerType as keyof typeof REACH] ?? REACH.mouse;
    return painter.current!.stateAt(...at(event), within * ratio());
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (pointers.current.size === 0) travelled.current = 0;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    canvas.current!.setPointerCapture(event.pointerId);
    hover(null);
  };
  const move = (event: PointerEvent): void => {
    const known = pointers.current;
    const before = known.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType !== "touch") hover(stateAt(event));
      return;
    }
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    travelled.current += Math.hypot(dx, dy);
    const other = [...known].find(([id]) => id !== event.pointerId)?.[1];
    known.set(event.pointerId, now);
    const board = painter.current!;
    if (other === undefined) {
      if (travelled.current > CLICK) board.move(dx * ratio(), dy * ratio());
      return;
    }
    // Two fingers: their middle moves it, their distance makes it larger or smaller.
    const apart = (one: { x: number; y: number }): number => Math.max(10, Math.hypot(one.x - other.x, one.y - other.y));
    const box = canvas.current!.getBoundingClientRect();
    const middle = [(now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top] as const;
    board.zoom(apart(now) / apart(before), middle[0] * ratio(), middle[1] * ratio());
    board.move((dx / 2) * ratio(), (dy / 2) * ratio());
  };
  const up = (event: PointerEvent): void => {
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0) return;
    if (event.type === "pointercancel" || travelled.current > CLICK) return;
    const state = stateAt(event);
    if (state === null) return;
    show(state);
    speak(graph.words(state));
  };

  const go = (state: number | null): void => {
    if (state === null) return;
    hover(null);
    select(state);
    painter.current!.reveal(state);
    speak(graph.words(state));
  };
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const board = painter.current!;
    const state = space.get().selected ?? 0;
    const away = 60 * ratio();
    if (isArrow(event.key) && event.shiftKey) {
      const by = { right: [-away, 0], left: [away, 0], up: [0, away], down: [0, -away] }[ARROWS[event.key]];
      board.move(by[0]!, by[1]!);
    } else if (isArrow(event.key)) go(graph.neighbour(state, ARROWS[event.key]));
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(graph.way.at(-1) ?? null);
    else if (event.key === "Enter" || event.key === " ") {
      show(state);
      const moves = graph.steps(state).map(({ action }) => action);
      speak(`${graph.words(state)} ${moves.length === 0 ? "No moves lead on." : `Moves: ${moves.join(", ")}.`}`);
    } else if (event.key === "+" || event.key === "=") board.zoom(1.3);
    else if (event.key === "-") board.zoom(1 / 1.3);
    else if (event.key === "0") board.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="space">
      <div class="space-room" ref={room}>
        <canvas
          ref={canvas}
          id="space-canvas"
          tabIndex={0}
          role="application"
          aria-label={`Graph of states: ${ended(countsInWords(graph.data))}`}
          aria-describedby="space-keys"
          onPointerDown={down}
          onPointerMove={move}
          onPointerUp={up}
          onPointerCancel={up}
          onPointerLeave={() => pointers.current.size === 0 && hover(null)}
          onKeyDown={key}
        />
      </div>
      <p class="unseen" aria-live="polite" id="space-spoken">
        {spoken}
      </p>
      <div class="row below">
        <p class="fine" id="space-keys">
          Arrows go from state to state, Enter shows one. Home: the start; End: the win. Drag or Shift+arrows to move,
          wheel or + − to zoom.
        </p>
        <span class="zoom" role="group" aria-label="Size of the graph">
          <IconButton icon="minus" class="small" label="Smaller" onClick={() => painter.current!.zoom(1 / 1.4)} />
          <button type="button" class="small" onClick={() => painter.current!.fit()}>
            Fit
          </button>
          <IconButton icon="plus" class="small" label="Larger" onClick={() => painter.current!.zoom(1.4)} />
        </span>
      </div>
    </div>
  );
}
