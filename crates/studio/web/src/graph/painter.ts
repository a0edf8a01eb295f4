// The graph on a canvas. All states and moves are painted into a buffer that is larger than what
// is seen, a slice at each frame, and moving the view only moves the buffer: so a large graph is
// no slower to move than a small one. The solution's way and what is chosen lie above it.

import type { Region } from "../engine/interface";
import type { Ink } from "../picture/tile";
import type { Graph } from "./graph";
import { type Colours, coloursNow, isRing, outline } from "./signs";

/** Places of the graph times `scale`, moved by this, are pixels of the canvas. */
export interface View {
  scale: number;
  left: number;
  top: number;
}

/** The part of the view that the buffer has beyond each of its sides. */
const MARGIN = 0.35;

/** Moves and states that are painted before the next frame; it follows how long frames take. */
const SLICE = { least: 500, first: 4000, most: 60_000 };

/** A frame that takes longer than this, in milliseconds, was too much work. */
const LONG = 20;

/** Moves in one stroke: longer paths are slower than several. */
const STROKE = 200;

/** After zooming, the buffer is painted anew when nothing happened for this long. */
const PAUSE = 90;

interface Buffer {
  canvas: HTMLCanvasElement;
  ink: Ink;
  view: View;
}

/** Paints so many moves or states from one on, and says how many there were. */
type Step = (from: number, n: number) => number;

interface Painting extends Buffer {
  /** What is left to paint. */
  steps: Step[];
  from: number;
}

