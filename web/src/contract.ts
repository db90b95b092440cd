// What the page and the C++ say to each other: the types of docs/page.md. Nothing else in the page describes a game.

export type Variant = "wargame" | "squirrels" | "stakeraid" | "reloaded" | "ataxx";
export type RaidRule = "mandatory" | "optional";
export type Side = "first" | "second";
export type Outcome = "ongoing" | Side | "draw";
export type MoveKind = "place" | "raid" | "clone" | "jump" | "pass";

/** Where a game starts. `board` is a name, `random:SEED:RxC`, a size, or rows of values; `start` is a FEN. */
export interface Setup {
  game: Variant;
  raid?: RaidRule;
  board?: string;
  start?: string;
}

export interface Game extends Setup {
  moves: string[];
}

export interface GameInfo {
  key: Variant;
  title: string;
  players: [string, string];
  family: "raid" | "ataxx";
  text: string;
  side: number;
  square: boolean;
  smallest: number;
  largest: number;
  /** Raid family: the rule a variant has by itself, and what it calls its two kinds of moves. */
  raid?: RaidRule;
  words?: { place: string; raid: string };
}

export interface BoardInfo {
  name: string;
  set: string;
  rows: number;
  cols: number;
  values: number[];
}

export interface PlayerInfo {
  syntax: string;
  meaning: string;
}

export interface LastMove {
  move: string;
  from: number;
  to: number;
  captured: number[];
}

export interface LegalMove {
  move: string;
  kind: MoveKind;
  from: number;
  to: number;
  captures: number[];
}

/** What a picture of one ply needs. */
export interface SmallState {
  squares: string;
  scores: [number, number];
  to_move: Side;
  last: LastMove | null;
  fen: string;
}

export interface State extends SmallState {
  game: Variant;
  raid?: RaidRule;
  rows: number;
  cols: number;
  values: number[];
  start: string;
  moves: string[];
  names: string[];
  over: boolean;
  outcome: Outcome;
  reason: string;
  legal: LegalMove[];
  settled: number[];
}

/** An ending that the rules do not know. */
export interface Decided {
  outcome: Outcome;
  reason: "resignation" | "time";
}

export interface TraceEvents {
  kind: number[];
  ply: number[];
  value: number[];
  alpha: number[];
  beta: number[];
  name: string[];
}

/** Numbers of `TraceEvents.kind`. */
export const EventKind = { enter: 0, leaf: 1, update: 2, cut: 3 } as const;

export interface Trace {
  events: TraceEvents;
  truncated: boolean;
  /** Null at the end of the game. */
  move: string | null;
  value: number;
  nodes: number;
  log: string[];
}

export interface Choice {
  move: string;
  value: number;
  depth: number;
  nodes: number;
  ms: number;
  line: string[];
  exact: boolean;
}

export type Solution = { exact: true; value: number; best: string | null; line: string[] } | { exact: false; low: number; high: number };

export interface MoveValue {
  move: string;
  value: number;
  exact: boolean;
}

/** Null where the search would have been too large. */
export interface Counts {
  minimax: number | null;
  alphabeta: number | null;
  ordered: number | null;
}

export interface ReadGame {
  game: Variant;
  raid?: RaidRule;
  board?: string;
  start?: string;
  moves: string[];
  players: [string, string];
  decided: Decided | null;
}

/** Every question by its name: what it takes besides `ask`, and what it answers. */
export interface Questions {
  games: { takes: object; gives: { games: GameInfo[]; boards: BoardInfo[]; levels: number; players: PlayerInfo[] } };
  state: { takes: Game; gives: State };
  replay: { takes: Game; gives: { states: SmallState[] } };
  heat: { takes: Game & { depth: number }; gives: { values: MoveValue[] } };
  choose: { takes: Game & { player: string }; gives: Choice };
  solve: { takes: Game & { nodes: number }; gives: Solution };
  trace: { takes: Game & { algorithm: "minimax" | "alphabeta"; depth: number; ordered: boolean; most: number }; gives: Trace };
  counts: { takes: Game & { depth: number }; gives: Counts };
  record: {
    takes: Game & { format: "json" | "pgn"; players: string[]; date: string; decided?: Decided };
    gives: { text: string };
  };
  read: { takes: { text: string }; gives: ReadGame };
  picture: { takes: Game & { ply: number; theme: "light" | "dark"; size: number; players: string[] }; gives: { svg: string } };
  edit: { takes: Game & { squares: string; to_move: Side }; gives: { fen: string } };
}

export type Ask = keyof Questions;
