// A position of a game, with the moves that led there. It never changes: what is played gives another one.
import type { EngineClient } from "./client.ts";
import type { AnalyseLimits, Choice, Counts, Game, Knowledge, LegalMove, Outcome, Side, Solved, State, Trace } from "./contract.ts";

export interface SearchOptions {
  signal?: AbortSignal | undefined;
}

export interface TraceOptions {
  algorithm?: "minimax" | "alphabeta";
  /** Plies to look ahead; 3 where nothing is said. */
  depth?: number;
  /** The best moves first. */
  ordered?: boolean;
  /** How leaves are judged: `score`, or what textbook players know. */
  eval?: string;
  /** Events at most; 10,000 where nothing is said. */
  most?: number;
}

export interface PictureOptions {
  /** After how many moves; all of them where nothing is said. */
  ply?: number;
  theme?: "light" | "dark";
  /** Of the picture, in pixels. */
  size?: number;
  players?: string[];
}

export class Position {
  readonly #client: EngineClient;
  readonly #game: Game;
  /** All that the rules say of it; the other members are its most used parts. */
  readonly state: State;

  /** Made by `Foray.game` and `play`. */
  constructor(client: EngineClient, game: Game, state: State) {
    this.#client = client;
    this.#game = { ...game, moves: state.moves };
    this.state = state;
  }

  /** The game and its moves as text: what `Foray.game` takes. */
  get game(): Game {
    return { ...this.#game, moves: [...this.#game.moves] };
  }
  get moves(): readonly string[] {
    return this.state.moves;
  }
  get fen(): string {
    return this.state.fen;
  }
  get toMove(): Side {
    return this.state.to_move;
  }
  /** First player, second player. */
  get scores(): readonly [number, number] {
    return this.state.scores;
  }
  get over(): boolean {
    return this.state.over;
  }
  get outcome(): Outcome {
    return this.state.outcome;
  }
  get legalMoves(): readonly LegalMove[] {
    return this.state.legal;
  }

  async #at(moves: string[]): Promise<Position> {
    const game = { ...this.#game, moves };
    return new Position(this.#client, game, await this.#client.ask("state", game));
  }

  /** The position after these moves; rejects, naming the move, where one is not legal. */
  play(...moves: string[]): Promise<Position> {
    return this.#at([...this.#game.moves, ...moves]);
  }

  /** The position so many moves ago; the start at most. */
  back(plies = 1): Promise<Position> {
    return this.#at(this.#game.moves.slice(0, Math.max(0, this.#game.moves.length - plies)));
  }

  /**
   * What the engine finds, again and again while it searches, the last and best at the end. Leaving the loop ends the search, and so does the
   * signal. Without limits it takes two seconds.
   */
  async *analyse({ signal, ...limits }: AnalyseLimits & SearchOptions = {}): AsyncGenerator<Knowledge, void, undefined> {
    const some = limits.ms ?? limits.nodes ?? limits.depth;
    const left = new AbortController();
    const parts: Knowledge[] = [];
    let ended = false;
    let wake = () => {};
    const onPart = (part: Knowledge) => {
      parts.push(part);
      wake();
    };
    const both = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
    const whole = this.#client
      .ask("analyse", { ...this.#game, ...(some === undefined ? { ms: 2000 } : {}), ...limits }, { signal: both, onPart })
      .then(onPart)
      .finally(() => {
        ended = true;
        wake();
      });
    whole.catch(() => {}); // It is thrown below, or nobody looks any more.
    try {
      for (;;) {
        const part = parts.shift();
        if (part) yield part;
        else if (ended) break;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      await whole;
    } finally {
      left.abort();
    }
  }

  /** The move that a player would choose, by its name: `engine:level=3`, `alphabeta:4`, `greedy`, `random:seed=1`. */
  choose(player = "engine:nodes=100000", { signal }: SearchOptions = {}): Promise<Choice> {
    return this.#client.ask("choose", { ...this.#game, player }, { signal });
  }

  /** Raid family: the value of best play by both, or bounds of it where `nodes` did not suffice. */
  solve({ nodes, signal }: { nodes?: number } & SearchOptions = {}): Promise<Solved> {
    return this.#client.ask("solve", { ...this.#game, ...(nodes === undefined ? {} : { nodes }) }, { signal });
  }

  /** A search as textbooks have it, event by event. */
  trace({ algorithm = "alphabeta", depth = 3, ordered = false, most = 10_000, ...rest }: TraceOptions & SearchOptions = {}): Promise<Trace> {
    const { signal, ...more } = rest;
    return this.#client.ask("trace", { ...this.#game, algorithm, depth, ordered, most, ...more }, { signal });
  }

  /** How many nodes textbook searches of that depth have. */
  counts(depth: number, { signal }: SearchOptions = {}): Promise<Counts> {
    return this.#client.ask("counts", { ...this.#game, depth }, { signal });
  }

  /** A picture of the board, as the text of an SVG file. */
  async svg({ ply = this.#game.moves.length, theme = "light", size = 480, players = [] }: PictureOptions = {}): Promise<string> {
    return (await this.#client.ask("picture", { ...this.#game, ply, theme, size, players })).svg;
  }

  /** The game so far, as a record to keep. */
  async record(format: "json" | "pgn" = "json", { players = [], date = "" }: { players?: string[]; date?: string } = {}): Promise<string> {
    return (await this.#client.ask("record", { ...this.#game, format, players, date })).text;
  }
}
