// Values as people read them, and steadier ones than a single search gives.
import type { InfoLine } from "./uai.ts";

/**
 * The value of a position from the lines of one search. Odd and even depths favour opposite sides, so the last two depths are averaged.
 */
export function steadyValue(lines: InfoLine[]): number | null {
  const best = lines.filter((line) => line.rank === 1);
  const last = best.at(-1);
  if (!last) return null;
  const before = best.findLast((line) => line.depth === last.depth - 1);
  return before ? (last.value + before.value) / 2 : last.value;
}

/** In the Ataxx family a proved win is worth this plus its margin. */
const proved = 10_000;

/** A value as a margin, whether proved or estimated. Sums of squares in the raid family may be larger than the mark, and are margins anyway. */
export function marginOf(value: number, family: "raid" | "ataxx"): number {
  const amount = Math.abs(value);
  return family === "ataxx" && amount >= proved ? Math.sign(value) * (amount - proved) : value;
}

/** At most one digit after the point, none for large values; a real minus sign. */
export function valueText(value: number): string {
  const digits = Math.abs(value) >= 20 ? 0 : 1;
  const text = Math.abs(value).toFixed(digits).replace(/\.0$/, "");
  return value < 0 && text !== "0" ? `−${text}` : text;
}

export function signedText(value: number): string {
  const text = valueText(value);
  return text.startsWith("−") || text === "0" ? text : `+${text}`;
}

/** `1.2 M`, `34 k`, `567`. */
export function countText(count: number): string {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)} k`;
  return String(count);
}

/** Where an evaluation bar stands: 0.5 is even, the ends are all there is to win. Small leads move it most. */
export function barShare(value: number, allPoints: number): number {
  const scale = Math.max(allPoints, 1) / 4;
  return 0.5 + Math.atan(value / scale) / Math.PI;
}
