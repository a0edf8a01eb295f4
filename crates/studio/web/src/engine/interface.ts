// What the engine is asked and what it answers: one JSON object each way, the same in the
// browser and over the server. Lines and columns count from 1, places in a level from 0.

export type Spot2 = [x: number, y: number];

/** Five numbers are a rectangle, three a circle, one is a polygon's list of points. */
export type Shape = [number, number, number, number, number] | [number, number, number] | [Spot2[]];

export interface Tile {
  name: string;
  glyph?: string;
  shapes: [colour: string, shape: Shape][];
}

export interface Letter {
  letter: string;
  /** Other letters that mean the same. */
  also?: string;
  name: string;
  tiles: Tile[];
}

export interface Diagnostic {
  severity: "error" | "warning";
  message: string;
  help: string | null;
  line: number | null;
  column: number | null;
  text?: string | null;
  file?: string | null;
}

export interface Refusal {
  message: string;
  line: number | null;
  column: number | null;
  help: string | null;
  file?: string | null;
}

export interface Option {
  name: string;
  value: string;
  help: string;
  default: string | null;
  kind: "switch" | "number" | "choice" | "text" | "choice-or-file";
  min?: number | null;
  max?: number | null;
  choices?: { word: string; about: string }[];
  conflicts: string[];
  requires: string[];
}

/** What makes a game's levels, and whether tiles of a drawing can stay in them. */
export interface Maker {
  options: Option[];
  figures: { name: string; about: string }[];
  examples: string[];
  keeps_tiles: boolean;
}

export interface Game {
  id: string;
  summary: string;
  example: { text: string; file: string } | null;
  palette: Letter[];
  has_text: boolean;
  is_vast: boolean;
  actions: string[];
  level_options: Option[];
  generator: Maker | null;
  commands: { name: string; about: string; options: Option[] }[];
}

export interface Games {
  version: string;
  games: Game[];
}

export interface Properties {
  forms: { form: string; about: string }[];
  usual: { property: string; question: string }[];
}

export interface LevelFields {
  text: string;
  file?: string;
  level?: number;
  game?: string;
  rows?: readonly string[];
  options?: Record<string, string>;
  limits?: { states?: number; bytes?: number };
}

export interface OpenedLevel {
  index: number;
  title: string | null;
  game: string | null;
  rows: string[] | null;
  width: number;
  height: number;
  line: number | null;
}

export interface Opened {
  game: string | null;
  has_text: boolean;
  levels: OpenedLevel[];
  palette: Letter[];
  diagnostics: Diagnostic[];
}

interface Film {
  size: Spot2;
  title: string;
  verdict: string;
  n_frames: number;
  actions: string[];
  acts: number[];
  steps: number;
  again: number | null;
  every: number;
  delay: number;
}

export interface CellsData {
  size: Spot2;
  tiles: Tile[];
  looks: number[][];
  grain: number;
  first: number[];
  counts: number[];
  changes: number[];
  players: number[];
  opponents: { name: string; colour: [number, number, number]; dashes: number[]; cells: number[] }[];
}

export interface SpritesData {
  board: CellsData;
  parts: number;
  sprites: { tile: number; size: Spot2; x: number[]; y: number[]; away: number[] }[];
  heat: { colours: string[]; opacity: number; shades: number[] } | null;
}

export interface ChartData {
  svg: string;
  counts: number[];
  changes: number[];
  at: number[];
  spots: Spot2[];
  names: string[];
}

export type CellsScene = Film & { kind: "cells" } & CellsData;
export type SpritesScene = Film & { kind: "sprites" } & SpritesData;
export type ChartScene = Film & { kind: "chart" } & ChartData;
export type Scene = CellsScene | SpritesScene | ChartScene;

export type Word = "holds" | "violated" | "unknown";

export interface Result {
  /** As it was asked, where the answer spells it otherwise. */
  asked?: string;
  property: string;
  question: string;
  answer: Word;
  sentence: string;
  checked: boolean;
  stopped: string | null;
  reason: string | null;
  moves: string[] | null;
  letters: string | null;
  length: number | null;
  repeats_from: number | null;
  states: number | null;
  lower_bound: number | null;
  engine: string;
  evidence: string | null;
  axioms: string[] | null;
  statement: string | null;
  notes: string[];
  certificate: string | null;
  certificate_name: string;
  error: Refusal | null;
}

export interface Verified {
  game: string;
  diagnostics: Diagnostic[];
  results: Result[];
}

export interface Stuck {
  pieces: Spot2[];
  name: [string, string];
  why: string | null;
  minimality: string;
}

export interface Explained {
  answer: Word;
  reason: string | null;
  stuck: Stuck | null;
  dead: Spot2[] | null;
  spare: Spot2[] | null;
  reached: Spot2[] | null;
  unreached: Spot2[] | null;
  text: string;
  run: { moves: string[] } | null;
  /** A play that shows it, where the game has one to show. */
  play: { moves: string[]; scene: Scene } | null;
}

export interface Repair {
  label: string;
  changes: { what: string; at: Spot2; to: Spot2 | null; edit: "add" | "remove" | "move" }[];
  rows: string[] | null;
  text: string;
  length: number | null;
  certificate: string;
  smallest: boolean;
}

export interface Repaired {
  repairs: Repair[];
  kinds: string[];
  n_futile: number;
  n_undecided: number;
  hopeless: string | null;
}

