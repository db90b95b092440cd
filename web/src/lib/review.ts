// What the values of all moves say about the one that was played.
import type { MoveValue, Side } from "../contract.ts";

export interface Mistake {
  /** Moves played before this one. */
  ply: number;
  side: Side;
  move: string;
  better: string;
  loss: number;
}

/** Null where the move was as good as the best, or is not among the values. */
export function mistake(ply: number, side: Side, move: string, values: MoveValue[]): Mistake | null {
  const best = values.reduce((high, one) => (one.value > high.value ? one : high), values[0] ?? { move: "", value: 0, exact: false });
  const played = values.find((one) => one.move === move);
  if (!played || best.value <= played.value) return null;
  return { ply, side, move, better: best.move, loss: best.value - played.value };
}

/** The costliest first; small losses are left out: a fiftieth of all points, and less than one point or piece. */
export function worstOf(mistakes: Mistake[], allPoints: number, most: number): Mistake[] {
  const least = Math.max(1, allPoints / 50);
  return mistakes
    .filter((one) => one.loss >= least)
    .sort((a, b) => b.loss - a.loss)
    .slice(0, most);
}
