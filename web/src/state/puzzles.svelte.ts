// Puzzles: positions whose best move is proved to be the only one that wins, or to win by far the most. They are made by `foray puzzles` and
// loaded when the tab is opened; the desk plays them.
import type { State } from "../contract.ts";
import { desk } from "../wasm/client.ts";
import { notices } from "./notices.svelte.ts";

export interface Puzzle {
  game: string;
  board: string;
  fen: string;
  best: string;
  /** Of the best move and of the next one, for the side to move. */
  value: number;
  next: number;
  plies: number;
  line: string[];
}

const key = "foray.puzzles";
/** Which one is on the board, for a reload. */
const placeKey = "foray.puzzle";
const dayMs = 86_400_000;

function place(): number | null {
  try {
    const text = sessionStorage.getItem(placeKey);
    return text === null ? null : Number(text) || 0;
  } catch {
    return null;
  }
}

interface Kept {
  solved: number[];
  streak: number;
  best: number;
}

function kept(): Kept {
  try {
    return { solved: [], streak: 0, best: 0, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Kept>) };
  } catch {
    return { solved: [], streak: 0, best: 0 };
  }
}

class Puzzles {
  all = $state.raw<Puzzle[]>([]);
  index = $state(0);
  /** What is on the board: the position, or what the tried moves made of it. */
  state = $state.raw<State | null>(null);
  told = $state<"ask" | "wrong" | "right">("ask");
  /** The move that was tried last. */
  tried = $state("");
  progress = $state.raw<Kept>(kept());
  #turn = 0;
  /** A miss ends the streak once, however often one tries again. */
  #missed = false;

  current = $derived<Puzzle | undefined>(this.all[this.index]);
  /** The puzzle of the day: the same for everybody. */
  get daily(): number {
    return this.all.length === 0 ? 0 : Math.floor(Date.now() / dayMs) % this.all.length;
  }

  async load(): Promise<void> {
    if (this.all.length > 0) return;
    const answer = await fetch(new URL("puzzles.jsonl", document.baseURI));
    if (!answer.ok) throw new Error(`the puzzles could not be loaded (${answer.status})`);
    this.all = (await answer.text())
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Puzzle);
    await this.show(place() ?? this.daily);
  }

  #game(moves: string[]) {
    const { game, board, fen } = this.current as Puzzle;
    return { game, board, start: fen, moves };
  }

  async show(index: number): Promise<void> {
    if (this.all.length === 0) return;
    this.index = (index + this.all.length) % this.all.length;
    this.told = "ask";
    this.tried = "";
    this.#missed = false;
    try {
      sessionStorage.setItem(placeKey, String(this.index));
    } catch {
      // Then a reload shows the one of the day.
    }
    await this.#look([]);
  }

  async #look(moves: string[]): Promise<void> {
    const turn = ++this.#turn;
    const state = await desk.ask("state", this.#game(moves));
    if (turn === this.#turn) this.state = state;
  }

  /** The next one that was not solved yet. */
  async next(): Promise<void> {
    const solved = new Set(this.progress.solved);
    let index = this.index + 1;
    while (solved.has(index % this.all.length) && index < this.index + this.all.length) index++;
    await this.show(index);
  }

  async attempt(move: string): Promise<void> {
    const { current } = this;
    if (!current || this.told === "right") return;
    this.tried = move;
    const right = move === current.best;
    this.told = right ? "right" : "wrong";
    const before = this.progress;
    if (right && !before.solved.includes(this.index)) {
      const streak = this.#missed ? 0 : before.streak + 1;
      this.progress = { solved: [...before.solved, this.index], streak, best: Math.max(before.best, streak) };
    } else if (!right) {
      this.#missed = true;
      this.progress = { ...before, streak: 0 };
    }
    try {
      localStorage.setItem(key, JSON.stringify(this.progress));
    } catch {
      // A browser that keeps nothing still shows puzzles.
    }
    await this.#look([move]);
  }

  async again(): Promise<void> {
    this.told = "ask";
    await this.#look([]);
  }

  /** Shows the proof: best play of both sides, up to a move. */
  async prove(plies: number): Promise<void> {
    const { current } = this;
    if (current) await this.#look(current.line.slice(0, plies)).catch((why: unknown) => notices.error(why));
  }
}

export const puzzles = new Puzzles();
