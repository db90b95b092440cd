// The engine's opinion of the game: best lines, heat map, exact results, the curve over the game and its mistakes. All of it is worked
// out on the thinker, which a computer's move may take away at any time; the analysis then starts again afterwards.
import { SvelteMap } from "svelte/reactivity";
import type { MoveValue, Side, Solution, State } from "../contract.ts";
import type { Marks } from "../lib/drawing.ts";
import { marginOf, signedText, steadyValue } from "../lib/evaluation.ts";
import { human } from "../lib/players.ts";
import { mistake, worstOf, type Mistake } from "../lib/review.ts";
import { goLines, parseComplaint, parseInfo, positionLines, type InfoLine } from "../lib/uai.ts";
import { Cancelled, thinker } from "../wasm/client.ts";
import { catalog } from "./catalog.svelte.ts";
import { match } from "./match.svelte.ts";
import { notices } from "./notices.svelte.ts";
import { session } from "./session.svelte.ts";

const quickMs = 700;
const deepMs = 6000;
const curveNodes = 20_000;
const quickSolveNodes = 30_000;
const hardSolveNodes = 3_000_000;
const heatDepth = 3;
const reviewDepth = 4;
const mostMistakes = 8;

class Analysis {
  lineCount = $state(3);
  showHeat = $state(false);
  showLines = $state(true);
  showSafe = $state(false);

  lines = $state.raw<InfoLine[]>([]);
  heat = $state.raw<MoveValue[]>([]);
  solution = $state.raw<Solution | null>(null);
  /** Whether the solver has looked at the shown position; it refuses some boards and all of the Ataxx family. */
  solvable = $state(false);
  working = $state(false);
  mistakes = $state.raw<Mistake[] | null>(null);
  reviewed = $state(0);

  /** Values for the first player, by position. */
  #values = new SvelteMap<string, number>();
  #round = 0;

