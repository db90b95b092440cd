// A mistake of a game as an exercise: the position before it, without the answer. What is tried is judged by the desk as the moves of a game
// are, by proof where there is one, and refuted by the best answer. The board is that of the game; nothing that is tried enters it.
import type { Judgement, Setup, SmallState } from "../contract.ts";
import { human } from "../lib/players.ts";
import type { Card } from "../lib/repetition.ts";
import type { Mistake } from "../lib/review.ts";
import { analyst, Cancelled, desk } from "../wasm/client.ts";
import { library } from "./library.svelte.ts";
import { match } from "./match.svelte.ts";
import { notices } from "./notices.svelte.ts";
import { repetition } from "./repetition.svelte.ts";
import { asTree, session } from "./session.svelte.ts";
import { view } from "./view.svelte.ts";

const nodes = 60_000;
const solveMs = 8000;

/** A mistake of the game on the board, or of one that comes back. */
interface Task {
  mistake: Mistake;
  game: { setup: Setup; moves: string[] };
  /** The game has to be opened first. */
  elsewhere: boolean;
}

class Exercise {
  list = $state.raw<Task[]>([]);
  at = $state(0);
  told = $state<"ask" | "looking" | "right" | "wrong" | "shown">("ask");
  tried = $state("");
  /** What the computer said of the try. */
  judged = $state.raw<Judgement | null>(null);
  /** Its best answer to a try that gives something away. */
  answer = $state<string | null>(null);
  /** How much of the solution was asked for: what the move does, then where. */
  hints = $state(0);
  /** The position after the try and its answer. */
  after = $state.raw<SmallState | null>(null);
  /** How many were found without being shown. */
  found = $state(0);
  #arriving = $state(false);
  /** A wrong try, a hint that says where, or the solution: then it comes back another day. */
  #missed = false;
  #noted = false;
  #work: AbortController | null = null;

  current = $derived<Mistake | undefined>(this.list[this.at]?.mistake);

  /** Whether the position of the exercise is on the board: whoever walks away from it has left the exercise. */
  get active(): boolean {
    return this.current !== undefined && (this.#arriving || session.ply === this.current.ply);
  }

  get last(): boolean {
    return this.at + 1 >= this.list.length;
  }

  /** Mistakes of the game on the board. */
  async start(mistakes: readonly Mistake[]): Promise<void> {
    const { setup, moves } = session;
    this.list = mistakes.map((mistake) => ({ mistake, game: { setup, moves: moves.slice(0, mistake.ply) }, elsewhere: false }));
    this.found = 0;
    await this.#show(0);
  }

  /** Mistakes that come back; their games are opened one after another and not kept. */
  async repeat(cards: readonly Card[]): Promise<void> {
    this.list = cards.map(({ mistake, setup, moves }) => ({ mistake, game: { setup, moves }, elsewhere: true }));
    this.found = 0;
    await library.keep();
    await this.#show(0);
  }

  async #show(index: number): Promise<void> {
    this.#clear();
    this.at = index;
    this.#missed = this.#noted = false;
    const task = this.list[index];
    if (!task) return;
    this.#arriving = true;
    try {
      if (task.elsewhere) await this.#open(task);
      else await session.goTo(task.mistake.ply);
    } catch (why) {
      this.stop();
      notices.error(why);
    } finally {
      this.#arriving = false;
    }
  }

  async #open({ game, mistake }: Task): Promise<void> {
    match.stop();
    await session.open({ setup: game.setup, tree: asTree([...game.moves, mistake.move]), current: game.moves, linked: true });
    match.setPlayers([human, human], null);
    view.flipped = false;
    view.tab = "analyse";
    view.home = false;
  }

  /** What became of it, once: it comes back, or has been found once more. */
  #note(): void {
    const task = this.list[this.at];
    if (!task || this.#noted) return;
    this.#noted = true;
    repetition.note({ setup: task.game.setup, moves: task.game.moves, mistake: task.mistake }, !this.#missed);
  }

  #clear(): void {
    this.#work?.abort();
    this.#work = null;
    this.told = "ask";
    this.tried = "";
    this.judged = null;
    this.answer = null;
    this.after = null;
    this.hints = 0;
  }

  async attempt(move: string): Promise<void> {
    const { current } = this;
    if (!current || this.told === "right" || this.told === "looking") return;
    const hints = this.hints;
    this.#clear();
    this.hints = hints;
    this.tried = move;
    this.told = "looking";
    const work = new AbortController();
    this.#work = work;
    const before = session.game(current.ply);
    const game = { ...before, moves: [...before.moves, move] };
    try {
      this.after = await desk.ask("state", game);
      const { judged } = await analyst.ask("review", { ...game, nodes, solve_ms: solveMs }, { signal: work.signal });
      if (this.#work !== work) return;
      const one = judged.find((each): each is Judgement => each.move !== null && each.ply === current.ply);
      const next = judged.find((each) => each.move === null);
      this.judged = one ?? null;
      const right = one !== undefined && (one.grade === null || one.move === one.best);
      this.told = right ? "right" : "wrong";
      this.answer = next?.best ?? null;
      if (!right) this.#missed = true;
      this.#note();
      if (right) this.found++;
      else if (this.answer) this.after = await desk.ask("state", { ...game, moves: [...game.moves, this.answer] });
    } catch (why) {
      if (why instanceof Cancelled || this.#work !== work) return;
      this.told = "ask";
      this.after = null;
      notices.error(why);
    }
  }

  again(): void {
    const { hints } = this;
    this.#clear();
    this.hints = hints;
  }

  hint(): void {
    this.hints = Math.min(this.hints + 1, 2);
    if (this.hints === 2) this.#missed = true;
  }

  async show(): Promise<void> {
    const { current } = this;
    if (!current?.better) return;
    this.#clear();
    this.#missed = true;
    this.#note();
    this.told = "shown";
    const before = session.game(current.ply);
    this.after = await desk.ask("state", { ...before, moves: [...before.moves, current.better] });
  }

  async next(): Promise<void> {
    if (this.last) return this.stop();
    await this.#show(this.at + 1);
  }

  stop(): void {
    this.#clear();
    this.list = [];
    this.at = 0;
  }
}

export const exercise = new Exercise();
