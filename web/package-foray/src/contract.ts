// What the questions and answers of the C++ say: the types of docs/page.md. Nothing else in TypeScript describes a game.

/** The key of a game; which there are is for the desk to say. */
export type Variant = string;
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
  /** Whether squares may be blocked. */
  blocked: boolean;
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
  captures: number[];
}

export interface LegalMove {
  move: string;
  kind: MoveKind;
  from: number;
  to: number;
  captures: number[];
  /** Own pieces that can make the move; empty where a move needs none. */
  pieces: number[];
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
  reason: "resignation" | "time" | "illegal move" | "adjudication" | "crash" | "no answer" | "disconnected";
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

/** A move and what is known of it. Values are points or pieces for the side to move. */
export interface KnownMove {
  move: string;
  value: number;
  exact: boolean;
  depth: number;
  line: string[];
}

/** What is known of a position: `value` is that of the first move, and no move is worth more. */
export interface Knowledge {
  value: number;
  exact: boolean;
  /** Proved bounds, where the value itself is not proved. */
  lower?: number;
  upper?: number;
  depth: number;
  nodes: number;
  ms: number;
  moves: KnownMove[];
}

export type Grade = "inaccuracy" | "mistake" | "blunder";

/** What a move gave away. Values are for the side that moved; both are proved, or both come from searches of the same depth. */
export interface Judgement {
  ply: number;
  move: string;
  /** Of the best move, and of the one that was played. */
  value: number;
  played: number;
  exact: boolean;
  best: string | null;
  depth: number;
  loss: number;
  /** Of all points, or of the chance to win. */
  share: number;
  grade: Grade | null;
}

/** The position where the game stands: nothing was played in it. */
export interface LastJudgement {
  ply: number;
  move: null;
  value: number;
  exact: boolean;
  best: string | null;
}

export interface Judged {
  judged: (Judgement | LastJudgement)[];
}

export interface Solved {
  exact: boolean;
  value?: number;
  lower?: number;
  upper?: number;
  best?: string | null;
  line?: string[];
}

export interface AnalyseLimits {
  ms?: number;
  nodes?: number;
  depth?: number;
  lines?: number;
  /** Values for every legal move. */
  all?: boolean;
  /** How long the solver may try. */
  solve_ms?: number;
}

/** What a player said about a move. */
export interface MoveNote {
  value?: number;
  depth?: number;
  nodes?: number;
  ms?: number;
  exact?: boolean;
  /** What somebody wrote about the move. */
  comment?: string;
}

/** What was tried instead of the move of that ply, counted within the line beside it; it may begin with that very move. */
export interface Variation {
  ply: number;
  moves: string[];
  /** One per move, or none. */
  notes: (MoveNote | null)[];
  variations: Variation[];
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
  date: string;
  event: string;
  /** One per move, or none. */
  notes: (MoveNote | null)[];
  variations: Variation[];
  decided: Decided | null;
  result: { outcome: Outcome; reason: string; scores: [number, number] };
}

/** Every question by its name: what it takes besides `ask`, and what it answers. */
export interface Questions {
  games: { takes: object; gives: { games: GameInfo[]; boards: BoardInfo[]; levels: number; players: PlayerInfo[] } };
  state: { takes: Game; gives: State };
  replay: { takes: Game; gives: { states: SmallState[] } };
  analyse: { takes: Game & AnalyseLimits; gives: Knowledge; says: Knowledge };
  review: { takes: Game & { nodes?: number; solve_ms?: number }; gives: Judged; says: Judged };
  solve: { takes: Game & { nodes?: number }; gives: Solved };
  players: { takes: Game & { players: string[] }; gives: { players: { player: string; problem: string | null }[] } };
  choose: { takes: Game & { player: string }; gives: Choice };
  trace: { takes: Game & { algorithm: "minimax" | "alphabeta"; depth: number; ordered: boolean; eval?: string; most: number }; gives: Trace };
  counts: { takes: Game & { depth: number }; gives: Counts };
  record: {
    takes: Game & { format: "json" | "pgn"; players: string[]; date: string; event?: string; decided?: Decided; notes?: (MoveNote | null)[]; variations?: Variation[] };
    gives: { text: string };
  };
  read: { takes: { text: string }; gives: { games: ReadGame[] } };
  picture: { takes: Game & { ply: number; theme: "light" | "dark"; size: number; players: string[] }; gives: { svg: string } };
  bench: { takes: object; gives: { nodes: number } };
  edit: { takes: Game & { squares: string; to_move: Side }; gives: { fen: string } };
}

export type Ask = keyof Questions;
