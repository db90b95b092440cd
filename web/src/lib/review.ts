// What a game's moves gave away, put together from the desk's judgement of each of them.
import type { Grade, Judgement, Side } from "../contract.ts";

export interface Mistake {
  /** Moves played before this one. */
  ply: number;
  side: Side;
  move: string;
  better: string | null;
  loss: number;
  /** Of all points, or of the chance to win. */
  share: number;
  /** Proved: else both values are those of a search. */
  exact: boolean;
  grade: Grade;
}

export interface Review {
  mistakes: Mistake[];
  /** From 0 to 100, first player first; null without a move. */
  accuracy: [number | null, number | null];
  /** Whether every move was judged by proofs. */
  exact: boolean;
}

/** A loss that costs half of a move's accuracy: of all points in the raid family, of the chance to win in the other. */
const halfLoss = { raid: 1 / 20, ataxx: 3 / 20 };

/** Null while a move has not been judged. */
export function reviewOf(judged: (Judgement | null)[], sides: Side[], family: "raid" | "ataxx"): Review | null {
  const mistakes: Mistake[] = [];
  const kept: [number[], number[]] = [[], []];
  for (const [ply, one] of judged.entries()) {
    if (!one) return null;
    const side = sides[ply] ?? "first";
    kept[side === "first" ? 0 : 1].push(100 * 0.5 ** (one.share / halfLoss[family]));
    if (one.grade) mistakes.push({ ply, side, move: one.move, better: one.best, loss: one.loss, share: one.share, exact: one.exact, grade: one.grade });
  }
  const mean = (values: number[]) => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);
  return { mistakes, accuracy: [mean(kept[0]), mean(kept[1])], exact: judged.every((one) => one?.exact) };
}

/** The mistakes that decided a game: the largest of the side that lost. A game that nobody lost was decided by none. */
export function turningPoints(mistakes: readonly Mistake[], loser: Side | null, most = 2): Mistake[] {
  const theirs = mistakes.filter(({ side, grade }) => side === loser && grade !== "inaccuracy");
  return [...theirs].sort((a, b) => b.share - a.share).slice(0, most).sort((a, b) => a.ply - b.ply);
}
