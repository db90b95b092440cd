// Puzzles: positions whose best move is proved to be the only one that wins, or to win by far the most. They are made by `foray puzzles` and
// loaded when the tab is opened; the desk plays them.
import type { State } from "../contract.ts";
import { dayOf, puzzleOfDay, streakOf, type Streak } from "../lib/days.ts";
import { rated, unrated, type Rating } from "../lib/glicko.ts";
import { puzzleGrade, puzzleRating, themesOf, type PuzzleGrade, type PuzzleTheme } from "../lib/puzzlegrade.ts";
import { analyst, Cancelled, desk } from "../wasm/client.ts";
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

function place(): number | null {
  try {
    const text = sessionStorage.getItem(placeKey);
    return text === null ? null : Number(text) || 0;
  } catch {
    return null;
  }
}

interface Kept extends Rating {
  solved: number[];
  streak: number;
  best: number;
  /** Days whose puzzle was solved on that day. */
  days: string[];
}

function kept(): Kept {
  const none: Kept = { solved: [], streak: 0, best: 0, days: [], ...unrated };
  try {
    return { ...none, ...(JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Kept>) };
  } catch {
    return none;
  }
}

class Puzzles {
  all = $state.raw<Puzzle[]>([]);
  index = $state(0);
  /** What is on the board: the position, or what the tried moves made of it. */
  state = $state.raw<State | null>(null);
  told = $state<"ask" | "wrong" | "right" | "shown">("ask");
  /** The move that was tried last. */
  tried = $state("");
  progress = $state.raw<Kept>(kept());
  /** Which puzzles come next; all of them where nothing was chosen. */
  game = $state("");
  grade = $state<PuzzleGrade | "">("");
  theme = $state<PuzzleTheme | "">("");
  today = $state(dayOf(new Date()));
  /** By puzzle; found out by the analyst after they were loaded. */
  themes = $state.raw<readonly PuzzleTheme[][]>([]);
  /** By how much the last puzzle changed the rating. */
  change = $state<number | null>(null);
  /** Best play after a try that was wrong, by the solver: how it is refuted. */
  refutation = $state.raw<{ line: string[]; value: number } | null>(null);
  #work: AbortController | null = null;
  #turn = 0;
  /** A miss ends the streak once, however often one tries again. */
  #missed = false;
  /** Only the first answer to a puzzle says how strong somebody is. */
  #rated = false;

  current = $derived<Puzzle | undefined>(this.all[this.index]);
  /** The puzzle of the day: the same for everybody. */
  get daily(): number {
    return this.all.length === 0 ? 0 : puzzleOfDay(this.today, this.all.length);
  }

  get solvedToday(): boolean {
    return this.progress.days.includes(this.today);
  }

  /** Days in a row whose puzzle was solved. */
  get streak(): Streak {
    return streakOf(this.progress.days, this.today);
  }

