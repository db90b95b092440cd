// What the values along a game say about its moves.
import type { Side } from "../contract.ts";

/** What is known of one position: the value for the first player, and the best move. */
export interface Judged {
  value: number;
  exact: boolean;
  best: string | null;
}

export type Grade = "inaccuracy" | "mistake" | "blunder";

export interface Mistake {
  /** Moves played before this one. */
  ply: number;
  side: Side;
  move: string;
  better: string | null;
  loss: number;
  grade: Grade;
}

export interface Review {
  mistakes: Mistake[];
  /** From 0 to 100, first player first; null without a move. */
  accuracy: [number | null, number | null];
}

/** A loss that costs half of a move's accuracy, as a share of all points. */
const halfLoss = 1 / 20;

function gradeOf(share: number): Grade | null {
  if (share >= 0.1) return "blunder";
  if (share >= 0.05) return "mistake";
  return share >= 0.02 ? "inaccuracy" : null;
}

/** Compares the value before each move with the one after it, both for the side that moved. Null while a value is missing. */
export function reviewOf(moves: string[], sides: Side[], judged: (Judged | null)[], allPoints: number): Review | null {
  const mistakes: Mistake[] = [];
  const kept: [number[], number[]] = [[], []];
  for (const [ply, move] of moves.entries()) {
    const before = judged[ply];
    const after = judged[ply + 1];
    const side = sides[ply] ?? "first";
    if (!before || !after) return null;
    const turned = side === "first" ? 1 : -1;
    // The best move loses nothing, whatever two searches of different depth may say.
    const loss = move === before.best ? 0 : Math.max(0, turned * (before.value - after.value));
    const share = loss / Math.max(allPoints, 1);
    kept[side === "first" ? 0 : 1].push(100 * 0.5 ** (share / halfLoss));
    const grade = loss >= 1 ? gradeOf(share) : null;
    if (grade) mistakes.push({ ply, side, move, better: before.best, loss, grade });
  }
  const mean = (values: number[]) => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);
  return { mistakes, accuracy: [mean(kept[0]), mean(kept[1])] };
}
