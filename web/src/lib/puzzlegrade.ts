// How hard a puzzle is, and what it is about. How deep a search must look before it plays the right move tells most; how many moves there are
// to choose from tells the rest.
import type { LegalMove } from "../contract.ts";
import type { Rating } from "./glicko.ts";

export const puzzleGrades = ["easy", "medium", "hard"] as const;
export type PuzzleGrade = (typeof puzzleGrades)[number];

export function puzzleGrade({ plies }: { plies: number }): PuzzleGrade {
  return plies <= 3 ? "easy" : plies <= 5 ? "medium" : "hard";
}

/** Squares that are still free. */
export const choicesOf = ({ fen }: { fen: string }): number =>
  [...(fen.split(" ")[0] ?? "").matchAll(/\d+/g)].reduce((sum, [count]) => sum + Number(count), 0);

/** How strong a puzzle is as an opponent; nobody has measured it, which is what the deviation says. */
export const puzzleRating = (puzzle: { plies: number; fen: string }): Rating => ({
  rating: 700 + 130 * puzzle.plies + 20 * choicesOf(puzzle),
  deviation: 120,
});

export const puzzleThemes = ["save", "patience", "quiet", "sweep"] as const;
export type PuzzleTheme = (typeof puzzleThemes)[number];

/** What a move is worth at once: the square, and twice what it turns. */
const gain = (move: LegalMove, values: readonly number[]) => (values[move.to] ?? 0) + 2 * move.captures.reduce((sum, taken) => sum + (values[taken] ?? 0), 0);

/** What a puzzle is about, from the moves there are. */
export function themesOf({ best, next, value }: { best: string; next: number; value: number }, legal: readonly LegalMove[], values: readonly number[]): PuzzleTheme[] {
  const move = legal.find((one) => one.move === best);
  if (!move) return [];
  const themes: PuzzleTheme[] = [];
  // Everything else loses or draws.
  if (value > 0 && next <= 0) themes.push("save");
  // The greedy move is wrong.
  if (legal.some((one) => gain(one, values) > gain(move, values))) themes.push("patience");
  // It turns nothing though others would.
  if (move.captures.length === 0 && legal.some((one) => one.captures.length > 0)) themes.push("quiet");
  if (move.captures.length >= 2) themes.push("sweep");
  return themes;
}