  /** The puzzle of the day comes next, whatever was on the board. */
  wantDaily(): void {
    try {
      sessionStorage.removeItem(placeKey);
    } catch {
      // Then nothing was kept there.
    }
    if (this.all.length > 0) void this.show(this.daily).catch((why: unknown) => notices.error(why));
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
    void this.#sort().catch((why: unknown) => {
      if (!(why instanceof Cancelled)) notices.error(why);
    });
  }

  /** Finds out what every puzzle is about: which moves there are is for the engine to say. */
  async #sort(): Promise<void> {
    const themes: PuzzleTheme[][] = [];
    for (const one of this.all) {
      const { legal, values } = await analyst.ask("state", { game: one.game, board: one.board, start: one.fen, moves: [] });
      themes.push(themesOf(one, legal, values));
    }
    this.themes = themes;
  }

  #game(moves: string[]) {
    const { game, board, fen } = this.current as Puzzle;
    return { game, board, start: fen, moves };
  }

  async show(index: number): Promise<void> {
    if (this.all.length === 0) return;
    this.index = (index + this.all.length) % this.all.length;
    this.#ask();
    this.#missed = this.#rated = false;
    this.change = null;
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

  #ask(): void {
    this.#work?.abort();
    this.#work = null;
    this.told = "ask";
    this.tried = "";
    this.refutation = null;
  }

  /** Whether a puzzle is one of those that were asked for. */
  wanted(index: number): boolean {
    const one = this.all[index];
    return one !== undefined && (this.game === "" || one.game === this.game) && (this.grade === "" || puzzleGrade(one) === this.grade) && (this.theme === "" || this.themes[index]?.includes(this.theme) === true);
  }

  get wantedCount(): number {
    return this.all.filter((_, index) => this.wanted(index)).length;
  }

  /** The next of those that are wanted: one that was not solved yet, if there is any. */
  async next(): Promise<void> {
    const solved = new Set(this.progress.solved);
    const others = this.all.map((_, step) => (this.index + 1 + step) % this.all.length).filter((index) => this.wanted(index));
    const index = others.find((one) => !solved.has(one)) ?? others[0];
    if (index !== undefined) await this.show(index);
  }

  /** Other puzzles are wanted: the one on the board stays if it is one of them. */
  async choose(wanted: { game?: string; grade?: PuzzleGrade | ""; theme?: PuzzleTheme | "" }): Promise<void> {
    this.game = wanted.game ?? this.game;
    this.grade = wanted.grade ?? this.grade;
    this.theme = wanted.theme ?? this.theme;
    if (!this.wanted(this.index)) await this.next();
  }

  async attempt(move: string): Promise<void> {
    const { current } = this;
    if (!current || this.told === "right" || this.told === "shown") return;
    this.#ask();
    this.tried = move;
    const right = move === current.best;
    this.told = right ? "right" : "wrong";
    this.#rate(right);
    const before = this.progress;
    if (right) {
      const fresh = !before.solved.includes(this.index);
      const streak = this.#missed ? 0 : before.streak + (fresh ? 1 : 0);
      const days = this.index === this.daily && !this.solvedToday ? [...before.days, this.today] : before.days;
      this.progress = { ...before, solved: fresh ? [...before.solved, this.index] : before.solved, streak, best: Math.max(before.best, streak), days };
    } else {
      this.#missed = true;
      this.progress = { ...before, streak: 0 };
    }
    this.#keep();
    await this.#look([move]);
    if (!right) await this.#refute(move);
  }

  /** The first answer to a puzzle that was not solved before is a game against it. */
  #rate(right: boolean): void {
    const { current, progress } = this;
    if (!current || this.#rated || progress.solved.includes(this.index)) return;
    this.#rated = true;
    const { rating, deviation } = rated(progress, [{ ...puzzleRating(current), score: right ? 1 : 0 }]);
    this.change = Math.round(rating) - Math.round(progress.rating);
    this.progress = { ...progress, rating, deviation };
  }

  #keep(): void {
    try {
      localStorage.setItem(key, JSON.stringify(this.progress));
    } catch {
      // A browser that keeps nothing still shows puzzles.
    }
  }

  /** What the other side does about a wrong move: the solver looks at every line of play. */
  async #refute(move: string): Promise<void> {
    const work = new AbortController();
    this.#work = work;
    try {
      const found = await analyst.ask("solve", this.#game([move]), { signal: work.signal });
      if (this.#work !== work || !found.exact) return;
      // The value is that of the side which answers.
      this.refutation = { line: [move, ...(found.line ?? [])], value: -(found.value ?? 0) };
    } catch (why) {
      if (!(why instanceof Cancelled)) notices.error(why);
    }
  }

  async again(): Promise<void> {
    this.#ask();
    await this.#look([]);
  }

  /** Gives it up: the solution is shown, and the puzzle counts as missed. */
  async giveUp(): Promise<void> {
    const { current } = this;
    if (!current) return;
    this.#ask();
    this.#missed = true;
    this.#rate(false);
    this.progress = { ...this.progress, streak: 0 };
    this.#keep();
    this.told = "shown";
    await this.#look([current.best]);
  }

  /** Best play as it is known now: after the try that was wrong, or of the solution. */
  get line(): string[] {
    return this.told === "wrong" ? (this.refutation?.line ?? []) : (this.current?.line ?? []);
  }

  /** Shows best play of both sides, up to a move. */
  async prove(plies: number): Promise<void> {
    await this.#look(this.line.slice(0, plies)).catch((why: unknown) => notices.error(why));
  }
}

export const puzzles = new Puzzles();
