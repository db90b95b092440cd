// Which move a tap on a square means, given the legal moves. Legality itself comes from the desk.
import type { LegalMove, Side } from "../contract.ts";

export type Tap =
  | { kind: "play"; move: LegalMove }
  | { kind: "choose"; moves: LegalMove[] }
  | { kind: "select"; square: number }
  | { kind: "nothing" };

export interface Position {
  squares: string;
  cols: number;
  legal: LegalMove[];
  to_move: Side;
}

/** A clone belongs to every own piece beside its target: the move itself does not say which piece it came from. */
function beside(a: number, b: number, cols: number): boolean {
  const rows = Math.abs(Math.floor(a / cols) - Math.floor(b / cols));
  const columns = Math.abs((a % cols) - (b % cols));
  return Math.max(rows, columns) === 1;
}

function startsAt(move: LegalMove, square: number, cols: number): boolean {
  return move.kind === "jump" ? move.from === square : move.kind === "clone" && beside(square, move.to, cols);
}

function ownPiece(position: Position, square: number): boolean {
  return position.squares[square] === (position.to_move === "first" ? "x" : "o");
}

/** The moves of one piece, or all moves where none is selected. */
export function movesOf(position: Position, selected: number | null): LegalMove[] {
  if (selected === null) return position.legal;
  return position.legal.filter((move) => startsAt(move, selected, position.cols));
}

export function movesTo(position: Position, selected: number | null, square: number): LegalMove[] {
  return movesOf(position, selected).filter((move) => move.to === square);
}

export function tap(position: Position, selected: number | null, square: number): Tap {
  const moves = movesTo(position, selected, square);
  const [only] = moves;
  if (only && moves.length === 1) return { kind: "play", move: only };
  if (moves.length > 1) return { kind: "choose", moves };
  const movable = square !== selected && ownPiece(position, square) && movesOf(position, square).length > 0;
  if (movable) return { kind: "select", square };
  return { kind: "nothing" };
}