export interface Lost {
  answer: Word;
  can_lose: boolean | null;
  sentence: string;
  moves: string[] | null;
  fatal: number | null;
  shortest: boolean;
  stuck: Stuck | null;
  checked: boolean;
  certificate: string | null;
  states: number | null;
  stopped: string | null;
  scene: Scene | null;
}

export type Light = "can-be-won" | "cannot-be-won" | "won" | "unknown";

export interface Played {
  moves: string[];
  impossible: { number: number; action: string; why: string } | null;
  state: "open" | "won" | "lost";
  light: Light;
  fatal: number | null;
  stuck?: Stuck | null;
  rest: string[] | null;
  actions: { name: string; changes: boolean }[];
  letters: string | null;
  scene: Scene | null;
}

export interface Hint {
  light: Light;
  move: string | null;
  rest: string[] | null;
  n_left: number | null;
  sentence: string;
}

export interface Figure {
  name: string;
  head: string | null;
  value: number | boolean | string | null;
  text: string;
}

export interface Measured {
  figures: Figure[];
  solvable: boolean | null;
  moves: number | null;
  difficulty: number | null;
  states: number | null;
  along: { step: number; move: string; possible: number; killing: number }[] | null;
  heat: { what: string; counts: number[] } | null;
  run: { moves: string[]; scene: Scene } | null;
  stopped: string | null;
}

export interface GeneratedLevel {
  number: number;
  text: string;
  rows: string[] | null;
  title: string | null;
  results: Pick<Result, "property" | "answer" | "checked" | "evidence" | "length" | "moves" | "certificate">[];
  figures: { moves: number | null; difficulty: number | null; states: number | null } | null;
  scene: Scene | null;
}

export interface Generated {
  levels: GeneratedLevel[];
  next: number;
  is_done: boolean;
  n_tried: number;
  rejected: Record<string, number>;
  why_settled: unknown;
}

export interface CheckedPart {
  name: string;
  ok: boolean | null;
  text: string;
}

export interface Checked {
  accepted: boolean;
  reason: string | null;
  parts: CheckedPart[];
  game: string | null;
  property: string | null;
  question: string | null;
  answer: Word | null;
  sentence: string | null;
  evidence: string | null;
  axioms: string[] | null;
  statement: string | null;
  level: { text: string; rows: string[] | null; title: string | null } | null;
  moves: string[] | null;
  letters: string | null;
  scene: Scene | null;
  is_about_level: boolean | null;
}

export interface CommandAnswer {
  text: string;
  json: unknown;
  warnings: (string | Diagnostic)[];
  drawings: { name: string; svg: string | null; why: string | null }[];
}

export interface Alternatives {
  result: Result;
  runs: { moves: string[]; scene: Scene | null }[];
}

/** What a state is to somebody who wants to win. */
export type Region = "won" | "lost" | "safe" | "open" | "unknown";

/** The states of a level and the moves between them; lists have an entry for each of them. */
export interface Spaced {
  n_states: number;
  n_nearest: number;
  n_seen: number;
  is_whole: boolean;
  sentence: string;
  stopped: string | null;
  actions: string[];
  regions: Region[];
  counts: Record<Region, number>;
  nodes: { depth: number[]; region: number[]; parent: (number | null)[]; action: (number | null)[] };
  cut: number[];
  unnamed: number[];
  moves: { from: number[]; to: number[]; action: number[] };
  way: number[] | null;
}

/** Tiles of a drawing that stay; `free` stands for the others, and sprites may stand on `ground`. */
export interface Kept {
  rows: readonly string[];
  free: string;
  ground: string;
}

/** Every call, with what it is asked beside its name, and its answer. */
export interface Calls {
  games: [object, Games];
  properties: [object, Properties];
  property: [{ property: string }, { property: string; question: string; core: string }];
  open: [Omit<LevelFields, "rows">, Opened];
  write: [LevelFields, { text: string }];
  scene: [LevelFields & { moves?: readonly string[]; every?: number }, Scene];
  verify: [LevelFields & { properties?: readonly string[] }, Verified];
  explain: [LevelFields & { property?: string; repairs?: boolean }, Explained];
  repair: [LevelFields & { kinds?: readonly string[] }, Repaired];
  lose: [LevelFields, Lost];
  play: [LevelFields & { moves: readonly string[]; scene?: boolean; light?: boolean }, Played];
  hint: [LevelFields & { moves: readonly string[] }, Hint];
  measure: [LevelFields, Measured];
  generate: [
    {
      game: string;
      options: Record<string, string>;
      seed: number;
      count: number;
      from: number;
      properties?: readonly string[];
      slice?: number;
      known?: readonly string[];
      kept?: Kept;
      limits?: LevelFields["limits"];
      text?: string;
      file?: string;
      level?: number;
      rows?: readonly string[];
    },
    Generated,
  ];
  check: [{ certificate: string } & Partial<LevelFields>, Checked];
  lint: [LevelFields, { diagnostics: Diagnostic[] }];
  command: [LevelFields & { command: string; options: Record<string, string> }, CommandAnswer];
  states: [LevelFields & { moves?: readonly string[] }, Spaced];
  alternatives: [LevelFields & { n?: number }, Alternatives];
}

export type CallName = keyof Calls;

/** The engine understood, and says what is wrong. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

/** Nobody waits for this answer any more. */
export class Outdated extends Error {
  constructor() {
    super("outdated");
  }
}

/** The engine broke down: out of memory, say, or the connection was lost. */
export class Broken extends Error {}