  #key(ply: number): string {
    return JSON.stringify(session.game(ply));
  }

  /** For the first player, at every ply; null where it is not known yet. */
  get curve(): (number | null)[] {
    return session.history.map((_, ply) => this.#values.get(this.#key(ply)) ?? null);
  }

  /** Of the shown position, for the first player. */
  get value(): number | null {
    const turned = session.state?.to_move === "second" ? -1 : 1;
    if (this.solution?.exact) return this.solution.value * turned;
    const best = steadyValue(this.lines);
    return best === null ? (this.#values.get(this.#key(session.ply)) ?? null) : best * turned;
  }

  /** The last line of each rank. */
  get ranked(): InfoLine[] {
    const byRank = new Map<number, InfoLine>();
    for (const line of this.lines) byRank.set(line.rank, line);
    return [...byRank.values()].sort((a, b) => a.rank - b.rank);
  }

  marksFor(state: State): Marks {
    const marks: Marks = {};
    const legal = (text: string | undefined) => state.legal.find((move) => move.move === text);
    if (this.showLines) {
      marks.ranks = this.ranked.flatMap((line) => {
        const move = legal(line.moves[0]);
        return move && move.to >= 0 ? [{ rank: line.rank, from: move.from, to: move.to }] : [];
      });
    }
    if (this.showSafe) marks.safe = state.settled;
    if (this.showHeat && this.heat.length > 0) marks.heat = this.#heatMarks(legal);
    return marks;
  }

  #heatMarks(legal: (text: string) => State["legal"][number] | undefined): NonNullable<Marks["heat"]> {
    const best = new Map<number, number>();
    for (const { move, value } of this.heat) {
      const to = legal(move)?.to ?? -1;
      if (to >= 0) best.set(to, Math.max(value, best.get(to) ?? -Infinity));
    }
    const low = Math.min(...best.values());
    const high = Math.max(...best.values());
    return new Map([...best].map(([to, value]) => [to, { warmth: high > low ? (value - low) / (high - low) : 1, text: signedText(value) }]));
  }

  /** Looks at the shown position and then at the rest of the game; called when the position or a setting changes. */
  async run(): Promise<void> {
    const round = ++this.#round;
    thinker.cancel();
    this.lines = [];
    this.heat = [];
    this.solution = null;
    this.solvable = false;
    const { state } = session;
    if (!state) return;
    this.working = true;
    try {
      this.#keepFinal();
      if (!state.over) {
        if (this.showHeat) this.heat = await this.#valuesAt(session.ply, heatDepth);
        await this.#think(round, quickMs);
        await this.#solve(quickSolveNodes);
      }
      await this.#fillCurve(round);
      if (!state.over && !this.#isExact()) await this.#think(round, deepMs);
    } catch (why) {
      if (!(why instanceof Cancelled)) notices.error(why);
    } finally {
      if (round === this.#round) this.working = false;
    }
  }

  stop(): void {
    this.#round++;
    if (this.working) thinker.cancel();
    this.working = false;
  }

  #isExact(): boolean {
    return this.solution?.exact === true;
  }

  /** A finished game is worth what the board says. */
  #keepFinal(): void {
    const { state, moves } = session;
    if (state?.over) this.#values.set(this.#key(moves.length), state.scores[0] - state.scores[1]);
  }

  /** What the thinker said, its value as a margin; null for other lines. */
  #heard(text: string): InfoLine | null {
    const line = parseInfo(text);
    return line && { ...line, value: this.#margined(line.value) };
  }

  #margined(value: number): number {
    return marginOf(value, catalog.game(session.setup.game)?.family ?? "raid");
  }

  /** Every legal move with its value as a margin. */
  async #valuesAt(ply: number, depth: number): Promise<MoveValue[]> {
    const { values } = await thinker.ask("heat", { ...session.game(ply), depth });
    return values.map((one) => ({ ...one, value: this.#margined(one.value) }));
  }

  async #think(round: number, movetime: number): Promise<void> {
    const game = session.game();
    const seen: InfoLine[] = [];
    const lines = [...positionLines(game), ...goLines(this.lineCount, { movetime })];
    await thinker.uai(lines, (text) => {
      if (round !== this.#round) return;
      const complaint = parseComplaint(text);
      if (complaint) notices.error(complaint);
      const line = this.#heard(text);
      if (!line) return;
      seen.push(line);
      this.lines = [...seen];
    });
  }

  async #solve(nodes: number): Promise<void> {
    try {
      this.solution = await thinker.ask("solve", { ...session.game(), nodes });
      this.solvable = true;
    } catch (why) {
      if (why instanceof Cancelled) throw why;
    }
  }

  /** Gives the solver a hundred times the work; the other analysis stops meanwhile. */
  async solveHarder(): Promise<void> {
    if (match.thinking) return;
    const round = ++this.#round;
    thinker.cancel();
    this.working = true;
    try {
      await this.#solve(hardSolveNodes);
    } catch {
      // Something newer was wanted.
    } finally {
      if (round === this.#round) this.working = false;
    }
  }

  async #fillCurve(round: number): Promise<void> {
    for (let ply = 0; ply <= session.moves.length && round === this.#round; ply++) {
      const key = this.#key(ply);
      if (this.#values.has(key)) continue;
      const seen: InfoLine[] = [];
      await thinker.uai([...positionLines(session.game(ply)), ...goLines(1, { nodes: curveNodes })], (text) => {
        const line = this.#heard(text);
        if (line) seen.push(line);
      });
      const small = session.history[ply];
      const value = steadyValue(seen) ?? (small ? this.#margin(small.scores, small.to_move) : 0);
      this.#values.set(key, small?.to_move === "second" ? -value : value);
    }
  }

  #margin(scores: [number, number], side: Side): number {
    return side === "first" ? scores[0] - scores[1] : scores[1] - scores[0];
  }

  /** Compares every move of the persons (of both computers where nobody played) with the best one. */
  async review(): Promise<void> {
    if (match.thinking) return;
    const round = ++this.#round;
    thinker.cancel();
    this.working = true;
    this.reviewed = 0;
    this.mistakes = null;
    const persons = match.players.includes(human);
    const found: Mistake[] = [];
    try {
      for (const [ply, move] of session.moves.entries()) {
        const side = session.history[ply]?.to_move ?? "first";
        this.reviewed = ply + 1;
        if (persons && match.playerOf(side) !== human) continue;
        const values = await this.#valuesAt(ply, reviewDepth);
        if (round !== this.#round) return;
        const one = mistake(ply, side, move, values);
        if (one) found.push(one);
      }
      const points = (session.state?.values ?? []).reduce((sum, value) => sum + value, 0);
      this.mistakes = worstOf(found, points, mostMistakes);
      // The review took the thinker from the rest of the analysis.
      void this.run();
    } catch (why) {
      if (!(why instanceof Cancelled)) notices.error(why);
    } finally {
      if (round === this.#round) this.working = false;
    }
  }

  /** A changed line of play makes its list of mistakes stale. */
  forgetReview(): void {
    this.mistakes = null;
    this.reviewed = 0;
  }
}

export const analysis = new Analysis();
