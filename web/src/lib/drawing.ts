// Geometry of the drawn board: where squares and coordinates stand, and what may be marked.
import type { LastMove } from "../contract.ts";
import type { PieceStyle } from "./pieces.ts";

/** Side of a square in the drawing's units. */
export const cell = 100;
const margin = 30;
/** Of the tray, where no coordinates stand. */
const edge = 9;
/** Boards up to this many squares a side have letters of the usual size; those of larger boards grow along, to stay readable. */
const usualSide = 6;
const mostGrowth = 2.4;

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Column letters stand beside row 1, above or below the board. */
  lettersBelow: boolean;
  letterSize: number;
}

export interface Marks {
  /** `jump`: reached only by leaving another square. */
  targets?: { square: number; takes: boolean; jump: boolean }[];
  /** Pieces that can never change hands. */
  safe?: number[];
  selected?: number | null;
  preview?: { to: number; captures: number[]; owner: "x" | "o" } | null;
  /** Moves that turned out to be mistakes. */
  mistakes?: { square: number; text: string }[];
  ranks?: { rank: number; from: number; to: number }[];
  /** Warmth from 0, the worst move, to 1, the best. */
  heat?: Map<number, { warmth: number; text: string }>;
  hint?: { from: number; to: number } | null;
  premove?: number | null;
}

/** What a drawn board shows. */
export interface Drawing {
  rows: number;
  cols: number;
  values: number[];
  names: string[];
  squares: string;
  pieces?: PieceStyle;
  last?: LastMove | null;
  /** Changes with every move, so that animations start anew. */
  moveKey?: number;
  animate?: boolean;
  flipped?: boolean;
  /** Squares whose piece got there by turning others over. */
  raiders?: ReadonlySet<number> | undefined;
  showValues?: boolean;
  marks?: Marks;
}

export function frameOf(rows: number, cols: number, names: string[], coordinates: boolean): Frame {
  const growth = Math.min(mostGrowth, Math.max(1, Math.max(rows, cols) / usualSide));
  const room = coordinates ? margin * growth : edge;
  const lettersBelow = !/\D1$/.test(names[0] ?? "a1");
  return { left: room, top: lettersBelow ? edge : room, width: cols * cell + room + edge, height: rows * cell + room + edge, lettersBelow, letterSize: 17 * growth };
}

/** The place of a square on the screen: the other way round on a flipped board. */
export function displayed(square: number, rows: number, cols: number, flipped: boolean): number {
  return flipped ? rows * cols - 1 - square : square;
}

export interface Label {
  key: string;
  text: string;
  x: number;
  y: number;
}

export function coordinateLabels(rows: number, cols: number, names: string[], flipped: boolean, frame: Frame): Label[] {
  const labels: Label[] = [];
  const nameAt = (row: number, col: number) => names[displayed(row * cols + col, rows, cols, flipped)] ?? "";
  const lettersY = frame.lettersBelow ? frame.top + rows * cell + frame.left / 2 : frame.left / 2;
  for (let col = 0; col < cols; col++) {
    const letter = nameAt(0, col).replace(/\d+$/, "");
    labels.push({ key: `column ${col}`, text: letter, x: frame.left + (col + 0.5) * cell, y: lettersY });
  }
  for (let row = 0; row < rows; row++) {
    const number = nameAt(row, 0).replace(/^\D+/, "");
    labels.push({ key: `row ${row}`, text: number, x: frame.left / 2, y: frame.top + (row + 0.5) * cell });
  }
  return labels;
}

/**
 * In which order captured pieces turn over: the nearest first, of equally near ones clockwise from the top. A wave goes out from where the
 * move was made.
 */
export function turningOrder(to: number, captures: readonly number[], cols: number): Map<number, number> {
  const from = (square: number) => ({ right: (square % cols) - (to % cols), down: Math.floor(square / cols) - Math.floor(to / cols) });
  const clock = ({ right, down }: { right: number; down: number }) => (Math.atan2(right, -down) + 2 * Math.PI) % (2 * Math.PI);
  const sorted = captures.map((square) => ({ square, far: Math.hypot(from(square).right, from(square).down), angle: clock(from(square)) }));
  sorted.sort((a, b) => a.far - b.far || a.angle - b.angle);
  return new Map(sorted.map(({ square }, place) => [square, place]));
}
