// The engine's opinion of the game. One search of the shown position gives the bar, the lines, the marks and the heat map; the curve and
// the review use the same values, and a proved value overrides all others. The work is done by the analyst, which nobody else needs.
import type { Judgement, Knowledge, KnownMove, LastJudgement, SmallState, State } from "../contract.ts";
import type { Marks } from "../lib/drawing.ts";
import { signedText } from "../lib/evaluation.ts";
import { reviewOf, type Review } from "../lib/review.ts";
import { analyst, Cancelled, desk } from "../wasm/client.ts";
import { catalog } from "./catalog.svelte.ts";
import { notices } from "./notices.svelte.ts";
import { session } from "./session.svelte.ts";
import { settings } from "./settings.svelte.ts";

const quickMs = 700;
const deepMs = 6000;
/** "A few seconds": about eighteen empties of the raid family. */
const solveMs = 4000;
const hardSolveMs = 55_000;
const reviewNodes = 20_000;
const reviewSolveMs = 12_000;

/** What is known of a position: the value for the first player. */
interface Kept {
  value: number;
  exact: boolean;
  nodes: number;
}

class Analysis {
  lineCount = $state(3);
  showHeat = $state(false);
  showLines = $state(true);
  showSafe = $state(false);

  known = $state.raw<Knowledge | null>(null);
  working = $state(false);
  trying = $state(false);
  /** A position of a line that is being pointed at. */
  preview = $state.raw<SmallState | null>(null);

  /** By position. */
  #kept = $state.raw<ReadonlyMap<string, Kept>>(new Map());
  /** Moves by the game up to and with them. */
  #moves = $state.raw<ReadonlyMap<string, Judgement>>(new Map());
  #work: AbortController | null = null;
  #pointing = 0;

