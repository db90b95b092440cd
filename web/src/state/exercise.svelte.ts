// A mistake of a game as an exercise: the position before it, without the answer. What is tried is judged by the desk as the moves of a game
// are, by proof where there is one, and refuted by the best answer. The board is that of the game; nothing that is tried enters it.
import type { Judgement, SmallState } from "../contract.ts";
import type { Mistake } from "../lib/review.ts";
import { analyst, Cancelled, desk } from "../wasm/client.ts";
import { notices } from "./notices.svelte.ts";
import { session } from "./session.svelte.ts";

const nodes = 60_000;
const solveMs = 8000;

class Exercise {
  list = $state.raw<Mistake[]>([]);
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
  #work: AbortController | null = null;

  current = $derived<Mistake | undefined>(this.list[this.at]);

  /** Whether the position of the exercise is on the board: whoever walks away from it has left the exercise. */
  get active(): boolean {
    return this.current !== undefined && (this.#arriving || session.ply === this.current.ply);
  }

  get last(): boolean {
    return this.at + 1 >= this.list.length;
  }

  async start(mistakes: readonly Mistake[], index = 0): Promise<void> {
    this.list = [...mistakes];
    this.found = 0;
    await this.#show(index);
  }

  async #show(index: number): Promise<void> {
    this.#clear();
    this.at = index;
    const { current } = this;
    if (!current) return;
    this.#arriving = true;
    await session.goTo(current.ply).finally(() => (this.#arriving = false));
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
  }

  async show(): Promise<void> {
    const { current } = this;
    if (!current?.better) return;
    this.#clear();
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
