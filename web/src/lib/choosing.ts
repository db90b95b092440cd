// Which move a press on a square means, given the legal moves. Legality itself comes from the desk.
import type { LegalMove, Side } from "../contract.ts";

export type Tap =
  | { kind: "play"; move: LegalMove }
  | { kind: "choose"; moves: LegalMove[] }
  | { kind: "select"; square: number }
  | { kind: "nothing" };

export interface Position {
  squares: string;
  legal: LegalMove[];
  to_move: Side;
}

function ownPiece(position: Position, square: number): boolean {
  return position.squares[square] === (position.to_move === "first" ? "x" : "o");
}

/** The moves of one piece, or all moves where none is selected. */
export function movesOf(position: Position, selected: number | null): LegalMove[] {
  if (selected === null) return position.legal;
  return position.legal.filter((move) => move.pieces.includes(selected));
}

/** Moves that leave the same position behind are one choice. */
function different(moves: LegalMove[]): LegalMove[] {
  const seen = new Map<string, LegalMove>();
  for (const move of moves) {
    const result = `${move.from} ${move.to} ${move.captures.join(" ")}`;
    if (!seen.has(result)) seen.set(result, move);
  }
  return [...seen.values()];
}

/**
 * The choices that a press on a square leaves. Where no piece was selected a clone goes before all jumps: it keeps the piece that a jump
 * would take away, and whoever wants to jump selects the piece first.
 */
export function movesTo(position: Position, selected: number | null, square: number): LegalMove[] {
  const moves = different(movesOf(position, selected).filter((move) => move.to === square));
  const clones = moves.filter((move) => move.kind === "clone");
  // What takes more is said and offered first.
  return clones.length > 0 ? clones : [...moves].sort((a, b) => b.captures.length - a.captures.length);
}

export function canBeMoved(position: Position, square: number): boolean {
  return ownPiece(position, square) && movesOf(position, square).length > 0;
}

export function tap(position: Position, selected: number | null, square: number): Tap {
  const moves = movesTo(position, selected, square);
  const [only] = moves;
  if (only && moves.length === 1) return { kind: "play", move: only };
  if (moves.length > 1) return { kind: "choose", moves };
  if (square !== selected && canBeMoved(position, square)) return { kind: "select", square };
  return { kind: "nothing" };
}