export class Painter {
  view: View = { scale: 1, left: 0, top: 0 };
  selected: number | null = null;
  hovered: number | null = null;
  /** The only region that is shown in full, if one is. */
  only: Region | null = null;
  private colours: Colours = coloursNow();
  private buffer: Buffer | null = null;
  private painting: Painting | null = null;
  private slice = SLICE.first;
  private lastFrame = 0;
  private handle = 0;
  private zoomed = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    readonly graph: Graph,
  ) {}

  /** Shows all of it. */
  fit(): void {
    const { x, y } = this.graph.layout;
    let right = 0,
      low = 0;
    for (let state = 0; state < this.graph.n; state++) {
      right = Math.max(right, x[state]!);
      low = Math.max(low, Math.abs(y[state]!));
    }
    const { width, height } = this.canvas;
    const rim = 24 * this.ratio;
    const most = 44 * this.ratio;
    const scale = Math.min((width - 2 * rim) / Math.max(right, 0.1), (height - 2 * rim) / Math.max(2 * low, 0.1), most);
    this.view = { scale, left: (width - right * scale) / 2, top: height / 2 };
    this.drop();
  }

  move(dx: number, dy: number): void {
    this.view = { ...this.view, left: this.view.left + dx, top: this.view.top + dy };
    this.ask();
  }

  /** Makes it larger or smaller around a pixel that stays where it is. */
  zoom(by: number, x = this.canvas.width / 2, y = this.canvas.height / 2): void {
    const { scale, left, top } = this.view;
    const wanted = Math.max(1e-3, Math.min(80 * this.ratio, scale * by));
    const by2 = wanted / scale;
    this.view = { scale: wanted, left: x - (x - left) * by2, top: y - (y - top) * by2 };
    this.zoomed = performance.now();
    this.ask();
  }

  /** Moves the view so far that a state is in it. */
  reveal(state: number): void {
    const [x, y] = this.place(state);
    const rim = 40 * this.ratio;
    const { width, height } = this.canvas;
    const beyond = (at: number, size: number): number => Math.min(0, size - rim - at) + Math.max(0, rim - at);
    this.move(beyond(x, width), beyond(y, height));
  }

  /** The state at a pixel, within so many pixels. */
  stateAt(x: number, y: number, within: number): number | null {
    const { scale, left, top } = this.view;
    return this.graph.nearest((x - left) / scale, (y - top) / scale, within / scale);
  }

  /** The pixel of a state. */
  place(state: number): [number, number] {
    const { scale, left, top } = this.view;
    return [this.graph.layout.x[state]! * scale + left, this.graph.layout.y[state]! * scale + top];
  }

  /** Paints all of it anew: other colours, another region, another size. */
  drop(): void {
    this.colours = coloursNow();
    this.painting = null;
    if (this.buffer !== null) this.buffer.view = { ...this.buffer.view, scale: NaN };
    this.ask();
  }

  ask(): void {
    if (this.handle !== 0) return;
    this.handle = requestAnimationFrame((time) => this.frame(time));
    this.canvas.dataset["settled"] = "false";
  }

  end(): void {
    cancelAnimationFrame(this.handle);
    this.handle = -1;
  }

  private get ratio(): number {
    return window.devicePixelRatio || 1;
  }

  private frame(time: number): void {
    this.handle = 0;
    const passed = time - this.lastFrame;
    this.lastFrame = time;
    if (this.painting !== null && passed < 500) {
      const by = passed > LONG ? 0.5 : 1.3;
      this.slice = Math.max(SLICE.least, Math.min(SLICE.most, Math.round(this.slice * by)));
    }
    const isStale = !this.isCovered(this.buffer) || this.buffer?.view.scale !== this.view.scale;
    const painting = this.painting;
    const isOld = painting === null || !this.isCovered(painting) || painting.view.scale !== this.view.scale;
    const rests = performance.now() - this.zoomed > PAUSE;
    if (isStale && isOld && (rests || this.buffer === null)) this.begin();
    if (this.painting !== null) this.go(this.painting);
    this.draw();
    if (this.painting !== null || (isStale && !rests)) this.ask();
    this.canvas.dataset["settled"] = String(this.handle === 0);
  }

  /** Whether a buffer holds all that is seen. */
  private isCovered(buffer: Buffer | null): boolean {
    if (buffer === null) return false;
    const { dx, dy, by } = this.shift(buffer);
    const { width, height } = this.canvas;
    return dx <= 0 && dy <= 0 && dx + buffer.canvas.width * by >= width && dy + buffer.canvas.height * by >= height;
  }

  /** Where a buffer lies on the canvas now. */
  private shift({ view }: Buffer): { dx: number; dy: number; by: number } {
    const by = this.view.scale / view.scale;
    return { dx: this.view.left - view.left * by, dy: this.view.top - view.top * by, by };
  }

  private begin(): void {
    const canvas = this.painting?.canvas ?? document.createElement("canvas");
    const across = Math.round(this.canvas.width * MARGIN),
      down = Math.round(this.canvas.height * MARGIN);
    canvas.width = this.canvas.width + 2 * across;
    canvas.height = this.canvas.height + 2 * down;
    const ink = canvas.getContext("2d")!;
    const view = { ...this.view, left: this.view.left + across, top: this.view.top + down };
    this.painting = { canvas, ink, view, from: 0, steps: [] };
    this.painting.steps = this.stepsOf(this.painting);
  }

  private go(painting: Painting): void {
    for (let left = this.slice; left > 0; ) {
      const step = painting.steps[0];
      if (step === undefined) {
        this.buffer = painting;
        this.painting = null;
        return;
      }
      const done = step(painting.from, left);
      painting.from += done;
      left -= Math.max(1, done);
      if (done === 0) {
        painting.steps.shift();
        painting.from = 0;
      }
    }
  }

  private stepsOf({ canvas, ink, view }: Buffer): Step[] {
    const { graph, colours, only } = this;
    const { x, y } = graph.layout;
    const { from, to } = graph.data.moves;
    const { region } = graph.data.nodes;
    const { scale, left, top } = view;
    const { width, height } = canvas;
    const kinds = graph.data.regions;
    const lost = kinds.indexOf("lost");
    const isSeen = (a: number, b: number): boolean => {
      const ax = x[a]! * scale + left,
        bx = x[b]! * scale + left,
        ay = y[a]! * scale + top,
        by = y[b]! * scale + top;
      return Math.max(ax, bx) >= 0 && Math.min(ax, bx) <= width && Math.max(ay, by) >= 0 && Math.min(ay, by) <= height;
    };
    const all = Array.from(graph.layout.lines.filter((i) => isSeen(from[i]!, to[i]!)));
    const isLosing = (i: number): boolean => region[to[i]!] === lost && region[from[i]!] !== lost;
    // The more there are, the paler is each.
    const room = Math.sqrt(width * height) * 0.5;
    type Look = { colour: string; strength: number; wide: number };
    const lines = (indices: readonly number[], { colour, strength, wide }: Look): Step => {
      return (begin, n) => {
        const end = Math.min(indices.length, begin + n);
        ink.strokeStyle = colour;
        ink.lineWidth = wide * Math.max(0.5, Math.min(1.5, scale * 0.05)) * this.ratio;
        ink.globalAlpha = (only === null ? 1 : 0.35) * Math.min(strength, Math.max(0.05, room / indices.length));
        for (let at = begin; at < end; ) {
          ink.beginPath();
          for (const stop = Math.min(end, at + STROKE); at < stop; at++) {
            const a = from[indices[at]!]!,
              b = to[indices[at]!]!;
            line(ink, x[a]! * scale + left, y[a]! * scale + top, x[b]! * scale + left, y[b]! * scale + top);
          }
          ink.stroke();
        }
        ink.globalAlpha = 1;
        return end - begin;
      };
    };
    const r = this.radius(scale);
    const isSmall = r < 2 * this.ratio;
    // Signs too small to be seen as such are squares without a gap, or bars where there is room.
    const isNarrow = graph.layout.widths.every((width) => width === 1);
    const high = Math.max(this.ratio, scale * 0.8);
    const bar = isNarrow ? Math.max(high, Math.min(10 * this.ratio, scale)) : high;
    const states = (wanted: number): Step => {
      const kind = kinds[wanted]!;
      const own: number[] = [];
      for (let state = 0; state < graph.n; state++) {
        if (region[state] === wanted && isSeen(state, state)) own.push(state);
      }
      return (begin, n) => {
        const end = Math.min(own.length, begin + n);
        ink.globalAlpha = only === null || only === kind ? 1 : 0.12;
        ink.fillStyle = colours[kind];
        ink.strokeStyle = colours[kind];
        ink.lineWidth = Math.max(1, r * 0.45);
        ink.beginPath();
        for (let at = begin; at < end; at++) {
          const px = x[own[at]!]! * scale + left,
            py = y[own[at]!]! * scale + top;
          if (isSmall) ink.rect(px - bar / 2, py - high / 2, bar, high);
          else outline(ink, kind, px, py, isRing(kind) ? r * 0.8 : r);
        }
        if (isRing(kind) && !isSmall) {
          ink.fillStyle = colours.card;
          ink.fill();
          ink.stroke();
        } else ink.fill();
        ink.globalAlpha = 1;
        return end - begin;
      };
    };
    // Wins are few and lie above all others.
    const above = (["unknown", "open", "safe", "lost", "won"] as const).map((kind) => kinds.indexOf(kind));
    return [
      lines(
        all.filter((i) => !isLosing(i)),
        { colour: colours.line, strength: 0.6, wide: 1 },
      ),
      lines(all.filter(isLosing), { colour: colours.lost, strength: 0.6, wide: 1.6 }),
      ...above.filter((kind) => kind >= 0).map(states),
    ];
  }

  /** Half the width of a sign, in pixels. */
  private radius(scale: number): number {
    return Math.max(0.9 * this.ratio, Math.min(9 * this.ratio, scale * 0.3));
  }

  private draw(): void {
    const ink = this.canvas.getContext("2d")!;
    ink.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const buffer = this.buffer;
    if (buffer !== null && !Number.isNaN(buffer.view.scale)) {
      const { dx, dy, by } = this.shift(buffer);
      ink.imageSmoothingEnabled = by !== 1;
      ink.drawImage(buffer.canvas, dx, dy, buffer.canvas.width * by, buffer.canvas.height * by);
    }
    this.drawRun(ink, this.graph.way, 3.5);
    this.drawStart(ink);
    this.drawWin(ink);
    const { selected, hovered, colours } = this;
    if (selected !== null) {
      this.drawSteps(ink, selected);
      this.drawRing(ink, selected, colours.ink);
    }
    if (hovered !== null && hovered !== selected) this.drawRing(ink, hovered, colours.accent);
  }

  /** The way of a run, with a rim so that it is seen on any ground. */
  private drawRun(ink: Ink, run: readonly number[], width: number): void {
    if (run.length < 2) return;
    ink.lineJoin = ink.lineCap = "round";
    ink.beginPath();
    run.forEach((state, i) => (i === 0 ? ink.moveTo(...this.place(state)) : ink.lineTo(...this.place(state))));
    for (const [colour, wide] of [
      [this.colours.card, width + 3],
      [this.colours.ink, width],
    ] as const) {
      ink.strokeStyle = colour;
      ink.lineWidth = wide * this.ratio;
      ink.stroke();
    }
    this.drawSigns(ink, run);
  }

  /** The signs of some states, where they are large enough to be told apart. */
  private drawSigns(ink: Ink, states: readonly number[]): void {
    const r = this.radius(this.view.scale);
    if (r < 2 * this.ratio) return;
    for (const state of states) {
      const kind = this.graph.region(state);
      ink.beginPath();
      outline(ink, kind, ...this.place(state), isRing(kind) ? r * 0.8 : r);
      ink.fillStyle = isRing(kind) ? this.colours.card : this.colours[kind];
      ink.strokeStyle = this.colours[kind];
      ink.lineWidth = Math.max(1, r * 0.45);
      ink.fill();
      if (isRing(kind)) ink.stroke();
    }
  }

  /** Where play begins. */
  private drawStart(ink: Ink): void {
    const [x, y] = this.place(0);
    const r = Math.max(6 * this.ratio, this.radius(this.view.scale) * 1.2);
    ink.beginPath();
    ink.moveTo(x - r, y - r);
    ink.lineTo(x + r, y);
    ink.lineTo(x - r, y + r);
    ink.closePath();
    ink.fillStyle = this.colours.ink;
    ink.fill();
  }

  /** The win at the way's end, which would be lost among thousands. */
  private drawWin(ink: Ink): void {
    const end = this.graph.way.at(-1);
    if (end === undefined) return;
    const [x, y] = this.place(end);
    ink.beginPath();
    outline(ink, this.graph.region(end), x, y, Math.max(5 * this.ratio, this.radius(this.view.scale)));
    ink.fillStyle = this.colours[this.graph.region(end)];
    ink.fill();
    ink.strokeStyle = this.colours.ink;
    ink.lineWidth = 1.5 * this.ratio;
    ink.stroke();
  }

  private drawSteps(ink: Ink, state: number): void {
    const [x, y] = this.place(state);
    ink.strokeStyle = this.colours.accent;
    ink.lineWidth = 2 * this.ratio;
    ink.beginPath();
    for (const { to } of this.graph.steps(state)) line(ink, x, y, ...this.place(to));
    ink.stroke();
  }

  private drawRing(ink: Ink, state: number, colour: string): void {
    const r = Math.max(6 * this.ratio, this.radius(this.view.scale) * 1.6);
    for (const [stroke, width] of [
      [this.colours.card, 5],
      [colour, 2.5],
    ] as const) {
      ink.beginPath();
      ink.arc(...this.place(state), r, 0, 2 * Math.PI);
      ink.strokeStyle = stroke;
      ink.lineWidth = width * this.ratio;
      ink.stroke();
    }
  }
}

/** A line between states. Within a column, or back over several, it is bent aside, so that it does
 * not hide behind those in between. */
function line(ink: Ink, ax: number, ay: number, bx: number, by: number): void {
  ink.moveTo(ax, ay);
  if (ax === bx) ink.quadraticCurveTo(ax + Math.min(40, Math.abs(by - ay) * 0.4), (ay + by) / 2, bx, by);
  else ink.lineTo(bx, by);
}