  #key(ply: number): string {
    return JSON.stringify(session.game(ply));
  }

  #valued(ply: number): Kept | null {
    return this.#kept.get(this.#key(ply)) ?? null;
  }

  /** For the first player, at every ply; null where it is not known yet. */
  get curve(): (number | null)[] {
    return session.history.map((_, ply) => this.#valued(ply)?.value ?? null);
  }

  /** Of the shown position, for the first player. */
  get value(): number | null {
    return this.#valued(session.ply)?.value ?? null;
  }

  get exact(): boolean {
    return this.#valued(session.ply)?.exact ?? false;
  }

  get #judged(): (Judgement | null)[] {
    return session.moves.map((_, ply) => this.#moves.get(this.#key(ply + 1)) ?? null);
  }

  get review(): Review | null {
    const family = catalog.game(session.setup.game)?.family ?? "raid";
    return reviewOf(this.#judged, session.history.map((state) => state.to_move), family);
  }

  /** How many moves of the line are judged. */
  get judgedCount(): number {
    return this.#judged.filter((one) => one !== null).length;
  }

  /** 1 where values are shown as they come, -1 where they are turned round for the chosen point of view. */
  get turned(): number {
    return settings.viewpoint === "first" && session.state?.to_move === "second" ? -1 : 1;
  }

  get lines(): KnownMove[] {
    return (this.known?.moves ?? []).slice(0, this.lineCount);
  }

  marksFor(state: State): Marks {
    const marks: Marks = {};
    const legal = (text: string | undefined) => state.legal.find((move) => move.move === text);
    if (this.showLines) {
      marks.ranks = this.lines.flatMap((line, index) => {
        const move = legal(line.move);
        return move && move.to >= 0 ? [{ rank: index + 1, from: move.from, to: move.to }] : [];
      });
    }
    if (this.showSafe) marks.safe = state.settled;
    if (this.showHeat && this.known) marks.heat = this.#heatMarks(this.known.moves, legal);
    return marks;
  }

  #heatMarks(moves: KnownMove[], legal: (text: string) => State["legal"][number] | undefined): NonNullable<Marks["heat"]> {
    const best = new Map<number, KnownMove>();
    for (const one of moves) {
      const to = legal(one.move)?.to ?? -1;
      if (to >= 0 && one.value > (best.get(to)?.value ?? -Infinity)) best.set(to, one);
    }
    const values = [...best.values()].map(({ value }) => value);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    // An estimate is never written like a proof.
    const text = ({ value, exact }: KnownMove) => `${exact ? "" : "≈"}${signedText(value * this.turned)}`;
    return new Map([...best].map(([to, one]) => [to, { warmth: high > low ? (one.value - low) / (high - low) : 1, text: text(one) }]));
  }

  /** Looks at the shown position and then at the rest of the game; called when the position or a setting changes. */
  async run(): Promise<void> {
    this.stop();
    this.known = null;
    this.preview = null;
    if (!session.state) return;
    const work = new AbortController();
    this.#work = work;
    this.working = true;
    try {
      await this.#look(work.signal, { ms: quickMs, solve_ms: solveMs });
      await this.#judge(work.signal);
      if (!this.known || !(this.known as Knowledge).exact) await this.#look(work.signal, { ms: deepMs });
    } catch (why) {
      if (!(why instanceof Cancelled)) notices.error(why);
    } finally {
      if (this.#work === work) this.working = false;
    }
  }

  /** Gives up the analysis, and nothing else. */
  stop(): void {
    this.#work?.abort();
    this.#work = null;
    this.working = false;
    this.trying = false;
  }

  async #look(signal: AbortSignal, limits: { ms: number; solve_ms?: number }): Promise<void> {
    const key = this.#key(session.ply);
    const second = session.current.state.to_move === "second";
    const heard = (known: Knowledge) => {
      if (signal.aborted) return;
      // A second look starts anew: it has nothing to say before it has seen more than the first.
      if (this.known && known.nodes < this.known.nodes && !known.exact) return;
      this.known = known;
      this.#keep(key, known, second);
    };
    const question = { ...session.game(), ...limits, lines: this.lineCount, all: this.showHeat };
    heard(await analyst.ask("analyse", question, { signal, onPart: heard }));
  }

  #keep(key: string, known: Knowledge, second: boolean): void {
    const before = this.#kept.get(key);
    if (before?.exact && !known.exact) return;
    if (before && !known.exact && known.nodes < before.nodes) return;
    this.#kept = new Map(this.#kept).set(key, { value: second ? -known.value : known.value, exact: known.exact, nodes: known.nodes });
  }

  /** Gives the solver much more time; the other analysis stops meanwhile. */
  async solveHarder(): Promise<void> {
    this.stop();
    const work = new AbortController();
    this.#work = work;
    this.working = true;
    this.trying = true;
    try {
      await this.#look(work.signal, { ms: quickMs, solve_ms: hardSolveMs });
    } catch (why) {
      if (!(why instanceof Cancelled)) notices.error(why);
    } finally {
      if (this.#work === work) this.working = this.trying = false;
    }
  }

  /** Judges the moves of the line alone: after a game, for the story of how it was decided. */
  async judge(): Promise<void> {
    if (this.review) return this.stop();
    this.stop();
    const work = new AbortController();
    this.#work = work;
    try {
      await this.#judge(work.signal);
    } catch (why) {
      if (!(why instanceof Cancelled)) notices.error(why);
    }
  }

  /** Judges the moves of the line, from the last to the first; what is judged already is left out. */
  async #judge(signal: AbortSignal): Promise<void> {
    const judged = this.#judged;
    const ply = judged.length - [...judged].reverse().findIndex((one) => one === null);
    if (ply > judged.length) return;
    const heard = ({ judged: some }: { judged: (Judgement | LastJudgement)[] }) => {
      if (!signal.aborted) some.forEach((one) => this.#note(one));
    };
    await analyst.ask("review", { ...session.game(ply), nodes: reviewNodes, solve_ms: reviewSolveMs }, { signal, onPart: heard });
  }

  #note(one: Judgement | LastJudgement): void {
    const second = session.history[one.ply]?.to_move === "second";
    const key = this.#key(one.ply);
    const before = this.#kept.get(key);
    if (!before || (one.exact && !before.exact)) {
      this.#kept = new Map(this.#kept).set(key, { value: second ? -one.value : one.value, exact: one.exact, nodes: reviewNodes });
    }
    if (one.move !== null) this.#moves = new Map(this.#moves).set(this.#key(one.ply + 1), one);
  }

  /** Shows the position after some moves of a line, for as long as it is pointed at. */
  async point(moves: string[] | null): Promise<void> {
    const turn = ++this.#pointing;
    if (!moves) {
      this.preview = null;
      return;
    }
    const game = session.game();
    const state = await desk.ask("state", { ...game, moves: [...game.moves, ...moves] });
    if (turn === this.#pointing) this.preview = state;
  }

  /** Plays some moves of a line on the board, as a variation unless the game stands here and goes on by hand. */
  async follow(moves: string[]): Promise<void> {
    this.#pointing++;
    this.preview = null;
    await session.tryLine(moves);
  }
}

export const analysis = new Analysis();
