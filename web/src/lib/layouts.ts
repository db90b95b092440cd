// Ataxx boards with blocked squares, in every size: each keeps the corners free and looks the same for both sides.

/** How far a square is from the middle, in halves of a square. */
type Blocked = (fromRow: number, fromCol: number, side: number) => boolean;

const layouts: Record<string, Blocked> = {
  open: () => false,
  cross: (row, col) => (row <= 2 && col <= 1) || (row <= 1 && col <= 2),
  sides: (row, col, side) => (row >= side - 1 && col <= 1) || (col >= side - 1 && row <= 1),
  diamond: (row, col) => row + col === 4 && row > 0 && col > 0,
  islands: (row, col) => row >= 3 && row <= 4 && col >= 3 && col <= 4,
  ring: (row, col) => (row >= 3 && row <= 4 && col <= 1) || (col >= 3 && col <= 4 && row <= 1),
};

/** The layouts that differ on a board of that size. */
export function layoutsFor(side: number): string[] {
  const seen = new Set<string>();
  return Object.keys(layouts).filter((name) => !seen.has(layoutSquares(name, side)) && seen.add(layoutSquares(name, side)));
}

/** The squares of a layout, row by row: pieces in the corners, `-` where nobody can go. */
export function layoutSquares(name: string, side: number): string {
  const blocked = layouts[name] ?? layouts["open"];
  let out = "";
  for (let row = 0; row < side; row++) {
    for (let col = 0; col < side; col++) {
      const top = row === 0;
      const left = col === 0;
      const corner = (top || row === side - 1) && (left || col === side - 1);
      const from = (at: number) => Math.abs(2 * at - (side - 1));
      out += corner ? (top === left ? "x" : "o") : blocked?.(from(row), from(col), side) ? "-" : ".";
    }
  }
  return out;
}

/** The start of a game on a layout, as text; undefined where the game's own start is meant. */
export function layoutStart(name: string, side: number): string | undefined {
  if (name === "open") return undefined;
  const squares = layoutSquares(name, side);
  const rows = Array.from({ length: side }, (_, row) => squares.slice(row * side, (row + 1) * side).replace(/\.+/g, (empties) => String(empties.length)));
  return `${rows.join("/")} x 0 1`;
}
